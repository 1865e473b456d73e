// The functions of ets that take match specifications and patterns.
#include "vm/bif/ets_query.h"
#include "vm/ets/walk.h"
#include "vm/term/compare.h"
#include "vm/term/hash.h"
#include "vm/term/number.h"

// --- specifications made of patterns, and compiled ones ------------------------------------------

static Term clause_of(Heap *heap, Term pattern, Term result) {
    Term clause = heap_tuple3(heap, pattern, TERM_NIL, heap_cons(heap, result, TERM_NIL));
    return heap_cons(heap, clause, TERM_NIL);
}

// Specifications are compiled whenever they are used, so a compiled one is the source with a mark.
static Term compiled(Heap *heap, Term source) { return heap_tuple2(heap, ATOM(compiled_match_spec), source); }

static bool is_compiled(Term term) {
    return term_is_tuple_of(term, 2) && term_same(term_elements(term)[0], ATOM(compiled_match_spec));
}

// --- what a call looks at ------------------------------------------------------------------------

enum { FOOTPRINT_KEYS = 6 };   // more keys than this count as the whole table

// Whether the heads of all clauses (or the one pattern) name their key.
static bool names_keys(const Table *table, Term source, bool pattern) {
    if (pattern) {
        Term key = query_key_pattern(table, source);
        return term_is_none(key) || query_is_ground(key);
    }
    for (int count = 0; term_is_cons(source); source = term_tail(source)) {
        if (!term_is_tuple_of(term_head(source), 3) || ++count > FOOTPRINT_KEYS) return false;
        Term key = query_key_pattern(table, term_elements(term_head(source))[0]);
        if (!term_is_none(key) && !query_is_ground(key)) return false;
    }
    return term_is_nil(source);
}

// The table, or what a walk has read of it. NULL: there is none, or the walk has only begun.
static Table *table_to_read(Process *p, Term name_or_id, Term source) {
    if (p->walk) return p->walk->copy;
    Table *table = ets_table(p, name_or_id, ETS_READ);
    if (!table || names_keys(table, source, false) || !walk_takes_time(p, table)) return table;
    walk_begin(p, table);
    return NULL;
}

// Whether a call that looks at the whole table walks over it; then what its next step touches.
static bool walks(Process *p, Term name_or_id, Footprint *out) {
    const Table *table = ets_find(p, name_or_id);
    if (p->walk) {
        walk_end_footprint(p, out);
    } else if (table && walk_takes_time(p, table)) {
        ets_touch_found(p, table, name_or_id, ACCESS_PART_READ, out);
        walk_begin_footprint(table, out);
    } else {
        return false;
    }
    return true;
}

// --- collecting ----------------------------------------------------------------------------------

static void collect_object(EtsQuery *query, Term object) {
    Term result = query_match(query, object);
    if (term_is_none(result)) return;
    query->list = heap_cons(query->process->heap, result, query->list);
    query->got++;
}

static bool collect(EtsQuery *query, Term key, Term row) {
    (void)key;
    if (!table_is_bag(query->table))
        collect_object(query, row);
    else
        for (; term_is_cons(row); row = term_tail(row)) collect_object(query, term_head(row));
    return query->got < query->limit;
}

// All results in one list. It is built from its end, so the walk goes the other way.
static Term select_all(Process *p, Term table_term, Term source, bool reverse) {
    Table *table = table_to_read(p, table_term, source);
    if (!table) return NO_TERM;
    EtsQuery query;
    bool valid = query_open(&query, p, table, source);
    query.forward = reverse;
    if (valid) query_run(&query, 0, collect);
    Term list = query.list;
    query_close(&query);
    walk_end(p);
    return valid ? list : ets_badarg(p);
}

static Term ets_select_2(Process *p, const Term *args) { return select_all(p, args[0], args[1], false); }
static Term ets_select_reverse_2(Process *p, const Term *args) { return select_all(p, args[0], args[1], true); }

static Term ets_match_2(Process *p, const Term *args) {
    return select_all(p, args[0], clause_of(p->heap, args[1], ATOM(dollar_all)), false);
}

