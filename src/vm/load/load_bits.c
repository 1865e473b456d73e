// The bit syntax.
#include "vm/load/loader.h"

// --- matching ----------------------------------------------------------------------------------------

void load_match_integer(Loader *l, Op op, const BeamOperand *o) {
    // fail, context, live, size, unit, flags, destination
    if (o[3].kind == OPERAND_INTEGER && o[3].integer >= 0 && o[3].integer < 4096) {
        emit(l, OP_bs_get_integer_small, "j0s1", o);
        emit_number(l, (uint64_t)o[3].integer * o[4].value);
        emit_operands(l, "f5d6", o);
    } else {
        emit(l, op, "j0s1s3u4f5d6", o);
    }
}

// Flags written as a list of atoms.
static uint32_t segment_flags(Loader *l, const BeamOperand *o) {
    uint32_t flags = 0;
    for (Term list = loader_term(l, o); term_is_cons(list); list = term_tail(list)) {
        Term flag = term_head(list);
        if (term_same(flag, ATOM(little)) || term_same(flag, ATOM(native))) flags |= BITS_LITTLE;
        if (term_same(flag, ATOM(signed))) flags |= BITS_SIGNED;
    }
    return flags;
}

// One command of bs_match, an instruction of its own. Returns how many operands it has.
static uint32_t match_command(Loader *l, const BeamOperand *o, const BeamOperand *c) {
    Term name = loader_term(l, c);
    if (term_same(name, ATOM(ensure_at_least))) {
        emit(l, OP_bs_ensure_at_least, "j0s1", o);
        emit_operands(l, "u1u2", c);
        return 3;
    }
    if (term_same(name, ATOM(ensure_exactly))) {
        emit(l, OP_bs_ensure_exactly, "j0s1", o);
        emit_operands(l, "u1", c);
        return 2;
    }
    if (term_same(name, ATOM(skip))) {
        emit(l, OP_bs_take_skip, "s1", o);
        emit_operands(l, "u1", c);
        return 2;
    }
    if (term_same(name, ATOM(get_tail))) {
        emit(l, OP_bs_get_tail, "s1", o);
        emit_operands(l, "d3", c);
        return 4;
    }
    if (term_same(name, ATOM(eqeq))) {
        emit(l, OP_bs_take_equal, "j0s1", o);
        emit_operands(l, "u2c3", c);
        return 4;
    }
    bool integer = term_same(name, ATOM(integer));   // or binary: live, flags, size, unit, destination
    emit(l, integer ? OP_bs_take_integer : OP_bs_take_binary, "s1", o);
    emit_number(l, c[3].value * c[4].value);
    if (integer) emit_number(l, segment_flags(l, &c[2]));
    emit_operands(l, "d5", c);
    return 6;
}

void load_match_commands(Loader *l, Op op, const BeamOperand *o) {
    (void)op;
    const BeamOperand *c = loader_list(l, &o[2]), *end = c + o[2].list.count;
    while (c < end) c += match_command(l, o, c);
}

// --- building ----------------------------------------------------------------------------------------

static SegmentType segment_type(Term name) {
    static const struct {
        Term name;
        SegmentType type;
    } types[] = {
        {ATOM_INIT(integer), SEGMENT_INTEGER},
        {ATOM_INIT(float), SEGMENT_FLOAT},
        {ATOM_INIT(binary), SEGMENT_BINARY},
        {ATOM_INIT(string), SEGMENT_STRING},
        {ATOM_INIT(utf8), SEGMENT_UTF8},
        {ATOM_INIT(utf16), SEGMENT_UTF16},
        {ATOM_INIT(utf32), SEGMENT_UTF32},
        {ATOM_INIT(append), SEGMENT_APPEND},
        {ATOM_INIT(private_append), SEGMENT_PRIVATE_APPEND},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (term_same(types[i].name, name)) return types[i].type;
    assert(!"a segment type that the reader let through");
    return SEGMENT_INTEGER;
}

// Type, number, unit, flags, value, size.
static void create_segment(Loader *l, const BeamOperand *s) {
    SegmentType type = segment_type(loader_term(l, &s[0]));
    emit_number(l, type);
    emit_number(l, s[2].value);
    emit_number(l, segment_flags(l, &s[3]));
    emit_number(l, s[1].value);
    if (type == SEGMENT_STRING)
        emit_constant_source(l, term_from_pointer(l->beam->strings.data + s[4].value));
    else
        emit_source(l, &s[4]);
    emit_source(l, &s[5]);
}

void load_create_binary(Loader *l, Op op, const BeamOperand *o) {
    // fail, words, live, unit, destination, segments
    const BeamOperand *segments = loader_list(l, &o[5]);
    uint32_t count = o[5].list.count / SEGMENT_CODE_WORDS;
    emit(l, op, "j0u3d4", o);
    emit_number(l, count);
    for (uint32_t i = 0; i < count; i++) create_segment(l, &segments[i * SEGMENT_CODE_WORDS]);
}
