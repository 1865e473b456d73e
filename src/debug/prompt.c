#include "debug/prompt.h"

#include <errno.h>
#include <histedit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/display.h"
#include "base/interrupt.h"
#include "base/lines.h"
#include "base/memory.h"
#include "base/parcel.h"
#include "debug/words.h"
#include "engine/output.h"
#include "engine/terminal.h"

enum { HISTORY_LINES = 1000, LINE_MOST = 1 << 16 };
enum { SAYS_LINE = 'L', SAYS_END = 'E' };

struct Prompt {
    EditLine *editor;   // NULL: it is no terminal
    History *history;
    Text prompt, known;   // of the question
    Text file;            // that the user has just named, to be written to
    bool cancelled;       // the line was given up
};

// --- inside ----------------------------------------------------------------------------------------------

void prompt_question(Text *question, const Text *prompt, const Text *known, const Text *to_write) {
    parcel_add_text(question, text_string(prompt), prompt->size);
    parcel_add_text(question, text_string(known), known->size);
    parcel_add_text(question, text_string(to_write), to_write->size);
}

bool prompt_heard(Text *heard) {
    if (!heard->size || heard->data[0] != SAYS_LINE) return false;
    memmove(heard->data, heard->data + 1, heard->size);   // with the 0
    heard->size--;
    return true;
}

// --- completing ------------------------------------------------------------------------------------------

typedef struct {
    const char *begin;   // of the word under way
    size_t size;
    Text common;   // how all that fit go on
    Text list;     // them, a line each
    uint32_t count;
} Completion;

static void offer(Completion *c, const char *word, size_t size) {
    if (size < c->size || strncmp(word, c->begin, c->size) != 0) return;
    size_t same = 0, rest = size - c->size;
    while (same < c->common.size && same < rest && c->common.data[same] == word[c->size + same]) same++;
    if (c->count++ == 0)
        text_add_bytes(&c->common, word + c->size, rest);
    else
        c->common.data[c->common.size = same] = 0;
    lines_add(&c->list, word, size);
}

static void offer_words(Completion *c) {
    for (const Word *word = debug_words; word->name; word++) offer(c, word->name, strlen(word->name));
}

static void offer_known(Completion *c, const char *kinds, const char *known) {
    const char *line;
    size_t size;
    while ((line = lines_next(&known, &size)))
        if (size > 1 && strchr(kinds, *line)) offer(c, line + 1, size - 1);
}

static void offer_for(Completion *c, const Word *word, const char *known) {
    static const char *const stops[] = {"probe ", "send ", "exit "};
    if (strchr(word->takes, 'w')) offer_words(c);
    for (size_t i = 0; strchr(word->takes, 'b') && i < sizeof stops / sizeof *stops; i++)
        offer(c, stops[i], strlen(stops[i]));
    offer_known(c, word->takes, known);
}

// The word that ends at the cursor: of an expression, the last name in it.
static void find_begin(Completion *c, const char *line, size_t cursor) {
    size_t begin = cursor;
    while (begin > 0 && !strchr(" \t(,[{", line[begin - 1])) begin--;
    c->begin = line + begin;
    c->size = cursor - begin;
}

static void show_list(const Completion *c) {
    Text plain = {0};
    const char *line, *rest = text_string(&c->list);
    size_t size;
    fputs("\n", stdout);
    while ((line = lines_next(&rest, &size))) text_format(&plain, "%.*s  ", (int)size, line);
    text_add(&plain, "\n");
    terminal_tell(stdout, &plain);
    text_free(&plain);
}

static unsigned char complete(EditLine *editor, int key) {
    Prompt *p;
    (void)key;
    el_get(editor, EL_CLIENTDATA, &p);
    const LineInfo *info = el_line(editor);
    size_t cursor = (size_t)(info->cursor - info->buffer), several;
    char *line = memory_new(cursor + 1);
    const char *argument;
    memcpy(line, info->buffer, cursor);
    line[cursor] = 0;
    Completion c = {0};
    find_begin(&c, line, cursor);
    const Word *word = words_read(line, &argument, &several);
    if (c.begin == line + strspn(line, " \t"))
        offer_words(&c);
    else if (word)
        offer_for(&c, word, text_string(&p->known));
    unsigned char result = CC_ERROR;
    if (c.count == 1 && (!c.common.size || c.common.data[c.common.size - 1] != ' ')) text_add(&c.common, " ");
    if (c.common.size && el_insertstr(editor, c.common.data) == 0)
        result = CC_REFRESH;
    else if (c.count > 1)
        show_list(&c), result = CC_REDISPLAY;
    text_free(&c.common);
    text_free(&c.list);
    memory_free(line);
    return result;
}

// --- on a terminal ---------------------------------------------------------------------------------------

static char *prompt_text(EditLine *editor) {
    Prompt *p;
    el_get(editor, EL_CLIENTDATA, &p);
    return p->prompt.data;
}

