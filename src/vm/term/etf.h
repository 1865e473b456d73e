// Etf: Erlang's external term format, terms as bytes.
//
//     131 term                        every term is a tag and what the tag says
//     131 80 size zlib-data           the same, compressed; size is that of the term before
//
// Constants of a .beam file come in it, and term_to_binary and binary_to_term are little more.
// Reading understands the tags of all releases and trusts nothing: what a count promises must fit
// into the bytes that are left, so a term costs memory in proportion to its bytes. Both ways use no
// C stack.
#pragma once
#include "base/bytes.h"
#include "base/error.h"
#include "base/text.h"
#include "vm/store/heap.h"

typedef struct CodeServer CodeServer;

// The first byte of a term says what it is.
typedef enum {
    ETF_VERSION = 131,
    ETF_RECORD = 67,   // native; OTP 29
    ETF_NEW_FLOAT = 70,
    ETF_BIT_BINARY = 77,
    ETF_COMPRESSED = 80,
    ETF_NEW_PID = 88,
    ETF_NEW_PORT = 89,
    ETF_NEWER_REFERENCE = 90,
    ETF_SMALL_INTEGER = 97,
    ETF_INTEGER = 98,
    ETF_FLOAT = 99,
    ETF_ATOM = 100,
    ETF_REFERENCE = 101,
    ETF_PORT = 102,
    ETF_PID = 103,
    ETF_SMALL_TUPLE = 104,
    ETF_LARGE_TUPLE = 105,
    ETF_NIL = 106,
    ETF_STRING = 107,
    ETF_LIST = 108,
    ETF_BINARY = 109,
    ETF_SMALL_BIG = 110,
    ETF_LARGE_BIG = 111,
    ETF_NEW_FUN = 112,
    ETF_EXPORT = 113,
    ETF_NEW_REFERENCE = 114,
    ETF_SMALL_ATOM = 115,
    ETF_MAP = 116,
    ETF_FUN = 117,   // before OTP 23; refused since
    ETF_ATOM_UTF8 = 118,
    ETF_SMALL_ATOM_UTF8 = 119,
    ETF_V4_PORT = 120,
    ETF_LOCAL = 121,   // behind ETF_VERSION, four bytes before the term: for the node that wrote it
} EtfTag;

typedef struct {
    bool safe;          // refuse atoms and functions that do not exist yet
    CodeServer *code;   // where funs are looked up; NULL: funs are refused
    struct Machine
        *machine;   // whose program reads it: what is safe depends on its state (vm/run/vocabulary.h); NULL: nobody's
    void (*see)(void *context, Term atom);   // shown each atom; NULL: not
    void *context;
} EtfOptions;

// The term at the beginning of `bytes`; `used` (which may be NULL) is where it ended. NO_TERM if
// there is none, with the place and the reason; the heap is then as it was before.
Term etf_decode(Heap *heap, Bytes bytes, EtfOptions options, size_t *used, Error *err);

typedef struct {
    unsigned minor_version;   // 0: floats as text; 1: atoms as Latin-1 where possible; 2: as UTF-8
    int level;                // of compression: 0 none .. 9; -1 as zlib likes
    bool deterministic;       // large maps in the order of their keys
    bool local;               // for this node only
} EtfEncodeOptions;

// The four bytes behind ETF_LOCAL, made of those that follow: what this node did not write is refused.
uint32_t etf_seal(const void *bytes, size_t size);

// Adds the bytes of the term, ETF_VERSION first. False if some binary is too large for the format.
bool etf_encode(Text *out, Term term, EtfEncodeOptions options);
