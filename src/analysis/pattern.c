// The text of a clause's pattern, read off the tests on a way to it; and that of a value.
#include <string.h>

#include "analysis/unit.h"

enum { NODES_MAX = 96, BINDINGS_MAX = 96, STEPS_MAX = 20000, DEPTH_MAX = 200 };

typedef enum { NODE_ANY, NODE_TUPLE, NODE_CONSTANT, NODE_KIND, NODE_LIST, NODE_EQUAL } NodeKind;

typedef struct {
    NodeKind kind;
    uint16_t first, count;   // of a tuple or list: its parts
    const BeamOperand *constant;
    const char *word;   // of a kind
} Node;

typedef struct {   // a way through the decision code: what it has seen of the message
    Node nodes[NODES_MAX];
    uint16_t node_count;
    struct {
        uint32_t reg;
        uint16_t node;
    } bindings[BINDINGS_MAX];
    uint16_t binding_count;
} Way;

typedef struct {
    Unit *unit;
    const ModuleCode *code;
    uint32_t leaf, steps, limit, depth;
    bool found;
    Way best;
} Finder;

enum { NO_NODE = UINT16_MAX };

static uint32_t register_key(const BeamOperand *o) { return (uint32_t)o->value << 1 | (o->kind == OPERAND_Y); }
static bool is_register(const BeamOperand *o) { return o->kind == OPERAND_X || o->kind == OPERAND_Y; }

static uint16_t node_of(const Way *way, const BeamOperand *o) {
    if (!is_register(o)) return NO_NODE;
    for (uint16_t i = way->binding_count; i > 0; i--)
        if (way->bindings[i - 1].reg == register_key(o)) return way->bindings[i - 1].node;
    return NO_NODE;
}

static void bind(Way *way, const BeamOperand *o, uint16_t node) {
    if (!is_register(o) || way->binding_count == BINDINGS_MAX) return;
    way->bindings[way->binding_count].reg = register_key(o);
    way->bindings[way->binding_count++].node = node;
}

static void set_parts(Way *way, uint16_t node, NodeKind kind, uint32_t count) {
    if (node == NO_NODE || way->nodes[node].kind == kind || way->node_count + count > NODES_MAX) return;
    way->nodes[node] = (Node){.kind = kind, .first = way->node_count, .count = (uint16_t)count};
    memset(&way->nodes[way->node_count], 0, count * sizeof *way->nodes);
    way->node_count = (uint16_t)(way->node_count + count);
}

static void set_constant(Way *way, uint16_t node, const BeamOperand *constant) {
    if (node != NO_NODE) way->nodes[node] = (Node){.kind = NODE_CONSTANT, .constant = constant};
}

static void set_kind(Way *way, uint16_t node, const char *word) {
    if (node != NO_NODE && way->nodes[node].kind == NODE_ANY)
        way->nodes[node] = (Node){.kind = NODE_KIND, .word = word};
}

static uint16_t part(const Way *way, uint16_t node, uint32_t index) {
    if (node == NO_NODE || index >= way->nodes[node].count) return NO_NODE;
    return (uint16_t)(way->nodes[node].first + index);
}

static void go(Finder *f, Way way, uint32_t at);

static void go_label(Finder *f, const Way *way, const BeamOperand *label) {
    if (label->kind != OPERAND_LABEL || !label->value || f->depth == DEPTH_MAX) return;
    f->depth++;
    go(f, *way, f->code->flow.label_at[label->value]);
    f->depth--;
}

static void equal(Way *way, const BeamOperand *a, const BeamOperand *b) {
    uint16_t left = node_of(way, a), right = node_of(way, b);
    if (left != NO_NODE && !is_register(b))
        set_constant(way, left, b);
    else if (right != NO_NODE && !is_register(a))
        set_constant(way, right, a);
    else if (left != NO_NODE && way->nodes[left].kind == NODE_ANY)
        way->nodes[left].kind = NODE_EQUAL;
    else if (right != NO_NODE && way->nodes[right].kind == NODE_ANY)
        way->nodes[right].kind = NODE_EQUAL;
}

static void select_each(Finder *f, const Way *way, const BeamOperand *o, bool sizes) {
    const BeamOperand *list = f->code->beam.operands + o[2].list.first;
    for (uint32_t i = 0; i + 1 < o[2].list.count; i += 2) {
        Way taken = *way;
        uint16_t node = node_of(way, &o[0]);
        if (sizes)
            set_parts(&taken, node, NODE_TUPLE, (uint32_t)list[i].value);
        else
            set_constant(&taken, node, &list[i]);
        go_label(f, &taken, &list[i + 1]);
    }
    go_label(f, way, &o[1]);
}

