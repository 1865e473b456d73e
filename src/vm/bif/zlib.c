// Module zlib: streams that compress and expand.
//
// What zlib keeps in C memory cannot be taken back, so it is no part of the state. A stream's state is a
// tuple: what was done to it since it began (a list, newest first) and the input that waits. Doing the
// same again to a new z_stream leads to the same z_stream. To do it rarely, a few z_streams are kept
// with a fingerprint of their history; a stream that goes on where its z_stream stopped finds it there.
#include <zlib.h>

#include "base/memory.h"
#include "vm/run/bif.h"
#include "vm/run/machine_state.h"
#include "vm/term/bits.h"
#include "vm/term/iolist.h"
#include "vm/term/map.h"

// The tuple behind a handle.
enum {
    STREAM_TAG,          // zlib
    STREAM_CONTROLLER,   // pid: who may use it
    STREAM_MODE,         // none, deflate, inflate, closed
    STREAM_HISTORY,      // operations, newest first
    STREAM_PRINT_1,      // fingerprint of the history: two small integers
    STREAM_PRINT_2,
    STREAM_QUEUE,   // a binary: input that waits
    STREAM_STASH,   // what Erlang code put aside: {ok, Term}, or empty
    STREAM_END,     // what to do with input behind the end: END_...
    STREAM_ENDED,   // boolean: the end was seen
    STREAM_RAW,     // boolean: without a header, so a checksum is computed here
    STREAM_CRC,
    STREAM_BUFFER_SIZE,   // of inflateChunk
    STREAM_FIELDS
};

enum { END_ERROR, END_RESET, END_CUT };

typedef struct {
    Process *p;
    Term handle;
    Term fields[STREAM_FIELDS];
} Stream;

// --- handles -------------------------------------------------------------------------------------

// False, and an exception, unless it is a handle of this process.
static bool stream_open(Stream *stream, Process *p, Term handle) {
    stream->p = p;
    stream->handle = handle;
    Term tuple = NO_TERM;
    if (term_is_reference(handle)) tuple = map_get(p->machine->globals->handles, handle);
    if (!term_is_tuple_of(tuple, STREAM_FIELDS) || !term_same(*term_elements(tuple), ATOM(zlib))) {
        process_badarg(p);
        return false;
    }
    memcpy(stream->fields, term_elements(tuple), sizeof stream->fields);
    if (term_same(stream->fields[STREAM_CONTROLLER], p->pid)) return true;
    process_raise(p, ATOM(not_on_controlling_process));
    return false;
}

// The same, and it must be in this mode.
static bool stream_open_in(Stream *stream, Process *p, Term handle, Term mode) {
    if (!stream_open(stream, p, handle)) return false;
    if (term_same(stream->fields[STREAM_MODE], mode)) return true;
    bool begins = term_same(mode, ATOM(none));
    process_raise(p, begins ? ATOM(already_initialized) : ATOM(not_initialized));
    return false;
}

static Term stream_save(const Stream *stream, Term answer) {
    Process *p = stream->p;
    Globals *globals = p->machine->globals;
    Term tuple = heap_tuple(p->heap, STREAM_FIELDS);
    memcpy(term_elements(tuple), stream->fields, sizeof stream->fields);
    store_touch(p->store, globals);
    globals->handles = map_put(p->heap, globals->handles, stream->handle, tuple);
    return answer;
}

static bool is_deflating(const Stream *stream) { return term_same(stream->fields[STREAM_MODE], ATOM(deflate)); }

static void forget_input(Stream *stream) {
    stream->fields[STREAM_QUEUE] = heap_binary(stream->p->heap, 0);
    stream->fields[STREAM_STASH] = ATOM(empty);
}

// --- doing things to a z_stream ------------------------------------------------------------------
//
// An operation is a term, so that it can be done again:
//
//     {deflate, Level, Method, WindowBits, MemoryLevel, Strategy}    the first of a history
//     {inflate, WindowBits}                                          the first of a history
//     {dictionary, Binary}   {params, Level, Strategy}   reset
//     {Input, OutputSize, Flush}                                     a step

static int integer_at(Term operation, size_t index) { return (int)term_to_small(term_elements(operation)[index]); }

