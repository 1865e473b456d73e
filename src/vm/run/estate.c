#include "vm/run/estate.h"

#include <string.h>

#include "vm/ets/table.h"
#include "vm/run/bif.h"
#include "vm/run/interp_bits.h"
#include "vm/run/node.h"
#include "vm/run/quiet.h"
#include "vm/run/signal.h"
#include "vm/term/compare.h"
#include "vm/term/map.h"

bool estate_takes_steps(const Process *p) {
    return p->machine->stepping && !p->machine->config->signals_at_once && !quiet_serves(p);
}

// --- what comes too late --------------------------------------------------------------------------------

// Of links that come from other nodes it would have to be known when they are delivered.
static bool can_close(const Machine *m) {
    return m->links && !m->config->async_delivery && !m->config->signals_at_once && !m->has_nodes;
}

static bool ends_next(const Process *p) {
    return *p->ip == interp_word(OP_exit_normal) || *p->ip == interp_word(OP_exit_raise);
}

bool estate_may_close(const Process *p) {
    if (!can_close(p->machine) || p->closed || !p->standing || p->unbegun || !ends_next(p)) return false;
    return estate_takes_steps(p) && !step_holds(p);
}

void estate_close(Process *p) {
    process_touch_run(p);
    p->closed = true;
}

void estate_touches_closing(const Machine *m, Term pid, AccessKind kind, Footprint *out) {
    if (can_close(m)) footprint_add(out, object_of(OBJECT_CLOSING, term_pid_index(pid), NO_TERM), kind, 0);
}

// --- what is left ---------------------------------------------------------------------------------------

// The one that was made first, whatever the order in which it came to own them.
static Term first_table(const Process *p) {
    Term first = term_head(p->tables);
    for (Term ids = term_tail(p->tables); term_is_cons(ids); ids = term_tail(ids))
        if (term_compare(term_head(ids), first) < 0) first = term_head(ids);
    return first;
}

// --- several at once --------------------------------------------------------------------------------------

static uint32_t depth_of(const Machine *m, uint32_t process) {
    uint32_t depth = 0;
    for (; process < m->descent_count && m->descents[process].child; process = m->descents[process].parent) depth++;
    return depth;
}

// By their descent, which is the same whatever numbers a search gave them: ancestors first, then the older child.
static int compare_descents(const Machine *m, uint32_t a, uint32_t b) {
    uint32_t depth_a = depth_of(m, a), depth_b = depth_of(m, b);
    int deeper = (depth_a > depth_b) - (depth_a < depth_b);
    for (; depth_a > depth_b; depth_a--) a = m->descents[a].parent;
    for (; depth_b > depth_a; depth_b--) b = m->descents[b].parent;
    if (a == b) return deeper;
    while (depth_a > 0 && m->descents[a].parent != m->descents[b].parent)
        a = m->descents[a].parent, b = m->descents[b].parent, depth_a--;
    uint64_t x = depth_a ? m->descents[a].child : a, y = depth_a ? m->descents[b].child : b;
    return x < y ? -1 : 1;
}

// Who is concerned: a key is a pid, or the reference of a monitor, which its maker has numbered.
static bool comes_before(const Machine *m, Term a, Term b) {
    bool pids = term_is_local_pid(a) && term_is_local_pid(b);
    if (pids) return compare_descents(m, term_pid_index(a), term_pid_index(b)) < 0;
    if (!term_is_reference(a) || !term_is_reference(b)) return term_compare(a, b) < 0;
    int order = compare_descents(m, (uint32_t)term_reference_maker(a), (uint32_t)term_reference_maker(b));
    return order < 0 || (order == 0 && term_reference_number(a) < term_reference_number(b));
}

static uint32_t place_of(const Machine *m, Term map, Term wanted) {
    MapIterator it;
    Term key, value;
    uint32_t place = 1;
    for (map_iterate(&it, map); map_next(&it, &key, &value);)
        place += !term_same(key, wanted) && comes_before(m, key, wanted);
    return place;
}

// The entry at that place; 0: any.
static bool entry_at(const Machine *m, Term map, uint32_t place, Term *key, Term *value) {
    MapIterator it;
    for (map_iterate(&it, map); map_next(&it, key, value);)
        if (place == 0 || place_of(m, map, *key) == place) return true;
    return false;
}