static const char *word_of_test(uint16_t opcode) {
    switch (opcode) {
    case BEAM_is_pid: return "pid";
    case BEAM_is_reference: return "reference";
    case BEAM_is_port: return "port";
    case BEAM_is_integer: return "integer";
    case BEAM_is_float: return "float";
    case BEAM_is_number: return "number";
    case BEAM_is_atom: return "atom";
    case BEAM_is_boolean: return "boolean";
    case BEAM_is_binary:
    case BEAM_is_bitstr: return "binary";
    case BEAM_is_list: return "list";
    case BEAM_is_map: return "map";
    case BEAM_is_function:
    case BEAM_is_function2: return "fun";
    case BEAM_is_tuple: return "tuple";
    default: return NULL;
    }
}

// One instruction; whether the way goes on behind it.
static bool step(Finder *f, Way *way, uint32_t at) {
    const BeamInstruction *in = &f->code->beam.code[at];
    const BeamOperand *o = flow_operands(&f->code->flow, at);
    switch (in->opcode) {
    case BEAM_loop_rec_end:
    case BEAM_loop_rec: return false;
    case BEAM_jump: go_label(f, way, &o[0]); return false;
    case BEAM_select_val: select_each(f, way, o, false); return false;
    case BEAM_select_tuple_arity: select_each(f, way, o, true); return false;
    case BEAM_move: bind(way, &o[1], node_of(way, &o[0])); return true;
    case BEAM_get_tuple_element: bind(way, &o[2], part(way, node_of(way, &o[0]), (uint32_t)o[1].value)); return true;
    case BEAM_get_list: {
        uint16_t node = node_of(way, &o[0]);
        bind(way, &o[1], part(way, node, 0));
        bind(way, &o[2], part(way, node, 1));
        return true;
    }
    case BEAM_get_hd: bind(way, &o[1], part(way, node_of(way, &o[0]), 0)); return true;
    case BEAM_get_tl: bind(way, &o[1], part(way, node_of(way, &o[0]), 1)); return true;
    default: break;
    }
    if (in->count > 0 && o[0].kind == OPERAND_LABEL) {
        if (in->opcode == BEAM_is_ne_exact) {
            Way other = *way;
            equal(&other, &o[1], &o[2]);
            go_label(f, &other, &o[0]);
        } else {
            go_label(f, way, &o[0]);
        }
    }
    switch (in->opcode) {
    case BEAM_is_eq_exact: equal(way, &o[1], &o[2]); break;
    case BEAM_test_arity: set_parts(way, node_of(way, &o[1]), NODE_TUPLE, (uint32_t)o[2].value); break;
    case BEAM_is_tagged_tuple:
        set_parts(way, node_of(way, &o[1]), NODE_TUPLE, (uint32_t)o[2].value);
        set_constant(way, part(way, node_of(way, &o[1]), 0), &o[3]);
        break;
    case BEAM_is_nonempty_list: set_parts(way, node_of(way, &o[1]), NODE_LIST, 2); break;
    case BEAM_is_nil: set_kind(way, node_of(way, &o[1]), "[]"); break;
    default:
        if (word_of_test(in->opcode)) set_kind(way, node_of(way, &o[1]), word_of_test(in->opcode));
    }
    return !flow_ends[in->opcode];
}

// The way that has seen least of the message is the clause's own: others have failed at more clauses before.
static uint32_t seen_by(const Way *way) {
    uint32_t seen = 0;
    for (uint16_t i = 0; i < way->node_count; i++) seen += way->nodes[i].kind != NODE_ANY;
    return seen;
}

static void go(Finder *f, Way way, uint32_t at) {
    for (; f->steps < STEPS_MAX && at <= f->limit; at++) {
        f->steps++;
        if (at == f->leaf) {
            if (!f->found || seen_by(&way) < seen_by(&f->best)) f->best = way;
            f->found = true;
            return;
        }
        if (f->code->beam.code[at].opcode == BEAM_remove_message) return;
        if (!step(f, &way, at)) return;
    }
}

// --- writing ----------------------------------------------------------------------------------------------------

// A character between quotes, as Erlang writes it.
static void write_quoted(Text *out, char c) {
    static const char controls[] = "\b\t\n\v\f\r\033\177", names[] = "btnvfred";
    const char *control = c ? strchr(controls, c) : NULL;
    if (control)
        text_format(out, "\\%c", names[control - controls]);
    else if (c == '\'' || c == '\\')
        text_format(out, "\\%c", c);
    else if ((unsigned char)c < ' ')
        text_format(out, "\\%03o", (unsigned)c);
    else
        text_add_char(out, c);
}