typedef struct {
    uint8_t *output;   // room for `output_size`
    size_t consumed, produced;
} Step;

// One chunk of input without flushing; then, if that was all the input there is, the flush.
static int run_step(z_stream *z, bool deflating, Term operation, Step *step) {
    int (*codec)(z_stream *, int) = deflating ? deflate : inflate;
    uint8_t *scratch;
    Bytes input = bits_bytes(term_bits(term_elements(operation)[0]), &scratch);
    size_t output_size = (size_t)integer_at(operation, 1);
    int flush = integer_at(operation, 2);
    int code = Z_OK;
    z->next_in = (uint8_t *)(uintptr_t)input.data;
    z->avail_in = (uInt)input.size;
    z->next_out = step->output;
    z->avail_out = (uInt)output_size;
    if (input.size > 0) code = codec(z, Z_NO_FLUSH);
    step->consumed = input.size - z->avail_in;
    bool is_last = flush >= 0;   // -1: more input waits
    if (code == Z_OK && is_last && z->avail_in == 0 && z->avail_out > 0) code = codec(z, flush);
    step->produced = output_size - z->avail_out;
    z->next_in = NULL;
    z->avail_in = 0;
    memory_free(scratch);
    return code;
}

static int begin(z_stream *z, Term operation) {
    memset(z, 0, sizeof *z);
    bool inflating = term_same(term_elements(operation)[0], ATOM(inflate));
    if (inflating) return inflateInit2(z, integer_at(operation, 1));
    return deflateInit2(z, integer_at(operation, 1), integer_at(operation, 2), integer_at(operation, 3),
                        integer_at(operation, 4), integer_at(operation, 5));
}

static int set_dictionary(z_stream *z, bool deflating, Term binary) {
    uint8_t *scratch;
    Bytes bytes = bits_bytes(term_bits(binary), &scratch);
    int code = deflating ? deflateSetDictionary(z, bytes.data, (uInt)bytes.size)
                         : inflateSetDictionary(z, bytes.data, (uInt)bytes.size);
    memory_free(scratch);
    return code;
}

// Everything was flushed before, so there must be nothing to write.
static int set_params(z_stream *z, Term operation) {
    uint8_t nothing;
    z->next_out = &nothing;
    z->avail_out = 1;
    int code = deflateParams(z, integer_at(operation, 1), integer_at(operation, 2));
    return z->avail_out == 0 ? Z_STREAM_ERROR : code;
}

// `step` is for steps only.
static int operate(z_stream *z, bool deflating, Term operation, Step *step) {
    if (term_same(operation, ATOM(reset))) return deflating ? deflateReset(z) : inflateReset(z);
    const Term *parts = term_elements(operation);
    if (term_same(parts[0], ATOM(dictionary))) return set_dictionary(z, deflating, parts[1]);
    if (term_same(parts[0], ATOM(params))) return set_params(z, operation);
    return run_step(z, deflating, operation, step);
}

// --- keeping z_streams ---------------------------------------------------------------------------

typedef struct {
    bool used, deflating;
    int64_t print_1, print_2;
    z_stream z;
} Slot;

typedef struct {
    Slot slots[8];
    unsigned next;   // to be given up
} Slots;

static Slots *all_slots(void) {
    static _Thread_local Slots slots;   // a cache: nobody can see what is in it
    return &slots;
}

static void slot_empty(Slot *slot) {
    if (slot->used && slot->deflating)
        deflateEnd(&slot->z);
    else if (slot->used)
        inflateEnd(&slot->z);
    slot->used = false;
}

static Slot *slot_take(bool deflating) {
    Slots *slots = all_slots();
    Slot *slot = &slots->slots[slots->next++ % 8];
    slot_empty(slot);
    slot->deflating = deflating;
    return slot;
}

static bool holds(const Slot *slot, const Stream *stream) {
    return slot->used && slot->deflating == is_deflating(stream) &&
           slot->print_1 == term_to_small(stream->fields[STREAM_PRINT_1]) &&
           slot->print_2 == term_to_small(stream->fields[STREAM_PRINT_2]);
}

static bool is_step(Term operation) {
    return term_is_tuple_of(operation, 3) && term_is_bitstring(term_elements(operation)[0]);
}

