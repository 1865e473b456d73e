#include <inttypes.h>
#include <string.h>

#include "beam/verify_state.h"

enum { CONTEXT_OPERAND = 1, FUN_WORDS = 3 };   // of a fun, besides its free variables

// --- what imports are known for -----------------------------------------------------------------------------

typedef enum {
    IMPORT_UNKNOWN,
    IMPORT_ANY,
    IMPORT_EXITS,
    IMPORT_SETELEMENT,
    IMPORT_FLOAT,
    IMPORT_INTEGER,
    IMPORT_NUMBER,
    IMPORT_SIZE
} ImportKind;

static const struct {
    const char *name;
    uint8_t arity, kind;
} known_imports[] = {
    {"error", 1, IMPORT_EXITS},     {"error", 2, IMPORT_EXITS},
    {"error", 3, IMPORT_EXITS},     {"exit", 1, IMPORT_EXITS},
    {"throw", 1, IMPORT_EXITS},     {"nif_error", 1, IMPORT_EXITS},
    {"nif_error", 2, IMPORT_EXITS}, {"setelement", 3, IMPORT_SETELEMENT},
    {"/", 2, IMPORT_FLOAT},         {"float", 1, IMPORT_FLOAT},
    {"+", 2, IMPORT_NUMBER},        {"-", 2, IMPORT_NUMBER},
    {"*", 2, IMPORT_NUMBER},        {"div", 2, IMPORT_INTEGER},
    {"rem", 2, IMPORT_INTEGER},     {"band", 2, IMPORT_INTEGER},
    {"bor", 2, IMPORT_INTEGER},     {"bxor", 2, IMPORT_INTEGER},
    {"bsl", 2, IMPORT_INTEGER},     {"bsr", 2, IMPORT_INTEGER},
    {"length", 1, IMPORT_INTEGER},  {"tuple_size", 1, IMPORT_INTEGER},
    {"byte_size", 1, IMPORT_SIZE},  {"bit_size", 1, IMPORT_SIZE},
};

static bool is_text(Bytes bytes, const char *text) {
    return bytes.size == strlen(text) && memcmp(bytes.data, text, bytes.size) == 0;
}

// The machine's own functions, as long as they are its own.
static ImportKind look_up(const Verifier *v, const BeamImport *import) {
    const BeamModule *module = v->flow.module;
    if (!is_text(module->atoms[import->module], "erlang")) return IMPORT_ANY;
    if (!v->config.is_builtin(v->config.context, import)) return IMPORT_ANY;
    for (size_t i = 0; i < sizeof known_imports / sizeof *known_imports; i++) {
        bool same =
            known_imports[i].arity == import->arity && is_text(module->atoms[import->function], known_imports[i].name);
        if (same) return known_imports[i].kind;
    }
    return IMPORT_ANY;
}

static ImportKind import_kind(Verifier *v, const BeamOperand *import) {
    uint8_t *kind = &v->imports[import->value];
    if (*kind == IMPORT_UNKNOWN) *kind = (uint8_t)look_up(v, &v->flow.module->imports[import->value]);
    return (ImportKind)*kind;
}

// --- reading and writing what the letters of opcode.def say -------------------------------------------------

static const BeamOperand *list_of(const Verifier *v, const BeamOperand *list) {
    return v->flow.module->operands + list->list.first;
}

static bool read_list(Verifier *v, const BeamOperand *list) {
    const BeamOperand *items = list_of(v, list);
    for (uint32_t i = 0; i < list->list.count; i++)
        if (!read_operand(v, &items[i], TYPE_TERM)) return false;
    return true;
}

// Every second operand of a list, or more seldom: those that are read.
static bool read_each(Verifier *v, const BeamOperand *list, uint32_t first, uint32_t step) {
    const BeamOperand *items = list_of(v, list);
    for (uint32_t i = first; i < list->list.count; i += step)
        if (!read_operand(v, &items[i], TYPE_TERM)) return false;
    return true;
}

static bool write_each(Verifier *v, const BeamOperand *list) {
    const BeamOperand *items = list_of(v, list);
    for (uint32_t i = 1; i < list->list.count; i += 2)
        if (!write_operand(v, &items[i], type_of(TYPE_TERM))) return false;
    return true;
}

static bool read_sources(Verifier *v, const char *letters, const BeamOperand *o) {
    for (; *letters; letters++, o++) {
        bool good = true;
        if (*letters == 's' || *letters == 'r' || *letters == 'z')
            good = read_operand(v, o, TYPE_TERM);
        else if (*letters == 'S' || *letters == 'M' || *letters == 'B')
            good = read_list(v, o);
        else if (*letters == 'U' || *letters == 'R')
            good = read_each(v, o, 1, 2);
        if (!good) return false;
    }
    return true;
}

static const BeamOperand *fail_label(const char *letters, const BeamOperand *o) {
    return (letters[0] == 'f' || letters[0] == 'j' || letters[0] == 'b') && o[0].kind == OPERAND_LABEL && o[0].value
               ? &o[0]
               : NULL;
}

// To the label if there is one, else an exception.
static bool may_fail(Verifier *v, const BeamOperand *label) { return label ? branch(v, label) : may_raise(v); }

