#include "vm/bif/ets_query.h"

#include "vm/run/observed.h"
#include "vm/term/compare.h"
#include "vm/term/hash.h"
#include "vm/term/map.h"

// --- patterns of keys ----------------------------------------------------------------------------

static bool is_open(Term pattern) {
    uint32_t number;
    return term_same(pattern, ATOM(underscore)) || match_is_variable(pattern, &number);
}

Term query_key_pattern(const Table *table, Term head) {
    if (is_open(head)) return ATOM(underscore);
    return row_is_object(table, head) ? row_key(table, head) : NO_TERM;
}

static void push_inside(Words *todo, Term term) {
    Term key, value;
    if (term_is_cons(term)) {
        words_push(todo, term_tail(term).bits);
        words_push(todo, term_head(term).bits);
    } else if (term_is_tuple(term)) {
        for (size_t i = term_tuple_size(term); i > 0; i--) words_push(todo, term_elements(term)[i - 1].bits);
    } else if (term_is_map(term)) {
        MapIterator it;
        for (map_iterate(&it, term); map_next(&it, &key, &value);) words_push(todo, value.bits);
    }
}

bool query_is_ground(Term pattern) {
    if (term_is_immediate(pattern)) return !is_open(pattern);
    Words todo;
    words_init(&todo);
    words_push(&todo, pattern.bits);
    bool ground = true;
    while (ground && todo.count > 0) {
        Term term = {words_pop(&todo)};
        ground = !is_open(term);
        push_inside(&todo, term);
    }
    words_free(&todo);
    return ground;
}

// How the keys that a pattern matches compare to a key: 0 when some of them may be equal to it.
// What comes first decides, so behind the first variable (or map, which matches larger ones too)
// all is possible.
static int compare_next(Words *todo, Term pattern, Term key, bool *decided) {
    *decided = is_open(pattern) || term_is_map(pattern);
    if (*decided) return 0;
    size_t size = term_is_cons(pattern) ? 2 : 0;
    const Term *a = size ? term_list_words(pattern) : NULL, *b = NULL;
    if (size && term_is_cons(key)) b = term_list_words(key);
    if (term_is_tuple(pattern) && term_is_tuple_of(key, term_tuple_size(pattern))) {
        size = term_tuple_size(pattern);
        a = term_elements(pattern);
        b = term_elements(key);
    }
    if (!b) {
        int order = term_compare(pattern, key);
        *decided = order != 0;
        return order;
    }
    for (; size > 0; size--) {
        words_push(todo, b[size - 1].bits);
        words_push(todo, a[size - 1].bits);
    }
    return 0;
}

static int compare_pattern(Term pattern, Term key) {
    bool decided;
    Words todo;
    words_init(&todo);
    int order = compare_next(&todo, pattern, key, &decided);
    while (!decided && todo.count > 0) {
        Term part = {words_pop(&todo)}, other = {words_pop(&todo)};
        order = compare_next(&todo, part, other, &decided);
    }
    words_free(&todo);
    return order;
}

// --- opening -------------------------------------------------------------------------------------

static void add_pattern(EtsQuery *query, Term pattern) {
    bool ground = query_is_ground(pattern);
    if (!ground && (!table_is_ordered(query->table) || is_open(pattern))) query->scope = QUERY_ALL;
    for (size_t i = 0; ground && i < query->patterns.count; i++)
        if (term_identical((Term){query->patterns.items[i]}, pattern)) return;
    words_push(&query->patterns, pattern.bits);
}

static void find_scope(EtsQuery *query) {
    bool ordered = table_is_ordered(query->table);
    query->scope = ordered ? QUERY_RANGE : QUERY_KEYS;
    for (Term list = query->source; term_is_cons(list); list = term_tail(list)) {
        Term pattern = query_key_pattern(query->table, term_elements(term_head(list))[0]);
        if (!term_is_none(pattern)) add_pattern(query, pattern);
        if (query->scope == QUERY_ALL) return;
    }
    if (!ordered || query->patterns.count > 1) return;
    Term only = query->patterns.count ? (Term){query->patterns.items[0]} : TERM_NIL;
    if (query_is_ground(only)) query->scope = QUERY_KEYS;
}

bool query_open(EtsQuery *query, Process *p, Table *table, Term source) {
    query->process = p;
    query->table = table;
    query->source = source;
    query->forward = true;
    query->after = query->last = NO_TERM;
    query->list = TERM_NIL;
    query->got = 0;
    query->limit = UINT64_MAX;
    words_init(&query->patterns);
    words_init(&query->changes);
    bool valid = match_spec_compile(&query->spec, p, source, MATCH_TABLE, NULL);
    if (valid)
        find_scope(query);
    else
        query->scope = QUERY_KEYS;
    return valid || term_is_nil(source);   // without clauses nothing matches
}

void query_close(EtsQuery *query) {
    match_spec_free(&query->spec);
    words_free(&query->patterns);
    words_free(&query->changes);
}

// --- running -------------------------------------------------------------------------------------

static int side_of_range(const EtsQuery *query, Term key) {
    if (query->scope != QUERY_RANGE) return 0;
    size_t below = 0, above = 0;
    for (size_t i = 0; i < query->patterns.count; i++) {
        int order = compare_pattern((Term){query->patterns.items[i]}, key);
        below += order > 0;
        above += order < 0;
    }
    if (below == query->patterns.count) return -1;
    return above == query->patterns.count;
}

static int side_of(const void *range, Term key) {
    const EtsQuery *query = range;
    if (!term_is_none(query->after)) {
        int order = term_compare(key, query->after);
        if (query->forward && order <= 0) return -1;
        if (!query->forward && order >= 0) return 1;
    }
    return side_of_range(query, key);
}

static bool run_keys(EtsQuery *query, QueryVisit visit) {
    for (size_t i = 0; i < query->patterns.count; i++) {
        Term key = {query->patterns.items[i]}, row = rows_get(query->table, key);
        if (!term_is_none(row)) visit(query, key, row);
    }
    return true;
}

// Rows whose keys share a position are visited together.
static bool run_all(EtsQuery *query, RowsIterator *it, QueryVisit visit) {
    bool ordered = table_is_ordered(query->table), enough = false;
    Term key;
    for (Term row; !term_is_none(row = rows_iterator_next(it, &key));) {
        bool together = !ordered && !term_is_none(query->last) &&
                        hamt_position(term_hash(key)) == hamt_position(term_hash(query->last));
        if (enough && !together) return false;
        enough = !visit(query, key, row);
        query->last = key;
        if (enough && ordered) return false;
    }
    return !enough;
}

bool query_run(EtsQuery *query, uint64_t position, QueryVisit visit) {
    if (query->scope == QUERY_KEYS) return run_keys(query, visit);
    observed_table(query->process, query->table);
    bool bounded = query->scope == QUERY_RANGE || !term_is_none(query->after);
    RowsIterator it;
    if (table_is_ordered(query->table))
        rows_iterate_range(&it, query->table, query->forward, bounded ? side_of : NULL, query);
    else
        rows_iterate_from(&it, query->table, position);
    bool all = run_all(query, &it, visit);
    rows_iterator_end(&it);
    return all;
}