static void replay(z_stream *z, const Stream *stream) {
    Term list = stream->fields[STREAM_HISTORY];
    size_t count = (size_t)term_list_length(list), at = count;
    Term *operations = memory_new(count * sizeof(Term));
    for (; term_is_cons(list); list = term_tail(list)) operations[--at] = term_head(list);
    begin(z, operations[0]);
    for (size_t i = 1; i < count; i++) {
        Term operation = operations[i];
        Step step = {0};
        if (is_step(operation)) step.output = memory_new((size_t)integer_at(operation, 1) + 1);
        operate(z, is_deflating(stream), operation, &step);
        memory_free(step.output);
    }
    memory_free(operations);
}

// The z_stream as the history left it.
static Slot *slot_of(const Stream *stream) {
    Slots *slots = all_slots();
    for (size_t i = 0; i < 8; i++)
        if (holds(&slots->slots[i], stream)) return &slots->slots[i];
    Slot *slot = slot_take(is_deflating(stream));
    replay(&slot->z, stream);
    slot->used = true;
    return slot;
}

// Writes an operation that was done on the z_stream in this slot into the history.
static void remember(Stream *stream, Slot *slot, Term operation) {
    Term *fields = stream->fields;
    uint64_t hash = term_hash(operation);
    uint64_t print_1 = (uint64_t)term_to_small(fields[STREAM_PRINT_1]);
    uint64_t print_2 = (uint64_t)term_to_small(fields[STREAM_PRINT_2]);
    slot->used = true;
    slot->print_1 = (int64_t)(hash_join(print_1, hash) >> 5);
    slot->print_2 = (int64_t)(hash_join(~print_2, hash_mix(~hash)) >> 5);
    fields[STREAM_HISTORY] = heap_cons(stream->p->heap, operation, fields[STREAM_HISTORY]);
    fields[STREAM_PRINT_1] = term_small(slot->print_1);
    fields[STREAM_PRINT_2] = term_small(slot->print_2);
}

// --- answers -------------------------------------------------------------------------------------

static Term code_term(Process *p, int code) {
    switch (code) {
    case Z_OK: return ATOM(ok);
    case Z_STREAM_END: return ATOM(stream_end);
    case Z_STREAM_ERROR: return process_raise(p, ATOM(stream_error));
    case Z_DATA_ERROR: return process_raise(p, ATOM(data_error));
    case Z_MEM_ERROR: return ATOM(mem_error);
    case Z_BUF_ERROR: return ATOM(buf_error);
    default: return ATOM(version_error);
    }
}

static bool are_integers(const Term *args, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!term_is_small(args[i])) return false;
        int64_t value = term_to_small(args[i]);
        if (value > INT32_MAX || value < INT32_MIN) return false;
    }
    return true;
}

// --- open and close ------------------------------------------------------------------------------

static Term zlib_open_nif_0(Process *p, const Term *args) {
    (void)args;
    enum { BUFFER_SIZE = 4000 };
    Stream stream = {p,
                     process_new_reference(p),
                     {
                         [STREAM_TAG] = ATOM(zlib),
                         [STREAM_CONTROLLER] = p->pid,
                         [STREAM_MODE] = ATOM(none),
                         [STREAM_HISTORY] = TERM_NIL,
                         [STREAM_PRINT_1] = term_small(0),
                         [STREAM_PRINT_2] = term_small(0),
                         [STREAM_END] = term_small(END_CUT),
                         [STREAM_ENDED] = ATOM(false),
                         [STREAM_RAW] = ATOM(false),
                         [STREAM_CRC] = term_small(0),
                         [STREAM_BUFFER_SIZE] = term_small(BUFFER_SIZE),
                     }};
    forget_input(&stream);
    return stream_save(&stream, stream.handle);
}

static void forget_history(Stream *stream, Term mode) {
    stream->fields[STREAM_MODE] = mode;
    stream->fields[STREAM_HISTORY] = TERM_NIL;
    stream->fields[STREAM_PRINT_1] = stream->fields[STREAM_PRINT_2] = term_small(0);
}

