// Calls: of functions of the unit, of funs, and of what library.def and library.c know about.
#include <string.h>

#include "analysis/guest.h"
#include "analysis/unit.h"

static uint32_t name_of(Walk *w, const char *text) { return modules_atom(w->unit->modules, text); }
static Value atom_of(Walk *w, const char *text) { return value_atom(&w->unit->domain, name_of(w, text)); }

typedef struct {   // a function of a library: atoms
    uint32_t module, function;
} Called;

// --- roles ------------------------------------------------------------------------------------------------------

static uint32_t role_count(Walk *w) { return pool_length(&w->unit->domain.sets, walk_roles(w)); }
static uint32_t role_at(Walk *w, uint32_t index) { return pool_words(&w->unit->domain.sets, walk_roles(w))[index]; }

static Value self(Walk *w) {
    Unit *u = w->unit;
    Value pid = VALUE_NONE;
    for (uint32_t i = 0; i < role_count(w); i++) {
        uint32_t role = role_at(w, i);
        Value one =
            role == OUTSIDE ? value_unknown(&u->domain, KIND_PID) : value_born(&u->domain, u->roles.items[role].origin);
        pid = value_join(&u->domain, pid, one);
    }
    return pid;
}

// Others get to know the processes that run this.
static void expose(Walk *w, uint8_t level, Reason reason, const Called *called) {
    Unit *u = w->unit;
    for (uint32_t i = 0; i < role_count(w); i++) {
        Role *role = &u->roles.items[role_at(w, i)];
        if (role_at(w, i) == OUTSIDE) continue;
        if (u->domain.origins.items[role->origin].lost < level) {
            role->reason = reason;
            role->reason_module = called ? called->module : 0;
            role->reason_function = called ? called->function : 0;
        }
        role->foreign |= reason == REASON_CALLBACK || level == LOST_TO_NOISE;
        domain_lose_origin(&u->domain, role->origin, level);
    }
}

// A message of the run-time system, or of a library, to the processes that run this.
static void notify(Walk *w, Value message, uint32_t at, uint32_t variant) {
    for (uint32_t i = 0; i < role_count(w); i++) {
        uint32_t role = role_at(w, i);
        receive_post(
            w->unit,
            (Post){
                .module = w->module, .at = at, .function = w->function, .role = role, .value = message, .system = true},
            variant);
    }
}

static uint32_t fresh_origin(Walk *w, uint32_t at) {
    Unit *u = w->unit;
    HashEntry *entry = hash_insert(&u->fresh_at, walk_key(w, at));
    if (!entry->number) {
        uint32_t origin = domain_origin(&u->domain, KIND_REF, at);
        if (u->transparent) domain_lose_origin(&u->domain, origin, LOST_OUTSIDE);
        hash_insert(&u->fresh_at, walk_key(w, at))->number = origin + 1;
        return origin;
    }
    return (uint32_t)entry->number - 1;
}

static Value fresh(Walk *w, uint32_t at) { return value_born(&w->unit->domain, fresh_origin(w, at)); }

// Anything that an exception may carry.
static Value reason_value(Walk *w) {
    w->unit->functions.items[w->function].relies = true;
    return value_join(&w->unit->domain, w->unit->top, w->unit->raised);
}

// --- functions and funs -----------------------------------------------------------------------------------------

static Value model_call(Walk *w, Model model, const Called *called, const Value *arguments, uint32_t count,
                        uint32_t at);
static Value call_known(Walk *w, Called called, const Value *arguments, uint32_t count, uint32_t at);

static void note_call(Walk *w, uint32_t function) {
    UnitFunction *f = &w->unit->functions.items[w->function];
    if (!w->elsewhere) f->calls = set_union(&w->unit->domain.sets, f->calls, set_of(&w->unit->domain.sets, function));
}

Value call_function(Walk *w, uint32_t function, const Value *arguments, uint32_t count) {
    if (w->unit->functions.items[function].native) {
        const UnitFunction *f = &w->unit->functions.items[function];
        const ModuleCode *m = w->unit->modules->items.items[f->module];
        const FlowFunction *flow = &m->flow.functions[f->flow];
        Called called = {m->name, m->atoms[flow->name]};
        Model model = library_model(w->unit->modules, called.module, called.function, flow->arity);
        return model_call(w, model, &called, arguments, count, flow->entry);
    }
    unit_enter(w->unit, function, arguments, count, walk_roles(w));
    unit_use_result(w->unit, function, w->function);
    note_call(w, function);
    return w->unit->functions.items[function].result;
}

static uint32_t arity_of(const Unit *u, uint32_t function) {
    const UnitFunction *f = &u->functions.items[function];
    return u->modules->items.items[f->module]->flow.functions[f->flow].arity;
}

// A fun with arguments; `same` stands for all of them if they are not known one by one.
static Value call_lambda(Walk *w, uint32_t index, const Value *arguments, uint32_t count, Value same, uint32_t roles) {
    Unit *u = w->unit;
    const Lambda *lambda = &u->lambdas.items[index];
    uint32_t arity = arity_of(u, lambda->function), own = arity - lambda->free_count;
    if (arguments && own != count) return VALUE_NONE;   // badarity
    Value *all = arena_take(&u->scratch, (arity + 1) * sizeof *all);
    for (uint32_t i = 0; i < own; i++) all[i] = arguments ? arguments[i] : same;
    for (uint32_t i = 0; i < lambda->free_count; i++) all[own + i] = lambda->free[i];
    uint32_t function = lambda->function;
    unit_enter(u, function, all, arity, roles);
    unit_use_result(u, function, w->function);
    note_call(w, function);
    return u->functions.items[function].result;
}

