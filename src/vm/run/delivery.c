// A channel is an entry of a map, From and To => {First, Last}, of cells [Signal | Next] that are linked through
// store_set. There is no entry for an empty one.
#include "vm/run/delivery.h"

#include "vm/run/bif.h"
#include "vm/run/interp_bits.h"
#include "vm/run/node.h"
#include "vm/run/quiet.h"
#include "vm/run/remote.h"
#include "vm/run/request.h"
#include "vm/run/signal.h"
#include "vm/run/timer.h"
#include "vm/term/hash.h"
#include "vm/term/map.h"

enum { PID_BITS = 28 };

static bool is_quiet(Machine *m, Term pid) {
    const Process *p = process_find(m, pid);
    return p && quiet_serves(p);
}

bool delivery_takes_time(const Machine *machine, Term from, Term to) {
    if (!machine->stepping || (!machine->config->async_delivery && !delivery_is_far(from, to))) return false;
    if (!term_is_local_pid(from) || !term_is_local_pid(to) || term_same(from, to)) return false;
    Machine *m = (Machine *)(uintptr_t)machine;
    return !is_quiet(m, from) && !is_quiet(m, to);
}

// --- signals as terms -----------------------------------------------------------------------------------

enum { FIELD_FROM, FIELD_KIND, FIELD_VALUE, FIELD_REFERENCE, FIELD_ITEM, FIELD_TAG, FIELD_TIME, FIELD_OBJECT, FIELDS };

static Term field(Term term) { return term_is_none(term) ? TERM_NIL : term; }

enum { KIND_BITS = 8 };

static Term signal_pack(Heap *heap, Term from, const Signal *signal) {
    Term packed = heap_tuple(heap, FIELDS);
    Term *fields = term_elements(packed);
    fields[FIELD_FROM] = from;
    fields[FIELD_KIND] = term_small((int64_t)signal->epoch << KIND_BITS | signal->kind);
    fields[FIELD_VALUE] = field(signal->value);
    fields[FIELD_REFERENCE] = field(signal->reference);
    fields[FIELD_ITEM] = field(signal->item);
    fields[FIELD_TAG] = field(signal->tag);
    fields[FIELD_TIME] = term_small((int64_t)signal->time);
    fields[FIELD_OBJECT] = term_small((int64_t)(signal->object >> 5));
    return packed;
}

static uint32_t epoch_of(Term packed) {
    return (uint32_t)(term_to_small(term_elements(packed)[FIELD_KIND]) >> KIND_BITS);
}

static Signal signal_unpack(Term packed, Term *from) {
    const Term *fields = term_elements(packed);
    *from = fields[FIELD_FROM];
    return (Signal){
        .kind = (SignalKind)(term_to_small(fields[FIELD_KIND]) & ((1 << KIND_BITS) - 1)),
        .value = fields[FIELD_VALUE],
        .reference = fields[FIELD_REFERENCE],
        .item = fields[FIELD_ITEM],
        .tag = fields[FIELD_TAG],
        .time = (uint64_t)term_to_small(fields[FIELD_TIME]),
        .object = (uint64_t)term_to_small(fields[FIELD_OBJECT]) << 5,
        .epoch = epoch_of(packed),
    };
}

// --- channels -------------------------------------------------------------------------------------------

static Term channel_key(uint32_t from, uint32_t to) { return term_small((int64_t)from << PID_BITS | to); }

static void set_channel(Machine *m, Term key, Term first, Term last) {
    Heap *heap = &m->store.heap;
    store_touch(&m->store, m->globals);
    Term channels = m->globals->channels;
    m->globals->channels = term_is_nil(first) ? map_remove(heap, channels, key)
                                              : map_put(heap, channels, key, heap_tuple2(heap, first, last));
}

static uint64_t channel_object(Term from, Term to) {
    return object_of(OBJECT_CHANNEL, (uint64_t)term_pid_index(from) << PID_BITS | term_pid_index(to), NO_TERM);
}

static void append(Machine *m, Term key, Term from, const Signal *signal) {
    Heap *heap = &m->store.heap;
    Term cell = heap_cons(heap, signal_pack(heap, from, signal), TERM_NIL);
    Term channel = map_get(m->globals->channels, key);
    Term first = cell;
    if (!term_is_none(channel)) {
        first = term_elements(channel)[0];
        store_set(&m->store, term_list_words(term_elements(channel)[1]) + 1, cell);
    }
    set_channel(m, key, first, cell);
}

