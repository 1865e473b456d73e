// Why a step could happen, why a process waits, and which steps could have come in another order.
#include <stdlib.h>
#include <string.h>

#include "debug/debugger.h"
#include "report/waits.h"

// --- why a step ------------------------------------------------------------------------------------------

// What two steps have to do with each other. Of several things the first, but rather none that only tables' walks have.
static bool find_conflict(const Action *first, const Action *second, Access *a, Access *b) {
    bool found = false;
    for (uint32_t i = 0; i < first->touched_count; i++)
        for (uint32_t j = 0; j < second->touched_count; j++) {
            if (!access_conflicts(first->touched[i], second->touched[j])) continue;
            if (found && !machine_object_is_plain(first->touched[i].object)) continue;
            *a = first->touched[i], *b = second->touched[j], found = true;
            if (machine_object_is_plain(a->object)) return true;
        }
    return found;
}

static bool is_taken(Access sent, Access taken) {
    return sent.kind == ACCESS_SEND && taken.kind > ACCESS_SEND && sent.value && sent.value == taken.value;
}

static void add_object(Debugger *d, uint64_t object, Text *out) {
    Actor owner;
    text_format(out, "the %s", machine_object(object));
    if (machine_object_owner(d->session.stage.machine, object, &owner))
        text_format(out, " of %s", cast_name(&d->session.stage.cast, owner));
}

static void add_relation(Debugger *d, const Step *steps, uint32_t first, uint32_t second, Text *out) {
    Access a, b;
    bool conflict = find_conflict(steps[first].action, steps[second].action, &a, &b);
    if (steps[second].previous == first + 1)
        text_add(out, "its own step before");
    else if (steps[second].enabler == first + 1 || (conflict && is_taken(a, b)))
        text_add(out, "it takes what this sends");
    else if (conflict && access_begins(a))
        text_add(out, "it could not be without this");
    else if (conflict)
        text_add(out, "both touch "), add_object(d, a.object, out);
    else
        text_add(out, "it has to come first");
}

// The steps right before one in the order of what depends on what: those that no other one of them comes after.
static void tell_reasons(Debugger *d, const Execution *execution, uint32_t position) {
    ARRAY(uint32_t) reasons = {0};
    for (uint32_t i = position; i-- > 0;) {
        bool between = false;
        if (!execution_before(execution, i, position)) continue;
        for (uint32_t j = 0; j < reasons.count && !between; j++)
            between = execution_before(execution, i, reasons.items[j]);
        if (!between) array_push(&reasons, i);
    }
    for (uint32_t i = 0; i < reasons.count; i++) {
        Text relation = {0};
        add_relation(d, execution->steps, reasons.items[i], position, &relation);
        show_line(&d->show, INK_NOTE, "  because of step %u: %s", reasons.items[i] + 1, text_string(&relation));
        show_step(&d->show, reasons.items[i] + 1, "", INK_PLAIN, &d->session.story.steps[reasons.items[i]]);
        text_free(&relation);
    }
    if (!reasons.count) show_line(&d->show, INK_NOTE, "  nothing had to come before it");
    array_free(&reasons);
}

static void tell_since(Debugger *d, const Execution *execution, uint32_t position) {
    const Step *step = &execution->steps[position];
    const Choice *choice = execution_choice(step, step->actor);
    if (!choice) return;
    if (choice->since == position)
        show_line(&d->show, INK_FAINT, "  it became possible just before");
    else
        show_line(&d->show, INK_FAINT, "  it was possible %s%.0d; %u step%s of others came in between",
                  choice->since ? "since step " : "from the start", (int)choice->since, position - choice->since,
                  text_plural(position - choice->since));
    uint32_t others = step->choice_count - 1;
    show_line(&d->show, INK_FAINT, "  %u other%s could have acted instead", others, text_plural(others));
}

static void why_step(Debugger *d, uint32_t number) {
    Execution execution;
    session_story(&d->session);
    show_step(&d->show, number, "", INK_STRONG, &d->session.story.steps[number - 1]);
    session_execution(&d->session, &execution);
    tell_reasons(d, &execution, number - 1);
    tell_since(d, &execution, number - 1);
    execution_free(&execution);
    session_return(&d->session);
}

// --- why a process is where it is ------------------------------------------------------------------------

static const StoryProcess *process_of(Debugger *d, const char *name) {
    const Story *story = session_story(&d->session);
    for (uint32_t i = 0; i < story->process_count; i++)
        if (strcmp(text_string(&story->processes[i].name), name) == 0) return &story->processes[i];
    return NULL;
}

static uint32_t last_step_of(Debugger *d, const char *name) {
    const Story *story = session_story(&d->session);
    for (uint32_t i = session_at(&d->session); i > 0; i--)
        if (strcmp(text_string(&story->steps[i - 1].process), name) == 0) return i;
    return 0;
}

