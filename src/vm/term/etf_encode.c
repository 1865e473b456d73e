#include <stdlib.h>
#include <zlib.h>

#include "base/memory.h"
#include "base/words.h"
#include "vm/run/code.h"
#include "vm/run/record.h"
#include "vm/store/atom.h"
#include "vm/term/bits.h"
#include "vm/term/etf.h"
#include "vm/term/float_text.h"
#include "vm/term/identity.h"
#include "vm/term/map.h"
#include "vm/term/number.h"

// Work that is left stands on a stack of words: terms, and these markers (which are no terms: their
// tag is 0), each above one word more.
enum {
    LIST_REST = 1 << 2,   // the rest of a list
    FUN_SIZE = 2 << 2,    // where a fun began: its size is now known
    ARRAY = 3 << 2,       // address of terms; how many stands in the marker, above bit 8
};

typedef struct {
    Text *out;
    Words left;
    bool utf8_atoms;
    bool text_floats;
    bool deterministic;
    bool too_large;   // something has a size that the format has no room for
} Encoder;

// --- bytes ---------------------------------------------------------------------------------------

static void put8(Encoder *e, unsigned value) { text_add_char(e->out, (char)value); }

static void write32(void *to, uint32_t value) {
    uint8_t bytes[] = {(uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8), (uint8_t)value};
    memcpy(to, bytes, sizeof bytes);
}

static void put32(Encoder *e, uint32_t value) {
    uint8_t bytes[4];
    write32(bytes, value);
    text_add_bytes(e->out, bytes, sizeof bytes);
}

static void put_tag8(Encoder *e, EtfTag tag, unsigned value) {
    uint8_t bytes[] = {(uint8_t)tag, (uint8_t)value};
    text_add_bytes(e->out, bytes, sizeof bytes);
}

static void put_tag16(Encoder *e, EtfTag tag, unsigned value) {
    uint8_t bytes[] = {(uint8_t)tag, (uint8_t)(value >> 8), (uint8_t)value};
    text_add_bytes(e->out, bytes, sizeof bytes);
}

static void put_tag32(Encoder *e, EtfTag tag, uint32_t value) {
    uint8_t bytes[5] = {(uint8_t)tag};
    write32(bytes + 1, value);
    text_add_bytes(e->out, bytes, sizeof bytes);
}

static void put64(Encoder *e, uint64_t value) {
    put32(e, (uint32_t)(value >> 32));
    put32(e, (uint32_t)value);
}

// A tag and a size that fits one byte, or another tag and a size of four.
static void put_tag_size(Encoder *e, EtfTag small, EtfTag large, size_t size) {
    if (size > UINT32_MAX) e->too_large = true;
    if (size <= 255)
        put_tag8(e, small, (unsigned)size);
    else
        put_tag32(e, large, (uint32_t)size);
}

// --- single things -------------------------------------------------------------------------------

// Whether all characters are below 256; then also how many.
static bool is_latin1(Bytes name, size_t *count) {
    *count = 0;
    for (size_t i = 0; i < name.size; i++) {
        if (name.data[i] > 0xC3) return false;
        if ((name.data[i] & 0xC0) != 0x80) ++*count;
    }
    return true;
}

static void put_latin1(Encoder *e, Bytes name, size_t count) {
    put_tag16(e, ETF_ATOM, (unsigned)count);
    if (count == name.size) {
        text_add_bytes(e->out, name.data, name.size);
        return;
    }
    for (size_t i = 0; i < name.size; i++) {
        uint8_t byte = name.data[i];
        if (byte >= 0xC0) byte = (uint8_t)(byte << 6 | (name.data[++i] & 0x3F));
        put8(e, byte);
    }
}

static void put_atom(Encoder *e, Term atom) {
    Bytes name = atom_text(atom);
    size_t count;
    if (!e->utf8_atoms && is_latin1(name, &count)) {
        put_latin1(e, name, count);
        return;
    }
    if (name.size <= 255)
        put_tag8(e, ETF_SMALL_ATOM_UTF8, (unsigned)name.size);
    else
        put_tag16(e, ETF_ATOM_UTF8, (unsigned)name.size);
    text_add_bytes(e->out, name.data, name.size);
}