// Code that is not known runs here.
static Value unknown_code(Walk *w, const Value *arguments, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) unit_lose(w->unit, arguments[i], LOST_OUTSIDE);
    expose(w, LOST_OUTSIDE, REASON_CALLBACK, NULL);
    return w->unit->top;
}

// The funs among some origins.
static Value call_lambdas(Walk *w, uint32_t origins, const Value *arguments, uint32_t count, Value same) {
    Domain *d = &w->unit->domain;
    Value result = VALUE_NONE;
    bool elsewhere = w->elsewhere;
    w->elsewhere |= pool_length(&d->sets, origins) > 1;   // whoever calls this has one of them in mind
    for (uint32_t i = 0; i < pool_length(&d->sets, origins); i++) {
        Origin origin = d->origins.items[pool_words(&d->sets, origins)[i]];
        if (origin.kind == KIND_FUN)
            result = value_join(d, result, call_lambda(w, origin.index, arguments, count, same, walk_roles(w)));
    }
    w->elsewhere = elsewhere;
    return result;
}

static Value call_each(Walk *w, Value fun, const Value *arguments, uint32_t count, Value same) {
    Domain *d = &w->unit->domain;
    Value result = call_lambdas(w, value_origins(d, fun), arguments, count, same);
    bool unknown = value_bits(d, fun) & KIND_FUN && value_bits(d, fun) & VALUE_UNKNOWN;
    if (!unknown) return result;
    return value_join(d, result, arguments ? unknown_code(w, arguments, count) : unknown_code(w, &same, 1));
}

Value call_fun(Walk *w, Value fun, const Value *arguments, uint32_t count, uint32_t at) {
    (void)at;
    return call_each(w, fun, arguments, count, VALUE_NONE);
}

// All funs somewhere among the arguments of a library function may be called, with anything.
static Value call_funs_among(Walk *w, Value all, Value same) {
    return call_lambdas(w, value_deep_origins(&w->unit->domain, all), NULL, 0, same);
}

// --- functions by name ------------------------------------------------------------------------------------------

static uint32_t guest(Walk *w, uint32_t module, uint32_t flow, uint32_t at) {
    Unit *u = w->unit;
    if (!unit_is_guest(u, module)) return unit_function(u, module, flow);   // of erlang, if that is in question
    bool shared = guest_of(u->modules, module, flow) == GUEST_SHARED;
    uint32_t context = w->context > SHARED_CONTEXT ? w->context
                       : shared                    ? SHARED_CONTEXT
                                                   : unit_context(u, w->module, at);
    return unit_guest(u, module, flow, context);
}

static bool is_named(const ModuleCode *code, uint32_t flow, uint32_t name, bool counted, uint32_t arity) {
    const FlowFunction *f = &code->flow.functions[flow];
    return code->exported[flow] && code->atoms[f->name] == name && (!counted || f->arity == arity);
}

// Whether all functions of a module that a name may mean are the unit's, or its guests.
static bool can_be_named(Unit *u, uint32_t module, uint32_t name, bool counted, uint32_t arity) {
    const ModuleCode *code = u->modules->items.items[module];
    for (uint32_t i = 0; unit_is_guest(u, module) && i < code->flow.function_count; i++)
        if (is_named(code, i, name, counted, arity) &&
            library_model(u->modules, code->name, name, code->flow.functions[i].arity).effect != EFFECT_GUEST)
            return false;
    return true;
}

// All functions of the unit with one of these names; arguments one by one, or `same` for functions of any arity. False:
// it may be one of another module, or none that is known.
static bool call_named(Walk *w, Value module, Value function, const Value *arguments, uint32_t count, Value same,
                       uint32_t roles, uint32_t at, Value *result, uint32_t *entries) {
    Unit *u = w->unit;
    uint32_t m, f, found = 0;
    if (!value_is_atom(&u->domain, module, &m) || !value_is_atom(&u->domain, function, &f)) return false;
    uint32_t index = modules_module(u->modules, m);
    const ModuleCode *code = index == NO_MODULE ? NULL : u->modules->items.items[index];
    if (!code || !can_be_named(u, index, f, arguments != NULL, count)) return false;
    for (uint32_t i = 0; i < code->flow.function_count; i++) {
        const FlowFunction *flow = &code->flow.functions[i];
        if (!is_named(code, i, f, arguments != NULL, count)) continue;
        Value *all = arena_take(&u->scratch, (flow->arity + 1) * sizeof *all);
        for (uint32_t j = 0; j < flow->arity; j++) all[j] = arguments ? arguments[j] : same;
        uint32_t called = unit_is_guest(u, index) ? guest(w, index, i, at) : unit_function(u, index, i);
        unit_enter(u, called, all, flow->arity, roles);
        unit_use_result(u, called, w->function);
        *result = value_join(&u->domain, *result, u->functions.items[called].result);
        *entries = set_union(&u->domain.sets, *entries, set_of(&u->domain.sets, called));
        found++;
    }
    return found > 0;
}

Value call_apply(Walk *w, Value module, Value function, const Value *arguments, uint32_t count, uint32_t at) {
    Value result = VALUE_NONE;
    uint32_t entries = 0, m, f;
    if (call_named(w, module, function, arguments, count, VALUE_NONE, walk_roles(w), at, &result, &entries))
        return result;
    bool known = value_is_atom(&w->unit->domain, module, &m) && value_is_atom(&w->unit->domain, function, &f);
    if (known) return call_known(w, (Called){m, f}, arguments, count, at);
    w->unit->dynamic = true;
    return unknown_code(w, arguments, count);
}