void delivery_put_in(Machine *m, Term channel, Term to, Term from, const Signal *signal) {
    append(m, channel_key(term_pid_index(channel), term_pid_index(to)), from, signal);
}

// What needs a connection, and makes one; other signals belong to a link or monitor that is lost with it.
static bool asks_for_connection(const Signal *signal) {
    return signal->kind == SIGNAL_MESSAGE || signal->kind == SIGNAL_EXIT || signal->kind == SIGNAL_LINK ||
           signal->kind == SIGNAL_MONITOR || signal->kind == SIGNAL_SPAWN || signal->kind == SIGNAL_LEADER;
}

static void put_far(Machine *m, Term from, Term to, const Signal *signal) {
    uint32_t here = term_pid_node(from), there = term_pid_node(to);
    if (asks_for_connection(signal)) node_want(m, here, there);
    NodeView view = node_view(m, here, there);
    if (view.state == VIEW_DOWN) return;
    Signal sent = *signal;
    sent.epoch = view.epoch;
    append(m, channel_key(term_pid_index(from), term_pid_index(to)), from, &sent);
}

void delivery_put(Machine *m, Term from, Term to, const Signal *signal) {
    step_note_receiver(m, 0);
    delivery_touches(m, from, to, signal->object, &m->event.footprint);
    if (delivery_is_far(from, to))
        put_far(m, from, to, signal);
    else
        append(m, channel_key(term_pid_index(from), term_pid_index(to)), from, signal);
}

// --- between nodes --------------------------------------------------------------------------------------

// Of a channel what is of a later epoch is left, or of that one.
static void lose_in(Machine *m, Term key, Term channel, uint32_t epoch) {
    Term cell = term_elements(channel)[0];
    while (term_is_cons(cell) && epoch_of(term_head(cell)) < epoch) cell = term_tail(cell);
    set_channel(m, key, cell, term_elements(channel)[1]);
}

void delivery_lose(Machine *m, uint32_t from, uint32_t to, uint32_t epoch) {
    Term key, channel;
    MapIterator it;
    for (map_iterate(&it, m->globals->channels); map_next(&it, &key, &channel);) {
        uint64_t pair = (uint64_t)term_to_small(key);
        uint32_t source = m->nodes_of[pair >> PID_BITS], target = m->nodes_of[pair & ((1u << PID_BITS) - 1)];
        if (node_same_name(source, from) && node_same_name(target, to) && !node_same_name(from, to))
            lose_in(m, key, channel, epoch);
    }
}

void delivery_stop_node(Machine *m, uint32_t node) {
    Term key, channel;
    MapIterator it;
    for (map_iterate(&it, m->globals->channels); map_next(&it, &key, &channel);) {
        uint64_t pair = (uint64_t)term_to_small(key);
        uint32_t source = m->nodes_of[pair >> PID_BITS], target = m->nodes_of[pair & ((1u << PID_BITS) - 1)];
        if (node_same_name(source, node) && node_same_name(target, node))
            set_channel(m, key, TERM_NIL, term_elements(channel)[1]);
    }
}

// Whether it goes to another node, and may not arrive there now.
static bool is_held_back(const Machine *m, uint32_t from, uint32_t to, Term channel) {
    uint32_t source = m->nodes_of[from], target = m->nodes_of[to];
    if (source == target || node_same_name(source, target)) return false;
    return !node_admits(m, source, target, epoch_of(term_head(term_elements(channel)[0])));
}

// What a node says of its connections comes through no connection. What comes from a name on another node does.
static bool is_of_news(const Machine *m, uint32_t from) {
    return node_is_actor(m, from) && (node_part(m, from) == NODE_NOTICE || node_part(m, from) == NODE_NEWS);
}

static bool are_handled_later(const Machine *m) {
    return m->stepping && !m->config->async_delivery && !m->config->signals_at_once;
}

bool delivery_refuses_later(const Machine *machine, Term dead, Term to) {
    if (!are_handled_later(machine) || !term_is_local_pid(dead) || delivery_is_far(dead, to)) return false;
    Machine *m = (Machine *)(uintptr_t)machine;
    return !process_find(m, dead) && !is_quiet(m, to);
}

