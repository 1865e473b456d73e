#include "report/error.h"

#include <string.h>

#include "base/display.h"
#include "explore/witness/scene.h"
#include "report/columns.h"
#include "report/hint.h"
#include "report/quote.h"
#include "report/sample.h"
#include "report/waits.h"

enum { ROWS_TOLD = 30, FRAMES_TOLD = 5, QUOTES_MAX = 12, RACES_TOLD = 100 };
enum { LINES_OF_TERM = 4, TERM_MOST = 1 << 20 };   // of what a program has made: lines on a page, bytes in a report

typedef struct {
    Page *page;
    Sources *sources;
    const Report *report;
    const Finding *finding;
    uint32_t number;   // of the error, from 1
    bool whole;
    Wording wording;
    Quoted quotes[QUOTES_MAX];
    uint32_t quote_count;
} Telling;

static const StoryStep *step_at(const Finding *f, uint32_t number) { return &f->story.steps[number - 1]; }

// --- what happened -----------------------------------------------------------------------------------------

// With the name that --ignore-error takes, where that is another.
static void add_kind(FindingKind kind, Text *out) {
    text_add(out, report_trouble(kind));
    if (strcmp(report_trouble(kind), finding_names[kind]) != 0) text_format(out, " (%s)", finding_names[kind]);
}

// A process by its registered name, if it has one.
static const char *name_of(const Finding *f, const char *process) {
    for (uint32_t i = 0; i < f->story.process_count; i++) {
        const StoryProcess *other = &f->story.processes[i];
        if (other->registered.size && strcmp(text_string(&other->name), process) == 0)
            return text_string(&other->registered);
    }
    return process;
}

// "anna (P.1)", as the story has the one and the program the other.
static void add_name(const Finding *f, const char *process, Text *out) {
    const char *name = name_of(f, process);
    text_add(out, name);
    if (name != process) text_format(out, " (%s)", process);
}

static void add_place(Telling *t, const char *file, uint32_t line, Text *out) {
    const Source *source = sources_find(t->sources, file);
    if (line) text_format(out, " (%s:%u)", source ? source->path : file, line);
}

// What a program has made may have any size: as much of it as fits, and of more than a report holds, how much it is.
static void add_bounded(const Telling *t, const char *text, size_t size, Text *out) {
    size_t width = t->page->style.width, room = t->whole || !width ? TERM_MOST : LINES_OF_TERM * width;
    size_t fits = display_fit(text, size, room);
    text_add_bytes(out, text, fits);
    if (fits < size) text_add(out, page_glyph(t->page, GLYPH_CUT));
    if (fits < size && size > TERM_MOST) text_format(out, " (%zu bytes in all)", size);
}

// Where a process waits: in the project's own code if it is there, with the line of its receive. Returns the call of a
// library that it does there, NULL: none.
static const StoryStep *add_wait(Telling *t, const Waiting *w, Text *out) {
    const Story *story = &t->finding->story;
    const StoryStep *call = waits_call(story, story->length, text_string(&w->process), text_string(&w->function));
    Text words = {0};
    wording_tell_function(text_string(call ? &call->user_function : &w->function), &words);
    text_format(out, strncmp(text_string(&words), "fun in", 6) ? " waits in %s" : " waits in a %s",
                text_string(&words));
    text_free(&words);
    if (call)
        add_place(t, text_string(&call->user_file), call->user_line, out);
    else
        add_place(t, text_string(&w->file),
                  sources_receive(t->sources, text_string(&w->file), w->line, text_string(&w->function)), out);
    return call;
}

static void add_awaited(Telling *t, const StoryStep *call) {
    Text words = {0};
    wording_shorten(&t->wording, text_string(&call->call), &words);
    text_format(t->page->out, " for %s", text_string(&words));
    text_free(&words);
}

// The report has the messages as they are.
static void add_mailbox(Telling *t, const Text *mailbox) {
    Text told = {0};
    if (!t->whole) wording_tell_mailbox(&t->wording, text_string(mailbox), &told);
    const Text *shown = t->whole ? mailbox : &told;
    add_bounded(t, text_string(shown), shown->size, t->page->out);
    text_free(&told);
}

