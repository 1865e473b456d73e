#include "vm/term/identity.h"

enum { PID_ID_BITS = 15, PID_SERIAL_BITS = 13, REFERENCE_LOW_BITS = 18, REFERENCE_NUMBER_BITS = 50 };

// The process init has the lowest index that a process can have, which is 1 here. On a node it is 0.
static uint32_t number_of(uint32_t index) { return index < 2 ? 1 - index : index; }

void identity_pid_numbers(Term pid, uint32_t *id, uint32_t *serial) {
    uint32_t index = number_of(term_pid_index(pid));
    assert(index >> (PID_ID_BITS + PID_SERIAL_BITS) == 0);
    *id = index & ((1u << PID_ID_BITS) - 1);
    *serial = index >> PID_ID_BITS;
}

uint32_t identity_node(const Heap *heap, Term name, uint32_t creation) {
    if (term_same(name, IDENTITY_NODE)) return creation == IDENTITY_CREATION ? 0 : NODE_ELSEWHERE;
    for (uint32_t i = 0; heap->nodes && i < heap->nodes->count; i++)
        if (term_same(heap->nodes->names[i], name) && creation - 1 < NODE_LIVES)
            return (creation - 1) << NODE_NAME_BITS | term_atom_index(name);
    return NODE_ELSEWHERE;
}

Term identity_node_name(uint32_t node) { return node ? term_atom(node & ((1u << NODE_NAME_BITS) - 1)) : IDENTITY_NODE; }

static uint32_t creation_of(uint32_t node) { return node ? (node >> NODE_NAME_BITS) + 1 : IDENTITY_CREATION; }

Term identity_pid_from_numbers(uint32_t node, uint64_t id, uint64_t serial) {
    if (id >> PID_ID_BITS || serial >> PID_SERIAL_BITS) return NO_TERM;
    return term_pid_at(node, number_of((uint32_t)(serial << PID_ID_BITS | id)));
}

void identity_reference_ids(Term reference, uint32_t ids[3]) {
    uint64_t number = term_reference_number(reference), maker = term_reference_maker(reference);
    assert(number >> REFERENCE_NUMBER_BITS == 0);
    ids[0] = (uint32_t)number & (IDENTITY_REFERENCE_LOW - 1);
    ids[1] = (uint32_t)(number >> REFERENCE_LOW_BITS);
    ids[2] = (uint32_t)maker;
}

Term identity_reference_from_ids(Heap *heap, uint32_t node, const uint32_t ids[3]) {
    if (ids[0] >= IDENTITY_REFERENCE_LOW) return NO_TERM;
    Term reference = heap_box(heap, KIND_REFERENCE, 2);
    term_words(reference)[1].bits = (uint64_t)ids[1] << REFERENCE_LOW_BITS | ids[0];
    term_words(reference)[2].bits = term_pid_at(node, ids[2]).bits >> 4;
    return reference;
}

enum { CHANNEL_FIRST = 1000, CHANNELS = 9000 };

uint32_t identity_channel(Term here, Term node) {
    return term_same(node, here) ? 0 : CHANNEL_FIRST + (uint32_t)(atom_hash(node) % CHANNELS);
}

// --- taking apart ------------------------------------------------------------------------------

static uint64_t unsigned_value(Term t) { return term_is_small(t) ? (uint64_t)term_to_small(t) : term_words(t)[1].bits; }

static Identity identity_of_immediate(Term term) {
    Identity identity = {IDENTITY_NODE, IDENTITY_CREATION, 2, {0}};
    if (term_is_local_pid(term)) {
        identity.node = identity_node_name(term_pid_node(term));
        identity.creation = creation_of(term_pid_node(term));
        identity_pid_numbers(term, &identity.ids[0], &identity.ids[1]);
    } else {
        assert(term_is_local_port(term));
        identity.ids[0] = term_port_index(term);
    }
    return identity;
}

static Identity identity_of_reference(Term term) {
    Identity identity = {IDENTITY_NODE, IDENTITY_CREATION, 3, {0}};
    if (term_kind(term) == KIND_REFERENCE) {
        uint32_t node = term_pid_node(term_reference_pid(term));
        identity.node = identity_node_name(node);
        identity.creation = creation_of(node);
        identity_reference_ids(term, identity.ids);
        return identity;
    }
    const Term *words = term_words(term);
    identity.node = words[1];
    identity.creation = (uint32_t)words[2].bits;
    identity.count = (uint32_t)words[3].bits;
    for (uint32_t i = 0; i < identity.count; i++) identity.ids[i] = (uint32_t)words[4 + i].bits;
    return identity;
}

// A raw stack trace is a value only where code says so that no compiler writes: it then is a reference, and all of them
// are the same.
static Identity identity_of_trace(void) { return (Identity){IDENTITY_NODE, IDENTITY_CREATION, 3, {0}}; }

Identity identity_of(Term term) {
    if (term_is_immediate(term)) return identity_of_immediate(term);
    if (term_is_kind(term, KIND_TRACE)) return identity_of_trace();
    if (term_is_reference(term)) return identity_of_reference(term);
    const Term *words = term_words(term);
    Identity identity = {words[1], 0, 2, {0}};
    if (term_kind(term) == KIND_EXTERNAL_PID) {
        identity.ids[0] = (uint32_t)unsigned_value(words[2]);
        identity.ids[1] = (uint32_t)unsigned_value(words[3]);
        identity.creation = (uint32_t)unsigned_value(words[4]);
    } else {
        assert(term_kind(term) == KIND_EXTERNAL_PORT);
        uint64_t number = unsigned_value(words[2]);
        identity.ids[0] = (uint32_t)number;
        identity.ids[1] = (uint32_t)(number >> 32);
        identity.creation = (uint32_t)unsigned_value(words[3]);
    }
    return identity;
}

// --- putting together ----------------------------------------------------------------------------

Term identity_external_pid(Heap *heap, const Identity *identity) {
    Term pid = heap_box(heap, KIND_EXTERNAL_PID, 4);
    term_words(pid)[1] = identity->node;
    term_words(pid)[2] = term_small(identity->ids[0]);
    term_words(pid)[3] = term_small(identity->ids[1]);
    term_words(pid)[4] = term_small(identity->creation);
    return pid;
}

Term identity_external_port(Heap *heap, const Identity *identity) {
    uint64_t number = (uint64_t)identity->ids[1] << 32 | identity->ids[0];
    Term port = heap_box(heap, KIND_EXTERNAL_PORT, 3);
    term_words(port)[1] = identity->node;
    term_words(port)[2] = heap_unsigned(heap, number);
    term_words(port)[3] = term_small(identity->creation);
    return port;
}

Term identity_external_reference(Heap *heap, const Identity *identity) {
    Term reference = heap_box(heap, KIND_EXTERNAL_REFERENCE, 3 + identity->count);
    Term *words = term_words(reference);
    words[1] = identity->node;
    words[2].bits = identity->creation;
    words[3].bits = identity->count;
    for (uint32_t i = 0; i < identity->count; i++) words[4 + i].bits = identity->ids[i];
    return reference;
}
