#include "vm/run/observed.h"

#include "base/words.h"
#include "vm/ets/rows.h"
#include "vm/term/compare.h"
#include "vm/term/map.h"

static bool is_name(Term t) { return term_is_local_pid(t) || term_is_kind(t, KIND_REFERENCE); }

static void push(Words *todo, const Term *row, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!term_is_immediate(row[i]) || term_is_local_pid(row[i])) words_push(todo, row[i].bits);
}

static void push_parts(Words *todo, Term t) {
    const Term *words = term_words(t);
    switch (term_kind(t)) {
    case KIND_TUPLE:
    case KIND_RECORD: push(todo, words + 1, term_size(t)); return;
    case KIND_MAP: push(todo, term_elements(words[1]), map_count(t)), push(todo, words + 2, map_count(t)); return;
    case KIND_HASHMAP: push(todo, words + 2, 1); return;
    case KIND_NODE:
    case KIND_COLLISION: push(todo, words + 2, term_size(t) - 1); return;
    case KIND_FUN: push(todo, words + 3, term_size(t) - 2); return;
    default: return;
    }
}

static bool has_names(Term t) {
    Words todo;
    bool found = false;
    words_init(&todo);
    for (push(&todo, &t, 1); todo.count > 0 && !found;) {
        t = (Term){words_pop(&todo)};
        if (is_name(t))
            found = true;
        else if (term_is_cons(t))
            push(&todo, term_list_words(t), 2);
        else if (term_is_boxed(t))
            push_parts(&todo, t);
    }
    words_free(&todo);
    return found;
}

void observed_names_deeply(Process *p, Term t) {
    if (has_names(t)) p->machine->exact = true;
}

// The first elements that differ, of two tuples or lists that have them; false: neither is that.
static bool go_to_difference(Term *a, Term *b) {
    if (term_is_cons(*a) && term_is_cons(*b)) {
        while (term_is_cons(*a) && term_is_cons(*b) && term_compare(term_head(*a), term_head(*b)) == 0)
            *a = term_tail(*a), *b = term_tail(*b);
        if (term_is_cons(*a) && term_is_cons(*b)) *a = term_head(*a), *b = term_head(*b);
        return true;
    }
    if (!term_is_tuple(*a) || !term_is_tuple(*b) || term_tuple_size(*a) != term_tuple_size(*b)) return false;
    const Term *x = term_elements(*a), *y = term_elements(*b);
    size_t i = 0, size = term_tuple_size(*a);
    while (i + 1 < size && term_compare(x[i], y[i]) == 0) i++;
    *a = x[i], *b = y[i];
    return true;
}

void observed_order_deeply(Process *p, Term a, Term b) {
    if (term_compare(a, b) == 0) return;
    while (go_to_difference(&a, &b)) continue;
    bool deep = term_is_boxed(a) && term_is_boxed(b) && !is_name(a) && !is_name(b);
    if ((is_name(a) && is_name(b)) || (deep && has_names(a) && has_names(b))) p->machine->exact = true;
}

void observed_map_deeply(Process *p, Term map) {
    uint32_t named = 0;
    Term key, value;
    MapIterator it;
    for (map_iterate(&it, map); named < 2 && map_next(&it, &key, &value);) named += has_names(key);
    if (named == 2) p->machine->exact = true;
}

void observed_table_deeply(Process *p, const struct Table *table) {
    uint32_t named = 0;
    RowsIterator it;
    Term key;
    rows_iterate(&it, table);
    while (named < 2 && !term_is_none(rows_iterator_next(&it, &key))) named += has_names(key);
    rows_iterator_end(&it);
    if (named == 2) p->machine->exact = true;
}
