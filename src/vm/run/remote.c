#include "vm/run/remote.h"

#include "vm/bif/spawn_options.h"
#include "vm/run/bif.h"
#include "vm/run/fault.h"
#include "vm/run/node.h"
#include "vm/run/quiet.h"
#include "vm/run/signal.h"
#include "vm/term/map.h"

static uint32_t number_of(const Machine *m, Term node) {
    uint32_t now = node_now(m, node);
    return now == NODE_ELSEWHERE ? term_atom_index(node) : now;
}

Term remote_target(const Process *from, Term name, Term node) {
    return node_is_alive(from->machine, term_pid_node(from->pid)) ? node_target(from->machine, name, node) : NO_TERM;
}

// --- asking ----------------------------------------------------------------------------------------------

enum { CALL_MODULE, CALL_FUNCTION, CALL_ARGUMENTS, CALL_CHILD, CALL_LEADER, CALL_SYSTEM, CALL_FIELDS };

typedef struct {
    SpawnOptions options;
    ReplyMode mode;
    Term tag;
    bool good;
} Wishes;

static Wishes read_wishes(Term list) {
    Wishes wishes = {.options = spawn_options_plain, .mode = REPLY_YES, .tag = ATOM(spawn_reply)};
    wishes.good = spawn_request_options(list, &wishes.options, &wishes.mode, &wishes.tag);
    return wishes;
}

static Term reply_message(Heap *heap, const Wishes *wishes, Term reference, Term how, Term value) {
    return heap_tuple4(heap, wishes->tag, reference, how, value);
}

static Term request_call(Process *p, Term call) {
    Term request = heap_tuple(p->heap, CALL_FIELDS);
    memcpy(term_elements(request), term_elements(call), 3 * sizeof(Term));
    process_touch(p);
    term_elements(request)[CALL_CHILD] = term_small((int64_t)++p->spawned);
    term_elements(request)[CALL_LEADER] = p->group_leader;
    term_elements(request)[CALL_SYSTEM] = process_boolean(p->system);
    return request;
}

// A node that is not alive reaches nobody.
static void refuse(Process *p, Term reference, Term options) {
    Signal answer = {.kind = SIGNAL_SPAWNED,
                     .value = ATOM(noconnection),
                     .reference = reference,
                     .item = ATOM(error),
                     .tag = options,
                     .time = p->time,
                     .object = signal_next_object(p)};
    remote_spawned(p->machine, p, TERM_NIL, &answer);
}

Term remote_request(Process *p, Term node, Term call, Term options) {
    Machine *m = p->machine;
    Term reference = process_new_reference(p);
    Wishes wishes = read_wishes(options);
    if (!wishes.good) {
        Term reply = reply_message(p->heap, &wishes, reference, ATOM(error), ATOM(badopt));
        if (reply_is_wanted(wishes.mode, false)) process_send(m, p, p->pid, reply);
        return reference;
    }
    if (!term_is_nil(wishes.options.alias_option))
        p->aliases = map_put(p->heap, p->aliases, reference, wishes.options.alias_option);
    if (!node_is_alive(m, term_pid_node(p->pid))) {
        refuse(p, reference, options);
        return reference;
    }
    Term address = node_own_address(m, number_of(m, node));
    p->monitors = map_put(p->heap, p->monitors, reference, heap_tuple4(p->heap, address, options, TERM_NIL, TERM_NIL));
    Signal request = {.kind = SIGNAL_SPAWN,
                      .value = request_call(p, call),
                      .reference = reference,
                      .item = options,
                      .tag = TERM_NIL,
                      .time = p->time,
                      .object = signal_next_object(p)};
    if (delivery_takes_time(m, p->pid, address))
        delivery_put(m, p->pid, address, &request);
    else if (node_reach(m, term_pid_node(p->pid), term_pid_node(address)))
        remote_spawn(m, p->pid, address, &request);
    else
        refuse(p, reference, options);
    return reference;
}

void remote_touches_request(Process *p, Term node, Footprint *out) {
    Machine *m = p->machine;
    signal_touches_relations(p->pid, out);
    footprint_add_settled(out, object_of(OBJECT_LEADER, term_pid_index(p->pid), NO_TERM), ACCESS_READ, 0);
    if (!term_is_atom(node) || !node_is_alive(m, term_pid_node(p->pid)))
        send_footprint(m, p->pid, mailbox_message_object(p, p->sent + 1), out);
    else
        delivery_touches_next(p, node_own_address(m, number_of(m, node)), out);
}

// --- making ----------------------------------------------------------------------------------------------

static void watch_child(Process *child, Term parent, Term reference, const SpawnOptions *options) {
    process_touch(child);
    if (options->link) child->links = map_put(child->heap, child->links, parent, ATOM(true));
    if (options->monitor)
        child->watchers = map_put(child->heap, child->watchers, reference,
                                  heap_tuple3(child->heap, parent, child->pid, options->monitor_tag));
}

