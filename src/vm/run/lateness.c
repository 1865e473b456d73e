#include "vm/run/lateness.h"

// A map: an object and a kind of access => the latest time at which somebody had it.
static Term key_of(uint64_t object, AccessKind kind) { return term_small((int64_t)(object >> 8 << 3 | kind)); }

static uint64_t latest(Term lateness, uint64_t object, AccessKind kind) {
    Term time = map_get(lateness, key_of(object, kind));
    return term_is_none(time) ? 0 : (uint64_t)term_to_small(time);
}

// Messages carry their time. Two writes of one value commute, as far as is known before they are done.
static bool is_followed(const Access *access, AccessKind earlier) {
    if (earlier == ACCESS_WRITE && access->kind == ACCESS_WRITE && access->value) return false;
    return access_conflicting[access->kind] >> earlier & 1;
}

static uint64_t time_at(Term lateness, const Access *access) {
    uint64_t late = 0;
    for (AccessKind kind = ACCESS_READ; kind < ACCESS_SEND; kind++) {
        uint64_t time = is_followed(access, kind) ? latest(lateness, access->object, kind) : 0;
        if (time > late) late = time;
    }
    return late;
}

static void leave_time(Process *p, const Access *access) {
    Globals *globals = p->machine->globals;
    if (latest(globals->lateness, access->object, access->kind) >= p->time) return;
    Term key = key_of(access->object, access->kind);
    globals->lateness = map_put(p->heap, globals->lateness, key, term_small((int64_t)p->time));
}

void lateness_begin(Process *p) {
    p->machine->followed =
        lateness_is_idle(p) || (p->machine->config->stateful && !p->machine->exact);   // nobody has read a clock
    p->machine->leaves_time = p->time >= TIME_STEP;
}

void lateness_follow(Process *p) {
    Machine *m = p->machine;
    if (m->followed || term_pid_index(p->pid) != m->actor) return;
    const Footprint *touched = &m->event.footprint;
    m->followed = true;
    store_touch(p->store, m->globals);
    process_touch_run(p);
    for (uint32_t i = 0; i < touched->count; i++) {
        uint64_t late = touched->items[i].kind < ACCESS_SEND ? time_at(m->globals->lateness, &touched->items[i]) : 0;
        if (late > p->time) p->time = late;
    }
    for (uint32_t i = 0; i < touched->count && m->leaves_time; i++)
        if (touched->items[i].kind < ACCESS_SEND) leave_time(p, &touched->items[i]);
}