static Term ets_match_object_2(Process *p, const Term *args) {
    return select_all(p, args[0], clause_of(p->heap, args[1], ATOM(dollar_underscore)), false);
}

// --- in portions ---------------------------------------------------------------------------------
// A continuation has the shape it has in OTP (ets:repair_continuation/2 looks inside):
//
//   ordered_set   {Table, Key, [], Limit, Specification, [], Reverse, 0}
//   others        {Table, Position, Limit, Specification, Rest, Count}
//
// An ordered one goes on behind Key. Otherwise the Rest are Count results that were found together
// with those handed out before, and the walk goes on at Position; -1: nothing but the Rest is left.

static Term box(Heap *heap, const Term *elements, size_t count) {
    Term tuple = heap_tuple(heap, count);
    memcpy(term_elements(tuple), elements, count * sizeof *elements);
    return tuple;
}

static Term ordered_continuation(const EtsQuery *query) {
    Heap *heap = query->process->heap;
    Term parts[] = {query->table->id,
                    query->last,
                    TERM_NIL,
                    term_small((int64_t)query->limit),
                    compiled(heap, query->source),
                    TERM_NIL,
                    term_small(!query->forward),
                    term_small(0)};
    return box(heap, parts, sizeof parts / sizeof *parts);
}

static Term reversed(Heap *heap, Term list) {
    Term result = TERM_NIL;
    for (; term_is_cons(list); list = term_tail(list)) result = heap_cons(heap, term_head(list), result);
    return result;
}

static Term ordered_portion(EtsQuery *query) {
    Heap *heap = query->process->heap;
    bool all = query_run(query, 0, collect);
    if (all && query->got == 0) return ATOM(end_of_table);
    Term rest = all ? ATOM(end_of_table) : ordered_continuation(query);
    return heap_tuple2(heap, reversed(heap, query->list), rest);
}

// Cuts `count` items off the front of a list.
static Term cut_front(Heap *heap, Term *list, uint64_t count) {
    Term front, *link = &front;
    for (; count > 0; count--, *list = term_tail(*list)) {
        *link = heap_cons(heap, term_head(*list), TERM_NIL);
        link = term_list_words(*link) + 1;
    }
    *link = TERM_NIL;
    return front;
}

static Term position_term(Heap *heap, bool all, Term last) {
    return all ? term_small(-1) : heap_unsigned(heap, hamt_position(term_hash(last)) + 1);
}

// The results found first are at the end of the list; those beyond the limit wait at its front.
static Term hashed_portion(EtsQuery *query, Term position) {
    Heap *heap = query->process->heap;
    uint64_t from;
    if (query->got < query->limit && number_to_uint64(position, &from)) {
        bool all = query_run(query, from, collect);
        position = position_term(heap, all, query->last);
    }
    bool over = term_same(position, term_small(-1));
    if (over && query->got == 0) return ATOM(end_of_table);
    uint64_t waiting = query->got > query->limit ? query->got - query->limit : 0;
    Term rest = cut_front(heap, &query->list, waiting);
    if (over && waiting == 0) return heap_tuple2(heap, query->list, ATOM(end_of_table));
    Term parts[] = {query->table->id,
                    position,
                    term_small((int64_t)query->limit),
                    compiled(heap, query->source),
                    rest,
                    heap_unsigned(heap, waiting)};
    return heap_tuple2(heap, query->list, box(heap, parts, sizeof parts / sizeof *parts));
}

static bool is_limit(Term term) { return term_is_small(term) && term_to_small(term) > 0; }

static Term select_portion(Process *p, Term table_term, Term source, Term limit, bool reverse) {
    if (!is_limit(limit)) return ets_table(p, table_term, ETS_READ) ? ets_badarg(p) : NO_TERM;
    Table *table = table_to_read(p, table_term, source);
    if (!table) return NO_TERM;
    EtsQuery query;
    Term result = NO_TERM;
    if (query_open(&query, p, table, source)) {
        query.forward = !reverse;
        query.limit = (uint64_t)term_to_small(limit);
        result = table_is_ordered(table) ? ordered_portion(&query) : hashed_portion(&query, term_small(0));
    }
    query_close(&query);
    walk_end(p);
    return term_is_none(result) ? ets_badarg(p) : result;
}