static void put_integer(Encoder *e, Term t) {
    int64_t value = term_is_small(t) ? term_to_small(t) : INT64_MAX;
    if (value >= 0 && value <= 255) {
        put_tag8(e, ETF_SMALL_INTEGER, (unsigned)value);
        return;
    }
    if (value >= INT32_MIN && value <= INT32_MAX) {
        put_tag32(e, ETF_INTEGER, (uint32_t)value);
        return;
    }
    size_t size = (number_bit_count(t) + 7) / 8;
    put_tag_size(e, ETF_SMALL_BIG, ETF_LARGE_BIG, size);
    put8(e, number_is_negative(t));
    for (size_t i = 0; i < size; i++) put8(e, (unsigned)(number_limb(t, i / 8) >> i % 8 * 8 & 255));
}

static void put_float(Encoder *e, double value) {
    if (e->text_floats) {
        char text[FLOAT_TEXT_MAX] = {0};
        float_text_scientific(value, 20, text);
        put8(e, ETF_FLOAT);
        text_add_bytes(e->out, text, 31);
        return;
    }
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put8(e, ETF_NEW_FLOAT);
    put64(e, bits);
}

static void put_bitstring(Encoder *e, Bits bits) {
    size_t size = (bits.size + 7) / 8, rest = bits.size % 8;
    if (size > UINT32_MAX) {
        e->too_large = true;
        return;
    }
    put_tag32(e, rest ? ETF_BIT_BINARY : ETF_BINARY, (uint32_t)size);
    if (rest) put8(e, (unsigned)rest);
    if (bits.offset % 8 == 0) {
        text_add_bytes(e->out, bits.bytes + bits.offset / 8, bits.size / 8);
    } else {
        for (size_t i = 0; i + 8 <= bits.size; i += 8) put8(e, (unsigned)bits_load(bits.bytes, bits.offset + i, 8));
    }
    if (rest) {
        uint64_t last = bits_load(bits.bytes, bits.offset + bits.size - rest, rest);
        put8(e, (unsigned)last << (8 - rest));
    }
}

static void put_pid(Encoder *e, Term pid) {
    Identity identity = identity_of(pid);
    put8(e, ETF_NEW_PID);
    put_atom(e, identity.node);
    put32(e, identity.ids[0]);
    put32(e, identity.ids[1]);
    put32(e, identity.creation);
}

static void put_port(Encoder *e, Term port) {
    Identity identity = identity_of(port);
    bool wide = identity.ids[1] || identity.ids[0] > IDENTITY_PORT_MAX;
    put8(e, wide ? ETF_V4_PORT : ETF_NEW_PORT);
    put_atom(e, identity.node);
    if (wide) put32(e, identity.ids[1]);
    put32(e, identity.ids[0]);
    put32(e, identity.creation);
}

static void put_reference(Encoder *e, Term reference) {
    Identity identity = identity_of(reference);
    put_tag16(e, ETF_NEWER_REFERENCE, identity.count);
    put_atom(e, identity.node);
    put32(e, identity.creation);
    for (uint32_t i = 0; i < identity.count; i++) put32(e, identity.ids[i]);
}

// --- things with parts ---------------------------------------------------------------------------

static void push_array(Encoder *e, const Term *terms, size_t count) {
    if (count == 0) return;
    words_push(&e->left, (uint64_t)(uintptr_t)terms);
    words_push(&e->left, (uint64_t)count << 8 | ARRAY);
}

// How many elements a list has; whether it is a string: proper, and bytes only.
static size_t list_size(Term list, bool *string) {
    size_t count = 0;
    *string = true;
    for (; term_is_cons(list); list = term_tail(list), count++) {
        Term head = term_head(list);
        if (!term_is_small(head) || (uint64_t)term_to_small(head) > 255) *string = false;
    }
    if (!term_is_nil(list)) *string = false;
    return count;
}