bool delivery_answers_later(const Machine *machine, Term from, Term to) {
    return !term_same(from, to) && delivery_is_handled_later(machine, from, to);
}

static void touch_channel(Term from, Term to, uint64_t object, Footprint *out) {
    footprint_add_settled(out, channel_object(from, to), ACCESS_SEND, object >> 5);
}

void delivery_answer(Machine *m, Term from, Term to, const Signal *signal) {
    append(m, channel_key(term_pid_index(from), term_pid_index(to)), from, signal);
    step_note_receiver(m, 0);
    touch_channel(from, to, signal->object, &m->event.footprint);
}

bool delivery_touches_refusal(const Machine *m, Term dead, Term to, uint64_t object, Footprint *out) {
    if (!delivery_refuses_later(m, dead, to)) return false;
    touch_channel(dead, to, object, out);
    return true;
}

bool delivery_touches_answer(const Machine *m, Term from, Term to, uint64_t object, Footprint *out) {
    if (!delivery_answers_later(m, from, to)) return false;
    touch_channel(from, to, object, out);
    return true;
}

static Term take_first(Machine *m, Term key) {
    const Term *channel = term_elements(map_get(m->globals->channels, key));
    Term first = channel[0];
    set_channel(m, key, term_tail(first), channel[1]);
    return term_head(first);
}

bool delivery_touches(const Machine *m, Term from, Term to, uint64_t object, Footprint *out) {
    if (!delivery_takes_time(m, from, to)) return false;
    if (delivery_is_far(from, to)) node_touches_sending(m, from, to, out);
    footprint_add_settled(out, channel_object(from, to), ACCESS_SEND, object >> 5);
    return true;
}

bool delivery_touches_next(const Process *from, Term to, Footprint *out) {
    return delivery_touches(from->machine, from->pid, to, mailbox_message_object(from, from->sent + 1), out);
}

// --- signals that wait to be handled ---------------------------------------------------------------------
// They are in the channel from their receiver to itself, which no signal needs to be under way.

static Term unhandled_key(Term to) { return channel_key(term_pid_index(to), term_pid_index(to)); }

bool delivery_is_handled_later(const Machine *machine, Term from, Term to) {
    if (!are_handled_later(machine) || !term_is_local_pid(to)) return false;
    Machine *m = (Machine *)(uintptr_t)machine;
    return !is_quiet(m, from) && !is_quiet(m, to);
}

bool delivery_has_queue(const Machine *m, Term to) {
    if (!m->stepping) return false;
    Term channels = m->globals->channels;
    return map_count(channels) > 0 && term_is_local_pid(to) && !term_is_none(map_get(channels, unhandled_key(to)));
}

bool delivery_has_unhandled(const Machine *m, Term to) {
    return delivery_has_queue(m, to) && m->processes[term_pid_index(to)];
}

bool delivery_is_late(const Machine *m, Term from, Term to) {
    return delivery_takes_time(m, from, to) ||
           (delivery_is_handled_later(m, from, to) && delivery_has_unhandled(m, to));
}

void delivery_keep(Machine *m, Term from, Term to, const Signal *signal) {
    Term message = signal_message(m, from, to, signal);
    append(m, unhandled_key(to), from, signal);
    if (term_is_none(message))
        mailbox_note_signal(m, to, signal->object);
    else
        mailbox_note_unsent(m, to, message, from, signal->object);
}

void delivery_keep_own(Process *p, const Signal *signal) {
    append(p->machine, unhandled_key(p->pid), p->pid, signal);
    mailbox_note_signal(p->machine, p->pid, signal->object);
}

void delivery_touches_unhandled(const Machine *m, Term from, Term to, uint64_t object, bool ends, Footprint *out) {
    if (!delivery_is_handled_later(m, from, to)) return;
    footprint_add(out, channel_object(to, to), ends ? ACCESS_WRITE : ACCESS_READ, 0);
    if (ends || delivery_has_unhandled(m, to))
        footprint_add_settled(out, object_of(OBJECT_MAILBOX, term_pid_index(to), NO_TERM), ACCESS_SEND, object >> 5);
}

static Signal first_unhandled(const Machine *m, Term to, Term *from) {
    Term channel = map_get(m->globals->channels, unhandled_key(to));
    return signal_unpack(term_head(term_elements(channel)[0]), from);
}

