// Module unicode: lists and binaries of characters in any encoding, to UTF-8 and lists. File names too.
//
// A character may be cut in two by the end of a binary; its first bytes wait for the next one. When
// something is no character, the answer holds what was read so far and all that was not, in the shape
// that OTP gives it: its own C code for latin1 and utf8, its Erlang code for utf16 and utf32 (here called
// foreign). The two differ.
#include "base/memory.h"
#include "base/text.h"
#include "base/words.h"
#include "vm/run/bif.h"
#include "vm/term/bits.h"
#include "vm/term/unicode.h"

typedef enum { LATIN1, UTF8, UTF16_BIG, UTF16_LITTLE, UTF32_BIG, UTF32_LITTLE } Encoding;

static bool read_encoding(Term t, Encoding *encoding) {
    bool little = false;
    if (term_is_tuple_of(t, 2)) {
        Term order = term_elements(t)[1];
        t = term_elements(t)[0];
        little = term_same(order, ATOM(little));
        if (!little && !term_same(order, ATOM(big))) return false;
    } else if (term_same(t, ATOM(latin1)) || term_same(t, ATOM(unicode)) || term_same(t, ATOM(utf8))) {
        *encoding = term_same(t, ATOM(latin1)) ? LATIN1 : UTF8;
        return true;
    }
    if (term_same(t, ATOM(utf16)))
        *encoding = little ? UTF16_LITTLE : UTF16_BIG;
    else if (term_same(t, ATOM(utf32)))
        *encoding = little ? UTF32_LITTLE : UTF32_BIG;
    else
        return false;
    return true;
}

static int decode(Encoding encoding, const uint8_t *at, const uint8_t *end, uint32_t *character) {
    switch (encoding) {
    case UTF8: return unicode_from_utf8(at, end, character);
    case UTF16_BIG:
    case UTF16_LITTLE: return unicode_from_utf16(at, end, encoding == UTF16_LITTLE, character);
    case UTF32_BIG:
    case UTF32_LITTLE: return unicode_from_utf32(at, end, encoding == UTF32_LITTLE, character);
    default: *character = *at; return 1;
    }
}

// --- the first bytes of a character --------------------------------------------------------------

// How many bytes are missing for a character that begins so, at least; 0 if none does. Which beginnings
// count is a matter of taste: utf8 goes by the first byte alone.
static size_t missing_utf8(const uint8_t *at, size_t size) {
    size_t length = at[0] >> 5 == 6 ? 2 : at[0] >> 4 == 14 ? 3 : at[0] >> 3 == 30 ? 4 : 0;
    return length > size ? length - size : 0;
}

static size_t missing_utf16(const uint8_t *at, size_t size, bool little) {
    if (little && size == 1) return 1;   // perhaps more, which shows when it is there
    uint8_t high = at[little];
    bool is_high = high >> 2 == 54, is_low = high >> 2 == 55;
    switch (size) {
    case 1: return is_low ? 0 : is_high ? 3 : 1;
    case 2: return is_high ? 2 : 0;
    case 3: return is_high && (little || at[2] >> 2 == 55) ? 1 : 0;
    default: return 0;
    }
}

static size_t missing_utf32(const uint8_t *at, size_t size, bool little) {
    if (size > 3) return 0;
    if (little && size < 3) return 4 - size;
    if (!little && at[0] != 0) return 0;
    if (size == 1) return 3;
    uint8_t plane = little ? at[2] : at[1];
    if (plane > 16) return 0;
    if (size == 2) return 2;
    uint8_t row = little ? at[1] : at[2];
    if (little && plane == 0 && row == 255 && at[0] >= 254) return 0;
    return plane > 0 || row >> 3 != 27 ? 1 : 0;
}

static size_t missing(Encoding encoding, const uint8_t *at, size_t size) {
    switch (encoding) {
    case UTF8: return missing_utf8(at, size);
    case UTF16_BIG:
    case UTF16_LITTLE: return missing_utf16(at, size, encoding == UTF16_LITTLE);
    case UTF32_BIG:
    case UTF32_LITTLE: return missing_utf32(at, size, encoding == UTF32_LITTLE);
    default: return 0;
    }
}