// apply(F, Arguments), apply(M, F, Arguments)
static Value apply_list(Walk *w, const Value *arguments, uint32_t count, uint32_t at) {
    Domain *d = &w->unit->domain;
    Value same = value_join(d, value_element(d, arguments[count - 1]), value_data(d)), result = VALUE_NONE;
    uint32_t entries = 0;
    if (count == 2) return call_each(w, arguments[0], NULL, 0, same);
    if (call_named(w, arguments[0], arguments[1], NULL, 0, same, walk_roles(w), at, &result, &entries)) return result;
    w->unit->dynamic = true;
    return unknown_code(w, arguments, count);
}

// --- sending ----------------------------------------------------------------------------------------------------

static void post(Walk *w, uint32_t role, uint32_t name, Value message, uint32_t at, bool direct) {
    receive_post(w->unit,
                 (Post){.module = w->module,
                        .at = at,
                        .function = w->function,
                        .role = role,
                        .name = name,
                        .value = message,
                        .direct = direct},
                 0);
}

static void post_to_unknown(Walk *w, uint32_t name, Value message, uint32_t at) {
    post(w, TO_UNKNOWN, name, message, at, false);
    unit_lose(w->unit, message, LOST_TO_CALLERS);
}

static void post_to_names(Walk *w, Value destination, Value message, uint32_t at) {
    Domain *d = &w->unit->domain;
    if (value_bits(d, destination) & VALUE_ATOMS) post_to_unknown(w, 0, message, at);
    uint32_t atoms = value_atoms(d, destination);
    for (uint32_t i = 0; i < pool_length(&d->sets, atoms); i++)
        post_to_unknown(w, pool_words(&d->sets, atoms)[i], message, at);
}

Value call_send(Walk *w, Value destination, Value message, uint32_t at) {
    Unit *u = w->unit;
    Domain *d = &u->domain;
    uint32_t bits = value_bits(d, destination), origins = value_origins(d, destination);
    if (destination == VALUE_NONE || message == VALUE_NONE) return VALUE_NONE;
    bool every = bits & VALUE_EVERY, unknown = bits & VALUE_UNKNOWN && bits & (KIND_PID | KIND_REF);
    bool direct = !every && !unknown && !(bits & (KIND_ATOM | KIND_TUPLE));
    for (uint32_t i = 0; i < pool_length(&d->sets, origins); i++) {
        Origin origin = d->origins.items[pool_words(&d->sets, origins)[i]];
        if (origin.kind == KIND_PID) post(w, origin.index, 0, message, at, direct);
    }
    for (uint32_t i = 1; every && i < u->roles.count; i++) post(w, i, 0, message, at, false);
    if (every) u->functions.items[w->function].relies = true;
    if (unknown || bits & KIND_TUPLE) post_to_unknown(w, 0, message, at);
    if (bits & KIND_ATOM) post_to_names(w, destination, message, at);
    return message;
}

// --- starting processes -----------------------------------------------------------------------------------------

static uint32_t role_of(Walk *w, uint32_t at) {
    Unit *u = w->unit;
    HashEntry *entry = hash_insert(&u->role_at, walk_key(w, at));
    if (!entry->number) {
        entry->number = u->roles.count;
        uint32_t origin = domain_origin(&u->domain, KIND_PID, u->roles.count);
        array_push(&u->roles, (Role){.module = w->module, .at = at, .origin = origin});
        if (u->transparent) domain_lose_origin(&u->domain, origin, LOST_OUTSIDE);
        u->domain.lost_more = true;   // those who send to every process look again
    }
    return (uint32_t)entry->number;
}

static void foreign_role(Walk *w, uint32_t role, uint8_t level) {
    Role *r = &w->unit->roles.items[role];
    r->foreign = true;
    if (w->unit->domain.origins.items[r->origin].lost < level) r->reason = REASON_CALLBACK;
    domain_lose_origin(&w->unit->domain, r->origin, level);
}

static void start_fun(Walk *w, uint32_t role, Value fun) {
    Unit *u = w->unit;
    uint32_t origins = value_origins(&u->domain, fun), roles = set_of(&u->domain.sets, role);
    for (uint32_t i = 0; i < pool_length(&u->domain.sets, origins); i++) {
        Origin origin = u->domain.origins.items[pool_words(&u->domain.sets, origins)[i]];
        if (origin.kind != KIND_FUN) continue;
        Role *r = &u->roles.items[role];
        r->entries =
            set_union(&u->domain.sets, r->entries, set_of(&u->domain.sets, u->lambdas.items[origin.index].function));
        w->elsewhere = true;
        call_lambda(w, origin.index, (const Value[]){VALUE_NONE}, 0, VALUE_NONE, roles);
        w->elsewhere = false;
    }
    if (value_bits(&u->domain, fun) & VALUE_UNKNOWN) foreign_role(w, role, LOST_OUTSIDE);
}

static void start_named(Walk *w, uint32_t role, Value module, Value function, Value list, uint32_t at) {
    Unit *u = w->unit;
    Domain *d = &u->domain;
    Value result = VALUE_NONE, same = value_join(d, value_element(d, list), value_data(d));
    uint32_t entries = 0;
    if (!call_named(w, module, function, NULL, 0, same, set_of(&d->sets, role), at, &result, &entries)) {
        uint32_t m;
        bool library = value_is_atom(d, module, &m);
        u->dynamic = u->dynamic || !library;
        unit_lose(u, list, library ? LOST_TO_NOISE : LOST_OUTSIDE);
        foreign_role(w, role, library ? LOST_TO_NOISE : LOST_OUTSIDE);
    }
    Role *r = &u->roles.items[role];
    r->entries = set_union(&d->sets, r->entries, entries);
    r->named = set_union(&d->sets, r->named, entries);
}