static Term zlib_close_nif_1(Process *p, const Term *args) {
    Stream stream;
    if (!stream_open(&stream, p, args[0])) return NO_TERM;
    bool is_closed = term_same(stream.fields[STREAM_MODE], ATOM(closed));
    if (is_closed) return process_raise(p, ATOM(not_initialized));
    forget_history(&stream, ATOM(closed));
    forget_input(&stream);
    return stream_save(&stream, ATOM(ok));
}

static Term zlib_set_controller_nif_2(Process *p, const Term *args) {
    Stream stream;
    if (!term_is_local_pid(args[1])) return process_badarg(p);
    if (!stream_open(&stream, p, args[0])) return NO_TERM;
    stream.fields[STREAM_CONTROLLER] = args[1];
    return stream_save(&stream, ATOM(ok));
}

// --- begin, reset, end ---------------------------------------------------------------------------

static Term begin_stream(Process *p, const Term *args, size_t count, Term mode, int window_bits) {
    Stream stream;
    if (!stream_open_in(&stream, p, args[0], ATOM(none))) return NO_TERM;
    Term operation = heap_tuple(p->heap, count + 1);
    term_elements(operation)[0] = mode;
    memcpy(term_elements(operation) + 1, args + 1, count * sizeof(Term));
    stream.fields[STREAM_MODE] = mode;
    Slot *slot = slot_take(is_deflating(&stream));
    int code = begin(&slot->z, operation);
    if (code != Z_OK) return code_term(p, code);
    remember(&stream, slot, operation);
    stream.fields[STREAM_ENDED] = ATOM(false);
    stream.fields[STREAM_RAW] = process_boolean(window_bits < 0);
    stream.fields[STREAM_CRC] = term_small(0);
    return stream_save(&stream, ATOM(ok));
}

static Term zlib_deflateInit_nif_6(Process *p, const Term *args) {
    if (!are_integers(args + 1, 5)) return process_badarg(p);
    return begin_stream(p, args, 5, ATOM(deflate), (int)term_to_small(args[3]));
}

static Term zlib_inflateInit_nif_3(Process *p, const Term *args) {
    Stream stream;
    if (!are_integers(args + 1, 2)) return process_badarg(p);
    Term answer = begin_stream(p, args, 1, ATOM(inflate), (int)term_to_small(args[1]));
    if (!term_same(answer, ATOM(ok)) || !stream_open(&stream, p, args[0])) return answer;
    stream.fields[STREAM_END] = args[2];
    return stream_save(&stream, answer);
}

static Term reset(Process *p, Term handle, Term mode) {
    Stream stream;
    if (!stream_open_in(&stream, p, handle, mode)) return NO_TERM;
    Slot *slot = slot_of(&stream);
    int code = operate(&slot->z, slot->deflating, ATOM(reset), NULL);
    remember(&stream, slot, ATOM(reset));
    stream.fields[STREAM_CRC] = term_small(0);
    stream.fields[STREAM_ENDED] = ATOM(false);
    forget_input(&stream);
    stream_save(&stream, ATOM(ok));
    return code_term(p, code);
}

static Term zlib_deflateReset_nif_1(Process *p, const Term *args) { return reset(p, args[0], ATOM(deflate)); }

static Term zlib_inflateReset_nif_1(Process *p, const Term *args) { return reset(p, args[0], ATOM(inflate)); }

// It is an error to end before the end.
static Term end(Process *p, Term handle, Term mode) {
    Stream stream;
    if (!stream_open_in(&stream, p, handle, mode)) return NO_TERM;
    Slot *slot = slot_of(&stream);
    int code = slot->deflating ? deflateEnd(&slot->z) : inflateEnd(&slot->z);
    bool ended = slot->deflating || term_same(stream.fields[STREAM_ENDED], ATOM(true));
    slot->used = false;
    bool waits = term_bits(stream.fields[STREAM_QUEUE]).size > 0;
    if (code == Z_OK && (!ended || waits)) code = Z_DATA_ERROR;
    forget_history(&stream, ATOM(none));
    forget_input(&stream);
    stream_save(&stream, ATOM(ok));
    return code_term(p, code);
}

static Term zlib_deflateEnd_nif_1(Process *p, const Term *args) { return end(p, args[0], ATOM(deflate)); }

