#include "debug/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/lines.h"

// --- moving ----------------------------------------------------------------------------------------------

static bool read_number(Debugger *d, const char *argument, uint32_t usual, uint32_t *out) {
    char *end;
    unsigned long number = strtoul(argument, &end, 10);
    *out = *argument ? (number > UINT32_MAX ? UINT32_MAX : (uint32_t)number) : usual;
    if (*argument && (*end || number == 0)) return debugger_refuse(d, "a number is wanted, not %s", argument), false;
    return true;
}

static bool is_at_end(Debugger *d) {
    if (d->session.stage.enabled_count) return false;
    debugger_tell_end(d);
    return true;
}

typedef struct {
    uint32_t most;   // steps
    bool along;      // what is ahead only
} Way;

// Why it stopped; empty: because it was far enough.
static void go_on(Debugger *d, const Way *way, Text *why) {
    Session *s = &d->session;
    for (uint32_t i = 0; i < way->most && s->stage.enabled_count; i++) {
        Actor actor;
        if (!session_next(s, &actor)) {
            if (way->along) return;
            actor = stage_usual(&s->stage);
        }
        const Stop *stop = i ? stops_before(&d->stops, s, actor) : NULL;
        if (stop) {
            text_format(why, "%s is next", text_string(&stop->said));
            return;
        }
        session_step(s, actor);
        stop = stops_after(&d->stops, s, why);
        if (stop || interrupt_signal()) {
            if (!stop) text_add(why, "interrupted");
            return;
        }
    }
}

enum { STEPS_SHOWN = 40 };

// The steps since then; of many, the last ones.
static void show_way(Debugger *d, uint32_t from) {
    uint32_t at = session_at(&d->session);
    if (at - from > STEPS_SHOWN) {
        show_line(&d->show, INK_FAINT, "%u steps, of which the last %d are:", at - from, STEPS_SHOWN / 2);
        from = at - STEPS_SHOWN / 2;
    }
    if (at > from) show_steps(&d->show, &d->session, from + 1, at);
}

static void move(Debugger *d, const Way *way) {
    uint32_t from = session_at(&d->session);
    Text why = {0};
    stops_look(&d->stops, &d->session);
    go_on(d, way, &why);
    show_way(d, from);
    if (why.size) show_line(&d->show, INK_WARNING, "stopped: %s", text_string(&why));
    if (!d->session.stage.enabled_count) debugger_tell_end(d);
    text_free(&why);
}

static bool choose_actor(Debugger *d, const char *argument, Actor *actor) {
    Stage *stage = &d->session.stage;
    char *end;
    unsigned long number = strtoul(argument, &end, 10);
    Text name = {0};
    bool found = true;
    if (!*argument)
        *actor = NO_ACTOR;
    else if (!*end && number > 0 && number <= stage->enabled_count)
        *actor = stage->enabled[number - 1];
    else if (!*end)
        found = (debugger_refuse(d, "%u can act here: enabled lists them", stage->enabled_count), false);
    else if (!stage_find(stage, argument, strlen(argument), actor) &&
             !(debugger_knows(d, argument, &name) && stage_find(stage, text_string(&name), name.size, actor)))
        found =
            (debugger_refuse(d, "%s cannot act here: enabled lists who can, why %s says why not", argument, argument),
             false);
    text_free(&name);
    return found;
}

static void word_step(Debugger *d, const char *argument) {
    Actor actor;
    uint32_t from = session_at(&d->session);
    if (is_at_end(d) || !choose_actor(d, argument, &actor)) return;
    if (actor == NO_ACTOR && !session_next(&d->session, &actor)) actor = stage_usual(&d->session.stage);
    Text why = {0};
    stops_look(&d->stops, &d->session);
    session_step(&d->session, actor);
    stops_after(&d->stops, &d->session, &why);
    show_way(d, from);
    if (why.size) show_line(&d->show, INK_WARNING, "%s", text_string(&why));
    text_free(&why);
    is_at_end(d);
}

static void word_run(Debugger *d, const char *argument) {
    Way way = {0};
    uint32_t depth = semantics_depth(d->semantics);
    if (is_at_end(d) || !read_number(d, argument, depth, &way.most)) return;
    move(d, &way);
    if (!*argument && d->session.stage.enabled_count && !d->trouble && session_at(&d->session) >= depth)
        show_line(&d->show, INK_FAINT, "run goes on for %u steps at most (--depth-bound)", depth);
}

static void word_until(Debugger *d, const char *argument) {
    Error err;
    Way way = {.most = semantics_depth(d->semantics)};
    if (!*argument) {
        debugger_refuse(d, "until what? help break says what can be said");
        return;
    }
    if (is_at_end(d)) return;
    if (!stops_add(&d->stops, argument, false, true, &d->session, &err)) {
        debugger_refuse(d, "%s", err.text);
        return;
    }
    move(d, &way);
    stops_remove_once(&d->stops);
}

