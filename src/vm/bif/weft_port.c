// weft_port: what erlang/weft_port.erl, which makes ports of processes, asks of the machine
// (vm/run/port.h).
#include "vm/run/bif.h"
#include "vm/run/port.h"
#include "vm/run/signal.h"
#include "vm/term/map.h"

// --- processes that are ports ---------------------------------------------------------------------------

static void opens(Process *p, const Term *args, Footprint *out) {
    footprint_add_settled(out, object_of(OBJECT_PROCESSES, 0, NO_TERM), ACCESS_UPDATE, 0);
    footprint_add_settled(out, object_of(OBJECT_LEADER, term_pid_index(p->pid), NO_TERM), ACCESS_READ, 0);
    if (term_same(args[0], ATOM(link))) signal_touches_relations(p->pid, out);
}

// open(link | nolink, State, Argument): a port in that state, which runs weft_port:init(Argument).
static Term weft_port_open_3(Process *p, const Term *args) {
    Machine *m = p->machine;
    SpawnOptions options = {.monitor_tag = ATOM(DOWN), .alias_option = TERM_NIL, .port = true};
    options.link = term_same(args[0], ATOM(link));
    Term arguments = heap_cons(p->heap, args[2], TERM_NIL);
    Process *child = process_spawn(m, p, atom_from_text("weft_port"), ATOM(init), arguments, &options);
    port_set_cell(m, child->pid, args[1]);
    if (m->config->stateful && m->stepping) m->exact = true;   // a port is a number, too, and has an order and a text
    if (m->acting) footprint_add_settled(&m->event.footprint, port_cell_object(child->pid), ACCESS_WRITE, VALUE_BEGINS);
    return port_seen(m, child->pid);
}

static Term weft_port_this_0(Process *p, const Term *args) {
    (void)args;
    return port_seen(p->machine, p->pid);
}

// The machine's own name for {came, Port}: footprints must not build terms.
static Term came_of(Term pid) { return term_port(term_pid_index(pid)); }

// That for {native, Port}, the cell of the reference by which the program knows a socket of the module `socket`.
static Term native_of(Term pid) { return term_small(term_pid_index(pid)); }

// A port's state is that of its process.
static Term key_of(const Process *p, Term key) {
    if (term_is_tuple_of(key, 2) && term_is_local_port(term_elements(key)[1])) {
        Term pid = port_process(p->machine, term_elements(key)[1]);
        if (term_same(term_elements(key)[0], ATOM(came))) return came_of(pid);
        if (term_same(term_elements(key)[0], ATOM(native))) return native_of(pid);
    }
    return port_process(p->machine, key);
}

// A number that follows from its descent, the same in every search; seldom that of another port, too.
static Term weft_port_number_1(Process *p, const Term *args) {
    return term_small((int64_t)(machine_descent_hash(p->machine, term_pid_index(key_of(p, args[0]))) >> 32));
}

// --- cells ----------------------------------------------------------------------------------------------

static void looks(Process *p, const Term *args, Footprint *out) {
    footprint_add(out, port_cell_object(key_of(p, args[0])), ACCESS_READ, 0);
}

static void writes(Process *p, const Term *args, Footprint *out) {
    footprint_add(out, port_cell_object(key_of(p, args[0])), ACCESS_WRITE, 0);
}

static Term value_of(const Process *p, Term key) {
    Term value = port_cell(p->machine, key_of(p, key));
    return term_is_none(value) ? ATOM(none) : value;
}

static Term weft_port_look_1(Process *p, const Term *args) { return value_of(p, args[0]); }

static void set(Process *p, Term key, Term value) {
    port_set_cell(p->machine, key_of(p, key), term_same(value, ATOM(none)) ? NO_TERM : value);
}

static Term weft_port_note_2(Process *p, const Term *args) {
    set(p, args[0], args[1]);
    return ATOM(ok);
}

// exchange(Key, Old, New): whether it was the old one.
static Term weft_port_exchange_3(Process *p, const Term *args) {
    if (!term_identical(value_of(p, args[0]), args[1])) {
        bif_changed_nothing(p);
        return ATOM(false);
    }
    set(p, args[0], args[2]);
    return ATOM(true);
}

// --- sending to what is open ----------------------------------------------------------------------------

static void posts(Process *p, const Term *args, Footprint *out) {
    Term to = key_of(p, args[0]);
    if (!term_is_local_pid(to)) return;
    footprint_add(out, port_cell_object(to), ACCESS_READ, 0);
    bool open = !term_is_none(port_cell(p->machine, to));
    if (open) send_footprint(p->machine, to, mailbox_message_object(p, p->sent + 1), out);
}