// Whether what utf8 took for a beginning is one.
static bool is_beginning(const uint8_t *at, size_t size) {
    for (size_t i = 1; i < size; i++)
        if (at[i] >> 6 != 2) return false;
    return true;
}

// --- reading -------------------------------------------------------------------------------------

typedef struct {
    Heap *heap;
    Encoding encoding;
    bool foreign;
    Text out;             // UTF-8
    uint8_t waiting[4];   // the first bytes of a character
    size_t waiting_count, waiting_for;
    Term rest;   // what was not read
} Reader;

typedef enum { READ_ALL, READ_ERROR, READ_BADARG } Verdict;

static void add_character(Reader *reader, uint32_t character) {
    uint8_t bytes[4];
    text_add_bytes(&reader->out, bytes, unicode_to_utf8(bytes, character));
}

// Reads characters; returns how many bytes are well, a beginning at the end included.
static size_t read_bytes(Reader *reader, const uint8_t *bytes, size_t size) {
    for (size_t at = 0; at < size;) {
        uint32_t character;
        int length = decode(reader->encoding, bytes + at, bytes + size, &character);
        if (length > 0) {
            add_character(reader, character);
            at += (size_t)length;
            continue;
        }
        reader->waiting_for = missing(reader->encoding, bytes + at, size - at);
        if (reader->waiting_for == 0) return at;
        reader->waiting_count = size - at;
        memcpy(reader->waiting, bytes + at, size - at);
        break;
    }
    return size;
}

// Completes the character that waits. `tail` is what follows the binary.
static Verdict read_rest_of_character(Reader *reader, Term binary, Bytes in, Term tail, bool is_tail) {
    uint8_t whole[4];
    size_t count = reader->waiting_count, fill = reader->waiting_for;
    memcpy(whole, reader->waiting, count);
    memcpy(whole + count, in.data, fill);
    reader->waiting_count = 0;
    size_t good = read_bytes(reader, whole, count + fill);
    if (good == count + fill) return READ_ALL;
    if (!reader->foreign) {
        reader->waiting_count = count;
        reader->rest = is_tail ? binary : heap_cons(reader->heap, binary, tail);
        return READ_ERROR;
    }
    Term after = heap_subbinary(reader->heap, binary, fill * 8, (in.size - fill) * 8);
    Term bad = heap_binary_from(reader->heap, whole + good, count + fill - good);
    reader->rest = heap_cons(reader->heap, bad, heap_cons(reader->heap, after, tail));
    return READ_ERROR;
}

static Verdict read_binary_bytes(Reader *reader, Term binary, Bytes in, Term tail, bool is_tail) {
    size_t done = 0;
    while (reader->waiting_count > 0) {
        if (in.size - done < reader->waiting_for) {
            memcpy(reader->waiting + reader->waiting_count, in.data + done, in.size - done);
            reader->waiting_count += in.size - done;
            reader->waiting_for -= in.size - done;
            return READ_ALL;
        }
        size_t fill = reader->waiting_for;
        Term part = heap_subbinary(reader->heap, binary, done * 8, (in.size - done) * 8);
        Bytes left = {in.data + done, in.size - done};
        Verdict verdict = read_rest_of_character(reader, part, left, tail, is_tail);
        if (verdict != READ_ALL) return verdict;
        done += fill;
        is_tail = is_tail && !reader->foreign;
    }
    size_t good = done + read_bytes(reader, in.data + done, in.size - done);
    if (good == in.size) return READ_ALL;
    Term bad = heap_subbinary(reader->heap, binary, good * 8, (in.size - good) * 8);
    reader->rest = is_tail ? bad : heap_cons(reader->heap, bad, tail);
    return READ_ERROR;
}

// Before the end of an improper list, foreign bytes that wait are looked at once more.
static Verdict recheck_waiting(Reader *reader, Term binary, size_t size) {
    if (reader->waiting_count == 0 || size < reader->waiting_for) return READ_ALL;
    reader->waiting_for = missing(reader->encoding, reader->waiting, reader->waiting_count);
    if (reader->waiting_for > 0) return READ_ALL;
    Term waiting = heap_binary_from(reader->heap, reader->waiting, reader->waiting_count);
    reader->rest = heap_list_from(reader->heap, (Term[]){waiting, binary}, 2, TERM_NIL);
    return READ_ERROR;
}

