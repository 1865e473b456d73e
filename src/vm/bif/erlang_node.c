// Nodes, as seen from one that is alone.
#include "vm/run/machine_state.h"
#include "vm/term/identity.h"
#include "vm/term/map.h"

// --- this node and the others --------------------------------------------------------------------

static Term erlang_node_0(Process *p, const Term *args) {
    (void)p, (void)args;
    return IDENTITY_NODE;
}

static Term erlang_node_1(Process *p, const Term *args) {
    Term of = args[0];
    if (!term_is_pid(of) && !term_is_port(of) && !term_is_reference(of)) return process_badarg(p);
    return identity_of(of).node;
}

static Term erlang_is_alive_0(Process *p, const Term *args) {
    (void)p, (void)args;
    return ATOM(false);
}

// Whether the type of nodes includes this node. False in *valid: there is no such type.
static bool includes_this(Term type, bool *valid) {
    if (term_same(type, ATOM(this)) || term_same(type, ATOM(known))) return true;
    *valid =
        *valid && (term_same(type, ATOM(visible)) || term_same(type, ATOM(hidden)) || term_same(type, ATOM(connected)));
    return false;
}

static bool any_includes_this(Term types, bool *valid) {
    if (term_is_atom(types)) return includes_this(types, valid);
    bool found = false;
    for (; term_is_cons(types); types = term_tail(types))
        if (includes_this(term_head(types), valid)) found = true;
    *valid = *valid && term_is_nil(types);
    return found;
}

static Term erlang_nodes_0(Process *p, const Term *args) {
    (void)p, (void)args;
    return TERM_NIL;
}

static Term erlang_nodes_1(Process *p, const Term *args) {
    bool valid = true, found = any_includes_this(args[0], &valid);
    if (!valid) return process_badarg(p);
    return found ? heap_cons(p->heap, IDENTITY_NODE, TERM_NIL) : TERM_NIL;
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

static Term node_info(Heap *heap, Term options) {
    Term info = map_empty(heap), yes = ATOM(true);
    if (term_same(map_get(options, ATOM(connection_id)), yes))
        info = map_put(heap, info, ATOM(connection_id), ATOM(undefined));
    if (term_same(map_get(options, ATOM(node_type)), yes)) info = map_put(heap, info, ATOM(node_type), ATOM(this));
    return info;
}

static Term erlang_nodes_2(Process *p, const Term *args) {
    bool valid = are_info_options(args[1]), found = any_includes_this(args[0], &valid);
    if (!valid) return process_badarg(p);
    if (!found) return TERM_NIL;
    Term info = node_info(p->heap, args[1]);
    return heap_cons(p->heap, heap_tuple2(p->heap, IDENTITY_NODE, info), TERM_NIL);
}

static Term monitor_node(Process *p, Term node, Term flag) {
    if (!term_is_atom(node)) return process_badarg(p);
    if (!term_same(node, IDENTITY_NODE)) return process_raise(p, ATOM(notalive));
    bool valid = term_same(flag, ATOM(true)) || term_same(flag, ATOM(false));
    return valid ? ATOM(true) : process_badarg(p);
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
    BIF(erlang, nodes, 0, PURE),
    BIF(erlang, nodes, 1, PURE),
    BIF(erlang, nodes, 2, PURE),
    BIF(erlang, monitor_node, 2, PURE),
    BIF(erlang, monitor_node, 3, PURE),
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
    BIF_NAMED("erts_internal", "dist_spawn_request", 4, needs_distribution, PURE),
    BIF_NAMED("erts_internal", "new_connection", 1, needs_distribution, PURE),
    {0},
};