// post(Port, Message): whether it is open, and has been sent that. It takes no time even where
// other signals do: data that is under way waits at the port, and all who use one end of a
// connection write to one stream.
static Term weft_port_post_2(Process *p, const Term *args) {
    Term to = key_of(p, args[0]);
    uint64_t object = signal_next_object(p);   // what comes later is called the same, open or not
    Process *target = process_find(p->machine, to);
    if (!target || term_is_none(port_cell(p->machine, to))) return ATOM(false);
    mailbox_append(target, args[1], p->time, p->pid, object);
    return ATOM(true);
}

// --- connections ----------------------------------------------------------------------------------------
//
// The cell {came, Port} of one that listens is {Came, Limit}: how many connections have come, and at how many one has
// to look whether enough of them were accepted. It is not the port's state, which everybody looks at who asks the port
// something.

enum { CAME, CAME_LIMIT, CAME_FIELDS };

static bool has_room(Term came) {
    return term_is_tuple_of(came, CAME_FIELDS) &&
           term_to_small(term_elements(came)[CAME]) < term_to_small(term_elements(came)[CAME_LIMIT]);
}

static void arrives(Process *p, const Term *args, Footprint *out) {
    Machine *m = p->machine;
    Term to = key_of(p, args[0]), key = came_of(to);
    footprint_add(out, port_cell_object(to), ACCESS_READ, 0);
    if (term_is_none(port_cell(m, to))) return;
    bool room = has_room(port_cell(m, key));
    footprint_add(out, port_cell_object(key), room ? ACCESS_WRITE : ACCESS_READ, 0);
    if (room) send_footprint(m, to, mailbox_message_object(p, p->sent + 1), out);
}

// arrive(Port, Message): whether it is there, and has been sent that; or full.
static Term weft_port_arrive_2(Process *p, const Term *args) {
    Machine *m = p->machine;
    Term to = key_of(p, args[0]), key = came_of(to), came = port_cell(m, key);
    uint64_t object = signal_next_object(p);   // what comes later is called the same, whatever comes of this
    Process *target = process_find(m, to);
    if (!target || term_is_none(port_cell(m, to))) return ATOM(false);
    if (!has_room(came)) return ATOM(full);
    Term more = term_small(term_to_small(term_elements(came)[CAME]) + 1);
    port_set_cell(m, key, heap_tuple2(p->heap, more, term_elements(came)[CAME_LIMIT]));
    mailbox_append(target, args[1], p->time, p->pid, object);
    return ATOM(true);
}

// --- data -----------------------------------------------------------------------------------------------
//
// The state of an end of a connection that may write is {connected, Peer, Sent, Limit, Framing,
// Count, Most}: how many bytes it has sent, at how many it has to wait for the peer to read, how
// many bytes before each packet tell its size, how many packets there were, and the most bytes of
// one. With `shut` in place of `connected` it takes data, but writes none any more. All other
// states take nothing.

enum {
    CONNECTED_PEER = 1,
    CONNECTED_SENT,
    CONNECTED_LIMIT,
    CONNECTED_FRAMING,
    CONNECTED_COUNT,
    CONNECTED_MOST,
    CONNECTED_FIELDS
};

static bool is_state(Term state, Term name) {
    return term_is_tuple_of(state, CONNECTED_FIELDS) && term_same(term_elements(state)[0], name);
}

static bool is_connected(Term state) { return is_state(state, ATOM(connected)); }

static bool takes_data(Term state) { return is_connected(state) || is_state(state, ATOM(shut)); }

static bool is_full(const Term *fields) {
    return term_to_small(fields[CONNECTED_SENT]) >= term_to_small(fields[CONNECTED_LIMIT]);
}

static void transmits(Process *p, const Term *args, Footprint *out) {
    Machine *m = p->machine;
    Term port = key_of(p, args[0]), state = port_cell(m, port);
    if (!is_connected(state) || is_full(term_elements(state))) {
        footprint_add(out, port_cell_object(port), ACCESS_READ, 0);
        return;
    }
    Term peer = key_of(p, term_elements(state)[CONNECTED_PEER]);
    footprint_add(out, port_cell_object(port), ACCESS_WRITE, 0);
    footprint_add(out, port_cell_object(peer), ACCESS_READ, 0);
    if (takes_data(port_cell(m, peer))) send_footprint(m, peer, mailbox_message_object(p, p->sent + 1), out);
}

static Term plus(Term count, int64_t more) { return term_small(term_to_small(count) + more); }

static Term copy_of(Heap *heap, const Term *old) {
    Term state = heap_tuple(heap, CONNECTED_FIELDS);
    memcpy(term_elements(state), old, CONNECTED_FIELDS * sizeof(Term));
    return state;
}