static void add_waiting(Telling *t) {
    for (uint32_t i = 0; i < t->finding->waiting_count; i++) {
        const Waiting *w = &t->finding->waiting[i];
        if (scene_is_function_of_hand(text_string(&w->function))) continue;
        text_add(t->page->out, "  ");
        add_name(t->finding, text_string(&w->process), t->page->out);
        const StoryStep *call = add_wait(t, w, t->page->out);
        if (call) add_awaited(t, call);
        text_add(t->page->out, w->messages ? "; in its mailbox: " : "; its mailbox is empty");
        if (w->messages) add_mailbox(t, &w->mailbox);
        text_add(t->page->out, "\n");
    }
}

static const Waiting *waiting_of(const Finding *f, const char *process) {
    for (uint32_t i = 0; i < f->waiting_count; i++)
        if (strcmp(text_string(&f->waiting[i].process), process) == 0) return &f->waiting[i];
    return NULL;
}

typedef bool FindChain(const Story *story, uint32_t steps, const char *process, Circle *chain);

static bool find_chain(const Finding *f, FindChain *find, Circle *chain) {
    for (uint32_t i = 0; i < f->waiting_count; i++)
        if (find(&f->story, f->story.length, text_string(&f->waiting[i].process), chain)) return true;
    return false;
}

// "account_a waits in a:handle_call/3 (a.erl:9) for account_b, which waits in ... for account_a", or for one that has
// ended.
static void add_chain(Telling *t) {
    const Finding *f = t->finding;
    Circle chain = {.count = 0};
    bool circle = find_chain(f, waits_circle, &chain);
    if (!circle && !find_chain(f, waits_for_ended, &chain)) return;
    Text text = {0};
    text_add(&text, name_of(f, chain.names[0]));
    for (uint32_t i = 0; i < chain.count - !circle; i++) {
        const Waiting *w = waiting_of(f, chain.names[i]);
        bool last = !circle && i + 2 == chain.count;
        text_add(&text, i ? ", which" : "");
        if (w)
            add_wait(t, w, &text);
        else
            text_add(&text, " waits");
        text_add(&text, " for ");
        if (last)
            add_name(f, chain.names[i + 1], &text);   // another one may have its name now
        else
            text_add(&text, name_of(f, chain.names[(i + 1) % chain.count]));
    }
    if (!circle) text_add(&text, ", which has ended");
    page_fill(t->page, 2);
    page_wrap(t->page, INK_PLAIN, text_string(&text), 2, 4);
    text_free(&text);
}

// Of those who are taken along, what runs the test is of no interest.
static bool is_end_of_hand(const Telling *t, const char *line, size_t size) {
    static const char begin[] = "  and takes along ";
    size_t before = sizeof begin - 1;
    if (t->whole || size <= before || strncmp(line, begin, before) != 0) return false;
    Text name = {0};
    text_add_bytes(&name, line + before, size - before);
    bool hand = scene_is_hand(&t->finding->story, text_string(&name));
    text_free(&name);
    return hand;
}

// Lines of which those that are frames of a trace may be too many.
static void add_lines(Telling *t, const char *line) {
    line += *line == '\n';
    for (uint32_t lines = 0; *line; lines++) {
        size_t size = strcspn(line, "\n");
        bool frame = strncmp(line, "  in ", 5) == 0, told = !is_end_of_hand(t, line, size);
        if (told && (t->whole || !frame || lines < FRAMES_TOLD))
            add_bounded(t, line, size, t->page->out), text_add(t->page->out, "\n");
        else if (told && lines == FRAMES_TOLD)
            text_format(t->page->out, "  %s\n", page_glyph(t->page, GLYPH_MORE));
        line += size + (line[size] == '\n');
    }
}

// What the first line of an assertion's details says.
static size_t message_size(const Finding *f) {
    const char *details = text_string(&f->details);
    bool has_message = f->kind == FINDING_ASSERTION && strncmp(details, "  ", 2) == 0 && details[2] != ' ';
    return has_message ? strcspn(details, "\n") : 0;
}

static void add_details(Telling *t) {
    if (t->finding->waiting_count)
        add_chain(t), add_waiting(t);
    else
        add_lines(t, text_string(&t->finding->details) + message_size(t->finding));
    add_lines(t, text_string(&t->finding->unnoticed));
}

// How much of "exit: {badarg,[{m,f,1,[{file,..." is not the trace, which is told in lines of its own.
static size_t size_without_trace(const Text *reason) {
    const char *trace = strstr(text_string(reason), ",[{");
    return trace && strstr(trace, "[{file,") ? (size_t)(trace - text_string(reason)) : reason->size;
}

