// One function, instruction by instruction, with values in place of terms, until nothing new is learned.
//
// What is known at a label is the join of what is known wherever control comes from. Tests make values smaller on
// either way; where nothing is left, control does not go. Exceptions go to the handlers whose marks are in the frame:
// what is in the frame whenever one of its registers was written is joined into what the handler knows.
#include <string.h>

#include "analysis/unit.h"

enum {
    MARK = 1u << 31,    // of a handler, in a y register: with its label
    GROWN_LITTLE = 5,   // how often something may grow before it is less precise
    GROWN_MUCH = 10,
};

static bool is_mark(Value v) { return v & (uint32_t)MARK; }

// --- registers --------------------------------------------------------------------------------------------------

static bool is_register(const BeamOperand *o) { return o->kind == OPERAND_X || o->kind == OPERAND_Y; }

static uint32_t register_of(const Walk *w, const BeamOperand *o) {
    return o->kind == OPERAND_X ? (uint32_t)o->value : w->x_count + (uint32_t)o->value;
}

Value walk_value(Walk *w, const BeamOperand *o) {
    Domain *d = &w->unit->domain;
    switch (o->kind) {
    case OPERAND_X:
    case OPERAND_Y: {
        Value v = w->now.values[register_of(w, o)];
        return is_mark(v) ? value_data(d) : v;
    }
    case OPERAND_ATOM: return value_atom(d, w->code->atoms[o->value]);
    case OPERAND_NIL: return value_kinds(d, KIND_NIL);
    case OPERAND_LITERAL: return literal_value(w->unit, w->module, (uint32_t)o->value);
    case OPERAND_FLOAT: return value_kinds(d, KIND_FLOAT);
    default: return value_kinds(d, KIND_INTEGER);
    }
}

static State copy_state(Walk *w, const State *state) {
    State copy;
    copy.values = arena_take(&w->unit->scratch, w->size * sizeof *copy.values);
    copy.links = arena_take(&w->unit->scratch, w->size * sizeof *copy.links);
    memcpy(copy.values, state->values, w->size * sizeof *copy.values);
    memcpy(copy.links, state->links, w->size * sizeof *copy.links);
    return copy;
}

static void assign(Walk *w, uint32_t index, Value value) {
    w->now.values[index] = value;
    w->now.links[index] = 0;
    for (uint32_t i = 0; i < w->size; i++)
        if (w->now.links[i] >> 16 == index + 1) w->now.links[i] = 0;
}

static void enter_handlers(Walk *w);

void walk_set(Walk *w, const BeamOperand *o, Value value) {
    if (!is_register(o)) return;
    assign(w, register_of(w, o), value);
    if (o->kind == OPERAND_Y) enter_handlers(w);
}

// --- where control goes -----------------------------------------------------------------------------------------

void walk_trouble(Walk *w, uint32_t at, const char *what) {
    Unit *u = w->unit;
    if (u->strange) return;
    u->strange = true;
    text_format(&u->trouble, "%s: Code chunk, byte %u: %s", w->code->path, w->code->beam.code[at].offset, what);
}

static Slot *slot_at(Walk *w, uint32_t at) {
    bool inside = at >= w->flow->start && at < w->flow->end && at >= w->base && at - w->base < w->length;
    return inside ? &w->slots[at - w->base] : NULL;
}

static Value widen(Domain *d, Value joined, uint8_t grown) {
    if (grown > GROWN_MUCH) return value_blob(d, joined);
    return grown > GROWN_LITTLE ? value_limit(d, joined, 1) : joined;
}

static bool join_state(Walk *w, Slot *slot, const State *state) {
    Domain *d = &w->unit->domain;
    bool grew = false;
    for (uint32_t i = 0; i < w->size; i++) {
        Value old = slot->state.values[i], new = state->values[i];
        if (old != new) {
            Value joined = is_mark(old) || is_mark(new) ? value_data(d) : value_join(d, old, new);
            if (joined != old && !is_mark(old)) joined = widen(d, joined, slot->grown);
            grew |= joined != old;
            slot->state.values[i] = joined;
        }
        if (slot->state.links[i] && slot->state.links[i] != state->links[i]) slot->state.links[i] = 0, grew = true;
    }
    slot->grown += grew && slot->grown < UINT8_MAX;
    return grew;
}

