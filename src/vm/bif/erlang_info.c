// What can be asked about processes: process_info, and who there is.
#include "vm/bif/process_info.h"
#include "vm/run/estate.h"
#include "vm/run/glance.h"
#include "vm/run/interp_bits.h"
#include "vm/run/observed.h"
#include "vm/run/node.h"
#include "vm/run/port.h"
#include "vm/run/remote.h"
#include "vm/run/signal.h"
#include "vm/term/map.h"
#include "vm/term/print.h"

// --- where a process is --------------------------------------------------------------------------

// The next return address on the stack, innermost first; NULL at its end. For the layout see
// vm/run/stack.c.
static const Code *next_return(const Term **stack, size_t *words) {
    const Term *at = *stack;
    while ((at->bits & 3) != TAG_HEADER) at++;
    if (at->bits == 0) return NULL;
    *words += (size_t)(at - *stack) + 1;
    const Code *address = (const Code *)at->bits;
    if (address != interp_thaw_code) {
        *stack = at + 1;
        return address;
    }
    *stack = (const Term *)at[2].bits;
    return (const Code *)at[1].bits;
}

static size_t stack_words(const Process *p) {
    const Term *stack = p->stack;
    size_t words = 0;
    while (next_return(&stack, &words)) continue;
    return words;
}

// It waits in erlang:hibernate/0, which is no place of its own.
static bool sleeps_within(const Process *p) { return p->ip && *p->ip == interp_word(OP_hibernate); }

// The innermost place that belongs to a function. A process stands before its next instruction; one
// that asks about itself stands at the call. Where that is in no module (a call through apply), its
// caller counts.
static bool innermost(const Process *p, Place *place) {
    CodeServer *code = p->machine->code;
    if (p->ip && !sleeps_within(p) && code_place(code, p->ip, place)) return true;
    const Term *stack = p->stack;
    size_t words = 0;
    for (const Code *address; (address = next_return(&stack, &words));)
        if (code_place(code, address - 1, place)) return true;
    return false;
}

static Term place_entry(Heap *heap, const Place *place) {
    Term info = TERM_NIL;
    if (place->line) {
        info = heap_cons(heap, heap_tuple2(heap, ATOM(line), term_small(place->line)), TERM_NIL);
        info = heap_cons(heap, heap_tuple2(heap, ATOM(file), place->file), info);
    }
    return heap_tuple4(heap, place->module->name, place->function->function, term_small(place->function->arity), info);
}

// It waits in erlang:hibernate/3, though what is left of it is the call to be made next.
static bool is_hibernated(const Process *p) {
    return p->hibernated && p->status == PROCESS_WAITING && !sleeps_within(p);
}

static Term item_current_function(Process *asker, Process *p) {
    Place place;
    if (is_hibernated(p)) return heap_tuple3(asker->heap, ATOM(erlang), ATOM(hibernate), term_small(3));
    if (!innermost(p, &place)) return p->initial_call;
    return heap_tuple3(asker->heap, place.module->name, place.function->function, term_small(place.function->arity));
}

static Term item_current_location(Process *asker, Process *p) {
    Place place;
    if (is_hibernated(p)) return heap_tuple4(asker->heap, ATOM(erlang), ATOM(hibernate), term_small(3), TERM_NIL);
    if (innermost(p, &place)) return place_entry(asker->heap, &place);
    const Term *mfa = term_elements(p->initial_call);
    return heap_tuple4(asker->heap, mfa[0], mfa[1], mfa[2], TERM_NIL);
}

enum { BACKTRACE_MAX = 64 };

static Term item_current_stacktrace(Process *asker, Process *p) {
    Machine *m = p->machine;
    if (is_hibernated(p)) return TERM_NIL;
    Term entries[BACKTRACE_MAX];
    size_t count = 0, words = 0;
    size_t depth = m->backtrace_depth < BACKTRACE_MAX ? (size_t)m->backtrace_depth : BACKTRACE_MAX;
    const Term *stack = p->stack;
    const Code *address = p->ip && !sleeps_within(p) ? p->ip + 1 : next_return(&stack, &words);
    for (; address && count < depth; address = next_return(&stack, &words)) {
        Place place;
        if (code_place(m->code, address - 1, &place)) entries[count++] = place_entry(asker->heap, &place);
    }
    return heap_list_from(asker->heap, entries, count, TERM_NIL);
}