// [Node,] Fun or M, F, Arguments
static Value start(Walk *w, const Value *arguments, uint32_t count, uint32_t at) {
    uint32_t role = role_of(w, at);
    if (count >= 3)
        start_named(w, role, arguments[count - 3], arguments[count - 2], arguments[count - 1], at);
    else if (count >= 1)
        start_fun(w, role, arguments[count - 1]);
    return value_born(&w->unit->domain, w->unit->roles.items[role].origin);
}

// --- messages of the run-time system ----------------------------------------------------------------------------

static Value tuple_of(Walk *w, const Value *elements, uint32_t count) {
    return value_tuple(&w->unit->domain, elements, count);
}

static void post_down(Walk *w, Value ref, uint32_t at) {
    Domain *d = &w->unit->domain;
    Value object = value_join(d, value_every(d), value_unknown(d, KIND_ATOM | KIND_TUPLE | KIND_PORT));
    Value type = value_join(d, atom_of(w, "process"), atom_of(w, "port"));
    notify(w, tuple_of(w, (const Value[]){atom_of(w, "DOWN"), ref, type, object, reason_value(w)}, 5), at, 1);
}

static Value monitor(Walk *w, const Value *arguments, uint32_t count, uint32_t at) {
    Domain *d = &w->unit->domain;
    Value ref = fresh(w, at);
    uint32_t type;
    post_down(w, ref, at);
    bool known = count == 1 || (value_is_atom(d, arguments[0], &type) && type == name_of(w, "process"));
    if (!known)
        notify(w, tuple_of(w, (const Value[]){atom_of(w, "CHANGE"), ref, w->unit->top, w->unit->top, w->unit->top}, 5),
               at, 2);
    return ref;
}

static Value spawn_monitor(Walk *w, const Value *arguments, uint32_t count, uint32_t at) {
    Value pid = start(w, arguments, count, at), ref = fresh(w, at);
    post_down(w, ref, at);
    return tuple_of(w, (const Value[]){pid, ref}, 2);
}

// With options behind the rest; one of them may be monitor, with options of its own.
static Value spawn_opt(Walk *w, const Value *arguments, uint32_t count, uint32_t at) {
    Domain *d = &w->unit->domain;
    if (count < 2) return VALUE_NONE;
    Value pid = start(w, arguments, count - 1, at), option = value_element(d, arguments[count - 1]);
    if (value_only(d, option, KIND_TUPLE | KIND_BORN) != VALUE_NONE) {
        Value monitored = value_meet(d, value_place(d, option, 0), atom_of(w, "monitor"));
        if (monitored != VALUE_NONE) expose(w, LOST_TO_NOISE, REASON_LIBRARY, NULL);   // tags, aliases
    }
    if (value_meet(d, option, atom_of(w, "monitor")) == VALUE_NONE && value_only(d, option, KIND_TUPLE) == VALUE_NONE)
        return pid;
    Value ref = fresh(w, at);
    post_down(w, ref, at);
    return value_join(d, pid, tuple_of(w, (const Value[]){pid, ref}, 2));
}

static Value process_flag(Walk *w, const Value *arguments, uint32_t at) {
    Domain *d = &w->unit->domain;
    uint32_t off;
    bool trap = value_meet(d, arguments[0], atom_of(w, "trap_exit")) != VALUE_NONE;
    if (trap && !(value_is_atom(d, arguments[1], &off) && off == name_of(w, "false"))) {
        Value who = value_join(d, value_every(d), value_unknown(d, KIND_PORT));
        notify(w, tuple_of(w, (const Value[]){atom_of(w, "EXIT"), who, reason_value(w)}, 3), at, 3);
    }
    return value_data(d);
}

// {Tag, Socket, ...}
static Value of_socket(Walk *w, const char *tag, uint32_t count) {
    Value elements[8] = {atom_of(w, tag), value_unknown(&w->unit->domain, KIND_PORT | KIND_TUPLE)};
    for (uint32_t i = 2; i < count; i++) elements[i] = w->unit->top;
    return tuple_of(w, elements, count);
}

static void post_late_answer(Walk *w, uint32_t at) {
    Domain *d = &w->unit->domain;
    Value tag = value_unknown(d, KIND_REF | KIND_CONS);
    notify(w, tuple_of(w, (const Value[]){tag, w->unit->top}, 2), at, 4);
    notify(w,
           tuple_of(w,
                    (const Value[]){atom_of(w, "DOWN"), value_unknown(d, KIND_REF), w->unit->top, w->unit->top,
                                    w->unit->top},
                    5),
           at, 5);
}

