// The canonical hash of a machine state: the same for the same state however it was reached, whatever addresses its
// terms have. It is the check that undo brings everything back.
#include "vm/ets/table.h"
#include "vm/ets/walk.h"
#include "vm/run/delivery.h"
#include "vm/run/estate.h"
#include "vm/run/machine_state.h"
#include "vm/term/hash.h"
#include "vm/term/map.h"
#include "vm/term/tree.h"

typedef struct {
    CodeServer *code;
    uint64_t hash;
} Hasher;

static void add(Hasher *h, uint64_t value) { h->hash = hash_join(h->hash, value); }

static void add_term(Hasher *h, Term t) {
    if (!term_is_boxed(t) || (term_kind(t) != KIND_MATCH && term_kind(t) != KIND_TRACE)) {
        add(h, term_is_none(t) ? 0 : term_hash(t));
        return;
    }
    // Only registers refer to these; their words are plain terms and positions.
    add(h, term_words(t)->bits);
    for (size_t i = 1; i <= term_size(t); i++) add(h, term_hash(term_words(t)[i]));
}

// An address of no module: what stands in for a function.
static void add_gate(Hasher *h, const Code *address) {
    const Export *export;
    add(h, 2);
    if (*address != interp_word(OP_undefined)) return;
    memcpy(&export, address + 1, sizeof export);
    add(h, hash_join(atom_hash(export->module), hash_join(atom_hash(export->function), export->arity)));
}

// A place in the code, as module and distance.
static void add_address(Hasher *h, const Code *address) {
    Place place;
    if (address == interp_exit_code)
        add(h, 1);
    else if (!address)
        add(h, 0);
    else if (!code_place(h->code, address, &place))
        add_gate(h, address);
    else {
        add(h, atom_hash(place.module->name));
        if (place.module->version) add(h, hash_bytes(place.module->md5, sizeof place.module->md5));
        add(h, (uint64_t)(address - place.module->code));
    }
}

static void add_stack(Hasher *h, const Process *p) {
    const Term *at = p->stack - p->live;
    for (uint32_t i = 0; i < p->live; i++) add_term(h, *at++);
    for (;; at++) {
        if ((at->bits & 0xFF) == SPECIAL_CATCH) {
            add_address(h, (const Code *)(at->bits >> 8));
        } else if ((at->bits & 3) != TAG_HEADER) {
            add_term(h, *at);
        } else if (at->bits == (uint64_t)interp_thaw_code) {
            add_address(h, (const Code *)at[1].bits);
            if (at[1].bits == 0) return;
            at = (const Term *)at[2].bits - 1;
        } else {
            add_address(h, (const Code *)at->bits);
            if (at->bits == 0) return;
        }
    }
}

static void add_mailbox(Hasher *h, const Process *p) {
    for (Term link = p->first; !term_is_nil(link); link = term_words(link)[MESSAGE_NEXT]) {
        add_term(h, term_words(link)[MESSAGE_VALUE]);
        add_term(h, term_words(link)[MESSAGE_TIME]);
        add(h, term_same(link, p->save));
    }
    add(h, p->mailbox_count);
}

static void add_process(Hasher *h, const Process *p) {
    add(h, term_pid_index(p->pid));
    add_address(h, p->ip);
    add_address(h, p->timeout_ip);
    add_stack(h, p);
    add_mailbox(h, p);
    const Term terms[] = {p->dictionary,   p->links,  p->monitors,      p->watchers,   p->aliases,
                          p->group_leader, p->name,   p->error_handler, p->reason,     p->trace,
                          p->unlinking,    p->answer, p->told,          p->suspending, p->entered};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) add_term(h, terms[i]);
    const uint64_t numbers[] = {p->status,         p->class,         p->catches,  p->priority,    p->suspended,
                                p->trap_exit,      p->timer_armed,   p->deadline, p->references,  p->spawned,
                                p->unique,         p->time,          p->standing, p->unbegun,     p->telling,
                                p->call_told,      p->queued,        p->asking,   p->answered,    p->sent,
                                p->receive_timed,  p->choices,       p->randoms,  p->hibernated,  p->released,
                                p->released_timed, p->early,         p->fetched,  p->has_fetched, walk_hash(p),
                                p->closed,         p->answer_message};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) add(h, numbers[i]);
}

// What is left of a process that has ended.
static void add_estate(Hasher *h, const Process *p) {
    const Term terms[] = {p->pid, p->name, p->watchers, p->exit_reason, p->suspending};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) add_term(h, terms[i]);
    add(h, p->time);
    Term other, value;   // whether the other has ended does not matter any more
    MapIterator it;
    for (map_iterate(&it, p->links); map_next(&it, &other, &value);) {
        add_term(h, other);
        if (estate_refuses(value)) add_term(h, value);
    }
    uint64_t tables = 0;   // in whatever order it came to own them
    for (Term ids = p->tables; term_is_cons(ids); ids = term_tail(ids)) tables += term_hash(term_head(ids));
    add(h, tables);
}

// Where a search says who runs, the order of those who could means nothing.
static void add_queues(Hasher *h, const Globals *globals, bool stepping) {
    for (const Process *p = globals->ready_first; p && !stepping; p = p->next) add(h, term_pid_index(p->pid));
    for (Term node = tree_first(globals->queue); !term_is_none(node); node = tree_next(globals->queue, tree_key(node)))
        add_term(h, tree_key(node));
}

// How the first process ended; and who crashed and why, whatever the order.
static uint64_t outcome_hash(const Globals *globals) {
    uint64_t sum = 0;
    if (term_is_tuple(globals->outcome)) sum = term_hash(term_elements(globals->outcome)[1]);
    for (Term crashes = globals->crashes; term_is_cons(crashes); crashes = term_tail(crashes)) {
        const Term *fields = term_elements(term_head(crashes));
        sum += hash_join(term_hash(fields[0]), hash_join(term_hash(fields[1]), term_hash(fields[2])));
    }
    return sum;
}

uint64_t process_hash(const Process *p) {
    Hasher h = {p->machine->code, 0};
    add_process(&h, p);
    return h.hash;
}

uint64_t machine_hash(Machine *m) {
    Hasher h = {m->code, 0};
    for (uint32_t i = 0; i < m->pid_count; i++)
        if (m->processes[i])
            add_process(&h, m->processes[i]);
        else if (m->ending[i])
            add_estate(&h, m->ending[i]);
    const Globals *globals = m->globals;
    const Term terms[] = {globals->names,       globals->timers,        globals->environment, globals->loaded,
                          globals->handles,     globals->files,         globals->directory,   globals->code_path,
                          globals->settings,    globals->handled,       globals->lateness,    globals->atoms,
                          globals->brought,     globals->cells,         globals->facts,       globals->nodes,
                          globals->connections, globals->node_watchers, globals->budgets,     globals->monitors,
                          globals->tracing,     globals->sticky};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) add_term(&h, terms[i]);
    add_queues(&h, globals, m->stepping);
    add(&h, globals->clock);
    add(&h, m->process_count);
    add(&h, globals->monotonic);
    add(&h, outcome_hash(globals));
    add(&h, (uint64_t)machine_outcome(m) << 32 | (uint64_t)m->halted << 31 | (unsigned)m->halt_status);
    add(&h, tables_hash(m->tables));
    add(&h, delivery_hash(m));
    return h.hash;
}
