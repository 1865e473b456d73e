#include "debug/stops.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void stop_free(Stop *stop) {
    text_free(&stop->said);
    text_free(&stop->value);
}

void stops_free(Stops *stops) {
    for (uint32_t i = 0; i < stops->stops.count; i++) stop_free(&stops->stops.items[i]);
    array_free(&stops->stops);
    claims_free(&stops->claims);
}

// --- what is meant ---------------------------------------------------------------------------------------

// server.erl:12
static bool is_line(const char *said) {
    const char *colon = strrchr(said, ':');
    if (!colon || !isdigit((unsigned char)colon[1]) || strspn(colon + 1, "0123456789") != strlen(colon + 1))
        return false;
    size_t size = (size_t)(colon - said);
    return (size > 4 && strncmp(colon - 4, ".erl", 4) == 0) || (size > 3 && strncmp(colon - 3, ".ex", 3) == 0) ||
           (size > 4 && strncmp(colon - 4, ".exs", 4) == 0) || (size > 4 && strncmp(colon - 4, ".hrl", 4) == 0);
}

// server:loop or server:loop/1, and no call in a formula.
static bool is_function(const char *said) {
    const char *colon = strchr(said, ':');
    if (!colon || colon == said || !colon[1]) return false;
    for (const char *at = said; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("_@.:/?!", *at)) return false;
    return true;
}

static bool begins(const char *said, const char *word, const char **rest) {
    size_t size = strlen(word);
    if (strncmp(said, word, size) != 0 || !isspace((unsigned char)said[size])) return false;
    *rest = said + size + strspn(said + size, " \t");
    return **rest != 0;
}

static void add_formula(const char *said, Text *out) {
    const char *rest;
    if (begins(said, "probe", &rest) && !strchr(rest, '('))
        text_format(out, "%s | %s(_)", rest, rest);
    else if (begins(said, "probe", &rest))
        text_add(out, rest);
    else if (begins(said, "send", &rest))
        text_format(out, "send(_, _, %s)", rest);
    else if (begins(said, "exit", &rest))
        text_format(out, "exit(%s, _)", rest);
    else
        text_add(out, said);
}

static bool watch_formula(Stops *stops, const char *said, Machine *machine, Error *err) {
    Text formula = {0};
    add_formula(said, &formula);
    bool added =
        claims_add(&stops->claims, text_string(&formula), true, err) && claims_watch(&stops->claims, machine, err);
    text_free(&formula);
    if (added) return true;
    claims_drop(&stops->claims);
    if (strncmp(err->text, "--always", 8) != 0) return false;
    return fail(err, "%s speaks of later states: what stops is about one", said);
}

static bool begin_watch(const char *expression, Machine *machine, Error *err) {
    Text value = {0};
    bool good = machine_evaluate(machine, expression, &value);
    if (!good) fail(err, "%s", text_string(&value));
    text_free(&value);
    return good;
}

// A function that a formula calls and that gives no answer makes the machine unable to go on, until that is undone.
static bool holds(Stops *stops, const Stop *stop, Session *session, bool repeated, Text *values) {
    Machine *machine = session->stage.machine;
    Text ignored = {0};
    bool ended = session->stage.enabled_count == 0;
    Mark mark = machine_mark(machine);
    bool held = claims_meet(&stops->claims, stop->claim, machine, ended, repeated, values ? values : &ignored);
    stops->unable = machine_outcome(machine) == OUTCOME_UNSUPPORTED;
    if (stops->unable) fail(&stops->why, "%s", machine_message(machine));
    machine_undo(machine, mark);
    text_free(&ignored);
    return held;
}

static void look(Stops *stops, Stop *stop, Session *session) {
    Machine *machine = session->stage.machine;
    if (stop->kind == STOP_FORMULA) stop->held = holds(stops, stop, session, true, NULL);
    if (stop->kind != STOP_WATCH) return;
    text_clear(&stop->value);
    machine_evaluate(machine, text_string(&stop->said), &stop->value);
}

static void drop(Stops *stops, uint32_t index) {
    stop_free(&stops->stops.items[index]);
    for (uint32_t i = index; i + 1 < stops->stops.count; i++) stops->stops.items[i] = stops->stops.items[i + 1];
    stops->stops.count--;
}

bool stops_add(Stops *stops, const char *said, bool watch, bool once, Session *session, Error *err) {
    Stop stop = {.kind = watch               ? STOP_WATCH
                         : is_line(said)     ? STOP_LINE
                         : is_function(said) ? STOP_FUNCTION
                                             : STOP_FORMULA};
    Machine *machine = session->stage.machine;
    stop.claim = stops->claims.claims.count;
    if (stop.kind == STOP_FORMULA && !watch_formula(stops, said, machine, err)) return false;
    if (stop.kind == STOP_WATCH && !begin_watch(said, machine, err)) return false;
    stop.number = once ? 0 : ++stops->given;
    stop.once = once;
    text_add(&stop.said, said);
    array_push(&stops->stops, stop);
    look(stops, array_last(&stops->stops), session);
    if (stop.kind != STOP_FORMULA || !stops->unable) return true;
    drop(stops, stops->stops.count - 1);
    return fail(err, "%s", stops->why.text);
}