static void add_place(const Process *p, const Code *address, Text *out) {
    const PrintOptions plain = {.style = PRINT_WRITE, .unicode = true};
    Place place;
    if (code_place(p->machine->code, address, &place)) {
        term_print(out, place.module->name, plain);
        text_add_char(out, ':');
        term_print(out, place.function->function, plain);
        size_t distance = (size_t)(address - place.function->start) * sizeof(Code);
        text_format(out, "/%u + %zu", place.function->arity, distance);
    } else {
        text_add(out, address + 1 == interp_exit_code ? "<terminate process normally>" : "unknown function");
    }
}

void process_backtrace(Process *p, Text *out) {
    const Term *stack = p->stack;
    size_t words = 0;
    text_add(out, "Program counter: (");
    add_place(p, p->ip, out);
    text_add(out, ")\n");
    for (const Code *address; (address = next_return(&stack, &words));) {
        text_add(out, "\nReturn addr (");
        add_place(p, address - 1, out);
        text_add(out, ")\n");
    }
}

static Term item_backtrace(Process *asker, Process *p) {
    Text text = {0};
    process_backtrace(p, &text);
    Term binary = heap_binary_from(asker->heap, text_string(&text), text.size);
    text_free(&text);
    return binary;
}

static Term item_status(Process *asker, Process *p) {
    if (asker == p) return ATOM(running);
    if (p->suspended) return ATOM(suspended);
    return p->status == PROCESS_WAITING ? ATOM(waiting) : ATOM(runnable);
}

// --- its mailbox, relations and flags ------------------------------------------------------------

static Term item_messages(Process *asker, Process *p) {
    if (p->sensitive) return TERM_NIL;
    size_t shown = glance_shown(asker, p), count = 0;
    Term *items = heap_take(asker->heap, 2 * shown);   // pairs of a list
    for (Term link = p->first; count < shown; link = term_words(link)[MESSAGE_NEXT], count++) {
        items[2 * count] = term_words(link)[MESSAGE_VALUE];
        items[2 * count + 1] = term_from_list_words(items + 2 * count + 2);
    }
    if (count == 0) return TERM_NIL;
    items[2 * count - 1] = TERM_NIL;
    return term_from_list_words(items);
}

static Term item_message_queue_len(Process *asker, Process *p) { return term_small(glance_shown(asker, p)); }

static Term item_links(Process *asker, Process *p) {
    Term list = TERM_NIL, other, value;
    MapIterator it;
    for (map_iterate(&it, p->links); map_next(&it, &other, &value);)
        if (term_same(value, ATOM(true))) list = heap_cons(asker->heap, port_seen(p->machine, other), list);
    return list;
}

static Term item_monitors(Process *asker, Process *p) {
    Heap *heap = asker->heap;
    Term list = TERM_NIL, reference, monitor;
    MapIterator it;
    for (map_iterate(&it, p->monitors); map_next(&it, &reference, &monitor);) {
        Term item = term_elements(monitor)[1];
        Term type = term_is_port(item) ? ATOM(port) : ATOM(process);
        if (term_same(item, ATOM(clock_service)))
            type = ATOM(time_offset);
        else if (term_is_atom(item))
            item = heap_tuple2(heap, item, node_of(p));
        list = heap_cons(heap, heap_tuple2(heap, type, item), list);
    }
    return list;
}

static Term item_monitored_by(Process *asker, Process *p) {
    Term list = TERM_NIL, reference, watcher;
    MapIterator it;
    for (map_iterate(&it, p->watchers); map_next(&it, &reference, &watcher);) {
        const Process *maker = process_find(p->machine, term_elements(watcher)[0]);
        if (maker && !term_is_none(map_get(maker->monitors, reference)))
            list = heap_cons(asker->heap, port_seen(p->machine, maker->pid), list);
    }
    return list;
}

