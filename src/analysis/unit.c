#include "analysis/unit.h"

#include "analysis/hidden.h"

#include <string.h>

// --- what there is ----------------------------------------------------------------------------------------------

static void count_operand(UnitFunction *f, const BeamOperand *o) {
    if (o->kind == OPERAND_X && o->value + 1 > f->x_count) f->x_count = (uint32_t)o->value + 1;
    if (o->kind == OPERAND_Y && o->value + 1 > f->y_count) f->y_count = (uint32_t)o->value + 1;
}

static uint32_t called_arity(const BeamModule *beam, const Flow *flow, uint32_t at) {
    const BeamOperand *o = flow_operands(flow, at);
    switch (beam->code[at].opcode) {
    case BEAM_call:
    case BEAM_call_last:
    case BEAM_call_only:
    case BEAM_call_ext:
    case BEAM_call_ext_last:
    case BEAM_call_ext_only:
    case BEAM_call_fun:
    case BEAM_apply:
    case BEAM_apply_last: return (uint32_t)o[0].value;
    case BEAM_call_fun2: return (uint32_t)o[1].value;
    case BEAM_make_fun2: return beam->funs[o[0].value].free_count;
    default: return 0;
    }
}

// Registers that it uses: those that are named, of calls two more than arguments, of handlers three.
static void count_registers(UnitFunction *f, const ModuleCode *m) {
    const FlowFunction *flow = &m->flow.functions[f->flow];
    f->x_count = flow->arity > 4 ? flow->arity : 4;
    for (uint32_t at = flow->entry; at < flow->end; at++) {
        const BeamInstruction *in = &m->beam.code[at];
        const BeamOperand *o = flow_operands(&m->flow, at);
        uint32_t needed = called_arity(&m->beam, &m->flow, at) + 2;
        if (needed > f->x_count) f->x_count = needed;
        for (uint32_t i = 0; i < in->count; i++) {
            count_operand(f, &o[i]);
            for (uint32_t j = 0; o[i].kind == OPERAND_LIST && j < o[i].list.count; j++)
                count_operand(f, &m->beam.operands[o[i].list.first + j]);
        }
    }
}

static uint32_t add_function(Unit *u, uint32_t module, uint32_t flow, uint32_t context) {
    const ModuleCode *m = u->modules->items.items[module];
    uint32_t arity = m->flow.functions[flow].arity;
    UnitFunction f = {.module = module, .flow = flow, .context = context};
    f.arguments = arena_take(&u->arena, (arity + 1) * sizeof *f.arguments);
    f.widened = arena_take(&u->arena, arity + 1);
    memset(f.arguments, 0, (arity + 1) * sizeof *f.arguments);
    memset(f.widened, 0, arity + 1);
    count_registers(&f, m);
    f.native = modules_is_native(u->modules, m, flow);
    array_push(&u->functions, f);
    return u->functions.count - 1;
}

void unit_init(Unit *u, Modules *modules, uint32_t number, LintAssumption assumption, const Hidden *hidden) {
    *u = (Unit){.modules = modules, .number = number, .assumption = assumption, .hidden = hidden};
    domain_init(&u->domain);
    arena_init(&u->arena);
    arena_init(&u->scratch);
    u->top = value_top(&u->domain);
    u->erlang = modules_atom(modules, "erlang");
    u->element = modules_atom(modules, "element");
    domain_origin(&u->domain, KIND_PID, OUTSIDE);
    domain_lose_origin(&u->domain, 0, LOST_TO_NOISE);
    array_push(&u->roles, (Role){.origin = 0});
    for (uint32_t i = 0; i < modules->items.count; i++)
        for (uint32_t f = 0;
             modules->items.items[i]->unit == number && f < modules->items.items[i]->flow.function_count; f++)
            hash_insert(&u->by_place, place_key(i, f))->number = add_function(u, i, f, 0) + 1;
}

void unit_free(Unit *u) {
    domain_free(&u->domain);
    arena_free(&u->arena);
    arena_free(&u->scratch);
    array_free(&u->functions);
    array_free(&u->lambdas);
    for (uint32_t i = 0; i < u->roles.count; i++) array_free(&u->roles.items[i].posts);
    array_free(&u->roles);
    array_free(&u->posts);
    array_free(&u->to_unknown);
    array_free(&u->receives);
    array_free(&u->queue);
    array_free(&u->receivers);
    hash_free(&u->by_place);
    hash_free(&u->contexts);
    hash_free(&u->lambda_at);
    hash_free(&u->role_at);
    hash_free(&u->servers);
    hash_free(&u->post_at);
    hash_free(&u->fresh_at);
    hash_free(&u->receive_at);
    hash_free(&u->literals);
    text_free(&u->trouble);
}

uint32_t unit_function(Unit *u, uint32_t module, uint32_t flow) {
    HashEntry *entry = hash_find(&u->by_place, place_key(module, flow));
    return entry ? (uint32_t)entry->number - 1 : NO_FUNCTION;
}

