#include <zlib.h>

#include "base/memory.h"
#include "base/words.h"
#include "vm/run/code.h"
#include "vm/run/record.h"
#include "vm/run/vocabulary.h"
#include "vm/store/atom.h"
#include "vm/term/etf.h"
#include "vm/term/float_text.h"
#include "vm/term/identity.h"
#include "vm/term/map.h"
#include "vm/term/number.h"
#include "vm/term/unicode.h"

// Terms are built from the outside in. A tuple, say, is taken from the heap at once, and its
// elements are slots that wait for their terms: each slot that waits holds the address of the one
// after it.
//
//     next --> [slot] --> [slot] --> ... --> [result] --> NULL
//
// Reading a term fills the first slot and puts the slots of the term's own parts in front. Maps
// must wait until their keys are complete: their pairs are slots outside the heap, and the maps are
// made at the end, innermost (that is, latest) first.
typedef struct {
    Heap *heap;
    const uint8_t *start, *at, *end;
    Term *next;       // the slot to fill next
    size_t waiting;   // slots from `next` on; each will take at least one byte of those left
    Words maps;       // for each map met: its slot, its pairs, how many
    EtfOptions options;
    Error *err;
} Decoder;

enum { MAP_WORDS = 3, FREE_VARIABLES_MAX = 255, OLD_CREATION_MAX = 3 };

static bool refuse(Decoder *d, const char *reason) {
    return fail(d->err, "external term, byte %zu: %s", (size_t)(d->at - d->start), reason);
}

static size_t left(const Decoder *d) { return (size_t)(d->end - d->at); }

// Moves behind `size` bytes. NULL if there are not so many.
static const uint8_t *take(Decoder *d, size_t size) {
    if (left(d) < size) {
        refuse(d, "cut short");
        return NULL;
    }
    const uint8_t *at = d->at;
    d->at += size;
    return at;
}

static bool take8(Decoder *d, uint32_t *value) {
    const uint8_t *at = take(d, 1);
    if (at) *value = *at;
    return at;
}

static bool take16(Decoder *d, uint32_t *value) {
    const uint8_t *at = take(d, 2);
    if (at) *value = bytes_u16(at);
    return at;
}

static bool take32(Decoder *d, uint32_t *value) {
    const uint8_t *at = take(d, 4);
    if (at) *value = bytes_u32(at);
    return at;
}

// --- slots ---------------------------------------------------------------------------------------

// Whether so many terms more can follow. Asked before any memory is taken for them.
static bool can_follow(Decoder *d, uint64_t count) {
    return d->waiting + count <= left(d) || refuse(d, "more parts are announced than there are bytes");
}

static void wait_in(Decoder *d, Term *slots, size_t count) {
    for (size_t i = count; i-- > 0;) {
        slots[i].bits = (uint64_t)(uintptr_t)d->next;
        d->next = &slots[i];
    }
    d->waiting += count;
}

// Takes the first slot off the chain.
static Term *next_slot(Decoder *d) {
    Term *slot = d->next;
    d->next = (Term *)(uintptr_t)slot->bits;
    d->waiting--;
    return slot;
}

// --- atoms ---------------------------------------------------------------------------------------

static bool atom_named(Decoder *d, Bytes utf8, Term *out) {
    if (d->options.safe && !vocabulary_find(d->options.machine, utf8, out)) return refuse(d, "a new atom");
    *out = atom_from_bytes(utf8);
    if (d->options.see) d->options.see(d->options.context, *out);
    return true;
}

static bool atom_from_latin1(Decoder *d, const uint8_t *name, size_t size, Term *out) {
    if (size > 255) return refuse(d, "an atom of more than 255 characters");
    uint8_t utf8[2 * 255];
    size_t used = 0;
    for (size_t i = 0; i < size; i++) {
        if (name[i] >= 0x80) utf8[used++] = (uint8_t)(0xC0 | name[i] >> 6);
        utf8[used++] = name[i] < 0x80 ? name[i] : (uint8_t)(0x80 | (name[i] & 0x3F));
    }
    return atom_named(d, (Bytes){utf8, used}, out);
}