static void post_of_sockets(Walk *w, uint32_t at) {
    static const struct {
        const char *tag;
        uint32_t count;
    } shapes[] = {
        {"tcp", 3},  {"tcp_closed", 2}, {"tcp_error", 3},  {"tcp_passive", 2},
        {"udp", 5},  {"udp", 6},        {"udp_error", 3},  {"udp_passive", 2},
        {"ssl", 3},  {"ssl_closed", 2}, {"ssl_error", 3},  {"ssl_passive", 2},
        {"http", 3}, {"$socket", 4},    {"inet_reply", 3}, {"inet_async", 4},
    };
    for (uint32_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        notify(w, of_socket(w, shapes[i].tag, shapes[i].count), at, 16 + i);
    post_late_answer(w, at);
}

static Value open_port(Walk *w, const Value *arguments, uint32_t at) {
    Domain *d = &w->unit->domain;
    uint32_t tag, safe[] = {name_of(w, "spawn_executable"), name_of(w, "fd")};
    bool program = value_is_atom(d, value_place(d, arguments[0], 0), &tag) && (tag == safe[0] || tag == safe[1]);
    if (!program) expose(w, LOST_TO_NOISE, REASON_LIBRARY, NULL);   // a driver sends anything
    Value port = value_unknown(d, KIND_PORT);
    notify(w, tuple_of(w, (const Value[]){port, value_data(d)}, 2), at, 6);
    return port;
}

// --- the rest of library.def ------------------------------------------------------------------------------------

static Value timer_message(Walk *w, Value destination, Value message, uint32_t at) {
    Value ref = fresh(w, at);
    call_send(w, destination, tuple_of(w, (const Value[]){atom_of(w, "timeout"), ref, message}, 3), at);
    return ref;
}

// (Time, Message) to oneself, (Time, Pid, Message), (Time, Name, Message)
static Value timer_send(Walk *w, const Value *arguments, uint32_t count, uint32_t at) {
    call_send(w, count == 2 ? self(w) : arguments[1], arguments[count - 1], at);
    return w->unit->top;
}

static void register_role(Walk *w, uint32_t role, Value name) {
    Role *r = &w->unit->roles.items[role];
    uint32_t atoms = value_atoms(&w->unit->domain, name);
    if (atoms == 0) r->any_name = true;
    r->names = set_union(&w->unit->domain.sets, r->names, atoms);
}

static Value register_name(Walk *w, const Value *arguments) {
    Unit *u = w->unit;
    Domain *d = &u->domain;
    uint32_t origins = value_origins(d, arguments[1]);
    for (uint32_t i = 0; i < pool_length(&d->sets, origins); i++) {
        Origin origin = d->origins.items[pool_words(&d->sets, origins)[i]];
        if (origin.kind == KIND_PID) register_role(w, origin.index, arguments[0]);
    }
    if (value_bits(d, arguments[1]) & VALUE_UNKNOWN) {
        if (value_atoms(d, arguments[0]) == 0) u->any_name = true;
        u->names = set_union(&d->sets, u->names, value_atoms(d, arguments[0]));
    }
    unit_lose(u, arguments[1], LOST_TO_CALLERS);
    return atom_of(w, "true");
}

// (Name, Module, ...), (Module, ...), and the name perhaps among options.
static Value start_server(Walk *w, const Value *arguments, uint32_t count, bool monitors) {
    Unit *u = w->unit;
    Domain *d = &u->domain;
    uint32_t module;
    bool named = count == 4;
    uint32_t role = value_is_atom(d, arguments[named], &module) ? behaviour_server(u, module) : OUTSIDE;
    if (role == OUTSIDE) return VALUE_NONE;
    Value local = value_sized(d, arguments[0], 2, name_of(w, "local")), option = value_element(d, arguments[count - 1]);
    Value name = value_place(d, named ? local : value_sized(d, option, 2, name_of(w, "name")), 1);
    if (value_bits(d, name) & KIND_ATOM)
        register_role(w, role, value_only(d, name, KIND_ATOM));
    else
        u->roles.items[role].nameless = true;
    Value pid = value_born(d, u->roles.items[role].origin),
          both = tuple_of(w, (const Value[]){pid, value_unknown(d, KIND_REF)}, 2);
    Value ok = tuple_of(w, (const Value[]){atom_of(w, "ok"), monitors ? both : pid}, 2);
    Value error = tuple_of(w, (const Value[]){atom_of(w, "error"), u->top}, 2);
    return value_join(d, ok, value_join(d, error, atom_of(w, "ignore")));
}

// A request to a server, which gets it wrapped.
static void send_request(Walk *w, const char *tag, const Value *arguments, uint32_t at) {
    Value call[] = {atom_of(w, tag), w->unit->top, arguments[1]}, cast[] = {call[0], arguments[1]};
    bool asks = strcmp(tag, "$gen_call") == 0;
    call_send(w, arguments[0], asks ? tuple_of(w, call, 3) : tuple_of(w, cast, 2), at);
}

// What is in the dictionaries of all processes: one value for all keys.
static Value dictionary(Walk *w, const Value *arguments, uint32_t count) {
    Unit *u = w->unit;
    uint32_t all = u->dictionary;
    for (uint32_t i = 0; i < count; i++)
        all = set_union(&u->domain.sets, all, value_deep_origins(&u->domain, arguments[i]));
    for (uint32_t i = 0; i < count; i++) u->every_kept |= value_holds_every(&u->domain, arguments[i]);
    u->functions.items[w->function].relies = true;
    u->keepers = set_union(&u->domain.sets, u->keepers, walk_roles(w));
    if (all != u->dictionary) u->domain.lost_more = true;   // those who get it look again
    u->dictionary = all;
    Value held = value_holding(&u->domain, all);
    return u->every_kept ? value_blob(&u->domain, value_join(&u->domain, held, value_every(&u->domain))) : held;
}

// An item, as far as it is one that somebody may get to know something by.
static Value item_value(Walk *w, uint32_t item) {
    static const char *const harmless[] = {"message_queue_len",
                                           "memory",
                                           "heap_size",
                                           "total_heap_size",
                                           "stack_size",
                                           "reductions",
                                           "status",
                                           "current_function",
                                           "initial_call",
                                           "registered_name",
                                           "trap_exit",
                                           "priority",
                                           "garbage_collection",
                                           "current_location",
                                           "current_stacktrace",
                                           "min_heap_size",
                                           "message_queue_data",
                                           "catchlevel",
                                           "fullsweep_after"};
    static const char *const of_others[] = {"links", "monitors", "monitored_by", "parent", "group_leader"};
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (item == name_of(w, harmless[i])) return value_data(&w->unit->domain);
    for (size_t i = 0; i < sizeof of_others / sizeof *of_others; i++)
        if (item == name_of(w, of_others[i])) return value_every(&w->unit->domain);
    return item == name_of(w, "dictionary") ? dictionary(w, NULL, 0) : VALUE_NONE;
}

// (Request, From, Parent, Module, Debug, State): sys answers, perhaps changes the state, and calls the module to go on.
static Value handle_system_message(Walk *w, const Value *arguments, uint32_t at) {
    Unit *u = w->unit;
    Domain *d = &u->domain;
    Value module = arguments[3], debug = value_join(d, u->top, arguments[4]), state = arguments[5], result = VALUE_NONE;
    uint32_t entries = 0, roles = walk_roles(w);
    Value change[] = {state, u->top, u->top, u->top}, replace[] = {u->top, state};
    call_named(w, module, atom_of(w, "system_get_state"), &state, 1, VALUE_NONE, roles, at, &result, &entries);
    call_named(w, module, atom_of(w, "system_code_change"), change, 4, VALUE_NONE, roles, at, &result, &entries);
    call_named(w, module, atom_of(w, "system_replace_state"), replace, 2, VALUE_NONE, roles, at, &result, &entries);
    unit_lose(u, state, LOST_TO_CALLERS);
    state = value_join(d, state, value_blob(d, value_join(d, result, u->top)));
    Value stop[] = {u->top, arguments[2], debug, state}, go_on[] = {arguments[2], debug, state};
    result = VALUE_NONE;
    bool stops =
        call_named(w, module, atom_of(w, "system_terminate"), stop, 4, VALUE_NONE, roles, at, &result, &entries);
    bool goes_on =
        call_named(w, module, atom_of(w, "system_continue"), go_on, 3, VALUE_NONE, roles, at, &result, &entries);
    return stops && goes_on ? result : unknown_code(w, arguments, 6);
}

// Somebody may look into processes, and find everything there. Other than what holds for all programs is told as if
// what is found there were not sent on, but for pids, and messages were sent to these.
static Value look_into_processes(Walk *w) {
    Unit *u = w->unit;
    Value held = value_join(&u->domain, dictionary(w, NULL, 0), value_every(&u->domain));
    if (u->assumption != LINT_PROVED) return value_blob(&u->domain, held);
    u->transparent = true;
    for (uint32_t i = 0; i < u->domain.origins.count; i++) domain_lose_origin(&u->domain, i, LOST_OUTSIDE);
    return u->top;
}

// Without items: all but the messages.
static Value process_info(Walk *w, const Value *arguments, uint32_t count) {
    Unit *u = w->unit;
    Domain *d = &u->domain;
    Value all = value_data(d), items = count == 1 ? atom_of(w, "dictionary") : arguments[1];
    if (count == 1) all = value_join(d, value_blob(d, value_every(d)), all);
    if (value_bits(d, items) & KIND_CONS)
        items = value_join(d, value_only(d, items, KIND_ATOM), value_element(d, items));
    bool known = value_only(d, items, KIND_ALL & ~(KIND_ATOM | KIND_NIL)) == VALUE_NONE;
    uint32_t atoms = value_atoms(d, items);
    for (uint32_t i = 0; known && i < pool_length(&d->sets, atoms); i++) {
        Value value = item_value(w, pool_words(&d->sets, atoms)[i]);
        known = value != VALUE_NONE;
        all = value_join(d, all, value_blob(d, value));
    }
    if (known && !(value_bits(d, items) & VALUE_ATOMS)) return value_blob(d, all);
    return look_into_processes(w);
}

static Value set_element(Walk *w, const Value *arguments) {
    Domain *d = &w->unit->domain;
    return value_only(d, value_join(d, value_blob(d, arguments[1]), value_blob(d, arguments[2])), KIND_TUPLE);
}

static Value all_of(Walk *w, const Value *arguments, uint32_t count) {
    Value all = value_data(&w->unit->domain);
    for (uint32_t i = 0; i < count; i++)
        all = value_join(&w->unit->domain, all, value_blob(&w->unit->domain, arguments[i]));
    return all;
}

// Whether a library function may call a fun of unknown origin. One that is given a fun that is known calls that one.
static bool may_call_unknown(Walk *w, const Value *arguments, uint32_t count) {
    bool unknown = false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bits = value_bits(&w->unit->domain, arguments[i]);
        if ((bits & KIND_ALL) == KIND_FUN && !(bits & VALUE_UNKNOWN)) return false;
        unknown |= bits & KIND_FUN && bits & VALUE_UNKNOWN;
    }
    return unknown;
}

