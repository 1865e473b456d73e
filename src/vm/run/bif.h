// Bif: a function of an Erlang module, written in C.
//
// It gets its arguments and returns a term, or raises and returns NO_TERM:
//
//     static Term erlang_hd_1(Process *p, const Term *args) {
//         if (!term_is_cons(args[0])) return process_badarg(p);
//         return term_head(args[0]);
//     }
//
//     const Bif erlang_bifs[] = {
//         BIF(erlang, hd, 1, PURE),
//         BIF_NAMED("erlang", "++", 2, erlang_append_2, PURE),
//         {0},
//     };
//
// Each table is named in bif.def. A BIF that touches anything shared names a footprint function: the
// process stops before it, and the search sees the footprint before it runs. While it runs, the BIF
// may make the footprint more exact through `bif_footprint(p)` (a failed insert_new is a read).
// Built-ins must not recurse on the C stack over terms (base/words.h), and never collect.
#pragma once
#include "vm/event.h"
#include "vm/run/process.h"
#include "vm/store/atom.h"
#include "vm/store/heap.h"
#include "vm/term/hash.h"

typedef Term (*BifFunction)(Process *p, const Term *args);
typedef void (*BifFootprint)(Process *p, const Term *args, Footprint *out);
typedef bool (*BifSight)(const Term *args);

typedef struct Bif {
    const char *module, *function;
    unsigned arity;
    BifFunction call;
    BifFootprint footprint;   // NULL: local, never a scheduling point
    BifSight visible;         // whether that has anything in it, where this is easier to tell; NULL: where it is not
} Bif;

#define PURE NULL
#define BIF(module, function, arity, footprint) \
    { #module, #function, arity, module##_##function##_##arity, footprint, NULL }
#define BIF_NAMED(module, function, arity, call, footprint) \
    { module, function, arity, call, footprint, NULL }

// What a function of erts_internal answers for its Erlang caller to raise: why, in releases whose errors say that.
static inline Term bif_refusal(const Process *p, Term cause) {
    return p->heap->release->error_info ? cause : ATOM(badarg);
}

// The footprint of the action under way.
Footprint *bif_footprint(Process *p);
void bif_changed_nothing(Process *p);   // of what it might have
// What objects are made of: a kind, a number, a term (or NO_TERM).
typedef enum {
    OBJECT_NAME,
    OBJECT_PROCESS_LIFE,
    OBJECT_LINKS,
    OBJECT_MAILBOX,
    OBJECT_FLAGS,
    OBJECT_LEADER,
    OBJECT_TABLE,
    OBJECT_TABLE_NAMES,
    OBJECT_TIMER,
    OBJECT_DEADLINES,
    OBJECT_CLOCK,
    OBJECT_PERSISTENT,
    OBJECT_ATOMICS,
    OBJECT_MESSAGE,
    OBJECT_CODE,
    OBJECT_FILES,
    OBJECT_OUTPUT,
    OBJECT_PROCESSES,
    OBJECT_ENVIRONMENT,
    OBJECT_SERVER,
    OBJECT_RELATIONS,
    OBJECT_CHANNEL,
    OBJECT_CHOICE,
    OBJECT_ATOM,        // by the hash of its text: whether it is there
    OBJECT_WALK,        // what a step of one reads of a table (vm/ets/walk.h)
    OBJECT_CELL,        // of what ports share (vm/run/port.h)
    OBJECT_PROGRESS,    // of a process: all that it does is a part of it
    OBJECT_TRACING,     // who is traced, and what (vm/run/tracing.h)
    OBJECT_NODE,        // of nodes and their connections (vm/run/node.c)
    OBJECT_CLOSING,     // of a process: whether links come too late (vm/run/estate.h)
    OBJECT_ONLY_NAME,   // of a process: it has one name at most
} ObjectKind;

// Objects of code: whether a module is there, which ones are (loading updates it), where they are looked for.
#define CODE_OF(module) object_of(OBJECT_CODE, 0, module)
#define CODE_ALL object_of(OBJECT_CODE, 1, NO_TERM)
#define CODE_PATH object_of(OBJECT_CODE, 2, NO_TERM)

// An object of a process, or of a reference that it made, shows whose it is (vm/event.h).
static inline uint64_t object_of(ObjectKind kind, uint64_t number, Term term) {
    uint64_t h = (uint64_t)kind * 0x9E3779B97F4A7C15u ^ number * 0xD1B54A32D192ED03u;
    if (!term_is_none(term)) h ^= term_hash(term) * 0x2545F4914F6CDD1Du;
    h ^= h >> 31;
    h *= 0xBF58476D1CE4E5B9u;
    h ^= h >> 30;
    uint64_t owner = term_is_none(term)                   ? number
                     : term_is_kind(term, KIND_REFERENCE) ? term_reference_maker(term)
                                                          : UINT64_MAX;
    return object_fingerprint((uint32_t)kind, owner, h);
}