// The state after a packet of so many bytes.
static Term after_packet(Heap *heap, const Term *old, int64_t size) {
    Term state = copy_of(heap, old), *fields = term_elements(state);
    fields[CONNECTED_SENT] = plus(old[CONNECTED_SENT], size);
    fields[CONNECTED_COUNT] = plus(old[CONNECTED_COUNT], 1);
    if (size > term_to_small(old[CONNECTED_MOST])) fields[CONNECTED_MOST] = term_small(size);
    return state;
}

// transmit(Port, Bytes): ok, and they lie at the other end; full, if it has to read first; or else
// the state that Port is in. The first bytes for a peer that has closed are taken, too: only its
// answer tells that nobody wants them.
static Term weft_port_transmit_2(Process *p, const Term *args) {
    Machine *m = p->machine;
    Term port = key_of(p, args[0]), state = port_cell(m, port);
    uint64_t object = signal_next_object(p);   // what comes later is called the same, whatever comes of this
    if (!is_connected(state)) return value_of(p, port);
    const Term *fields = term_elements(state);
    if (is_full(fields)) return ATOM(full);
    Term peer = key_of(p, fields[CONNECTED_PEER]);
    Process *target = process_find(m, peer);
    if (!target || !takes_data(port_cell(m, peer))) {
        Term reset = copy_of(p->heap, fields);
        term_elements(reset)[0] = ATOM(reset);
        port_set_cell(m, port, reset);
        return ATOM(ok);
    }
    int64_t size = (int64_t)(term_bits(args[1]).size / 8) + term_to_small(fields[CONNECTED_FRAMING]);
    port_set_cell(m, port, after_packet(p->heap, fields, size));
    mailbox_append(target, heap_tuple3(p->heap, ATOM(data), fields[CONNECTED_FRAMING], args[1]), p->time, p->pid,
                   object);
    return ATOM(ok);
}

// Whether a stream's bytes may arrive in any pieces.
static Term weft_port_cuts_0(Process *p, const Term *args) {
    (void)args;
    return p->machine->config->any_pieces ? ATOM(true) : ATOM(false);
}

// --- what is not simulated ------------------------------------------------------------------------------

static Term weft_port_unsupported_1(Process *p, const Term *args) {
    Bits text = term_bits(args[0]);
    Text advice = {0};
    text_add_bytes(&advice, (const char *)text.bytes + text.offset / 8, text.size / 8);
    process_unsupported(p, text_string(&advice));
    text_free(&advice);
    return NO_TERM;
}

// --- the program's view ---------------------------------------------------------------------------------

static void looks_at_ports(Process *p, const Term *args, Footprint *out) {
    (void)args;
    footprint_add(out, object_of(OBJECT_PROCESSES, 0, NO_TERM), ACCESS_READ, 0);
    for (uint32_t i = 0; i < p->machine->pid_count; i++)
        if (port_is(p->machine, pid_at(p->machine, i))) {
            footprint_add(out, port_cell_object(pid_at(p->machine, i)), ACCESS_READ, 0);
            footprint_add(out, port_cell_object(native_of(pid_at(p->machine, i))), ACCESS_READ, 0);
        }
}

// Those that are open; sockets of the module `socket` are no ports to the program.
static Term open_ports(Process *p, bool native) {
    Machine *m = p->machine;
    Term list = TERM_NIL;
    for (uint32_t i = m->pid_count; i-- > 0;) {
        Term pid = pid_at(m, i);
        if (!port_is(m, pid) || term_is_none(port_cell(m, pid))) continue;
        if (native != term_is_none(port_cell(m, native_of(pid)))) list = heap_cons(p->heap, port_seen(m, pid), list);
    }
    return list;
}

static Term erlang_ports_0(Process *p, const Term *args) {
    (void)args;
    return open_ports(p, false);
}

static Term weft_port_sockets_0(Process *p, const Term *args) {
    (void)args;
    return open_ports(p, true);
}

const Bif weft_port_bifs[] = {
    BIF(weft_port, open, 3, opens),         BIF(weft_port, this, 0, PURE),
    BIF(weft_port, number, 1, PURE),        BIF(weft_port, look, 1, looks),
    BIF(weft_port, note, 2, writes),        BIF(weft_port, exchange, 3, writes),
    BIF(weft_port, post, 2, posts),         BIF(weft_port, arrive, 2, arrives),
    BIF(weft_port, transmit, 2, transmits), BIF(weft_port, unsupported, 1, PURE),
    BIF(erlang, ports, 0, looks_at_ports),  BIF(weft_port, sockets, 0, looks_at_ports),
    BIF(weft_port, cuts, 0, PURE),          {0},
};