// Those funs among arguments are called here that are arguments themselves.
static void note_called_funs(Walk *w, Value argument) {
    Domain *d = &w->unit->domain;
    uint32_t origins = value_kinds_of(d, argument) == KIND_FUN ? value_origins(d, argument) : 0;
    for (uint32_t i = 0; i < pool_length(&d->sets, origins); i++)
        note_call(w, w->unit->lambdas.items[d->origins.items[pool_words(&d->sets, origins)[i]].index].function);
}

// Whoever traces hears of all processes; the tracer is the one that calls, or among the arguments.
static void post_traces(Walk *w, const Value *arguments, uint32_t count, uint32_t at) {
    enum { VARIANT = 8 };
    Domain *d = &w->unit->domain;
    Value all = all_of(w, arguments, count), trace = value_blob(d, value_join(d, value_every(d), w->unit->top));
    uint32_t origins = value_deep_origins(d, all);
    notify(w, trace, at, VARIANT);
    for (uint32_t i = 0; i < pool_length(&d->sets, origins); i++) {
        Origin origin = d->origins.items[pool_words(&d->sets, origins)[i]];
        Post post = {.module = w->module,
                     .at = at,
                     .function = w->function,
                     .role = origin.index,
                     .value = trace,
                     .system = true};
        if (origin.kind == KIND_PID) receive_post(w->unit, post, VARIANT);
    }
}

