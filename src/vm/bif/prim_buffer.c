// prim_buffer: bytes that wait between a file and its reader: {Bytes, Locked} behind a reference.
#include "base/memory.h"
#include "vm/run/bif.h"
#include "vm/term/bits.h"
#include "vm/term/iolist.h"
#include "vm/term/number.h"
#include "vm/world/handle.h"

enum { BYTES, LOCKED, FIELDS };

static bool get_buffer(Process *p, Term reference, Term *bytes) {
    Term state = term_is_reference(reference) ? handle_get(p, reference, FIELDS) : NO_TERM;
    if (term_is_none(state)) return false;
    *bytes = term_elements(state)[BYTES];
    return true;
}

static void set_bytes(Process *p, Term reference, Term bytes) {
    Term locked = term_elements(handle_get(p, reference, FIELDS))[LOCKED];
    handle_set(p, reference, heap_tuple2(p->heap, bytes, locked));
}

static size_t size_of(Term bytes) { return term_bits(bytes).size / 8; }

static Term prim_buffer_new_0(Process *p, const Term *args) {
    (void)args;
    return handle_new(p, heap_tuple2(p->heap, heap_binary(p->heap, 0), ATOM(false)));
}

static Term prim_buffer_size_1(Process *p, const Term *args) {
    Term bytes;
    if (!get_buffer(p, args[0], &bytes)) return process_badarg(p);
    return heap_unsigned(p->heap, size_of(bytes));
}

static Term prim_buffer_peek_head_1(Process *p, const Term *args) {
    Term bytes;
    if (!get_buffer(p, args[0], &bytes) || size_of(bytes) == 0) return process_badarg(p);
    return bytes;
}

// The first bytes, which leave the buffer. NO_TERM: raised.
static Term take(Process *p, const Term *args) {
    Term bytes;
    uint64_t size;
    if (!get_buffer(p, args[0], &bytes) || !number_to_uint64(args[1], &size) || size > size_of(bytes))
        return process_badarg(p);
    set_bytes(p, args[0], heap_subbinary(p->heap, bytes, size * 8, (size_of(bytes) - size) * 8));
    return heap_subbinary(p->heap, bytes, 0, size * 8);
}

static Term prim_buffer_skip_2(Process *p, const Term *args) {
    return term_is_none(take(p, args)) ? NO_TERM : ATOM(ok);
}

static Term prim_buffer_write_2(Process *p, const Term *args) {
    Term bytes;
    if (!get_buffer(p, args[0], &bytes) || !term_is_list(args[1])) return process_badarg(p);
    Term joined = iolist_to_binary(p->heap, heap_cons(p->heap, bytes, args[1]));
    if (term_is_none(joined)) return process_badarg(p);
    set_bytes(p, args[0], joined);
    return ATOM(ok);
}

static Term prim_buffer_find_byte_index_2(Process *p, const Term *args) {
    Term buffer;
    Bytes bytes;
    uint8_t *scratch;
    if (!get_buffer(p, args[0], &buffer) || !term_is_small(args[1])) return process_badarg(p);
    int64_t wanted = term_to_small(args[1]);
    if (wanted < 0 || wanted > 255 || !bits_of_binary(buffer, &bytes, &scratch)) return process_badarg(p);
    const uint8_t *at = bytes.size ? memchr(bytes.data, (int)wanted, bytes.size) : NULL;
    Term result = ATOM(not_found);
    if (at) result = heap_tuple2(p->heap, ATOM(ok), heap_unsigned(p->heap, (uint64_t)(at - bytes.data)));
    memory_free(scratch);
    return result;
}

static Term prim_buffer_try_lock_1(Process *p, const Term *args) {
    Term bytes;
    if (!get_buffer(p, args[0], &bytes)) return process_badarg(p);
    Term locked = term_elements(handle_get(p, args[0], FIELDS))[LOCKED];
    handle_set(p, args[0], heap_tuple2(p->heap, bytes, ATOM(true)));
    return term_same(locked, ATOM(true)) ? ATOM(busy) : ATOM(acquired);
}

static Term prim_buffer_unlock_1(Process *p, const Term *args) {
    Term bytes;
    if (!get_buffer(p, args[0], &bytes)) return process_badarg(p);
    handle_set(p, args[0], heap_tuple2(p->heap, bytes, ATOM(false)));
    return ATOM(ok);
}

const Bif prim_buffer_bifs[] = {
    BIF(prim_buffer, new, 0, PURE),
    BIF(prim_buffer, size, 1, PURE),
    BIF(prim_buffer, peek_head, 1, PURE),
    BIF_NAMED("prim_buffer", "copying_read", 2, take, PURE),
    BIF(prim_buffer, skip, 2, PURE),
    BIF(prim_buffer, write, 2, PURE),
    BIF(prim_buffer, find_byte_index, 2, PURE),
    BIF(prim_buffer, try_lock, 1, PURE),
    BIF(prim_buffer, unlock, 1, PURE),
    {0},
};
