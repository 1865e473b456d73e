// What a search needs to know that leaves out steps of other actors (explore/states/alone.h).
#include <string.h>

#include "vm/run/alternative.h"
#include "vm/run/bif.h"
#include "vm/run/estate.h"
#include "vm/run/happened.h"
#include "vm/run/interp_bits.h"
#include "vm/run/role.h"
#include "vm/term/map.h"

// --- roles and classes --------------------------------------------------------------------------------------

uint64_t machine_role(const Machine *m, uint32_t process) { return m->roles.of[process]; }

bool machine_role_is_shared(const Machine *m, uint64_t role) { return roles_is_shared(&m->roles, role); }

uint32_t machine_shared_roles(const Machine *m) { return m->roles.shared; }

// Those that are a process's, or a reference's, which tells its maker: then it is known whose they are whatever numbers
// processes have.
static bool belongs_to_process(uint32_t kind) {
    static const ObjectKind kinds[] = {OBJECT_PROCESS_LIFE, OBJECT_LINKS,    OBJECT_MAILBOX, OBJECT_FLAGS,
                                       OBJECT_LEADER,       OBJECT_TIMER,    OBJECT_SERVER,  OBJECT_DEADLINES,
                                       OBJECT_RELATIONS,    OBJECT_PROGRESS, OBJECT_CHOICE,  OBJECT_CLOSING,
                                       OBJECT_MESSAGE,      OBJECT_ONLY_NAME};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kind == kinds[i]) return true;
    return false;
}

uint64_t machine_object_class(const Machine *m, uint64_t object) {
    uint32_t kind = object_kind(object);
    if (kind == OBJECT_NAME) return object;   // an atom
    uint64_t role = object_is_owned(object) && belongs_to_process(kind) ? machine_role(m, object_owner(object)) : 0;
    return hash_extend(hash_extend(HASH_BEGIN, kind), role);
}

// --- steps that take nothing away ---------------------------------------------------------------------------

typedef struct {
    Term module, function;
} Name;

static bool is_one_of(const Name *names, size_t count, const Export *export) {
    for (size_t i = 0; i < count; i++)
        if (term_same(export->module, names[i].module) && term_same(export->function, names[i].function)) return true;
    return false;
}

#define NAME(module, function) \
    { ATOM_INIT(module), ATOM_INIT(function) }

// A 'DOWN' that comes is taken out again, one that does not come is none.
static bool flushes(const Process *p, const Export *export, const Term *args) {
    bool flush = false;
    if (!term_same(export->function, ATOM(demonitor)) || export->arity != 2) return false;
    if (p->machine->config->async_delivery || p->machine->has_nodes) return false;
    for (Term list = args[1]; term_is_cons(list); list = term_tail(list)) {
        if (term_same(term_head(list), ATOM(info))) return false;
        flush |= term_same(term_head(list), ATOM(flush));
    }
    return flush;
}

static bool is_harmless_call(const Process *p, const Export *export, const Term *args) {
    static const Name names[] = {
        NAME(erlang, whereis),
        NAME(erlang, link),
        NAME(erlang, monitor),
        NAME(erlang, spawn),
        NAME(erlang, spawn_link),
        NAME(erlang, spawn_monitor),
        NAME(erlang, spawn_opt),
        NAME(erlang, register),
        NAME(erlang, send_after),
        NAME(erlang, start_timer),
        NAME(erlang, group_leader),
        NAME(erlang, unique_integer),
        NAME(persistent_term, get),
        NAME(persistent_term, put),
        NAME(atomics, get),
        NAME(atomics, put),
        NAME(atomics, add),
        NAME(atomics, add_get),
        NAME(ets, new),
        NAME(ets, insert),
        NAME(ets, insert_new),
        NAME(ets, lookup),
        NAME(ets, lookup_element),
        NAME(ets, member),
        NAME(ets, update_counter),
        NAME(ets, update_element),
        NAME(weft, pause),
    };
    bool sends = term_same(export->module, ATOM(erlang)) &&
                 (term_same(export->function, ATOM(send)) || term_same(export->function, ATOM(bang)));
    if (sends) return !term_is_reference(args[0]);
    return is_one_of(names, sizeof names / sizeof *names, export) || flushes(p, export, args);
}

// Nobody is told that it has ended, and nothing else goes with it.
static bool is_unrelated(const Process *p) {
    uint32_t relations = map_count(p->links) + map_count(p->watchers) + map_count(p->monitors) + map_count(p->aliases) +
                         map_count(p->suspending);
    return relations == 0 && term_is_nil(p->tables) && term_is_nil(p->name) && !estate_is_to_close(p);
}

static bool is_call(const Process *p) {
    return interp_stands_at(p, OP_call_bif) || interp_stands_at(p, OP_call_bif_last) ||
           interp_stands_at(p, OP_call_bif_only);
}

bool machine_takes_away(const Machine *m, Actor actor) {
    const Process *p = m->processes[actor];
    const Export *export;
    if (!p || !p->standing || p->alternatives || p->asking || p->answered || p->telling || m->traces) return true;
    if (p->unbegun || interp_stands_at(p, OP_remove_message)) return false;
    const Term *args = p->stack - p->live;
    if (interp_stands_at(p, OP_send)) return term_is_reference(args[0]);
    if (interp_stands_at(p, OP_exit_normal)) return !is_unrelated(p);
    if (!is_call(p)) return true;
    memcpy(&export, p->ip + 1, sizeof export);
    return !is_harmless_call(p, export, args);
}

bool machine_shows_all(const Machine *m) { return m->monitors || (m->watched && happened_asks(m)); }

bool machine_showed(const Machine *m) {
    return m->monitors || (m->watched && (!term_is_nil(m->globals->happened) || m->showed));
}