// Reads what is read, may fail, writes what is written.
static bool plain_instruction(Verifier *v, const char *letters, const BeamOperand *o, BeamType result) {
    if (!read_sources(v, letters, o) || !may_fail(v, fail_label(letters, o))) return false;
    for (; *letters; letters++, o++)
        if (*letters == 'd' && !write_operand(v, o, result)) return false;
    return true;
}

static void mark(Verifier *v) {
    uint64_t bit = (uint64_t)1 << (v->at % 64), *marks = &v->verified->marks[v->at / 64];
    if (!(*marks & bit)) v->verified->mark_count++;
    *marks |= bit;
}

// --- calls --------------------------------------------------------------------------------------------------

// A call, or whatever else may collect: only so many X registers survive.
static bool collect(Verifier *v, uint32_t live) {
    show_stack(v);
    for (uint32_t i = 0; i < live; i++) {
        BeamOperand x = {.kind = OPERAND_X, .value = i};
        if (!read_operand(v, &x, TYPE_VALUE)) return false;
    }
    keep_x(v, live);
    v->state.head.heap = 0;
    v->state.head.building = false;
    return true;
}

static bool leave_for_call(Verifier *v) {
    if (!may_raise(v)) return false;
    keep_x(v, 0);
    v->state.head.heap = 0;
    v->state.head.receiving = v->state.head.building = false;
    return true;
}

static bool come_back(Verifier *v, BeamType result) {
    return write_operand(v, &(BeamOperand){.kind = OPERAND_X, .value = 0}, result);
}

// The arguments reach the entry of the function.
static bool pass_arguments(Verifier *v, uint32_t function) {
    StateHead here = v->state.head;
    const FlowFunction *callee = &v->flow.functions[function];
    v->state.head = (StateHead){.x_count = callee->arity, .frame = NO_FRAME};
    bool good = reach(v, function, (uint32_t)flow_operands(&v->flow, callee->entry)[0].value);
    v->state.head = here;
    return good;
}

// A match context may be an argument of a function in the module.
static bool call_local(Verifier *v, const BeamOperand *o, uint32_t *function) {
    *function = v->flow.function_at[o[1].value];
    bool foreign = v->facts[*function].foreign;
    for (uint32_t i = 0; i < o[0].value; i++) {
        BeamOperand x = {.kind = OPERAND_X, .value = i};
        if (!read_operand(v, &x, foreign ? TYPE_TERM : TYPE_TERM | TYPE_CONTEXT)) return false;
    }
    return foreign || pass_arguments(v, *function);
}

static bool call_and_come_back(Verifier *v, const BeamOperand *o, bool *goes_on) {
    uint32_t function;
    if (!need_frame(v) || !call_local(v, o, &function) || !leave_for_call(v)) return false;
    if (!walk_callee(v, function)) return false;
    wait_for_result(v, function);
    BeamType result = v->facts[function].foreign ? type_of(TYPE_TERM) : v->facts[function].result;
    *goes_on = result.kinds != 0;
    return !*goes_on || come_back(v, result);
}

// What a call in the end of this function returns, this function returns.
static bool call_and_leave(Verifier *v, const BeamOperand *o) {
    uint32_t function;
    if (!call_local(v, o, &function) || !need_no_frame(v) || !walk_callee(v, function)) return false;
    wait_for_result(v, function);
    add_result(v, v->facts[function].foreign ? type_of(TYPE_TERM) : v->facts[function].result);
    return true;
}

static bool call_export(Verifier *v, const BeamOperand *o, bool *goes_on) {
    ImportKind kind = import_kind(v, &o[1]);
    if (!read_registers(v, (uint32_t)o[0].value) || !leave_for_call(v)) return false;
    *goes_on = kind != IMPORT_EXITS;
    if (!*goes_on) return true;
    if (!need_frame(v) || !come_back(v, kind == IMPORT_SETELEMENT ? type_tuple(0, false) : type_of(TYPE_TERM)))
        return false;
    v->state.head.fresh = kind == IMPORT_SETELEMENT;
    return true;
}

static bool call_value(Verifier *v, uint32_t registers, const BeamOperand *fun) {
    return need_frame(v) && read_registers(v, registers) && (!fun || read_operand(v, fun, TYPE_TERM)) &&
           leave_for_call(v) && come_back(v, type_of(TYPE_TERM));
}

static bool leave_function(Verifier *v, uint32_t registers) {
    if (!read_registers(v, registers) || !need_no_frame(v)) return false;
    add_result(v, type_of(TYPE_TERM));
    return true;
}

// What never returns gives up no frame.
static bool call_export_and_leave(Verifier *v, const BeamOperand *o) {
    if (import_kind(v, &o[1]) == IMPORT_EXITS) return read_registers(v, (uint32_t)o[0].value) && may_raise(v);
    show_stack(v);
    return drop_frame(v, (uint32_t)o[2].value) && leave_function(v, (uint32_t)o[0].value);
}

static bool return_result(Verifier *v) {
    if (!read_registers(v, 1) || !need_no_frame(v)) return false;
    add_result(v, v->state.x[0]);
    return true;
}

