// Numbers in the module erlang: operators called as functions, rounding, and conversions from and to
// text; also what the module string has in C for reading numbers at the start of a string.
#include <math.h>

#include "base/memory.h"
#include "base/text.h"
#include "vm/bif/bifs.h"
#include "vm/term/bits.h"
#include "vm/term/float_text.h"
#include "vm/term/number.h"

// --- operators -----------------------------------------------------------------------------------
static Term arithmetic(Process *p, Term result) {
    if (term_is_none(result)) return process_badarith(p);
    return number_is_limit(result) ? process_system_limit(p) : result;
}

#define OPERATOR_1(name, operation) \
    static Term erlang_##name##_1(Process *p, const Term *args) { return arithmetic(p, operation(p->heap, args[0])); }
#define OPERATOR_2(name, operation)                                 \
    static Term erlang_##name##_2(Process *p, const Term *args) {   \
        return arithmetic(p, operation(p->heap, args[0], args[1])); \
    }

OPERATOR_2(plus, number_add)
OPERATOR_1(minus, number_negate)
OPERATOR_2(minus, number_subtract)
OPERATOR_2(times, number_multiply)
OPERATOR_2(slash, number_divide)
OPERATOR_2(div, number_quotient)
OPERATOR_2(rem, number_remainder)
OPERATOR_2(band, number_band)
OPERATOR_2(bor, number_bor)
OPERATOR_2(bxor, number_bxor)
OPERATOR_1(bnot, number_bnot)
OPERATOR_2(bsl, number_shift_left)
OPERATOR_2(bsr, number_shift_right)

// A sum with zero, so that +(-0.0) is 0.0.
static Term erlang_plus_1(Process *p, const Term *args) {
    return arithmetic(p, number_add(p->heap, args[0], term_small(0)));
}

// --- rounding ------------------------------------------------------------------------------------
static Term erlang_abs_1(Process *p, const Term *args) {
    Term result = number_absolute(p->heap, args[0]);
    return term_is_none(result) ? process_badarg(p) : result;
}

static Term erlang_float_1(Process *p, const Term *args) {
    double value;
    if (term_is_float(args[0])) return args[0];
    return number_to_double(args[0], &value) ? heap_float(p->heap, value) : process_badarg(p);
}

static Term to_integer(Process *p, Term number, double (*rounding)(double)) {
    if (term_is_integer(number)) return number;
    if (!term_is_float(number)) return process_badarg(p);
    return number_from_double(p->heap, rounding(term_to_double(number)));
}

static Term erlang_trunc_1(Process *p, const Term *args) { return to_integer(p, args[0], trunc); }
static Term erlang_round_1(Process *p, const Term *args) { return to_integer(p, args[0], round); }
static Term erlang_ceil_1(Process *p, const Term *args) { return to_integer(p, args[0], ceil); }
static Term erlang_floor_1(Process *p, const Term *args) { return to_integer(p, args[0], floor); }

// --- texts as terms ------------------------------------------------------------------------------
typedef Term (*TextMaker)(Process *p, const char *text, size_t size);

static Term text_list(Process *p, const char *text, size_t size) {
    if (!heap_has_room(p->heap, 2 * size)) return process_system_limit(p);
    Term list = TERM_NIL;
    while (size > 0) list = heap_cons(p->heap, term_small((unsigned char)text[--size]), list);
    return list;
}

static Term text_binary(Process *p, const char *text, size_t size) {
    if (!heap_has_room(p->heap, size / 8 + 3)) return process_system_limit(p);
    return heap_binary_from(p->heap, text, size);
}

// --- integers to text ------------------------------------------------------------------------------
static bool is_base(Term t) { return term_is_small(t) && term_to_small(t) >= 2 && term_to_small(t) <= 36; }

static Term integer_text(Process *p, Term integer, Term base, TextMaker make) {
    if (!term_is_integer(integer) || !is_base(base)) return process_badarg(p);
    Text text = {0};
    number_integer_text(integer, (int)term_to_small(base), &text);
    Term result = make(p, text.data, text.size);
    text_free(&text);
    return result;
}