static void why_ready(Debugger *d, Actor actor) {
    Execution execution;
    StoryStep next = {0};
    show_foretell(&d->session.stage, actor, &next);
    show_line(&d->show, INK_PLAIN, "it can act:");
    show_step(&d->show, 0, "", INK_STRONG, &next);
    session_execution(&d->session, &execution);
    const Choice *choice = execution_choice(execution_top(&execution), actor);
    uint32_t since = choice ? choice->since : 0;
    execution_free(&execution);
    session_return(&d->session);
    if (since)
        show_line(&d->show, INK_NOTE, "since step %u:", since), show_steps(&d->show, &d->session, since, since);
    else
        show_line(&d->show, INK_NOTE, "from the start");
    story_step_free(&next);
}

static void tell_circle(Debugger *d, const char *name) {
    Circle circle = {.count = 0};
    uint32_t at = session_at(&d->session);
    if (!waits_circle(session_story(&d->session), at, name, &circle)) return;
    Text line = {0};
    text_add(&line, circle.names[0]);
    for (uint32_t i = 0; i < circle.count; i++)
        text_format(&line, "%s waits for %s", i ? ", which" : "", circle.names[(i + 1) % circle.count]);
    show_line(&d->show, INK_ERROR, "  in a circle: %s", text_string(&line));
    text_free(&line);
}

static void tell_asked(Debugger *d, const char *name, const Blocked *blocked) {
    const Story *story = session_story(&d->session);
    uint32_t at = session_at(&d->session);
    const StoryStep *asked = waits_call(story, at, name, text_string(&blocked->function));
    if (!asked) asked = waits_asked(story, at, name);
    if (!asked) return;
    show_line(&d->show, INK_NOTE, "  what it sent last has had no answer:");
    show_step(&d->show, (uint32_t)(asked - story->steps) + 1, "", INK_PLAIN, asked);
}

static void why_waiting(Debugger *d, const char *name, const Blocked *blocked) {
    uint32_t last = last_step_of(d, name);
    const char *file = text_string(&blocked->file);
    uint32_t line = sources_receive(&d->show.sources, file, blocked->line, text_string(&blocked->function));
    const char *slash = strrchr(file, '/');
    Text function = {0};
    wording_tell_function(text_string(&blocked->function), &function);
    show_line(&d->show, INK_PLAIN, "%s waits in %s (%s:%u), since %s%.0u", name, text_string(&function),
              slash ? slash + 1 : file, line, last ? "step " : "the start", last);
    text_free(&function);
    if (blocked->messages)
        show_line(&d->show, INK_WARNING, "  %u message%s that its receive does not take: %s", blocked->messages,
                  text_plural(blocked->messages), text_string(&blocked->mailbox));
    else
        show_line(&d->show, INK_PLAIN, "  its mailbox is empty");
    tell_asked(d, name, blocked);
    tell_circle(d, name);
}

static bool find_blocked(Debugger *d, Actor actor, Blocked *out) {
    Machine *machine = d->session.stage.machine;
    uint32_t count = machine_blocked_count(machine);
    for (uint32_t i = 0; i < count; i++) {
        machine_blocked(machine, i, out);
        if (out->actor == actor) return true;
        blocked_free(out);
    }
    return false;
}

static void why_ended(Debugger *d, const char *name) {
    const StoryProcess *process = process_of(d, name);
    if (!process || !process->ended || process->ended > session_at(&d->session)) {
        debugger_refuse(d, "%s is neither able to act, nor does it wait", name);
        return;
    }
    show_line(&d->show, INK_PLAIN, "%s has ended with step %u: %s", name, process->ended,
              text_string(&process->ending));
    why_step(d, process->ended);
}

static void why_process(Debugger *d, Actor actor) {
    Blocked blocked;
    Text name = {0};
    text_add(&name, cast_name(&d->session.stage.cast, actor));
    if (stage_can(&d->session.stage, actor))
        why_ready(d, actor);
    else if (find_blocked(d, actor, &blocked))
        why_waiting(d, text_string(&name), &blocked), blocked_free(&blocked);
    else
        why_ended(d, text_string(&name));
    text_free(&name);
}

void debugger_why(Debugger *d, const char *argument) {
    Actor actor;
    char *end;
    unsigned long number = *argument ? strtoul(argument, &end, 10) : session_at(&d->session);
    bool is_number = !*argument || !*end;
    if (is_number && (number == 0 || number > session_at(&d->session)))
        debugger_refuse(d, *argument ? "there is no step %lu yet: %u were done" : "nothing has happened yet", number,
                        session_at(&d->session));
    else if (is_number)
        why_step(d, (uint32_t)number);
    else if (debugger_who(d, argument, &actor))
        why_process(d, actor);
}

// --- races -----------------------------------------------------------------------------------------------

static void forget_races(Debugger *d) {
    memory_free(d->races);
    memory_free(d->race_ends);
    memory_free(d->race_turns);
    d->races = NULL;
    d->race_ends = d->race_turns = NULL;
    d->race_count = 0;
}

typedef struct {
    uint32_t first, second;
    Actor late;
    bool taken_away;   // `late` never came to its step
} OtherWay;

typedef ARRAY(OtherWay) OtherWays;