static BeamType guard_result(Verifier *v, const BeamOperand *import) {
    switch (import_kind(v, import)) {
    case IMPORT_FLOAT: return type_of(TYPE_FLOAT);
    case IMPORT_INTEGER: return type_of(TYPE_INTEGER);
    case IMPORT_NUMBER: return type_of(TYPE_NUMBER);
    default: return type_of(TYPE_TERM);
    }
}

// From OTP 26 on, of a match context too.
static bool size_of_bits(Verifier *v, const BeamOperand *o) {
    return read_operand(v, &o[3], TYPE_TERM | TYPE_CONTEXT) && may_fail(v, o[0].value ? &o[0] : NULL) &&
           write_operand(v, &o[4], type_of(TYPE_INTEGER));
}

// --- heap ---------------------------------------------------------------------------------------------------

static uint32_t words_asked(const Verifier *v, const BeamOperand *words) {
    if (words->kind == OPERAND_UNSIGNED) return (uint32_t)words->value;
    const BeamOperand *pairs = list_of(v, words);
    uint64_t sum = 0;
    for (uint32_t i = 0; i + 1 < words->list.count; i += 2)
        sum += pairs[i].value == 0 ? pairs[i + 1].value : pairs[i].value == 2 ? FUN_WORDS * pairs[i + 1].value : 0;
    return sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
}

static bool ask(Verifier *v, const BeamOperand *words, const BeamOperand *live) {
    if (!collect(v, (uint32_t)live->value)) return false;
    v->state.head.heap = words_asked(v, words);
    return true;
}

static bool build(Verifier *v, uint32_t words) {
    uint32_t *left = &v->state.head.heap;
    if (words > *left) return refuse(v, "%" PRIu32 " words of heap, where %" PRIu32 " were asked for", words, *left);
    *left -= words;
    return true;
}

static bool build_tuple(Verifier *v, const BeamOperand *to, uint32_t size) {
    return build(v, size + 1) && write_operand(v, to, type_tuple(size, true));
}

// The elements stand in the instructions that follow.
static bool build_old_tuple(Verifier *v, const BeamOperand *to) {
    uint32_t size = 0, at = flow_skip_lines(&v->flow, v->at + 1);
    for (; v->flow.module->code[at].opcode == BEAM_put; at = flow_skip_lines(&v->flow, at + 1), size++)
        if (!read_operand(v, flow_operands(&v->flow, at), TYPE_TERM)) return false;
    return build_tuple(v, to, size);
}

static bool make_old_fun(Verifier *v, const BeamOperand *fun) {
    uint32_t count = v->flow.module->funs[fun->value].free_count;
    return read_registers(v, count) && collect(v, count) && (keep_x(v, 0), true) && come_back(v, type_of(TYPE_FUN));
}

// --- parts of terms -----------------------------------------------------------------------------------------

static bool take_part(Verifier *v, const BeamOperand *o, uint32_t kinds) {
    if (!read_operand(v, o, TYPE_TERM)) return false;
    if (type_is(operand_type(v, o), kinds)) return true;
    mark(v);
    refine(v, o, type_of(kinds));
    return true;
}

static bool take_of_tuple(Verifier *v, const BeamOperand *o, uint32_t size, bool exact) {
    if (!read_operand(v, o, TYPE_TERM)) return false;
    if (type_is_tuple(operand_type(v, o), size, exact)) return true;
    mark(v);
    refine(v, o, type_tuple(size, exact));
    return true;
}

static bool is_x0(const BeamOperand *o) { return o->kind == OPERAND_X && o->value == 0; }

// The value must not be the tuple itself: nothing else may refer to it yet.
static bool set_element(Verifier *v, const BeamOperand *o) {
    if (!is_x0(&o[1]) || !v->state.head.fresh) return refuse(v, "of a tuple that is not new");
    if (is_x0(&o[0])) return refuse(v, "a tuple in itself");
    return read_operand(v, &o[0], TYPE_TERM) && take_of_tuple(v, &o[1], (uint32_t)o[2].value + 1, false);
}

// What is there is written, one after the other, until something is missing: so the label may be
// reached with some.
static bool get_fields(Verifier *v, const BeamOperand *o) {
    if (!read_each(v, &o[2], 0, 2) || !branch(v, &o[0]) || !write_each(v, &o[2])) return false;
    return branch(v, &o[0]);
}

static bool get_map_elements(Verifier *v, const BeamOperand *o) {
    return take_part(v, &o[1], TYPE_MAP) && get_fields(v, o);
}

static bool load_float(Verifier *v, const BeamOperand *o) {
    if (o[0].kind == OPERAND_FLOAT) return write_operand(v, &o[1], type_of(TYPE_FLOAT));
    if (!read_operand(v, &o[0], TYPE_TERM)) return false;
    if (type_is(operand_type(v, &o[0]), TYPE_FLOAT)) return true;
    mark(v);
    return may_raise(v);
}

// --- tests --------------------------------------------------------------------------------------------------

