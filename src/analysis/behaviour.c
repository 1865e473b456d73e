// Servers: processes that a behaviour runs, and which clause of a callback takes what is sent to them.
//
// A module that says -behaviour(gen_server) is one role: all processes that run it. The loop around its callbacks is
// the library's, so a callback is to it what a receive is to other processes. Which of its clauses a message reaches is
// asked when everything else is known: the message goes through the tests at the beginning of the callback; the first
// instruction that is no test is a *leaf*. A clause for everything else is one that an atom reaches which no program
// has.
//
// Such a clause may do a lot with what it takes. It *shrugs* if all that it does is to log, and to go on with the state
// that it was given; no other clause for everything is ever spoken of. Nor is one if a clause that is meant for the
// message may have been there, and compilers made one of both, since they do the same: this is asked of the debug
// information.
#include <string.h>

#include "analysis/unit.h"

typedef struct {
    const char *name;
    int arity;   // ANY: of whatever arity
} Callback;

enum { ANY = -1, CALLBACKS_MAX = 10 };

static const struct {
    const char *behaviour;
    bool states;   // functions of three arguments are callbacks, too
    Callback callbacks[CALLBACKS_MAX];
} behaviours[] = {
#define OF_SERVERS                                                                                       \
    {                                                                                                    \
        {"init", 1}, {"handle_call", 3}, {"handle_cast", 2}, {"handle_info", 2}, {"handle_continue", 2}, \
            {"terminate", 2}, {"code_change", 3}, {                                                      \
            "format_status", ANY                                                                         \
        }                                                                                                \
    }
    {"gen_server", false, OF_SERVERS},
    {"Elixir.GenServer", false, OF_SERVERS},
#undef OF_SERVERS
    {"gen_statem",
     true,
     {{"init", 1},
      {"callback_mode", 0},
      {"handle_event", 4},
      {"terminate", 3},
      {"code_change", 4},
      {"format_status", ANY}}},
};

enum { BEHAVIOURS = sizeof behaviours / sizeof *behaviours, GEN_STATEM = 2 };

static bool is_word(const Unit *u, uint32_t atom, const char *word) {
    Bytes text = modules_text(u->modules, atom);
    return text.size == strlen(word) && memcmp(text.data, word, text.size) == 0;
}

// --- which modules are servers ----------------------------------------------------------------------------------

// The behaviours that a module names in its attributes: [{behaviour, [gen_server]}, ...].
static Value named_behaviours(Unit *u, const ModuleCode *m) {
    static const char *const words[] = {"behaviour", "behavior"};
    Domain *d = &u->domain;
    Value named = VALUE_NONE;
    if (m->beam.attributes.size == 0) return VALUE_NONE;
    Value attribute = value_element(d, literal_term(u, m->beam.attributes));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        Value one = value_sized(d, attribute, 2, modules_atom(u->modules, words[i]));
        named = value_join(d, named, value_element(d, value_place(d, one, 1)));
    }
    return named;
}

// Number + 1 of the one that its processes run; 0: none, or several.
static uint32_t behaviour_of(Unit *u, const ModuleCode *m) {
    uint32_t found = 0, count = 0, named = value_atoms(&u->domain, named_behaviours(u, m));
    for (uint32_t i = 0; i < BEHAVIOURS; i++) {
        if (!set_has(&u->domain.sets, named, modules_atom(u->modules, behaviours[i].behaviour))) continue;
        found = i + 1;
        count++;
    }
    return count == 1 ? found : 0;
}

static bool is_callback(const Unit *u, uint32_t behaviour, const ModuleCode *m, uint32_t function) {
    const FlowFunction *f = &m->flow.functions[function];
    for (int i = 0; i < CALLBACKS_MAX && behaviours[behaviour - 1].callbacks[i].name; i++) {
        const Callback *c = &behaviours[behaviour - 1].callbacks[i];
        if ((c->arity == ANY || f->arity == (uint32_t)c->arity) && is_word(u, m->atoms[f->name], c->name)) return true;
    }
    return false;
}