uint32_t unit_context(Unit *u, uint32_t module, uint32_t at) {
    HashEntry *entry = hash_insert(&u->contexts, place_key(module, at));
    if (!entry->number) entry->number = SHARED_CONTEXT + u->contexts.count;
    return (uint32_t)entry->number;
}

uint32_t unit_guest(Unit *u, uint32_t module, uint32_t flow, uint32_t context) {
    const uint32_t words[] = {module, flow, context};
    uint64_t key = (uint64_t)1 << 63 | pool_intern(&u->domain.sets, words, sizeof words / sizeof *words);
    HashEntry *entry = hash_insert(&u->by_place, key);
    if (!entry->number) entry->number = add_function(u, module, flow, context) + 1;
    return (uint32_t)entry->number - 1;
}

uint32_t unit_function_at(const Unit *u, uint32_t module, uint32_t at) {
    for (uint32_t i = 0; i < u->functions.count; i++) {
        const UnitFunction *f = &u->functions.items[i];
        const FlowFunction *flow = &u->modules->items.items[f->module]->flow.functions[f->flow];
        if (f->module == module && at >= flow->start && at < flow->end) return i;
    }
    return NO_FUNCTION;
}

// --- what grows -------------------------------------------------------------------------------------------------

enum { GROWN_LITTLE = 4, GROWN_MUCH = 8 };

void unit_queue(Unit *u, uint32_t function) {
    UnitFunction *f = &u->functions.items[function];
    if (f->queued) return;
    f->queued = true;
    if (f->receives)
        array_push(&u->receivers, function);
    else
        array_push(&u->queue, function);
}

static bool grow_argument(Unit *u, UnitFunction *f, uint32_t index, Value value) {
    Domain *d = &u->domain;
    Value joined = value_join(d, f->arguments[index], value);
    if (joined == f->arguments[index]) return false;
    f->widened[index] += f->widened[index] < UINT8_MAX;
    if (f->widened[index] > GROWN_MUCH)
        joined = value_blob(d, joined);
    else if (f->widened[index] > GROWN_LITTLE)
        joined = value_limit(d, joined, 2);
    bool grew = joined != f->arguments[index];
    f->arguments[index] = joined;
    return grew;
}

void unit_enter(Unit *u, uint32_t function, const Value *arguments, uint32_t count, uint32_t roles) {
    UnitFunction *f = &u->functions.items[function];
    bool grew = !f->reached && roles != 0;
    for (uint32_t i = 0; i < count; i++) grew |= grow_argument(u, f, i, arguments[i]);
    uint32_t joined = set_union(&u->domain.sets, f->roles, roles);
    grew |= joined != f->roles;
    f->roles = joined;
    f->reached |= roles != 0;
    if (grew) unit_queue(u, function);
}

void unit_use_result(Unit *u, uint32_t function, uint32_t caller) {
    UnitFunction *f = &u->functions.items[function];
    f->callers = set_union(&u->domain.sets, f->callers, set_of(&u->domain.sets, caller));
}

void unit_lose(Unit *u, Value value, uint8_t level) { domain_lose(&u->domain, value, level); }

bool unit_is_open(const Unit *u, uint32_t role) {
    static const uint8_t limits[LINT_ASSUMPTIONS] = {LOST_TO_CALLERS, LOST_OUTSIDE, LOST_TO_NOISE};
    return role == OUTSIDE || u->domain.origins.items[u->roles.items[role].origin].lost >= limits[u->assumption];
}

// --- what comes from outside --------------------------------------------------------------------------------------

void unit_enter_from_outside(Unit *u, uint32_t function, uint32_t role) {
    UnitFunction *f = &u->functions.items[function];
    uint32_t arity = u->modules->items.items[f->module]->flow.functions[f->flow].arity;
    Value *arguments = arena_take(&u->scratch, (arity + 1) * sizeof *arguments);
    for (uint32_t i = 0; i < arity; i++) arguments[i] = u->top;
    f->is_entry = true;
    unit_enter(u, function, arguments, arity, set_of(&u->domain.sets, role));
    unit_lose(u, u->functions.items[function].result, LOST_TO_CALLERS);
}

// A process that others know is asked by what libraries do for them.
static void ask_roles(Unit *u) {
    for (uint32_t i = 1; i < u->roles.count; i++) {
        Role *r = &u->roles.items[i];
        if (r->asked || u->domain.origins.items[r->origin].lost == LOST_NOT) continue;
        r->asked = true;
        receive_protocols(u, (Post){.module = r->module, .at = r->at, .role = i}, u->top, u->top, 0);
    }
}

// Whoever knows a process, or runs in it, may look into its dictionary.
static void give_dictionaries(Unit *u) {
    for (uint32_t i = 0; i < pool_length(&u->domain.sets, u->keepers); i++) {
        const Role *r = &u->roles.items[pool_words(&u->domain.sets, u->keepers)[i]];
        bool outside = pool_words(&u->domain.sets, u->keepers)[i] == OUTSIDE;
        uint8_t lost = outside ? LOST_TO_CALLERS : u->domain.origins.items[r->origin].lost;
        if (lost != LOST_NOT) unit_lose(u, value_holding(&u->domain, u->dictionary), lost);
    }
}