// Goes on if the value is of these kinds, to the label if it is not; `exactly`: all values of these
// kinds pass.
static bool test(Verifier *v, const BeamOperand *label, const BeamOperand *value, BeamType kinds, bool exactly,
                 bool *goes_on) {
    if (!read_operand(v, value, TYPE_TERM)) return false;
    BeamType before = operand_type(v, value), failed = exactly ? type_without(before, kinds.kinds) : before;
    refine(v, value, failed);
    if (failed.kinds && !branch(v, label)) return false;
    BeamType passed = type_only(before, kinds.kinds);
    if (kinds.detail) passed.detail = kinds.detail;
    *goes_on = passed.kinds != 0;
    refine(v, value, passed);
    return true;
}

static bool test_arity(Verifier *v, const BeamOperand *o, bool *goes_on) {
    BeamType type = operand_type(v, &o[1]);
    if (type_is_tuple(type, (uint32_t)o[2].value, true)) return true;
    if (!type_is(type, TYPE_TUPLE)) mark(v);
    return test(v, &o[0], &o[1], type_tuple((uint32_t)o[2].value, true), false, goes_on);
}

static bool is_register(const BeamOperand *o) { return o->kind == OPERAND_X || o->kind == OPERAND_Y; }

static bool test_same(Verifier *v, const BeamOperand *o, bool *goes_on) {
    bool constant = !is_register(&o[2]), known = is_register(&o[1]) && constant;
    if (!read_operand(v, &o[1], TYPE_TERM) || !read_operand(v, &o[2], TYPE_TERM)) return false;
    if (!known) return branch(v, &o[0]);
    return test(v, &o[0], &o[1], operand_type(v, &o[2]), false, goes_on);
}

static bool choose(Verifier *v, const BeamOperand *o) {
    const BeamOperand *list = list_of(v, &o[2]);
    if (!read_operand(v, &o[0], TYPE_TERM) || !branch(v, &o[1])) return false;
    for (uint32_t i = 1; i < o[2].list.count; i += 2)
        if (!branch(v, &list[i])) return false;
    return true;
}

static bool choose_arity(Verifier *v, const BeamOperand *o) {
    const BeamOperand *list = list_of(v, &o[2]);
    if (!read_operand(v, &o[0], TYPE_TERM) || !branch(v, &o[1])) return false;
    for (uint32_t i = 0; i < o[2].list.count; i += 2) {
        refine(v, &o[0], type_tuple((uint32_t)list[i].value, true));
        if (!branch(v, &list[i + 1])) return false;
    }
    return true;
}

// --- exceptions ---------------------------------------------------------------------------------------------

// What an exception leaves in X registers is for the first instruction of the handler alone.
static bool set_handler(Verifier *v, const BeamOperand *o, BeamOpcode begins) {
    uint32_t at = v->flow.label_at[o[1].value], first = flow_skip_lines(&v->flow, at + 1);
    if (at <= v->at || at >= v->function->end) return refuse(v, "label %" PRIu64 " does not follow", o[1].value);
    if (v->flow.module->code[first].opcode != begins) {
        return refuse(v, "label %" PRIu64 " does not begin with %s", o[1].value, beam_opcodes[begins].name);
    }
    return set_tag(v, &o[0], (uint32_t)o[1].value);
}

static bool end_catch(Verifier *v, const BeamOperand *o) {
    return read_registers(v, 1) && clear_tag(v, &o[0]) && collect(v, 1) && come_back(v, type_of(TYPE_TERM));
}

// Nothing but exceptions gets here (is_handler): what they left moves down.
static bool begin_handler(Verifier *v, const BeamOperand *o, bool *goes_on) {
    *goes_on = flow_skip_lines(&v->flow, v->flow.label_at[v->block] + 1) == v->at;
    if (!*goes_on) return true;
    for (uint32_t i = 0; i < 3; i++) v->state.x[i] = v->state.x[i + 1];
    keep_x(v, 3);
    return clear_tag(v, &o[0]);
}

static bool raise_again(Verifier *v, const BeamOperand *o) {
    return read_operand(v, &o[0], TYPE_TERM) && read_operand(v, &o[1], TYPE_TERM) && may_raise(v);
}

static bool raise_raw(Verifier *v) { return read_registers(v, 3) && may_raise(v) && come_back(v, type_of(TYPE_ATOM)); }

static bool end_with(Verifier *v, const BeamOperand *o) { return read_operand(v, o, TYPE_TERM) && may_raise(v); }

static bool function_clause(Verifier *v, const BeamOperand *o) {
    for (uint32_t i = 0; i < o[2].value; i++) {
        BeamOperand x = {.kind = OPERAND_X, .value = i};
        if (!read_operand(v, &x, TYPE_TERM | TYPE_CONTEXT)) return false;
    }
    return need_no_frame(v);
}

// --- messages -----------------------------------------------------------------------------------------------

// A process that waits, or may be stopped here, keeps its frame only.
static void stop(Verifier *v) {
    show_stack(v);
    keep_x(v, 0);
    v->state.head.heap = 0;
    v->state.head.receiving = v->state.head.building = false;
}

static bool look_at_message(Verifier *v, const BeamOperand *o) {
    stop(v);
    if (!branch(v, &o[0]) || !write_operand(v, &o[1], type_of(TYPE_TERM))) return false;
    v->state.head.receiving = true;
    return true;
}

