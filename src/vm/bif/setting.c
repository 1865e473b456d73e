#include "vm/bif/setting.h"

#include "vm/term/map.h"

static Term look_up(Term settings, Term flag, Term otherwise) {
    Term value = term_is_nil(settings) ? NO_TERM : map_get(settings, flag);
    return term_is_none(value) ? otherwise : value;
}

static Term with(Heap *heap, Term settings, Term flag, Term value) {
    return map_put(heap, term_is_nil(settings) ? map_empty(heap) : settings, flag, value);
}

Term setting_of_process(const Process *p, Term flag, Term otherwise) { return look_up(p->settings, flag, otherwise); }

Term setting_change_process(Process *p, Term flag, Term value, Term otherwise) {
    Term old = look_up(p->settings, flag, otherwise);
    process_touch(p);
    p->settings = with(p->heap, p->settings, flag, value);
    return old;
}

// --- of the machine ------------------------------------------------------------------------------

#define SMALL_INIT(value) \
    { (uint64_t)(value) << 4 | IMM_SMALL }

static const struct {
    Term flag, value;
} beginnings[] = {
    {ATOM_INIT(fullsweep_after), SMALL_INIT(FULLSWEEP_AFTER)},
    {ATOM_INIT(max_heap_size), {0}},
    {ATOM_INIT(microstate_accounting), ATOM_INIT(false)},
    {ATOM_INIT(min_bin_vheap_size), SMALL_INIT(HEAP_SIZE_MINIMUM_BINARIES)},
    {ATOM_INIT(min_heap_size), SMALL_INIT(HEAP_SIZE_MINIMUM)},
    {ATOM_INIT(multi_scheduling), ATOM_INIT(enabled)},
    {ATOM_INIT(outstanding_system_requests_limit), SMALL_INIT(4)},
    {ATOM_INIT(scheduler_bind_type), ATOM_INIT(unbound)},
    {ATOM_INIT(scheduler_wall_time), ATOM_INIT(false)},
    {ATOM_INIT(system_logger), ATOM_INIT(logger)},
    {ATOM_INIT(system_monitor), ATOM_INIT(undefined)},
    {ATOM_INIT(system_profile), ATOM_INIT(undefined)},
    {ATOM_INIT(trace_control_word), SMALL_INIT(0)},
    {ATOM_INIT(available_internal_state), ATOM_INIT(false)},
};

static int find(Term flag) {
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (term_same(beginnings[i].flag, flag)) return (int)i;
    return -1;
}

bool setting_exists(Term flag) { return find(flag) >= 0; }

Term setting_of_machine(const Machine *m, Term flag) {
    assert(setting_exists(flag));
    return look_up(m->globals->settings, flag, beginnings[find(flag)].value);
}

Term setting_change_machine(Machine *m, Term flag, Term value) {
    Term old = setting_of_machine(m, flag);
    store_touch(&m->store, m->globals);
    m->globals->settings = with(&m->store.heap, m->globals->settings, flag, value);
    return old;
}

uint64_t setting_object(Term flag) { return object_of(OBJECT_ENVIRONMENT, 1, flag); }

// --- limits of heaps -----------------------------------------------------------------------------

// Fibonacci's numbers at first, later a fifth more each time.
uint64_t heap_size_at(uint32_t index) {
    enum { FIBONACCI = 23 };
    uint64_t before = 12, size = 38;
    if (index == 0) return before;
    for (uint32_t i = 2; i <= index; i++) {
        uint64_t next = i < FIBONACCI ? size + before + 1 : size + size / 5;
        before = size;
        size = next;
    }
    return size;
}

uint64_t heap_size_next(uint64_t words) {
    uint32_t index = 0;
    while (index + 1 < HEAP_SIZE_COUNT && heap_size_at(index) < words) index++;
    return heap_size_at(index);
}

static Term limit_map(Heap *heap, Term size, Term kill, Term log) {
    Term pairs[] = {ATOM(size), size, ATOM(kill), kill, ATOM(error_logger), log};
    return map_from_pairs(heap, pairs, 3, NULL);
}

Term heap_limit_default(Heap *heap, int64_t size) { return limit_map(heap, term_small(size), ATOM(true), ATOM(true)); }

static bool read_flag(Term map, Term name, Term *value) {
    Term given = map_get(map, name);
    if (!term_is_none(given)) *value = given;
    return term_same(*value, ATOM(true)) || term_same(*value, ATOM(false));
}

static bool is_size(Term t) { return term_is_small(t) && term_to_small(t) >= 0; }

Term heap_limit_from(Heap *heap, Term size_or_map, Term old) {
    Term kill = map_get(old, ATOM(kill)), log = map_get(old, ATOM(error_logger));
    if (is_size(size_or_map)) return limit_map(heap, size_or_map, kill, log);
    if (!term_is_map(size_or_map)) return NO_TERM;
    Term size = map_get(size_or_map, ATOM(size));
    if (term_is_none(size) || !is_size(size)) return NO_TERM;
    if (!read_flag(size_or_map, ATOM(kill), &kill)) return NO_TERM;
    if (!read_flag(size_or_map, ATOM(error_logger), &log)) return NO_TERM;
    return limit_map(heap, size, kill, log);
}