// {Pid, active suspends, outstanding ones}: none is outstanding where each is done at once.
static Term item_suspending(Process *asker, Process *p) {
    Term list = TERM_NIL, other, count;
    MapIterator it;
    for (map_iterate(&it, p->suspending); map_next(&it, &other, &count);)
        list = heap_cons(asker->heap, heap_tuple3(asker->heap, other, count, term_small(0)), list);
    return list;
}

static Term item_dictionary(Process *asker, Process *p) {
    return p->sensitive ? TERM_NIL : dictionary_list(asker->heap, p->dictionary);
}

static Term item_label(Process *asker, Process *p) {
    (void)asker;
    Term label = map_get(p->dictionary, ATOM(process_label));
    return term_is_none(label) ? ATOM(undefined) : label;
}

static Term item_registered_name(Process *asker, Process *p) { return (void)asker, p->name; }
static Term item_initial_call(Process *asker, Process *p) { return (void)asker, p->initial_call; }
static Term item_group_leader(Process *asker, Process *p) { return (void)asker, p->group_leader; }
static Term item_error_handler(Process *asker, Process *p) { return (void)asker, p->error_handler; }
static Term item_trap_exit(Process *asker, Process *p) { return (void)asker, process_boolean(p->trap_exit); }
static Term item_async_dist(Process *asker, Process *p) { return (void)asker, process_boolean(p->async_dist); }
// The first of all is init, which has none.
static Term item_parent(Process *asker, Process *p) {
    const Process *init =
        name_find(asker->machine, node_private(asker->machine, term_pid_node(asker->pid), ATOM(init)));
    if (p->parent || !init) return pid_at(p->machine, p->parent);
    return p == init ? ATOM(undefined) : init->pid;
}
static Term item_priority(Process *asker, Process *p) { return (void)asker, priority_name(p->priority); }
static Term item_catchlevel(Process *asker, Process *p) { return (void)asker, term_small(p->catches); }
static Term item_nothing(Process *asker, Process *p) { return (void)asker, (void)p, TERM_NIL; }
static Term item_zero(Process *asker, Process *p) { return (void)asker, (void)p, term_small(0); }
static Term item_false(Process *asker, Process *p) { return (void)asker, (void)p, ATOM(false); }
static Term item_reductions(Process *asker, Process *p) {
    observed_work(asker);
    return heap_unsigned(asker->heap, process_reductions(p));
}

static Term item_message_queue_data(Process *asker, Process *p) {
    (void)asker;
    return p->message_queue_off_heap ? ATOM(off_heap) : ATOM(on_heap);
}

static Term item_last_calls(Process *asker, Process *p) {
    (void)asker;
    return p->save_calls ? TERM_NIL : ATOM(false);
}

// --- its memory: what a small process takes on a real node, for a heap here belongs to nobody ----

static Term item_min_heap_size(Process *asker, Process *p) {
    (void)asker;
    return term_small(p->min_heap_size > HEAP_SIZE_MINIMUM ? p->min_heap_size : HEAP_SIZE_MINIMUM);
}

static Term item_min_bin_vheap_size(Process *asker, Process *p) {
    (void)asker;
    return setting_of_process(p, ATOM(min_bin_vheap_size), term_small(HEAP_SIZE_MINIMUM_BINARIES));
}

static Term item_fullsweep_after(Process *asker, Process *p) {
    (void)asker;
    return term_small(p->fullsweep_after);
}

Term process_heap_limit(Process *asker, const Process *p) {
    Term limit = setting_of_process(p, ATOM(max_heap_size), NO_TERM);
    return term_is_none(limit) ? heap_limit_default(asker->heap, 0) : limit;
}

static Term item_max_heap_size(Process *asker, Process *p) { return process_heap_limit(asker, p); }

static Term item_stack_size(Process *asker, Process *p) {
    (void)asker;
    return term_small((int64_t)stack_words(p));
}