static Term ets_select_3(Process *p, const Term *args) { return select_portion(p, args[0], args[1], args[2], false); }

static Term ets_select_reverse_3(Process *p, const Term *args) {
    return select_portion(p, args[0], args[1], args[2], true);
}

static Term ets_match_3(Process *p, const Term *args) {
    return select_portion(p, args[0], clause_of(p->heap, args[1], ATOM(dollar_all)), args[2], false);
}

static Term ets_match_object_3(Process *p, const Term *args) {
    return select_portion(p, args[0], clause_of(p->heap, args[1], ATOM(dollar_underscore)), args[2], false);
}

static bool resume_ordered(EtsQuery *query, const Term *parts, Term *result) {
    if (!is_limit(parts[3]) || !term_is_small(parts[6])) return false;
    query->limit = (uint64_t)term_to_small(parts[3]);
    query->forward = term_same(parts[6], term_small(0));
    query->after = parts[1];
    *result = ordered_portion(query);
    return true;
}

static bool resume_hashed(EtsQuery *query, const Term *parts, Term *result) {
    int64_t length = term_is_list(parts[4]) ? term_list_length(parts[4]) : -1;
    uint64_t position;
    bool valid = number_to_uint64(parts[1], &position) || term_same(parts[1], term_small(-1));
    if (!valid || !is_limit(parts[2]) || length < 0) return false;
    query->limit = (uint64_t)term_to_small(parts[2]);
    query->list = parts[4];
    query->got = (uint64_t)length;
    *result = hashed_portion(query, parts[1]);
    return true;
}

static Term resume(Process *p, const Term *args) {
    if (term_same(args[0], ATOM(end_of_table))) return args[0];
    bool ordered = term_is_tuple_of(args[0], 8);
    if (!ordered && !term_is_tuple_of(args[0], 6)) return ets_badarg(p);
    const Term *parts = term_elements(args[0]);
    Term spec = parts[ordered ? 4 : 3];
    if (!is_compiled(spec)) return ets_badarg(p);
    Table *table = table_to_read(p, parts[0], term_elements(spec)[1]);
    if (!table) return NO_TERM;
    EtsQuery query;
    Term result;
    bool valid = query_open(&query, p, table, term_elements(spec)[1]) && table_is_ordered(table) == ordered &&
                 (ordered ? resume_ordered(&query, parts, &result) : resume_hashed(&query, parts, &result));
    query_close(&query);
    walk_end(p);
    return valid ? result : ets_badarg(p);
}

static void resumes(Process *p, const Term *args, Footprint *out) {
    bool tuple = term_is_tuple(args[0]) && term_tuple_size(args[0]) > 0;
    if (tuple && !walks(p, term_elements(args[0])[0], out)) ets_reads_table(p, term_elements(args[0]), out);
}

// --- counting, deleting, replacing ---------------------------------------------------------------

static bool count_object(EtsQuery *query, Term object) {
    bool counts = term_same(query_match(query, object), ATOM(true));
    query->got += counts;
    return counts;
}

static bool count_row(EtsQuery *query, Term key, Term row) {
    (void)key;
    if (!table_is_bag(query->table))
        count_object(query, row);
    else
        for (; term_is_cons(row); row = term_tail(row)) count_object(query, term_head(row));
    return true;
}

static void change_row(EtsQuery *query, Term key, Term row) {
    words_push(&query->changes, key.bits);
    words_push(&query->changes, row.bits);
}

static bool delete_from_row(EtsQuery *query, Term key, Term row) {
    uint64_t before = query->got;
    if (!table_is_bag(query->table)) {
        if (count_object(query, row)) change_row(query, key, NO_TERM);
        return true;
    }
    Term kept = TERM_NIL;
    for (; term_is_cons(row); row = term_tail(row))
        if (!count_object(query, term_head(row))) kept = heap_cons(query->process->heap, term_head(row), kept);
    if (query->got == before) return true;
    change_row(query, key, term_is_nil(kept) ? NO_TERM : reversed(query->process->heap, kept));
    return true;
}

