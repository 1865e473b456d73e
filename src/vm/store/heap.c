#include "vm/store/heap.h"

#include "base/memory.h"

void heap_exhausted(Heap *heap, size_t words) {
    (void)words;
    memory_beyond("terms", (size_t)(heap->end - heap->start) * sizeof(Term));
}

Term heap_binary_from(Heap *heap, const void *bytes, size_t size) {
    Term t = heap_binary(heap, size);
    if (size) memcpy(term_binary_bytes(t), bytes, size);
    return t;
}

Term heap_subbinary(Heap *heap, Term of, size_t offset, size_t size) {
    Term base = of;
    if (term_kind(of) == KIND_SUBBINARY) {
        base = term_words(of)[1];
        offset += (size_t)term_to_small(term_words(of)[2]);
    } else if (offset == 0 && size == term_binary_size(of) * 8 && !term_is_growable(of)) {
        return of;
    }
    Term t = heap_box(heap, KIND_SUBBINARY, 3);
    term_words(t)[1] = base;
    term_words(t)[2] = term_small((int64_t)offset);
    term_words(t)[3] = term_small((int64_t)size);
    return t;
}

Term heap_list_from_text(Heap *heap, const char *latin1) {
    size_t size = strlen(latin1);
    Term list = TERM_NIL;
    while (size > 0) list = heap_cons(heap, term_small((unsigned char)latin1[--size]), list);
    return list;
}

Term heap_list_from(Heap *heap, const Term *items, size_t count, Term tail) {
    while (count > 0) tail = heap_cons(heap, items[--count], tail);
    return tail;
}

int64_t term_list_length(Term list) {
    int64_t length = 0;
    for (; term_is_cons(list); list = term_tail(list)) length++;
    return term_is_nil(list) ? length : -1;
}