static Term item_memory(Process *asker, Process *p) {
    enum { RECORD_BYTES = 824, MESSAGE_BYTES = 64 };
    int64_t heap = term_to_small(item_min_heap_size(asker, p)) * 8;
    return term_small(RECORD_BYTES + heap + (int64_t)p->mailbox_count * MESSAGE_BYTES);
}

typedef struct {
    Term name, value;
} Pair;

static Term pair_list(Heap *heap, const Pair *pairs, size_t count) {
    Term list = TERM_NIL;
    while (count-- > 0) list = heap_cons(heap, heap_tuple2(heap, pairs[count].name, pairs[count].value), list);
    return list;
}

static Term item_garbage_collection(Process *asker, Process *p) {
    const Pair pairs[] = {
        {ATOM(max_heap_size), process_heap_limit(asker, p)},
        {ATOM(min_bin_vheap_size), item_min_bin_vheap_size(asker, p)},
        {ATOM(min_heap_size), item_min_heap_size(asker, p)},
        {ATOM(fullsweep_after), item_fullsweep_after(asker, p)},
        {ATOM(minor_gcs), term_small(0)},
    };
    return pair_list(asker->heap, pairs, sizeof pairs / sizeof *pairs);
}

static Term item_garbage_collection_info(Process *asker, Process *p) {
    Term zero = term_small(0), binaries = term_small(HEAP_SIZE_MINIMUM_BINARIES);
    const Pair pairs[] = {
        {ATOM(old_heap_block_size), zero},
        {ATOM(heap_block_size), item_min_heap_size(asker, p)},
        {ATOM(mbuf_size), zero},
        {ATOM(recent_size), zero},
        {ATOM(stack_size), item_stack_size(asker, p)},
        {ATOM(old_heap_size), zero},
        {ATOM(heap_size), zero},
        {ATOM(bin_vheap_size), zero},
        {ATOM(bin_vheap_block_size), binaries},
        {ATOM(bin_old_vheap_size), zero},
        {ATOM(bin_old_vheap_block_size), binaries},
    };
    return pair_list(asker->heap, pairs, sizeof pairs / sizeof *pairs);
}

// --- the items -----------------------------------------------------------------------------------

typedef enum {
    LOOKS_AT_NOTHING,   // that anybody else could change
    LOOKS_AT_MAILBOX,
    LOOKS_AT_MAILBOX_SIZE,   // and not at the order of the messages
    LOOKS_AT_LINKS,          // or monitors
    LOOKS_AT_WATCHERS,       // others end their monitors without a word to it
    LOOKS_AT_LEADER,
    LOOKS_AT_NAME,
    LOOKS_AT_TRAP_EXIT,   // this and the next only the process itself can change
    LOOKS_AT_FLAGS,
    LOOKS_AT_PROGRESS,   // how far it got: every step it takes can change the answer
} LooksAt;

typedef struct {
    Term name;
    Term (*value)(Process *asker, Process *p);
    LooksAt looks_at;
    int since;   // the first release that has it, if not all have
} Item;

