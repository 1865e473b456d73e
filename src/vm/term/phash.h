// Phash: Erlang's portable hashes, the same in every release and on every machine.
//
// Programs store these numbers and compare them between nodes, so they must come out exactly as
// erlang:phash2 and erlang:phash make them, bit for bit. For hashing inside the machine use
// vm/term/hash.h.
#pragma once
#include "vm/store/term.h"

uint32_t term_phash2(Term term);   // all 32 bits; phash2/1 shows the low 27
uint32_t term_phash(Term term);    // phash/2 shows 1 + this rem Range

// Of an atom's name: the hash of P. J. Weinberger that both are built on.
uint32_t atom_phash(Term atom);
