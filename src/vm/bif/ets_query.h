// EtsQuery: a match specification asked of a table, and which rows are worth looking at.
//
// A row can only match a clause if its key matches the key's place in the clause's head. When that
// is a term without variables in every clause, only the rows of these keys are looked up. In an
// ordered table a key that begins with known terms, {a, '$1'}, still leaves only a range of
// neighbours.
#pragma once
#include "base/words.h"
#include "vm/bif/ets.h"
#include "vm/ets/match_spec.h"
#include "vm/ets/rows.h"

typedef enum {
    QUERY_ALL,     // any row
    QUERY_KEYS,    // the rows of `patterns`, which are keys
    QUERY_RANGE,   // ordered: rows between the lowest and the highest key that `patterns` can match
} QueryScope;

typedef struct EtsQuery EtsQuery;
// Looks at a row; false: that is enough.
typedef bool (*QueryVisit)(EtsQuery *query, Term key, Term row);

struct EtsQuery {
    Process *process;
    Table *table;
    Term source;   // the specification
    MatchSpec spec;
    QueryScope scope;
    Words patterns;   // of keys, one for each clause that can match anything
    bool forward;     // ordered: upwards
    Term after;       // ordered: begin behind this key; NO_TERM: at the end of the range
    // --- for whoever looks ---
    Term list;      // results
    uint64_t got;   // how many
    uint64_t limit;
    Term last;       // the key looked at last
    Words changes;   // pairs: a key, its new row (NO_TERM: none)
};

// False: it is no specification. To be closed in both cases.
bool query_open(EtsQuery *query, Process *p, Table *table, Term source);
void query_close(EtsQuery *query);

static inline Term query_match(EtsQuery *query, Term object) {
    return match_spec_run(&query->spec, query->process, object, object);
}

// Visits all rows in the scope; hash tables from a position on. True: that was all.
bool query_run(EtsQuery *query, uint64_t position, QueryVisit visit);

// The pattern for the key in a head, '_' when the head is open; NO_TERM: it matches no object of
// the table.
Term query_key_pattern(const Table *table, Term head);
// Whether a pattern has no variables. It then stands for one key only, as in OTP, although a map in
// a head matches larger maps too.
bool query_is_ground(Term pattern);
