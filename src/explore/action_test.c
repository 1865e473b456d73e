#include "explore/action.h"

#include "tap.h"

static Footprint touching(uint64_t object, AccessKind kind, uint64_t value) {
    Footprint footprint = {0};
    footprint_add(&footprint, object, kind, value);
    return footprint;
}

TEST(the_same_event_is_one_action) {
    Actions actions;
    actions_init(&actions);
    Footprint a = touching(1, ACCESS_READ, 0), b = touching(2, ACCESS_READ, 0);
    Action *first = actions_hold(&actions, 0, &a);
    CHECK(actions_hold(&actions, 0, &a) == first);
    CHECK(actions_hold(&actions, 1, &a) != first);
    CHECK(actions_hold(&actions, 0, &b) != first);
    actions_free(&actions);
}

TEST(actions_nobody_holds_make_room_for_others) {
    Actions actions;
    actions_init(&actions);
    Footprint kept = touching(0, ACCESS_WRITE, 0);
    Action *held = actions_hold(&actions, 0, &kept);
    for (uint64_t i = 1; i < 5000; i++) {
        Footprint footprint = touching(i, ACCESS_READ, 0);
        action_release(actions_hold(&actions, 0, &footprint));
    }
    CHECK(actions.size == 256);
    CHECK(actions_hold(&actions, 0, &kept) == held);
    actions_free(&actions);
}

// The bits must never hide a conflict that the footprints have.
TEST(actions_conflict_as_their_footprints_do) {
    Actions actions;
    actions_init(&actions);
    for (AccessKind kind = 0; kind < ACCESS_COUNT; kind++)
        for (AccessKind other = 0; other < ACCESS_COUNT; other++)
            for (uint64_t object = 0; object < 200; object++) {
                Footprint a = touching(object, kind, object % 3), b = touching(object / 2 * 2, other, object % 2);
                Action *x = actions_hold(&actions, 0, &a), *y = actions_hold(&actions, 1, &b);
                CHECK(action_conflicts(x, y) == footprint_conflicts(&a, &b));
                CHECK(action_conflicts(y, x) == footprint_conflicts(&b, &a));
            }
    actions_free(&actions);
}

TEST(what_touches_everything_conflicts_with_what_touches_nothing) {
    Actions actions;
    actions_init(&actions);
    Footprint nothing = {0}, everything = {.everything = true};
    Action *x = actions_hold(&actions, 0, &nothing), *y = actions_hold(&actions, 1, &everything);
    Action *z = actions_hold(&actions, 2, &nothing);
    CHECK(action_conflicts(x, y) && action_conflicts(y, x) && !action_conflicts(x, z));
    actions_free(&actions);
}
