#include "beam/verify_state.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

static const size_t kept_max = (size_t)1 << 23;   // registers of all states together

bool refuse(Verifier *v, const char *format, ...) {
    const BeamModule *module = v->flow.module;
    const BeamInstruction *instruction = &module->code[v->at];
    Bytes name = module->atoms[1], function = module->atoms[v->function->name];
    char reason[200];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    return fail(v->err, "%.*s:%.*s/%" PRIu32 ", Code chunk, byte %" PRIu32 ": %s: %s", (int)name.size,
                (const char *)name.data, (int)function.size, (const char *)function.data, v->function->arity,
                instruction->offset, beam_opcodes[instruction->opcode].name, reason);
}

// --- registers ----------------------------------------------------------------------------------------------

BeamType constant_type(Verifier *v, const BeamOperand *operand) {
    switch (operand->kind) {
    case OPERAND_ATOM: return type_of(TYPE_ATOM);
    case OPERAND_NIL: return type_of(TYPE_NIL);
    case OPERAND_LITERAL: return type_of_literal(v->flow.module->literals[operand->value]);
    default: return type_of(TYPE_INTEGER);
    }
}

bool refuse_type(Verifier *v, const BeamOperand *operand, BeamType type) {
    const char *what = type_has(type, TYPE_UNSET)     ? "may not have been set"
                       : type_has(type, TYPE_TAG)     ? "is where exceptions go"
                       : type_has(type, TYPE_CONTEXT) ? "may be a match context"
                                                      : "is nothing that fits here";
    return refuse(v, "%s%" PRIu64 " %s", operand->kind == OPERAND_Y ? "y" : "x", operand->value, what);
}

bool read_registers(Verifier *v, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        BeamOperand x = {.kind = OPERAND_X, .value = i};
        if (!read_operand(v, &x, TYPE_TERM)) return false;
    }
    return true;
}

static void put_x(State *state, uint32_t number, BeamType type) {
    for (uint32_t i = state->head.x_count; i < number; i++) state->x[i] = type_of(TYPE_UNSET);
    if (number >= state->head.x_count) state->head.x_count = number + 1;
    state->x[number] = type;
}

static void put_y(State *state, uint32_t number, BeamType type) {
    BeamType before = state->y[number];
    state->unset += type_has(type, TYPE_UNSET) - type_has(before, TYPE_UNSET);
    state->tags += type_has(type, TYPE_TAG) - type_has(before, TYPE_TAG);
    state->y[number] = type;
    state->handlers_know = false;
}

// A Y register that may be written: of the frame, and no tag.
static bool free_y(Verifier *v, const BeamOperand *y) {
    const State *state = &v->state;
    if (y->value >= y_count(&state->head)) return refuse(v, "y%" PRIu64 " is not in the frame", y->value);
    return !type_has(state->y[y->value], TYPE_TAG) || refuse_type(v, y, state->y[y->value]);
}

bool write_operand(Verifier *v, const BeamOperand *operand, BeamType type) {
    if (operand->kind == OPERAND_X) {
        put_x(&v->state, (uint32_t)operand->value, type);
        return true;
    }
    if (!free_y(v, operand)) return false;
    put_y(&v->state, (uint32_t)operand->value, type);
    return true;
}

void refine(Verifier *v, const BeamOperand *operand, BeamType type) {
    if (operand->kind == OPERAND_X)
        v->state.x[operand->value] = type;
    else if (operand->kind == OPERAND_Y)
        v->state.y[operand->value] = type;
}

void keep_x(Verifier *v, uint32_t count) {
    if (v->state.head.x_count > count) v->state.head.x_count = count;
}

static uint32_t function_number(const Verifier *v) { return (uint32_t)(v->function - v->flow.functions); }

// --- frames -------------------------------------------------------------------------------------------------

bool need_frame(Verifier *v) {
    const StateHead *head = &v->state.head;
    return (head->frame != NO_FRAME && !head->any_frame) || refuse(v, "without a frame");
}

bool need_no_frame(Verifier *v) { return v->state.head.frame == NO_FRAME || refuse(v, "with a frame"); }