static void word_back(Debugger *d, const char *argument) {
    uint32_t steps, at = session_at(&d->session);
    if (!read_number(d, argument, 1, &steps)) return;
    if (at == 0) {
        debugger_refuse(d, "this is the start");
        return;
    }
    session_go(&d->session, steps < at ? at - steps : 0);
    at = session_at(&d->session);
    if (at)
        show_steps(&d->show, &d->session, at, at);
    else
        show_line(&d->show, INK_PLAIN, "at the start");
}

static void word_forward(Debugger *d, const char *argument) {
    Way way = {.along = true};
    if (!read_number(d, argument, 1, &way.most)) return;
    if (!session_ahead(&d->session)) {
        debugger_refuse(d, "nothing is ahead: step and run go on");
        return;
    }
    move(d, &way);
}

static void word_go_to(Debugger *d, const char *argument) {
    uint32_t step = 0, known = d->session.line.count;
    if (strcmp(argument, "end") == 0)
        step = known;
    else if (strcmp(argument, "start") != 0 && strcmp(argument, "0") != 0 &&
             !read_number(d, *argument ? argument : "?", 0, &step))
        return;
    if (step > known) {
        debugger_refuse(d, "only %u steps are known: run goes on from there", known);
        return;
    }
    session_go(&d->session, step);
    if (step)
        show_steps(&d->show, &d->session, step, step);
    else
        show_line(&d->show, INK_PLAIN, "at the start");
    if (!d->session.stage.enabled_count) debugger_tell_end(d);
}

// --- stopping --------------------------------------------------------------------------------------------

static void list_stops(Debugger *d) {
    if (!d->stops.stops.count) show_line(&d->show, INK_PLAIN, "nothing stops it");
    for (uint32_t i = 0; i < d->stops.stops.count; i++) {
        const Stop *stop = &d->stops.stops.items[i];
        show_line(&d->show, INK_PLAIN, "%5u  %s %s", stop->number, stop->kind == STOP_WATCH ? "watch" : "break",
                  text_string(&stop->said));
    }
}

static void add_stop(Debugger *d, const char *argument, bool watch) {
    Error err;
    if (!*argument) {
        list_stops(d);
        return;
    }
    if (!stops_add(&d->stops, argument, watch, false, &d->session, &err)) {
        debugger_refuse(d, "%s", err.text);
        return;
    }
    const Stop *stop = array_last(&d->stops.stops);
    show_line(&d->show, INK_PLAIN, "%s %u: %s%s%s", watch ? "watch" : "break", stop->number, argument,
              watch ? " is " : "", watch ? text_string(&stop->value) : "");
}

static void word_break_at(Debugger *d, const char *argument) { add_stop(d, argument, false); }
static void word_watch(Debugger *d, const char *argument) { add_stop(d, argument, true); }

static void word_delete_stop(Debugger *d, const char *argument) {
    uint32_t number;
    if (!*argument) {
        while (d->stops.stops.count) stops_remove(&d->stops, d->stops.stops.items[0].number);
        return;
    }
    if (read_number(d, argument, 0, &number) && !stops_remove(&d->stops, number))
        debugger_refuse(d, "there is no break or watch %u", number);
}

// --- looking ---------------------------------------------------------------------------------------------

static void word_enabled(Debugger *d, const char *argument) {
    Stage *stage = &d->session.stage;
    Actor next = NO_ACTOR;
    (void)argument;
    bool ahead = session_next(&d->session, &next);
    for (uint32_t i = 0; i < stage->enabled_count; i++) {
        StoryStep step = {0};
        show_foretell(stage, stage->enabled[i], &step);
        bool is_next = ahead && stage->enabled[i] == next;
        show_step(&d->show, i + 1, is_next ? page_glyph(&d->show.page, GLYPH_TO) : "", INK_PLAIN, &step);
        story_step_free(&step);
    }
    is_at_end(d);
}

typedef struct {
    Debugger *debugger;
    SightKind kind;
    const char *name;   // NULL: all
    uint32_t seen;
} Sought;