static const Item items[] = {
    {ATOM_INIT(registered_name), item_registered_name, LOOKS_AT_NAME, 0},
    {ATOM_INIT(current_function), item_current_function, LOOKS_AT_PROGRESS, 0},
    {ATOM_INIT(initial_call), item_initial_call, LOOKS_AT_NOTHING, 0},
    {ATOM_INIT(status), item_status, LOOKS_AT_PROGRESS, 0},
    {ATOM_INIT(message_queue_len), item_message_queue_len, LOOKS_AT_MAILBOX_SIZE, 0},
    {ATOM_INIT(links), item_links, LOOKS_AT_LINKS, 0},
    {ATOM_INIT(dictionary), item_dictionary, LOOKS_AT_PROGRESS, 0},
    {ATOM_INIT(trap_exit), item_trap_exit, LOOKS_AT_TRAP_EXIT, 0},
    {ATOM_INIT(error_handler), item_error_handler, LOOKS_AT_FLAGS, 0},
    {ATOM_INIT(priority), item_priority, LOOKS_AT_FLAGS, 0},
    {ATOM_INIT(group_leader), item_group_leader, LOOKS_AT_LEADER, 0},
    {ATOM_INIT(total_heap_size), item_min_heap_size, LOOKS_AT_FLAGS, 0},
    {ATOM_INIT(heap_size), item_min_heap_size, LOOKS_AT_FLAGS, 0},
    {ATOM_INIT(stack_size), item_stack_size, LOOKS_AT_PROGRESS, 0},
    {ATOM_INIT(reductions), item_reductions, LOOKS_AT_PROGRESS, 0},
    {ATOM_INIT(garbage_collection), item_garbage_collection, LOOKS_AT_FLAGS, 0},
    {ATOM_INIT(suspending), item_suspending, LOOKS_AT_NOTHING, 0},
    // The ones above, in this order, are what process_info/1 tells.
    {ATOM_INIT(messages), item_messages, LOOKS_AT_MAILBOX, 0},
    {ATOM_INIT(monitors), item_monitors, LOOKS_AT_LINKS, 0},
    {ATOM_INIT(monitored_by), item_monitored_by, LOOKS_AT_WATCHERS, 0},
    {ATOM_INIT(memory), item_memory, LOOKS_AT_MAILBOX, 0},
    {ATOM_INIT(trace), item_zero, LOOKS_AT_NOTHING, 0},
    {ATOM_INIT(binary), item_nothing, LOOKS_AT_NOTHING, 0},
    {ATOM_INIT(sequential_trace_token), item_nothing, LOOKS_AT_NOTHING, 0},
    {ATOM_INIT(catchlevel), item_catchlevel, LOOKS_AT_PROGRESS, 0},
    {ATOM_INIT(backtrace), item_backtrace, LOOKS_AT_PROGRESS, 0},
    {ATOM_INIT(last_calls), item_last_calls, LOOKS_AT_FLAGS, 0},
    {ATOM_INIT(min_heap_size), item_min_heap_size, LOOKS_AT_FLAGS, 0},
    {ATOM_INIT(min_bin_vheap_size), item_min_bin_vheap_size, LOOKS_AT_FLAGS, 0},
    {ATOM_INIT(max_heap_size), item_max_heap_size, LOOKS_AT_FLAGS, 0},
    {ATOM_INIT(current_location), item_current_location, LOOKS_AT_PROGRESS, 0},
    {ATOM_INIT(current_stacktrace), item_current_stacktrace, LOOKS_AT_PROGRESS, 0},
    {ATOM_INIT(message_queue_data), item_message_queue_data, LOOKS_AT_FLAGS, 0},
    {ATOM_INIT(garbage_collection_info), item_garbage_collection_info, LOOKS_AT_PROGRESS, 0},
    {ATOM_INIT(magic_ref), item_nothing, LOOKS_AT_NOTHING, 0},
    {ATOM_INIT(fullsweep_after), item_fullsweep_after, LOOKS_AT_FLAGS, 0},
    {ATOM_INIT(parent), item_parent, LOOKS_AT_NOTHING, 0},
    {ATOM_INIT(async_dist), item_async_dist, LOOKS_AT_FLAGS, 26},
    {ATOM_INIT(label), item_label, LOOKS_AT_PROGRESS, 27},
    {ATOM_INIT(priority_messages), item_false, LOOKS_AT_FLAGS, 28},
};

enum { ITEM_COUNT = sizeof items / sizeof *items, ITEMS_OF_PROCESS_INFO_1 = 17, SINCE_DICTIONARY_KEY = 26 };

static bool release_has(const Process *p, int since) { return p->heap->release->number >= since; }

static const Item *find_item(Term name) {
    for (size_t i = 0; i < ITEM_COUNT; i++)
        if (term_same(items[i].name, name)) return &items[i];
    return NULL;
}

// {dictionary, Key} asks for one value.
static bool is_dictionary_key(Term name) {
    return term_is_tuple_of(name, 2) && term_same(term_elements(name)[0], ATOM(dictionary));
}

