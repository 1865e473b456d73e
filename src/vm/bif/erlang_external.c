// Terms as bytes: term_to_binary and its kin.
#include "base/memory.h"
#include "vm/run/machine_state.h"
#include "vm/run/observed.h"
#include "vm/run/vocabulary.h"
#include "vm/term/bits.h"
#include "vm/term/etf.h"

static EtfEncodeOptions default_options(const Process *p) {
    return (EtfEncodeOptions){.minor_version = p->heap->release->utf8_atoms ? 2 : 1};
}

// --- options -------------------------------------------------------------------------------------

static bool take_pair_option(EtfEncodeOptions *options, Term pair) {
    const Term *parts = term_elements(pair);
    if (!term_is_small(parts[1])) return false;
    int64_t value = term_to_small(parts[1]);
    if (term_same(parts[0], ATOM(minor_version)) && value >= 0 && value <= 2) {
        options->minor_version = (unsigned)value;
        return true;
    }
    if (term_same(parts[0], ATOM(compressed)) && value >= 0 && value <= 9) {
        options->level = (int)value;
        return true;
    }
    return false;
}

static bool take_option(const Release *release, EtfEncodeOptions *options, Term option) {
    if (term_same(option, ATOM(compressed)))
        options->level = -1;
    else if (term_same(option, ATOM(deterministic)) && release->number >= 24)
        options->deterministic = true;
    else if (term_same(option, ATOM(local)) && release->local_terms)
        options->local = true;
    else
        return term_is_tuple_of(option, 2) && take_pair_option(options, option);
    return true;
}

static bool take_options(const Process *p, EtfEncodeOptions *options, Term list) {
    for (; term_is_cons(list); list = term_tail(list))
        if (!take_option(p->heap->release, options, term_head(list))) return false;
    return term_is_nil(list);
}

// --- to bytes ------------------------------------------------------------------------------------

static Term to_binary(Process *p, Term term, EtfEncodeOptions options) {
    Text bytes = {0};
    Term binary = NO_TERM;
    observed_names(p, term);
    if (etf_encode(&bytes, term, options) && heap_has_room(p->heap, bytes.size / sizeof(Term) + 3))
        binary = heap_binary_from(p->heap, bytes.data, bytes.size);
    text_free(&bytes);
    return term_is_none(binary) ? process_system_limit(p) : binary;
}

static Term erlang_term_to_binary_1(Process *p, const Term *args) { return to_binary(p, args[0], default_options(p)); }

static Term erlang_term_to_binary_2(Process *p, const Term *args) {
    EtfEncodeOptions options = default_options(p);
    if (!take_options(p, &options, args[1])) return process_badarg(p);
    return to_binary(p, args[0], options);
}

static Term to_iovec(Process *p, Term term, EtfEncodeOptions options) {
    Term binary = to_binary(p, term, options);
    return term_is_none(binary) ? NO_TERM : heap_cons(p->heap, binary, TERM_NIL);
}

static Term erlang_term_to_iovec_1(Process *p, const Term *args) { return to_iovec(p, args[0], default_options(p)); }

static Term erlang_term_to_iovec_2(Process *p, const Term *args) {
    EtfEncodeOptions options = default_options(p);
    if (!take_options(p, &options, args[1])) return process_badarg(p);
    return to_iovec(p, args[0], options);
}

static Term external_size(Process *p, Term term, EtfEncodeOptions options) {
    Text bytes = {0};
    bool good = etf_encode(&bytes, term, options);
    size_t size = bytes.size;
    text_free(&bytes);
    return good ? heap_unsigned(p->heap, size) : process_system_limit(p);
}

static Term erlang_external_size_1(Process *p, const Term *args) {
    return external_size(p, args[0], default_options(p));
}

// Older releases know {minor_version, 0 or 1} only.
static bool take_size_options(const Process *p, EtfEncodeOptions *options, Term list) {
    if (p->heap->release->number >= 26) {
        bool good = take_options(p, options, list);
        options->level = 0;
        return good;
    }
    for (; term_is_cons(list); list = term_tail(list)) {
        Term option = term_head(list);
        bool known = term_is_tuple_of(option, 2) && take_pair_option(options, option) &&
                     term_same(term_elements(option)[0], ATOM(minor_version));
        if (!known || options->minor_version > 1) return false;
    }
    return term_is_nil(list);
}

