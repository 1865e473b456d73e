// A channel is an entry of a map, From and To => {First, Last}, of cells [Signal | Next] that are linked through
// store_set. There is no entry for an empty one.
#include "vm/delivery.h"

#include "vm/bif.h"
#include "vm/hash.h"
#include "vm/map.h"
#include "vm/request.h"
#include "vm/signal.h"
#include "vm/world/quiet.h"

enum { PID_BITS = 28 };

static bool is_quiet(Machine *m, Term pid) {
    const Process *p = process_find(m, pid);
    return p && quiet_serves(p);
}

bool delivery_takes_time(const Machine *machine, Term from, Term to) {
    if (!machine->stepping || !machine->config->async_delivery) return false;
    if (!term_is_local_pid(from) || !term_is_local_pid(to) || term_same(from, to)) return false;
    Machine *m = (Machine *)(uintptr_t)machine;
    return !is_quiet(m, from) && !is_quiet(m, to);
}

// --- signals as terms -----------------------------------------------------------------------------------

enum { FIELD_KIND, FIELD_VALUE, FIELD_REFERENCE, FIELD_ITEM, FIELD_TAG, FIELD_TIME, FIELD_OBJECT, FIELDS };

static Term field(Term term) { return term_is_none(term) ? TERM_NIL : term; }

static Term signal_pack(Heap *heap, const Signal *signal) {
    Term packed = heap_tuple(heap, FIELDS);
    Term *fields = term_elements(packed);
    fields[FIELD_KIND] = term_small(signal->kind);
    fields[FIELD_VALUE] = field(signal->value);
    fields[FIELD_REFERENCE] = field(signal->reference);
    fields[FIELD_ITEM] = field(signal->item);
    fields[FIELD_TAG] = field(signal->tag);
    fields[FIELD_TIME] = term_small((int64_t)signal->time);
    fields[FIELD_OBJECT] = term_small((int64_t)(signal->object >> 5));
    return packed;
}

static Signal signal_unpack(Term packed) {
    const Term *fields = term_elements(packed);
    return (Signal){
        .kind = (SignalKind)term_to_small(fields[FIELD_KIND]),
        .value = fields[FIELD_VALUE],
        .reference = fields[FIELD_REFERENCE],
        .item = fields[FIELD_ITEM],
        .tag = fields[FIELD_TAG],
        .time = (uint64_t)term_to_small(fields[FIELD_TIME]),
        .object = (uint64_t)term_to_small(fields[FIELD_OBJECT]) << 5,
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

void delivery_put(Machine *m, Term from, Term to, const Signal *signal) {
    Heap *heap = &m->store.heap;
    Term key = channel_key(term_pid_index(from), term_pid_index(to));
    Term cell = heap_cons(heap, signal_pack(heap, signal), TERM_NIL);
    Term channel = map_get(m->globals->channels, key);
    Term first = cell;
    if (!term_is_none(channel)) {
        first = term_elements(channel)[0];
        store_set(&m->store, term_list_words(term_elements(channel)[1]) + 1, cell);
    }
    set_channel(m, key, first, cell);
    step_note_receiver(m, 0);
    delivery_touches(m, from, to, signal->object, &m->event.footprint);
}

static Term take_first(Machine *m, Term key) {
    const Term *channel = term_elements(map_get(m->globals->channels, key));
    Term first = channel[0];
    set_channel(m, key, term_tail(first), channel[1]);
    return term_head(first);
}

bool delivery_touches(const Machine *m, Term from, Term to, uint64_t object, Footprint *out) {
    if (!delivery_takes_time(m, from, to)) return false;
    footprint_add_settled(out, channel_object(from, to), ACCESS_SEND, object >> 5);
    return true;
}

bool delivery_touches_next(const Process *from, Term to, Footprint *out) {
    return delivery_touches(from->machine, from->pid, to, mailbox_message_object(from, from->sent + 1), out);
}

// --- what arriving touches -------------------------------------------------------------------------------

static uint64_t life_of(Term pid) { return object_of(OBJECT_PROCESS_LIFE, term_pid_index(pid), NO_TERM); }

static void touch_relation(Term to, Footprint *out) {
    footprint_add(out, life_of(to), ACCESS_READ, 0);
    footprint_add(out, signal_relations_object(), ACCESS_UPDATE, 0);
}

static void touch_by_exit(Machine *m, Term to, const Signal *signal, Footprint *out) {
    footprint_add(out, life_of(to), ACCESS_READ, 0);
    footprint_add(out, object_of(OBJECT_FLAGS, term_pid_index(to), NO_TERM), ACCESS_READ, 0);
    Process *p = process_find(m, to);
    bool kill = signal->kind == SIGNAL_EXIT && term_same(signal->value, ATOM(kill));
    if (p && !kill && p->trap_exit) send_footprint(m, to, signal->object, out);
    else if (p && !term_same(signal->value, ATOM(normal))) kill_footprint(p, false, out);
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
    footprint_add(out, signal_relations_object(), ACCESS_UPDATE, 0);   // a message through it ends the monitor, too
    delivery_touches(m, to, term_elements(monitor)[0], signal_demonitor_object(alias), out);
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
        footprint_add(out, signal_link_object(to, from), ACCESS_WRITE, 0);
        footprint_add(out, signal_relations_object(), ACCESS_UPDATE, 0);
        break;
    case SIGNAL_UNLINKED: footprint_add(out, signal_link_object(to, from), ACCESS_WRITE, 0); break;
    case SIGNAL_LINK:
    case SIGNAL_UNLINK:
        touch_relation(to, out);
        footprint_add(out, signal_link_object(to, from), ACCESS_WRITE, 0);
        if (gone || signal->kind == SIGNAL_UNLINK) delivery_touches(m, to, from, signal_answer_object(signal), out);
        break;
    case SIGNAL_MONITOR:
        touch_relation(to, out);
        if (gone) delivery_touches(m, to, from, signal_down_object(signal->reference), out);
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
        delivery_touches(m, to, from, signal_answer_object(signal), out);
        request_footprint(process_find(m, from), out);
        break;
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
        actors[count++] = actor_for(m, (uint32_t)(pair >> PID_BITS), DESCENT_CHANNEL | (pair & ((1u << PID_BITS) - 1)));
    }
    return count;
}

void delivery_ends(const Machine *m, Actor actor, Actor *from, Actor *to) {
    *from = m->descents[actor].parent;
    *to = (Actor)(m->descents[actor].child & ~DESCENT_CHANNEL);
}

bool delivery_first(Machine *m, Actor actor, Signal *out) {
    Actor from, to;
    delivery_ends(m, actor, &from, &to);
    Term channel = map_get(m->globals->channels, channel_key(from, to));
    if (term_is_none(channel)) return false;
    *out = signal_unpack(term_head(term_elements(channel)[0]));
    return true;
}

void delivery_footprint(Machine *m, Actor actor, Footprint *out) {
    Actor from, to;
    Signal signal;
    if (!delivery_first(m, actor, &signal)) return;
    delivery_ends(m, actor, &from, &to);
    footprint_add_settled(out, channel_object(term_pid(from), term_pid(to)), ACCESS_AWAIT, signal.object >> 5);
    touch_by_arrival(m, term_pid(from), term_pid(to), &signal, out);
}

void delivery_step(Machine *m, Actor actor) {
    Actor from, to;
    delivery_ends(m, actor, &from, &to);
    Signal signal = signal_unpack(take_first(m, channel_key(from, to)));
    signal_arrive(m, term_pid(from), term_pid(to), &signal);
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