// A heap (Williams 1964): the earliest first, since most of what comes before it is then known.
static void add_pending(Walk *w, uint32_t at) {
    array_push(&w->pending, at);
    uint32_t i = w->pending.count - 1, *heap = w->pending.items;
    for (; i > 0 && heap[(i - 1) / 2] > at; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
    heap[i] = at;
}

static uint32_t next_pending(Walk *w) {
    uint32_t first = w->pending.items[0], last = array_pop(&w->pending), count = w->pending.count, i = 0,
             *heap = w->pending.items;
    for (uint32_t child; (child = 2 * i + 1) < count; i = child) {
        if (child + 1 < count && heap[child + 1] < heap[child]) child++;
        if (heap[child] >= last) break;
        heap[i] = heap[child];
    }
    if (count > 0) heap[i] = last;
    return first;
}

void walk_merge(Walk *w, uint32_t at, const State *state) {
    Slot *slot = slot_at(w, at);
    if (!slot && w->outer) return walk_merge(w->outer, at, state);   // a handler
    if (!slot) {
        walk_trouble(w, w->flow->entry, "a branch leaves its function");
        return;
    }
    bool grew = !slot->there;
    if (!slot->there) {
        slot->state = copy_state(w, state);
        slot->there = true;
    } else {
        grew = join_state(w, slot, state);
    }
    if (grew && !slot->queued) {
        slot->queued = true;
        add_pending(w, at);
    }
}

static void go(Walk *w, uint64_t label) { walk_merge(w, w->code->flow.label_at[label], &w->now); }

static void enter_handler(Walk *w, uint32_t label) {
    Unit *u = w->unit;
    State kept = w->now, state = copy_state(w, &w->now);
    w->now = state;
    u->functions.items[w->function].relies = true;
    Value carried = value_join(&u->domain, u->top, u->raised);
    for (uint32_t i = 0; i < w->x_count; i++) assign(w, i, i == 0 ? value_kinds(&u->domain, KIND_ATOM) : carried);
    go(w, label);
    w->now = kept;
}

static void enter_handlers(Walk *w) {
    for (uint32_t i = w->x_count; i < w->size; i++)
        if (is_mark(w->now.values[i])) enter_handler(w, w->now.values[i] & ~(uint32_t)MARK);
}

void walk_raise(Walk *w, Value value) {
    Unit *u = w->unit;
    uint32_t roles = walk_roles(w);
    u->functions.items[w->function].relies = true;
    for (uint32_t i = 0; i < pool_length(&u->domain.sets, roles); i++) {
        uint32_t role = pool_words(&u->domain.sets, roles)[i];
        bool seen = role == OUTSIDE || u->domain.origins.items[u->roles.items[role].origin].lost != LOST_NOT;
        if (!seen) continue;
        unit_lose(u, value, LOST_TO_CALLERS);
        return;
    }
    Value joined = value_join(&u->domain, u->raised, value_blob(&u->domain, value));
    if (joined != u->raised) u->domain.lost_more = true;
    u->raised = joined;
}

// --- tests ------------------------------------------------------------------------------------------------------

// A register holds less than was known; so does the tuple that it is an element of. False: nothing is left.
static bool refine(Walk *w, const BeamOperand *o, Value value) {
    if (value == VALUE_NONE) return false;
    if (!is_register(o)) return true;
    uint32_t index = register_of(w, o);
    for (;;) {
        w->now.values[index] = value;
        uint32_t link = w->now.links[index];
        if (!link) return true;
        index = (link >> 16) - 1;
        value = value_with_place(&w->unit->domain, w->now.values[index], link & 0xffff, value);
        if (value == VALUE_NONE) return false;
    }
}

static void go_refined(Walk *w, uint64_t label, const BeamOperand *o, Value value) {
    if (value == VALUE_NONE) return;
    ArenaMark mark = arena_mark(&w->unit->scratch);
    State kept = w->now;
    w->now = copy_state(w, &kept);
    Slot *slot = slot_at(w, w->code->flow.label_at[label]);
    bool possible = refine(w, o, value), fresh = slot && !slot->there;
    if (possible) go(w, label);
    w->now = kept;
    if (!fresh || !possible) arena_cut(&w->unit->scratch, mark);   // a new slot keeps its copy
}

// To the label if the test fails; whether control may go on.
static bool test(Walk *w, uint64_t label, const BeamOperand *o, Value yes, Value no) {
    go_refined(w, label, o, no);
    return refine(w, o, yes);
}

static bool test_kinds(Walk *w, const BeamOperand *o, uint32_t kinds, bool exact) {
    Domain *d = &w->unit->domain;
    Value v = walk_value(w, &o[1]);
    return test(w, o[0].value, &o[1], value_only(d, v, kinds), exact ? value_without(d, v, kinds) : v);
}

static Value without_constant(Walk *w, Value v, const BeamOperand *constant) {
    Domain *d = &w->unit->domain;
    if (constant->kind == OPERAND_ATOM) return value_without_atom(d, v, w->code->atoms[constant->value]);
    if (constant->kind == OPERAND_NIL) return value_without(d, v, KIND_NIL);
    return v;
}

static bool test_equal(Walk *w, const BeamOperand *o, bool wanted) {
    Domain *d = &w->unit->domain;
    Value a = walk_value(w, &o[1]), b = walk_value(w, &o[2]), both = value_meet(d, a, b);
    Value other = without_constant(w, a, &o[2]);
    if (!wanted) {   // to the label if they are equal
        go_refined(w, o[0].value, &o[1], both);
        return refine(w, &o[1], other);
    }
    go_refined(w, o[0].value, &o[1], other);
    return refine(w, &o[1], both) && refine(w, &o[2], both);
}

static bool test_boolean(Walk *w, const BeamOperand *o) {
    Domain *d = &w->unit->domain;
    uint32_t yes = modules_atom(w->unit->modules, "true"), no = modules_atom(w->unit->modules, "false");
    Value v = walk_value(w, &o[1]), both = value_join(d, value_atom(d, yes), value_atom(d, no));
    return test(w, o[0].value, &o[1], value_meet(d, v, both), value_without_atom(d, value_without_atom(d, v, yes), no));
}

static bool test_size(Walk *w, const BeamOperand *o, uint32_t tag) {
    Domain *d = &w->unit->domain;
    Value v = walk_value(w, &o[1]);
    uint32_t size = (uint32_t)o[2].value;
    return test(w, o[0].value, &o[1], value_sized(d, v, size, tag), value_not_sized(d, v, size, tag));
}

static void select_value(Walk *w, const BeamOperand *o) {
    Domain *d = &w->unit->domain;
    const BeamOperand *list = w->code->beam.operands + o[2].list.first;
    Value rest = walk_value(w, &o[0]);
    for (uint32_t i = 0; i + 1 < o[2].list.count; i += 2) {
        go_refined(w, list[i + 1].value, &o[0], value_meet(d, rest, walk_value(w, &list[i])));
        rest = without_constant(w, rest, &list[i]);
    }
    go_refined(w, o[1].value, &o[0], rest);
}

static void select_size(Walk *w, const BeamOperand *o) {
    Domain *d = &w->unit->domain;
    const BeamOperand *list = w->code->beam.operands + o[2].list.first;
    Value rest = walk_value(w, &o[0]);
    for (uint32_t i = 0; i + 1 < o[2].list.count; i += 2) {
        uint32_t size = (uint32_t)list[i].value;
        go_refined(w, list[i + 1].value, &o[0], value_sized(d, rest, size, NO_TAG));
        rest = value_not_sized(d, rest, size, NO_TAG);
    }
    go_refined(w, o[1].value, &o[0], rest);
}

// --- data -------------------------------------------------------------------------------------------------------

static bool get_place(Walk *w, const BeamOperand *o) {
    Value v = walk_value(w, &o[0]), element = value_place(&w->unit->domain, v, (uint32_t)o[1].value);
    if (element == VALUE_NONE) return false;
    walk_set(w, &o[2], element);
    bool other = is_register(&o[0]) && register_of(w, &o[0]) != register_of(w, &o[2]);
    if (other && o[1].value < 0x10000)
        w->now.links[register_of(w, &o[2])] = (register_of(w, &o[0]) + 1) << 16 | (uint32_t)o[1].value;
    return true;
}

static bool get_list(Walk *w, const BeamOperand *o) {
    Value v = walk_value(w, &o[0]), head = value_element(&w->unit->domain, v), tail = value_tail(&w->unit->domain, v);
    if (head == VALUE_NONE) return false;
    walk_set(w, &o[1], head);
    walk_set(w, &o[2], tail);
    return true;
}

static bool get_part(Walk *w, const BeamOperand *o, Value part) {
    if (part == VALUE_NONE) return false;
    walk_set(w, &o[1], part);
    return true;
}

static Value list_tuple(Walk *w, const BeamOperand *list, uint32_t count) {
    enum { FEW = 64 };
    Domain *d = &w->unit->domain;
    Value elements[FEW], all = VALUE_NONE;
    for (uint32_t i = 0; i < count; i++) {
        Value element = walk_value(w, &list[i]);
        if (i < FEW) elements[i] = element;
        all = value_join(d, all, value_blob(d, element));
    }
    return count <= FEW ? value_tuple(d, elements, count) : value_only(d, all, KIND_TUPLE);
}

// The instructions behind it are its elements. Where it goes on.
static uint32_t put_tuple(Walk *w, const BeamOperand *o, uint32_t at) {
    enum { FEW = 64 };
    BeamOperand elements[FEW];
    uint32_t count = (uint32_t)o[0].value, found = 0;
    while (found < count && at + 1 < w->flow->end && w->code->beam.code[at + 1].opcode == BEAM_put) {
        if (found < FEW) elements[found] = flow_operands(&w->code->flow, at + 1)[0];
        found++;
        at++;
    }
    walk_set(w, &o[1], found == count && count <= FEW ? list_tuple(w, elements, count) : w->unit->top);
    return at;
}

static void put_map(Walk *w, const BeamOperand *o) {
    Domain *d = &w->unit->domain;
    const BeamOperand *list = w->code->beam.operands + o[4].list.first;
    Value contents = value_contents(d, walk_value(w, &o[1]));
    for (uint32_t i = 0; i < o[4].list.count; i++) contents = value_join(d, contents, walk_value(w, &list[i]));
    walk_set(w, &o[2], value_map(d, contents));
}

static bool get_map(Walk *w, const BeamOperand *o) {
    const BeamOperand *list = w->code->beam.operands + o[2].list.first;
    Value contents = value_contents(&w->unit->domain, walk_value(w, &o[1]));
    go(w, o[0].value);
    if (contents == VALUE_NONE) return false;
    for (uint32_t i = 1; i < o[2].list.count; i += 2) walk_set(w, &list[i], contents);
    return true;
}

static bool update_record(Walk *w, const BeamOperand *o) {
    const BeamOperand *list = w->code->beam.operands + o[4].list.first;
    Domain *d = &w->unit->domain;
    Value v = value_sized(d, walk_value(w, &o[2]), (uint32_t)o[1].value, NO_TAG);
    for (uint32_t i = 0; i + 1 < o[4].list.count; i += 2) {
        if (list[i].value == 0) return false;
        v = value_set_place(d, v, (uint32_t)list[i].value - 1, walk_value(w, &list[i + 1]));
    }
    walk_set(w, &o[3], v);
    return v != VALUE_NONE;
}

static void set_tuple_element(Walk *w, const BeamOperand *o) {
    Domain *d = &w->unit->domain;
    Value v = walk_value(w, &o[1]);
    walk_set(w, &o[1], value_join(d, v, value_set_place(d, v, (uint32_t)o[2].value, walk_value(w, &o[0]))));
}

static void trim(Walk *w, uint32_t words) {
    uint32_t y_count = w->size - w->x_count;
    for (uint32_t i = 0; i < y_count; i++) {
        uint32_t from = w->x_count + i + words;
        w->now.values[w->x_count + i] = from < w->size ? w->now.values[from] : value_data(&w->unit->domain);
    }
    for (uint32_t i = 0; i < w->size; i++)
        if (i >= w->x_count || w->now.links[i] >> 16 > w->x_count) w->now.links[i] = 0;
}

// --- what is not treated one by one -------------------------------------------------------------------------------

static bool is_of_bits(uint16_t opcode) {
    const char *name = beam_opcodes[opcode].name;
    return strncmp(name, "bs_", 3) == 0 || (name[0] == 'f' && strcmp(name, "func_info") != 0) ||
           strncmp(name, "recv_", 5) == 0;
}

static void add_sources(Walk *w, const BeamOperand *o, const char letter, Value *all) {
    Domain *d = &w->unit->domain;
    if (strchr("srzm", letter)) *all = value_join(d, *all, value_blob(d, walk_value(w, o)));
    if (!strchr("SMUR", letter)) return;
    for (uint32_t i = 0; i < o->list.count; i++) {
        const BeamOperand *item = w->code->beam.operands + o->list.first + i;
        if (is_register(item) || item->kind == OPERAND_LITERAL)
            *all = value_join(d, *all, value_blob(d, walk_value(w, item)));
    }
}

static void set_results(Walk *w, const BeamOperand *o, const char letter, Value all) {
    if (strchr("dg", letter)) walk_set(w, o, all);
    if (!strchr("EC", letter)) return;
    for (uint32_t i = 0; i < o->list.count; i++) walk_set(w, w->code->beam.operands + o->list.first + i, all);
}

// All labels may be next, and all that is written is made of all that is read.
static void anything(Walk *w, uint32_t at) {
    const BeamInstruction *in = &w->code->beam.code[at];
    const BeamOperand *o = flow_operands(&w->code->flow, at);
    const char *letters = beam_opcodes[in->opcode].operands;
    Value all = value_data(&w->unit->domain);
    for (uint32_t i = 0; i < in->count; i++)
        if (o[i].kind == OPERAND_LABEL && o[i].value) go(w, o[i].value);
    for (uint32_t i = 0; i < in->count && !is_of_bits(in->opcode); i++) add_sources(w, &o[i], letters[i], &all);
    for (uint32_t i = 0; i < in->count; i++) set_results(w, &o[i], letters[i], all);
}

// --- calls ------------------------------------------------------------------------------------------------------

static bool come_back(Walk *w, Value result) {
    if (result == VALUE_NONE) return false;
    assign(w, 0, result);
    return true;
}

static void leave(Walk *w, Value result) {
    Unit *u = w->unit;
    UnitFunction *f = &u->functions.items[w->function];
    Value joined = value_join(&u->domain, f->result, result);
    if (joined == f->result) return;
    f->result_grown += f->result_grown < UINT8_MAX;
    joined = widen(&u->domain, joined, f->result_grown);
    if (joined == f->result) return;
    f->result = joined;
    for (uint32_t i = 0; i < pool_length(&u->domain.sets, f->callers); i++)
        unit_queue(u, pool_words(&u->domain.sets, f->callers)[i]);
}

uint64_t walk_key(Walk *w, uint32_t at) {
    const uint32_t words[] = {w->module, at, w->context};
    return w->context ? (uint64_t)1 << 63 | pool_intern(&w->unit->domain.sets, words, 3) : place_key(w->module, at);
}

// A function of the module that is walked.
static uint32_t walk_member(Walk *w, uint32_t flow) {
    return w->context ? unit_guest(w->unit, w->module, flow, w->context) : unit_function(w->unit, w->module, flow);
}

static Value call_label(Walk *w, const BeamOperand *o, uint32_t at) {
    uint32_t flow = w->code->flow.function_at[o[1].value];
    uint32_t function = flow == NO_FUNCTION ? NO_FUNCTION : walk_member(w, flow);
    if (function == NO_FUNCTION || o[0].value != w->code->flow.functions[flow].arity)
        return walk_trouble(w, at, "a call of what is no function"), VALUE_NONE;
    return call_function(w, function, w->now.values, (uint32_t)o[0].value);
}

static bool built_in(Walk *w, uint32_t at, uint32_t label, uint32_t import, uint32_t first, uint32_t count) {
    const BeamOperand *o = flow_operands(&w->code->flow, at);
    Value arguments[3];
    for (uint32_t i = 0; i < count; i++) arguments[i] = walk_value(w, &o[first + i]);
    if (label != UINT32_MAX && o[label].value) go(w, o[label].value);
    const BeamImport *called = &w->code->beam.imports[o[import].value];
    bool is_element = count == 2 && o[first].kind == OPERAND_INTEGER && o[first].integer > 0 &&
                      w->code->atoms[called->function] == w->unit->element;
    Value result = is_element ? value_place(&w->unit->domain, arguments[1], (uint32_t)o[first].integer - 1)
                              : call_import(w, (uint32_t)o[import].value, arguments, count, at);
    if (result == VALUE_NONE) return false;
    walk_set(w, &o[first + count], result);
    return true;
}

static Lambda *lambda_at(Walk *w, uint32_t at, uint32_t flow, uint32_t free_count) {
    Unit *u = w->unit;
    HashEntry *entry = hash_insert(&u->lambda_at, walk_key(w, at));
    if (!entry->number) {
        uint32_t origin = domain_origin(&u->domain, KIND_FUN, u->lambdas.count);
        if (u->transparent) domain_lose_origin(&u->domain, origin, LOST_OUTSIDE);
        Lambda *lambda = array_add(&u->lambdas);
        entry->number = u->lambdas.count;
        *lambda = (Lambda){walk_member(w, flow), free_count, NULL, origin, LOST_NOT};
        lambda->free = arena_take(&u->arena, (free_count + 1) * sizeof *lambda->free);
        memset(lambda->free, 0, (free_count + 1) * sizeof *lambda->free);
    }
    return &u->lambdas.items[entry->number - 1];
}

static Value make_fun(Walk *w, uint32_t at, uint32_t fun, const BeamOperand *free) {
    Unit *u = w->unit;
    uint32_t flow = w->code->function_of[fun], free_count = w->code->beam.funs[fun].free_count;
    if (flow == NO_FUNCTION || w->code->flow.functions[flow].arity < free_count)
        return walk_trouble(w, at, "a fun of what is no function"), VALUE_NONE;
    Lambda *lambda = lambda_at(w, at, flow, free_count);
    uint32_t arity = w->code->flow.functions[flow].arity, origin = lambda->origin;
    Value *values = arena_take(&u->scratch, (arity + 1) * sizeof *values);
    memset(values, 0, (arity + 1) * sizeof *values);
    for (uint32_t i = 0; i < free_count; i++) {
        Value v = free ? walk_value(w, &free[i]) : w->now.values[i];
        lambda->free[i] = widen(&u->domain, value_join(&u->domain, lambda->free[i], v), 0);
        values[arity - free_count + i] = lambda->free[i];
    }
    if (u->functions.items[lambda->function].reached) unit_enter(u, lambda->function, values, arity, 0);
    if (u->domain.origins.items[origin].lost)
        for (uint32_t i = 0; i < free_count; i++) unit_lose(u, lambda->free[i], u->domain.origins.items[origin].lost);
    return value_born(&u->domain, origin);
}

static bool make_fun3(Walk *w, const BeamOperand *o, uint32_t at) {
    if (o[2].list.count != w->code->beam.funs[o[0].value].free_count)
        return walk_trouble(w, at, "a fun without its variables"), false;
    Value fun = make_fun(w, at, (uint32_t)o[0].value, w->code->beam.operands + o[2].list.first);
    if (fun != VALUE_NONE) walk_set(w, &o[1], fun);
    return fun != VALUE_NONE;
}

static Value apply(Walk *w, uint32_t count, uint32_t at) {
    return call_apply(w, w->now.values[count], w->now.values[count + 1], w->now.values, count, at);
}

// --- all instructions -------------------------------------------------------------------------------------------

// Returns where to go on, 0: nowhere.
static uint32_t step(Walk *w, uint32_t at) {
    Domain *d = &w->unit->domain;
    const BeamOperand *o = flow_operands(&w->code->flow, at);
    uint32_t next = at + 1;
#define GO_ON_IF(condition) return (condition) ? next : 0
    switch (w->code->beam.code[at].opcode) {
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
    case BEAM_deallocate:
    case BEAM_timeout:
    case BEAM_on_load:
    case BEAM_recv_mark:
    case BEAM_recv_set:
    case BEAM_recv_marker_bind:
    case BEAM_recv_marker_clear:
    case BEAM_recv_marker_use:
    case BEAM_fclearerror: return next;
    case BEAM_func_info:
    case BEAM_int_code_end:
    case BEAM_if_end:
    case BEAM_raise: return 0;
    case BEAM_badmatch:
    case BEAM_case_end:
    case BEAM_try_case_end:
    case BEAM_badrecord: walk_raise(w, walk_value(w, &o[0])); return 0;
    case BEAM_call: GO_ON_IF(come_back(w, call_label(w, o, at)));
    case BEAM_call_last:
    case BEAM_call_only: leave(w, call_label(w, o, at)); return 0;
    case BEAM_call_ext:
        GO_ON_IF(come_back(w, call_import(w, (uint32_t)o[1].value, w->now.values, (uint32_t)o[0].value, at)));
    case BEAM_call_ext_last:
    case BEAM_call_ext_only:
        leave(w, call_import(w, (uint32_t)o[1].value, w->now.values, (uint32_t)o[0].value, at));
        return 0;
    case BEAM_call_fun:
        GO_ON_IF(come_back(w, call_fun(w, w->now.values[o[0].value], w->now.values, (uint32_t)o[0].value, at)));
    case BEAM_call_fun2:
        GO_ON_IF(come_back(w, call_fun(w, walk_value(w, &o[2]), w->now.values, (uint32_t)o[1].value, at)));
    case BEAM_apply: GO_ON_IF(come_back(w, apply(w, (uint32_t)o[0].value, at)));
    case BEAM_apply_last: leave(w, apply(w, (uint32_t)o[0].value, at)); return 0;
    case BEAM_bif0: GO_ON_IF(built_in(w, at, UINT32_MAX, 0, 1, 0));
    case BEAM_bif1: GO_ON_IF(built_in(w, at, 0, 1, 2, 1));
    case BEAM_bif2: GO_ON_IF(built_in(w, at, 0, 1, 2, 2));
    case BEAM_bif3: GO_ON_IF(built_in(w, at, 0, 1, 2, 3));
    case BEAM_gc_bif1: GO_ON_IF(built_in(w, at, 0, 2, 3, 1));
    case BEAM_gc_bif2: GO_ON_IF(built_in(w, at, 0, 2, 3, 2));
    case BEAM_gc_bif3: GO_ON_IF(built_in(w, at, 0, 2, 3, 3));
    case BEAM_return: leave(w, w->now.values[0]); return 0;
    case BEAM_send: GO_ON_IF(come_back(w, call_send(w, w->now.values[0], w->now.values[1], at)));
    case BEAM_loop_rec: receive_walk(w, at); return 0;
    case BEAM_remove_message:
        if (w->receive == NO_RECEIVE) return next;
        w->reached = set_union(&d->sets, w->reached, set_of(&d->sets, at));
        walk_merge(w->outer, at, &w->now);
        return 0;
    case BEAM_loop_rec_end: return 0;
    case BEAM_wait: go(w, o[0].value); return 0;
    case BEAM_wait_timeout: go(w, o[0].value); return next;
    case BEAM_is_lt:
    case BEAM_is_ge:
    case BEAM_is_eq:
    case BEAM_is_ne: go(w, o[0].value); return next;
    case BEAM_is_eq_exact: GO_ON_IF(test_equal(w, o, true));
    case BEAM_is_ne_exact: GO_ON_IF(test_equal(w, o, false));
    case BEAM_is_integer: GO_ON_IF(test_kinds(w, o, KIND_INTEGER, true));
    case BEAM_is_float: GO_ON_IF(test_kinds(w, o, KIND_FLOAT, true));
    case BEAM_is_number: GO_ON_IF(test_kinds(w, o, KIND_INTEGER | KIND_FLOAT, true));
    case BEAM_is_atom: GO_ON_IF(test_kinds(w, o, KIND_ATOM, true));
    case BEAM_is_pid: GO_ON_IF(test_kinds(w, o, KIND_PID, true));
    case BEAM_is_reference: GO_ON_IF(test_kinds(w, o, KIND_REF, true));
    case BEAM_is_port: GO_ON_IF(test_kinds(w, o, KIND_PORT, true));
    case BEAM_is_nil: GO_ON_IF(test_kinds(w, o, KIND_NIL, true));
    case BEAM_is_binary: GO_ON_IF(test_kinds(w, o, KIND_BITS, false));
    case BEAM_is_bitstr: GO_ON_IF(test_kinds(w, o, KIND_BITS, true));
    case BEAM_is_list: GO_ON_IF(test_kinds(w, o, KIND_LIST, true));
    case BEAM_is_nonempty_list: GO_ON_IF(test_kinds(w, o, KIND_CONS, true));
    case BEAM_is_tuple: GO_ON_IF(test_kinds(w, o, KIND_TUPLE, true));
    case BEAM_is_map: GO_ON_IF(test_kinds(w, o, KIND_MAP, true));
    case BEAM_is_function: GO_ON_IF(test_kinds(w, o, KIND_FUN, true));
    case BEAM_is_function2: GO_ON_IF(test_kinds(w, o, KIND_FUN, false));
    case BEAM_is_any_native_record: GO_ON_IF(test_kinds(w, o, KIND_RECORD, true));
    case BEAM_is_native_record:
    case BEAM_is_record_accessible: GO_ON_IF(test_kinds(w, o, KIND_RECORD, false));
    case BEAM_is_boolean: GO_ON_IF(test_boolean(w, o));
    case BEAM_test_arity: GO_ON_IF(test_size(w, o, NO_TAG));
    case BEAM_is_tagged_tuple: GO_ON_IF(test_size(w, o, w->code->atoms[o[3].value]));
    case BEAM_select_val: select_value(w, o); return 0;
    case BEAM_select_tuple_arity: select_size(w, o); return 0;
    case BEAM_jump: go(w, o[0].value); return 0;
    case BEAM_catch:
    case BEAM_try:
        assign(w, register_of(w, &o[0]), (uint32_t)MARK | (uint32_t)o[1].value);
        enter_handlers(w);
        return next;
    case BEAM_try_end:
    case BEAM_try_case: assign(w, register_of(w, &o[0]), value_data(d)); return next;
    case BEAM_catch_end:
        assign(w, register_of(w, &o[0]), value_data(d));
        assign(w, 0, value_join(d, w->now.values[0], value_join(d, w->unit->top, w->unit->raised)));
        return next;
    case BEAM_build_stacktrace:
    case BEAM_raw_raise: assign(w, 0, w->unit->top); return next;
    case BEAM_move: walk_set(w, &o[1], walk_value(w, &o[0])); return next;
    case BEAM_swap: {
        Value a = walk_value(w, &o[0]), b = walk_value(w, &o[1]);
        walk_set(w, &o[0], b);
        walk_set(w, &o[1], a);
        return next;
    }
    case BEAM_get_tuple_element: GO_ON_IF(get_place(w, o));
    case BEAM_get_list: GO_ON_IF(get_list(w, o));
    case BEAM_get_hd: GO_ON_IF(get_part(w, o, value_element(d, walk_value(w, &o[0]))));
    case BEAM_get_tl: GO_ON_IF(get_part(w, o, value_tail(d, walk_value(w, &o[0]))));
    case BEAM_set_tuple_element: set_tuple_element(w, o); return next;
    case BEAM_put_list: walk_set(w, &o[2], value_cons(d, walk_value(w, &o[0]), walk_value(w, &o[1]))); return next;
    case BEAM_put_tuple: return put_tuple(w, o, at) + 1;
    case BEAM_put_tuple2:
        walk_set(w, &o[0], list_tuple(w, w->code->beam.operands + o[1].list.first, o[1].list.count));
        return next;
    case BEAM_put_map_assoc:
    case BEAM_put_map_exact:
        if (o[0].value) go(w, o[0].value);
        put_map(w, o);
        return next;
    case BEAM_has_map_fields: go(w, o[0].value); GO_ON_IF(value_contents(d, walk_value(w, &o[1])) != VALUE_NONE);
    case BEAM_get_map_elements: GO_ON_IF(get_map(w, o));
    case BEAM_update_record: GO_ON_IF(update_record(w, o));
    case BEAM_make_fun2: {
        Value fun = make_fun(w, at, (uint32_t)o[0].value, NULL);
        GO_ON_IF(come_back(w, fun));
    }
    case BEAM_make_fun3: GO_ON_IF(make_fun3(w, o, at));
    case BEAM_trim: trim(w, (uint32_t)o[0].value); return next;
    default: anything(w, at); return flow_ends[w->code->beam.code[at].opcode] ? 0 : next;
    }
#undef GO_ON_IF
}

// --- walking ----------------------------------------------------------------------------------------------------

void walk_from(Walk *w, uint32_t at) {
    while (at != 0 && !w->unit->strange) {
        if (at >= w->flow->end) return walk_trouble(w, w->flow->entry, "control goes behind the end of a function");
        Before before = w->before ? w->before(w, at) : BEFORE_GO;
        if (before == BEFORE_STOP) return;
        at = before == BEFORE_SKIP ? at + 1 : step(w, at);
        if (at != 0 && at < w->flow->end && w->code->beam.code[at].opcode == BEAM_label) {
            walk_merge(w, at, &w->now);
            return;
        }
    }
}

void walk_pending(Walk *w) {
    while (w->pending.count > 0 && !w->unit->strange) {
        uint32_t at = next_pending(w);
        Slot *slot = slot_at(w, at);
        slot->queued = false;
        memcpy(w->now.values, slot->state.values, w->size * sizeof *w->now.values);
        memcpy(w->now.links, slot->state.links, w->size * sizeof *w->now.links);
        bool label = w->code->beam.code[at].opcode == BEAM_label;
        walk_from(w, label ? at + 1 : at);
    }
}

void walk_init(Walk *w, Unit *unit, uint32_t function, uint32_t base, uint32_t length) {
    const UnitFunction *f = &unit->functions.items[function];
    const ModuleCode *code = unit->modules->items.items[f->module];
    *w = (Walk){.unit = unit,
                .function = function,
                .module = f->module,
                .context = f->context,
                .code = code,
                .flow = &code->flow.functions[f->flow],
                .x_count = f->x_count,
                .size = f->x_count + f->y_count,
                .base = base,
                .length = length,
                .receive = NO_RECEIVE};
    w->now.values = arena_take(&unit->scratch, w->size * sizeof *w->now.values);
    w->now.links = arena_take(&unit->scratch, w->size * sizeof *w->now.links);
    w->slots = arena_take(&unit->scratch, length * sizeof *w->slots);
    memset(w->slots, 0, length * sizeof *w->slots);
}

void walk_done(Walk *w) { array_free(&w->pending); }

void walk_function(Unit *unit, uint32_t function) {
    UnitFunction *f = &unit->functions.items[function];
    ArenaMark mark = arena_mark(&unit->scratch);
    const FlowFunction *flow = &unit->modules->items.items[f->module]->flow.functions[f->flow];
    Walk w;
    walk_init(&w, unit, function, flow->start, flow->end - flow->start);
    for (uint32_t i = 0; i < w.size; i++) {
        w.now.values[i] = i < flow->arity ? f->arguments[i] : value_data(&unit->domain);
        w.now.links[i] = 0;
        if (i < flow->arity && f->arguments[i] == VALUE_NONE) goto done;   // it was not called so far
    }
    unit->walks++;
    unit->domain.relied = false;
    walk_from(&w, flow->entry);
    walk_pending(&w);
    f = &unit->functions.items[function];
    f->relies |= unit->domain.relied;
    if (f->is_entry) unit_lose(unit, f->result, LOST_TO_CALLERS);
done:
    walk_done(&w);
    arena_cut(&unit->scratch, mark);
}