static void add_races(const Execution *execution, uint32_t position, uint32_t wanted, OtherWays *out) {
    const Step *step = &execution->steps[position];
    for (const Race *race = step->races; race; race = race->next)
        if (position == wanted || race->first == wanted)
            array_push(out, (OtherWay){race->first, race->second, race->event->actor, false});
    for (const Race *race = step->disabled; race && position == wanted; race = race->next)
        array_push(out, (OtherWay){race->first, position, race->event->actor, true});
}

// With steps before it, and then with those after it that were done.
static void collect(const Execution *execution, uint32_t position, OtherWays *out) {
    for (uint32_t i = position; i < execution->length; i++) add_races(execution, i, position, out);
}

static void keep(Debugger *d, uint32_t turn) {
    Stage *stage = &d->session.stage;
    uint32_t before = d->race_count ? d->race_ends[d->race_count - 1] : 0, end = before + stage->length;
    d->races = memory_resize(d->races, (end + 1) * sizeof *d->races);
    d->race_ends = memory_resize(d->race_ends, (d->race_count + 1) * sizeof *d->race_ends);
    d->race_turns = memory_resize(d->race_turns, (d->race_count + 1) * sizeof *d->race_turns);
    memcpy(d->races + before, stage->path, stage->length * sizeof *d->races);
    d->race_ends[d->race_count] = end;
    d->race_turns[d->race_count++] = turn;
}

static void step_if_possible(Stage *stage, Actor actor) {
    if (stage_can(stage, actor)) stage_step(stage, actor);
}

// The later step without the earlier one: what is not after that, then the later one, and then the earlier one.
static void try_other_way(Debugger *d, const Actor *path, const Execution *execution, const OtherWay *r) {
    Stage *stage = &d->session.stage;
    StoryStep instead = {0};
    stage_go(stage, path, r->first);
    for (uint32_t i = r->first + 1; i < r->second; i++)
        if (!execution_before(execution, r->first, i)) step_if_possible(stage, path[i]);
    uint32_t turn = stage->length;
    bool can = stage_can(stage, r->late);
    if (can) {
        show_foretell(stage, r->late, &instead);
        stage_step(stage, r->late);
        step_if_possible(stage, path[r->first]);
        keep(d, turn);
        show_line(&d->show, INK_NOTE, "  the other way round (swap %u goes there):", d->race_count);
        show_step(&d->show, 0, "", INK_RACE, &instead);
        story_step_free(&instead);
    } else {
        show_line(&d->show, INK_FAINT,
                  "  the other way round it cannot be: it needs what the earlier one brings about");
    }
}

static void tell_race(Debugger *d, const Actor *path, const Execution *execution, const OtherWay *r) {
    if (r->taken_away)
        show_line(&d->show, INK_RACE, "step %u takes away the chance of another one:", r->first + 1);
    else
        show_line(&d->show, INK_RACE, "steps %u and %u could change places:", r->first + 1, r->second + 1);
    show_step(&d->show, r->first + 1, "", INK_PLAIN, &d->session.story.steps[r->first]);
    if (!r->taken_away) show_step(&d->show, r->second + 1, "", INK_PLAIN, &d->session.story.steps[r->second]);
    try_other_way(d, path, execution, r);
}

static void race_of(Debugger *d, uint32_t number) {
    Execution execution;
    OtherWays found = {0};
    uint32_t at = session_at(&d->session);
    forget_races(d);
    session_story(&d->session);
    session_execution(&d->session, &execution);
    collect(&execution, number - 1, &found);
    Actor *path = memory_new((at + 1) * sizeof *path);
    memcpy(path, d->session.line.items, at * sizeof *path);
    for (uint32_t i = 0; i < found.count; i++) tell_race(d, path, &execution, &found.items[i]);
    if (!found.count) {
        show_step(&d->show, number, "", INK_PLAIN, &d->session.story.steps[number - 1]);
        show_line(&d->show, INK_PLAIN,
                  "  races with nothing: what it depends on had to come first, and so it was for the others");
    }
    memory_free(path);
    array_free(&found);
    stage_begin(&d->session.stage);
    execution_free(&execution);
    session_return(&d->session);
}

void debugger_race(Debugger *d, const char *argument) {
    char *end;
    unsigned long number = *argument ? strtoul(argument, &end, 10) : session_at(&d->session);
    if (*argument && *end)
        debugger_refuse(d, "race takes the number of a step");
    else if (number == 0 || number > session_at(&d->session))
        debugger_refuse(d, *argument ? "there is no step %lu yet: %u were done" : "nothing has happened yet", number,
                        session_at(&d->session));
    else
        race_of(d, (uint32_t)number);
}

void debugger_swap(Debugger *d, const char *argument) {
    unsigned long number = strtoul(*argument ? argument : "1", NULL, 10);
    if (number == 0 || number > d->race_count) {
        debugger_refuse(d, "race lists what can be swapped; it listed %u", d->race_count);
        return;
    }
    uint32_t begin = number > 1 ? d->race_ends[number - 2] : 0, end = d->race_ends[number - 1];
    uint32_t turn = d->race_turns[number - 1];
    session_replace(&d->session, d->races + begin, end - begin);
    session_go(&d->session, turn + 1);
    show_steps(&d->show, &d->session, turn + 1, turn + 1);
    forget_races(d);
}