static Term zlib_inflateEnd_nif_1(Process *p, const Term *args) { return end(p, args[0], ATOM(inflate)); }

// --- dictionaries and parameters -----------------------------------------------------------------

static uint32_t dictionary_checksum(const Stream *stream, const Slot *slot, Term binary) {
    if (term_same(stream->fields[STREAM_RAW], ATOM(false))) return (uint32_t)slot->z.adler;
    uint8_t *scratch;
    Bytes bytes = bits_bytes(term_bits(binary), &scratch);
    uint32_t sum = (uint32_t)adler32(0, bytes.data, (uInt)bytes.size);
    memory_free(scratch);
    return sum;
}

static Term give_dictionary(Process *p, const Term *args, Term mode) {
    Stream stream;
    Term binary = iolist_to_binary(p->heap, args[1]);
    if (term_is_none(binary)) return process_badarg(p);
    if (!stream_open_in(&stream, p, args[0], mode)) return NO_TERM;
    Slot *slot = slot_of(&stream);
    Term operation = heap_tuple2(p->heap, ATOM(dictionary), binary);
    int code = operate(&slot->z, slot->deflating, operation, NULL);
    if (code == Z_OK) {
        remember(&stream, slot, operation);
        stream_save(&stream, ATOM(ok));
        if (slot->deflating) return term_small((int32_t)dictionary_checksum(&stream, slot, binary));
    }
    return code_term(p, code);
}

static Term zlib_deflateSetDictionary_nif_2(Process *p, const Term *args) {
    return give_dictionary(p, args, ATOM(deflate));
}

static Term zlib_inflateSetDictionary_nif_2(Process *p, const Term *args) {
    return give_dictionary(p, args, ATOM(inflate));
}

static Term zlib_inflateGetDictionary_nif_1(Process *p, const Term *args) {
    enum { WINDOW = 32768 };
    Stream stream;
    if (!stream_open_in(&stream, p, args[0], ATOM(inflate))) return NO_TERM;
    uint8_t *bytes = memory_new(WINDOW);
    uInt size = 0;
    int code = inflateGetDictionary(&slot_of(&stream)->z, bytes, &size);
    Term result = code < 0 ? code_term(p, code) : heap_binary_from(p->heap, bytes, size);
    memory_free(bytes);
    return result;
}

static Term zlib_deflateParams_nif_3(Process *p, const Term *args) {
    Stream stream;
    if (!are_integers(args + 1, 2)) return process_badarg(p);
    if (!stream_open_in(&stream, p, args[0], ATOM(deflate))) return NO_TERM;
    Slot *slot = slot_of(&stream);
    Term operation = heap_tuple3(p->heap, ATOM(params), args[1], args[2]);
    int code = operate(&slot->z, true, operation, NULL);
    remember(&stream, slot, operation);
    stream_save(&stream, ATOM(ok));
    return code_term(p, code);
}

// --- data ----------------------------------------------------------------------------------------

static Term zlib_enqueue_nif_2(Process *p, const Term *args) {
    Stream stream;
    if (!stream_open(&stream, p, args[0])) return NO_TERM;
    Term mode = stream.fields[STREAM_MODE];
    if (!term_same(mode, ATOM(deflate)) && !term_same(mode, ATOM(inflate)))
        return process_raise(p, ATOM(not_initialized));
    if (!term_is_list(args[1])) return process_badarg(p);
    Term queue = stream.fields[STREAM_QUEUE], list = args[1];
    bool single = term_is_cons(list) && term_is_nil(term_tail(list)) && term_is_binary(term_head(list));
    if (term_bits(queue).size > 0)
        list = heap_cons(p->heap, queue, list);
    else if (single)
        list = term_head(list);
    queue = iolist_to_binary(p->heap, list);
    if (term_is_none(queue)) return process_badarg(p);
    stream.fields[STREAM_QUEUE] = queue;
    return stream_save(&stream, ATOM(ok));
}

