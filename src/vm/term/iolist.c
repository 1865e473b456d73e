#include "vm/term/iolist.h"

#include "base/words.h"
#include "vm/term/bits.h"

// One piece of a list of bits: a run of single bytes, or a bitstring.
typedef bool (*EachBits)(void *context, Bits bits);

// Single bytes on their way to `each`.
typedef struct {
    EachBits each;
    void *context;
    size_t count;
    uint8_t bytes[256];
} Batch;

static bool flush(Batch *batch) {
    size_t count = batch->count;
    batch->count = 0;
    return count == 0 || batch->each(batch->context, (Bits){batch->bytes, 0, count * 8});
}

static bool add_byte(Batch *batch, int64_t byte) {
    if (byte < 0 || byte > 255) return false;
    if (batch->count == sizeof batch->bytes && !flush(batch)) return false;
    batch->bytes[batch->count++] = (uint8_t)byte;
    return true;
}

static bool add_bits(Batch *batch, Term bitstring) {
    return flush(batch) && batch->each(batch->context, term_bits(bitstring));
}

// Adds all up to the end of `list`, except that the elements of a list in it come first: then what is
// left of `list` is pushed, and that list follows.
static bool add_list(Batch *batch, Term list, Words *todo) {
    while (term_is_cons(list)) {
        Term head = term_head(list);
        list = term_tail(list);
        if (term_is_small(head)) {
            if (!add_byte(batch, term_to_small(head))) return false;
        } else if (term_is_cons(head)) {
            if (!term_is_nil(list)) words_push(todo, list.bits);
            list = head;
        } else if (term_is_bitstring(head)) {
            if (!add_bits(batch, head)) return false;
        } else if (!term_is_nil(head)) {
            return false;
        }
    }
    return term_is_nil(list) || (term_is_bitstring(list) && add_bits(batch, list));
}

static bool walk(Term list, EachBits each, void *context) {
    if (term_is_bitstring(list)) return each(context, term_bits(list));
    if (!term_is_list(list)) return false;
    Batch batch = {.each = each, .context = context};
    Words todo;
    words_init(&todo);
    words_push(&todo, list.bits);
    bool good = true;
    while (good && todo.count > 0) good = add_list(&batch, (Term){words_pop(&todo)}, &todo);
    words_free(&todo);
    return good && flush(&batch);
}

// --- bytes ---------------------------------------------------------------------------------------

typedef struct {
    bool (*each)(void *context, const uint8_t *bytes, size_t size);
    void *context;
} EachBytes;

static bool hand_over_bytes(void *context, Bits bits) {
    const EachBytes *to = context;
    if (bits.size % 8 != 0) return false;
    uint8_t *scratch;
    Bytes bytes = bits_bytes(bits, &scratch);
    bool go_on = to->each(to->context, bytes.data, bytes.size);
    memory_free(scratch);
    return go_on;
}

bool iolist_walk(Term iolist, bool (*each)(void *context, const uint8_t *bytes, size_t size), void *context) {
    return walk(iolist, hand_over_bytes, &(EachBytes){each, context});
}

static bool add_to_text(void *text, const uint8_t *bytes, size_t size) {
    text_add_bytes(text, bytes, size);
    return true;
}

bool iolist_add(Text *text, Term iolist) { return iolist_walk(iolist, add_to_text, text); }

// --- sizes ---------------------------------------------------------------------------------------

static bool count_bits(void *total, Bits bits) {
    *(size_t *)total += bits.size;
    return *(size_t *)total < SIZE_MAX / 16;   // a list may name the same binary over and over
}

static bool count_whole_bytes(void *total, Bits bits) { return bits.size % 8 == 0 && count_bits(total, bits); }

bool iolist_bit_size(Term bitstring_list, size_t *bits) {
    *bits = 0;
    return walk(bitstring_list, count_bits, bits);
}

bool iolist_size(Term iolist, size_t *bytes) {
    size_t bits = 0;
    bool good = walk(iolist, count_whole_bytes, &bits);
    *bytes = bits / 8;
    return good;
}

// --- terms ---------------------------------------------------------------------------------------

typedef struct {
    uint8_t *bytes;
    size_t position;
} Target;

static bool copy(void *context, Bits bits) {
    Target *target = context;
    bits_put_bits(target->bytes, target->position, bits);
    target->position += bits.size;
    return true;
}

static Term build(Heap *heap, Term list, size_t size) {
    Target target = {0};
    Term result = bits_new(heap, size, &target.bytes);
    if (!term_is_none(result)) walk(list, copy, &target);
    return result;
}

Term iolist_to_binary(Heap *heap, Term iolist) {
    size_t bytes;
    if (!iolist_size(iolist, &bytes)) return NO_TERM;
    return term_is_bitstring(iolist) ? iolist : build(heap, iolist, bytes * 8);
}

Term iolist_to_bitstring(Heap *heap, Term bitstring_list) {
    size_t bits;
    if (!iolist_bit_size(bitstring_list, &bits)) return NO_TERM;
    return term_is_bitstring(bitstring_list) ? bitstring_list : build(heap, bitstring_list, bits);
}
