// Check-then-act: code that looks something up and then changes it by what it saw, while another process may do the
// same.
//
// Each function is walked path by path, with symbols in place of terms: two registers hold the same term if they hold
// the same symbol. A look (whereis, ets:lookup, ...) makes a symbol; what is taken out of it, or computed from it,
// descends from that look. A change of the same thing (register, ets:insert of the same key, ...) behind a test of such
// a symbol, or with a value that descends from it, races with another process in the same code. That there may be one
// is known of exported functions. A table must be one that everybody may write to. A change inside a try or catch is
// left alone: somebody thought of it.
#include <string.h>

#include "analysis/rules.h"

typedef enum { CELL_NAME, CELL_TABLE, CELL_NEW_TABLE, CELL_RECORD, CELL_TERM, CELL_ENVIRONMENT } Cell;

enum {
    BY_TEST = 1,         // it matters if the look was tested
    BY_VALUE = 2,        // or if the value descends from it
    KEY_OF_RECORD = 4,   // the key is the place of a tuple that is the last argument
    PUBLIC = 8,          // only of tables that everybody may write to
    STEPS_MAX = 6000,
    VISITS_MAX = 3,
    LOOKS_MAX = 16,
    DEPTH_MAX = 200,
};

// `keys`: how many of the first arguments say which thing it is.
static const struct {
    const char *module, *function;
    uint32_t arity;
    Cell cell;
    uint32_t keys;
} looks[] = {
    {"erlang", "whereis", 1, CELL_NAME, 1},
    {"ets", "lookup", 2, CELL_TABLE, 2},
    {"ets", "member", 2, CELL_TABLE, 2},
    {"ets", "lookup_element", 3, CELL_TABLE, 2},
    {"ets", "info", 1, CELL_NEW_TABLE, 1},
    {"ets", "whereis", 1, CELL_NEW_TABLE, 1},
    {"mnesia", "dirty_read", 2, CELL_RECORD, 2},
    {"persistent_term", "get", 1, CELL_TERM, 1},
    {"persistent_term", "get", 2, CELL_TERM, 1},
    {"application", "get_env", 2, CELL_ENVIRONMENT, 2},
    {"application", "get_env", 3, CELL_ENVIRONMENT, 2},
};

// `place`: of the key in the record; `value`: the argument that is written.
static const struct {
    const char *module, *function;
    uint32_t arity;
    Cell cell;
    uint32_t keys, ways, place, value;
} changes[] = {
    {"erlang", "register", 2, CELL_NAME, 1, BY_TEST, 0, 1},
    {"ets", "insert", 2, CELL_TABLE, 2, BY_TEST | BY_VALUE | KEY_OF_RECORD | PUBLIC, 0, 1},
    {"ets", "new", 2, CELL_NEW_TABLE, 1, BY_TEST, 0, 1},
    {"mnesia", "dirty_write", 2, CELL_RECORD, 2, BY_TEST | BY_VALUE | KEY_OF_RECORD, 1, 1},
    {"persistent_term", "put", 2, CELL_TERM, 1, BY_VALUE, 0, 1},
    {"application", "set_env", 3, CELL_ENVIRONMENT, 2, BY_VALUE, 0, 2},
};

typedef enum { SYMBOL_OTHER, SYMBOL_ATOM, SYMBOL_NUMBER, SYMBOL_LITERAL } SymbolKind;

typedef struct {
    SymbolKind kind;
    uint64_t value;      // of constants
    uint32_t looks;      // bit set: that it descends from
    uint32_t parts[2];   // of a tuple: the symbols of its first places; 0: not known
} Symbol;

typedef struct {
    uint32_t at;
    Cell cell;
    uint32_t keys[2];   // symbols
} Looked;

typedef struct {           // a path so far
    uint32_t *registers;   // symbols
    uint32_t tested;       // looks
    uint32_t guarded;      // tries and catches that it is in
} Now;

