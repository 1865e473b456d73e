// Looking at a state from outside, for stories: who there is, what lies in mailboxes and tables, who has which name.
//
// Only what belongs to the program is seen, not what the system's own processes have.
#include "vm/ets/rows.h"
#include "vm/ets/table.h"
#include "vm/observe/describe.h"
#include "vm/observe/teller.h"
#include "vm/run/bif.h"
#include "vm/run/delivery.h"
#include "vm/term/map.h"

enum { ITEMS_SEEN = 50 };   // of a mailbox or table; how many there are is said

uint32_t machine_processes(Machine *m, Actor *actors, uint32_t max) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->pid_count && count < max; i++)
        if (process_is_searched(m, m->processes[i])) actors[count++] = i;
    return count;
}

// --- one process -----------------------------------------------------------------------------------------

static bool add_mfa(const Machine *m, Text *out, Term mfa) {
    if (!term_is_tuple_of(mfa, 3)) return false;
    const Term *fields = term_elements(mfa);
    if (!term_is_atom(fields[0]) || !term_is_atom(fields[1]) || !term_is_small(fields[2])) return false;
    describe_function(m, out, fields[0], fields[1], (uint32_t)term_to_small(fields[2]));
    return true;
}

// What proc_lib noted of a process that it started; or what it began with; or, if that was a fun, the first function
// that it entered.
static void add_initial(Machine *m, const Process *p, Text *out) {
    Term noted = term_is_nil(p->dictionary) ? NO_TERM : map_get(p->dictionary, atom_from_text("$initial_call"));
    if (!term_is_none(noted) && add_mfa(m, out, noted)) return;
    const Term *mfa = term_elements(p->initial_call);
    bool applies = term_same(mfa[0], ATOM(erlang)) && term_same(mfa[1], ATOM(apply));
    if (applies && m->teller && teller_first_function(m->teller, term_pid_index(p->pid), out)) return;
    add_mfa(m, out, p->initial_call);
}

bool machine_process(Machine *m, Actor actor, ProcessSight *out) {
    *out = (ProcessSight){.parent = NO_ACTOR};
    const Process *p = m->processes[actor];
    if (m->teller) teller_ending(m->teller, actor, &out->ending);
    if (!p) return false;
    if (!term_is_nil(p->name)) describe_term(m, &out->registered, p->name);
    add_initial(m, p, &out->initial);
    if (!term_same(p->pid, m->first)) out->parent = p->parent;
    return true;
}

void process_sight_free(ProcessSight *sight) {
    text_free(&sight->registered);
    text_free(&sight->initial);
    text_free(&sight->ending);
}

// --- the state -------------------------------------------------------------------------------------------

static void add_item(Machine *m, Term item, Sight *out) {
    if (out->total++ >= ITEMS_SEEN) return;
    describe_term(m, &out->items, item);
    text_add(&out->items, "\n");
    out->shown++;
}

static void see_mailbox(Machine *m, const Process *p, Sight *out) {
    machine_actor_name(m, term_pid_index(p->pid), &out->name);
    for (Term link = p->first; !term_is_nil(link); link = term_words(link)[MESSAGE_NEXT])
        add_item(m, term_words(link)[MESSAGE_VALUE], out);
}

static void see_table(Machine *m, const Table *table, Sight *out) {
    Term key, row;
    RowsIterator it;
    describe_term(m, &out->name, table->name);
    if (!table->named) text_add(&out->name, " ");
    if (!table->named) describe_term(m, &out->name, table->id);
    machine_actor_name(m, term_pid_index(table->owner), &out->owner);
    rows_iterate(&it, table);
    while (out->total < ITEMS_SEEN && !term_is_none(row = rows_iterator_next(&it, &key))) {
        if (!table_is_bag(table))
            add_item(m, row, out);
        else
            for (; term_is_cons(row); row = term_tail(row)) add_item(m, term_head(row), out);
    }
    rows_iterator_end(&it);
    out->total = (uint32_t)table->size;
}

static void hand_over(Sight *sight, void (*see)(void *context, Sight *sight), void *context) {
    see(context, sight);
    text_free(&sight->name);
    text_free(&sight->owner);
    text_free(&sight->items);
}

static void see_tables(Machine *m, void (*see)(void *context, Sight *sight), void *context) {
    HamtIterator it = hamt_iterate(m->tables->by_id);
    for (Term leaf; !term_is_none(leaf = hamt_iterator_next(&it));) {
        const Table *table = (const Table *)(uintptr_t)term_to_small(term_tail(leaf));
        if (!process_is_searched(m, process_find(m, table->owner))) continue;
        Sight sight = {.kind = SIGHT_TABLE};
        see_table(m, table, &sight);
        hand_over(&sight, see, context);
    }
}

