#include "beam/type.h"

#include "tap.h"

static BeamType literal(const char *bytes, size_t size) {
    return type_of_literal((Bytes){(const uint8_t *)bytes, size});
}
#define LITERAL(text) literal(text, sizeof(text) - 1)

TEST(a_join_is_what_both_may_be) {
    BeamType list = type_join(type_of(TYPE_NIL), type_of(TYPE_CONS));
    CHECK(type_is(list, TYPE_LIST) && !type_is(list, TYPE_CONS));
    CHECK(type_same(type_join(list, type_of(TYPE_NIL)), list));
    CHECK(type_same(type_join(type_of(0), list), list));
}

TEST(a_tuple_keeps_its_size_among_other_values) {
    BeamType found = type_join(type_of(TYPE_ATOM), type_tuple(3, true));
    CHECK(!type_is_tuple(found, 3, true));
    CHECK(type_is_tuple(type_only(found, TYPE_TUPLE), 3, true));
    CHECK(type_same(type_without(found, TYPE_TUPLE), type_of(TYPE_ATOM)));
}

TEST(of_two_tuples_the_smaller_one_is_certain) {
    BeamType either = type_join(type_tuple(5, true), type_tuple(3, true));
    CHECK(type_is_tuple(either, 3, false) && !type_is_tuple(either, 4, false));
    CHECK(!type_is_tuple(either, 3, true));
    BeamType any = type_join(either, type_of(TYPE_TERM));
    CHECK(!type_is_tuple(type_only(any, TYPE_TUPLE), 1, false));
}

TEST(sizes_of_tuples_fall_in_few_steps) {
    BeamType type = type_tuple(1 << 20, true);
    int steps = 0;
    for (uint32_t size = 1 << 20; size > 0; size--) {
        BeamType joined = type_join(type, type_tuple(size - 1, true));
        steps += !type_same(joined, type);
        type = joined;
    }
    CHECK(steps < 40);
    CHECK(type_is_tuple(type, 0, false));
}

TEST(constants_have_the_type_that_they_will_be_decoded_to) {
    CHECK(type_same(LITERAL("\203h\2"), type_tuple(2, true)));
    CHECK(type_same(LITERAL("\203i\0\1\0\0"), type_tuple(65536, true)));
    CHECK(type_same(LITERAL("\203j"), type_of(TYPE_NIL)));
    CHECK(type_same(LITERAL("\203l\0\0\0\1a\1j"), type_of(TYPE_CONS)));
    CHECK(type_same(LITERAL("\203m\0\0\0\0"), type_of(TYPE_BITSTRING)));
    CHECK(type_same(LITERAL("\203t\0\0\0\0"), type_of(TYPE_MAP)));
}

TEST(a_list_without_elements_may_be_anything) {
    CHECK(type_same(LITERAL("\203l\0\0\0\0a\1"), type_of(TYPE_TERM)));
    CHECK(type_same(LITERAL("\203k\0\0"), type_of(TYPE_LIST)));
    CHECK(type_same(LITERAL("\203l\0"), type_of(TYPE_TERM)));
}