// What to put in the place of the object: NO_TERM: nothing.
static Term replacement(EtsQuery *query, Term object) {
    Term result = query_match(query, object);
    if (term_is_none(result) || !row_is_object(query->table, result)) return NO_TERM;
    if (!term_equal(row_key(query->table, result), row_key(query->table, object))) return NO_TERM;
    query->got++;
    return result;
}

static bool replace_in_row(EtsQuery *query, Term key, Term row) {
    uint64_t before = query->got;
    if (!table_is_bag(query->table)) {
        Term object = replacement(query, row);
        if (!term_is_none(object)) change_row(query, key, object);
        return true;
    }
    Term changed = TERM_NIL;
    for (; term_is_cons(row); row = term_tail(row)) {
        Term object = replacement(query, term_head(row));
        changed = heap_cons(query->process->heap, term_is_none(object) ? term_head(row) : object, changed);
    }
    if (query->got > before) change_row(query, key, reversed(query->process->heap, changed));
    return true;
}

// A walk does not see the table change, so changes are made after it.
static void make_changes(EtsQuery *query) {
    Store *store = query->process->store;
    if (query->changes.count > 0) walks_finish(query->process->machine, query->table);
    for (size_t i = 0; i < query->changes.count; i += 2) {
        Term key = {query->changes.items[i]}, row = {query->changes.items[i + 1]};
        if (term_is_none(row))
            rows_delete(store, query->table, key);
        else
            rows_set_at(store, query->table, rows_find(query->table, key), row);
    }
}

static Term count_and_change(Process *p, Table *table, Term source, QueryVisit visit) {
    EtsQuery query;
    bool valid = query_open(&query, p, table, source);
    if (valid) query_run(&query, 0, visit);
    if (valid) make_changes(&query);
    if (valid && query.changes.count == 0) bif_changed_nothing(p);
    Term count = heap_unsigned(p->heap, query.got);
    query_close(&query);
    walk_end(p);
    return valid ? count : ets_badarg(p);
}

static Term ets_select_count_2(Process *p, const Term *args) {
    Table *table = table_to_read(p, args[0], args[1]);
    return table ? count_and_change(p, table, args[1], count_row) : NO_TERM;
}

static Term ets_internal_select_delete_2(Process *p, const Term *args) {
    Table *table = ets_table(p, args[0], ETS_WRITE);
    return table ? count_and_change(p, table, args[1], delete_from_row) : NO_TERM;
}

// --- whether a clause keeps the key --------------------------------------------------------------

typedef struct {
    Term pattern, body;
    bool constant;   // inside {const, _}
} Pair;

static void push_pair(Words *todo, Pair pair) {
    words_push(todo, pair.pattern.bits);
    words_push(todo, pair.body.bits);
    words_push(todo, pair.constant);
}

static Pair pop_pair(Words *todo) {
    Pair pair;
    pair.constant = words_pop(todo);
    pair.body.bits = words_pop(todo);
    pair.pattern.bits = words_pop(todo);
    return pair;
}

static bool tuple_builds(Words *todo, Pair pair) {
    if (!pair.constant) {
        Term first = term_tuple_size(pair.body) > 0 ? term_elements(pair.body)[0] : NO_TERM;
        if (term_is_tuple_of(pair.body, 2) && term_same(first, ATOM(const))) {
            push_pair(todo, (Pair){pair.pattern, term_elements(pair.body)[1], true});
            return true;
        }
        if (!term_is_tuple_of(pair.body, 1) || !term_is_tuple(first)) return false;
        pair.body = first;
    }
    size_t size = term_tuple_size(pair.body);
    if (!term_is_tuple_of(pair.pattern, size)) return false;
    for (size_t i = 0; i < size; i++)
        push_pair(todo, (Pair){term_elements(pair.pattern)[i], term_elements(pair.body)[i], pair.constant});
    return true;
}