// A reason may be a whole state of a server: as much of it as fits into a few lines.
static void add_reason(Telling *t, const char *before, const Text *reason) {
    size_t width = t->page->style.width, room = width ? LINES_OF_TERM * width : SIZE_MAX,
           told = size_without_trace(reason);
    if (!t->whole && told < reason->size && told < room) {
        text_format(t->page->out, "  %s%.*s,...}\n", before, (int)told, text_string(reason));
        return;
    }
    text_format(t->page->out, "  %s", before);
    add_bounded(t, text_string(reason), reason->size, t->page->out);
    text_add(t->page->out, "\n");
}

static void add_heading(Telling *t) {
    const Finding *f = t->finding;
    Text kind = {0};
    add_kind(f->kind, &kind);
    text_add(t->page->out, "\n");
    page_format(t->page, INK_ERROR, "error %u:", t->number);
    page_format(t->page, INK_STRONG, " %s%s", kind.data, f->timing ? ", a matter of timing" : "");
    text_free(&kind);
    if (message_size(f))
        page_format(t->page, INK_STRONG, ": %.*s", (int)message_size(f) - 2, text_string(&f->details) + 2);
    text_add(t->page->out, "\n");
    Text before = {0};
    if (f->kind == FINDING_ABNORMAL_EXIT) text_format(&before, "%s ends with ", text_string(&f->process));
    if (f->kind == FINDING_ASSERTION)
        text_format(t->page->out, "  of %s:\n", text_string(&f->process));
    else
        add_reason(t, text_string(&before), &f->reason);
    text_free(&before);
    add_details(t);
}

// --- where -------------------------------------------------------------------------------------------------

static Quoted *add_quote(Telling *t, const char *file, uint32_t line) {
    if (!line || t->quote_count == QUOTES_MAX) return NULL;
    Quoted *quote = &t->quotes[t->quote_count++];
    *quote = (Quoted){.file = file, .line = line};
    return quote;
}

static bool is_receive(const StoryStep *step) { return step->kind == ACTION_RECEIVE || step->kind == ACTION_TIMEOUT; }

// The call in the user's own code that a step is part of, as the source has it.
static void find_word(const StoryStep *step, Text *out) {
    const char *call = text_string(step->call.size ? &step->call : &step->what);
    wording_function(call, out);
}

// The end of a process has no place of its own: where it was last.
static const StoryStep *step_before(const Finding *f, uint32_t number) {
    const char *process = text_string(&step_at(f, number)->process);
    for (uint32_t i = number - 1; i > 0; i--)
        if (strcmp(text_string(&step_at(f, i)->process), process) == 0) return step_at(f, i);
    return step_at(f, number);
}

// What arrives was sent somewhere.
static const StoryStep *step_of_sending(const Finding *f, uint32_t number) {
    uint32_t message = step_at(f, number)->message;
    for (uint32_t i = 1; message && i < number; i++)
        if (step_at(f, i)->message == message && step_at(f, i)->kind != ACTION_DELIVERY) return step_at(f, i);
    return step_at(f, number);
}

static void label_step(Telling *t, uint32_t number, Text *label) {
    const StoryStep *step = step_at(t->finding, number);
    text_format(label, "step %u: %s", number, text_string(&step->process));
    if (step->kind == ACTION_DELIVERY) {
        const char *arrow = strstr(text_string(&step->process), "->");
        text_clear(label);
        text_format(label, "step %u: this arrives at %s", number, arrow ? arrow + 2 : text_string(&step->process));
    } else if (is_receive(step) || step->kind == ACTION_EXIT) {
        text_add(label, " ");
        wording_tell(&t->wording, step, label);
    } else if (step->kind == ACTION_CALL && !(step->call.size && step->library)) {
        Text result = {0};
        wording_tell_result(&t->wording, step, &result);
        bool value = strncmp(text_string(&result), " = ", 3) == 0;
        text_format(label, "%s%s", value ? " gets " : "", text_string(&result) + (value ? 3 : 0));
        text_free(&result);
    }
}

static void quote_step(Telling *t, uint32_t number, Text *word) {
    const StoryStep *step = step_at(t->finding, number);
    const char *file;
    uint32_t line = sources_place(t->sources, step, &file);
    if (!line && step->kind == ACTION_EXIT)
        line = sources_place(t->sources, step = step_before(t->finding, number), &file);
    if (!line && step->kind == ACTION_DELIVERY)
        line = sources_place(t->sources, step = step_of_sending(t->finding, number), &file);
    Quoted *quote = add_quote(t, file, line);
    if (!quote) return;
    find_word(step, word);
    quote->word = word->size ? text_string(word) : NULL;
    label_step(t, number, &quote->label);
}