static bool is_item(const Process *p, Term name) {
    const Item *item = find_item(name);
    return item ? release_has(p, item->since) : is_dictionary_key(name) && release_has(p, SINCE_DICTIONARY_KEY);
}

static Term item_value(Process *asker, Process *p, Term name) {
    const Item *item = find_item(name);
    if (item) return item->value(asker, p);
    Term value = p->sensitive ? NO_TERM : map_get(p->dictionary, term_elements(name)[1]);
    return term_is_none(value) ? ATOM(undefined) : value;
}

static Term item_pair(Process *asker, Process *p, Term name) {
    return heap_tuple2(asker->heap, name, item_value(asker, p, name));
}

static bool are_items(const Process *p, Term list) {
    for (; term_is_cons(list); list = term_tail(list))
        if (!is_item(p, term_head(list))) return false;
    return term_is_nil(list);
}

static Term item_pairs(Process *asker, Process *p, Term names) {
    Term *pairs = heap_take(asker->heap, 2 * (size_t)term_list_length(names));
    Term all = term_is_nil(names) ? TERM_NIL : term_from_list_words(pairs);
    for (; term_is_cons(names); names = term_tail(names), pairs += 2) {
        pairs[0] = item_pair(asker, p, term_head(names));
        pairs[1] = term_is_nil(term_tail(names)) ? TERM_NIL : term_from_list_words(pairs + 2);
    }
    return all;
}

// NULL: it has ended, and is not listed any more.
static Process *process_asked(Process *p, Term pid) {
    estate_settle(p->machine, pid);
    return process_find(p->machine, pid);
}

static Term look(Process *p, const Term *args) {
    bool one = term_is_atom(args[1]) || term_is_tuple(args[1]);
    if (one ? !is_item(p, args[1]) : !are_items(p, args[1])) return process_badarg(p);
    if (!remote_is_near(p, args[0])) return process_badarg(p);
    if (!heap_has_room(p->heap, one ? 2 : 8 * (size_t)term_list_length(args[1]))) return process_system_limit(p);
    Process *of = process_asked(p, args[0]);
    if (!of) return ATOM(undefined);
    if (!one) return item_pairs(p, of, args[1]);
    if (term_same(args[1], ATOM(registered_name)) && term_is_nil(of->name)) return TERM_NIL;
    return item_pair(p, of, args[1]);
}

static Term erlang_process_info_2(Process *p, const Term *args) {
    if (p->answered) return process_take_answer(p);
    Term seen = look(p, args);
    glance_end(p);
    return seen;
}

static Term look_at_all(Process *p, const Term *args) {
    if (!remote_is_near(p, args[0])) return process_badarg(p);
    Process *of = process_asked(p, args[0]);
    if (!of) return ATOM(undefined);
    Term list = TERM_NIL;
    for (size_t i = ITEMS_OF_PROCESS_INFO_1; i-- > 0;)
        if (i > 0 || !term_is_nil(of->name)) list = heap_cons(p->heap, item_pair(p, of, items[i].name), list);
    return list;
}

static Term erlang_process_info_1(Process *p, const Term *args) {
    if (p->answered) return process_take_answer(p);
    Term seen = look_at_all(p, args);
    glance_end(p);
    return seen;
}

// --- what asking touches -------------------------------------------------------------------------

// Whether they still watch it is known to themselves.
static void looks_at_watchers(Process *p, Term pid, Footprint *out) {
    const Process *of = process_find(p->machine, pid);
    Term reference, watcher;
    MapIterator it;
    footprint_add_once(out, signal_relations_object(pid), ACCESS_READ, 0);
    if (!of) return;
    for (map_iterate(&it, of->watchers); map_next(&it, &reference, &watcher);) {
        Term maker = term_elements(watcher)[0];
        footprint_add_settled_once(out, object_of_process(OBJECT_PROCESS_LIFE, maker), ACCESS_READ, 0);
        footprint_add_settled_once(out, signal_relations_object(maker), ACCESS_READ, 0);
    }
}

