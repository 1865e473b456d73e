#include "explore/dpor/action.h"

#include "explore/dpor/check.h"
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
    CHECK(action_conflicts(&f.learned.orders, x, y) && action_conflicts(&f.learned.orders, y, x) &&
          !action_conflicts(&f.learned.orders, x, z));
    teardown(&f);
}

TEST(an_action_is_known_by_all_of_its_footprint) {
    Fixture f;
    setup(&f);
    Footprint footprint = {0};
    footprint_add(&footprint, 1, ACCESS_READ, 0);
    footprint_add_settled(&footprint, 2, ACCESS_WRITE, 7);
    Action *action = actions_hold(&f.actions, 3, &footprint, 0);
    CHECK(action_is(action, 3, &footprint, 0) && !action_is(action, 4, &footprint, 0));
    Footprint others[8];
    for (uint32_t i = 0; i < 8; i++) others[i] = footprint;
    others[0].everything = true;
    others[1].idle = true;
    others[2].fixed = true;
    others[3].settled = 3;
    others[4].count = 1;
    others[5].items[0].object = 9;
    others[6].items[1].value = 8;
    others[7].items[0].kind = ACCESS_PART_READ;
    for (uint32_t i = 0; i < 8; i++) {
        CHECK(!action_is(action, 3, &others[i], 0));
        Action *other = actions_hold(&f.actions, 3, &others[i], 0);
        CHECK(other != action && action_is(other, 3, &others[i], 0));
        CHECK(other->everything == others[i].everything && other->idle == others[i].idle &&
              other->fixed == others[i].fixed);
        CHECK(other->settled == others[i].settled && other->touched_count == others[i].count);
    }
    teardown(&f);
}

TEST(a_receive_that_finds_nothing_is_known_by_its_look) {
    Fixture f;
    setup(&f);
    Footprint nothing = touching(1, ACCESS_RECEIVE, 0), message = touching(1, ACCESS_RECEIVE, 5),
              await = touching(1, ACCESS_AWAIT, 0);
    Action *first = actions_hold(&f.actions, 0, &nothing, 77), *second = actions_hold(&f.actions, 0, &nothing, 78);
    CHECK(first != second && first->items[0].value == 77 && second->touched[0].value == 78);
    CHECK(action_is(first, 0, &nothing, 77) && !action_is(first, 0, &nothing, 78));
    CHECK(actions_hold(&f.actions, 0, &message, 77) == actions_hold(&f.actions, 0, &message, 78));
    CHECK(actions_hold(&f.actions, 0, &await, 77)->items[0].value == 0);
    teardown(&f);
}

TEST(the_table_grows_with_the_actions_that_are_held) {
    Fixture f;
    setup(&f);
    Action *held[1000];
    for (uint64_t i = 0; i < 1000; i++) {
        Footprint footprint = touching(i, ACCESS_READ, 0);
        held[i] = actions_hold(&f.actions, 0, &footprint, 0);
        CHECK(held[i]->references == 1 && f.actions.table.count == i + 1);
    }
    CHECK(f.actions.limit == 1024);
    actions_check(&f.actions, 1000);
    for (uint64_t i = 0; i < 1000; i++) {
        Footprint footprint = touching(i, ACCESS_READ, 0);
        CHECK(actions_hold(&f.actions, 0, &footprint, 0) == held[i] && held[i]->references == 2);
    }
    for (uint32_t i = 0; i < 1000; i++)
        for (uint32_t j = 0; j < (i < 512 ? 2u : 1u); j++) action_release(held[i]);
    for (uint64_t i = 1000; i < 1025; i++) {   // half of them are held no longer, so that the table need not grow
        Footprint footprint = touching(i, ACCESS_READ, 0);
        actions_hold(&f.actions, 0, &footprint, 0);
    }
    CHECK(f.actions.limit == 1024 && f.actions.table.count == 488 + 25);
    actions_check(&f.actions, 488 + 25);
    teardown(&f);
}