static void write_atom(const Modules *modules, uint32_t atom, Text *out) {
    Bytes text = modules_text(modules, atom);
    bool plain = text.size > 0 && text.data[0] >= 'a' && text.data[0] <= 'z';
    for (size_t i = 0; plain && i < text.size; i++) {
        char c = (char)text.data[i];
        plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '@';
    }
    if (plain) {
        text_add_bytes(out, text.data, text.size);
        return;
    }
    text_add(out, "'");
    for (size_t i = 0; i < text.size; i++) write_quoted(out, (char)text.data[i]);
    text_add(out, "'");
}

static void write_operand(Finder *f, const BeamOperand *o, Text *out) {
    if (o->kind == OPERAND_ATOM)
        write_atom(f->unit->modules, f->code->atoms[o->value], out);
    else if (o->kind == OPERAND_INTEGER)
        text_format(out, "%lld", (long long)o->integer);
    else if (o->kind == OPERAND_NIL)
        text_add(out, "[]");
    else if (o->kind == OPERAND_LITERAL)
        pattern_value(f->unit, literal_term(f->unit, f->code->beam.literals[o->value]), out);
    else
        text_add(out, "_");
}

static void write_node(Finder *f, uint16_t index, Text *out) {
    const Node *node = &f->best.nodes[index];
    switch (node->kind) {
    case NODE_ANY: text_add(out, "_"); break;
    case NODE_EQUAL: text_add(out, "Bound"); break;
    case NODE_KIND: text_format(out, strcmp(node->word, "[]") == 0 ? "%s" : "_/%s", node->word); break;
    case NODE_CONSTANT: write_operand(f, node->constant, out); break;
    case NODE_LIST:
        text_add(out, "[");
        write_node(f, node->first, out);
        text_add(out, "|");
        write_node(f, (uint16_t)(node->first + 1), out);
        text_add(out, "]");
        break;
    case NODE_TUPLE:
        text_add(out, "{");
        for (uint16_t i = 0; i < node->count; i++) {
            if (i > 0) text_add(out, ", ");
            write_node(f, (uint16_t)(node->first + i), out);
        }
        text_add(out, "}");
        break;
    }
}

bool pattern_text(Unit *unit, const Receive *receive, uint32_t leaf, Text *out) {
    const ModuleCode *code = unit->modules->items.items[receive->module];
    Finder f = {.unit = unit, .code = code, .leaf = leaf, .limit = receive->limit};
    Way way = {.node_count = 1};
    bind(&way, &flow_operands(&code->flow, receive->at)[1], 0);
    go(&f, way, receive->at + 1);
    if (f.found)
        write_node(&f, 0, out);
    else
        text_add(out, "_");
    return f.found && f.best.nodes[0].kind != NODE_ANY && f.steps < STEPS_MAX;
}

static void write_values(Unit *unit, const uint32_t *elements, uint32_t count, Text *out, uint32_t depth);

static void write_value(Unit *unit, Value value, Text *out, uint32_t depth) {
    static const struct {
        uint32_t kind;
        const char *word;
    } words[] = {{KIND_INTEGER, "integer"}, {KIND_FLOAT, "float"}, {KIND_INTEGER | KIND_FLOAT, "number"},
                 {KIND_BITS, "binary"},     {KIND_PID, "pid"},     {KIND_PORT, "port"},
                 {KIND_REF, "reference"},   {KIND_FUN, "fun"},     {KIND_NIL, "[]"},
                 {KIND_CONS, "list"},       {KIND_LIST, "list"},   {KIND_MAP, "map"},
                 {KIND_ATOM, "atom"},       {KIND_TUPLE, "tuple"}};
    uint32_t atom, count, kinds = value_kinds_of(&unit->domain, value);
    const uint32_t *elements;
    if (value_is_atom(&unit->domain, value, &atom)) return write_atom(unit->modules, atom, out);
    if (depth < 3 && value_only_shape(&unit->domain, value, &count, &elements))
        return write_values(unit, elements, count, out, depth);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].kind == kinds) return text_add(out, words[i].word);
    text_add(out, "_");
}

static void write_values(Unit *unit, const uint32_t *elements, uint32_t count, Text *out, uint32_t depth) {
    text_add(out, "{");
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0) text_add(out, ", ");
        write_value(unit, elements[i], out, depth + 1);
    }
    text_add(out, "}");
}

void pattern_value(Unit *unit, Value value, Text *out) { write_value(unit, value, out, 0); }