static SpawnOptions options_for(const Machine *m, Term from, Term to, const Signal *request) {
    const Term *call = term_elements(request->value);
    SpawnOptions options = read_wishes(request->item).options;
    options.far = true;
    options.node = number_of(m, identity_node_name(term_pid_node(to)));
    options.maker = term_pid_index(from);
    options.child = (uint64_t)term_to_small(call[CALL_CHILD]);
    options.leader = call[CALL_LEADER];
    options.time = request->time;
    options.system = term_same(call[CALL_SYSTEM], ATOM(true));
    return options;
}

static Signal answer_to(const Signal *request, Term child) {
    return (Signal){.kind = SIGNAL_SPAWNED,
                    .value = child,
                    .reference = request->reference,
                    .item = ATOM(ok),
                    .tag = request->item,
                    .time = request->time,
                    .object = signal_answer_object(request)};
}

void remote_spawn(Machine *m, Term from, Term to, const Signal *request) {
    const Term *call = term_elements(request->value);
    SpawnOptions options = options_for(m, from, to, request);
    Process *child = process_spawn(m, NULL, call[CALL_MODULE], call[CALL_FUNCTION], call[CALL_ARGUMENTS], &options);
    watch_child(child, from, request->reference, &options);
    Signal answer = answer_to(request, child->pid);
    signal_send(m, child->pid, from, &answer);
}

static Term child_of(Machine *m, Term from, Term to, const Signal *request) {
    SpawnOptions options = options_for(m, from, to, request);
    return term_pid_at(options.node, process_number(m, NULL, &options));
}

void remote_spawn_footprint(Machine *m, Term from, Term to, const Signal *request, Footprint *out) {
    Signal answer = answer_to(request, TERM_NIL);
    footprint_add_settled(out, object_of(OBJECT_PROCESSES, 0, NO_TERM), ACCESS_UPDATE, 0);
    fault_touches_target(m, FAULT_KILLS, out);
    delivery_touches(m, child_of(m, from, to, request), from, answer.object, out);
}

// --- answering -------------------------------------------------------------------------------------------

// The parent's side of what the child has been made with; or nobody's, who has taken back the request.
static void adopt(Process *p, Term child, Term reference, const SpawnOptions *options, bool wanted) {
    process_touch(p);
    if (wanted && options->link) p->links = map_put(p->heap, p->links, child, ATOM(true));
    if (wanted && options->monitor) {
        Term monitor = heap_tuple3(p->heap, child, child, options->monitor_tag);
        p->monitors = map_put(p->heap, p->monitors, reference, monitor);
        return;
    }
    p->monitors = map_remove(p->heap, p->monitors, reference);
}

void remote_spawned(Machine *m, Process *p, Term from, const Signal *answer) {
    Term entry = map_get(p->monitors, answer->reference);
    bool good = term_same(answer->item, ATOM(ok)), wanted = !term_is_none(entry) || !good;
    Wishes wishes = read_wishes(answer->tag);
    adopt(p, answer->value, answer->reference, &wishes.options, wanted && good);
    if (good && !wanted) remote_refused(m, from, p->pid, answer);
    if (!wanted || !reply_is_wanted(wishes.mode, good)) return;
    Term reply = reply_message(p->heap, &wishes, answer->reference, answer->item, answer->value);
    mailbox_append(p, reply, answer->time, from, answer->object);
}

void remote_refused(Machine *m, Term from, Term to, const Signal *answer) {
    Wishes wishes = read_wishes(answer->tag);
    if (!term_same(answer->item, ATOM(ok)) || !wishes.options.link) return;
    Signal exit = {
        .kind = SIGNAL_LINK_EXIT, .value = ATOM(noproc), .time = answer->time, .object = signal_answer_object(answer)};
    signal_send(m, to, from, &exit);
}

void remote_spawned_footprint(Machine *m, Term from, Term to, const Signal *answer, Footprint *out) {
    Wishes wishes = read_wishes(answer->tag);
    bool good = term_same(answer->item, ATOM(ok));
    footprint_add(out, object_of(OBJECT_PROCESS_LIFE, term_pid_index(to), NO_TERM), ACCESS_READ, 0);
    footprint_add(out, signal_monitor_object(answer->reference), ACCESS_WRITE, 0);
    signal_touches_relations(to, out);
    if (good && wishes.options.link) {
        footprint_add(out, signal_link_object(m, to, from), ACCESS_WRITE, 0);
        delivery_touches(m, to, from, signal_answer_object(answer), out);
    }
    if (reply_is_wanted(wishes.mode, good)) send_footprint(m, to, answer->object, out);
}
