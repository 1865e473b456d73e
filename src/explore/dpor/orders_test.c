#include "explore/dpor/orders.h"

#include "explore/dpor/check.h"
#include "tap.h"

TEST(a_pair_has_no_order_until_it_is_learned) {
    Orders orders;
    orders_init(&orders, false);
    CHECK(!orders_has(&orders, 1, 2, 3));
    CHECK(orders_learn(&orders, 1, 2, 3) && !orders.refuted);
    CHECK(orders_has(&orders, 1, 2, 3) && orders_has(&orders, 1, 3, 2) && orders_matter(&orders, 1, 3, 2));
    CHECK(!orders_has(&orders, 2, 2, 3) && !orders_has(&orders, 1, 2, 4));
    CHECK(!orders_learn(&orders, 1, 3, 2) && orders.ordered == 1);
    orders_free(&orders);
}

TEST(learning_what_was_relied_on_refutes) {
    Orders orders;
    orders_init(&orders, false);
    CHECK(!orders_matter(&orders, 1, 2, 3));
    CHECK(orders_learn(&orders, 1, 2, 4) && !orders.refuted);
    CHECK(orders_learn(&orders, 1, 3, 2) && orders.refuted);
    orders_begin_again(&orders);
    CHECK(!orders.refuted && orders_matter(&orders, 1, 2, 3) && orders_matter(&orders, 1, 2, 4));
    orders_free(&orders);
}

TEST(what_was_relied_on_is_forgotten_when_the_search_begins_again) {
    Orders orders;
    orders_init(&orders, false);
    orders_matter(&orders, 1, 2, 3);
    orders_begin_again(&orders);
    CHECK(orders_learn(&orders, 1, 2, 3) && !orders.refuted);
    orders_free(&orders);
}

TEST(mailboxes_and_messages_are_not_mixed_up) {
    Orders orders;
    orders_init(&orders, false);
    orders_learn(&orders, 202, 5, 9);
    for (uint64_t mailbox = 190; mailbox < 210; mailbox++)
        for (uint64_t message = 0; message < 20; message++)
            CHECK(orders_has(&orders, mailbox, message, 9) == (mailbox == 202 && message == 5));
    orders_free(&orders);
}

TEST(many_pairs_are_remembered_and_told) {
    Orders orders;
    uint64_t keys[2000];
    orders_init(&orders, false);
    for (uint64_t i = 0; i < 2000; i++)
        i % 2 ? (void)orders_learn(&orders, 7, i, 10000) : (void)orders_matter(&orders, 7, i, 10000);
    CHECK(orders_keys(&orders, keys, 2000) == 1000);
    for (uint32_t i = 0; i < 1000; i++) CHECK(orders_knows_key(&orders, keys[i]));
    for (uint64_t i = 0; i < 2000; i++) CHECK(orders_has(&orders, 7, i, 10000) == i % 2);
    CHECK(orders.pairs.count == 2000);
    orders_check(&orders);
    orders_begin_again(&orders);
    orders_check(&orders);
    CHECK(orders.pairs.count == 1000 && orders_keys(&orders, keys, 2000) == 1000);
    orders_free(&orders);
}

TEST(every_order_matters_if_that_is_asked_for) {
    Orders orders;
    orders_init(&orders, true);
    CHECK(orders_has(&orders, 1, 2, 3) && orders_matter(&orders, 1, 2, 3));
    orders_free(&orders);
}

TEST(looks_are_not_taken_for_messages) {
    CHECK(orders_is_look(orders_look(0)) && orders_look(0) != orders_look(1));
    CHECK(!orders_is_look(0) && !orders_is_look(UINT64_MAX >> 1));
}

TEST(no_more_keys_are_told_than_there_is_room_for) {
    Orders orders;
    uint64_t keys[4] = {0};
    orders_init(&orders, false);
    for (uint64_t i = 2; i < 5; i++) orders_learn(&orders, 1, 1, i);
    CHECK(orders_keys(&orders, keys, 2) == 3 && keys[0] && keys[1] && !keys[2]);
    CHECK(orders_keys(&orders, keys, 4) == 3 && keys[2] && !keys[3]);
    CHECK(!orders_learn_key(&orders, keys[2]) && orders.ordered == 3);
    orders_free(&orders);
}