// A racing step that raises what the process then crashes with is enough; what a library meets, it may rescue.
static bool is_raised_by(const StoryStep *step, const StoryStep *failure) {
    return step->raises && !step->library && strcmp(text_string(&step->process), text_string(&failure->process)) == 0;
}

static bool quote_as_failure(Telling *t, const StoryStep *failure) {
    const StoryRace *race = rows_race(t->finding);
    uint32_t steps[] = {race ? race->first : 0, race ? race->second : 0};
    const char *file;
    for (int i = 0; i < 2; i++) {
        if (!steps[i] || !is_raised_by(step_at(t->finding, steps[i]), failure)) continue;
        uint32_t line = sources_place(t->sources, step_at(t->finding, steps[i]), &file);
        for (uint32_t j = 0; j < t->quote_count; j++)
            if (line && t->quotes[j].line == line && strcmp(t->quotes[j].file, file) == 0)
                return t->quotes[j].main = true;
    }
    return false;
}

static void quote_failure(Telling *t) {
    const Finding *f = t->finding;
    const char *file;
    if (!f->story.failure) return;
    const StoryStep *step = step_at(f, f->story.failure);
    if (quote_as_failure(t, step)) return;
    Quoted *quote = add_quote(t, text_string(&step->user_file), sources_place(t->sources, step, &file));
    if (!quote) return;
    quote->file = file;
    quote->main = true;
    text_format(&quote->label, "step %u: %s ", f->story.failure, text_string(&step->process));
    wording_tell(&t->wording, step, &quote->label);
}

static bool same_place(const Waiting *a, const Waiting *b) {
    return a->line == b->line && strcmp(text_string(&a->file), text_string(&b->file)) == 0;
}

// All who wait at one place, as long as nothing lies in their mailboxes.
static void name_waiting(const Finding *f, uint32_t index, Text *out) {
    uint32_t others = 0, last = index;
    for (uint32_t i = index + 1; i < f->waiting_count; i++)
        if (same_place(&f->waiting[index], &f->waiting[i]) && !f->waiting[i].messages) others++, last = i;
    if (f->waiting[index].messages) others = 0;
    text_add(out, text_string(&f->waiting[index].process));
    if (others == 1)
        text_format(out, " and %s", text_string(&f->waiting[last].process));
    else if (others)
        text_format(out, " and %u others", others);
    text_add(out, others ? " wait here" : " waits here");
}

static bool is_named_with(const Finding *f, uint32_t index) {
    for (uint32_t i = 0; i < index; i++)
        if (!f->waiting[index].messages && !f->waiting[i].messages && same_place(&f->waiting[i], &f->waiting[index]))
            return true;
    return false;
}

static void quote_waiting(Telling *t) {
    for (uint32_t i = 0; i < t->finding->waiting_count; i++) {
        const Waiting *w = &t->finding->waiting[i];
        const char *file = text_string(&w->file);
        uint32_t line = sources_receive(t->sources, file, w->line, text_string(&w->function));
        Quoted *quote = is_named_with(t->finding, i) ? NULL : add_quote(t, file, line);
        if (!quote) continue;
        quote->main = i == 0 || w->messages;
        name_waiting(t->finding, i, &quote->label);
        if (!w->messages) continue;
        text_add(&quote->label, "; in its mailbox: ");
        Text told = {0};
        wording_tell_mailbox(&t->wording, text_string(&w->mailbox), &told);
        add_bounded(t, text_string(&told), told.size, &quote->label);
        text_free(&told);
    }
}

static void add_quotes(Telling *t) {
    const StoryRace *race = rows_race(t->finding);
    Text words[2] = {{0}, {0}};
    if (race) quote_step(t, race->first, &words[0]);
    if (race && race->second) quote_step(t, race->second, &words[1]);
    quote_failure(t);
    quote_waiting(t);
    size_t before = t->page->out->size;
    text_add(t->page->out, "\n");
    if (quote_show(t->page, t->sources, t->quotes, t->quote_count))
        text_add(t->page->out, "\n");
    else
        t->page->out->data[t->page->out->size = before] = 0;
    for (uint32_t i = 0; i < t->quote_count; i++) text_free(&t->quotes[i].label);
    text_free(&words[0]);
    text_free(&words[1]);
}

// --- why ---------------------------------------------------------------------------------------------------