// `tail` follows the binary in its list; is_tail: it is the end of an improper list, or all there is.
static Verdict read_binary(Reader *reader, Term binary, Term tail, bool is_tail) {
    Bytes in;
    uint8_t *scratch;
    if (!bits_of_binary(binary, &in, &scratch)) return READ_BADARG;
    Verdict verdict = reader->foreign && is_tail ? recheck_waiting(reader, binary, in.size) : READ_ALL;
    if (verdict == READ_ALL) verdict = read_binary_bytes(reader, binary, in, tail, is_tail);
    memory_free(scratch);
    return verdict;
}

// The character that stands as a number at the head of `list`.
static Verdict read_integer(Reader *reader, Term list) {
    Term head = term_head(list);
    uint64_t most = reader->encoding == LATIN1 ? 255 : 0x10FFFF;
    uint64_t code = term_is_small(head) ? (uint64_t)term_to_small(head) : UINT64_MAX;
    bool good = code <= most && bits_is_character(code);
    if (good && reader->waiting_count == 0) {
        add_character(reader, (uint32_t)code);
        return READ_ALL;
    }
    reader->rest = list;
    if (!reader->foreign) return READ_ERROR;
    if (reader->waiting_count > 0) {
        Term waiting = heap_binary_from(reader->heap, reader->waiting, reader->waiting_count);
        reader->rest = heap_cons(reader->heap, waiting, list);
    } else {
        Term one = heap_cons(reader->heap, head, TERM_NIL);
        reader->rest = heap_cons(reader->heap, one, term_tail(list));
    }
    return READ_ERROR;
}

// As for other lists of bytes: what follows a list in a list is pushed.
static Verdict read_flat_list(Reader *reader, Term list, Words *todo) {
    Verdict verdict = READ_ALL;
    while (verdict == READ_ALL && term_is_cons(list)) {
        Term head = term_head(list);
        if (term_is_list(head)) {
            words_push(todo, term_tail(list).bits);
            list = head;
            continue;
        }
        if (term_is_integer(head))
            verdict = read_integer(reader, list);
        else
            verdict = read_binary(reader, head, term_tail(list), false);
        list = term_tail(list);
    }
    if (verdict != READ_ALL || term_is_nil(list)) return verdict;
    return read_binary(reader, list, TERM_NIL, true);
}

static Verdict read_list(Reader *reader, Term list) {
    Words todo;
    words_init(&todo);
    words_push(&todo, list.bits);
    Verdict verdict = READ_ALL;
    while (verdict == READ_ALL && todo.count > 0) verdict = read_flat_list(reader, (Term){words_pop(&todo)}, &todo);
    while (verdict == READ_ERROR && todo.count > 0)
        reader->rest = heap_cons(reader->heap, reader->rest, (Term){words_pop(&todo)});
    words_free(&todo);
    return verdict;
}

// Whether there is nothing but integers, binaries and lists, at least up to the first bignum, where
// reading ends anyway.
static bool is_readable(Term data) {
    Words todo;
    words_init(&todo);
    words_push(&todo, data.bits);
    bool good = true, stopped = false;
    while (good && !stopped && todo.count > 0) {
        Term t = {words_pop(&todo)};
        while (good && !stopped && term_is_cons(t)) {
            Term head = term_head(t);
            stopped = term_is_bignum(head);
            good = term_is_integer(head) || term_is_list(head) || term_is_binary(head);
            if (term_is_cons(head)) words_push(&todo, term_tail(t).bits);
            t = term_is_cons(head) ? head : term_tail(t);
        }
        good = good && (stopped || term_is_nil(t) || term_is_binary(t));
    }
    words_free(&todo);
    return good;
}

// --- answers -------------------------------------------------------------------------------------

static Term converted(Process *p, const Reader *reader, bool to_list) {
    const uint8_t *bytes = (const uint8_t *)text_string(&reader->out);
    size_t size = reader->out.size;
    if (!heap_has_room(p->heap, to_list ? size * 2 : size / 8 + 2)) return process_system_limit(p);
    return to_list ? unicode_list_from_utf8(p->heap, bytes, size, TERM_NIL) : heap_binary_from(p->heap, bytes, size);
}