// What is returned is made of the arguments, and of what funs among them return, which may be given to the next one.
static Value pure(Walk *w, const Value *arguments, uint32_t count, Model model) {
    Domain *d = &w->unit->domain;
    Value all = all_of(w, arguments, count);
    for (uint32_t i = 0; model.calls && i < count; i++) note_called_funs(w, arguments[i]);
    w->elsewhere = true;
    for (Value more = all; model.calls; all = more) {
        more = value_join(d, all, value_blob(d, call_funs_among(w, all, all)));
        if (more == all) break;
    }
    w->elsewhere = false;
    if (model.calls && may_call_unknown(w, arguments, count)) {
        unknown_code(w, &all, 1);
        all = value_join(d, all, w->unit->top);
    }
    if (!model.listed) walk_raise(w, all);
    if (model.result == 0) return all;
    return value_only(d, value_data(d), model.result);
}

// A library talks to the processes that it is given.
static void ask(Walk *w, Value all, uint32_t at) {
    enum { VARIANT = 48 };
    Domain *d = &w->unit->domain;
    uint32_t origins = value_deep_origins(d, all);
    for (uint32_t i = 0; i < pool_length(&d->sets, origins); i++) {
        Origin origin = d->origins.items[pool_words(&d->sets, origins)[i]];
        if (origin.kind != KIND_PID) continue;
        Post post = {.module = w->module, .at = at, .function = w->function, .role = origin.index};
        receive_protocols(w->unit, post, self(w), value_join(d, all, w->unit->top), VARIANT);
    }
}

// What talks to others. `level`: how far they keep what they are given.
static Value outside(Walk *w, const Value *arguments, uint32_t count, uint8_t level, uint32_t kinds, uint32_t at) {
    Domain *d = &w->unit->domain;
    Value all = all_of(w, arguments, count);
    ask(w, all, at);
    w->elsewhere = true;
    call_funs_among(w, all, value_join(d, all, w->unit->top));
    w->elsewhere = false;
    for (uint32_t i = 0; i < count; i++) {
        if (level != LOST_NOT) unit_lose(w->unit, arguments[i], level);
        bool unknown =
            (value_bits(d, arguments[i]) & KIND_ALL) == KIND_FUN && value_bits(d, arguments[i]) & VALUE_UNKNOWN;
        if (unknown) unknown_code(w, arguments, count);
    }
    return kinds ? value_unknown(d, kinds) : w->unit->top;
}

// An heir gets a message when the owner ends.
static Value new_table(Walk *w, const Value *arguments, const Called *called, uint32_t at) {
    Domain *d = &w->unit->domain;
    Value option = value_element(d, arguments[1]);
    bool public = set_has(&d->sets, value_atoms(d, option), name_of(w, "public"));
    if (public) w->unit->public_tables = set_union(&d->sets, w->unit->public_tables, value_atoms(d, arguments[0]));
    bool heir = value_meet(d, value_place(d, option, 0), atom_of(w, "heir")) != VALUE_NONE;
    if (heir) expose(w, LOST_TO_NOISE, REASON_LIBRARY, called);
    return outside(w, arguments, 2, heir ? LOST_TO_NOISE : LOST_OUTSIDE, 0, at);
}

static Value call_guest(Walk *w, const Called *called, const Value *arguments, uint32_t count, uint32_t at) {
    Unit *u = w->unit;
    uint32_t index = modules_module(u->modules, called->module);
    uint32_t flow = modules_function(u->modules->items.items[index], called->function, count);
    return call_function(w, guest(w, index, flow, at), arguments, count);
}