static void add_label(Telling *t, const char *label) {
    page_fill(t->page, 2);
    page_ink(t->page, INK_NOTE, label);
    text_add(t->page->out, " ");
}

// A step on a line of its own, with where it is.
static void add_step(Telling *t, uint32_t number) {
    const StoryStep *step = step_at(t->finding, number);
    Text words = {0};
    const char *file;
    uint32_t line = sources_place(t->sources, step, &file);
    text_format(&words, "%s  ", text_string(&step->process));
    if (step->call.size && step->library)
        rows_tell_call(&t->wording, &t->finding->story, 1, number, &words);
    else
        wording_tell(&t->wording, step, &words);
    if (line) text_format(&words, "  (%s:%u)", file, line);
    page_format(t->page, INK_FAINT, "%8u  ", number);
    page_wrap(t->page, INK_RACE, text_string(&words), 10, 14);
    text_free(&words);
}

// Of a lost update, the write that loses the other one.
static void add_outdated(Telling *t, const StoryRace *race) {
    uint32_t step = hint_outdated(t->finding);
    if (!step) return;
    text_format(t->page->out, "  and then, by what was read at step %u:\n", race->first);
    add_step(t, step);
}

// The two steps as they are in the story.
static void add_race(Telling *t, const StoryRace *race) {
    if (race->second) {
        add_label(t, "the race:");
        text_format(t->page->out, "with step %u before step %u the test passes\n", race->second, race->first);
        add_step(t, race->first);
        add_step(t, race->second);
        add_outdated(t, race);
    } else {
        add_label(t, "the race:");
        text_format(t->page->out, "if this comes before step %u, which takes away the chance, the test passes\n",
                    race->first);
        page_fill(t->page, 10);
        Text late = {0};
        wording_shorten(&t->wording, text_string(&race->late), &late);
        page_wrap(t->page, INK_RACE, text_string(&late), 10, 14);
        text_free(&late);
        add_step(t, race->first);
    }
}

static void add_cause(Telling *t) {
    const Finding *f = t->finding;
    switch (f->cause) {
    case CAUSE_RACE: add_race(t, rows_race(f)); return;
    case CAUSE_NO_RACE: text_add(t->page->out, "  no race: nothing in it could happen in another order\n"); return;
    case CAUSE_ALWAYS: text_add(t->page->out, "  no race to blame: every interleaving fails\n"); return;
    case CAUSE_GAVE_UP: text_add(t->page->out, "  the race to blame was not found within the limits\n"); return;
    case CAUSE_UNKNOWN: return;
    }
}

static void add_frequency(Telling *t) {
    const Report *r = t->report;
    const Finding *f = t->finding;
    Text text = {0}, *out = &text;
    if (r->replayed && f->doom == DOOM_UNKNOWN) return;
    const RandomResult *runs = r->drawn ? r->drawn : r->sampled;
    uint64_t all = runs ? runs->runs : r->search.explored;
    if (!r->replayed)
        text_format(out, "in %llu of %llu %s%s%s", (unsigned long long)f->count, (unsigned long long)all,
                    r->drawn ? "run" : report_unit(r), text_plural(all),
                    r->drawn             ? " drawn by chance"
                    : r->sampled         ? " sampled"
                    : r->search.complete ? ""
                                         : " explored so far");
    if (r->bound != BOUND_NONE) {
        text_add(out, "; it takes ");
        report_cost(r, f->cost, out);
    }
    if (f->doom != DOOM_UNKNOWN) {
        if (!r->replayed) text_add(out, "; ");
        const char *what = f->doom == DOOM_SAME ? "it cannot be avoided" : "it cannot pass any more";
        if (f->doomed)
            text_format(out, "after step %u %s", f->doomed, what);
        else
            text_add(out, "from the start it cannot pass");
    }
    add_label(t, "how often:");
    page_wrap(t->page, INK_PLAIN, text_string(&text), 13, 4);
    text_free(&text);
}

static void add_timing(Telling *t) {
    Text text = {0};
    if (report_timing(t->report, t->finding, &text)) {
        add_label(t, "timing:");
        page_wrap(t->page, INK_PLAIN, text_string(&text), 10, 4);
    }
    text_free(&text);
}