// A step with the first bytes of the queue; `sizes` are input size, output size, flush.
static Term step_operation(const Stream *stream, const Term *sizes) {
    Heap *heap = stream->p->heap;
    Term queue = stream->fields[STREAM_QUEUE];
    size_t waiting = term_bits(queue).size, take = (size_t)term_to_small(sizes[0]) * 8;
    bool is_last = take >= waiting;
    Term input = heap_subbinary(heap, queue, 0, is_last ? waiting : take);
    return heap_tuple3(heap, input, sizes[1], is_last ? sizes[2] : term_small(-1));
}

static void add_to_checksum(Stream *stream, const Step *step, Term input) {
    if (term_same(stream->fields[STREAM_RAW], ATOM(false))) return;
    uLong sum = (uLong)term_to_small(stream->fields[STREAM_CRC]);
    if (!is_deflating(stream)) {
        sum = crc32(sum, step->output, (uInt)step->produced);
    } else {
        uint8_t *scratch;
        Bytes bytes = bits_bytes(term_bits(input), &scratch);
        sum = crc32(sum, bytes.data, (uInt)step->consumed);
        memory_free(scratch);
    }
    stream->fields[STREAM_CRC] = term_small((int64_t)sum);
}

static Term step_answer(Process *p, const Step *step, size_t output_size, size_t remaining, int code, uint32_t adler) {
    Term output = TERM_NIL;
    if (step->produced > 0)
        output = heap_cons(p->heap, heap_binary_from(p->heap, step->output, step->produced), TERM_NIL);
    bool is_finished = remaining == 0 && step->produced < output_size;
    if (is_finished) return heap_tuple2(p->heap, ATOM(finished), output);
    if (code != Z_NEED_DICT) return heap_tuple2(p->heap, ATOM(continue), output);
    return heap_tuple3(p->heap, ATOM(need_dictionary), term_small((int32_t)adler), output);
}

// Changes the stream as a step that was done says; returns how many bytes wait after it.
static size_t finish_step(Stream *stream, Term operation, const Step *step, int code) {
    Term queue = stream->fields[STREAM_QUEUE];
    size_t remaining = term_bits(queue).size / 8 - step->consumed;
    queue = heap_subbinary(stream->p->heap, queue, step->consumed * 8, remaining * 8);
    stream->fields[STREAM_QUEUE] = queue;
    if (code == Z_STREAM_END) stream->fields[STREAM_ENDED] = ATOM(true);
    add_to_checksum(stream, step, term_elements(operation)[0]);
    stream_save(stream, ATOM(ok));
    return remaining;
}

static Term run(Stream *stream, const Term *args) {
    Process *p = stream->p;
    size_t output_size = (size_t)term_to_small(args[1]);
    Slot *slot = slot_of(stream);
    Term operation = step_operation(stream, args);
    Step step = {.output = memory_new(output_size + 1)};
    int code = operate(&slot->z, slot->deflating, operation, &step);
    remember(stream, slot, operation);
    size_t remaining = finish_step(stream, operation, &step, code);
    Term answer;
    bool stuck = step.consumed == 0 && step.produced == 0 && remaining != 0;
    if (code < 0 && code != Z_BUF_ERROR)
        answer = code_term(p, code);
    else if (stuck)
        answer = code_term(p, Z_DATA_ERROR);
    else
        answer = step_answer(p, &step, output_size, remaining, code, (uint32_t)slot->z.adler);
    memory_free(step.output);
    return answer;
}

static bool are_sizes(const Term *args) {
    return are_integers(args, 3) && term_to_small(args[0]) > 0 && term_to_small(args[1]) > 0 &&
           term_to_small(args[2]) >= 0;
}

static Term zlib_deflate_nif_4(Process *p, const Term *args) {
    Stream stream;
    if (!are_sizes(args + 1)) return process_badarg(p);
    if (!stream_open_in(&stream, p, args[0], ATOM(deflate))) return NO_TERM;
    return run(&stream, args + 1);
}