// A call since the message was looked at may have taken it. Then the machine must look, and keeps
// only X0.
static bool need_message(Verifier *v) {
    if (!v->state.head.receiving) {
        if (!read_registers(v, 1)) return false;
        mark(v);
        keep_x(v, 1);
    }
    v->state.head.receiving = v->state.head.building = false;
    show_stack(v);
    return true;
}

static bool stop_and_go_to(Verifier *v, const BeamOperand *label) {
    stop(v);
    return branch_back(v, label);
}

static bool send(Verifier *v) {
    if (!read_registers(v, 2) || !may_raise(v)) return false;
    stop(v);
    return come_back(v, type_of(TYPE_TERM));
}

// The time is not looked at when a message wakes the process, and then its register may have been
// left: the machine takes nothing there for an address.
static bool wait_with_timeout(Verifier *v, const BeamOperand *o) {
    bool register_is_there = o[1].kind != OPERAND_Y || read_operand(v, &o[1], TYPE_TERM);
    return register_is_there && may_raise(v) && stop_and_go_to(v, &o[0]);
}

// --- bits ---------------------------------------------------------------------------------------------------

static bool need_context(Verifier *v, const BeamOperand *o) {
    return type_is(operand_type(v, o), TYPE_CONTEXT) ? read_operand(v, o, TYPE_CONTEXT)
                                                     : refuse(v, "needs a match context");
}

static bool start_match(Verifier *v, const BeamOperand *fail, const BeamOperand *source, const BeamOperand *to) {
    if (!read_operand(v, source, TYPE_TERM | TYPE_CONTEXT)) return false;
    BeamType type = operand_type(v, source), other = type_without(type, TYPE_BITSTRING | TYPE_CONTEXT);
    bool label = fail->kind == OPERAND_LABEL && fail->value;
    refine(v, source, other);
    if (other.kinds && !may_fail(v, label ? fail : NULL)) return false;
    refine(v, source, type);
    return write_operand(v, to, type_of(TYPE_CONTEXT));
}

// Fail label, context, and sources as the letters behind them say.
static bool match(Verifier *v, const char *letters, const BeamOperand *o, uint32_t kinds) {
    BeamType result = type_of(kinds);
    if (!need_context(v, &o[CONTEXT_OPERAND]) || !read_sources(v, letters + 2, o + 2)) return false;
    if (!branch(v, &o[0])) return false;
    for (letters += 2, o += 2; *letters; letters++, o++)
        if (*letters == 'd' && !write_operand(v, o, result)) return false;
    return true;
}

static bool is_command(const Verifier *v, const BeamOperand *command, const char *name) {
    return is_text(v->flow.module->atoms[command->value], name);
}

// One command of bs_match, with the bits that are known to be there. Sets how many operands it has.
static bool match_command(Verifier *v, const BeamOperand *o, const BeamOperand *c, uint64_t *bits, uint32_t *taken) {
    uint64_t wanted = 0;
    if (is_command(v, c, "ensure_at_least") || is_command(v, c, "ensure_exactly")) {
        *taken = is_command(v, c, "ensure_at_least") ? 3 : 2;
        *bits = c[1].value;
        return o[0].value ? branch(v, &o[0]) : refuse(v, "nowhere to go when bits are missing");
    }
    if (is_command(v, c, "=:=")) {
        *taken = 4;
        *bits = *bits > c[2].value ? *bits - c[2].value : 0;
        return o[0].value ? branch(v, &o[0]) : refuse(v, "nowhere to go when bits differ");
    }
    if (is_command(v, c, "get_tail")) {
        *taken = 4;
        return write_operand(v, &c[3], type_of(TYPE_BITSTRING));
    }
    bool skips = is_command(v, c, "skip"), integer = is_command(v, c, "integer");
    *taken = skips ? 2 : 6;
    wanted = skips ? c[1].value : c[3].value * c[4].value;
    if (wanted > *bits) return refuse(v, "%" PRIu64 " bits, where %" PRIu64 " are known to be there", wanted, *bits);
    *bits -= wanted;
    return skips || write_operand(v, &c[5], type_of(integer ? TYPE_INTEGER : TYPE_BITSTRING));
}

static bool match_commands(Verifier *v, const BeamOperand *o) {
    const BeamOperand *list = list_of(v, &o[2]);
    uint64_t bits = 0;
    uint32_t taken = 0;
    for (uint32_t i = 0; i < o[2].list.count; i += taken) {
        if (!need_context(v, &o[CONTEXT_OPERAND])) return false;
        if (!match_command(v, o, &list[i], &bits, &taken)) return false;
    }
    return true;
}

static bool context_to_binary(Verifier *v, const BeamOperand *o) {
    if (!read_operand(v, o, TYPE_TERM | TYPE_CONTEXT)) return false;
    BeamType type = operand_type(v, o);
    if (type_has(type, TYPE_CONTEXT)) type = type_join(type_without(type, TYPE_CONTEXT), type_of(TYPE_BITSTRING));
    return write_operand(v, o, type);
}

// Builds a binary, and asks for words besides.
static bool create_binary(Verifier *v, const char *letters, const BeamOperand *o, const BeamOperand *words) {
    uint32_t asked = words_asked(v, words);
    if (asked > VERIFY_WORDS_BESIDES) return refuse(v, "%" PRIu32 " words of heap", asked);
    if (!plain_instruction(v, letters, o, type_of(TYPE_BITSTRING))) return false;
    v->state.head.heap = asked;
    return true;
}