bool stops_remove(Stops *stops, uint32_t number) {
    for (uint32_t i = 0; i < stops->stops.count; i++)
        if (stops->stops.items[i].number == number) return drop(stops, i), true;
    return false;
}

void stops_remove_once(Stops *stops) {
    for (uint32_t i = stops->stops.count; i-- > 0;)
        if (stops->stops.items[i].once) drop(stops, i);
}

void stops_look(Stops *stops, Session *session) {
    for (uint32_t i = 0; i < stops->stops.count; i++) look(stops, &stops->stops.items[i], session);
}

// --- before a step ---------------------------------------------------------------------------------------

// A line of a stack is "m:f/1 (path/m.erl:12)".
static bool is_at_line(const Description *d, const char *said) {
    const char *colon = strrchr(said, ':'), *slash = strrchr(said, '/');
    const char *name = slash ? slash + 1 : said, *at = text_string(&d->stack);
    size_t size = (size_t)(colon - name);
    unsigned long line = strtoul(colon + 1, NULL, 10);
    for (const char *open; (open = strchr(at, '(')); at = open + 1) {
        const char *end = strchr(open, ')'), *number = end;
        while (number && number > open && number[-1] != ':') number--;
        if (!end || (size_t)(number - open) < size + 2 || strtoul(number, NULL, 10) != line) continue;
        const char *file = number - 1 - size;
        if (strncmp(file, name, size) == 0 && (file[-1] == '(' || file[-1] == '/')) return true;
    }
    return false;
}

// A line of a stack begins with the function.
static bool is_in_function(const Description *d, const char *said) {
    bool arity = strchr(said, '/');
    size_t size = strlen(said);
    for (const char *at = text_string(&d->stack); *at;) {
        if (strncmp(at, said, size) == 0 &&
            (arity ? at[size] == ' ' || at[size] == '\n' || !at[size] : at[size] == '/'))
            return true;
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    return false;
}

const Stop *stops_before(Stops *stops, Session *session, Actor actor) {
    Description d;
    const Stop *found = NULL;
    bool wanted = false;
    for (uint32_t i = 0; i < stops->stops.count; i++) wanted |= stops->stops.items[i].kind <= STOP_LINE;
    if (!wanted) return NULL;
    machine_describe(session->stage.machine, actor, &d);
    for (uint32_t i = 0; i < stops->stops.count && !found; i++) {
        const Stop *stop = &stops->stops.items[i];
        const char *said = text_string(&stop->said);
        if ((stop->kind == STOP_LINE && is_at_line(&d, said)) ||
            (stop->kind == STOP_FUNCTION && is_in_function(&d, said)))
            found = stop;
    }
    description_free(&d);
    return found;
}

// --- after a step ----------------------------------------------------------------------------------------

// What is true of states alone has to come to hold; what happens, happens anew each time.
static bool comes_to_hold(Stops *stops, Stop *stop, Session *session, Text *why) {
    Text values = {0};
    bool before = stop->held, now = holds(stops, stop, session, false, &values);
    stop->held = holds(stops, stop, session, true, NULL);
    bool comes = now && !(before && stop->held);
    if (comes) text_format(why, "%s%s%s", text_string(&stop->said), values.size ? ": " : "", text_string(&values));
    text_free(&values);
    return comes;
}

static bool changes(Stop *stop, Session *session, Text *why) {
    Text value = {0};
    machine_evaluate(session->stage.machine, text_string(&stop->said), &value);
    bool same = strcmp(text_string(&value), text_string(&stop->value)) == 0;
    if (!same)
        text_format(why, "%s%s was %s, is %s", why->size ? "; " : "", text_string(&stop->said),
                    text_string(&stop->value), text_string(&value));
    text_free(&stop->value);
    stop->value = value;
    return !same;
}

const Stop *stops_after(Stops *stops, Session *session, Text *why) {
    const Stop *found = NULL;
    for (uint32_t i = 0; i < stops->stops.count; i++) {
        Stop *stop = &stops->stops.items[i];
        bool stopped = (stop->kind == STOP_FORMULA && comes_to_hold(stops, stop, session, why)) ||
                       (stop->kind == STOP_WATCH && changes(stop, session, why));
        if (stopped && !found) found = stop;
    }
    return found;
}