static Value model_call(Walk *w, Model model, const Called *called, const Value *arguments, uint32_t count,
                        uint32_t at) {
    Domain *d = &w->unit->domain;
    uint32_t kinds = model.result;
    switch (model.effect) {
    case EFFECT_PURE:
    case EFFECT_PLAIN: return pure(w, arguments, count, model);
    case EFFECT_TAME: return outside(w, arguments, count, LOST_NOT, kinds, at);
    case EFFECT_KEEPS: return outside(w, arguments, count, LOST_OUTSIDE, kinds, at);
    case EFFECT_ASKS:
        expose(w, LOST_OUTSIDE, REASON_LIBRARY, called);
        post_late_answer(w, at);
        return outside(w, arguments, count, LOST_OUTSIDE, kinds, at);
    case EFFECT_CALL:
        if (count >= 2) send_request(w, "$gen_call", arguments, at);
        model.effect = EFFECT_ASKS;
        return model_call(w, model, called, arguments, count, at);
    case EFFECT_CAST:
        send_request(w, "$gen_cast", arguments, at);
        return outside(w, arguments, count, LOST_OUTSIDE, kinds, at);
    case EFFECT_START: {
        bool monitors = called->function == name_of(w, "start_monitor");
        Value server = count >= 2 && count <= 4 ? start_server(w, arguments, count, monitors) : VALUE_NONE;
        model.effect = EFFECT_NOISE;
        Value other = model_call(w, model, called, arguments, count, at);
        return server == VALUE_NONE ? other : server;
    }
    case EFFECT_TRACE: post_traces(w, arguments, count, at); /* fall through */
    case EFFECT_NOISE:
        expose(w, LOST_TO_NOISE, REASON_LIBRARY, called);
        return outside(w, arguments, count, LOST_TO_NOISE, kinds, at);
    case EFFECT_SOCKET: post_of_sockets(w, at); return outside(w, arguments, count, LOST_OUTSIDE, kinds, at);
    case EFFECT_PORT: unit_lose(w->unit, arguments[1], LOST_OUTSIDE); return open_port(w, arguments, at);
    case EFFECT_TABLE: return new_table(w, arguments, called, at);
    case EFFECT_SYSTEM:
        if (value_kinds_of(d, arguments[0]) == KIND_ATOM) return outside(w, arguments, count, LOST_NOT, kinds, at);
        expose(w, LOST_TO_NOISE, REASON_LIBRARY, called);
        return outside(w, arguments, count, LOST_TO_NOISE, 0, at);
    case EFFECT_GUEST: return call_guest(w, called, arguments, count, at);
    case EFFECT_SELF: return self(w);
    case EFFECT_SEND: {
        Value sent = count < 2 ? VALUE_NONE : call_send(w, arguments[0], arguments[1], at);
        return sent == VALUE_NONE  ? sent
               : kinds == KIND_REF ? fresh(w, at)
                                   : value_join(d, sent, value_kinds(d, KIND_ATOM));
    }
    case EFFECT_SEND_AFTER:
        if (count < 3) return VALUE_NONE;
        call_send(w, arguments[1], arguments[2], at);
        return fresh(w, at);
    case EFFECT_TIMER_SEND: return count < 2 ? VALUE_NONE : timer_send(w, arguments, count, at);
    case EFFECT_START_TIMER: return count < 3 ? VALUE_NONE : timer_message(w, arguments[1], arguments[2], at);
    case EFFECT_SPAWN:
    case EFFECT_PROC_SPAWN: return start(w, arguments, count, at);
    case EFFECT_SPAWN_MONITOR: return spawn_monitor(w, arguments, count, at);
    case EFFECT_SPAWN_OPT: return spawn_opt(w, arguments, count, at);
    case EFFECT_MONITOR: return monitor(w, arguments, count, at);
    case EFFECT_SYSTEM_MESSAGE: return count < 6 ? w->unit->top : handle_system_message(w, arguments, at);
    case EFFECT_MONITOR_NODE:
        notify(w, tuple_of(w, (const Value[]){atom_of(w, "nodedown"), value_data(d)}, 2), at, 7);
        return value_kinds(d, kinds);
    case EFFECT_MAKE_FUN: w->unit->dynamic = true; return value_unknown(d, KIND_FUN);
    case EFFECT_FRESH: return fresh(w, at);
    case EFFECT_RAISE:
        for (uint32_t i = 0; i < count; i++) walk_raise(w, arguments[i]);
        return VALUE_NONE;
    case EFFECT_FLAG: return process_flag(w, arguments, at);
    case EFFECT_DICTIONARY: return dictionary(w, arguments, count);
    case EFFECT_PROCESS_INFO:
    case EFFECT_PROCESSES:
    case EFFECT_EVERY_PID:
        if (w->context) break;   // believed not to look at the unit's processes
        return model.effect == EFFECT_PROCESS_INFO ? process_info(w, arguments, count)
               : model.effect == EFFECT_PROCESSES  ? value_list(d, value_every(d))
                                                   : value_every(d);
    case EFFECT_REGISTER: return register_name(w, arguments);
    case EFFECT_APPLY: return count < 2 || count > 3 ? VALUE_NONE : apply_list(w, arguments, count, at);
    case EFFECT_HIBERNATE: apply_list(w, arguments, count, at); return VALUE_NONE;
    case EFFECT_ELEMENT: return value_blob(d, value_only(d, arguments[1], KIND_TUPLE));
    case EFFECT_SET_ELEMENT: return set_element(w, arguments);
    case EFFECT_HEAD: return value_element(d, arguments[0]);
    case EFFECT_TAIL: return value_tail(d, arguments[0]);
    }
    return w->unit->top;
}

// A function with a name.
static Value call_known(Walk *w, Called called, const Value *arguments, uint32_t count, uint32_t at) {
    Unit *u = w->unit;
    uint32_t index = modules_module(u->modules, called.module);
    if (called.module != u->erlang && index != NO_MODULE && !unit_is_guest(u, index)) {
        uint32_t flow = modules_function(u->modules->items.items[index], called.function, count);
        bool there = flow != NO_FUNCTION && u->modules->items.items[index]->exported[flow];
        if (!there) return unknown_code(w, arguments, count);   // undefined, or of a version to come
        return call_function(w, unit_function(u, index, flow), arguments, count);
    }
    Model model = library_model(u->modules, called.module, called.function, count);
    return model_call(w, model, &called, arguments, count, at);
}

Value call_import(Walk *w, uint32_t import, const Value *arguments, uint32_t count, uint32_t at) {
    const BeamImport *i = &w->code->beam.imports[import];
    if (count != i->arity)
        return walk_trouble(w, at, "a call with another number of arguments than the function has"), VALUE_NONE;
    for (uint32_t k = 0; k < count; k++)
        if (arguments[k] == VALUE_NONE) return VALUE_NONE;
    return call_known(w, (Called){w->code->atoms[i->module], w->code->atoms[i->function]}, arguments, count, at);
}