bool make_frame(Verifier *v, uint32_t size, BeamType content) {
    State *state = &v->state;
    if (!need_no_frame(v)) return false;
    state->head.frame = size;
    state->tags = 0;
    state->unset = type_has(content, TYPE_UNSET) ? size : 0;
    state->handlers_know = false;
    for (uint32_t i = 0; i < size; i++) state->y[i] = content;
    return true;
}

bool drop_frame(Verifier *v, uint32_t size) {
    State *state = &v->state;
    if (!need_frame(v)) return false;
    if (state->head.frame != size) {
        return refuse(v, "a frame of %" PRIu32 " words, not %" PRIu32, state->head.frame, size);
    }
    if (state->tags > 0) return refuse(v, "exceptions still go to this frame");
    state->head.frame = NO_FRAME;
    state->unset = 0;
    return true;
}

bool trim_frame(Verifier *v, uint32_t count) {
    State *state = &v->state;
    if (!need_frame(v)) return false;
    if (count > state->head.frame)
        return refuse(v, "%" PRIu32 " words of a frame of %" PRIu32, count, state->head.frame);
    for (uint32_t i = 0; i < count; i++) {
        if (type_has(state->y[i], TYPE_TAG)) return refuse(v, "y%" PRIu32 " is where exceptions go", i);
        state->unset -= type_has(state->y[i], TYPE_UNSET);
    }
    state->head.frame -= count;
    memmove(state->y, state->y + count, state->head.frame * sizeof *state->y);
    state->handlers_know = false;
    return true;
}

static uint32_t new_tag(Verifier *v, uint32_t label, uint32_t next) {
    if (v->tag_count == v->tag_capacity) {
        v->tag_capacity = v->tag_capacity ? v->tag_capacity * 2 : 64;
        v->tags = memory_resize(v->tags, v->tag_capacity * sizeof *v->tags);
    }
    v->tags[v->tag_count] = (TagLabel){label, next};
    return v->tag_count++;
}

bool set_tag(Verifier *v, const BeamOperand *y, uint32_t label) {
    uint32_t *tag = &v->tag_of_label[label];
    if (!need_frame(v) || !free_y(v, y)) return false;
    if (v->tag_count == 0) new_tag(v, 0, 0);
    if (*tag == 0) *tag = new_tag(v, label, 0);
    put_y(&v->state, (uint32_t)y->value, (BeamType){TYPE_TAG, *tag});
    return true;
}

bool clear_tag(Verifier *v, const BeamOperand *y) {
    State *state = &v->state;
    if (y->value >= y_count(&state->head) || state->y[y->value].kinds != TYPE_TAG) {
        return refuse(v, "y%" PRIu64 " is not where exceptions go", y->value);
    }
    put_y(state, (uint32_t)y->value, type_of(TYPE_NIL));
    return true;
}

void show_stack(Verifier *v) {
    if (v->state.unset > 0) v->facts[function_number(v)].clear_frames = true;
}

// --- how states meet ----------------------------------------------------------------------------------------

static bool has_label(Verifier *v, uint32_t set, uint32_t label) {
    for (; set && v->tags[set].label != label; set = v->tags[set].next) v->work++;
    return set != 0;
}

static uint32_t join_tags(Verifier *v, uint32_t a, uint32_t b) {
    for (; b && v->work < v->work_max; b = v->tags[b].next)
        if (!has_label(v, a, v->tags[b].label)) a = new_tag(v, v->tags[b].label, a);
    return a;
}

static BeamType join(Verifier *v, BeamType a, BeamType b) {
    if (!type_has(a, TYPE_TAG) && !type_has(b, TYPE_TAG)) return type_join(a, b);
    uint32_t in_a = type_has(a, TYPE_TAG) ? a.detail : 0, in_b = type_has(b, TYPE_TAG) ? b.detail : 0;
    return (BeamType){a.kinds | b.kinds, join_tags(v, in_a, in_b)};
}

KeptState *keep_state(Verifier *v) {
    const State *state = &v->state;
    uint32_t x = state->head.x_count, y = y_count(&state->head);
    KeptState *kept = arena_take(&v->arena, sizeof *kept + (x + y) * sizeof(BeamType));
    v->kept_registers += x + y;
    kept->head = state->head;
    memcpy(kept->registers, state->x, x * sizeof(BeamType));
    memcpy(kept->registers + x, state->y, y * sizeof(BeamType));
    return kept;
}

