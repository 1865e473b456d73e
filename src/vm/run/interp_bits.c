#include "vm/run/interp_bits.h"

#include "base/memory.h"
#include "vm/term/bits.h"
#include "vm/term/compare.h"
#include "vm/term/number.h"

// --- matching ------------------------------------------------------------------------------------------

static const uint8_t *context_bytes(Term context) { return term_binary_bytes(term_words(context)[CONTEXT_BASE]); }

Term match_start(Heap *heap, Term t) {
    if (term_is_kind(t, KIND_MATCH)) return t;
    if (!term_is_bitstring(t)) return NO_TERM;
    bool part = term_kind(t) == KIND_SUBBINARY;
    Bits bits = term_bits(t);
    Term context = heap_box(heap, KIND_MATCH, CONTEXT_WORDS);
    Term *words = term_words(context);
    words[CONTEXT_BASE] = part ? term_words(t)[1] : t;
    words[CONTEXT_POSITION] = words[CONTEXT_START] = term_small((int64_t)bits.offset);
    words[CONTEXT_END] = term_small((int64_t)(bits.offset + bits.size));
    return context;
}

// size * unit in bits, if so many are left.
static bool wanted_bits(Term context, Term size, uint32_t unit, size_t *bits) {
    size_t count;
    if (!term_is_small(size) || term_to_small(size) < 0) return false;
    if (__builtin_mul_overflow((size_t)term_to_small(size), (size_t)unit, &count)) return false;
    *bits = count;
    return count <= match_left(context);
}

Term match_fixed_integer(Store *store, Term context, size_t bits, uint32_t flags) {
    if (bits > match_left(context)) return NO_TERM;
    Term value = bits_get_integer(&store->heap, context_bytes(context), match_at(context), bits, flags & BITS_LITTLE,
                                  flags & BITS_SIGNED);
    if (!term_is_none(value)) match_advance(store, context, bits);
    return value;
}

Term match_integer(Store *store, Term context, Term size, uint32_t unit, uint32_t flags) {
    size_t bits;
    if (!wanted_bits(context, size, unit, &bits)) return NO_TERM;
    return match_fixed_integer(store, context, bits, flags);
}

static bool is_float_size(const Release *release, size_t bits) {
    return bits == 32 || bits == 64 || (bits == 16 && release->half_floats);
}

Term match_float(Store *store, Term context, Term size, uint32_t unit, uint32_t flags) {
    size_t bits;
    double value;
    if (!wanted_bits(context, size, unit, &bits)) return NO_TERM;
    if (bits == 0) { return heap_float(&store->heap, 0.0); }
    if (!is_float_size(store->heap.release, bits) ||
        !bits_get_float(context_bytes(context), match_at(context), bits, flags & BITS_LITTLE, &value))
        return NO_TERM;
    match_advance(store, context, bits);
    return heap_float(&store->heap, value);
}

static Term part_of_base(Heap *heap, Term context, size_t at, size_t bits) {
    Term base = term_words(context)[CONTEXT_BASE];
    Term part = heap_box(heap, KIND_SUBBINARY, 3);
    term_words(part)[1] = base;
    term_words(part)[2] = term_small((int64_t)at);
    term_words(part)[3] = term_small((int64_t)bits);
    return part;
}

Term match_fixed_binary(Store *store, Term context, size_t bits) {
    if (bits > match_left(context)) return NO_TERM;
    Term part = part_of_base(&store->heap, context, match_at(context), bits);
    match_advance(store, context, bits);
    return part;
}

Term match_binary(Store *store, Term context, Term size, uint32_t unit) {
    size_t bits;
    if (term_same(size, ATOM(all))) {
        bits = match_left(context);
        if (bits % unit != 0) return NO_TERM;
    } else if (!wanted_bits(context, size, unit, &bits)) {
        return NO_TERM;
    }
    return match_fixed_binary(store, context, bits);
}

bool match_skip(Store *store, Term context, Term size, uint32_t unit) {
    size_t bits;
    if (term_same(size, ATOM(all))) {
        bits = match_left(context);
        if (bits % unit != 0) return false;
    } else if (!wanted_bits(context, size, unit, &bits)) {
        return false;
    }
    match_advance(store, context, bits);
    return true;
}