static void see_names(Machine *m, void (*see)(void *context, Sight *sight), void *context) {
    Term name, pid;
    MapIterator it;
    for (map_iterate(&it, m->globals->names); map_next(&it, &name, &pid);) {
        if (!process_is_searched(m, process_find(m, pid))) continue;
        Sight sight = {.kind = SIGHT_NAME};
        describe_term(m, &sight.name, name);
        machine_actor_name(m, term_pid_index(pid), &sight.owner);
        hand_over(&sight, see, context);
    }
}

void machine_look(Machine *m, void (*see)(void *context, Sight *sight), void *context) {
    for (uint32_t i = 0; i < m->pid_count; i++) {
        const Process *p = m->processes[i];
        if (!process_is_searched(m, p) || term_is_nil(p->first)) continue;
        Sight sight = {.kind = SIGHT_MAILBOX};
        see_mailbox(m, p, &sight);
        hand_over(&sight, see, context);
    }
    see_tables(m, see, context);
    see_names(m, see, context);
}

// --- signals ---------------------------------------------------------------------------------------------

typedef struct {
    Machine *machine;
    Text *out;
} Signals;

static void see_signal(void *context, Term from, Term to, const Signal *signal) {
    static const char *const words[] = {
        [SIGNAL_MESSAGE] = "the message ",
        [SIGNAL_EXIT] = "an exit signal, ",
        [SIGNAL_LINK] = "a link",
        [SIGNAL_UNLINK] = "the end of a link",
        [SIGNAL_UNLINKED] = "its confirmation",
        [SIGNAL_LINK_EXIT] = "an exit signal of a link, ",
        [SIGNAL_MONITOR] = "a monitor",
        [SIGNAL_DEMONITOR] = "the end of a monitor",
        [SIGNAL_DOWN] = "'DOWN', ",
        [SIGNAL_REQUEST] = "a question",
        [SIGNAL_ANSWER] = "the answer ",
    };
    Signals *signals = context;
    Machine *m = signals->machine;
    machine_actor_name(m, term_pid_index(from), signals->out);
    text_add(signals->out, " to ");
    machine_actor_name(m, term_pid_index(to), signals->out);
    text_format(signals->out, ": %s", words[signal->kind]);
    size_t length = strlen(words[signal->kind]);
    if (words[signal->kind][length - 1] == ' ') describe_term(m, signals->out, signal->value);
    text_add(signals->out, "\n");
}

void machine_signals(Machine *m, Text *out) {
    Signals signals = {m, out};
    delivery_list(m, see_signal, &signals);
}

// --- objects ---------------------------------------------------------------------------------------------

const char *machine_object(uint64_t object) {
    static const char *const words[] = {
        [OBJECT_NAME] = "registered name",
        [OBJECT_PROCESS_LIFE] = "life of a process",
        [OBJECT_LINKS] = "links",
        [OBJECT_MAILBOX] = "mailbox",
        [OBJECT_FLAGS] = "flags of a process",
        [OBJECT_LEADER] = "group leader",
        [OBJECT_TABLE] = "table",
        [OBJECT_TABLE_NAMES] = "names of tables",
        [OBJECT_TIMER] = "timer",
        [OBJECT_DEADLINES] = "order of deadlines",
        [OBJECT_CLOCK] = "clock",
        [OBJECT_PERSISTENT] = "persistent term",
        [OBJECT_ATOMICS] = "atomics",
        [OBJECT_MESSAGE] = "message",
        [OBJECT_CODE] = "code",
        [OBJECT_FILES] = "files",
        [OBJECT_OUTPUT] = "output",
        [OBJECT_PROCESSES] = "list of processes",
        [OBJECT_ENVIRONMENT] = "environment",
        [OBJECT_SERVER] = "server of the system",
        [OBJECT_RELATIONS] = "monitors",
        [OBJECT_CHANNEL] = "signals between the two",
        [OBJECT_CHOICE] = "choice",
        [OBJECT_ATOM] = "atom",
        [OBJECT_WALK] = "walk over a table",
        [OBJECT_CELL] = "port",
        [OBJECT_PROGRESS] = "progress of a process",
        [OBJECT_CLOSING] = "links",
        [OBJECT_ONLY_NAME] = "registered name",
    };
    uint32_t kind = object_kind(object);
    return kind < sizeof words / sizeof *words && words[kind] ? words[kind] : "something";
}

bool machine_object_owner(const Machine *m, uint64_t object, Actor *owner) {
    static const ObjectKind kinds[] = {OBJECT_PROCESS_LIFE, OBJECT_LINKS,     OBJECT_MAILBOX,  OBJECT_FLAGS,
                                       OBJECT_LEADER,       OBJECT_RELATIONS, OBJECT_PROGRESS, OBJECT_TIMER};
    bool belongs = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) belongs |= object_kind(object) == kinds[i];
    if (!belongs || !object_is_owned(object) || object_owner(object) >= m->pid_count) return false;
    *owner = object_owner(object);
    return true;
}

bool machine_object_is_plain(uint64_t object) {
    uint32_t kind = object_kind(object);
    return kind != OBJECT_WALK && kind != OBJECT_PROGRESS && kind != OBJECT_PROCESSES;
}