static Term answer(Process *p, const Reader *reader, Verdict verdict, bool to_list) {
    if (verdict == READ_BADARG) return process_badarg(p);
    Term done = converted(p, reader, to_list);
    if (term_is_none(done) || (verdict == READ_ALL && reader->waiting_count == 0)) return done;
    Term waiting = heap_binary_from(p->heap, reader->waiting, reader->waiting_count);
    if (verdict == READ_ALL) {
        bool beginning = reader->foreign || is_beginning(reader->waiting, reader->waiting_count);
        return heap_tuple3(p->heap, beginning ? ATOM(incomplete) : ATOM(error), done, waiting);
    }
    Term rest = reader->rest;
    if (!reader->foreign && reader->waiting_count > 0)
        rest = heap_list_from(p->heap, (Term[]){waiting, rest}, 2, TERM_NIL);
    return heap_tuple3(p->heap, ATOM(error), done, rest);
}

static Term convert(Process *p, Term data, Encoding encoding, bool to_list) {
    Reader reader = {.heap = p->heap, .encoding = encoding, .foreign = encoding > UTF8};
    Verdict verdict = READ_BADARG;
    if (!term_is_bitstring(data) && !term_is_list(data)) return process_badarg(p);
    if (!reader.foreign && !is_readable(data)) return process_badarg(p);
    if (term_is_list(data))
        verdict = read_list(&reader, data);
    else
        verdict = read_binary(&reader, data, TERM_NIL, true);
    Term result = answer(p, &reader, verdict, to_list);
    text_free(&reader.out);
    return result;
}

static bool is_7bit(Bytes bytes) {
    for (size_t i = 0; i < bytes.size; i++)
        if (bytes.data[i] >= 0x80) return false;
    return true;
}

// Whether the binary is its own translation to UTF-8.
static bool is_utf8_already(Term binary, Encoding encoding) {
    Bytes bytes;
    uint8_t *scratch;
    if (encoding > UTF8 || !bits_of_binary(binary, &bytes, &scratch)) return false;
    bool good = encoding == LATIN1 ? is_7bit(bytes) : unicode_count_utf8(bytes.data, bytes.size) >= 0;
    memory_free(scratch);
    return good;
}

static Term list_from_utf8(Process *p, Term binary) {
    Bits bits = term_bits(binary);
    if (!heap_has_room(p->heap, bits.size / 4)) return process_system_limit(p);
    uint8_t *scratch;
    Bytes bytes = bits_bytes(bits, &scratch);
    Term list = unicode_list_from_utf8(p->heap, bytes.data, bytes.size, TERM_NIL);
    memory_free(scratch);
    return list;
}

static Term unicode_characters_to_binary_2(Process *p, const Term *args) {
    Encoding encoding;
    Term data = args[0];
    if (!read_encoding(args[1], &encoding)) return process_badarg(p);
    bool single = term_is_cons(data) && term_is_nil(term_tail(data)) && term_is_bitstring(term_head(data));
    if (single && encoding <= UTF8) data = term_head(data);
    if (is_utf8_already(data, encoding)) return data;
    return convert(p, data, encoding, false);
}

static Term unicode_characters_to_list_2(Process *p, const Term *args) {
    Encoding encoding;
    if (!read_encoding(args[1], &encoding)) return process_badarg(p);
    if (is_utf8_already(args[0], encoding)) return list_from_utf8(p, args[0]);
    return convert(p, args[0], encoding, true);
}

static Term unicode_bin_is_7bit_1(Process *p, const Term *args) {
    (void)p;
    return process_boolean(is_utf8_already(args[0], LATIN1));
}

static Term io_printable_range_0(Process *p, const Term *args) {
    (void)p, (void)args;
    return ATOM(latin1);
}

// --- file names: UTF-8, with a zero behind -------------------------------------------------------

static Term file_native_name_encoding_0(Process *p, const Term *args) {
    (void)p, (void)args;
    return ATOM(utf8);
}

