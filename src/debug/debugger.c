#include "debug/debugger.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/lines.h"
#include "base/parcel.h"
#include "debug/prompt.h"
#include "debug/words.h"
#include "jail/jail.h"
#include "option/command.h"

void debugger_refuse(Debugger *d, const char *format, ...) {
    char reason[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    show_line(&d->show, INK_ERROR, "%s", reason);
    d->trouble = true;
}

// --- who -------------------------------------------------------------------------------------------------

typedef struct {
    const char *word;
    Text *name;
    bool found;
} Named;

static void see_name(void *context, Sight *sight) {
    Named *named = context;
    if (sight->kind != SIGHT_NAME || strcmp(text_string(&sight->name), named->word) != 0) return;
    named->found = true;
    text_add(named->name, text_string(&sight->owner));
}

bool debugger_knows(Debugger *d, const char *word, Text *name) {
    Named named = {word, name, false};
    machine_look(d->session.stage.machine, see_name, &named);
    return named.found;
}

// Of all that ever were in this interleaving.
static bool find_actor(Debugger *d, const char *name, Actor *out) {
    const Cast *cast = &d->session.stage.cast;
    session_story(&d->session);
    for (uint32_t i = 0; i < cast->count; i++)
        if (strcmp(text_string(&cast->names[cast->order[i]]), name) == 0) return *out = cast->order[i], true;
    return false;
}

bool debugger_who(Debugger *d, const char *word, Actor *out) {
    Text name = {0};
    if (!debugger_knows(d, word, &name)) text_add(&name, word);
    bool found = *word && find_actor(d, text_string(&name), out);
    if (!found) debugger_refuse(d, *word ? "nobody is called %s: state lists who there is" : "who?", word);
    text_free(&name);
    return found;
}

// --- asking ----------------------------------------------------------------------------------------------

static void see_shared(void *context, Sight *sight) {
    Text *known = context;
    size_t size = strcspn(text_string(&sight->name), " ");
    if (sight->kind == SIGHT_MAILBOX) return;
    text_format(known, "%c%.*s\n", sight->kind == SIGHT_TABLE ? 't' : 'p', (int)size, text_string(&sight->name));
}

// What Tab may complete here: a letter that says what it is, and a word.
static void add_known(Debugger *d, Text *out) {
    Stage *stage = &d->session.stage;
    for (uint32_t i = 0; i < stage->enabled_count; i++)
        text_format(out, "a%s\n", cast_name(&stage->cast, stage->enabled[i]));
    uint32_t count = machine_blocked_count(stage->machine);
    Actor *actors = memory_new((count + 1) * sizeof *actors);
    count = machine_processes(stage->machine, actors, count);
    for (uint32_t i = 0; i < count; i++) text_format(out, "p%s\n", cast_name(&stage->cast, actors[i]));
    memory_free(actors);
    machine_look(stage->machine, see_shared, out);
}

static bool ask(Debugger *d, Text *line) {
    Text question = {0}, prompt = {0}, known = {0};
    uint32_t ahead = session_ahead(&d->session);
    text_format(&prompt, "weft %u", session_at(&d->session));
    if (ahead) text_format(&prompt, "+%u", ahead);
    text_add(&prompt, "> ");
    add_known(d, &known);
    prompt_question(&question, &prompt, &known, &d->to_write);
    bool heard = jail_ask(&question, line) && prompt_heard(line);
    text_clear(&d->to_write);
    text_free(&question);
    text_free(&prompt);
    text_free(&known);
    return heard;
}

static void trim(Text *line) {
    while (line->size && strchr(" \t", line->data[line->size - 1])) line->data[--line->size] = 0;
}

static void obey(Debugger *d, const char *line) {
    const char *argument;
    size_t several;
    const Word *word = words_read(line, &argument, &several);
    if (word)
        word->run(d, argument);
    else if (several)
        debugger_refuse(d, "several words begin so: help lists all of them");
    else
        debugger_refuse(d, "there is no such word: help lists all of them");
}

static void greet(Debugger *d) {
    Stage *stage = &d->session.stage;
    uint32_t ahead = session_ahead(&d->session);
    if (ahead)
        show_line(&d->show, INK_PLAIN, "%u steps are ahead: forward, goto end, run; help lists all words", ahead);
    else
        show_line(&d->show, INK_PLAIN, "before the first step; %u can act: enabled, step, run; help lists all words",
                  stage->enabled_count);
}

int debugger_run(Debugger *d) {
    Text line = {0};
    bool trouble = false;
    show_init(&d->show, d->style, d->around.folders.items, d->around.folders.count);
    greet(d);
    show_flush(&d->show);
    while (!d->over && ask(d, &line)) {
        trim(&line);
        const char *said = text_string(line.size ? &line : &d->command);
        if (!*said || *said == '#') continue;
        d->trouble = false;
        obey(d, said);
        if (said != text_string(&d->command)) text_clear(&d->command), text_add(&d->command, said);
        show_flush(&d->show);
        trouble |= d->trouble;
    }
    text_free(&line);
    text_free(&d->command);
    text_free(&d->found);
    text_free(&d->to_write);
    memory_free(d->races);
    memory_free(d->race_ends);
    memory_free(d->race_turns);
    show_free(&d->show);
    stops_free(&d->stops);
    return trouble ? EXIT_UNABLE : EXIT_OK;
}