static void put_string(Encoder *e, Term list, size_t count) {
    uint8_t some[256];
    size_t used = 0;
    put_tag16(e, ETF_STRING, (unsigned)count);
    for (; term_is_cons(list); list = term_tail(list)) {
        if (used == sizeof some) {
            text_add_bytes(e->out, some, used);
            used = 0;
        }
        some[used++] = (uint8_t)term_to_small(term_head(list));
    }
    text_add_bytes(e->out, some, used);
}

static void put_list(Encoder *e, Term list) {
    bool string;
    size_t count = list_size(list, &string);
    if (string && count <= UINT16_MAX) {
        put_string(e, list, count);
        return;
    }
    if (count > UINT32_MAX) e->too_large = true;
    put_tag32(e, ETF_LIST, (uint32_t)count);
    words_push(&e->left, list.bits);
    words_push(&e->left, LIST_REST);
}

static int compare_pairs(const void *a, const void *b) {
    return term_compare_exact(*(const Term *)a, *(const Term *)b);
}

static void put_map(Encoder *e, Term map) {
    size_t count = map_count(map), words = count * 2;
    put_tag32(e, ETF_MAP, (uint32_t)count);
    Term *pairs = memory_new((words + 1) * sizeof(Term)), *at = pairs;
    MapIterator it;
    map_iterate(&it, map);
    for (Term key, value; map_next(&it, &key, &value);) {
        *at++ = key;
        *at++ = value;
    }
    if (e->deterministic && !map_is_flat(map)) qsort(pairs, count, 2 * sizeof(Term), compare_pairs);
    while (words) words_push(&e->left, pairs[--words].bits);
    memory_free(pairs);
}

static void put_fun(Encoder *e, Term fun) {
    if (term_kind(fun) == KIND_EXPORT) {
        const Export *export = fun_export(fun);
        put8(e, ETF_EXPORT);
        put_atom(e, export->module);
        put_atom(e, export->function);
        put_integer(e, term_small(export->arity));
        return;
    }
    const FunEntry *entry = fun_entry(fun);
    size_t free_count = term_size(fun) - 2;
    put8(e, ETF_NEW_FUN);
    words_push(&e->left, e->out->size);
    words_push(&e->left, FUN_SIZE);
    put32(e, 0);
    put8(e, entry->arity);
    text_add_bytes(e->out, code_md5(entry->owner), 16);
    put32(e, entry->index);
    put32(e, (uint32_t)free_count);
    put_atom(e, entry->module);
    put_integer(e, term_small(entry->index));
    put_integer(e, term_small(entry->old_uniq));
    put_pid(e, term_words(fun)[2]);
    push_array(e, term_words(fun) + 3, free_count);
}

// How many fields, whether it is exported, module, name, fields, values.
static void put_record(Encoder *e, Term record) {
    size_t size = record_size(record);
    put_tag32(e, ETF_RECORD, (uint32_t)size);
    put8(e, term_same(record_exported(record), ATOM(true)));
    put_atom(e, record_module(record));
    put_atom(e, record_name(record));
    for (size_t i = 0; i < size; i++) put_atom(e, record_fields(record)[i]);
    push_array(e, record_values(record), size);
}