// What anybody may send to a server through the library.
static void post_requests(Unit *u, uint32_t role, uint32_t function) {
    static const struct {
        const char *tag;
        uint32_t size;
    } requests[] = {{"$gen_call", 3}, {"$gen_cast", 2}, {"system", 3}, {"EXIT", 3}};
    for (uint32_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        Value elements[] = {value_atom(&u->domain, modules_atom(u->modules, requests[i].tag)), u->top, u->top};
        Value value = value_tuple(&u->domain, elements, requests[i].size);
        receive_post(u,
                     (Post){.module = u->roles.items[role].module,
                            .function = function,
                            .role = role,
                            .value = value,
                            .system = true},
                     i);
    }
}

static void enter_callbacks(Unit *u, uint32_t module, uint32_t role) {
    const ModuleCode *m = u->modules->items.items[module];
    uint32_t behaviour = u->roles.items[role].behaviour;
    for (uint32_t i = 0; i < m->flow.function_count; i++) {
        bool only = is_callback(u, behaviour, m, i),
             state = behaviours[behaviour - 1].states && m->flow.functions[i].arity == 3;
        if (!m->exported[i] || !(only || state)) continue;
        uint32_t function = unit_function(u, module, i);
        if (!u->roles.items[role].entries) post_requests(u, role, function);
        u->roles.items[role].entries =
            set_union(&u->domain.sets, u->roles.items[role].entries, set_of(&u->domain.sets, function));
        u->functions.items[function].callback = only;
        unit_enter_from_outside(u, function, role);
    }
}

void behaviour_find_servers(Unit *u) {
    for (uint32_t i = 0; i < u->modules->items.count; i++) {
        ModuleCode *m = u->modules->items.items[i];
        uint32_t behaviour = m->unit == u->number ? behaviour_of(u, m) : 0;
        if (!behaviour) continue;
        uint32_t role = u->roles.count, origin = domain_origin(&u->domain, KIND_PID, role);
        array_push(&u->roles, (Role){.module = i, .origin = origin, .foreign = true, .behaviour = behaviour});
        hash_insert(&u->servers, m->name)->number = role;
        domain_lose_origin(&u->domain, origin, LOST_TO_CALLERS);   // a supervisor knows it
        enter_callbacks(u, i, role);
    }
}

uint32_t behaviour_server(const Unit *u, uint32_t module) {
    HashEntry *entry = hash_find(&u->servers, module);
    return entry ? (uint32_t)entry->number : OUTSIDE;
}

// --- through the code of a callback -----------------------------------------------------------------------------

typedef struct {
    Walk walk;
    uint32_t leaves;   // set: that were reached
    Value state;       // that the callback is given; VALUE_NONE: it does not matter whether a leaf shrugs
    bool busy;         // it does more than shrug
} Probe;

static void probe_init(Probe *p, Unit *u, uint32_t function, Value state, Before (*before)(Walk *, uint32_t)) {
    const UnitFunction *f = &u->functions.items[function];
    const FlowFunction *flow = &u->modules->items.items[f->module]->flow.functions[f->flow];
    *p = (Probe){.state = state};
    walk_init(&p->walk, u, function, flow->start, flow->end - flow->start);
    p->walk.before = before;
}

static void probe_run(Probe *p, uint32_t at) {
    walk_from(&p->walk, at);
    walk_pending(&p->walk);
    walk_done(&p->walk);
}