// Who reads a mailbox sees how many messages there are, too: nothing is left then that looks at their number alone.
static void reads_mailbox(Footprint *out, uint64_t mailbox) {
    for (uint32_t i = 0; i < out->count; i++) {
        Access *item = &out->items[i];
        if (item->object == mailbox && item->kind == ACCESS_UPDATE) item->kind = ACCESS_READ;
    }
    footprint_add_settled_once(out, mailbox, ACCESS_READ, 0);
}

static void looks_at_mailbox(Process *p, Term pid, LooksAt what, Footprint *out) {
    uint64_t mailbox = object_of_process(OBJECT_MAILBOX, pid);
    bool glances = term_same(pid, p->pid) && glance_is_partial(p);
    if (glances && !glance_touches_mailbox(p)) return;
    if (glances)
        footprint_add_settled_once(out, mailbox, ACCESS_READ, VALUE_LOOKS_BACK);
    else if (what == LOOKS_AT_MAILBOX)
        reads_mailbox(out, mailbox);
    else if (!footprint_has(out, mailbox, ACCESS_READ, 0))
        footprint_add_settled_once(out, mailbox, ACCESS_UPDATE, 0);
}

static void looks_at(Process *p, Term pid, LooksAt what, Footprint *out) {
    bool self = term_same(pid, p->pid);
    switch (what) {
    case LOOKS_AT_NOTHING: break;
    case LOOKS_AT_MAILBOX:
    case LOOKS_AT_MAILBOX_SIZE: looks_at_mailbox(p, pid, what, out); break;
    case LOOKS_AT_LINKS: footprint_add_settled_once(out, signal_relations_object(pid), ACCESS_READ, 0); break;
    case LOOKS_AT_WATCHERS: looks_at_watchers(p, pid, out); break;
    case LOOKS_AT_LEADER: footprint_add_settled_once(out, object_of_process(OBJECT_LEADER, pid), ACCESS_READ, 0); break;
    case LOOKS_AT_NAME:
        footprint_add_settled_once(out, node_names_object(term_pid_node(p->pid)), ACCESS_READ, 0);
        break;
    case LOOKS_AT_TRAP_EXIT:
        if (!self) footprint_add_settled_once(out, object_of_process(OBJECT_FLAGS, pid), ACCESS_READ, 0);
        break;
    case LOOKS_AT_FLAGS:
        if (!self) footprint_add_settled_once(out, object_of_other_flags(pid), ACCESS_READ, 0);
        break;
    case LOOKS_AT_PROGRESS:
        if (self) break;
        footprint_add_settled_once(out, object_of_process(OBJECT_PROGRESS, pid), ACCESS_READ, 0);
        reads_mailbox(out, object_of_process(OBJECT_MAILBOX, pid));   // it may have woken
        break;
    }
}

static void looks_at_item(Process *p, Term pid, Term name, Footprint *out) {
    const Item *item = find_item(name);
    looks_at(p, pid, item ? item->looks_at : LOOKS_AT_PROGRESS, out);
}

static void looks_at_life(Process *p, const Term *args, Footprint *out) {
    if (!term_is_local_pid(args[0]) || term_same(args[0], p->pid)) return;
    footprint_add(out, object_of_process(OBJECT_PROCESS_LIFE, args[0]), ACCESS_READ, 0);
    estate_touches_asking(p->machine, args[0], out);
}

static void looks_at_items(Process *p, const Term *args, Footprint *out) {
    looks_at_life(p, args, out);
    if (!term_is_local_pid(args[0])) return;
    if (!term_is_list(args[1])) looks_at_item(p, args[0], args[1], out);
    for (Term list = args[1]; term_is_cons(list); list = term_tail(list))
        looks_at_item(p, args[0], term_head(list), out);
}

static void looks_at_main_items(Process *p, const Term *args, Footprint *out) {
    looks_at_life(p, args, out);
    if (!term_is_local_pid(args[0])) return;
    for (size_t i = 0; i < ITEMS_OF_PROCESS_INFO_1; i++) looks_at(p, args[0], items[i].looks_at, out);
}

