#include "vm/term/identity.h"

#include "fixture.h"
#include "tap.h"
#include "vm/term/compare.h"

TEST(a_pid_comes_back_from_its_numbers) {
    uint32_t id, serial;
    for (uint32_t index = 0; index < 1u << 28; index = index * 3 + 1) {
        identity_pid_numbers(term_pid(index), &id, &serial);
        CHECK(id < 1 << 15);
        CHECK(term_same(identity_pid_from_numbers(0, id, serial), term_pid(index)));
    }
    CHECK(term_is_none(identity_pid_from_numbers(0, 1 << 15, 0)));
    CHECK(term_is_none(identity_pid_from_numbers(0, 0, 1 << 13)));
}

TEST(a_reference_comes_back_from_its_ids) {
    Heap *heap = fixture_process()->heap;
    uint32_t ids[3], foreign[3] = {1 << 18, 0, 0};
    for (uint64_t number = 1; number < UINT64_C(1) << 46; number = number * 5 + 2) {
        Term reference = heap_box(heap, KIND_REFERENCE, 2);
        term_words(reference)[1].bits = number;
        term_words(reference)[2].bits = number % ((1 << 28) - 1);
        identity_reference_ids(reference, ids);
        CHECK(ids[0] < IDENTITY_REFERENCE_LOW);
        CHECK(term_identical(identity_reference_from_ids(heap, 0, ids), reference));
    }
    CHECK(term_is_none(identity_reference_from_ids(heap, 0, foreign)));
}

TEST(terms_of_other_nodes_keep_their_numbers) {
    Heap *heap = fixture_process()->heap;
    Identity made = {ATOM(node), 9, 2, {UINT32_MAX, UINT32_MAX}};
    Identity pid = identity_of(identity_external_pid(heap, &made));
    Identity port = identity_of(identity_external_port(heap, &made));
    CHECK(term_same(pid.node, ATOM(node)) && pid.creation == 9);
    CHECK(pid.ids[0] == UINT32_MAX && pid.ids[1] == UINT32_MAX);
    CHECK(port.ids[0] == UINT32_MAX && port.ids[1] == UINT32_MAX && port.creation == 9);
    Identity five = {ATOM(node), 9, 5, {1, 2, 3, 4, 5}};
    Identity reference = identity_of(identity_external_reference(heap, &five));
    CHECK(reference.count == 5 && memcmp(reference.ids, five.ids, sizeof five.ids) == 0);
}