Term match_utf(Store *store, Term context, uint32_t width, uint32_t flags) {
    size_t position = match_at(context), end = position + match_left(context);
    const uint8_t *bytes = context_bytes(context);
    uint32_t character;
    bool little = flags & BITS_LITTLE;
    bool valid = width == 8    ? bits_get_utf8(bytes, &position, end, &character)
                 : width == 16 ? bits_get_utf16(bytes, &position, end, little, &character)
                               : bits_get_utf32(bytes, &position, end, little, &character);
    if (!valid) return NO_TERM;
    match_set_position(store, context, term_small((int64_t)position));
    return term_small(character);
}

bool match_string(Store *store, Term context, const uint8_t *bytes, size_t bits) {
    if (bits > match_left(context)) return false;
    Bits here = {context_bytes(context), match_at(context), bits};
    if (!bits_equal(here, (Bits){bytes, 0, bits})) return false;
    match_advance(store, context, bits);
    return true;
}

bool match_equal(Store *store, Term context, size_t bits, Term value) {
    if (bits > match_left(context)) return false;
    Term found = bits_get_integer(&store->heap, context_bytes(context), match_at(context), bits, false, false);
    if (!term_identical(found, value)) return false;
    match_advance(store, context, bits);
    return true;
}

Term match_tail(Heap *heap, Term context) {
    return part_of_base(heap, context, match_at(context), match_left(context));
}

Term match_whole(Heap *heap, Term context) {
    if (!term_is_kind(context, KIND_MATCH)) return context;
    const Term *words = term_words(context);
    size_t start = (size_t)term_to_small(words[CONTEXT_START]);
    return part_of_base(heap, context, start, (size_t)term_to_small(words[CONTEXT_END]) - start);
}

Term match_position(Term context) { return term_words(context)[CONTEXT_POSITION]; }

void match_set_position(Store *store, Term context, Term position) {
    store_set(store, term_words(context) + CONTEXT_POSITION, position);
}

// --- building in one instruction -----------------------------------------------------------------------

typedef struct {
    SegmentType type;
    uint32_t unit, flags;
    uint32_t number;   // of the segment in the source, from 1
    Term value, size;
    size_t bits;
} Segment;

static Term segment_type_atom(SegmentType type) {
    switch (type) {
    case SEGMENT_INTEGER: return ATOM(integer);
    case SEGMENT_FLOAT: return ATOM(float);
    case SEGMENT_UTF8: return ATOM(utf8);
    case SEGMENT_UTF16: return ATOM(utf16);
    case SEGMENT_UTF32: return ATOM(utf32);
    case SEGMENT_STRING: return ATOM(string);
    default: return ATOM(binary);
    }
}

// What erl_erts_errors:format_bs_fail explains.
static Term raise_segment(Process *p, const Segment *segment, Term reason, Term what, Term value) {
    Term cause = heap_tuple4(p->heap, term_small(segment->number), segment_type_atom(segment->type), what, value);
    return process_raise_cause(p, reason, cause);
}

// The size in bits of a segment with an explicit size. False after raising.
static bool explicit_size(Process *p, Segment *segment) {
    Term size = segment->size;
    if (!term_is_integer(size) || number_is_negative(size)) {
        raise_segment(p, segment, ATOM(badarg), ATOM(size), size);
        return false;
    }
    size_t bits;
    if (!term_is_small(size) || __builtin_mul_overflow((size_t)term_to_small(size), (size_t)segment->unit, &bits) ||
        bits >> 3 > (size_t)1 << 50) {
        raise_segment(p, segment, ATOM(system_limit), ATOM(size), size);
        return false;
    }
    segment->bits = bits;
    return true;
}

static bool character_of(Term value, uint32_t *character) {
    if (!term_is_small(value) || term_to_small(value) < 0 || !bits_is_character((uint64_t)term_to_small(value)))
        return false;
    *character = (uint32_t)term_to_small(value);
    return true;
}

static bool float_of(Term value, double *number) { return term_is_number(value) && number_to_double(value, number); }

// Checks the value and finds the size. False after raising.
static bool measure_binary(Process *p, Segment *segment) {
    if (!term_is_bitstring(segment->value)) {
        raise_segment(p, segment, ATOM(badarg), ATOM(type), segment->value);
        return false;
    }
    size_t have = term_bits(segment->value).size;
    if (term_same(segment->size, ATOM(all))) {
        segment->bits = have;
        if (have % segment->unit == 0) return true;
        raise_segment(p, segment, ATOM(badarg), ATOM(unit), segment->value);
        return false;
    }
    if (!explicit_size(p, segment)) return false;
    if (segment->bits <= have) return true;
    raise_segment(p, segment, ATOM(badarg), ATOM(short), segment->value);
    return false;
}