static bool merge_types(Verifier *v, BeamType *into, const BeamType *from, uint32_t count) {
    bool news = false;
    for (uint32_t i = 0; i < count; i++) {
        if (type_same(into[i], from[i])) continue;
        BeamType both = join(v, into[i], from[i]);
        news |= !type_same(both, into[i]);
        into[i] = both;
    }
    return news;
}

static bool merge_flag(bool *into, bool from) {
    bool news = *into && !from;
    *into = *into && from;
    return news;
}

// Fewer X registers: the Y registers move up behind them.
static void drop_x(KeptState *into, uint32_t count) {
    uint32_t y = y_count(&into->head);
    memmove(into->registers + count, into->registers + into->head.x_count, y * sizeof(BeamType));
    into->head.x_count = count;
}

static bool merge(Verifier *v, KeptState *into) {
    const State *state = &v->state;
    bool news = false;
    v->work += (into->head.x_count + y_count(&into->head)) / 16;   // as much as some instructions
    if (into->head.x_count > state->head.x_count) {
        drop_x(into, state->head.x_count);
        news = true;
    }
    uint32_t x = into->head.x_count, y = y_count(&into->head);
    news |= merge_types(v, into->registers, state->x, x);
    news |= merge_types(v, into->registers + x, state->y, y);
    news |= merge_flag(&into->head.receiving, state->head.receiving);
    news |= merge_flag(&into->head.building, state->head.building);
    news |= merge_flag(&into->head.fresh, state->head.fresh);
    if (into->head.heap > state->head.heap) {
        into->head.heap = state->head.heap;
        news = true;
    }
    return news;
}

static void queue(Verifier *v, uint32_t function) {
    if (v->facts[function].queued) return;
    v->facts[function].queued = true;
    uint32_t last = v->queue_first + v->queue_count++;
    v->queue[last % v->flow.function_count] = function;
}

static void wake(Verifier *v, uint32_t function, uint32_t label) {
    uint32_t at = v->flow.label_at[label];
    v->pending[at / 64] |= (uint64_t)1 << (at % 64);
    queue(v, function);
}

// Two states with different frames, which must both be ready for an exception: nothing else can
// happen there.
static bool forget_frame(Verifier *v, KeptState *kept, uint32_t function, uint32_t label) {
    const BeamType *y = kept->registers + kept->head.x_count;
    uint32_t here = y_count(&v->state.head), there = y_count(&kept->head);
    bool ready = may_raise(v);
    for (uint32_t i = 0; ready && i < there; i++) {
        ready = !type_has(y[i], TYPE_TAG) || refuse(v, "label %" PRIu32 " is reached with different frames", label);
        if (type_has(y[i], TYPE_UNSET)) v->facts[function].clear_frames = true;
    }
    kept->head.frame = here < there ? here : there;
    kept->head.any_frame = true;
    return ready;
}

static bool frames_differ(const StateHead *a, const StateHead *b) {
    return a->frame != b->frame || a->any_frame != b->any_frame;
}

bool reach(Verifier *v, uint32_t function, uint32_t label) {
    KeptState *kept = v->kept[label];
    if (!kept) {
        v->kept[label] = keep_state(v);
        if (v->kept_registers > kept_max) return refuse(v, "too much to prove in one module");
        wake(v, function, label);
        return true;
    }
    StateHead before = kept->head;
    if (frames_differ(&before, &v->state.head) && !forget_frame(v, kept, function, label)) return false;
    if (merge(v, kept) || frames_differ(&before, &kept->head)) wake(v, function, label);
    return true;
}

void restore_state(Verifier *v, const KeptState *kept) {
    State *state = &v->state;
    uint32_t x = kept->head.x_count, y = y_count(&kept->head);
    state->head = kept->head;
    memcpy(state->x, kept->registers, x * sizeof(BeamType));
    memcpy(state->y, kept->registers + x, y * sizeof(BeamType));
    state->unset = state->tags = 0;
    state->handlers_know = false;
    for (uint32_t i = 0; i < y; i++) {
        state->unset += type_has(state->y[i], TYPE_UNSET);
        state->tags += type_has(state->y[i], TYPE_TAG);
    }
}

