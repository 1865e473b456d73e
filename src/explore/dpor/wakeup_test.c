#include "explore/dpor/wakeup.h"

#include "tap.h"

// Actions are written as letters: capitals write the variable, small ones read it; the actor is a digit before.
typedef struct {
    Learned learned;
    Actions actions;
    WakeupPool pool;
    Wakeup *tree;
} Fixture;

static void setup(Fixture *f) {
    learned_init(&f->learned, true);
    actions_init(&f->actions, &f->learned);
    f->pool = (WakeupPool){0};
    f->tree = NULL;
}

static void teardown(Fixture *f) {
    wakeup_drop(&f->pool, f->tree);
    wakeup_free(&f->pool);
    actions_free(&f->actions);
    learned_free(&f->learned);
}

static Reversal reversal_of_text(Fixture *f, const char *text, bool kept) {
    Reversal reversal;
    reversal_init(&reversal, NULL, &f->learned.orders);
    for (; *text; text += 2) {
        bool writes = text[1] < 'a';
        Footprint footprint = {0};
        footprint_add(&footprint, (uint64_t)(text[1] | 32), writes ? ACCESS_WRITE : ACCESS_READ, 0);
        reversal_add(&reversal, actions_hold(&f->actions, (Actor)(text[0] - '0'), &footprint, 0), NO_POSITION, kept);
    }
    return reversal;
}

static bool insert_kept(Fixture *f, const char *text, bool kept) {
    Reversal reversal = reversal_of_text(f, text, kept);
    WakeupInsertion insertion = wakeup_insert(&f->pool, &f->tree, &reversal);
    reversal_free(&reversal);
    return insertion == WAKEUP_ADDED;
}

static bool insert(Fixture *f, const char *text) { return insert_kept(f, text, true); }

static void show(const Wakeup *tree, char *text) {
    for (; tree; tree = tree->sibling) {
        size_t size = strlen(text);
        text[size] = (char)('0' + tree->action->actor);
        text[size + 1] = 0;
        if (!tree->child) continue;
        strcat(text, "(");
        show(tree->child, text);
        strcat(text, ")");
    }
}

static bool shows(const Fixture *f, const char *expected) {
    char text[100] = "";
    show(f->tree, text);
    return strcmp(text, expected) == 0;
}

TEST(a_sequence_becomes_a_chain) {
    Fixture f;
    setup(&f);
    CHECK(insert(&f, "1a2B3c"));
    CHECK(shows(&f, "1(2(3))"));
    teardown(&f);
}

TEST(a_dependent_sequence_becomes_a_branch_to_the_right) {
    Fixture f;
    setup(&f);
    CHECK(insert(&f, "1A2a"));
    CHECK(insert(&f, "2a1A"));
    CHECK(shows(&f, "1(2)2(1)"));
    teardown(&f);
}

TEST(an_equivalent_sequence_is_not_inserted_twice) {
    Fixture f;
    setup(&f);
    CHECK(insert(&f, "1a2b3C"));
    CHECK(!insert(&f, "2b1a3C"));
    CHECK(!insert(&f, "3C2b1a"));
    CHECK(shows(&f, "1(2(3))"));
    teardown(&f);
}

TEST(a_sequence_follows_a_branch_as_far_as_it_can) {
    Fixture f;
    setup(&f);
    CHECK(insert(&f, "1a2B3b"));
    CHECK(insert(&f, "1a3b2B"));
    CHECK(shows(&f, "1(2(3)3(2))"));
    teardown(&f);
}

TEST(a_leaf_covers_what_could_begin_with_it) {
    Fixture f;
    setup(&f);
    CHECK(insert(&f, "1a"));
    CHECK(!insert(&f, "2a"));
    CHECK(insert(&f, "2A"));
    CHECK(shows(&f, "12"));
    teardown(&f);
}

TEST(taking_a_branch_leaves_its_children_and_siblings) {
    Fixture f;
    setup(&f);
    insert(&f, "1A2a");
    insert(&f, "2a1A");
    Wakeup taken = wakeup_take(&f.pool, &f.tree);
    CHECK(taken.action->actor == 1);
    action_release(taken.action);
    CHECK(shows(&f, "2(1)"));
    CHECK(taken.child && taken.child->action->actor == 2 && !taken.child->child);
    wakeup_drop(&f.pool, taken.child);
    teardown(&f);
}

TEST(of_a_sequence_that_is_added_which_differs_from_the_branches_to_the_left) {
    Fixture f;
    setup(&f);
    CHECK(insert(&f, "1A"));
    CHECK(insert_kept(&f, "2a3c4d", false));
    CHECK(shows(&f, "12"));
    CHECK(!insert(&f, "3c2a"));
    teardown(&f);
}

TEST(nodes_are_used_again) {
    Fixture f;
    setup(&f);
    for (int round = 0; round < 3; round++) {
        for (int n = 0; n < 300; n++) {
            char text[] = "1a2a3b4b5c";   // five nodes, in a tree of its own each time
            Wakeup *tree = f.tree;
            f.tree = NULL;
            CHECK(insert(&f, text));
            Wakeup *last = f.tree;
            last->sibling = tree;
        }
        size_t blocks = 0;
        for (const Wakeup *node = f.pool.free; node; node = node->sibling) blocks++;
        CHECK(blocks == 33);   // three blocks of 511
        wakeup_drop(&f.pool, f.tree);
        f.tree = NULL;
    }
    teardown(&f);
}

TEST(actions_are_held_by_the_tree_only_as_long_as_they_are_in_it) {
    Fixture f;
    setup(&f);
    Reversal reversal = reversal_of_text(&f, "1A", true);
    Action *action = reversal.events[0].action;
    uint32_t before = action->references;
    wakeup_insert(&f.pool, &f.tree, &reversal);
    CHECK(action->references == before + 1);
    Wakeup taken = wakeup_take(&f.pool, &f.tree);
    CHECK(taken.action == action && !taken.child && !f.tree);
    CHECK(action->references == before + 1);
    action_release(action);
    reversal_free(&reversal);
    teardown(&f);
}

static WakeupInsertion insert_open(Fixture *f, const char *text, Actor last) {
    Reversal reversal = reversal_of_text(f, text, true);
    reversal.last = last;
    WakeupInsertion insertion = wakeup_insert(&f->pool, &f->tree, &reversal);
    reversal_free(&reversal);
    return insertion;
}

TEST(what_ends_with_an_event_that_is_not_known_is_covered_or_left_open) {
    Fixture f;
    setup(&f);
    CHECK(insert_open(&f, "1a", 2) == WAKEUP_UNKNOWN && !f.tree);
    insert(&f, "1A2a");
    CHECK(insert_open(&f, "1A2a", 3) == WAKEUP_COVERED);   // whatever 3 does after that
    CHECK(insert_open(&f, "1A", 2) == WAKEUP_COVERED);     // 2 does there what it does in the tree
    CHECK(insert_open(&f, "1A", 3) == WAKEUP_UNKNOWN);     // may or may not let 2 come before it
    CHECK(insert_open(&f, "2a", 3) == WAKEUP_UNKNOWN);
    CHECK(shows(&f, "1(2)"));
    insert(&f, "2a1A3A");
    CHECK(insert_open(&f, "2a", 1) == WAKEUP_COVERED);   // nothing is left of it, though the branch goes on
    CHECK(shows(&f, "1(2)2(1(3))"));
    teardown(&f);
}