static bool measure_float(Process *p, Segment *segment) {
    double number;
    if (!explicit_size(p, segment)) return false;
    if (!term_is_number(segment->value)) {
        raise_segment(p, segment, ATOM(badarg), ATOM(type), segment->value);
        return false;
    }
    if (!is_float_size(p->heap->release, segment->bits)) {
        raise_segment(p, segment, ATOM(badarg), ATOM(invalid), term_small((int64_t)segment->bits));
        return false;
    }
    uint8_t trial[8];
    if (float_of(segment->value, &number) && bits_put_float(trial, 0, segment->bits, number, false)) return true;
    raise_segment(p, segment, ATOM(badarg), ATOM(no_float), segment->value);
    return false;
}

static bool measure(Process *p, Segment *segment) {
    uint32_t character = 0;
    switch (segment->type) {
    case SEGMENT_INTEGER:
        if (!term_is_integer(segment->value)) {
            raise_segment(p, segment, ATOM(badarg), ATOM(type), segment->value);
            return false;
        }
        return explicit_size(p, segment);
    case SEGMENT_FLOAT: return measure_float(p, segment);
    case SEGMENT_STRING: segment->bits = (size_t)term_to_small(segment->size) * 8; return true;
    case SEGMENT_BINARY:
    case SEGMENT_APPEND:
    case SEGMENT_PRIVATE_APPEND: return measure_binary(p, segment);
    default:
        if (!character_of(segment->value, &character)) {
            raise_segment(p, segment, ATOM(badarg), ATOM(type), segment->value);
            return false;
        }
        segment->bits = segment->type == SEGMENT_UTF8    ? bits_utf8_size(character)
                        : segment->type == SEGMENT_UTF16 ? bits_utf16_size(character)
                                                         : 32;
        return true;
    }
}

static void write_segment(const Segment *segment, uint8_t *to, size_t offset) {
    bool little = segment->flags & BITS_LITTLE;
    double number = 0;
    uint32_t character = 0;
    switch (segment->type) {
    case SEGMENT_INTEGER: bits_put_integer(to, offset, segment->bits, segment->value, little); break;
    case SEGMENT_FLOAT:
        float_of(segment->value, &number);
        bits_put_float(to, offset, segment->bits, number, little);
        break;
    case SEGMENT_STRING:
        bits_copy(to, offset, (const uint8_t *)(uintptr_t)term_to_small(segment->value), 0, segment->bits);
        break;
    case SEGMENT_BINARY:
    case SEGMENT_APPEND:
    case SEGMENT_PRIVATE_APPEND: {
        Bits from = term_bits(segment->value);
        from.size = segment->bits;
        bits_put_bits(to, offset, from);
        break;
    }
    default:
        character_of(segment->value, &character);
        if (segment->type == SEGMENT_UTF8)
            bits_put_utf8(to, offset, character);
        else if (segment->type == SEGMENT_UTF16)
            bits_put_utf16(to, offset, character, little);
        else
            bits_put_utf32(to, offset, character, little);
    }
}

enum { SEGMENTS_INLINE = 16 };

static Segment segment_at(const Code *at, const Term *x, const Term *stack) {
    return (Segment){.type = (SegmentType)at[0],
                     .unit = at[1],
                     .flags = at[2],
                     .number = at[3],
                     .value = operand_source(&at[4], x, stack),
                     .size = operand_source(&at[5], x, stack)};
}

Term bits_create(Process *p, const Code *ip, const Term *x, const Term *stack) {
    uint32_t count = ip[4];
    Segment few[SEGMENTS_INLINE];
    Segment *segments = count <= SEGMENTS_INLINE ? few : memory_new(count * sizeof *segments);
    size_t total = 0;
    Term result = NO_TERM;
    for (uint32_t i = 0; i < count; i++) {
        segments[i] = segment_at(ip + 5 + SEGMENT_CODE_WORDS * i, x, stack);
        if (!measure(p, &segments[i])) goto done;
        if (__builtin_add_overflow(total, segments[i].bits, &total)) {
            process_system_limit(p);
            goto done;
        }
    }
    uint8_t *to;
    size_t offset = 0;
    uint32_t first = 0;
    if (count > 0 && (segments[0].type == SEGMENT_APPEND || segments[0].type == SEGMENT_PRIVATE_APPEND)) {
        result = bits_append(p->heap, segments[0].value, total - segments[0].bits, &to, &offset);
        first = 1;
    } else {
        result = bits_new(p->heap, total, &to);
    }
    if (term_is_none(result)) {
        process_system_limit(p);
        goto done;
    }
    for (uint32_t i = first; i < count; i++) {
        write_segment(&segments[i], to, offset);
        offset += segments[i].bits;
    }
done:
    if (segments != few) memory_free(segments);
    return result;
}