static Term erlang_integer_to_list_1(Process *p, const Term *args) {
    return integer_text(p, args[0], term_small(10), text_list);
}

static Term erlang_integer_to_list_2(Process *p, const Term *args) {
    return integer_text(p, args[0], args[1], text_list);
}

static Term erlang_integer_to_binary_1(Process *p, const Term *args) {
    return integer_text(p, args[0], term_small(10), text_binary);
}

static Term erlang_integer_to_binary_2(Process *p, const Term *args) {
    return integer_text(p, args[0], args[1], text_binary);
}

// --- floats to text --------------------------------------------------------------------------------
typedef struct {
    enum { FORM_SCIENTIFIC, FORM_DECIMALS, FORM_SHORTEST } form;
    int decimals;
    bool compact;
} FloatFormat;

static bool format_option(const Release *release, FloatFormat *format, Term option) {
    if (term_same(option, ATOM(compact))) {
        format->compact = true;
        return true;
    }
    if (term_same(option, ATOM(short)) && release->number >= 25) {
        format->form = FORM_SHORTEST;
        return true;
    }
    if (!term_is_tuple_of(option, 2)) return false;
    Term name = term_elements(option)[0], value = term_elements(option)[1];
    bool decimals = term_same(name, ATOM(decimals));
    if (!term_is_small(value) || (!decimals && !term_same(name, ATOM(scientific)))) return false;
    format->form = decimals ? FORM_DECIMALS : FORM_SCIENTIFIC;
    format->decimals = (int)term_to_small(value);   // OTP keeps the low 32 bits as well
    return true;
}

static size_t format_write(FloatFormat format, double value, char *buffer) {
    switch (format.form) {
    case FORM_SHORTEST: return float_text_shortest(value, buffer);
    case FORM_DECIMALS: return float_text_decimals(value, format.decimals, format.compact, buffer);
    default: return float_text_scientific(value, format.decimals, buffer);
    }
}

static Term float_text(Process *p, Term number, Term options, TextMaker make) {
    FloatFormat format = {FORM_SCIENTIFIC, 20, false};
    char buffer[FLOAT_TEXT_MAX];
    for (; term_is_cons(options); options = term_tail(options))
        if (!format_option(p->heap->release, &format, term_head(options))) return process_badarg(p);
    if (!term_is_nil(options) || !term_is_float(number)) return process_badarg(p);
    size_t size = format_write(format, term_to_double(number), buffer);
    return size > 0 ? make(p, buffer, size) : process_badarg(p);
}

static Term erlang_float_to_list_1(Process *p, const Term *args) { return float_text(p, args[0], TERM_NIL, text_list); }

static Term erlang_float_to_list_2(Process *p, const Term *args) { return float_text(p, args[0], args[1], text_list); }

static Term erlang_float_to_binary_1(Process *p, const Term *args) {
    return float_text(p, args[0], TERM_NIL, text_binary);
}

static Term erlang_float_to_binary_2(Process *p, const Term *args) {
    return float_text(p, args[0], args[1], text_binary);
}

// --- numbers at the start of a list ------------------------------------------------------------------
// Takes characters off a list and gathers them.
typedef struct {
    Term rest;
    Text text;
} Reader;

// The next element, or -1 when that is no small integer or there is none.
static int64_t reader_peek(const Reader *reader) {
    if (!term_is_cons(reader->rest) || !term_is_small(term_head(reader->rest))) return -1;
    return term_to_small(term_head(reader->rest));
}

static void reader_take(Reader *reader) {
    text_add_char(&reader->text, (char)reader_peek(reader));
    reader->rest = term_tail(reader->rest);
}

// Takes one character if it is either of the two.
static bool reader_take_either(Reader *reader, char a, char b) {
    int64_t next = reader_peek(reader);
    if (next != a && next != b) return false;
    reader_take(reader);
    return true;
}

static bool reader_take_decimals(Reader *reader) {
    size_t before = reader->text.size;
    while (reader_peek(reader) >= '0' && reader_peek(reader) <= '9') reader_take(reader);
    return reader->text.size > before;
}