// Ctrl-C gives the line up.
static unsigned char cancel(EditLine *editor, int key) {
    Prompt *p;
    (void)key;
    el_get(editor, EL_CLIENTDATA, &p);
    p->cancelled = true;
    fputs("^C", stdout);
    return CC_NEWLINE;
}

static void open_editor(Prompt *p) {
    HistEvent event;
    p->history = history_init();
    history(p->history, &event, H_SETSIZE, HISTORY_LINES);
    history(p->history, &event, H_SETUNIQUE, 1);
    p->editor = el_init("weft", stdin, stdout, stderr);
    if (!p->editor) return;
    el_set(p->editor, EL_CLIENTDATA, p);
    el_set(p->editor, EL_PROMPT, prompt_text);
    el_set(p->editor, EL_EDITOR, "emacs");
    el_set(p->editor, EL_HIST, history, p->history);
    el_set(p->editor, EL_ADDFN, "weft-complete", "completes a word", complete);
    el_set(p->editor, EL_BIND, "^I", "weft-complete", NULL);
    el_set(p->editor, EL_BIND, "^R", "em-inc-search-prev", NULL);
    el_source(p->editor, NULL);   // ~/.editrc
    el_set(p->editor, EL_ADDFN, "weft-cancel", "gives the line up", cancel);
    el_set(p->editor, EL_BIND, "^C", "weft-cancel", NULL);
    el_set(p->editor, EL_SETTY, "-d", "-isig", NULL);   // a key as any other, while a line is edited
}

static bool edit(Prompt *p, Text *line) {
    HistEvent event;
    int size;
    p->cancelled = false;
    const char *said = el_gets(p->editor, &size);
    if (!said || size <= 0) return fputs("\n", stdout), fflush(stdout), false;
    if (p->cancelled) return true;
    text_add_bytes(line, said, strcspn(said, "\r\n"));
    if (line->size) history(p->history, &event, H_ENTER, text_string(line));
    return true;
}

// --- from a pipe -----------------------------------------------------------------------------------------

static bool read_line(Prompt *p, Text *line) {
    char *said = NULL;
    size_t room = 0;
    errno = 0;
    ssize_t size = getline(&said, &room, stdin);
    bool heard = size > 0 && size < LINE_MOST;
    if (heard) text_add_bytes(line, said, strcspn(said, "\r\n"));
    free(said);
    if (!heard) return false;
    Text shown = {0};
    text_format(&shown, "%s%s\n", text_string(&p->prompt), text_string(line));
    terminal_tell(stdout, &shown);
    fflush(stdout);
    text_free(&shown);
    return true;
}

// --- the door --------------------------------------------------------------------------------------------

Prompt *prompt_new(void) {
    Prompt *p = memory_zeroed(1, sizeof *p);
    if (isatty(STDIN_FILENO) && terminal_is_live(STDOUT_FILENO)) open_editor(p);
    return p;
}

void prompt_free(Prompt *p) {
    if (p->editor) el_end(p->editor);
    if (p->history) history_end(p->history);
    text_free(&p->prompt);
    text_free(&p->known);
    text_free(&p->file);
    memory_free(p);
}

// The user asks for what was done to be written somewhere.
static void note_file(Prompt *p, const char *line) {
    const char *argument;
    size_t several;
    const Word *word = words_read(line, &argument, &several);
    text_clear(&p->file);
    if (!word || strcmp(word->takes, "f") != 0) return;
    text_add(&p->file, argument);
    while (p->file.size && strchr(" \t", p->file.data[p->file.size - 1])) p->file.data[--p->file.size] = 0;
}

static void write_file(Prompt *p, const Text *content) {
    if (!p->file.size || !content->size || !output_write(text_string(&p->file), content)) return;
    Text said = {0};
    text_format(&said, "written to %s\n", text_string(&p->file));
    terminal_tell(stdout, &said);
    text_free(&said);
}

static void show_plainly(const Text *from, Text *to) {
    text_clear(to);
    display_add(to, text_string(from), from->size, false);
}

void prompt_reply(void *context, const char *question, size_t size, Text *answer) {
    Prompt *p = context;
    Text prompt = {0}, known = {0}, content = {0}, line = {0};
    Parcel parcel = parcel_open(question, size);
    parcel_text(&parcel, &prompt);
    parcel_text(&parcel, &known);
    parcel_text(&parcel, &content);
    bool sound = parcel_is_sound(&parcel);
    show_plainly(&prompt, &p->prompt);
    show_plainly(&known, &p->known);
    if (sound) write_file(p, &content);
    fflush(stdout);
    bool heard = sound && (p->editor ? edit(p, &line) : read_line(p, &line));
    note_file(p, text_string(&line));
    text_add_char(answer, heard ? SAYS_LINE : SAYS_END);
    text_add(answer, text_string(&line));
    text_free(&prompt);
    text_free(&known);
    text_free(&content);
    text_free(&line);
}
