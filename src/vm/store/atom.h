// Atom: names known by number. The table only grows and is shared by all machines of the program;
// the numbers of atoms in atom.def are constants, ATOM_ok and so on.
#pragma once
#include "base/bytes.h"
#include "vm/store/term.h"

typedef enum {
#define ATOM_DEF(name, text) ATOM_INDEX_##name,
#include "vm/store/atom.def"
#undef ATOM_DEF
    ATOM_KNOWN_COUNT
} AtomIndex;

// ATOM(ok) is the term for the atom ok, a constant expression. Names that are not C identifiers have
// a spelled-out name in atom.def, e.g. ATOM(minus) for '-'.
#define ATOM(name) ((Term){(uint64_t)ATOM_INDEX_##name << 4 | IMM_ATOM})
// The same where C wants a constant initialiser.
#define ATOM_INIT(name) \
    { (uint64_t) ATOM_INDEX_##name << 4 | IMM_ATOM }

Term atom_from_text(const char *utf8);    // a C string
Term atom_from_bytes(Bytes utf8);         // valid UTF-8, at most 255 characters
bool atom_find(Bytes utf8, Term *atom);   // only if it exists already
Bytes atom_text(Term atom);               // NUL-terminated UTF-8, lives for ever
const char *atom_string(Term atom);
int atom_compare(Term a, Term b);   // by code points, as Erlang orders atoms
uint64_t atom_hash(Term atom);      // of the text, the same in every run
uint32_t atom_count(void);
enum { ATOM_LIMIT = 1 << 20 };   // more than these a program may not make: they stay for ever