static bool atom_from_utf8(Decoder *d, const uint8_t *name, size_t size, Term *out) {
    int64_t count = unicode_count_utf8(name, size);
    if (count < 0) return refuse(d, "an atom that is not UTF-8");
    if (count > 255) return refuse(d, "an atom of more than 255 characters");
    return atom_named(d, (Bytes){name, size}, out);
}

static bool read_atom(Decoder *d, EtfTag tag, Term *out) {
    bool small = tag == ETF_SMALL_ATOM || tag == ETF_SMALL_ATOM_UTF8;
    uint32_t size;
    if (!(small ? take8(d, &size) : take16(d, &size))) return false;
    const uint8_t *name = take(d, size);
    if (!name) return false;
    if (tag == ETF_ATOM || tag == ETF_SMALL_ATOM) return atom_from_latin1(d, name, size, out);
    return atom_from_utf8(d, name, size, out);
}

// Where only an atom may stand.
static bool read_tagged_atom(Decoder *d, Term *out) {
    uint32_t tag;
    if (!take8(d, &tag)) return false;
    switch (tag) {
    case ETF_ATOM:
    case ETF_SMALL_ATOM:
    case ETF_ATOM_UTF8:
    case ETF_SMALL_ATOM_UTF8: return read_atom(d, tag, out);
    default: return refuse(d, "an atom is expected");
    }
}

// --- numbers -------------------------------------------------------------------------------------

static bool read_small_integer(Decoder *d, Term *out) {
    uint32_t value;
    if (!take8(d, &value)) return false;
    *out = term_small(value);
    return true;
}

static bool read_integer(Decoder *d, Term *out) {
    uint32_t value;
    if (!take32(d, &value)) return false;
    *out = term_small((int32_t)value);
    return true;
}

// Sign, then the magnitude, lowest byte first; zeros at its end do not count.
static bool read_big(Decoder *d, uint32_t size, Term *out) {
    uint32_t negative;
    if (!take8(d, &negative)) return false;
    const uint8_t *bytes = take(d, size);
    if (!bytes) return false;
    while (size && bytes[size - 1] == 0) size--;
    size_t count = ((size_t)size + 7) / 8;
    if (count > d->heap->release->integer_limbs) return refuse(d, "an integer too large");
    uint64_t *limbs = memory_zeroed(count + 1, sizeof *limbs);
    for (size_t i = 0; i < size; i++) limbs[i / 8] |= (uint64_t)bytes[i] << i % 8 * 8;
    *out = number_from_magnitude(d->heap, limbs, count, negative != 0);
    memory_free(limbs);
    return true;
}

static bool read_new_float(Decoder *d, Term *out) {
    const uint8_t *at = take(d, 8);
    if (!at) return false;
    uint64_t bits = bytes_u64(at);
    if ((bits >> 52 & 0x7FF) == 0x7FF) return refuse(d, "a float that is not finite");
    double value;
    memcpy(&value, &bits, sizeof value);
    *out = heap_float(d->heap, value);
    return true;
}

// 31 bytes of text, filled up with zeros.
static bool read_text_float(Decoder *d, Term *out) {
    const uint8_t *at = take(d, 31);
    if (!at) return false;
    const char *text = (const char *)at;
    double value;
    if (!float_text_parse(text, strnlen(text, 31), &value)) return refuse(d, "text that is no float");
    *out = heap_float(d->heap, value);
    return true;
}

// Where only an integer of 32 bits that is not negative may stand.
static bool read_tagged_count(Decoder *d, uint32_t *out) {
    uint32_t tag;
    if (!take8(d, &tag)) return false;
    if (tag == ETF_SMALL_INTEGER) return take8(d, out);
    if (tag != ETF_INTEGER) return refuse(d, "an integer is expected");
    return take32(d, out);
}

// --- bytes ---------------------------------------------------------------------------------------

static bool read_string(Decoder *d, Term *out) {
    uint32_t size;
    if (!take16(d, &size)) return false;
    const uint8_t *bytes = take(d, size);
    if (!bytes) return false;
    *out = unicode_list_from_latin1(d->heap, bytes, size, TERM_NIL);
    return true;
}