// What nobody else wants is left out of the items once it is known what is contended; messages stay.
TEST(only_what_is_contended_is_compared) {
    Fixture f;
    setup(&f);
    Footprint footprint = {0};
    footprint_add(&footprint, 1, ACCESS_WRITE, 0);
    footprint_add(&footprint, 2, ACCESS_READ, 0);
    footprint_add(&footprint, 3, ACCESS_SEND, 9);
    Access mine = {.object = 2, .kind = ACCESS_READ}, theirs = {.object = 2, .kind = ACCESS_WRITE};
    learned_note(&f.learned, 0, &mine, 1);
    learned_note(&f.learned, 1, &theirs, 1);
    learned_contend(&f.learned, learned_shared(&f.learned, 2));
    CHECK(actions_hold(&f.actions, 0, &footprint, 0)->count == 3);
    f.learned.on = true;
    Action *action = actions_hold(&f.actions, 5, &footprint, 0);
    CHECK(action->count == 2 && action->items[0].object == 2 && action->items[1].object == 3 && !action->invisible);
    CHECK(action->touched_count == 3 && action->touched[0].object == 1 && action->touched[2].value == 9);
    Footprint own = touching(1, ACCESS_WRITE, 0), nothing = {0}, everything = {.everything = true},
              idle = {.idle = true};
    CHECK(actions_hold(&f.actions, 0, &own, 0)->invisible && actions_hold(&f.actions, 0, &nothing, 0)->invisible);
    CHECK(!actions_hold(&f.actions, 0, &everything, 0)->invisible && !actions_hold(&f.actions, 0, &idle, 0)->invisible);
    teardown(&f);
}

static bool depends(Fixture *f, const Footprint *a, const Footprint *b) {
    return action_depends(actions_hold(&f->actions, 0, a, orders_look(1)),
                          actions_hold(&f->actions, 1, b, orders_look(2)));
}

// Its first item has a say in what else it touches, the second has none.
TEST(an_action_depends_on_what_conflicts_with_what_it_decides_by) {
    Fixture f;
    setup(&f);
    Footprint action = {0}, fixed = {.fixed = true}, everything = {.everything = true};
    footprint_add(&action, 1, ACCESS_READ, 0);
    footprint_add_settled(&action, 2, ACCESS_WRITE, 0);
    footprint_add_settled(&fixed, 1, ACCESS_READ, 0);
    Footprint first = touching(1, ACCESS_WRITE, 0), second = touching(2, ACCESS_WRITE, 0),
              none = touching(1, ACCESS_READ, 0);
    CHECK(depends(&f, &action, &first) && !depends(&f, &action, &second) && !depends(&f, &action, &none));
    CHECK(!depends(&f, &fixed, &first) && !depends(&f, &fixed, &everything));
    CHECK(depends(&f, &action, &everything) && depends(&f, &everything, &first));
    Footprint look = touching(3, ACCESS_RECEIVE, 0), send = touching(3, ACCESS_SEND, 4),
              other = touching(3, ACCESS_RECEIVE, 5);
    CHECK(depends(&f, &look, &send) && !depends(&f, &other, &send));
    teardown(&f);
}

TEST(messages_conflict_once_it_is_learned_that_their_order_matters) {
    Fixture f;
    learned_init(&f.learned, false);
    actions_init(&f.actions, &f.learned);
    Footprint one = touching(3, ACCESS_SEND, 4), other = touching(3, ACCESS_SEND, 5),
              nothing = touching(3, ACCESS_RECEIVE, 0);
    Action *first = actions_hold(&f.actions, 0, &one, 0), *second = actions_hold(&f.actions, 1, &other, 0);
    Action *look = actions_hold(&f.actions, 2, &nothing, orders_look(0));
    Orders *orders = &f.learned.orders;
    CHECK(!action_conflicts(orders, first, second) && !action_conflicts(orders, first, look) &&
          !action_conflicts(orders, look, second));
    orders_learn(orders, 3, 5, 4);
    CHECK(action_conflicts(orders, first, second) && action_conflicts(orders, second, first) &&
          !action_conflicts(orders, first, look));
    orders_learn(orders, 3, orders_look(0), 4);
    CHECK(action_conflicts(orders, look, first) && !action_conflicts(orders, look, second) && orders->refuted);
    teardown(&f);
}