// Whoever it was for handles it, or is dead.
void delivery_return_first(Machine *m, Term to) {
    Term from;
    Signal signal = signal_unpack(take_first(m, unhandled_key(to)), &from);
    signal_arrive(m, from, to, &signal);
}

// One that comes whatever happens: not to an alias of its own.
static bool message_is_next(const Machine *m, Term to) {
    Term from;
    if (!delivery_has_queue(m, to)) return false;
    Signal signal = first_unhandled(m, to, &from);
    return signal.kind == SIGNAL_MESSAGE && term_is_nil(signal.reference);
}

bool delivery_handles_itself(const Process *p) {
    if (!delivery_has_unhandled(p->machine, p->pid)) return false;
    return p->standing ? p->receive_ip && *p->ip == interp_word(OP_timeout) : timer_may_end_receive(p);
}

static void admit_message(Machine *m, Process *to) {
    Term from;
    Signal signal = signal_unpack(take_first(m, unhandled_key(to->pid)), &from);
    mailbox_admit(to, signal.value, signal.time, from, signal.object);
}

// What comes behind the signal, up to the next one, can be received from now on.
void delivery_handle(Machine *m, Term to) {
    Process *p = process_find(m, to);
    bool waits = p->status == PROCESS_WAITING;
    uint64_t opened = object_of(OBJECT_CHANNEL, term_pid_index(to), TERM_NIL) + p->received;
    m->handling = term_pid_index(to);
    delivery_return_first(m, to);
    while ((p = process_find(m, to)) && message_is_next(m, to)) admit_message(m, p);
    m->handling = 0;
    if (p && waits && p->status != PROCESS_WAITING) process_release(p, opened);
}

static bool wants_answer(const Signal *signal) {
    return signal->kind == SIGNAL_LINK || signal->kind == SIGNAL_UNLINK || signal->kind == SIGNAL_MONITOR ||
           signal->kind == SIGNAL_REQUEST;
}

void delivery_drop_unhandled(Machine *m, Term to) {
    if (!delivery_has_queue(m, to)) return;
    Term key = unhandled_key(to), cell = term_elements(map_get(m->globals->channels, key))[0], from;
    set_channel(m, key, TERM_NIL, TERM_NIL);
    for (; term_is_cons(cell); cell = term_tail(cell)) {
        Signal signal = signal_unpack(term_head(cell), &from);
        if (wants_answer(&signal)) append(m, key, from, &signal);
    }
}

// --- what arriving touches -------------------------------------------------------------------------------

static uint64_t life_of(Term pid) { return object_of(OBJECT_PROCESS_LIFE, term_pid_index(pid), NO_TERM); }

static void touch_relation(Term to, Footprint *out) {
    footprint_add(out, life_of(to), ACCESS_READ, 0);
    signal_touches_relations(to, out);
}

// Who handles a signal in a step beside its own looked for no message there.
static void touch_killed(Process *p, Footprint *out) {
    if (!delivery_has_unhandled(p->machine, p->pid)) {
        kill_footprint(p, false, out);
        return;
    }
    footprint_add(out, object_of(OBJECT_PROGRESS, term_pid_index(p->pid), NO_TERM), ACCESS_WRITE, 0);
    exit_footprint(p, false, out);
}

static void touch_by_exit(Machine *m, Term to, const Signal *signal, Footprint *out) {
    bool kill = signal->kind == SIGNAL_EXIT && term_same(signal->value, ATOM(kill));
    footprint_add(out, life_of(to), ACCESS_READ, 0);
    if (!kill) footprint_add(out, object_of(OBJECT_FLAGS, term_pid_index(to), NO_TERM), ACCESS_READ, 0);
    Process *p = process_find(m, to);
    if (p && !kill && p->trap_exit)
        send_footprint(m, to, signal->object, out);
    else if (p && !term_same(signal->value, ATOM(normal)))
        touch_killed(p, out);
}