typedef struct {
    Teller *teller;
    uint32_t function, module, x_count, size, steps, depth;
    const ModuleCode *code;
    const FlowFunction *flow;
    ARRAY(Symbol) symbols;   // [0]: none
    ARRAY(Looked) looked;    // by number of the instruction, so that one that is met again is the same
    uint8_t *visits;         // of each label
    Now now;
} Walker;

static bool is_word(const Unit *u, uint32_t atom, const char *word) {
    Bytes text = modules_text(u->modules, atom);
    return text.size == strlen(word) && memcmp(text.data, word, text.size) == 0;
}

// --- symbols ----------------------------------------------------------------------------------------------------

static uint32_t new_symbol(Walker *w, uint32_t looks_of) {
    array_push(&w->symbols, (Symbol){.looks = looks_of});
    return w->symbols.count - 1;
}

static uint32_t constant(Walker *w, SymbolKind kind, uint64_t value) {
    array_push(&w->symbols, (Symbol){.kind = kind, .value = value});
    return w->symbols.count - 1;
}

static uint32_t *register_of(Walker *w, const BeamOperand *o) {
    if (o->kind == OPERAND_X && o->value < w->x_count) return &w->now.registers[o->value];
    if (o->kind == OPERAND_Y && w->x_count + o->value < w->size) return &w->now.registers[w->x_count + o->value];
    return NULL;
}

static uint32_t symbol_of(Walker *w, const BeamOperand *o) {
    uint32_t *known = register_of(w, o);
    if (known) return *known;
    if (o->kind == OPERAND_ATOM) return constant(w, SYMBOL_ATOM, w->code->atoms[o->value]);
    if (o->kind == OPERAND_INTEGER) return constant(w, SYMBOL_NUMBER, (uint64_t)o->integer);
    if (o->kind == OPERAND_LITERAL) return constant(w, SYMBOL_LITERAL, o->value);
    return new_symbol(w, 0);
}

static void set(Walker *w, const BeamOperand *o, uint32_t symbol) {
    uint32_t *known = register_of(w, o);
    if (known) *known = symbol;
}

static uint32_t looks_of(const Walker *w, uint32_t symbol) { return w->symbols.items[symbol].looks; }

static bool is_same(const Walker *w, uint32_t a, uint32_t b) {
    const Symbol *x = &w->symbols.items[a], *y = &w->symbols.items[b];
    return a != 0 && (a == b || (x->kind != SYMBOL_OTHER && x->kind == y->kind && x->value == y->value));
}

// --- calls ------------------------------------------------------------------------------------------------------

static bool calls(const Walker *w, const BeamImport *i, const char *module, const char *function, uint32_t arity) {
    const Unit *u = w->teller->unit;
    return i->arity == arity && is_word(u, w->code->atoms[i->function], function) &&
           is_word(u, w->code->atoms[i->module], module);
}

// Whether processes that call in start some that begin with a function, which is exported for that.
static bool is_begun_by_many(const Unit *u, uint32_t function) {
    for (uint32_t i = 1; i < u->roles.count; i++) {
        const Role *r = &u->roles.items[i];
        uint32_t starter =
            set_has(&u->domain.sets, r->named, function) ? unit_function_at(u, r->module, r->at) : NO_FUNCTION;
        if (starter != NO_FUNCTION && set_has(&u->domain.sets, u->functions.items[starter].roles, OUTSIDE)) return true;
    }
    return false;
}

// Any number of processes may call an exported function at the same time, with the same arguments. Of others that is
// not known: all who come there may be one process, or have different keys.
static bool is_run_by_many(const Walker *w) {
    const Unit *u = w->teller->unit;
    const UnitFunction *f = &u->functions.items[w->function];
    bool called = f->is_entry && set_has(&u->domain.sets, f->roles, OUTSIDE);
    return w->code->exported[f->flow] && (called || is_begun_by_many(u, w->function));
}

