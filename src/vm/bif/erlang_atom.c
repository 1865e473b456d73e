// Atoms from text and text from atoms.
#include "base/memory.h"
#include "vm/run/bif.h"
#include "vm/run/vocabulary.h"
#include "vm/term/bits.h"
#include "vm/term/unicode.h"

enum { ATOM_CHARACTERS_MAX = 255, ATOM_BYTES_MAX = 4 * ATOM_CHARACTERS_MAX };

// The text of an atom to be, in UTF-8.
typedef struct {
    size_t size;
    uint8_t bytes[ATOM_BYTES_MAX];
} Name;

typedef enum { NAME_GOOD, NAME_BAD, NAME_TOO_LONG } NameStatus;

typedef enum { ENCODING_LATIN1, ENCODING_UTF8, ENCODING_UNKNOWN } Encoding;

static Encoding encoding_of(Term t) {
    if (term_same(t, ATOM(latin1))) return ENCODING_LATIN1;
    return term_same(t, ATOM(utf8)) || term_same(t, ATOM(unicode)) ? ENCODING_UTF8 : ENCODING_UNKNOWN;
}

static Bytes name_text(const Name *name) { return (Bytes){name->bytes, name->size}; }

static void name_add(Name *name, uint32_t character) {
    name->size += unicode_to_utf8(name->bytes + name->size, character);
}

// Too long as soon as there is one character too many, whatever comes there.
static NameStatus name_from_list(Name *name, Term list) {
    name->size = 0;
    for (size_t count = 0; term_is_cons(list); list = term_tail(list), count++) {
        Term head = term_head(list);
        if (count == ATOM_CHARACTERS_MAX) return NAME_TOO_LONG;
        if (!term_is_small(head) || !bits_is_character((uint64_t)term_to_small(head))) return NAME_BAD;
        name_add(name, (uint32_t)term_to_small(head));
    }
    return term_is_nil(list) ? NAME_GOOD : NAME_BAD;
}

static NameStatus name_from_latin1(Name *name, Bytes bytes) {
    if (bytes.size > ATOM_CHARACTERS_MAX) return NAME_TOO_LONG;
    name->size = 0;
    for (size_t i = 0; i < bytes.size; i++) name_add(name, bytes.data[i]);
    return NAME_GOOD;
}

static NameStatus name_from_utf8(Name *name, Bytes bytes) {
    if (bytes.size > ATOM_BYTES_MAX) return NAME_TOO_LONG;
    const uint8_t *at = bytes.data, *end = bytes.data + bytes.size;
    for (size_t count = 0; at < end; count++) {
        if (count == ATOM_CHARACTERS_MAX) return NAME_TOO_LONG;
        uint32_t character;
        int size = unicode_from_utf8(at, end, &character);
        if (size <= 0) return NAME_BAD;
        at += size;
    }
    name->size = bytes.size;
    if (bytes.size) memcpy(name->bytes, bytes.data, bytes.size);
    return NAME_GOOD;
}

static NameStatus name_from_binary(Name *name, Term binary, Term encoding) {
    Bytes bytes;
    uint8_t *scratch;
    Encoding known = encoding_of(encoding);
    if (known == ENCODING_UNKNOWN || !bits_of_binary(binary, &bytes, &scratch)) return NAME_BAD;
    NameStatus status = known == ENCODING_LATIN1 ? name_from_latin1(name, bytes) : name_from_utf8(name, bytes);
    memory_free(scratch);
    return status;
}

static Term new_atom(Process *p, const Name *name, NameStatus status) {
    if (status == NAME_TOO_LONG) return process_system_limit(p);
    if (status != NAME_GOOD) return process_badarg(p);
    Term atom = atom_from_bytes(name_text(name));
    vocabulary_add(p->machine, atom);
    return atom_count() <= ATOM_LIMIT ? atom : process_too_many_atoms(p);
}

static Term existing_atom(Process *p, const Name *name, NameStatus status) {
    Term atom;
    return status == NAME_GOOD && vocabulary_find(p->machine, name_text(name), &atom) ? atom : process_badarg(p);
}

static Term erlang_list_to_atom_1(Process *p, const Term *args) {
    Name name;
    NameStatus status = name_from_list(&name, args[0]);
    return new_atom(p, &name, status);
}

static Term erlang_list_to_existing_atom_1(Process *p, const Term *args) {
    Name name;
    NameStatus status = name_from_list(&name, args[0]);
    return existing_atom(p, &name, status);
}

static Term erlang_binary_to_atom_2(Process *p, const Term *args) {
    Name name;
    NameStatus status = name_from_binary(&name, args[0], args[1]);
    return new_atom(p, &name, status);
}

static Term erlang_binary_to_existing_atom_2(Process *p, const Term *args) {
    Name name;
    NameStatus status = name_from_binary(&name, args[0], args[1]);
    return existing_atom(p, &name, status);
}

static Term erlang_atom_to_list_1(Process *p, const Term *args) {
    if (!term_is_atom(args[0])) return process_badarg(p);
    Bytes text = atom_text(args[0]);
    return unicode_list_from_utf8(p->heap, text.data, text.size, TERM_NIL);
}

static Term latin1_binary(Process *p, Bytes text) {
    uint8_t latin1[ATOM_BYTES_MAX];
    const uint8_t *at = text.data, *end = text.data + text.size;
    size_t size = 0;
    while (at < end) {
        uint32_t character;
        at += unicode_from_utf8(at, end, &character);
        if (character > 255) return process_badarg(p);
        latin1[size++] = (uint8_t)character;
    }
    return heap_binary_from(p->heap, latin1, size);
}

static Term erlang_atom_to_binary_2(Process *p, const Term *args) {
    if (!term_is_atom(args[0])) return process_badarg(p);
    Bytes text = atom_text(args[0]);
    switch (encoding_of(args[1])) {
    case ENCODING_LATIN1: return latin1_binary(p, text);
    case ENCODING_UTF8: return heap_binary_from(p->heap, text.data, text.size);
    default: return process_badarg(p);
    }
}

// --- footprints ----------------------------------------------------------------------------------

static void touch_list(Process *p, Term list, AccessKind kind, Footprint *out) {
    Name name;
    if (!p->machine->inquisitive || name_from_list(&name, list) != NAME_GOOD) return;
    vocabulary_touch(p->machine, name_text(&name), kind, out);
}

static void touch_binary(Process *p, Term binary, Term encoding, AccessKind kind, Footprint *out) {
    Name name;
    if (!p->machine->inquisitive || name_from_binary(&name, binary, encoding) != NAME_GOOD) return;
    vocabulary_touch(p->machine, name_text(&name), kind, out);
}

static void makes_list(Process *p, const Term *args, Footprint *out) { touch_list(p, args[0], ACCESS_WRITE, out); }
static void finds_list(Process *p, const Term *args, Footprint *out) { touch_list(p, args[0], ACCESS_READ, out); }
static void makes_binary(Process *p, const Term *args, Footprint *out) {
    touch_binary(p, args[0], args[1], ACCESS_WRITE, out);
}
static void finds_binary(Process *p, const Term *args, Footprint *out) {
    touch_binary(p, args[0], args[1], ACCESS_READ, out);
}

const Bif erlang_atom_bifs[] = {
    BIF(erlang, atom_to_list, 1, PURE),
    BIF(erlang, atom_to_binary, 2, PURE),
    BIF(erlang, list_to_atom, 1, makes_list),
    BIF(erlang, list_to_existing_atom, 1, finds_list),
    BIF(erlang, binary_to_atom, 2, makes_binary),
    BIF(erlang, binary_to_existing_atom, 2, finds_binary),
    {0},
};