static bool part_builds(Words *todo, Pair pair) {
    uint32_t number;
    if (term_is_tuple(pair.body)) return tuple_builds(todo, pair);
    if (term_is_map(pair.body)) return false;
    if (term_is_cons(pair.body)) {
        if (!term_is_cons(pair.pattern)) return false;
        push_pair(todo, (Pair){term_tail(pair.pattern), term_tail(pair.body), pair.constant});
        push_pair(todo, (Pair){term_head(pair.pattern), term_head(pair.body), pair.constant});
        return true;
    }
    if (!term_identical(pair.pattern, pair.body)) return false;
    if (term_same(pair.body, ATOM(underscore)) || term_same(pair.body, ATOM(dollar_all)) ||
        term_same(pair.body, ATOM(dollar_underscore)))
        return false;
    return !pair.constant || !match_is_variable(pair.body, &number);
}

// Whether an expression of a body always builds what a pattern has matched.
static bool builds_match(Term pattern, Term body, bool constant) {
    Words todo;
    words_init(&todo);
    push_pair(&todo, (Pair){pattern, body, constant});
    bool builds = true;
    while (builds && todo.count > 0) builds = part_builds(&todo, pop_pair(&todo));
    words_free(&todo);
    return builds;
}

static bool is_key_element(const Table *table, Term body) {
    if (!term_is_tuple_of(body, 3)) return false;
    const Term *parts = term_elements(body);
    return term_same(parts[0], ATOM(element)) && term_same(parts[2], ATOM(dollar_underscore)) &&
           term_same(parts[1], term_small((int64_t)table->key_position));
}

static bool clause_keeps_key(const Table *table, Term clause) {
    if (!term_is_tuple_of(clause, 3)) return false;
    Term head = term_elements(clause)[0], body = term_elements(clause)[2];
    if (!term_is_cons(body) || !term_is_nil(term_tail(body))) return false;
    body = term_head(body);
    if (term_same(body, ATOM(dollar_underscore))) return true;
    if (!term_is_tuple(body) || !row_is_object(table, head)) return false;
    bool constant = term_is_tuple_of(body, 2) && term_same(term_elements(body)[0], ATOM(const));
    if (!constant && !term_is_tuple_of(body, 1)) return false;
    Term object = term_elements(body)[constant];
    if (!row_is_object(table, object)) return false;
    return builds_match(row_key(table, head), row_key(table, object), constant) ||
           (!constant && is_key_element(table, row_key(table, object)));
}

static Term ets_select_replace_2(Process *p, const Term *args) {
    Table *table = ets_table(p, args[0], ETS_WRITE);
    if (!table) return NO_TERM;
    if (table->type == TABLE_BAG) return ets_badarg_cause(p, ATOM(table_type));
    for (Term list = args[1]; term_is_cons(list); list = term_tail(list))
        if (!clause_keeps_key(table, term_head(list))) return ets_badarg(p);
    return count_and_change(p, table, args[1], replace_in_row);
}

// --- footprints ----------------------------------------------------------------------------------

static void touch_named(const Table *table, Term head, AccessKind kind, Footprint *out) {
    Term key = query_key_pattern(table, head);
    if (!term_is_none(key)) ets_touch_key(table, key, kind, 0, out);
}

static void touch_matching(Process *p, const Term *args, bool pattern, bool write, Footprint *out) {
    const Table *table = ets_find(p, args[0]);
    AccessKind whole = write ? ACCESS_WRITE : ACCESS_READ;
    bool named = table && names_keys(table, args[1], pattern);
    if (!named && !write && walks(p, args[0], out)) return;
    if (!named) {
        ets_touch_found(p, table, args[0], whole, out);
        return;
    }
    ets_touch_found(p, table, args[0], write ? ACCESS_PART_WRITE : ACCESS_PART_READ, out);
    if (pattern) touch_named(table, args[1], whole, out);
    for (Term list = pattern ? TERM_NIL : args[1]; term_is_cons(list); list = term_tail(list))
        touch_named(table, term_elements(term_head(list))[0], whole, out);
}

static void reads_matching(Process *p, const Term *args, Footprint *out) { touch_matching(p, args, false, false, out); }

static void writes_matching(Process *p, const Term *args, Footprint *out) {
    Table *table = ets_find(p, args[0]);
    touch_matching(p, args, false, true, out);
    if (table) table_touch_ghosts(p, table, out);
}

static void reads_pattern(Process *p, const Term *args, Footprint *out) { touch_matching(p, args, true, false, out); }