Estate estate_next(const Process *p, uint32_t place) {
    const Machine *m = p->machine;
    Estate next = {ESTATE_NOTHING, TERM_NIL, TERM_NIL};
    if (term_is_cons(p->tables))
        next = (Estate){ESTATE_TABLE, first_table(p), TERM_NIL};
    else if (!term_is_nil(p->name))
        next = (Estate){ESTATE_NAME, p->name, TERM_NIL};
    else if (entry_at(m, p->links, place, &next.key, &next.value))
        next.kind = ESTATE_LINK;
    else if (entry_at(m, p->suspending, place, &next.key, &next.value))
        next.kind = ESTATE_SUSPENDED;
    else if (entry_at(m, p->watchers, place, &next.key, &next.value))
        next.kind = ESTATE_WATCHER;
    else if (delivery_has_queue(m, p->pid))
        next.kind = ESTATE_SIGNALS;
    return next;
}

// --- what becomes of it ---------------------------------------------------------------------------------

static Actor actor_of(const Process *p) { return actor_for(p->machine, term_pid_index(p->pid), DESCENT_ESTATE); }

static uint64_t progress_of(const Process *p) { return object_of(OBJECT_PROGRESS, actor_of(p), NO_TERM); }

static void set_ending(Process *p, bool ending) {
    Machine *m = p->machine;
    Actor actor = actor_of(p);
    store_log_word(&m->store, &m->ending[actor]);
    m->ending[actor] = ending ? p : NULL;
    store_log_word(&m->store, &m->ending_count);
    m->ending_count += ending ? 1 : (uint64_t)-1;
    process_set_standing(m, actor, ending);
}

// Whether nothing is left.
static inline bool is_over(const Process *p) {
    if (term_is_cons(p->tables) || !term_is_nil(p->name)) return false;
    return map_count(p->links) + map_count(p->suspending) + map_count(p->watchers) == 0 &&
           !delivery_has_queue(p->machine, p->pid);
}

// Of how many that may be told next one is.
static uint32_t choices_of(const Process *p) {
    if (term_is_cons(p->tables) || !term_is_nil(p->name)) return 1;
    const Term maps[] = {p->links, p->suspending, p->watchers};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        if (map_count(maps[i]) > 0) return map_count(maps[i]);
    return 1;
}

uint32_t estate_actors(Machine *m, Actor *actors, uint32_t count, uint32_t max) {
    if (m->ending_count == 0 || !(m->config->stateful || m->config->any_told_first)) return count;
    for (uint32_t i = 0; i < count;) {
        const Process *p = m->ending[actors[i]];
        uint32_t choices = p ? choices_of(p) : 1;
        if (choices == 1) {
            i++;
            continue;
        }
        count--;
        memmove(actors + i, actors + i + 1, (count - i) * sizeof *actors);
        for (uint32_t place = 1; place <= choices; place++) {
            if (count == max) return max;
            actor_insert(actors, count++, actor_for(m, term_pid_index(p->pid), DESCENT_ESTATE | place));
        }
    }
    return count;
}

Process *estate_of(const Machine *m, Actor actor, uint32_t *place) {
    *place = 0;
    if (m->ending_count == 0 || actor >= m->descent_count || !(m->descents[actor].child & DESCENT_ESTATE)) return NULL;
    *place = (uint32_t)(m->descents[actor].child & ~DESCENT_ESTATE);
    return *place ? estate_left(m, pid_at(m, m->descents[actor].parent)) : m->ending[actor];
}

Process *estate_left(const Machine *m, Term pid) {
    if (m->ending_count == 0 || !term_is_local_pid(pid)) return NULL;
    Actor actor = pids_number(&m->pids, term_pid_index(pid), DESCENT_ESTATE);
    return actor ? m->ending[actor] : NULL;
}

uint32_t estate_listed(const Machine *m) {
    uint32_t count = 0;
    for (uint32_t i = 0; m->ending_count > 0 && i < m->pid_count; i++)
        count += m->ending[i] && estate_is_listed(m->ending[i]);
    return count;
}

void estate_begin(Process *p, Term reason) {
    Machine *m = p->machine;
    tables_unfix_all(m->tables, p);
    delivery_drop_unhandled(m, p->pid);
    if (is_over(p)) {
        process_free(p);
        return;
    }
    process_touch(p);
    p->exit_reason = reason;
    set_ending(p, true);
    if (m->acting) footprint_add_settled(&m->event.footprint, progress_of(p), ACCESS_WRITE, VALUE_BEGINS);
}

static void give_up_name(Process *p) {
    Machine *m = p->machine;
    Term known_as = name_known(p, p->name), holder = name_pid(m, known_as);
    if (!term_is_none(holder) && term_same(holder, p->pid)) name_unregister(m, known_as);
    p->name = TERM_NIL;
}

