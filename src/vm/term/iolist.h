// Iolist: the bytes of nested lists of bytes and binaries, in order.
//
//     iolist    a binary, or a list of bytes, binaries and such lists; the last tail may be a binary
//
// Walks use no C stack, so a list may be nested as deep as memory goes. Functions that look at bytes
// refuse bitstrings that are no binaries; those named bitstring accept them anywhere.
#pragma once
#include "base/text.h"
#include "vm/store/heap.h"

// Hands over all bytes in order; single bytes come in batches. Stops early when `each` returns false.
// False: not an iolist, or stopped.
bool iolist_walk(Term iolist, bool (*each)(void *context, const uint8_t *bytes, size_t size), void *context);

bool iolist_size(Term iolist, size_t *bytes);              // false: not an iolist
bool iolist_bit_size(Term bitstring_list, size_t *bits);   // false: not a list of bits either

// NO_TERM when it is not an iolist or its bytes do not fit the heap. A binary is returned as it is.
Term iolist_to_binary(Heap *heap, Term iolist);
Term iolist_to_bitstring(Heap *heap, Term bitstring_list);

bool iolist_add(Text *text, Term iolist);   // false: not an iolist; text may have grown