static bool is_public(const Walker *w, uint32_t table) {
    const Symbol *s = &w->symbols.items[table];
    return s->kind == SYMBOL_ATOM &&
           set_has(&w->teller->unit->domain.sets, w->teller->unit->public_tables, (uint32_t)s->value);
}

static void tell(Walker *w, uint32_t change, const Looked *looked, uint32_t at) {
    Unit *u = w->teller->unit;
    if (!rules_is_new(w->teller, w->module, at)) return;
    LintFinding *f = rules_add_finding(w->teller, LINT_race, w->function, at);
    text_format(&f->pattern, "%s:%s", changes[change].module, changes[change].function);
    f->look_line = rules_line(w->code, w->flow, looked->at).line;
    text_add(&f->text, "it goes by what was looked up at ");
    rules_add_place(u, w->module, w->function, looked->at, &f->text);
    text_add(&f->text, ", which another process may have changed in between");
    rules_add_roles(u, w->function, &f->roles);
}

static void change(Walker *w, uint32_t number, uint32_t at) {
    uint32_t ways = changes[number].ways, keys[2] = {w->now.registers[0], w->now.registers[1]};
    uint32_t value = w->now.registers[changes[number].value];
    if (ways & KEY_OF_RECORD) keys[1] = w->symbols.items[value].parts[changes[number].place];
    if (w->now.guarded || (ways & PUBLIC && !is_public(w, keys[0]))) return;
    for (uint32_t i = 0; i < w->looked.count; i++) {
        const Looked *l = &w->looked.items[i];
        bool same = l->cell == changes[number].cell;
        for (uint32_t k = 0; same && k < changes[number].keys; k++) same = is_same(w, l->keys[k], keys[k]);
        bool by_test = ways & BY_TEST && w->now.tested >> i & 1,
             by_value = ways & BY_VALUE && looks_of(w, value) >> i & 1;
        if (same && (by_test || by_value)) tell(w, number, l, at);
    }
}

static uint32_t look(Walker *w, uint32_t number, uint32_t at) {
    Looked new = {.at = at, .cell = looks[number].cell, .keys = {w->now.registers[0], w->now.registers[1]}};
    uint32_t i = 0;
    while (i < w->looked.count && w->looked.items[i].at != at) i++;
    if (i == LOOKS_MAX) return new_symbol(w, 0);
    if (i == w->looked.count)
        array_push(&w->looked, new);
    else
        w->looked.items[i] = new;
    w->now.tested &= ~(1u << i);
    return new_symbol(w, 1u << i);
}

static uint32_t looks_of_arguments(const Walker *w, uint32_t count) {
    uint32_t all = 0;
    for (uint32_t i = 0; i < count && i < w->x_count; i++) all |= looks_of(w, w->now.registers[i]);
    return all;
}

// What a call leaves: its result, made of its arguments.
static void end_call(Walker *w, uint32_t result) {
    for (uint32_t i = 0; i < w->x_count; i++) w->now.registers[i] = i == 0 ? result : 0;
}

static void call_library(Walker *w, uint32_t import, uint32_t at) {
    const BeamImport *i = &w->code->beam.imports[import];
    for (uint32_t k = 0; k < sizeof changes / sizeof *changes; k++)
        if (calls(w, i, changes[k].module, changes[k].function, changes[k].arity)) change(w, k, at);
    for (uint32_t k = 0; k < sizeof looks / sizeof *looks; k++)
        if (calls(w, i, looks[k].module, looks[k].function, looks[k].arity)) return end_call(w, look(w, k, at));
    end_call(w, new_symbol(w, looks_of_arguments(w, i->arity)));
}

// --- paths ------------------------------------------------------------------------------------------------------

static void walk(Walker *w, uint32_t at);