// --- specifications on their own -----------------------------------------------------------------

static Term ets_match_spec_compile_1(Process *p, const Term *args) {
    MatchSpec spec;
    bool valid = match_spec_compile(&spec, p, args[0], MATCH_TABLE, NULL);
    match_spec_free(&spec);
    return valid ? compiled(p->heap, args[0]) : process_badarg(p);
}

static Term ets_is_compiled_ms_1(Process *p, const Term *args) {
    (void)p;
    return process_boolean(is_compiled(args[0]));
}

static Term ets_match_spec_run_r_3(Process *p, const Term *args) {
    Term list = args[0], results = args[2];
    if (!term_is_list(list) || !is_compiled(args[1])) return process_badarg(p);
    MatchSpec spec;
    bool valid = match_spec_compile(&spec, p, term_elements(args[1])[1], MATCH_TABLE, NULL);
    for (; valid && term_is_cons(list); list = term_tail(list)) {
        Term result = match_spec_run(&spec, p, term_head(list), term_head(list));
        if (!term_is_none(result)) results = heap_cons(p->heap, result, results);
    }
    match_spec_free(&spec);
    return valid && term_is_nil(list) ? results : process_badarg(p);
}

// The arguments of a traced call as one tuple.
static Term arguments_tuple(Heap *heap, Term list) {
    size_t count = 0;
    for (Term at = list; term_is_cons(at); at = term_tail(at)) count++;
    Term tuple = heap_tuple(heap, count);
    for (size_t i = 0; i < count; i++, list = term_tail(list)) term_elements(tuple)[i] = term_head(list);
    return tuple;
}

static Term test_result(Process *p, MatchSpec *spec, Term object, bool trace) {
    Term result = match_spec_run(spec, p, trace ? arguments_tuple(p->heap, object) : object, object);
    Term flags = TERM_NIL;
    if (spec->flags & MATCH_EXCEPTION_TRACE) flags = heap_cons(p->heap, ATOM(exception_trace), flags);
    if (spec->flags & MATCH_RETURN_TRACE) flags = heap_cons(p->heap, ATOM(return_trace), flags);
    return heap_tuple4(p->heap, ATOM(ok), term_is_none(result) ? ATOM(false) : result, flags, TERM_NIL);
}

static Term erlang_match_spec_test_3(Process *p, const Term *args) {
    bool trace = term_same(args[2], ATOM(trace));
    if (!trace && !term_same(args[2], ATOM(table))) return process_badarg(p);
    if (trace && !term_is_list(args[0])) return process_badarg(p);
    MatchSpec spec;
    Term errors;
    bool valid = match_spec_compile(&spec, p, args[1], trace ? MATCH_TRACE : MATCH_TABLE, &errors);
    Term result = valid ? test_result(p, &spec, args[0], trace) : heap_tuple2(p->heap, ATOM(error), errors);
    match_spec_free(&spec);
    return result;
}

const Bif ets_select_bifs[] = {
    ETS_BIF(select, 2, reads_matching),
    ETS_BIF(select, 3, reads_matching),
    BIF_NAMED("ets", "select", 1, resume, resumes),
    ETS_BIF(select_reverse, 2, reads_matching),
    ETS_BIF(select_reverse, 3, reads_matching),
    BIF_NAMED("ets", "select_reverse", 1, resume, resumes),
    ETS_BIF(match, 2, reads_pattern),
    ETS_BIF(match, 3, reads_pattern),
    BIF_NAMED("ets", "match", 1, resume, resumes),
    ETS_BIF(match_object, 2, reads_pattern),
    ETS_BIF(match_object, 3, reads_pattern),
    BIF_NAMED("ets", "match_object", 1, resume, resumes),
    ETS_BIF(select_count, 2, reads_matching),
    ETS_BIF(select_replace, 2, writes_matching),
    ETS_BIF(internal_select_delete, 2, writes_matching),
    BIF(ets, match_spec_compile, 1, PURE),
    BIF(ets, is_compiled_ms, 1, PURE),
    BIF(ets, match_spec_run_r, 3, PURE),
    BIF(erlang, match_spec_test, 3, PURE),
    {0},
};
