#include "vm/elixir/guest.h"

#include "base/memory.h"
#include "vm/run/bif.h"
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

// Nobody can tell, when it is all taken back: a look, and loading code or making an atom for it.
static bool is_harmless(const Access *access, bool caches) {
    uint32_t kind = object_kind(access->object);
    if (caches && kind == OBJECT_PERSISTENT) return true;
    return access->kind == ACCESS_READ || access->kind == ACCESS_PART_READ || kind == OBJECT_CODE ||
           kind == OBJECT_ATOM;
}

// It only wants to look at something.
static bool is_about_to_look(Process *p, bool caches) {
    Footprint footprint = {0};
    step_footprint(p, &footprint);
    for (uint32_t i = 0; i < footprint.count; i++)
        if (!is_harmless(&footprint.items[i], caches)) return false;
    return footprint.count > 0 && !footprint.everything;
}

static bool run_guest(Machine *m, Process *p, bool caches) {
    for (uint32_t looks = 0; looks < LOOKS_MAX; looks++) {
        p->standing = false;
        RunResult result = interp_run(m, p, GUEST_SLICE);
        p->standing = result == RUN_STOPPED;
        bool boots = result == RUN_YIELDED && m->booting;   // it needs a part of the node that is not up
        if (boots) machine_boot(m);
        if (boots && !m->unsupported) continue;
        if (result != RUN_STOPPED) return false;
        if (has_returned(p)) return true;
        if (!is_about_to_look(p, caches)) return false;
        m->granted = true;
    }
    return false;
}

// Everything of a machine that the trail does not know of and a call may change.
typedef struct {
    bool stepping, granted, attention, booting, unsupported, halted;
    uint64_t reductions;
    Process *current;
    Event event;   // what it looks at is no part of a step that is under way
} Host;

static Host leave(Machine *m) {
    Host host = {m->stepping, m->granted,    m->attention, m->booting, m->unsupported,
                 m->halted,   m->reductions, m->current,   {0}};
    event_copy(&host.event, &m->event);
    m->stepping = true;
    m->granted = m->attention = m->booting = m->unsupported = m->halted = false;
    return host;
}

static void come_back(Machine *m, const Host *host) {
    m->stepping = host->stepping;
    m->granted = host->granted;
    m->attention = host->attention;
    m->booting = host->booting;
    m->unsupported = host->unsupported;
    m->halted = host->halted;
    m->reductions = host->reductions;
    m->current = host->current;
    event_copy(&m->event, &host->event);
    m->foreseen = NO_ACTOR;   // it may have been made more exact for what the guest did
}

bool guest_is(const Process *p) {
    return term_same(p->pid, p->machine->first) && process_find(p->machine, p->pid) != p;
}

bool guest_call(Machine *m, Term module, Term function, Term args, bool caches, void (*take)(void *context, Term value),
                void (*refuse)(void *context, Process *guest), void *context) {
    Visit visit = visit_begin(m);
    Host host = leave(m);
    Process *p = new_guest(m);
    process_set_entry(p, module, function, args);
    bool returned = run_guest(m, p, caches);
    if (returned)
        take(context, p->stack[-1]);
    else if (refuse)
        refuse(context, p);
    come_back(m, &host);
    visit_end(m, visit);
    return returned;
}

typedef struct {
    Text *out;
    bool told;
} Told;

static void take_binary(void *context, Term value) {
    Told *told = context;
    told->told = add_binary(value, told->out);
}

bool guest_text(Machine *m, Term module, Term function, Term args, Text *out) {
    Told told = {out, false};
    guest_call(m, module, function, args, false, take_binary, NULL, &told);
    return told.told;
}