static bool read_binary(Decoder *d, Term *out) {
    uint32_t size;
    if (!take32(d, &size)) return false;
    const uint8_t *bytes = take(d, size);
    if (!bytes) return false;
    *out = heap_binary_from(d->heap, bytes, size);
    return true;
}

static bool read_bit_binary(Decoder *d, Term *out) {
    uint32_t size, last;
    if (!take32(d, &size) || !take8(d, &last)) return false;
    const uint8_t *bytes = take(d, size);
    if (!bytes) return false;
    if (last > 8 || (last == 0) != (size == 0)) return refuse(d, "a bitstring with a bad last byte");
    Term binary = heap_binary_from(d->heap, bytes, size);
    *out = last % 8 ? heap_subbinary(d->heap, binary, 0, ((size_t)size - 1) * 8 + last) : binary;
    return true;
}

// --- pids, ports, references ---------------------------------------------------------------------

// Releases before 23 had creations 0 .. 3.
static bool take_creation(Decoder *d, bool old, uint32_t *out) {
    if (!old) return take32(d, out);
    if (!take8(d, out)) return false;
    return *out <= OLD_CREATION_MAX || refuse(d, "a creation above 3");
}

static bool read_pid(Decoder *d, EtfTag tag, Term *out) {
    Identity pid = {.count = 2};
    if (!read_tagged_atom(d, &pid.node) || !take32(d, &pid.ids[0]) || !take32(d, &pid.ids[1]) ||
        !take_creation(d, tag == ETF_PID, &pid.creation))
        return false;
    uint32_t node = identity_node(d->heap, pid.node, pid.creation);
    if (node != NODE_ELSEWHERE)
        *out = identity_pid_from_numbers(node, pid.ids[0], pid.ids[1]);
    else
        *out = identity_external_pid(d->heap, &pid);
    return !term_is_none(*out) || refuse(d, "a pid this node cannot have");
}

// Where only a pid may stand.
static bool read_tagged_pid(Decoder *d, Term *out) {
    uint32_t tag;
    if (!take8(d, &tag)) return false;
    if (tag != ETF_PID && tag != ETF_NEW_PID) return refuse(d, "a pid is expected");
    return read_pid(d, tag, out);
}

static bool read_port(Decoder *d, EtfTag tag, Term *out) {
    Identity port = {.count = 2};
    if (!read_tagged_atom(d, &port.node)) return false;
    if (tag == ETF_V4_PORT && !take32(d, &port.ids[1])) return false;
    if (!take32(d, &port.ids[0]) || !take_creation(d, tag == ETF_PORT, &port.creation)) return false;
    if (identity_node(d->heap, port.node, port.creation) != 0) {
        *out = identity_external_port(d->heap, &port);
        return true;
    }
    if (port.ids[1] || port.ids[0] > IDENTITY_PORT_MAX) return refuse(d, "a port this node cannot have");
    *out = term_port(port.ids[0]);
    return true;
}

static bool reference_from(Decoder *d, const Identity *reference, Term *out) {
    uint32_t node = identity_node(d->heap, reference->node, reference->creation);
    if (node == NODE_ELSEWHERE) {
        *out = identity_external_reference(d->heap, reference);
        return true;
    }
    *out = reference->count <= 3 ? identity_reference_from_ids(d->heap, node, reference->ids) : NO_TERM;
    return !term_is_none(*out) || refuse(d, "a reference this node cannot have");
}

// The oldest form has one id, in front of the creation; the later ones say how many follow it.
static bool read_reference(Decoder *d, EtfTag tag, Term *out) {
    Identity reference = {.count = 1};
    bool old = tag != ETF_NEWER_REFERENCE;
    if (tag != ETF_REFERENCE && !take16(d, &reference.count)) return false;
    if (reference.count < 1 || reference.count > IDENTITY_REFERENCE_IDS)
        return refuse(d, "a reference with a bad number of ids");
    if (!read_tagged_atom(d, &reference.node)) return false;
    if (tag == ETF_REFERENCE && !take32(d, &reference.ids[0])) return false;
    if (!take_creation(d, old, &reference.creation)) return false;
    for (uint32_t i = 0; tag != ETF_REFERENCE && i < reference.count; i++)
        if (!take32(d, &reference.ids[i])) return false;
    if (old && reference.ids[0] >= IDENTITY_REFERENCE_LOW)
        return refuse(d, "a reference with a first id above 18 bits");
    return reference_from(d, &reference, out);
}