static void touch_alias(Machine *m, Term to, Term alias, Footprint *out) {
    footprint_add(out, signal_monitor_object(alias), ACCESS_WRITE, 0);
    const Process *p = process_find(m, to);
    Term mode = p ? alias_mode(p, alias) : NO_TERM;
    bool with_monitor = !term_is_none(mode) && term_same(mode, ATOM(reply_demonitor));
    bool once = with_monitor || (!term_is_none(mode) && term_same(mode, ATOM(reply)));
    if (once) footprint_add(out, life_of(to), ACCESS_READ, 0);   // its end finds only aliases that are left
    Term monitor = with_monitor ? map_get(p->monitors, alias) : NO_TERM;
    if (term_is_none(monitor)) return;
    signal_touches_relations(to, out);   // a message through it ends the monitor, too
    delivery_touches(m, to, term_elements(monitor)[0], signal_demonitor_object(alias), out);
}

// A link of the dead is refused by an exit signal, an unlink confirmed.
static void touch_answered(Machine *m, Term to, Term from, const Signal *signal, Footprint *out) {
    uint64_t answer = signal_answer_object(signal);
    if (delivery_touches(m, to, from, answer, out)) return;
    if (signal->kind != SIGNAL_LINK) {
        delivery_touches_unhandled(m, to, from, answer, false, out);
        return;
    }
    signal_touches_relations(from, out);
    exit_arrival_footprint(m, to, from, ATOM(noproc), true, answer, out);
}

// Its call has its answer, and it goes on.
static void touch_asker(const Machine *m, Term asked, Term asker, uint64_t object, Footprint *out) {
    delivery_touches_unhandled(m, asked, asker, object, false, out);
    footprint_add(out, object_of(OBJECT_PROGRESS, term_pid_index(asker), NO_TERM), ACCESS_WRITE, 0);
    request_touches_answer(m->processes[term_pid_index(asker)], asked, object, out);
}

static void touch_by_arrival(Machine *m, Term from, Term to, const Signal *signal, Footprint *out) {
    bool gone = !process_find(m, to);
    switch (signal->kind) {
    case SIGNAL_MESSAGE:
        if (!term_is_nil(signal->reference)) touch_alias(m, to, signal->reference, out);
        send_footprint(m, to, signal->object, out);
        break;
    case SIGNAL_EXIT:
        if (!term_is_nil(signal->reference)) touch_alias(m, to, signal->reference, out);
        touch_by_exit(m, to, signal, out);
        break;
    case SIGNAL_LINK_EXIT:
        touch_by_exit(m, to, signal, out);
        footprint_add(out, signal_link_object(m, to, from), ACCESS_WRITE, 0);
        signal_touches_relations(to, out);
        break;
    case SIGNAL_UNLINKED: footprint_add(out, signal_link_object(m, to, from), ACCESS_WRITE, 0); break;
    case SIGNAL_LINK:
    case SIGNAL_UNLINK:
        touch_relation(to, out);
        footprint_add(out, signal_link_object(m, to, from), ACCESS_WRITE, 0);
        if (gone || signal->kind == SIGNAL_UNLINK) touch_answered(m, to, from, signal, out);
        break;
    case SIGNAL_MONITOR:
        touch_relation(to, out);
        if (gone && !delivery_touches_refusal(m, to, from, signal_down_object(signal->reference), out))
            signal_down_footprint(m, to, signal->reference, from, out);
        break;
    case SIGNAL_DEMONITOR: touch_relation(to, out); break;
    case SIGNAL_DOWN:
        touch_relation(to, out);
        footprint_add(out, signal_monitor_object(signal->reference), ACCESS_WRITE, 0);
        send_footprint(m, to, signal->object, out);
        break;
    case SIGNAL_REQUEST:
        footprint_add(out, life_of(from), ACCESS_READ, 0);
        if (!process_find(m, from)) break;   // nobody waits for an answer
        request_footprint(process_find(m, from), out);
        if (!delivery_touches(m, to, from, signal_answer_object(signal), out))
            touch_asker(m, to, from, signal_answer_object(signal), out);
        break;
    case SIGNAL_SPAWN: break;
    case SIGNAL_LEADER:
        footprint_add(out, life_of(to), ACCESS_READ, 0);
        footprint_add(out, object_of(OBJECT_LEADER, term_pid_index(to), NO_TERM), ACCESS_WRITE,
                      object_of(OBJECT_LEADER, 0, signal->value));
        break;
    case SIGNAL_SPAWNED: remote_spawned_footprint(m, from, to, signal, out); break;
    case SIGNAL_ANSWER:
        footprint_add(out, life_of(to), ACCESS_READ, 0);
        footprint_add(out, object_of(OBJECT_PROGRESS, term_pid_index(to), NO_TERM), ACCESS_WRITE, 0);   // it goes on
        break;
    }
}