static bool is_test(const Walk *w, uint32_t at) {
    const BeamInstruction *in = &w->code->beam.code[at];
    const BeamOperand *o = flow_operands(&w->code->flow, at);
    switch (in->opcode) {
    case BEAM_label:
    case BEAM_line:
    case BEAM_executable_line:
    case BEAM_debug_line:
    case BEAM_allocate:
    case BEAM_allocate_heap:
    case BEAM_allocate_zero:
    case BEAM_allocate_heap_zero:
    case BEAM_test_heap:
    case BEAM_init:
    case BEAM_init_yregs:
    case BEAM_move:
    case BEAM_swap:
    case BEAM_get_tuple_element:
    case BEAM_get_list:
    case BEAM_get_hd:
    case BEAM_get_tl:
    case BEAM_jump:
    case BEAM_select_val:
    case BEAM_select_tuple_arity: return true;
    case BEAM_catch:
    case BEAM_try:
    case BEAM_wait:
    case BEAM_wait_timeout:
    case BEAM_loop_rec:
    case BEAM_loop_rec_end: return false;
    default: return in->count > 0 && o[0].kind == OPERAND_LABEL && o[0].value != 0;   // tests and guards
    }
}

// --- clauses that shrug -----------------------------------------------------------------------------------------

// `function`: NULL for any.
static bool calls(const Walk *w, uint32_t import, const char *module, const char *function) {
    const BeamImport *i = &w->code->beam.imports[import];
    return is_word(w->unit, w->code->atoms[i->module], module) &&
           (!function || is_word(w->unit, w->code->atoms[i->function], function));
}

static bool is_harmless(const Walk *w, uint32_t import) {
    static const struct {
        const char *module, *function;
    } harmless[] = {
        {"error_logger", NULL},
        {"logger", NULL},
        {"io", NULL},
        {"io_lib", NULL},
        {"lager", NULL},
        {"Elixir.Logger", NULL},
        {"Elixir.IO", NULL},
        {"erlang", "self"},
        {"erlang", "display"},
        {"erlang", "phash2"},
        {"Elixir.Kernel", "inspect"},
        {"Elixir.Process", "info"},
        {"Elixir.String.Chars", "to_string"},
        {"Elixir.RuntimeError", "exception"},
    };
    for (size_t k = 0; k < sizeof harmless / sizeof *harmless; k++)
        if (calls(w, import, harmless[k].module, harmless[k].function)) return true;
    return false;
}

// {noreply, State}, {reply, Reply, State} and the like, with the state that it was given; or a stop.
static bool goes_on(const Probe *p, Value result) {
    static const struct {
        const char *tag;
        uint32_t place;
    } results[] = {{"noreply", 1}, {"reply", 2}, {"keep_state", 1}};
    const Unit *u = p->walk.unit;
    uint32_t count, atom;
    const uint32_t *elements;
    if (value_is_atom(&u->domain, result, &atom)) return is_word(u, atom, "keep_state_and_data");
    if (!value_only_shape(&u->domain, result, &count, &elements) || count == 0 ||
        !value_is_atom(&u->domain, elements[0], &atom))
        return false;
    if (is_word(u, atom, "stop")) return true;
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (is_word(u, atom, results[i].tag))
            return count == results[i].place + 1 && elements[results[i].place] == p->state;
    return false;
}

static Before busy(Probe *p) { return p->busy = true, BEFORE_STOP; }

static bool is_raise(const Walk *w, uint32_t import) {
    return calls(w, import, "erlang", "error") || calls(w, import, "erlang", "exit");
}

static Before before_call(Probe *p, uint32_t import) {
    Walk *w = &p->walk;
    if (is_raise(w, import)) return BEFORE_STOP;
    if (!is_harmless(w, import)) return busy(p);
    for (uint32_t i = 0; i < w->x_count; i++) w->now.values[i] = value_data(&w->unit->domain), w->now.links[i] = 0;
    return BEFORE_SKIP;
}