// --- things with parts ---------------------------------------------------------------------------

static bool read_tuple(Decoder *d, EtfTag tag, Term *out) {
    uint32_t size;
    if (!(tag == ETF_SMALL_TUPLE ? take8(d, &size) : take32(d, &size))) return false;
    if (!can_follow(d, size)) return false;
    *out = heap_tuple(d->heap, size);
    wait_in(d, term_elements(*out), size);
    return true;
}

// Elements, then the tail. The cells lie one behind the other.
static bool read_list(Decoder *d, Term *out) {
    uint32_t count;
    if (!take32(d, &count) || !can_follow(d, (uint64_t)count + 1)) return false;
    if (count == 0) {
        wait_in(d, out, 1);   // [ | Tail]: is Tail itself
        return true;
    }
    Term *cells = heap_take(d->heap, (size_t)count * 2);
    *out = term_from_list_words(cells);
    wait_in(d, &cells[(size_t)count * 2 - 1], 1);
    for (size_t i = count; i-- > 0;) {
        if (i + 1 < count) cells[i * 2 + 1] = term_from_list_words(&cells[i * 2 + 2]);
        wait_in(d, &cells[i * 2], 1);
    }
    return true;
}

static bool read_record(Decoder *d, Term *out) {
    uint32_t count, exported;
    Term module, name;
    if (!d->heap->release->native_records) return refuse(d, "a native record");
    if (!take32(d, &count) || !take8(d, &exported) || !read_tagged_atom(d, &module) || !read_tagged_atom(d, &name))
        return false;
    if (exported > 1) return refuse(d, "a record that is neither exported nor not");
    if (!can_follow(d, (uint64_t)count * 2)) return false;
    Term definition = record_define(d->heap, module, name, exported, count);
    Term *fields = term_elements(definition) + DEFINITION_FIELDS;
    for (uint32_t i = 0; i < count; i++)
        if (!read_tagged_atom(d, &fields[i])) return false;
    if (!record_names_differ(fields, count)) return refuse(d, "a record with the same field twice");
    *out = record_new(d->heap, definition);
    wait_in(d, record_values(*out), count);
    return true;
}

static bool read_map(Decoder *d, Term *out) {
    uint32_t count;
    if (!take32(d, &count) || !can_follow(d, (uint64_t)count * 2)) return false;
    Term *pairs = memory_new(((size_t)count * 2 + 1) * sizeof *pairs);
    *out = TERM_NIL;
    words_push(&d->maps, (uint64_t)(uintptr_t)out);
    words_push(&d->maps, (uint64_t)(uintptr_t)pairs);
    words_push(&d->maps, count);
    wait_in(d, pairs, (size_t)count * 2);
    return true;
}

static bool make_maps(Decoder *d) {
    while (d->maps.count) {
        const uint64_t *words = &d->maps.items[d->maps.count - MAP_WORDS];
        Term *pairs = (Term *)(uintptr_t)words[1];
        bool duplicate = false;
        *(Term *)(uintptr_t)words[0] = map_from_pairs(d->heap, pairs, words[2], &duplicate);
        memory_free(pairs);
        d->maps.count -= MAP_WORDS;
        if (duplicate) return refuse(d, "a map with the same key twice");
    }
    return true;
}

// --- funs ----------------------------------------------------------------------------------------

static bool read_export(Decoder *d, Term *out) {
    Term module, function;
    uint32_t arity;
    if (!read_tagged_atom(d, &module) || !read_tagged_atom(d, &function) || !read_tagged_count(d, &arity)) return false;
    if (arity > INT32_MAX) return refuse(d, "a function with a negative arity");
    if (!d->options.code) return refuse(d, "funs are not allowed here");
    if (d->options.safe) {
        const Export *known = code_find_export(d->options.code, module, function, arity);
        if (!known || !known->defined) return refuse(d, "a new function");
    }
    *out = fun_from_export(d->heap, code_export(d->options.code, module, function, arity));
    return true;
}