// A fun that was given away is called from outside, and what it holds is known there.
static void give_lambdas(Unit *u) {
    for (uint32_t i = 0; i < u->lambdas.count; i++) {
        Lambda *lambda = &u->lambdas.items[i];
        uint8_t lost = u->domain.origins.items[lambda->origin].lost;
        if (lost == LOST_NOT) continue;
        for (uint32_t k = 0; k < lambda->free_count; k++) unit_lose(u, lambda->free[k], lost);
        if (lambda->given == lost) continue;
        lambda->given = lost;
        uint32_t arity = u->modules->items.items[u->functions.items[lambda->function].module]
                             ->flow.functions[u->functions.items[lambda->function].flow]
                             .arity;
        Value *arguments = arena_take(&u->scratch, (arity + 1) * sizeof *arguments);
        for (uint32_t k = 0; k < arity; k++)
            arguments[k] = k < arity - lambda->free_count ? u->top : lambda->free[k - (arity - lambda->free_count)];
        u->functions.items[lambda->function].is_entry = true;
        unit_enter(u, lambda->function, arguments, arity, set_of(&u->domain.sets, OUTSIDE));
        unit_queue(u, lambda->function);
    }
}

static bool is_called_from_outside(const Unit *u, const UnitFunction *f) {
    return u->modules->items.items[f->module]->exported[f->flow] &&
           (u->assumption == LINT_PROVED || !hidden_has(u->hidden, u, f));
}

static void enter_all(Unit *u) {
    behaviour_find_servers(u);
    for (uint32_t i = 0; i < u->functions.count; i++) {
        const UnitFunction *f = &u->functions.items[i];
        const ModuleCode *m = u->modules->items.items[f->module];
        bool on_load = m->flow.on_load && m->flow.on_load >= m->flow.functions[f->flow].start &&
                       m->flow.on_load < m->flow.functions[f->flow].end;
        if (on_load || is_called_from_outside(u, f)) unit_enter_from_outside(u, i, OUTSIDE);
    }
}

static bool may_be_named(const Unit *u, const UnitFunction *f) {
    return u->dynamic && !(hidden_has(u->hidden, u, f) && hidden_is_unnamed(u->hidden, u, f));
}

// Exported functions that nobody else calls are there for the outside after all. Whether there were some.
static bool enter_unreached(Unit *u) {
    bool found = false;
    for (uint32_t i = 0; i < u->functions.count; i++) {
        const UnitFunction *f = &u->functions.items[i];
        bool exported = u->modules->items.items[f->module]->exported[f->flow];
        if (!exported || f->context || f->is_entry || (f->reached && !may_be_named(u, f))) continue;
        unit_enter_from_outside(u, i, OUTSIDE);
        found = true;
    }
    return found;
}

// --- the fixpoint -----------------------------------------------------------------------------------------------

// In the order in which they came, so that much has grown before a function is walked again; those with receives, which
// take long, when nothing else is left.
static void work(Unit *u) {
    uint32_t next = 0;
    while (!u->strange && (next < u->queue.count || u->receivers.count > 0)) {
        bool plain = next < u->queue.count;
        uint32_t function = plain ? u->queue.items[next++] : array_pop(&u->receivers);
        if (next == u->queue.count) next = 0, array_clear(&u->queue);
        u->functions.items[function].queued = false;
        walk_function(u, function);
    }
}

static bool is_registered(const Unit *u, uint32_t name) {
    for (uint32_t i = 1; i < u->roles.count; i++)
        if (u->roles.items[i].any_name || set_has(&u->domain.sets, u->roles.items[i].names, name)) return true;
    return false;
}

// Messages to unknown processes that no code of the unit takes are taken by others.
static void lose_posts(Unit *u) {
    for (uint32_t i = 0; i < u->posts.count; i++) {
        const Post *post = &u->posts.items[i];
        if (post->role != TO_UNKNOWN) continue;
        bool ours = post->name ? is_registered(u, post->name) : post->taken_outside;
        if (!ours) unit_lose(u, post->value, LOST_OUTSIDE);
    }
}

static void queue_again(Unit *u, bool posts, bool lost) {
    for (uint32_t i = 0; i < u->functions.count; i++) {
        const UnitFunction *f = &u->functions.items[i];
        if (f->reached && ((posts && f->receives) || (lost && (f->relies || f->receives)))) unit_queue(u, i);
    }
}

void unit_run(Unit *u) {
    enter_all(u);
    for (;;) {
        work(u);
        if (u->strange) return;
        give_lambdas(u);
        ask_roles(u);
        give_dictionaries(u);
        bool posts = u->posts_grew, lost = u->domain.lost_more;
        u->posts_grew = u->domain.lost_more = false;
        queue_again(u, posts, lost);
        if (u->queue.count + u->receivers.count > 0) continue;
        if (enter_unreached(u)) continue;
        lose_posts(u);
        if (!u->domain.lost_more) return;
    }
}