// --- actors ---------------------------------------------------------------------------------------------

uint32_t delivery_actors(Machine *m, Actor *actors, uint32_t max) {
    uint32_t count = 0;
    Term key, channel;
    MapIterator it;
    for (map_iterate(&it, m->globals->channels); count < max && map_next(&it, &key, &channel);) {
        uint64_t pair = (uint64_t)term_to_small(key);
        uint32_t from = (uint32_t)(pair >> PID_BITS), to = (uint32_t)(pair & ((1u << PID_BITS) - 1));
        const Process *p = m->processes[to];
        if (from == to && (!p || step_holds(p))) continue;   // it has ended, and handles nothing more
        if (nodes_are_many(m) && is_held_back(m, from, to, channel)) continue;
        actors[count++] = actor_for(m, from, DESCENT_CHANNEL | to);
    }
    return count;
}

// The first that came is answered first: a look at the order of arrival.
void delivery_return_footprint(Machine *m, Term to, Footprint *out) {
    Term from;
    Signal signal = first_unhandled(m, to, &from);
    uint64_t mailbox = object_of(OBJECT_MAILBOX, term_pid_index(to), NO_TERM);
    footprint_add_settled(out, mailbox, ACCESS_AWAIT, signal.object >> 5);
    touch_by_arrival(m, from, to, &signal, out);
}

void delivery_ends(const Machine *m, Actor actor, Actor *from, Actor *to) {
    *from = m->descents[actor].parent;
    *to = (Actor)(m->descents[actor].child & ~DESCENT_CHANNEL);
}

bool delivery_first(Machine *m, Actor actor, Term *from, Signal *out) {
    Actor source, to;
    delivery_ends(m, actor, &source, &to);
    Term channel = map_get(m->globals->channels, channel_key(source, to));
    if (term_is_none(channel)) return false;
    *out = signal_unpack(term_head(term_elements(channel)[0]), from);
    return true;
}

// Its receiver goes on: what has come behind can be received, and what comes next need not wait.
static void touch_opened(Term to, Footprint *out) {
    footprint_add(out, channel_object(to, to), ACCESS_WRITE, 0);
    footprint_add(out, object_of(OBJECT_MAILBOX, term_pid_index(to), NO_TERM), ACCESS_WRITE, 0);
    footprint_add(out, object_of(OBJECT_PROGRESS, term_pid_index(to), NO_TERM), ACCESS_WRITE, 0);
}

// As a receive would that takes it, and waits for it or not.
static void touch_by_handling(Machine *m, Term to, AccessKind kind, Footprint *out) {
    Term from;
    Signal signal = first_unhandled(m, to, &from);
    uint64_t mailbox = object_of(OBJECT_MAILBOX, term_pid_index(to), NO_TERM);
    if (kind == ACCESS_AWAIT)
        footprint_add_settled(out, mailbox, kind, signal.object >> 5);
    else
        footprint_add(out, mailbox, kind, signal.object >> 5);
    if (!signal_ends(process_find(m, to), from, &signal)) touch_opened(to, out);
    touch_by_arrival(m, from, to, &signal, out);
}

// Without a pattern no message ends the wait.
void delivery_touches_looking(const Process *p, Footprint *out) {
    if (delivery_is_handled_later(p->machine, p->pid, p->pid))
        footprint_add(out, channel_object(p->pid, p->pid), ACCESS_READ, 0);
    if (delivery_has_unhandled(p->machine, p->pid))
        touch_by_handling(p->machine, p->pid, ACCESS_RECEIVE, out);
    else if (p->receive_ip)
        footprint_add(out, object_of(OBJECT_MAILBOX, term_pid_index(p->pid), NO_TERM), ACCESS_RECEIVE, 0);
}