static Term reason_for_link(const Process *p, const Estate *link) {
    return estate_refuses(link->value) ? link->value : p->exit_reason;
}

static void take_step(Process *p, const Estate *next) {
    switch (next->kind) {
    case ESTATE_TABLE: tables_leave_behind(p->machine->tables, p, next->key); break;
    case ESTATE_NAME: give_up_name(p); break;
    case ESTATE_LINK:
        signal_tell_link(p, next->key, reason_for_link(p, next));
        p->links = map_remove(p->heap, p->links, next->key);
        break;
    case ESTATE_SUSPENDED: signal_resume(p, next->key, term_to_small(next->value)); break;
    case ESTATE_WATCHER:
        signal_tell_watcher(p, next->key, next->value, p->exit_reason);
        p->watchers = map_remove(p->heap, p->watchers, next->key);
        break;
    case ESTATE_SIGNALS: delivery_return_first(p->machine, p->pid); break;
    case ESTATE_NOTHING: break;
    }
}

void estate_drop(Process *p) {
    process_touch(p);
    set_ending(p, false);
    process_free(p);
}

void estate_step(Process *p, uint32_t place) {
    Estate next = estate_next(p, place);
    process_touch(p);
    take_step(p, &next);
    if (!is_over(p)) return;
    set_ending(p, false);
    process_free(p);
}

static bool is_asked_in_vain(const Machine *m, Term pid) {
    if (!m->stepping || m->config->async_delivery || m->config->signals_at_once || !term_is_local_pid(pid))
        return false;
    return !m->processes[term_pid_index(pid)];
}

void estate_settle(Machine *m, Term pid) {
    if (!is_asked_in_vain(m, pid)) return;
    for (Process *left; (left = estate_left(m, pid)) && estate_is_listed(left);) estate_step(left, 0);
}

// --- what that touches ----------------------------------------------------------------------------------

static uint64_t listing_of(Term pid) { return object_of(OBJECT_PROCESSES, term_pid_index(pid) + 1, NO_TERM); }

static void touch_name(const Process *p, Footprint *out) {
    footprint_add(out, object_of(OBJECT_NAME, 0, name_known(p, p->name)), ACCESS_WRITE, 0);
    footprint_add(out, node_names_object(term_pid_node(p->pid)), ACCESS_PART_WRITE, 0);
}

static bool is_last_table(const Process *p) { return term_is_nil(p->name) && !term_is_cons(term_tail(p->tables)); }

static void touch_processes(Footprint *out) {
    footprint_add(out, object_of(OBJECT_PROCESSES, 0, NO_TERM), ACCESS_UPDATE, 0);
}

void estate_touches_asking(Machine *m, Term pid, Footprint *out) {
    if (!is_asked_in_vain(m, pid)) return;
    const Process *left = estate_left(m, pid);
    if (!left || !estate_is_listed(left)) {
        footprint_add(out, listing_of(pid), ACCESS_READ, 0);
        return;
    }
    footprint_add(out, listing_of(pid), ACCESS_WRITE, 0);
    for (Term ids = left->tables; term_is_cons(ids); ids = term_tail(ids))
        tables_leaving_footprint(m->tables, left, term_head(ids), out);
    if (!term_is_nil(left->name)) touch_name(left, out);
    touch_processes(out);
}

void estate_footprint(Process *p, uint32_t place, Footprint *out) {
    Estate next = estate_next(p, place);
    footprint_add_settled(out, progress_of(p), place ? ACCESS_WRITE : ACCESS_PART_WRITE, 0);   // one of several
    footprint_add(out, listing_of(p->pid), estate_is_listed(p) ? ACCESS_WRITE : ACCESS_READ, 0);
    switch (next.kind) {
    case ESTATE_TABLE: tables_leaving_footprint(p->machine->tables, p, next.key, out); break;
    case ESTATE_NAME: touch_name(p, out); break;
    case ESTATE_LINK: signal_link_ends_footprint(p, next.key, reason_for_link(p, &next), out); break;
    case ESTATE_SUSPENDED: signal_resume_footprint(p->machine, next.key, out); break;
    case ESTATE_WATCHER: signal_down_footprint(p->machine, p->pid, next.key, term_elements(next.value)[0], out); break;
    case ESTATE_SIGNALS: delivery_return_footprint(p->machine, p->pid, out); break;
    case ESTATE_NOTHING: break;
    }
    if (next.kind == ESTATE_NAME || (next.kind == ESTATE_TABLE && is_last_table(p)))   // it is not listed any more
        touch_processes(out);
}