// An exponent, or nothing: an e without digits behind it is not part of the number.
static void reader_take_exponent(Reader *reader) {
    Term rest = reader->rest;
    size_t size = reader->text.size;
    if (reader_take_either(reader, 'e', 'E')) {
        reader_take_either(reader, '+', '-');
        if (reader_take_decimals(reader)) return;
    }
    reader->rest = rest;
    reader->text.size = size;
}

// NO_TERM if the list does not start with an integer. Like OTP, looks at the low byte of each element.
static Term list_integer(Heap *heap, Term list, int base, Term *rest) {
    Reader reader = {.rest = list};
    reader_take_either(&reader, '+', '-');
    while (number_digit((char)reader_peek(&reader)) < base) reader_take(&reader);
    Term integer = number_integer_parse(heap, text_string(&reader.text), reader.text.size, base);
    text_free(&reader.text);
    *rest = reader.rest;
    return integer;
}

// NO_TERM if the list does not start with a float.
static Term list_float(Heap *heap, Term list, Term *rest) {
    Reader reader = {.rest = list};
    double value;
    reader_take_either(&reader, '+', '-');
    bool found =
        reader_take_decimals(&reader) && reader_take_either(&reader, '.', ',') && reader_take_decimals(&reader);
    if (found) {
        reader_take_exponent(&reader);
        found = float_text_parse(reader.text.data, reader.text.size, &value);
    }
    text_free(&reader.text);
    *rest = reader.rest;
    return found ? heap_float(heap, value) : NO_TERM;
}

static Term error_tuple(Process *p, Term reason) { return heap_tuple2(p->heap, ATOM(error), reason); }

static Term string_list_to_integer_1(Process *p, const Term *args) {
    Term rest;
    if (!term_is_list(args[0])) return error_tuple(p, ATOM(not_a_list));
    Term integer = list_integer(p->heap, args[0], 10, &rest);
    if (term_is_none(integer)) return error_tuple(p, ATOM(no_integer));
    if (number_is_limit(integer)) return process_system_limit(p);
    return heap_tuple2(p->heap, integer, rest);
}

static Term string_list_to_float_1(Process *p, const Term *args) {
    Term rest;
    if (!term_is_list(args[0])) return error_tuple(p, ATOM(not_a_list));
    Term value = list_float(p->heap, args[0], &rest);
    return term_is_none(value) ? error_tuple(p, ATOM(no_float)) : heap_tuple2(p->heap, value, rest);
}

// --- integers from text ------------------------------------------------------------------------------
static Term parsed(Process *p, Term number) {
    if (term_is_none(number)) return process_badarg(p);
    return number_is_limit(number) ? process_system_limit(p) : number;
}

// NO_TERM for a bad text or base.
static Term whole_list_integer(Heap *heap, Term list, Term base) {
    Term rest;
    if (!is_base(base)) return NO_TERM;
    Term integer = list_integer(heap, list, (int)term_to_small(base), &rest);
    return term_is_nil(rest) ? integer : NO_TERM;
}

static Term binary_integer(Heap *heap, Term binary, Term base) {
    Bytes bytes;
    uint8_t *scratch;
    if (!is_base(base) || !bits_of_binary(binary, &bytes, &scratch)) return NO_TERM;
    Term integer = number_integer_parse(heap, (const char *)bytes.data, bytes.size, (int)term_to_small(base));
    memory_free(scratch);
    return integer;
}

static Term erlang_list_to_integer_1(Process *p, const Term *args) {
    return parsed(p, whole_list_integer(p->heap, args[0], term_small(10)));
}

static Term erlang_list_to_integer_2(Process *p, const Term *args) {
    return parsed(p, whole_list_integer(p->heap, args[0], args[1]));
}

static Term erlang_binary_to_integer_1(Process *p, const Term *args) {
    return parsed(p, binary_integer(p->heap, args[0], term_small(10)));
}

static Term erlang_binary_to_integer_2(Process *p, const Term *args) {
    return parsed(p, binary_integer(p->heap, args[0], args[1]));
}