static void walk_to(Walker *w, const BeamOperand *label) {
    if (label->kind != OPERAND_LABEL || label->value == 0 || w->depth == DEPTH_MAX) return;
    uint32_t at = w->code->flow.label_at[label->value];
    if (at < w->flow->entry || at >= w->flow->end || w->visits[at - w->flow->entry] == VISITS_MAX) return;
    Arena *arena = &w->teller->unit->scratch;
    ArenaMark mark = arena_mark(arena);
    Now kept = w->now;
    w->visits[at - w->flow->entry]++;
    w->depth++;
    w->now.registers = arena_take(arena, w->size * sizeof *w->now.registers);
    memcpy(w->now.registers, kept.registers, w->size * sizeof *w->now.registers);
    walk(w, at);
    w->now = kept;
    w->depth--;
    arena_cut(arena, mark);
}

static void make_tuple(Walker *w, const BeamOperand *o) {
    const BeamOperand *list = w->code->beam.operands + o[1].list.first;
    Symbol tuple = {0};
    for (uint32_t i = 0; i < o[1].list.count; i++) {
        uint32_t part = symbol_of(w, &list[i]);
        tuple.looks |= looks_of(w, part);
        if (i < 2) tuple.parts[i] = part;
    }
    array_push(&w->symbols, tuple);
    set(w, &o[0], w->symbols.count - 1);
}

static void select_each(Walker *w, const BeamOperand *o) {
    const BeamOperand *list = w->code->beam.operands + o[2].list.first;
    w->now.tested |= looks_of(w, symbol_of(w, &o[0]));
    for (uint32_t i = 0; i + 1 < o[2].list.count; i += 2) walk_to(w, &list[i + 1]);
    walk_to(w, &o[1]);
}

// A test, or an instruction that computes: operands from the second on are read, the last one of those that compute is
// written.
static void test(Walker *w, const BeamInstruction *in, const BeamOperand *o) {
    for (uint32_t i = 1; i < in->count; i++) w->now.tested |= looks_of(w, symbol_of(w, &o[i]));
    walk_to(w, &o[0]);
}

static void compute(Walker *w, const BeamInstruction *in, const BeamOperand *o, uint32_t first) {
    uint32_t from = 0;
    for (uint32_t i = first; i + 1 < in->count; i++) from |= looks_of(w, symbol_of(w, &o[i]));
    if (o[0].kind == OPERAND_LABEL && o[0].value) walk_to(w, &o[0]);
    set(w, &o[in->count - 1], new_symbol(w, from));
}

static void get_part(Walker *w, const BeamOperand *from, const BeamOperand *to) {
    set(w, to, new_symbol(w, looks_of(w, symbol_of(w, from))));
}

