// Nodes: this one, and those that it sees (vm/run/node.h).
#include "vm/run/bif.h"
#include "vm/run/machine_state.h"
#include "vm/run/node.h"
#include "vm/term/identity.h"
#include "vm/term/map.h"

// --- this node and the others --------------------------------------------------------------------

static Term erlang_node_0(Process *p, const Term *args) {
    (void)args;
    return node_of(p);
}

static Term erlang_node_1(Process *p, const Term *args) {
    Term of = args[0];
    if (!term_is_pid(of) && !term_is_port(of) && !term_is_reference(of)) return process_badarg(p);
    return identity_of(of).node;
}

static bool is_alive(const Process *p) { return node_is_alive(p->machine, term_pid_node(p->pid)); }

static Term erlang_is_alive_0(Process *p, const Term *args) {
    (void)args;
    return process_boolean(is_alive(p));
}

// Which nodes are asked for: of this one, of those that it is connected to, of those that it has heard of.
typedef struct {
    bool own, connected, known;
} Types;

static bool read_type(Term type, Types *out) {
    out->own |= term_same(type, ATOM(this));
    out->connected |= term_same(type, ATOM(visible)) || term_same(type, ATOM(connected));
    out->known |= term_same(type, ATOM(known));
    return term_same(type, ATOM(this)) || term_same(type, ATOM(visible)) || term_same(type, ATOM(connected)) ||
           term_same(type, ATOM(known)) || term_same(type, ATOM(hidden));
}

static bool read_types(Term types, Types *out) {
    *out = (Types){0};
    if (term_is_atom(types)) return read_type(types, out);
    for (; term_is_cons(types); types = term_tail(types))
        if (!read_type(term_head(types), out)) return false;
    return term_is_nil(types);
}

// The nodes of these types, each as `make` has it.
static Term list_nodes(Process *p, const Types *types, Term (*make)(Process *p, Term node, Term options),
                       Term options) {
    const Machine *m = p->machine;
    uint32_t here = term_pid_node(p->pid);
    Term list = TERM_NIL;
    for (uint32_t i = m->node_names.count; i-- > 0 && is_alive(p);) {
        Term name = m->node_names.names[i];
        NodeView view = node_view(m, here, term_atom_index(name));
        bool met = view.epoch > 0, other = !term_same(name, node_of(p));
        if (other && ((types->connected && view_is_up(view)) || (types->known && met)))
            list = heap_cons(p->heap, make(p, name, options), list);
    }
    if (types->known && is_alive(p)) list = heap_cons(p->heap, make(p, IDENTITY_NODE, options), list);
    return types->own || types->known ? heap_cons(p->heap, make(p, node_of(p), options), list) : list;
}

static Term plain_name(Process *p, Term node, Term options) { return (void)p, (void)options, node; }

static Term erlang_nodes_0(Process *p, const Term *args) {
    (void)args;
    return list_nodes(p, &(Types){.connected = true}, plain_name, TERM_NIL);
}

static Term erlang_nodes_1(Process *p, const Term *args) {
    Types types;
    return read_types(args[0], &types) ? list_nodes(p, &types, plain_name, TERM_NIL) : process_badarg(p);
}

static bool are_info_options(Term options) {
    Term key, value;
    if (!term_is_map(options)) return false;
    MapIterator it;
    for (map_iterate(&it, options); map_next(&it, &key, &value);) {
        if (!term_same(key, ATOM(connection_id)) && !term_same(key, ATOM(node_type))) return false;
        if (!term_same(value, ATOM(true)) && !term_same(value, ATOM(false))) return false;
    }
    return true;
}

static Term node_info(Process *p, Term node, Term options) {
    Heap *heap = p->heap;
    Term info = map_empty(heap), yes = ATOM(true);
    NodeView view = node_view(p->machine, term_pid_node(p->pid), term_atom_index(node));
    bool up = view_is_up(view), own = term_same(node, node_of(p));
    if (term_same(map_get(options, ATOM(connection_id)), yes))
        info = map_put(heap, info, ATOM(connection_id), up ? term_small(view.epoch) : ATOM(undefined));
    if (term_same(map_get(options, ATOM(node_type)), yes))
        info = map_put(heap, info, ATOM(node_type), own ? ATOM(this) : up ? ATOM(visible) : ATOM(known));
    return heap_tuple2(heap, node, info);
}

static Term erlang_nodes_2(Process *p, const Term *args) {
    Types types;
    if (!are_info_options(args[1]) || !read_types(args[0], &types)) return process_badarg(p);
    return list_nodes(p, &types, node_info, args[1]);
}