// From OTP 27 on the functions above are written in Erlang around these two, which answer with an
// atom where they cannot answer with a number.
static Term erts_internal_list_to_integer_2(Process *p, const Term *args) {
    Term rest;
    if (!is_base(args[1])) return ATOM(badarg);
    if (!term_is_list(args[0])) return ATOM(not_a_list);
    Term integer = list_integer(p->heap, args[0], (int)term_to_small(args[1]), &rest);
    if (term_is_none(integer)) return ATOM(no_integer);
    return number_is_limit(integer) ? ATOM(big) : heap_tuple2(p->heap, integer, rest);
}

static Term erts_internal_binary_to_integer_2(Process *p, const Term *args) {
    Term integer = binary_integer(p->heap, args[0], args[1]);
    if (term_is_none(integer)) return ATOM(badarg);
    return number_is_limit(integer) ? ATOM(big) : integer;
}

// --- floats from text --------------------------------------------------------------------------------
static Term parse_float(Process *p, const char *text, size_t size) {
    double value;
    bool good = float_text_parse(text, size, &value);
    return good ? heap_float(p->heap, value) : process_badarg(p);
}

static Term erlang_list_to_float_1(Process *p, const Term *args) {
    Text text = {0};
    Term list = args[0];
    for (; term_is_cons(list); list = term_tail(list)) {
        Term head = term_head(list);
        if (!term_is_small(head) || term_to_small(head) < 0 || term_to_small(head) > 255) break;
        text_add_char(&text, (char)term_to_small(head));
    }
    Term result = term_is_nil(list) ? parse_float(p, text_string(&text), text.size) : process_badarg(p);
    text_free(&text);
    return result;
}

static Term erlang_binary_to_float_1(Process *p, const Term *args) {
    Bytes bytes;
    uint8_t *scratch;
    if (!bits_of_binary(args[0], &bytes, &scratch)) return process_badarg(p);
    Term result = parse_float(p, (const char *)bytes.data, bytes.size);
    memory_free(scratch);
    return result;
}

const Bif erlang_number_bifs[] = {
    BIF_NAMED("erlang", "+", 1, erlang_plus_1, PURE),
    BIF_NAMED("erlang", "+", 2, erlang_plus_2, PURE),
    BIF_NAMED("erlang", "-", 1, erlang_minus_1, PURE),
    BIF_NAMED("erlang", "-", 2, erlang_minus_2, PURE),
    BIF_NAMED("erlang", "*", 2, erlang_times_2, PURE),
    BIF_NAMED("erlang", "/", 2, erlang_slash_2, PURE),
    BIF(erlang, div, 2, PURE),
    BIF(erlang, rem, 2, PURE),
    BIF(erlang, band, 2, PURE),
    BIF(erlang, bor, 2, PURE),
    BIF(erlang, bxor, 2, PURE),
    BIF(erlang, bnot, 1, PURE),
    BIF(erlang, bsl, 2, PURE),
    BIF(erlang, bsr, 2, PURE),
    BIF(erlang, abs, 1, PURE),
    BIF(erlang, float, 1, PURE),
    BIF(erlang, trunc, 1, PURE),
    BIF(erlang, round, 1, PURE),
    BIF(erlang, ceil, 1, PURE),
    BIF(erlang, floor, 1, PURE),
    BIF(erlang, integer_to_list, 1, PURE),
    BIF(erlang, integer_to_list, 2, PURE),
    BIF(erlang, integer_to_binary, 1, PURE),
    BIF(erlang, integer_to_binary, 2, PURE),
    BIF(erlang, list_to_integer, 1, PURE),
    BIF(erlang, list_to_integer, 2, PURE),
    BIF(erlang, binary_to_integer, 1, PURE),
    BIF(erlang, binary_to_integer, 2, PURE),
    BIF(erlang, float_to_list, 1, PURE),
    BIF(erlang, float_to_list, 2, PURE),
    BIF(erlang, float_to_binary, 1, PURE),
    BIF(erlang, float_to_binary, 2, PURE),
    BIF(erlang, list_to_float, 1, PURE),
    BIF(erlang, binary_to_float, 1, PURE),
    BIF(erts_internal, list_to_integer, 2, PURE),
    BIF(erts_internal, binary_to_integer, 2, PURE),
    BIF(string, list_to_integer, 1, PURE),
    BIF(string, list_to_float, 1, PURE),
    {0},
};