// Of a test among others that fails in each interleaving: it may need something that is not there, whatever the
// schedule.
static const char *advice_without_race(const Telling *t) {
    bool schedule = t->finding->cause != CAUSE_NO_RACE && t->finding->cause != CAUSE_ALWAYS;
    if (!schedule && strstr(text_string(&t->finding->reason), "not_alive"))
        return "the node that it runs on has no name: --node NAME gives it one, as -sname does for erl. Nodes that it "
               "starts are simulated.";
    if (schedule || !t->report->title || t->report->replayed) return NULL;
    if (strstr(text_string(&t->finding->reason), "noconnection") ||
        strstr(text_string(&t->finding->reason), "no connection"))
        return "a node that it talks to is not there. weft simulates the nodes that a test or its fixtures start, not "
               "those that a test_helper.exs or somebody else has started.";
    return "it fails without any race. Does it pass on erl alone, and does it need an earlier test? weft runs each "
           "test by itself.";
}

static void add_help(Telling *t) {
    const char *known = hint_for(t->finding), *hint = known ? known : advice_without_race(t);
    if (!hint) return;
    text_add(t->page->out, "\n");
    add_label(t, "help:");
    page_wrap(t->page, INK_PLAIN, hint, 8, 8);
}

// --- how ---------------------------------------------------------------------------------------------------

// Of a test that something else runs, only those of the test itself.
static uint32_t count_switches(const Finding *f) {
    const Story *story = &f->story;
    const StoryStep *before = NULL;
    uint32_t count = 0, end = story->failure ? story->failure : story->length;
    if (!story->staged) return f->switches;
    for (uint32_t i = story->before; i < end; i++) {
        const StoryStep *step = &story->steps[i];
        if (step->offstage) continue;
        count += before && strcmp(text_string(&before->process), text_string(&step->process)) != 0;
        before = step;
    }
    return count;
}

static void add_story(Telling *t) {
    const Finding *f = t->finding;
    uint32_t switches = t->whole ? f->switches : count_switches(f);
    Rows rows;
    text_add(t->page->out, "\n");
    add_label(t, "how it comes about");
    text_format(t->page->out, "(%u switch%s):\n", switches, switches == 1 ? "" : "es");
    rows_choose(&rows, f, &t->wording, t->whole ? ROWS_ALL : ROWS_TOLD);
    columns_show(t->page, t->sources, f, &rows, &t->wording);
    rows_free(&rows);
}

static void add_all_races(Telling *t) {
    const Finding *f = t->finding;
    Text *out = t->page->out;
    text_format(
        out, "\n  %s:\n",
        f->race_count ? "all races of this interleaving, latest first" : "there is no race in this interleaving");
    for (uint32_t i = 0; i < f->race_count && (t->whole || i < RACES_TOLD); i++) {
        const StoryRace *race = &f->races[i];
        if (race->second)
            text_format(out, "    steps %u and %u could be the other way round\n", race->first, race->second);
        else
            text_format(out, "    step %u takes away the chance of another one\n", race->first);
        add_step(t, race->first);
        if (race->second)
            add_step(t, race->second);
        else
            text_format(out, "          %s\n", text_string(&race->late));
    }
    if (!t->whole && f->race_count > RACES_TOLD) text_format(out, "    and %u more\n", f->race_count - RACES_TOLD);
    if (f->passing.length) text_format(out, "  passes: %s\n", text_string(&f->passing.names));
}

static void show(Telling *t) {
    const Finding *f = t->finding;
    add_heading(t);
    uint32_t before = f->story.length && !t->whole ? report_told_before(t->report, f) : 0;
    if (before) {
        add_frequency(t);
        add_label(t, "how it comes about:");
        text_format(t->page->out, "as error %u, in the same interleaving\n", before);
    } else if (f->story.length) {
        add_quotes(t);
        add_cause(t);
        add_timing(t);
        add_frequency(t);
        add_story(t);
        if (t->report->sampled || t->report->drawn || t->report->states) sample_tries(f, t->page->out);
        add_help(t);
        if (t->report->show_races || t->whole) add_all_races(t);
    } else {
        add_frequency(t);
    }
    wording_free(&t->wording);
}

void error_show(Page *page, Sources *sources, const Report *r, uint32_t index) {
    Telling telling = {
        .page = page, .sources = sources, .report = r, .finding = &r->findings->findings[index], .number = index + 1};
    show(&telling);
}

void error_show_whole(Page *page, Sources *sources, const Report *r, uint32_t index) {
    Telling telling = {.page = page,
                       .sources = sources,
                       .report = r,
                       .finding = &r->findings->findings[index],
                       .number = index + 1,
                       .whole = true};
    show(&telling);
}