// As it happens in hand_over.
static void touch_handing_over(Machine *m, Actor source, Term from, Term to, const Signal *signal, Footprint *out) {
    Term whom = to;
    if (nodes_are_many(m)) {
        if (is_of_news(m, source))
            node_touches_news(m, source, signal->epoch, out);
        else
            node_touches_arrival(m, from, to, out);
        whom = node_resolve(m, to, signal);
        Term name = node_name_meant(m, to, signal);
        if (!term_is_none(name)) footprint_add(out, object_of(OBJECT_NAME, 0, name), ACCESS_READ, 0);
    }
    if (signal->kind == SIGNAL_SPAWN)
        remote_spawn_footprint(m, from, to, signal, out);
    else if (!m->config->async_delivery && !term_is_none(whom) && delivery_is_far(from, whom))
        delivery_touches_unhandled(m, from, whom, signal->object, false, out);
    if (signal->kind != SIGNAL_SPAWN) touch_by_arrival(m, from, term_is_none(whom) ? to : whom, signal, out);
}

void delivery_footprint(Machine *m, Actor actor, Footprint *out) {
    Actor source, to;
    Term from;
    Signal signal;
    if (!delivery_first(m, actor, &from, &signal)) return;
    delivery_ends(m, actor, &source, &to);
    if (source == to) {
        touch_by_handling(m, pid_at(m, to), ACCESS_AWAIT, out);
        return;
    }
    footprint_add_settled(out, channel_object(pid_at(m, source), pid_at(m, to)), ACCESS_AWAIT, signal.object >> 5);
    if (m->config->async_delivery || is_of_news(m, source) || !term_pids_are_near(pid_at(m, source), pid_at(m, to)))
        touch_handing_over(m, source, from, pid_at(m, to), &signal, out);
    else if (signal.kind == SIGNAL_DOWN)
        signal_down_footprint(m, from, signal.reference, pid_at(m, to), out);
    else
        send_footprint(m, pid_at(m, to), signal.object, out);
}

// It has come to the node, and to whoever it is for there: behind what that one has not handled yet.
static void hand_over(Machine *m, Term from, Term to, const Signal *signal) {
    Term whom = nodes_are_many(m) ? node_resolve(m, to, signal) : to;
    Signal meant = *signal;
    if (signal->kind == SIGNAL_MESSAGE && term_is_atom(signal->reference)) meant.reference = TERM_NIL;
    if (signal->kind == SIGNAL_SPAWN)
        remote_spawn(m, from, to, signal);
    else if (term_is_none(whom))
        signal_arrive(m, from, to, &meant);
    else if (delivery_has_unhandled(m, whom) && signal->kind != SIGNAL_MESSAGE)
        delivery_keep(m, from, whom, &meant);
    else
        signal_arrive(m, from, whom, &meant);
}

void delivery_step(Machine *m, Actor actor) {
    Actor from, to;
    delivery_ends(m, actor, &from, &to);
    if (from == to) {
        delivery_handle(m, pid_at(m, to));
        return;
    }
    Term sender;
    Signal signal = signal_unpack(take_first(m, channel_key(from, to)), &sender);
    if (m->config->async_delivery || is_of_news(m, from) || delivery_is_far(sender, pid_at(m, to)))
        hand_over(m, sender, pid_at(m, to), &signal);
    else
        signal_send(m, sender, pid_at(m, to), &signal);
}

// --- hashing --------------------------------------------------------------------------------------------

uint64_t delivery_hash(const Machine *m) {
    uint64_t sum = 0;
    Term key, channel;
    MapIterator it;
    for (map_iterate(&it, m->globals->channels); map_next(&it, &key, &channel);) {
        uint64_t hash = term_hash(key);
        for (Term cell = term_elements(channel)[0]; term_is_cons(cell); cell = term_tail(cell))
            hash = hash_join(hash, term_hash(term_head(cell)));
        sum += hash_mix(hash);
    }
    return sum;
}

void delivery_list(const Machine *m, void (*see)(void *context, Term from, Term to, const Signal *signal),
                   void *context) {
    Term key, channel, from;
    MapIterator it;
    for (map_iterate(&it, m->globals->channels); map_next(&it, &key, &channel);) {
        uint32_t to = (uint32_t)((uint64_t)term_to_small(key) & ((1u << PID_BITS) - 1));
        for (Term cell = term_elements(channel)[0]; term_is_cons(cell); cell = term_tail(cell)) {
            Signal signal = signal_unpack(term_head(cell), &from);
            see(context, from, term_pid(to), &signal);
        }
    }
}
