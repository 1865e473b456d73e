// Reads any bytes as an external term. What is read must come back the same when it is written and
// read again, in every variant of the format.
#include <stdlib.h>

#include "vm/run/code.h"
#include "vm/store/store.h"
#include "vm/term/compare.h"
#include "vm/term/etf.h"
#include "vm/term/phash.h"
#include "vm/term/print.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const EtfEncodeOptions variants[] = {
    {.minor_version = 0},
    {.minor_version = 1, .deterministic = true},
    {.minor_version = 2, .level = 9},
    {.minor_version = 2, .local = true},
};

static void must(bool holds) {
    if (!holds) abort();
}

static void check_variant(Heap *heap, Term term, EtfEncodeOptions variant, EtfOptions options) {
    Text first = {0}, second = {0};
    size_t used;
    Error err;
    must(etf_encode(&first, term, variant));
    Term again = etf_decode(heap, (Bytes){(const uint8_t *)first.data, first.size}, options, &used, &err);
    must(!term_is_none(again) && used == first.size);
    must(term_identical(term, again) && term_phash2(term) == term_phash2(again));
    must(etf_encode(&second, again, variant));
    must(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
    text_free(&first);
    text_free(&second);
}

static void check_term(Heap *heap, Term term, EtfOptions options) {
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) check_variant(heap, term, variants[i], options);
    Text text = {0};
    term_phash(term);
    term_print(&text, term, PRINT_READABLE);
    term_print(&text, term, (PrintOptions){.style = PRINT_WRITE, .depth = 5, .length = 100});
    term_print(&text, term, (PrintOptions){.style = PRINT_DISPLAY});
    text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static CodeServer *code;
    static Store store;
    static Release release;   // that has all there is
    if (!code) {
        release = release_usual;
        release.local_terms = release.native_records = release.signed_zeros = true;
        code = code_new(&release);
        store_init(&store, (size_t)1 << 32);
        store.heap.release = &release;
    }
    Term *top = store.heap.top;
    EtfOptions options = {.code = code};
    size_t used;
    Error err;
    Term term = etf_decode(&store.heap, (Bytes){data, size}, options, &used, &err);
    if (term_is_none(term)) {
        must(store.heap.top == top);
    } else {
        must(used <= size);
        check_term(&store.heap, term, options);
    }
    store.heap.top = top;
    return 0;
}