static bool shows_mailbox(Term name) {
    const Item *item = find_item(name);
    return item && (item->value == item_messages || item->value == item_message_queue_len);
}

static bool show_mailbox(Term names) {
    if (!term_is_cons(names)) return shows_mailbox(names);
    while (term_is_cons(names) && !shows_mailbox(term_head(names))) names = term_tail(names);
    return term_is_cons(names);
}

bool process_info_glances(const Process *p, const Bif *bif, const Term *args) {
    bool all = bif->footprint == looks_at_main_items;
    if (!all && bif->footprint != looks_at_items) return false;
    return glance_is_partial(p) && term_same(args[0], p->pid) && (all || show_mailbox(args[1]));
}

static void looks_at_processes(Process *p, const Term *args, Footprint *out) {
    (void)p, (void)args;
    footprint_add_settled(out, object_of(OBJECT_PROCESSES, 0, NO_TERM), ACCESS_READ, 0);
}

static void looks_at_names(Process *p, const Term *args, Footprint *out) {
    (void)args;
    looks_at(p, p->pid, LOOKS_AT_NAME, out);
}

// --- who there is --------------------------------------------------------------------------------

static bool is_listed(const Process *asker, uint32_t index) {
    Machine *m = asker->machine;
    if (remote_is(asker, pid_at(m, index))) return false;
    const Process *left = m->processes[index] ? NULL : estate_left(m, pid_at(m, index));
    return !port_is(m, pid_at(m, index)) && (m->processes[index] || (left && estate_is_listed(left)));
}

static Term erlang_processes_0(Process *p, const Term *args) {
    (void)args;
    observed_all(p);
    Machine *m = p->machine;
    Term list = TERM_NIL;
    for (uint32_t i = m->pid_count; i-- > 0;)
        if (is_listed(p, i)) list = heap_cons(p->heap, pid_at(m, i), list);
    return list;
}

// From an index on: {Next, Pids}, or none.
static Term erts_internal_processes_next_1(Process *p, const Term *args) {
    enum { AT_ONCE = 128 };
    Machine *m = p->machine;
    if (!term_is_small(args[0]) || term_to_small(args[0]) < 0) return process_badarg(p);
    Term pids[AT_ONCE];
    size_t count = 0;
    int64_t index = term_to_small(args[0]);
    for (; index < m->pid_count && count < AT_ONCE; index++)
        if (is_listed(p, (uint32_t)index)) pids[count++] = pid_at(m, (uint32_t)index);
    if (count == 0) return ATOM(none);
    return heap_tuple2(p->heap, term_small(index), heap_list_from(p->heap, pids, count, TERM_NIL));
}

static Term erlang_registered_0(Process *p, const Term *args) {
    (void)args;
    Term list = TERM_NIL, name, pid;
    MapIterator it;
    for (map_iterate(&it, p->machine->globals->names); map_next(&it, &name, &pid);)
        if (!remote_is(p, pid)) list = heap_cons(p->heap, node_public(name), list);
    return list;
}

static Term erlang_is_process_alive_1(Process *p, const Term *args) {
    if (p->answered) return process_take_answer(p);
    if (!remote_is_near(p, args[0])) return process_badarg(p);
    return process_boolean(process_asked(p, args[0]));
}

static Term erts_internal_is_system_process_1(Process *p, const Term *args) {
    if (!remote_is_near(p, args[0])) return process_badarg(p);
    const Process *of = process_asked(p, args[0]);
    return process_boolean(of && of->system);
}

const Bif erlang_info_bifs[] = {
    BIF(erlang, process_info, 1, looks_at_main_items),
    BIF(erlang, process_info, 2, looks_at_items),
    BIF(erlang, processes, 0, looks_at_processes),
    BIF(erts_internal, processes_next, 1, looks_at_processes),
    BIF(erlang, registered, 0, looks_at_names),
    BIF(erlang, is_process_alive, 1, looks_at_life),
    BIF(erts_internal, is_system_process, 1, looks_at_life),
    {0},
};
