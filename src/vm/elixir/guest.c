#include "vm/elixir/guest.h"

#include "base/memory.h"
#include "vm/term/bits.h"
#include "vm/term/map.h"

enum { GUEST_SLICE = 1000000, LOOKS_MAX = 1000 };

static Process *new_guest(Machine *m) {
    Process *p = process_record(&m->store);
    p->machine = m;
    p->pid = p->group_leader = m->first;
    p->save = p->first = p->last = p->name = TERM_NIL;
    p->dictionary = p->suspending = p->links = p->unlinking = p->monitors = p->watchers = p->aliases =
        map_empty(p->heap);
    p->error_handler = ATOM(error_handler);
    stack_init(p);
    return p;
}

// It stands before its end, with the result as the one register that lives.
static bool has_returned(const Process *p) { return *p->ip == interp_word(OP_exit_normal) && p->live == 1; }

static bool add_binary(Term value, Text *out) {
    Bytes bytes;
    uint8_t *scratch;
    if (!bits_of_binary(value, &bytes, &scratch)) return false;
    text_add_bytes(out, bytes.data, bytes.size);
    memory_free(scratch);
    return true;
}

// It only wants to look at something.
static bool is_about_to_look(Process *p) {
    Footprint footprint = {0};
    step_footprint(p, &footprint);
    for (uint32_t i = 0; i < footprint.count; i++)
        if (footprint.items[i].kind != ACCESS_READ && footprint.items[i].kind != ACCESS_PART_READ) return false;
    return footprint.count > 0 && !footprint.everything;
}

static bool run_guest(Machine *m, Process *p) {
    for (uint32_t looks = 0; looks < LOOKS_MAX; looks++) {
        RunResult result = interp_run(m, p, GUEST_SLICE);
        bool boots = result == RUN_YIELDED && m->booting;   // it needs a part of the node that is not up
        if (boots) machine_boot(m);
        if (boots && !m->unsupported) continue;
        if (result != RUN_STOPPED) return false;
        if (has_returned(p)) return true;
        if (!is_about_to_look(p)) return false;
        m->granted = true;
    }
    return false;
}

// Everything of a machine that the trail does not know of and a call may change.
typedef struct {
    bool stepping, granted, attention, booting, unsupported, halted;
    uint64_t reductions;
    Process *current;
} Host;

static Host leave(Machine *m) {
    Host host = {m->stepping,    m->granted, m->attention,  m->booting,
                 m->unsupported, m->halted,  m->reductions, m->current};
    m->stepping = true;
    m->granted = m->attention = m->booting = m->unsupported = m->halted = false;
    return host;
}

static void come_back(Machine *m, Host host) {
    m->stepping = host.stepping;
    m->granted = host.granted;
    m->attention = host.attention;
    m->booting = host.booting;
    m->unsupported = host.unsupported;
    m->halted = host.halted;
    m->reductions = host.reductions;
    m->current = host.current;
    m->foreseen = NO_ACTOR;   // it may have been made more exact for what the guest did
}

bool guest_text(Machine *m, Term module, Term function, Term args, Text *out) {
    size_t mark = store_mark(&m->store);
    Host host = leave(m);
    Process *p = new_guest(m);
    process_set_entry(p, module, function, args);
    bool told = run_guest(m, p) && add_binary(p->stack[-1], out);
    come_back(m, host);
    store_abandon(&m->store, mark);
    return told;
}