// --- building piece by piece ---------------------------------------------------------------------------

static bool size_in_bits(Process *p, Term size, uint32_t unit, size_t *bits) {
    if (!term_is_integer(size) || number_is_negative(size)) return process_badarg(p), false;
    if (!term_is_small(size) || __builtin_mul_overflow((size_t)term_to_small(size), (size_t)unit, bits) ||
        *bits >> 3 > (size_t)1 << 50)
        return process_system_limit(p), false;
    return true;
}

Term bits_begin(Process *p, Term size, uint32_t unit) {
    size_t bits;
    if (!size_in_bits(p, size, unit, &bits)) return NO_TERM;
    Term result = bits_new(p->heap, bits, &p->machine->building);
    if (term_is_none(result)) return process_system_limit(p);
    p->machine->building_offset = 0;
    p->machine->building_end = bits;
    return result;
}

Term bits_begin_append(Process *p, Term binary, Term size, uint32_t unit) {
    size_t bits;
    if (!term_is_bitstring(binary) || term_bits(binary).size % unit != 0) return process_badarg(p);
    if (!size_in_bits(p, size, 1, &bits)) return NO_TERM;
    Term result = bits_append(p->heap, binary, bits, &p->machine->building, &p->machine->building_offset);
    if (term_is_none(result)) return process_system_limit(p);
    p->machine->building_end = p->machine->building_offset + bits;
    return result;
}

Term bits_size_add(Process *p, Term size, Term count, uint32_t unit) {
    size_t bits;
    if (!size_in_bits(p, count, unit, &bits)) return NO_TERM;
    if (!term_is_integer(size)) return process_badarg(p);
    return number_add(p->heap, size, term_small((int64_t)bits));
}

Term bits_size_of_character(Term value, uint32_t width) {
    uint32_t character;
    if (!character_of(value, &character)) return term_small(4);   // bs_put_utf will raise
    return term_small((int64_t)(width == 8 ? bits_utf8_size(character) : bits_utf16_size(character)) / 8);
}

// What is left of the size that was asked for.
static bool is_room_for(const Machine *m, size_t bits) { return bits <= m->building_end - m->building_offset; }

static bool add_segment(Process *p, Segment segment) {
    if (!measure(p, &segment)) {
        p->cause = TERM_NIL;
        return false;
    }
    if (!is_room_for(p->machine, segment.bits)) {
        process_badarg(p);
        return false;
    }
    write_segment(&segment, p->machine->building, p->machine->building_offset);
    p->machine->building_offset += segment.bits;
    return true;
}

bool bits_add_integer(Process *p, Term size, uint32_t unit, uint32_t flags, Term value) {
    return add_segment(p, (Segment){SEGMENT_INTEGER, unit, flags, 0, value, size, 0});
}

bool bits_add_float(Process *p, Term size, uint32_t unit, uint32_t flags, Term value) {
    return add_segment(p, (Segment){SEGMENT_FLOAT, unit, flags, 0, value, size, 0});
}

bool bits_add_binary(Process *p, Term size, uint32_t unit, Term value) {
    return add_segment(p, (Segment){SEGMENT_BINARY, unit, 0, 0, value, size, 0});
}

bool bits_add_character(Process *p, uint32_t width, uint32_t flags, Term value) {
    SegmentType type = width == 8 ? SEGMENT_UTF8 : width == 16 ? SEGMENT_UTF16 : SEGMENT_UTF32;
    return add_segment(p, (Segment){type, 1, flags, 0, value, TERM_NIL, 0});
}

bool bits_add_string(Process *p, const uint8_t *bytes, size_t size) {
    if (!is_room_for(p->machine, size * 8)) {
        process_badarg(p);
        return false;
    }
    bits_copy(p->machine->building, p->machine->building_offset, bytes, 0, size * 8);
    p->machine->building_offset += size * 8;
    return true;
}