static void put_boxed(Encoder *e, Term t) {
    switch (term_kind(t)) {
    case KIND_TUPLE:
        put_tag_size(e, ETF_SMALL_TUPLE, ETF_LARGE_TUPLE, term_tuple_size(t));
        push_array(e, term_elements(t), term_tuple_size(t));
        return;
    case KIND_MAP:
    case KIND_HASHMAP: put_map(e, t); return;
    case KIND_RECORD: put_record(e, t); return;
    case KIND_FUN:
    case KIND_EXPORT: put_fun(e, t); return;
    case KIND_BINARY:
    case KIND_SUBBINARY: put_bitstring(e, term_bits(t)); return;
    case KIND_POSITIVE:
    case KIND_NEGATIVE: put_integer(e, t); return;
    case KIND_FLOAT: put_float(e, term_to_double(t)); return;
    case KIND_EXTERNAL_PID: put_pid(e, t); return;
    case KIND_EXTERNAL_PORT: put_port(e, t); return;
    case KIND_TRACE:
    case KIND_REFERENCE:
    case KIND_EXTERNAL_REFERENCE: put_reference(e, t); return;
    default: assert(!"a term that the external format knows");
    }
}

static void put_term(Encoder *e, Term t) {
    if (term_is_cons(t))
        put_list(e, t);
    else if (term_is_boxed(t))
        put_boxed(e, t);
    else if (term_is_small(t))
        put_integer(e, t);
    else if (term_is_atom(t))
        put_atom(e, t);
    else if (term_is_nil(t))
        put8(e, ETF_NIL);
    else if (term_is_local_pid(t))
        put_pid(e, t);
    else
        put_port(e, t);
}

// --- the walk ------------------------------------------------------------------------------------

static void put_list_rest(Encoder *e, Term rest) {
    if (!term_is_cons(rest)) {
        put_term(e, rest);
        return;
    }
    words_push(&e->left, term_tail(rest).bits);
    words_push(&e->left, LIST_REST);
    put_term(e, term_head(rest));
}

static void put_array(Encoder *e, const Term *terms, size_t count) {
    push_array(e, terms + 1, count - 1);
    put_term(e, *terms);
}

static void put_fun_size(Encoder *e, size_t start) { write32(e->out->data + start, (uint32_t)(e->out->size - start)); }

static void put_all(Encoder *e, Term term) {
    put_term(e, term);
    while (e->left.count && !e->too_large) {
        uint64_t next = words_pop(&e->left);
        switch (next & 0xFF) {
        case LIST_REST: put_list_rest(e, (Term){words_pop(&e->left)}); break;
        case FUN_SIZE: put_fun_size(e, words_pop(&e->left)); break;
        case ARRAY: put_array(e, (const Term *)(uintptr_t)words_pop(&e->left), next >> 8); break;
        default: put_term(e, (Term){next}); break;
        }
    }
}

// Replaces what was written from `start` on by its compressed form, if that is shorter.
static void compress_from(Text *out, size_t start, int level) {
    size_t size = out->size - start;
    if (size <= 5 || size > UINT32_MAX) return;
    uLongf room = size - 5;
    uint8_t *packed = memory_new(room);
    if (compress2(packed, &room, (const uint8_t *)out->data + start, size, level) == Z_OK) {
        uint8_t head[5] = {ETF_COMPRESSED};
        write32(head + 1, (uint32_t)size);
        out->size = start;
        text_add_bytes(out, head, sizeof head);
        text_add_bytes(out, packed, room);
    }
    memory_free(packed);
}

uint32_t etf_seal(const void *bytes, size_t size) { return (uint32_t)crc32_z(ETF_LOCAL, bytes, size); }

static size_t put_seal(Encoder *e) {
    put8(e, ETF_LOCAL);
    size_t seal = e->out->size;
    put32(e, 0);
    return seal;
}

bool etf_encode(Text *out, Term term, EtfEncodeOptions options) {
    Encoder e = {
        .out = out,
        .utf8_atoms = options.minor_version >= 2,
        .text_floats = options.minor_version == 0,
        .deterministic = options.deterministic,
    };
    words_init(&e.left);
    put8(&e, ETF_VERSION);
    size_t seal = options.local ? put_seal(&e) : 0, start = out->size;
    put_all(&e, term);
    words_free(&e.left);
    if (options.level != 0 && !e.too_large) compress_from(out, start, options.level);
    if (options.local) write32((uint8_t *)out->data + seal, etf_seal(out->data + start, out->size - start));
    return !e.too_large;
}