static bool begin_building(Verifier *v, const char *letters, const BeamOperand *o, const BeamOperand *words) {
    if (!create_binary(v, letters, o, words)) return false;
    v->state.head.building = true;
    return true;
}

static bool begin_appending(Verifier *v, const char *letters, const BeamOperand *o) {
    static const BeamOperand none = {.kind = OPERAND_UNSIGNED, .value = 0};
    return begin_building(v, letters, o, &none);
}

static bool go_on_building(Verifier *v, const char *letters, const BeamOperand *o) {
    return v->state.head.building ? plain_instruction(v, letters, o, type_of(TYPE_TERM))
                                  : refuse(v, "without a binary");
}

// --- all of them --------------------------------------------------------------------------------------------

static bool swap(Verifier *v, const BeamOperand *o) {
    if (!read_operand(v, &o[0], TYPE_VALUE) || !read_operand(v, &o[1], TYPE_VALUE)) return false;
    BeamType a = operand_type(v, &o[0]), b = operand_type(v, &o[1]);
    return write_operand(v, &o[0], b) && write_operand(v, &o[1], a);
}

static bool set_to_nil(Verifier *v, const BeamOperand *y, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!write_operand(v, &y[i], type_of(TYPE_NIL))) return false;
    return true;
}

static bool verify_opcode(Verifier *v, unsigned opcode, const BeamOperand *o, bool *goes_on) {
    const char *letters = beam_opcodes[opcode].operands;
    const BeamType term = type_of(TYPE_TERM), unset = type_of(TYPE_UNSET), nil = type_of(TYPE_NIL);
    switch (opcode) {
    case BEAM_label:
    case BEAM_line:
    case BEAM_executable_line:
    case BEAM_debug_line:
    case BEAM_nif_start:
    case BEAM_on_load:
    case BEAM_fclearerror:
    case BEAM_fcheckerror:
    case BEAM_recv_mark:
    case BEAM_recv_set:
    case BEAM_recv_marker_bind:
    case BEAM_recv_marker_clear:
    case BEAM_recv_marker_use: return true;
    case BEAM_put: return true;   // belongs to the put_tuple before it
    case BEAM_func_info: return function_clause(v, o);
    case BEAM_int_code_end: return refuse(v, "the code ends here");
    case BEAM_jump: return branch(v, &o[0]);

    case BEAM_call: return call_and_come_back(v, o, goes_on);
    case BEAM_call_last: return drop_frame(v, (uint32_t)o[2].value) && call_and_leave(v, o);
    case BEAM_call_only: return call_and_leave(v, o);
    case BEAM_call_ext: return call_export(v, o, goes_on);
    case BEAM_call_ext_last: return call_export_and_leave(v, o);
    case BEAM_call_ext_only: return leave_function(v, (uint32_t)o[0].value);
    case BEAM_call_fun: return call_value(v, (uint32_t)o[0].value + 1, NULL);
    case BEAM_call_fun2: return call_value(v, (uint32_t)o[1].value, &o[2]);
    case BEAM_apply: return call_value(v, (uint32_t)o[0].value + 2, NULL);
    case BEAM_apply_last:
        show_stack(v);
        return drop_frame(v, (uint32_t)o[1].value) && leave_function(v, (uint32_t)o[0].value + 2);
    case BEAM_return: return return_result(v);
    case BEAM_bif0: return plain_instruction(v, letters, o, guard_result(v, &o[0]));
    case BEAM_bif1:
    case BEAM_bif2:
    case BEAM_bif3: return plain_instruction(v, letters, o, guard_result(v, &o[1]));
    case BEAM_gc_bif1:
        if (import_kind(v, &o[2]) == IMPORT_SIZE) return size_of_bits(v, o);
        return plain_instruction(v, letters, o, guard_result(v, &o[2]));
    case BEAM_gc_bif2:
    case BEAM_gc_bif3: return plain_instruction(v, letters, o, guard_result(v, &o[2]));
    case BEAM_make_fun2: return make_old_fun(v, &o[0]);
    case BEAM_make_fun3:
        return read_list(v, &o[2]) && build(v, FUN_WORDS + o[2].list.count) &&
               write_operand(v, &o[1], type_of(TYPE_FUN));

    case BEAM_allocate: return collect(v, (uint32_t)o[1].value) && make_frame(v, (uint32_t)o[0].value, unset);
    case BEAM_allocate_zero: return collect(v, (uint32_t)o[1].value) && make_frame(v, (uint32_t)o[0].value, nil);
    case BEAM_allocate_heap: return ask(v, &o[1], &o[2]) && make_frame(v, (uint32_t)o[0].value, unset);
    case BEAM_allocate_heap_zero: return ask(v, &o[1], &o[2]) && make_frame(v, (uint32_t)o[0].value, nil);
    case BEAM_test_heap: return ask(v, &o[0], &o[1]);
    case BEAM_deallocate: return drop_frame(v, (uint32_t)o[0].value);
    case BEAM_trim: return trim_frame(v, (uint32_t)o[0].value);
    case BEAM_init: return set_to_nil(v, &o[0], 1);
    case BEAM_init_yregs: return set_to_nil(v, list_of(v, &o[0]), o[0].list.count);

    case BEAM_move: return read_operand(v, &o[0], TYPE_VALUE) && write_operand(v, &o[1], operand_type(v, &o[0]));
    case BEAM_swap: return swap(v, o);
    case BEAM_get_list:
        return take_part(v, &o[0], TYPE_CONS) && write_operand(v, &o[1], term) && write_operand(v, &o[2], term);
    case BEAM_get_hd:
    case BEAM_get_tl: return take_part(v, &o[0], TYPE_CONS) && write_operand(v, &o[1], term);
    case BEAM_get_tuple_element:
        return take_of_tuple(v, &o[0], (uint32_t)o[1].value + 1, false) && write_operand(v, &o[2], term);
    case BEAM_set_tuple_element: return set_element(v, o);
    case BEAM_put_list:
        return read_sources(v, letters, o) && build(v, 2) && write_operand(v, &o[2], type_of(TYPE_CONS));
    case BEAM_put_tuple: return build_old_tuple(v, &o[1]);
    case BEAM_put_tuple2: return read_list(v, &o[1]) && build_tuple(v, &o[0], o[1].list.count);
    case BEAM_update_record:
        return take_of_tuple(v, &o[2], (uint32_t)o[1].value, true) && read_sources(v, letters, o) &&
               build_tuple(v, &o[3], (uint32_t)o[1].value);
    case BEAM_put_map_assoc:
    case BEAM_put_map_exact: return plain_instruction(v, letters, o, type_of(TYPE_MAP));
    case BEAM_has_map_fields: return take_part(v, &o[1], TYPE_MAP) && plain_instruction(v, letters, o, term);
    case BEAM_get_map_elements: return get_map_elements(v, o);
    case BEAM_get_record_elements: return read_operand(v, &o[1], TYPE_TERM) && get_fields(v, o);

    case BEAM_is_integer: return test(v, &o[0], &o[1], type_of(TYPE_INTEGER), true, goes_on);
    case BEAM_is_float: return test(v, &o[0], &o[1], type_of(TYPE_FLOAT), true, goes_on);
    case BEAM_is_number: return test(v, &o[0], &o[1], type_of(TYPE_NUMBER), true, goes_on);
    case BEAM_is_atom: return test(v, &o[0], &o[1], type_of(TYPE_ATOM), true, goes_on);
    case BEAM_is_boolean: return test(v, &o[0], &o[1], type_of(TYPE_ATOM), false, goes_on);
    case BEAM_is_nil: return test(v, &o[0], &o[1], nil, true, goes_on);
    case BEAM_is_list: return test(v, &o[0], &o[1], type_of(TYPE_LIST), true, goes_on);
    case BEAM_is_nonempty_list: return test(v, &o[0], &o[1], type_of(TYPE_CONS), true, goes_on);
    case BEAM_is_tuple: return test(v, &o[0], &o[1], type_of(TYPE_TUPLE), true, goes_on);
    case BEAM_is_map: return test(v, &o[0], &o[1], type_of(TYPE_MAP), true, goes_on);
    case BEAM_is_bitstr: return test(v, &o[0], &o[1], type_of(TYPE_BITSTRING), true, goes_on);
    case BEAM_is_binary: return test(v, &o[0], &o[1], type_of(TYPE_BITSTRING), false, goes_on);
    case BEAM_is_function: return test(v, &o[0], &o[1], type_of(TYPE_FUN), true, goes_on);
    case BEAM_is_function2:
        return read_operand(v, &o[2], TYPE_TERM) && test(v, &o[0], &o[1], type_of(TYPE_FUN), false, goes_on);
    case BEAM_test_arity: return test_arity(v, o, goes_on);
    case BEAM_is_tagged_tuple: return test(v, &o[0], &o[1], type_tuple((uint32_t)o[2].value, true), false, goes_on);
    case BEAM_is_eq_exact: return test_same(v, o, goes_on);
    case BEAM_select_val: return choose(v, o);
    case BEAM_select_tuple_arity: return choose_arity(v, o);

    case BEAM_fmove: return load_float(v, o);
    case BEAM_fconv:
    case BEAM_fadd:
    case BEAM_fsub:
    case BEAM_fmul:
    case BEAM_fdiv:
    case BEAM_fnegate: return read_sources(v, letters, o) && may_raise(v);

    case BEAM_catch: return set_handler(v, o, BEAM_catch_end);
    case BEAM_try: return set_handler(v, o, BEAM_try_case);
    case BEAM_catch_end: return end_catch(v, o);
    case BEAM_try_end: return clear_tag(v, &o[0]);
    case BEAM_try_case: return begin_handler(v, o, goes_on);
    case BEAM_badmatch:
    case BEAM_case_end:
    case BEAM_try_case_end:
    case BEAM_badrecord: return end_with(v, &o[0]);
    case BEAM_if_end: return may_raise(v);
    case BEAM_raise: return raise_again(v, o);
    case BEAM_raw_raise: return raise_raw(v);
    case BEAM_build_stacktrace: return read_registers(v, 1) && come_back(v, term);

    case BEAM_send: return send(v);
    case BEAM_loop_rec: return look_at_message(v, o);
    case BEAM_remove_message: return need_message(v);
    case BEAM_loop_rec_end: return need_message(v) && stop_and_go_to(v, &o[0]);
    case BEAM_wait: return stop_and_go_to(v, &o[0]);
    case BEAM_wait_timeout: return wait_with_timeout(v, o);
    case BEAM_timeout: stop(v); return true;
    case BEAM_recv_marker_reserve: return write_operand(v, &o[0], nil);

    case BEAM_bs_start_match3: return start_match(v, &o[0], &o[1], &o[3]);
    case BEAM_bs_start_match4: return start_match(v, &o[0], &o[2], &o[3]);
    case BEAM_bs_get_integer2:
    case BEAM_bs_get_utf8:
    case BEAM_bs_get_utf16:
    case BEAM_bs_get_utf32: return match(v, letters, o, TYPE_INTEGER);
    case BEAM_bs_get_float2: return match(v, letters, o, TYPE_FLOAT);
    case BEAM_bs_get_binary2: return match(v, letters, o, TYPE_BITSTRING);
    case BEAM_bs_skip_bits2:
    case BEAM_bs_skip_utf8:
    case BEAM_bs_skip_utf16:
    case BEAM_bs_skip_utf32:
    case BEAM_bs_test_tail2:
    case BEAM_bs_test_unit:
    case BEAM_bs_match_string: return match(v, letters, o, 0);
    case BEAM_bs_match: return match_commands(v, o);
    case BEAM_bs_get_tail: return need_context(v, &o[0]) && write_operand(v, &o[1], type_of(TYPE_BITSTRING));
    case BEAM_bs_get_position: return need_context(v, &o[0]) && write_operand(v, &o[1], type_of(TYPE_INTEGER));
    case BEAM_bs_set_position: return need_context(v, &o[0]) && read_operand(v, &o[1], TYPE_TERM) && may_raise(v);
    case BEAM_bs_context_to_binary: return context_to_binary(v, &o[0]);
    case BEAM_bs_create_bin: return create_binary(v, letters, o, &o[1]);
    case BEAM_bs_init2:
    case BEAM_bs_init_bits:
    case BEAM_bs_append: return begin_building(v, letters, o, &o[2]);
    case BEAM_bs_private_append: return begin_appending(v, letters, o);
    case BEAM_bs_put_integer:
    case BEAM_bs_put_float:
    case BEAM_bs_put_binary:
    case BEAM_bs_put_string:
    case BEAM_bs_put_utf8:
    case BEAM_bs_put_utf16:
    case BEAM_bs_put_utf32: return go_on_building(v, letters, o);
    case BEAM_bs_init_writable: return read_registers(v, 1) && come_back(v, type_of(TYPE_BITSTRING));

    case BEAM_is_lt:
    case BEAM_is_ge:
    case BEAM_is_eq:
    case BEAM_is_ne:
    case BEAM_is_ne_exact:
    case BEAM_is_pid:
    case BEAM_is_reference:
    case BEAM_is_port:
    case BEAM_is_any_native_record:
    case BEAM_is_native_record:
    case BEAM_is_record_accessible:
    case BEAM_put_record:
    case BEAM_get_record_field:
    case BEAM_bs_add:
    case BEAM_bs_utf8_size:
    case BEAM_bs_utf16_size: return plain_instruction(v, letters, o, term);
    default: *goes_on = false; return true;   // one that the machine does not have: it stops there
    }
}