static void see(void *context, Sight *sight) {
    Sought *sought = context;
    Show *show = &sought->debugger->show;
    const char *name = text_string(&sight->name);
    size_t size = sought->name ? strlen(sought->name) : 0;
    bool wanted = !sought->name || (strncmp(name, sought->name, size) == 0 && (!name[size] || name[size] == ' '));
    if (sight->kind != sought->kind || !wanted) return;
    sought->seen++;
    if (sight->kind == SIGHT_NAME) {
        show_line(show, INK_PLAIN, "  %s is %s", name, text_string(&sight->owner));
        return;
    }
    if (sight->kind == SIGHT_TABLE)
        show_line(show, INK_PLAIN, "  %s, %u object%s, of %s%s", name, sight->total, text_plural(sight->total),
                  text_string(&sight->owner), sight->total ? ":" : "");
    show_lines(show, "    ", text_string(&sight->items));
    if (sight->shown < sight->total) show_line(show, INK_FAINT, "    and %u more", sight->total - sight->shown);
}

static uint32_t look_at(Debugger *d, SightKind kind, const char *name) {
    Sought sought = {d, kind, name, 0};
    machine_look(d->session.stage.machine, see, &sought);
    return sought.seen;
}

static void add_process_role(Debugger *d, Actor actor, Text *out) {
    ProcessSight sight;
    machine_process(d->session.stage.machine, actor, &sight);
    const Story *story = session_story(&d->session);
    const char *name = cast_name(&d->session.stage.cast, actor);
    for (uint32_t i = 0; i < story->process_count; i++)
        if (strcmp(text_string(&story->processes[i].name), name) == 0)
            wording_tell_function(text_string(&story->processes[i].initial), out);
    if (!out->size) wording_tell_function(text_string(&sight.initial), out);
    if (sight.registered.size) text_format(out, ", %s", text_string(&sight.registered));
    process_sight_free(&sight);
}

static void tell_place(Debugger *d, const Blocked *b) {
    if (stage_can(&d->session.stage, b->actor)) {
        StoryStep next = {0};
        Text told = {0};
        show_foretell(&d->session.stage, b->actor, &next);
        show_words(&d->show, &next, &told);
        show_line(&d->show, INK_PLAIN, "    is about to: %s", text_string(&told));
        text_free(&told);
        story_step_free(&next);
        return;
    }
    const char *file = text_string(&b->file), *slash = strrchr(file, '/');
    uint32_t line = sources_receive(&d->show.sources, file, b->line, text_string(&b->function));
    Text function = {0};
    wording_tell_function(text_string(&b->function), &function);
    show_line(&d->show, INK_PLAIN, "    waits in %s (%s:%u)", text_string(&function), slash ? slash + 1 : file, line);
    text_free(&function);
}

static void tell_process(Debugger *d, const Blocked *b) {
    Text role = {0};
    add_process_role(d, b->actor, &role);
    show_line(&d->show, INK_STRONG, "  %s: %s", cast_name(&d->session.stage.cast, b->actor), text_string(&role));
    tell_place(d, b);
    if (b->messages) show_line(&d->show, INK_PLAIN, "    mailbox: %s", text_string(&b->mailbox));
    text_free(&role);
}

static void tell_processes(Debugger *d, Actor only) {
    Machine *machine = d->session.stage.machine;
    session_story(&d->session);
    uint32_t count = machine_blocked_count(machine);
    for (uint32_t i = 0; i < count; i++) {
        Blocked b;
        machine_blocked(machine, i, &b);
        if (only == NO_ACTOR || only == b.actor) tell_process(d, &b);
        blocked_free(&b);
    }
}

static void tell_value(Debugger *d, const char *what, const char *expression) {
    Text value = {0};
    bool good = machine_evaluate(d->session.stage.machine, expression, &value);
    if (good && strcmp(text_string(&value), "[]") != 0)
        show_line(&d->show, INK_PLAIN, "  %s: %s", what, text_string(&value));
    text_free(&value);
}

static void word_state(Debugger *d, const char *argument) {
    (void)argument;
    tell_processes(d, NO_ACTOR);
    look_at(d, SIGHT_NAME, NULL);
    look_at(d, SIGHT_TABLE, NULL);
    tell_value(d, "facts", "facts()");
    tell_value(d, "in flight", "in_flight()");
}

static void word_process(Debugger *d, const char *argument) {
    Actor actor;
    if (!debugger_who(d, argument, &actor)) return;
    tell_processes(d, actor);
    static const char *const parts[] = {"dictionary", "links", "monitors"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        Text expression = {0}, what = {0};
        text_format(&expression, "%s(%s)", parts[i], cast_name(&d->session.stage.cast, actor));
        text_format(&what, "  %s", parts[i]);
        tell_value(d, text_string(&what), text_string(&expression));
        text_free(&expression);
        text_free(&what);
    }
}

static void word_mailbox(Debugger *d, const char *argument) {
    Actor actor;
    if (!debugger_who(d, argument, &actor)) return;
    if (!look_at(d, SIGHT_MAILBOX, cast_name(&d->session.stage.cast, actor)))
        show_line(&d->show, INK_PLAIN, "  it is empty");
}