static Before before_shrug(Walk *w, uint32_t at) {
    Probe *p = (Probe *)w;
    const BeamOperand *o = flow_operands(&w->code->flow, at);
    switch (w->code->beam.code[at].opcode) {
    case BEAM_return: return goes_on(p, w->now.values[0]) ? BEFORE_STOP : busy(p);
    case BEAM_call_ext: return before_call(p, (uint32_t)o[1].value);
    case BEAM_call_ext_only:
    case BEAM_call_ext_last: return is_raise(w, (uint32_t)o[1].value) ? BEFORE_STOP : busy(p);
    case BEAM_bif0: return is_harmless(w, (uint32_t)o[0].value) ? BEFORE_GO : busy(p);
    case BEAM_put_list:
    case BEAM_put_tuple:
    case BEAM_put:
    case BEAM_put_tuple2:
    case BEAM_put_map_assoc:
    case BEAM_deallocate:
    case BEAM_trim:
    case BEAM_bs_create_bin: return BEFORE_GO;
    case BEAM_func_info:
    case BEAM_badmatch:
    case BEAM_case_end:
    case BEAM_if_end: return BEFORE_STOP;
    default: return is_test(w, at) ? BEFORE_GO : busy(p);
    }
}

// Stops at leaves, and looks at what they do.
static Before before_leaf(Walk *w, uint32_t at) {
    Probe *p = (Probe *)w, inner;
    Unit *u = w->unit;
    if (is_test(w, at)) return BEFORE_GO;
    p->leaves = set_union(&u->domain.sets, p->leaves, set_of(&u->domain.sets, at));
    if (p->state == VALUE_NONE || p->busy) return BEFORE_STOP;
    probe_init(&inner, u, w->function, p->state, before_shrug);
    memcpy(inner.walk.now.values, w->now.values, w->size * sizeof *w->now.values);
    memcpy(inner.walk.now.links, w->now.links, w->size * sizeof *w->now.links);
    probe_run(&inner, at);
    p->busy |= inner.busy;
    return BEFORE_STOP;
}

// --- what a callback does with a message ------------------------------------------------------------------------

typedef struct {
    Value arguments[4];
    uint32_t arity, message, state;   // the latter two: which arguments they are
} Call;

static Probe probe_call(Unit *u, uint32_t function, Call call, Value message, Value state) {
    ArenaMark mark = arena_mark(&u->scratch);
    Probe p;
    probe_init(&p, u, function, state, before_leaf);
    call.arguments[call.message] = message;
    if (state != VALUE_NONE) call.arguments[call.state] = state;
    for (uint32_t i = 0; i < p.walk.size; i++) {
        p.walk.now.values[i] = i < call.arity ? call.arguments[i] : value_data(&u->domain);
        p.walk.now.links[i] = 0;
    }
    probe_run(&p, p.walk.flow->entry);
    arena_cut(&u->scratch, mark);
    return p;
}

// Leaves where nothing goes on: no clause matches.
static bool all_crash(const Unit *u, uint32_t function, uint32_t leaves) {
    const ModuleCode *m = u->modules->items.items[u->functions.items[function].module];
    for (uint32_t i = 0; i < pool_length(&u->domain.sets, leaves); i++) {
        uint16_t opcode = m->beam.code[pool_words(&u->domain.sets, leaves)[i]].opcode;
        if (opcode != BEAM_func_info && opcode != BEAM_case_end && opcode != BEAM_badmatch && opcode != BEAM_if_end)
            return false;
    }
    return true;
}

static Taking take(Unit *u, uint32_t function, Call call, Value message) {
    Domain *d = &u->domain;
    if (!u->state_mark) u->state_mark = domain_origin(d, KIND_REF, 0);
    Value anything = value_atom(d, modules_atom(u->modules, "an atom that no program has"));
    Value state = value_join(d, u->top, value_born(d, u->state_mark));
    Probe any = probe_call(u, function, call, anything, VALUE_NONE),
          its = probe_call(u, function, call, message, state);
    if (u->strange || its.leaves == 0 || set_union(&d->sets, any.leaves, its.leaves) != any.leaves) return TAKING_DONE;
    if (all_crash(u, function, its.leaves)) return TAKING_CRASH;
    return its.busy || !clause_none_takes(u, function, call.message, message) ? TAKING_DONE : TAKING_SHRUG;
}