static Term zlib_inflate_nif_4(Process *p, const Term *args) {
    Stream stream;
    if (!are_sizes(args + 1)) return process_badarg(p);
    if (!stream_open_in(&stream, p, args[0], ATOM(inflate))) return NO_TERM;
    bool ended = term_same(stream.fields[STREAM_ENDED], ATOM(true));
    if (!ended || term_bits(stream.fields[STREAM_QUEUE]).size == 0) return run(&stream, args + 1);
    switch (term_to_small(stream.fields[STREAM_END])) {
    case END_ERROR: return process_raise(p, ATOM(data_error));
    case END_RESET: {
        Slot *slot = slot_of(&stream);
        int code = operate(&slot->z, false, ATOM(reset), NULL);
        if (code != Z_OK) return code_term(p, code);
        remember(&stream, slot, ATOM(reset));
        stream.fields[STREAM_ENDED] = ATOM(false);
        break;
    }
    default: forget_input(&stream);
    }
    return run(&stream, args + 1);
}

// --- small things --------------------------------------------------------------------------------

static Term zlib_crc32_nif_1(Process *p, const Term *args) {
    Stream stream;
    if (!stream_open(&stream, p, args[0])) return NO_TERM;
    Term mode = stream.fields[STREAM_MODE];
    bool runs = term_same(mode, ATOM(deflate)) || term_same(mode, ATOM(inflate));
    return runs ? stream.fields[STREAM_CRC] : process_raise(p, ATOM(not_initialized));
}

static Term zlib_getStash_nif_1(Process *p, const Term *args) {
    Stream stream;
    return stream_open(&stream, p, args[0]) ? stream.fields[STREAM_STASH] : NO_TERM;
}

static Term set_stash(Process *p, Term handle, Term stash) {
    Stream stream;
    if (!stream_open(&stream, p, handle)) return NO_TERM;
    bool was_empty = term_same(stream.fields[STREAM_STASH], ATOM(empty));
    if (was_empty == term_same(stash, ATOM(empty))) return process_raise(p, ATOM(error));
    stream.fields[STREAM_STASH] = stash;
    return stream_save(&stream, ATOM(ok));
}

static Term zlib_clearStash_nif_1(Process *p, const Term *args) { return set_stash(p, args[0], ATOM(empty)); }

static Term zlib_setStash_nif_2(Process *p, const Term *args) {
    return set_stash(p, args[0], heap_tuple2(p->heap, ATOM(ok), args[1]));
}

static Term zlib_getBufSize_nif_1(Process *p, const Term *args) {
    Stream stream;
    return stream_open(&stream, p, args[0]) ? stream.fields[STREAM_BUFFER_SIZE] : NO_TERM;
}

static Term zlib_setBufSize_nif_2(Process *p, const Term *args) {
    Stream stream;
    if (!stream_open(&stream, p, args[0])) return NO_TERM;
    if (!are_integers(args + 1, 1)) return process_badarg(p);
    stream.fields[STREAM_BUFFER_SIZE] = args[1];
    return stream_save(&stream, ATOM(ok));
}

const Bif zlib_bifs[] = {
    BIF(zlib, open_nif, 0, PURE),
    BIF(zlib, close_nif, 1, PURE),
    BIF(zlib, set_controller_nif, 2, PURE),
    BIF(zlib, deflateInit_nif, 6, PURE),
    BIF(zlib, deflateSetDictionary_nif, 2, PURE),
    BIF(zlib, deflateReset_nif, 1, PURE),
    BIF(zlib, deflateEnd_nif, 1, PURE),
    BIF(zlib, deflateParams_nif, 3, PURE),
    BIF(zlib, deflate_nif, 4, PURE),
    BIF(zlib, inflateInit_nif, 3, PURE),
    BIF(zlib, inflateSetDictionary_nif, 2, PURE),
    BIF(zlib, inflateGetDictionary_nif, 1, PURE),
    BIF(zlib, inflateReset_nif, 1, PURE),
    BIF(zlib, inflateEnd_nif, 1, PURE),
    BIF(zlib, inflate_nif, 4, PURE),
    BIF(zlib, crc32_nif, 1, PURE),
    BIF(zlib, getStash_nif, 1, PURE),
    BIF(zlib, clearStash_nif, 1, PURE),
    BIF(zlib, setStash_nif, 2, PURE),
    BIF(zlib, getBufSize_nif, 1, PURE),
    BIF(zlib, setBufSize_nif, 2, PURE),
    BIF(zlib, enqueue_nif, 2, PURE),
    {0},
};
