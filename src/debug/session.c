#include "debug/session.h"

#include "explore/witness/telling.h"

void session_init(Session *s, Machine *machine) {
    *s = (Session){0};
    stage_init(&s->stage, machine);
}

void session_free(Session *s) {
    story_free(&s->story);
    stage_free(&s->stage);
    array_free(&s->marks);
    array_free(&s->line);
}

// --- moving ----------------------------------------------------------------------------------------------

static void forget_story(Session *s) {
    if (s->told) story_free(&s->story);
    s->told = false;
}

bool session_next(Session *s, Actor *actor) {
    if (!session_ahead(s)) return false;
    *actor = s->line.items[session_at(s)];
    return stage_can(&s->stage, *actor);
}

static void take(Session *s, Actor actor) {
    cast_meet(&s->stage.cast, actor);   // its name, while it is there
    array_push(&s->marks, machine_mark(s->stage.machine));
    stage_step(&s->stage, actor);
}

void session_step(Session *s, Actor actor) {
    uint32_t at = session_at(s);
    if (at == s->line.count || s->line.items[at] != actor) {
        array_cut(&s->line, at);
        array_push(&s->line, actor);
        forget_story(s);
    }
    take(s, actor);
}

static void go_back(Session *s, uint32_t at) {
    machine_undo(s->stage.machine, s->marks.items[at]);
    array_cut(&s->marks, at);
    s->stage.length = at;
    stage_look(&s->stage);
}

void session_go(Session *s, uint32_t at) {
    Actor next;
    if (at < session_at(s)) go_back(s, at);
    while (session_at(s) < at && session_next(s, &next)) take(s, next);
}

bool session_extend(Session *s, const Text *names) {
    uint32_t at = session_at(s);
    const char *rest = text_string(names);
    Actor actor;
    array_cut(&s->line, at);
    forget_story(s);
    while (stage_next(&s->stage, &rest, &actor)) session_step(s, actor);
    session_go(s, at);
    return !*rest;
}

void session_replace(Session *s, const Actor *line, uint32_t count) {
    session_go(s, 0);
    array_clear(&s->line);
    for (uint32_t i = 0; i < count; i++) array_push(&s->line, line[i]);
    forget_story(s);
}

// --- running it again ------------------------------------------------------------------------------------

void session_return(Session *s) {
    uint32_t at = s->marks.count;
    array_clear(&s->marks);
    stage_begin(&s->stage);
    session_go(s, at);
}

const Story *session_story(Session *s) {
    if (s->told) return &s->story;
    Text names = {0};
    for (uint32_t i = 0; i < s->line.count; i++)
        text_format(&names, "%s%s", i ? " " : "", cast_name(&s->stage.cast, s->line.items[i]));
    story_tell(&s->stage, &names, false, &s->story);
    text_free(&names);
    s->told = true;
    session_return(s);
    return &s->story;
}

void session_execution(Session *s, Execution *out) { stage_execution(&s->stage, out); }