// All connections of this node have a say in that.
static void looks_at_nodes(Process *p, const Term *args, Footprint *out) {
    (void)args;
    const Machine *m = p->machine;
    uint32_t here = term_pid_node(p->pid);
    if (is_alive(p)) footprint_add_settled(out, node_set_object(), ACCESS_READ, 0);
    for (uint32_t i = 0; i < m->node_names.count && is_alive(p); i++) {
        uint32_t there = term_atom_index(m->node_names.names[i]);
        if (!node_same_name(here, there)) footprint_add_settled(out, node_view_object(here, there), ACCESS_READ, 0);
    }
}

static Term monitor_node(Process *p, Term node, Term flag) {
    if (!term_is_atom(node)) return process_badarg(p);
    if (!is_alive(p) && !term_same(node, IDENTITY_NODE)) return process_raise(p, ATOM(notalive));
    bool on = term_same(flag, ATOM(true));
    if (!on && !term_same(flag, ATOM(false))) return process_badarg(p);
    if (!term_same(node, node_of(p))) node_watch(p, node, on);
    return ATOM(true);
}

static void monitors_node(Process *p, const Term *args, Footprint *out) {
    if (!is_alive(p) || !term_is_atom(args[0]) || term_same(args[0], node_of(p))) return;
    node_touches_watching(p, args[0], out);
}

// --- connections -----------------------------------------------------------------------------------------

static void touches_connection(Process *p, const Term *args, Footprint *out) {
    if (!is_alive(p) || !term_is_atom(args[0])) return;
    node_touches_watching(p, args[0], out);
    out->everything = true;
}

static Term net_kernel_connect_node_1(Process *p, const Term *args) {
    if (!term_is_atom(args[0])) return process_raise(p, ATOM(function_clause));
    if (!is_alive(p)) return atom_from_text("ignored");
    if (term_same(args[0], node_of(p))) return ATOM(true);
    uint32_t here = term_pid_node(p->pid), there = node_now(p->machine, args[0]);
    return process_boolean(there != NODE_ELSEWHERE && node_reach(p->machine, here, there));
}

static Term net_kernel_disconnect_1(Process *p, const Term *args) {
    if (!is_alive(p)) return atom_from_text("ignored");
    if (!term_is_atom(args[0])) return ATOM(false);
    uint32_t here = term_pid_node(p->pid), there = term_atom_index(args[0]);
    if (node_same_name(here, there) || !view_is_up(node_view(p->machine, here, there))) return ATOM(false);
    node_break(p->machine, here, there, true);
    return ATOM(true);
}

// --- what tests order (erlang/weft_net.erl) ----------------------------------------------------------------

// Two nodes see each other, or no longer; whether that was so, or can be.
static Term weft_net_join_2(Process *p, const Term *args) {
    Machine *m = p->machine;
    uint32_t one = node_now(m, args[0]), two = node_now(m, args[1]);
    if (one == NODE_ELSEWHERE || two == NODE_ELSEWHERE || !node_is_up(m, one)) return ATOM(false);
    return process_boolean(node_reach(m, one, two));
}

static Term weft_net_part_2(Process *p, const Term *args) {
    Machine *m = p->machine;
    uint32_t one = node_now(m, args[0]), two = node_now(m, args[1]);
    if (one == NODE_ELSEWHERE || two == NODE_ELSEWHERE || !node_is_up(m, one)) return ATOM(false);
    if (node_same_name(one, two) || !view_is_up(node_view(m, one, two))) return ATOM(false);
    node_break(m, one, two, false);
    return ATOM(true);
}

static void touches_pair(Process *p, const Term *args, Footprint *out) {
    if (!is_alive(p)) return;
    uint32_t one = term_atom_index(args[0]), two = term_atom_index(args[1]);
    footprint_add(out, node_view_object(one, two), ACCESS_WRITE, 0);
    footprint_add(out, node_view_object(two, one), ACCESS_WRITE, 0);
    node_touches_life(p->machine, one, out);
    node_touches_life(p->machine, two, out);
    out->everything = true;
}

// Of a node: up, down, or that there never was one.
static Term weft_net_life_1(Process *p, const Term *args) {
    uint32_t now = node_now(p->machine, args[0]);
    if (now == NODE_ELSEWHERE) return ATOM(undefined);
    return node_is_up(p->machine, now) ? ATOM(up) : ATOM(down);
}

static void looks_at_life(Process *p, const Term *args, Footprint *out) {
    footprint_add_settled(out, node_set_object(), ACCESS_READ, 0);
    footprint_add_settled(out, node_life_object(term_atom_index(args[0])), ACCESS_READ, 0);
    (void)p;
}

