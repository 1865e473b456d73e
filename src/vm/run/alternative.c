#include "vm/run/alternative.h"

#include "vm/run/bif.h"

enum { PLACE_BITS = 24 };

void alternative_touches(Process *p, const Term *args, Footprint *out) {
    int64_t count = term_list_length(args[0]);
    if (count < 2 || count >> PLACE_BITS) return;
    footprint_add_settled(out, object_of(OBJECT_CHOICE, term_pid_index(p->pid), NO_TERM), ACCESS_WRITE, 0);
}

// What comes only when the process stands before its n-th choice, and what only when that is made.
typedef enum { STANDS = 1, GOES_ON = 2 } Moment;

static uint64_t moment_of(const Process *p, Moment moment) {
    return object_of(OBJECT_CHOICE, (uint64_t)moment << 32 | term_pid_index(p->pid), term_small((int64_t)p->choices));
}

void alternative_stand(Process *p, uint32_t count) {
    Machine *m = p->machine;
    p->alternatives = count;
    m->choosing = true;
    if (m->acting) footprint_add_settled(&m->event.footprint, moment_of(p, STANDS), ACCESS_WRITE, VALUE_BEGINS);
}

void alternative_end(Process *p) {
    process_touch(p);
    p->alternatives = p->chosen = 0;
    p->choices++;
    process_release(p, moment_of(p, GOES_ON));
}

void alternative_touches_beginning(const Process *p, Footprint *out) {
    footprint_add_settled(out, moment_of(p, STANDS), ACCESS_READ, 0);
}

void alternative_stands(Process *p, const Term *args) { alternative_stand(p, (uint32_t)term_list_length(args[0])); }

Term alternative_take(Process *p, Term list) {
    process_touch(p);
    for (uint32_t left = p->alternatives ? p->chosen : 1; left > 1; left--) list = term_tail(list);
    if (p->alternatives) alternative_end(p);
    return term_head(list);
}

// --- actors ---------------------------------------------------------------------------------------------

static Actor actor_of(Machine *m, const Process *p, uint32_t place) {
    return actor_for(m, term_pid_index(p->pid), DESCENT_ALTERNATIVE | p->choices << PLACE_BITS | place);
}

// An alternative is younger than its process: what is put in comes behind.
uint32_t alternative_actors(Machine *m, Actor *actors, uint32_t count, uint32_t max) {
    for (uint32_t i = 0; i < count;) {
        const Process *p = m->processes[actors[i]];
        if (!p || !p->alternatives) {
            i++;
            continue;
        }
        count--;
        memmove(actors + i, actors + i + 1, (count - i) * sizeof *actors);
        for (uint32_t place = 1; place <= p->alternatives; place++) {
            if (count == max) return max;
            actor_insert(actors, count++, actor_of(m, p, place));
        }
    }
    return count;
}

bool alternative_is_actor(const Machine *m, Actor actor) {
    return actor < m->descent_count && (m->descents[actor].child & DESCENT_ALTERNATIVE);
}

Process *alternative_process(Machine *m, Actor actor, uint32_t *place) {
    if (!alternative_is_actor(m, actor)) return NULL;
    *place = (uint32_t)m->descents[actor].child & ((1u << PLACE_BITS) - 1);
    return m->processes[m->descents[actor].parent];
}