// A new tuple in X0 stays one that nobody else has seen.
static bool leaves_x0_alone(unsigned opcode, const BeamOperand *o) {
    switch (opcode) {
    case BEAM_line:
    case BEAM_set_tuple_element: return true;
    case BEAM_move: return !is_x0(&o[0]) && !is_x0(&o[1]);
    case BEAM_get_hd:
    case BEAM_get_tl: return !is_x0(&o[1]);
    case BEAM_get_tuple_element: return !is_x0(&o[2]);
    default: return false;
    }
}

// Builds terms in what was asked for, or moves them.
static bool only_builds(unsigned opcode) {
    switch (opcode) {
    case BEAM_allocate_heap:
    case BEAM_allocate_heap_zero:
    case BEAM_test_heap:
    case BEAM_line:
    case BEAM_move:
    case BEAM_init_yregs:
    case BEAM_put_list:
    case BEAM_put_tuple:
    case BEAM_put:
    case BEAM_put_tuple2:
    case BEAM_make_fun3:
    case BEAM_update_record: return true;
    default: return false;
    }
}

bool verify_instruction(Verifier *v, bool *goes_on) {
    unsigned opcode = v->flow.module->code[v->at].opcode;
    const BeamOperand *o = flow_operands(&v->flow, v->at);
    *goes_on = !flow_ends[opcode];
    if (v->state.head.fresh && !leaves_x0_alone(opcode, o)) v->state.head.fresh = false;
    if (v->state.head.heap > VERIFY_WORDS_BESIDES && !only_builds(opcode)) v->state.head.heap = VERIFY_WORDS_BESIDES;
    return verify_opcode(v, opcode, o, goes_on);
}