// What the bytes say about a fun of a module before its environment.
typedef struct {
    Term module;
    uint32_t arity, index, free_count, old_index, old_uniq;
    const uint8_t *md5;   // of the module, 16 bytes
} FunHead;

static bool read_fun_head(Decoder *d, FunHead *head) {
    if (!take(d, 4) || !take8(d, &head->arity)) return false;   // 4: the size, which need not be right
    head->md5 = take(d, 16);
    return head->md5 && take32(d, &head->index) && take32(d, &head->free_count) && read_tagged_atom(d, &head->module) &&
           read_tagged_count(d, &head->old_index) && read_tagged_count(d, &head->old_uniq);
}

static FunEntry *find_fun(const Decoder *d, const FunHead *head) {
    Module *module = d->options.code ? code_module(d->options.code, head->module) : NULL;
    if (!module || head->index >= module->fun_count) return NULL;
    FunEntry *entry = &module->funs[head->index];
    bool same = entry->arity == head->arity && entry->free_count == head->free_count &&
                memcmp(code_md5(entry->owner), head->md5, 16) == 0;
    return same ? entry : NULL;
}

static bool read_fun(Decoder *d, Term *out) {
    FunHead head;
    Term creator;
    if (!read_fun_head(d, &head) || !read_tagged_pid(d, &creator)) return false;
    if (head.free_count > FREE_VARIABLES_MAX) return refuse(d, "a fun with too many variables");
    if (!can_follow(d, head.free_count)) return false;
    FunEntry *entry = find_fun(d, &head);
    if (!entry) return refuse(d, "a fun of a module that is not loaded");
    *out = heap_box(d->heap, KIND_FUN, 2 + head.free_count);
    term_words(*out)[1] = term_from_pointer(entry);
    term_words(*out)[2] = creator;
    wait_in(d, term_words(*out) + 3, head.free_count);
    return true;
}

// --- the walk ------------------------------------------------------------------------------------

static bool read_term(Decoder *d, Term *out) {
    uint32_t tag, size;
    if (!take8(d, &tag)) return false;
    switch (tag) {
    case ETF_SMALL_INTEGER: return read_small_integer(d, out);
    case ETF_INTEGER: return read_integer(d, out);
    case ETF_SMALL_BIG: return take8(d, &size) && read_big(d, size, out);
    case ETF_LARGE_BIG: return take32(d, &size) && read_big(d, size, out);
    case ETF_NEW_FLOAT: return read_new_float(d, out);
    case ETF_FLOAT: return read_text_float(d, out);
    case ETF_ATOM:
    case ETF_SMALL_ATOM:
    case ETF_ATOM_UTF8:
    case ETF_SMALL_ATOM_UTF8: return read_atom(d, tag, out);
    case ETF_NIL: *out = TERM_NIL; return true;
    case ETF_STRING: return read_string(d, out);
    case ETF_LIST: return read_list(d, out);
    case ETF_SMALL_TUPLE:
    case ETF_LARGE_TUPLE: return read_tuple(d, tag, out);
    case ETF_MAP: return read_map(d, out);
    case ETF_RECORD: return read_record(d, out);
    case ETF_BINARY: return read_binary(d, out);
    case ETF_BIT_BINARY: return read_bit_binary(d, out);
    case ETF_PID:
    case ETF_NEW_PID: return read_pid(d, tag, out);
    case ETF_PORT:
    case ETF_NEW_PORT:
    case ETF_V4_PORT: return read_port(d, tag, out);
    case ETF_REFERENCE:
    case ETF_NEW_REFERENCE:
    case ETF_NEWER_REFERENCE: return read_reference(d, tag, out);
    case ETF_EXPORT: return read_export(d, out);
    case ETF_NEW_FUN: return read_fun(d, out);
    case ETF_FUN: return refuse(d, "a fun in the format before OTP 23");
    default: return refuse(d, "an unknown tag");
    }
}

static void forget_maps(Decoder *d) {
    for (size_t i = 0; i < d->maps.count; i += MAP_WORDS) memory_free((void *)(uintptr_t)d->maps.items[i + 1]);
    words_free(&d->maps);
}