// By a function of the server's module, if it has it.
static Taking take_by(Unit *u, uint32_t module, const char *name, Call call, Value message, uint32_t *by) {
    const ModuleCode *m = u->modules->items.items[module];
    uint32_t flow = modules_function(m, modules_atom(u->modules, name), call.arity);
    if (flow == NO_FUNCTION || !m->exported[flow]) return TAKING_NONE;
    *by = unit_function(u, module, flow);
    return take(u, *by, call, message);
}

static Value event_type(Unit *u, Request request) {
    static const char *const types[] = {"call", "cast", "info"};
    Value type = value_atom(&u->domain, modules_atom(u->modules, types[request]));
    return request == REQUEST_CALL ? value_tuple(&u->domain, (const Value[]){type, u->top}, 2) : type;
}

// Any function of three arguments may be a state; what one state takes may have been postponed in others.
static Taking take_in_states(Unit *u, uint32_t module, Request request, Value message, uint32_t *by) {
    const ModuleCode *m = u->modules->items.items[module];
    Call handle = {{event_type(u, request), 0, u->top, u->top}, 4, 1, 3},
         state = {{event_type(u, request), 0, u->top}, 3, 1, 2};
    Taking least = take_by(u, module, "handle_event", handle, message, by);
    for (uint32_t i = 0; least != TAKING_DONE && i < m->flow.function_count; i++) {
        if (!m->exported[i] || m->flow.functions[i].arity != 3 || is_callback(u, GEN_STATEM + 1, m, i)) continue;
        uint32_t function = unit_function(u, module, i);
        Taking taking = take(u, function, state, message);
        if (taking >= least) continue;
        least = taking;
        *by = function;
    }
    return least == TAKING_NONE ? TAKING_DONE : least;   // its states are not seen
}

static Taking take_request(Unit *u, const Role *r, Request request, Value message, uint32_t *by) {
    Call call = {{0, u->top, u->top}, 3, 0, 2}, cast = {{0, u->top}, 2, 0, 1};
    if (r->behaviour == GEN_STATEM + 1) return take_in_states(u, r->module, request, message, by);
    switch (request) {
    case REQUEST_CALL: return take_by(u, r->module, "handle_call", call, message, by);
    case REQUEST_CAST: return take_by(u, r->module, "handle_cast", cast, message, by);
    default: return take_by(u, r->module, "handle_info", cast, message, by);
    }
}

// What arrives tells by its shape what it is.
Request behaviour_request(Unit *u, Value *message) {
    Domain *d = &u->domain;
    uint32_t count, atom;
    const uint32_t *elements;
    if (!value_only_shape(d, *message, &count, &elements) || count == 0 || !value_is_atom(d, elements[0], &atom))
        return REQUEST_INFO;
    if (count == 3 && is_word(u, atom, "$gen_call")) return *message = elements[2], REQUEST_CALL;
    if (count == 2 && is_word(u, atom, "$gen_cast")) return *message = elements[1], REQUEST_CAST;
    bool library = is_word(u, atom, "system") || is_word(u, atom, "EXIT") || is_word(u, atom, "$gen_call") ||
                   is_word(u, atom, "$gen_cast");
    return library ? REQUEST_LIBRARY : REQUEST_INFO;
}

Taking behaviour_takes(Unit *u, uint32_t role, Value message, uint32_t *by) {
    Domain *d = &u->domain;
    Taking least = TAKING_NONE;
    uint32_t shapes = value_shapes(d, message);
    Value rest = shapes ? value_without(d, message, KIND_TUPLE) : message;
    for (uint32_t i = 0; i <= shapes && least != TAKING_DONE; i++) {
        Value one = i < shapes ? value_shape(d, message, i) : rest;
        if (one == VALUE_NONE) continue;
        Request request = behaviour_request(u, &one);
        Taking taking =
            request == REQUEST_LIBRARY ? TAKING_DONE : take_request(u, &u->roles.items[role], request, one, by);
        if (taking < least) least = taking;
    }
    return least;
}