static Term native_name(Process *p, const uint8_t *bytes, size_t size) {
    if (size > 0 && memchr(bytes, 0, size)) return process_badarg(p);
    if (!heap_has_room(p->heap, size / 8 + 3)) return process_system_limit(p);
    Term name = heap_binary(p->heap, size + 1);
    if (size > 0) memcpy(term_binary_bytes(name), bytes, size);
    term_binary_bytes(name)[size] = 0;
    return name;
}

// A list of characters and such lists, without binaries.
static bool add_name(Text *text, Term list) {
    Words todo;
    words_init(&todo);
    words_push(&todo, list.bits);
    bool good = true;
    while (good && todo.count > 0) {
        Term t = {words_pop(&todo)};
        while (good && term_is_cons(t)) {
            Term head = term_head(t);
            if (term_is_cons(head)) {
                words_push(&todo, term_tail(t).bits);
                t = head;
                continue;
            }
            t = term_tail(t);
            if (term_is_nil(head)) continue;
            good = term_is_small(head) && bits_is_character((uint64_t)term_to_small(head));
            if (good) text_add_utf8(text, (uint32_t)term_to_small(head));
        }
        good = good && term_is_nil(t);
    }
    words_free(&todo);
    return good;
}

static Term prim_file_internal_name2native_1(Process *p, const Term *args) {
    Bytes bytes;
    uint8_t *scratch;
    if (bits_of_binary(args[0], &bytes, &scratch)) {
        Term name = native_name(p, bytes.data, bytes.size);
        memory_free(scratch);
        return name;
    }
    Text text = {0};
    bool good = add_name(&text, args[0]);
    Term name = NO_TERM;
    if (good) name = native_name(p, (const uint8_t *)text_string(&text), text.size);
    text_free(&text);
    return good ? name : process_badarg(p);
}

// The characters of a binary in UTF-8; nil if it is in something else. Raises if it is no binary.
static Term name_characters(Process *p, Term binary, bool *is_utf8) {
    Bytes bytes;
    uint8_t *scratch;
    *is_utf8 = false;
    if (!bits_of_binary(binary, &bytes, &scratch)) return process_badarg(p);
    *is_utf8 = unicode_count_utf8(bytes.data, bytes.size) >= 0;
    Term list = TERM_NIL;
    if (*is_utf8) list = unicode_list_from_utf8(p->heap, bytes.data, bytes.size, TERM_NIL);
    memory_free(scratch);
    return list;
}

static Term prim_file_internal_native2name_1(Process *p, const Term *args) {
    bool is_utf8;
    Term list = name_characters(p, args[0], &is_utf8);
    if (term_is_none(list) || is_utf8) return list;
    return heap_tuple2(p->heap, ATOM(error), ATOM(warning));
}

static Term prim_file_is_translatable_1(Process *p, const Term *args) {
    bool is_utf8;
    Term list = name_characters(p, args[0], &is_utf8);
    return term_is_none(list) ? NO_TERM : process_boolean(is_utf8);
}

// For names from macOS, which writes accents as characters of their own.
static Term prim_file_internal_normalize_utf8_1(Process *p, const Term *args) {
    enum { FIRST_COMBINING = 0x300 };
    bool is_utf8;
    Term list = name_characters(p, args[0], &is_utf8);
    if (term_is_none(list)) return NO_TERM;
    if (!is_utf8) return process_badarg(p);
    for (Term t = list; term_is_cons(t); t = term_tail(t))
        if (term_to_small(term_head(t)) >= FIRST_COMBINING)
            return process_unsupported(p, "use unicode:characters_to_nfc_list/1 instead");
    return list;
}

const Bif unicode_bifs[] = {
    BIF(unicode, characters_to_binary, 2, PURE),
    BIF(unicode, characters_to_list, 2, PURE),
    BIF(unicode, bin_is_7bit, 1, PURE),
    BIF(io, printable_range, 0, PURE),
    BIF(file, native_name_encoding, 0, PURE),
    BIF(prim_file, internal_name2native, 1, PURE),
    BIF(prim_file, internal_native2name, 1, PURE),
    BIF(prim_file, internal_normalize_utf8, 1, PURE),
    BIF(prim_file, is_translatable, 1, PURE),
    {0},
};