// Reads one term, from its tag on.
static Term read_all(Heap *heap, Bytes bytes, EtfOptions options, size_t *used, Error *err) {
    Term result = NO_TERM, *heap_top = heap->top;
    Decoder d = {.heap = heap,
                 .start = bytes.data,
                 .at = bytes.data,
                 .end = bytes.data + bytes.size,
                 .options = options,
                 .err = err};
    words_init(&d.maps);
    wait_in(&d, &result, 1);
    bool good = true;
    while (good && d.next) good = read_term(&d, next_slot(&d));
    good = good && make_maps(&d);
    forget_maps(&d);
    *used = (size_t)(d.at - d.start);
    if (good) return result;
    heap->top = heap_top;   // slots that still wait are no terms
    return NO_TERM;
}

// --- compression ---------------------------------------------------------------------------------

// zlib's best is 1032 bytes from one: a larger claim is a lie, and is not tried.
enum { INFLATE_RATIO_MAX = 1032, INFLATE_SLACK = 64 };

// The `size` bytes that `packed` holds, in memory for the caller to free; NULL if it does not hold
// them.
static uint8_t *inflate_all(Bytes packed, size_t size, size_t *used) {
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)packed.data};
    stream.avail_in = packed.size > UINT32_MAX ? UINT32_MAX : (uInt)packed.size;
    if (inflateInit(&stream) != Z_OK) return NULL;
    uint8_t *bytes = memory_new(size + 1);
    stream.next_out = bytes;
    stream.avail_out = (uInt)size;
    int status = inflate(&stream, Z_FINISH);
    *used = packed.size - stream.avail_in;
    bool whole = status == Z_STREAM_END && stream.avail_out == 0;
    inflateEnd(&stream);
    if (whole) return bytes;
    memory_free(bytes);
    return NULL;
}

// Behind ETF_COMPRESSED.
static Term read_compressed(Heap *heap, Bytes bytes, EtfOptions options, size_t *used, Error *err) {
    if (bytes.size < 4) {
        fail(err, "external term: cut short");
        return NO_TERM;
    }
    size_t size = bytes_u32(bytes.data);
    Bytes packed = {bytes.data + 4, bytes.size - 4};
    bool plausible =
        size / INFLATE_RATIO_MAX <= packed.size + INFLATE_SLACK && heap_has_room(heap, size / sizeof(Term));
    uint8_t *plain = plausible ? inflate_all(packed, size, used) : NULL;
    if (!plain) {
        fail(err, "external term: not the %zu bytes of compressed data it promises", size);
        return NO_TERM;
    }
    size_t ignored;
    Term term = read_all(heap, (Bytes){plain, size}, options, &ignored, err);
    memory_free(plain);
    *used += 4;
    return term;
}

static bool is_sealed(const uint8_t *seal, size_t size) {
    uint32_t given = (uint32_t)seal[0] << 24 | (uint32_t)seal[1] << 16 | (uint32_t)seal[2] << 8 | seal[3];
    return given == etf_seal(seal + 4, size);
}

Term etf_decode(Heap *heap, Bytes bytes, EtfOptions options, size_t *used, Error *err) {
    if (bytes.size < 2 || bytes.data[0] != ETF_VERSION) {
        fail(err, "no external term: it does not begin with 131");
        return NO_TERM;
    }
    bool local = bytes.data[1] == ETF_LOCAL && bytes.size > 6 && heap->release->local_terms;
    size_t head = local ? 6 : 1, start = head, body = 0;
    Term *top = heap->top;
    bool compressed = bytes.size > head && bytes.data[head] == ETF_COMPRESSED;
    head += compressed;
    Bytes rest = {bytes.data + head, bytes.size - head};
    Term term =
        compressed ? read_compressed(heap, rest, options, &body, err) : read_all(heap, rest, options, &body, err);
    if (local && !term_is_none(term) && !is_sealed(bytes.data + 2, head + body - start)) {
        fail(err, "external term: for another node");
        heap->top = top;
        return NO_TERM;
    }
    if (used) *used = head + body;
    return term;
}
