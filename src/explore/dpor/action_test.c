#include "explore/dpor/action.h"

#include "tap.h"

typedef struct {
    Learned learned;
    Actions actions;
} Fixture;

static void setup(Fixture *f) {
    learned_init(&f->learned, true);
    actions_init(&f->actions, &f->learned);
}

static void teardown(Fixture *f) {
    actions_free(&f->actions);
    learned_free(&f->learned);
}

static Footprint touching(uint64_t object, AccessKind kind, uint64_t value) {
    Footprint footprint = {0};
    footprint_add(&footprint, object, kind, value);
    return footprint;
}

TEST(the_same_event_is_one_action) {
    Fixture f;
    setup(&f);
    Footprint a = touching(1, ACCESS_READ, 0), b = touching(2, ACCESS_READ, 0);
    Action *first = actions_hold(&f.actions, 0, &a, 0);
    CHECK(actions_hold(&f.actions, 0, &a, 0) == first);
    CHECK(actions_hold(&f.actions, 1, &a, 0) != first);
    CHECK(actions_hold(&f.actions, 0, &b, 0) != first);
    teardown(&f);
}

TEST(actions_nobody_holds_make_room_for_others) {
    Fixture f;
    setup(&f);
    Footprint kept = touching(0, ACCESS_WRITE, 0);
    Action *held = actions_hold(&f.actions, 0, &kept, 0);
    for (uint64_t i = 1; i < 5000; i++) {
        Footprint footprint = touching(i, ACCESS_READ, 0);
        action_release(actions_hold(&f.actions, 0, &footprint, 0));
    }
    CHECK(f.actions.table.count <= 256 && f.actions.limit == 256);
    CHECK(actions_hold(&f.actions, 0, &kept, 0) == held);
    teardown(&f);
}

// The bits must never hide a conflict that the footprints have.
TEST(actions_conflict_as_their_footprints_do) {
    Fixture f;
    setup(&f);
    for (AccessKind kind = 0; kind < ACCESS_COUNT; kind++)
        for (AccessKind other = 0; other < ACCESS_COUNT; other++)
            for (uint64_t object = 0; object < 200; object++) {
                Footprint a = touching(object, kind, object % 3), b = touching(object / 2 * 2, other, object % 2);
                Action *x = actions_hold(&f.actions, 0, &a, 0), *y = actions_hold(&f.actions, 1, &b, 0);
                CHECK(action_conflicts(&f.learned.orders, x, y) == footprint_conflicts(&a, &b));
                CHECK(action_conflicts(&f.learned.orders, y, x) == footprint_conflicts(&b, &a));
            }
    teardown(&f);
}

TEST(what_touches_everything_conflicts_with_what_touches_nothing) {
    Fixture f;
    setup(&f);
    Footprint nothing = {0}, everything = {.everything = true};
    Action *x = actions_hold(&f.actions, 0, &nothing, 0), *y = actions_hold(&f.actions, 1, &everything, 0);
    Action *z = actions_hold(&f.actions, 2, &nothing, 0);
    CHECK(action_conflicts(&f.learned.orders, x, y) && action_conflicts(&f.learned.orders, y, x) && !action_conflicts(&f.learned.orders, x, z));
    teardown(&f);
}