// Whether the path goes on behind it.
static bool step(Walker *w, uint32_t at) {
    const BeamInstruction *in = &w->code->beam.code[at];
    const BeamOperand *o = flow_operands(&w->code->flow, at);
    switch (in->opcode) {
    case BEAM_call_ext: call_library(w, (uint32_t)o[1].value, at); return true;
    case BEAM_call_ext_last:
    case BEAM_call_ext_only: call_library(w, (uint32_t)o[1].value, at); return false;
    case BEAM_call:
    case BEAM_call_fun:
    case BEAM_apply: end_call(w, new_symbol(w, looks_of_arguments(w, (uint32_t)o[0].value))); return true;
    case BEAM_call_fun2: end_call(w, new_symbol(w, looks_of_arguments(w, (uint32_t)o[1].value))); return true;
    case BEAM_move: set(w, &o[1], symbol_of(w, &o[0])); return true;
    case BEAM_swap: {
        uint32_t a = symbol_of(w, &o[0]), b = symbol_of(w, &o[1]);
        set(w, &o[0], b);
        set(w, &o[1], a);
        return true;
    }
    case BEAM_put_tuple2: make_tuple(w, o); return true;
    case BEAM_put_list:
        set(w, &o[2], new_symbol(w, looks_of(w, symbol_of(w, &o[0])) | looks_of(w, symbol_of(w, &o[1]))));
        return true;
    case BEAM_get_tuple_element: get_part(w, &o[0], &o[2]); return true;
    case BEAM_get_hd:
    case BEAM_get_tl: get_part(w, &o[0], &o[1]); return true;
    case BEAM_get_list:
        get_part(w, &o[0], &o[1]);
        get_part(w, &o[0], &o[2]);
        return true;
    case BEAM_bif1:
    case BEAM_bif2:
    case BEAM_bif3: compute(w, in, o, 2); return true;
    case BEAM_gc_bif1:
    case BEAM_gc_bif2:
    case BEAM_gc_bif3: compute(w, in, o, 3); return true;
    case BEAM_select_val:
    case BEAM_select_tuple_arity: select_each(w, o); return false;
    case BEAM_jump: walk_to(w, &o[0]); return false;
    case BEAM_catch:
    case BEAM_try: w->now.guarded++; return true;
    case BEAM_catch_end:
    case BEAM_try_end: w->now.guarded -= w->now.guarded > 0; return true;
    case BEAM_trim: {
        uint32_t count = (uint32_t)o[0].value;
        for (uint32_t i = w->x_count; i < w->size; i++)
            w->now.registers[i] = i + count < w->size ? w->now.registers[i + count] : 0;
        return true;
    }
    case BEAM_loop_rec:
    case BEAM_wait:
    case BEAM_wait_timeout:
    case BEAM_remove_message: end_call(w, new_symbol(w, 0)); break;
    default: break;
    }
    if (in->count > 0 && o[0].kind == OPERAND_LABEL && o[0].value && in->opcode != BEAM_label) test(w, in, o);
    return !flow_ends[in->opcode];
}

static void walk(Walker *w, uint32_t at) {
    for (; at < w->flow->end && w->steps < STEPS_MAX; at++) {
        w->steps++;
        if (!step(w, at)) return;
    }
}

// --- all functions ----------------------------------------------------------------------------------------------

// Most functions change nothing of the kind.
static bool has_change(const Walker *w) {
    for (uint32_t at = w->flow->entry; at < w->flow->end; at++) {
        uint16_t opcode = w->code->beam.code[at].opcode;
        if (opcode != BEAM_call_ext && opcode != BEAM_call_ext_last && opcode != BEAM_call_ext_only) continue;
        const BeamImport *i = &w->code->beam.imports[flow_operands(&w->code->flow, at)[1].value];
        for (uint32_t k = 0; k < sizeof changes / sizeof *changes; k++)
            if (calls(w, i, changes[k].module, changes[k].function, changes[k].arity)) return true;
    }
    return false;
}

static void judge_function(Teller *t, uint32_t function) {
    Unit *u = t->unit;
    const UnitFunction *f = &u->functions.items[function];
    Walker w = {
        .teller = t, .function = function, .module = f->module, .x_count = f->x_count, .size = f->x_count + f->y_count};
    w.flow = rules_flow(u, function, &w.code);
    if (!f->reached || f->context || !has_change(&w) || !is_run_by_many(&w)) return;
    ArenaMark mark = arena_mark(&u->scratch);
    uint32_t length = w.flow->end - w.flow->entry;
    w.visits = arena_take(&u->scratch, length);
    w.now.registers = arena_take(&u->scratch, w.size * sizeof *w.now.registers);
    memset(w.visits, 0, length);
    array_add(&w.symbols);
    for (uint32_t i = 0; i < w.size; i++) w.now.registers[i] = i < w.flow->arity ? new_symbol(&w, 0) : 0;
    walk(&w, w.flow->entry);
    array_free(&w.symbols);
    array_free(&w.looked);
    arena_cut(&u->scratch, mark);
}

// What the outside does with exported functions is an assumption, so nothing is proved.
void rules_judge_races(Teller *t) {
    if (t->unit->assumption == LINT_PROVED) return;
    for (uint32_t i = 0; i < t->unit->functions.count; i++) judge_function(t, i);
}