void load_state(Verifier *v, uint32_t label) { restore_state(v, v->kept[label]); }

// --- going on -----------------------------------------------------------------------------------------------

bool is_handler(const Verifier *v, uint32_t label) {
    uint32_t first = flow_skip_lines(&v->flow, v->flow.label_at[label] + 1);
    return v->flow.module->code[first].opcode == BEAM_try_case;
}

bool branch_back(Verifier *v, const BeamOperand *label) {
    uint32_t at = v->flow.label_at[label->value];
    if (at < v->function->start || at >= v->function->end) {
        return refuse(v, "label %" PRIu64 " is in another function", label->value);
    }
    return is_handler(v, (uint32_t)label->value) || reach(v, function_number(v), (uint32_t)label->value);
}

bool branch(Verifier *v, const BeamOperand *label) {
    uint32_t at = v->flow.label_at[label->value];
    if (at <= v->at && at != v->function->start) return refuse(v, "label %" PRIu64 " lies behind", label->value);
    return branch_back(v, label);
}

// What handlers find in X registers is known to their first instruction only: catch_end and
// try_case.
static bool tell_handler(Verifier *v, uint32_t label) {
    State *state = &v->state;
    StateHead head = state->head;
    BeamType x[] = {state->x[0], state->x[1], state->x[2], state->x[3]};
    state->head =
        (StateHead){.x_count = is_handler(v, label) ? 4 : 1, .frame = head.frame, .any_frame = head.any_frame};
    state->x[0] = state->x[2] = type_of(TYPE_TERM);
    state->x[1] = type_of(TYPE_ATOM);
    state->x[3] = type_of(TYPE_OTHER);
    bool good = reach(v, function_number(v), label);
    state->head = head;
    memcpy(state->x, x, sizeof x);
    return good;
}

// The handlers of a Y register that is a tag, if an exception gets there.
static bool tell_handlers(Verifier *v, uint32_t y) {
    BeamType *type = &v->state.y[y], before = *type;
    bool good = true;
    type->kinds = TYPE_TAG;
    for (uint32_t tag = before.detail; good && tag; tag = v->tags[tag].next) good = tell_handler(v, v->tags[tag].label);
    *type = before;
    return good;
}

// Those of the innermost tag get what is known of the frame. If it is not certain that this is a
// tag, those of the next one get it, too, for the case that it is none.
static bool tell_handlers_from(Verifier *v, uint32_t y) {
    State *state = &v->state;
    while (y < y_count(&state->head) && !type_has(state->y[y], TYPE_TAG)) y++;
    if (y == y_count(&state->head)) return true;
    if (!tell_handlers(v, y)) return false;
    BeamType before = state->y[y];
    if (before.kinds == TYPE_TAG) return true;
    state->y[y] = type_of(before.kinds & ~(uint32_t)TYPE_TAG);
    bool good = tell_handlers_from(v, y + 1);
    state->y[y] = before;
    return good;
}

bool may_raise(Verifier *v) {
    State *state = &v->state;
    show_stack(v);
    if (state->tags == 0 || state->handlers_know) return true;
    state->handlers_know = true;   // before they are told, because they may be reached with another frame
    return tell_handlers_from(v, 0);
}

// --- results ------------------------------------------------------------------------------------------------

void wait_for_result(Verifier *v, uint32_t function) {
    uint64_t bit = (uint64_t)1 << (v->at % 64), *known = &v->known_callers[v->at / 64];
    if (*known & bit) return;
    *known |= bit;
    Waiting *waiting = arena_take(&v->arena, sizeof *waiting);
    *waiting = (Waiting){v->block, function_number(v), v->facts[function].waiting};
    v->facts[function].waiting = waiting;
}

void add_result(Verifier *v, BeamType type) {
    FunctionFacts *facts = &v->facts[function_number(v)];
    BeamType result = type_join(facts->result, type);
    if (type_same(result, facts->result)) return;
    facts->result = result;
    for (const Waiting *waiting = facts->waiting; waiting; waiting = waiting->next)
        wake(v, waiting->function, waiting->label);
}