static void word_table(Debugger *d, const char *argument) {
    if (look_at(d, SIGHT_TABLE, *argument ? argument : NULL)) return;
    if (*argument)
        debugger_refuse(d, "there is no table %s here", argument);
    else
        show_line(&d->show, INK_PLAIN, "  there is no table");
}

static void word_in_flight(Debugger *d, const char *argument) {
    Text signals = {0};
    (void)argument;
    machine_signals(d->session.stage.machine, &signals);
    show_lines(&d->show, "  ", signals.size ? text_string(&signals) : "all that was sent has arrived and is handled");
    text_free(&signals);
}

static void word_story(Debugger *d, const char *argument) {
    uint32_t at = session_at(&d->session), known = d->session.line.count;
    (void)argument;
    if (at) show_steps(&d->show, &d->session, 1, at);
    if (at < known) show_line(&d->show, INK_NOTE, "%s ahead:", at ? "here;" : "at the start;");
    if (at < known) show_steps(&d->show, &d->session, at + 1, known);
    if (!known) show_line(&d->show, INK_PLAIN, "nothing has happened yet");
}

static void word_eval(Debugger *d, const char *argument) {
    Text value = {0};
    if (!*argument)
        debugger_refuse(d, "eval what?");
    else if (machine_evaluate(d->session.stage.machine, argument, &value))
        show_line(&d->show, INK_PLAIN, "%s", text_string(&value));
    else
        debugger_refuse(d, "%s", text_string(&value));
    text_free(&value);
}

// --- the rest --------------------------------------------------------------------------------------------

// The file is written outside, by who heard its name from the user (prompt.h).
static void word_save(Debugger *d, const char *argument) {
    Text options = {0};
    if (!*argument) {
        debugger_refuse(d, "save where? say which file");
        return;
    }
    Story so_far = *session_story(&d->session);
    so_far.length = session_at(&d->session);
    text_clear(&d->to_write);
    Findings none = {0};
    Surroundings around = {0};
    Report report = surroundings_begin(&around, d->program, &none, "debug");
    report_schedule(&report, &so_far, &d->to_write);
    surroundings_free(&around);
    text_free(&options);
}

static void word_quit(Debugger *d, const char *argument) {
    (void)argument;
    d->over = true;
}

static void tell_word(Debugger *d, const Word *word) {
    Page *page = &d->show.page;
    show_line(&d->show, INK_STRONG, "%s %s", word->name, word->arguments);
    page_fill(page, 2);
    page_wrap(page, INK_PLAIN, word->about, 2, 2);
    if (*word->more) page_fill(page, 2), page_wrap(page, INK_PLAIN, word->more, 2, 2);
    show_line(&d->show, INK_FAINT, "  short: %s", word->shortly);
}

static void word_help(Debugger *d, const char *argument) {
    size_t several;
    const Word *word = *argument ? words_find(argument, strlen(argument), &several) : NULL;
    if (*argument && !word) {
        debugger_refuse(d, "there is no word %s: help lists them", argument);
        return;
    }
    if (word) {
        tell_word(d, word);
        return;
    }
    for (word = debug_words; word->name; word++) {
        Text usage = {0};
        text_format(&usage, "%s %s", word->name, word->arguments);
        text_format(&d->show.out, "  %-20s %-3s %s\n", text_string(&usage), word->shortly, word->about);
        text_free(&usage);
    }
    show_line(&d->show, INK_FAINT,
              "WHO is a name of stories (P.1) or a registered one. An empty line says the last word again.");
}

#define word_why debugger_why
#define word_race debugger_race
#define word_swap debugger_swap
#define word_check debugger_check
#define word_take debugger_take

const Word debug_words[] = {
#define WORD(function, name, shortly, arguments, takes, about, more) \
    {name, shortly, arguments, takes, about, more, word_##function},
#include "debug/word.def"
#undef WORD
    {0},
};

const Word *words_find(const char *text, size_t size, size_t *several) {
    const Word *found = NULL;
    *several = 0;
    for (const Word *word = debug_words; word->name; word++) {
        bool exact = strncmp(word->name, text, size) == 0 && !word->name[size];
        if (exact || (strncmp(word->shortly, text, size) == 0 && !word->shortly[size])) return *several = 1, word;
        if (strncmp(word->name, text, size) == 0) found = word, ++*several;
    }
    return *several == 1 ? found : NULL;
}

const Word *words_read(const char *line, const char **argument, size_t *several) {
    line += strspn(line, " \t");
    size_t size = strcspn(line, " \t");
    *argument = line + size + strspn(line + size, " \t");
    *several = 0;
    return size ? words_find(line, size, several) : NULL;
}
