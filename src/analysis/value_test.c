#include "analysis/value.h"

#include "tap.h"

enum { PING = 101, PONG = 102 };

static Value pair(Domain *d, Value a, Value b) { return value_tuple(d, (const Value[]){a, b}, 2); }

TEST(equal_values_have_the_same_number) {
    Domain d;
    domain_init(&d);
    Value a = pair(&d, value_atom(&d, PING), value_kinds(&d, KIND_INTEGER));
    Value b = pair(&d, value_atom(&d, PONG), value_kinds(&d, KIND_INTEGER));

    CHECK(value_join(&d, a, b) == value_join(&d, b, a));
    CHECK(value_join(&d, value_join(&d, a, b), b) == value_join(&d, a, b));
    CHECK(value_join(&d, a, VALUE_NONE) == a);
    domain_free(&d);
}

TEST(tuples_keep_their_tags_apart) {
    Domain d;
    domain_init(&d);
    Value both = value_join(&d, pair(&d, value_atom(&d, PING), value_kinds(&d, KIND_PID | KIND_INTEGER)),
                            pair(&d, value_atom(&d, PONG), value_kinds(&d, KIND_FLOAT)));

    CHECK(value_shapes(&d, both) == 2);
    CHECK(value_place(&d, value_sized(&d, both, 2, PONG), 1) == value_kinds(&d, KIND_FLOAT));
    CHECK(value_sized(&d, both, 3, NO_TAG) == VALUE_NONE);
    CHECK(value_not_sized(&d, both, 2, NO_TAG) == VALUE_NONE);
    domain_free(&d);
}

TEST(an_unknown_pid_is_none_that_was_not_given_away) {
    Domain d;
    domain_init(&d);
    uint32_t origin = domain_origin(&d, KIND_PID, 0);
    Value mine = value_born(&d, origin), unknown = value_unknown(&d, KIND_PID);

    CHECK(value_meet(&d, mine, unknown) == VALUE_NONE);
    CHECK(value_meet(&d, mine, value_every(&d)) == mine);
    domain_lose(&d, pair(&d, value_atom(&d, PING), mine), LOST_TO_CALLERS);
    CHECK(value_meet(&d, mine, unknown) != VALUE_NONE);
    domain_free(&d);
}

TEST(a_value_of_any_shape_holds_what_was_in_it) {
    Domain d;
    domain_init(&d);
    Value pid = value_born(&d, domain_origin(&d, KIND_PID, 0));
    Value hidden = value_blob(&d, value_list(&d, pair(&d, value_atom(&d, PING), pid)));

    CHECK(value_only(&d, hidden, KIND_PID) == pid);
    CHECK(value_only(&d, value_place(&d, value_element(&d, hidden), 1), KIND_PID) == pid);
    CHECK(value_only(&d, hidden, KIND_REF) == VALUE_NONE);
    CHECK(value_meet(&d, hidden, pid) == pid);
    domain_free(&d);
}

TEST(values_stop_growing) {
    Domain d;
    domain_init(&d);
    Value nested = value_atom(&d, PING), before = VALUE_NONE;
    for (uint32_t i = 0; i < 100; i++) {
        before = nested;
        nested = value_join(&d, nested, pair(&d, nested, value_atom(&d, 200 + i)));
    }

    CHECK(nested == before);
    domain_free(&d);
}

TEST(too_many_origins_are_unknown_ones) {
    Domain d;
    domain_init(&d);
    Value all = VALUE_NONE;
    for (uint32_t i = 0; i < 100; i++) all = value_join(&d, all, value_born(&d, domain_origin(&d, KIND_PID, i)));

    CHECK(value_bits(&d, all) & VALUE_UNKNOWN);
    for (uint32_t i = 0; i < 100; i++) CHECK(value_meet(&d, all, value_born(&d, i)) != VALUE_NONE);
    domain_free(&d);
}