static Term erlang_external_size_2(Process *p, const Term *args) {
    EtfEncodeOptions options = default_options(p);
    if (!take_size_options(p, &options, args[1])) return process_badarg(p);
    return external_size(p, args[0], options);
}

// --- from bytes ----------------------------------------------------------------------------------

static void make_atom(void *machine, Term atom) { vocabulary_add(machine, atom); }

static Term from_binary(Process *p, Term binary, EtfOptions options, size_t *used) {
    Bytes bytes;
    uint8_t *scratch;
    Error ignored;
    if (!bits_of_binary(binary, &bytes, &scratch)) return process_badarg(p);
    options.code = p->machine ? p->machine->code : NULL;
    options.machine = options.context = p->machine;
    options.see = make_atom;
    Term term = etf_decode(p->heap, bytes, options, used, &ignored);
    memory_free(scratch);
    if (term_is_none(term)) return process_badarg(p);
    return atom_count() <= ATOM_LIMIT ? term : process_too_many_atoms(p);
}

static Term erlang_binary_to_term_1(Process *p, const Term *args) {
    return from_binary(p, args[0], (EtfOptions){0}, NULL);
}

static Term erlang_binary_to_term_2(Process *p, const Term *args) {
    EtfOptions options = {0};
    bool tell_used = false;
    Term list = args[1];
    for (; term_is_cons(list); list = term_tail(list)) {
        Term option = term_head(list);
        if (term_same(option, ATOM(safe)))
            options.safe = true;
        else if (term_same(option, ATOM(used)))
            tell_used = true;
        else
            break;
    }
    if (!term_is_nil(list)) return process_raise_cause(p, ATOM(badarg), ATOM(badopt));
    size_t used;
    Term term = from_binary(p, args[0], options, &used);
    if (!tell_used || term_is_none(term)) return term;
    return heap_tuple2(p->heap, term, term_small((int64_t)used));
}

// --- footprints ----------------------------------------------------------------------------------

typedef struct {
    Machine *machine;
    AccessKind kind;
    Footprint *out;
} Touching;

static void touch_atom(void *context, Term atom) {
    Touching *touching = context;
    vocabulary_touch(touching->machine, atom_text(atom), touching->kind, touching->out);
}

// Atoms that it makes or, if it makes none, asks for. The term itself is thrown away.
static void touch_atoms(Process *p, Term binary, AccessKind kind, Footprint *out) {
    Bytes bytes;
    uint8_t *scratch;
    Error ignored;
    Machine *m = p->machine;
    Touching touching = {m, kind, out};
    if (!m->inquisitive || !bits_of_binary(binary, &bytes, &scratch)) return;
    Heap *heap = code_constants(m->code);
    Term *top = heap->top;
    etf_decode(heap, bytes, (EtfOptions){.code = m->code, .see = touch_atom, .context = &touching}, NULL, &ignored);
    heap->top = top;
    memory_free(scratch);
}

static void makes_atoms(Process *p, const Term *args, Footprint *out) { touch_atoms(p, args[0], ACCESS_WRITE, out); }

static void makes_or_finds_atoms(Process *p, const Term *args, Footprint *out) {
    bool safe = false;
    for (Term list = args[1]; term_is_cons(list); list = term_tail(list))
        safe |= term_same(term_head(list), ATOM(safe));
    touch_atoms(p, args[0], safe ? ACCESS_READ : ACCESS_WRITE, out);
}

const Bif erlang_external_bifs[] = {
    BIF(erlang, term_to_binary, 1, PURE),
    BIF(erlang, term_to_binary, 2, PURE),
    BIF(erlang, term_to_iovec, 1, PURE),
    BIF(erlang, term_to_iovec, 2, PURE),
    BIF(erlang, external_size, 1, PURE),
    BIF(erlang, external_size, 2, PURE),
    BIF(erlang, binary_to_term, 1, makes_atoms),
    BIF(erlang, binary_to_term, 2, makes_or_finds_atoms),
    {0},
};