static Term weft_net_order_2(Process *p, const Term *args) {
    Machine *m = p->machine;
    bool start = term_same(args[1], ATOM(up));
    uint32_t now = node_now(m, args[0]);
    bool runs = now != NODE_ELSEWHERE && node_is_up(m, now);
    if (start == runs) return ATOM(false);
    if (now == NODE_ELSEWHERE && m->node_names.count >= MACHINE_NODES)
        return process_unsupported(p, "so many nodes: at most 64");
    if (!start && node_same_name(now, m->node)) return process_badarg(p);
    node_order(m, args[0], start);
    return ATOM(true);
}

static void orders_node(Process *p, const Term *args, Footprint *out) {
    node_touches_order(p->machine, args[0], term_same(args[1], ATOM(up)), out);
    out->everything = true;
}

static Term erlang_monitor_node_2(Process *p, const Term *args) { return monitor_node(p, args[0], args[1]); }

static Term erlang_monitor_node_3(Process *p, const Term *args) {
    Term options = args[2];
    while (term_is_cons(options) && term_same(term_head(options), ATOM(allow_passive_connect)))
        options = term_tail(options);
    if (!term_is_nil(options)) return process_raise_cause(p, ATOM(badarg), ATOM(badopt));
    return monitor_node(p, args[0], args[1]);
}

static Term erts_internal_get_creation_0(Process *p, const Term *args) {
    (void)p, (void)args;
    return ATOM(undefined);
}

// What a node of OTP 25 says it can do.
static Term erts_internal_get_dflags_0(Process *p, const Term *args) {
    (void)args;
    static const int64_t flags[] = {55966662588, 17239956, 55966662588, 8396866, 8192};
    Term tuple = heap_tuple(p->heap, 6);
    term_elements(tuple)[0] = ATOM(erts_dflags);
    for (int i = 0; i < 5; i++) term_elements(tuple)[i + 1] = term_small(flags[i]);
    return tuple;
}

static Term needs_distribution(Process *p, const Term *args) {
    (void)args;
    return process_unsupported(p, "connections to other nodes");
}

const Bif erlang_node_bifs[] = {
    BIF(erlang, node, 0, PURE),
    BIF(erlang, node, 1, PURE),
    BIF(erlang, is_alive, 0, PURE),
    BIF(erlang, nodes, 0, looks_at_nodes),
    BIF(erlang, nodes, 1, looks_at_nodes),
    BIF(erlang, nodes, 2, looks_at_nodes),
    BIF(erlang, monitor_node, 2, monitors_node),
    BIF(erlang, monitor_node, 3, monitors_node),
    BIF_NAMED("weft_net", "connect", 1, net_kernel_connect_node_1, touches_connection),
    BIF_NAMED("weft_net", "disconnect", 1, net_kernel_disconnect_1, touches_connection),
    BIF_NAMED("weft_net", "join", 2, weft_net_join_2, touches_pair),
    BIF_NAMED("weft_net", "part", 2, weft_net_part_2, touches_pair),
    BIF_NAMED("weft_net", "life", 1, weft_net_life_1, looks_at_life),
    BIF_NAMED("weft_net", "order", 2, weft_net_order_2, orders_node),
    BIF(erts_internal, get_creation, 0, PURE),
    BIF(erts_internal, get_dflags, 0, PURE),
    BIF_NAMED("erlang", "setnode", 2, needs_distribution, PURE),
    BIF_NAMED("erlang", "setnode", 3, needs_distribution, PURE),
    BIF_NAMED("erlang", "dist_ctrl_get_data", 1, needs_distribution, PURE),
    BIF_NAMED("erlang", "dist_ctrl_get_data_notification", 1, needs_distribution, PURE),
    BIF_NAMED("erlang", "dist_ctrl_get_opt", 2, needs_distribution, PURE),
    BIF_NAMED("erlang", "dist_ctrl_input_handler", 2, needs_distribution, PURE),
    BIF_NAMED("erlang", "dist_ctrl_put_data", 2, needs_distribution, PURE),
    BIF_NAMED("erlang", "dist_ctrl_set_opt", 3, needs_distribution, PURE),
    BIF_NAMED("erlang", "dist_get_stat", 1, needs_distribution, PURE),
    BIF_NAMED("erts_internal", "abort_pending_connection", 2, needs_distribution, PURE),
    BIF_NAMED("erts_internal", "create_dist_channel", 3, needs_distribution, PURE),
    BIF_NAMED("erts_internal", "new_connection", 1, needs_distribution, PURE),
    {0},
};
