#include "base/array.h"

#include "tap.h"

typedef struct {
    uint32_t first, second;
} Pair;

typedef ARRAY(Pair) Pairs;

TEST(an_array_gives_back_what_was_pushed_in_order) {
    enum { COUNT = 1000 };
    ARRAY(uint64_t) numbers = {0};
    for (uint64_t i = 0; i < COUNT; i++) array_push(&numbers, i * i);

    CHECK(numbers.count == COUNT);
    bool same = true;
    for (uint64_t i = 0; i < COUNT; i++) same = same && numbers.items[i] == i * i;
    CHECK(same);
    bool popped = true;
    for (uint64_t i = COUNT; i > 0; i--) popped = popped && array_pop(&numbers) == (i - 1) * (i - 1);
    CHECK(popped);
    CHECK(numbers.count == 0);
    array_free(&numbers);
}

TEST(an_array_of_structs_takes_literals_and_gives_pointers) {
    Pairs pairs = {0};
    array_push(&pairs, (Pair){1, 2});
    Pair *added = array_add(&pairs);
    CHECK(added->first == 0 && added->second == 0);
    added->second = 4;

    CHECK(pairs.items[0].first == 1 && pairs.items[0].second == 2);
    CHECK(array_last(&pairs) == added && array_pop(&pairs).second == 4);
    CHECK(array_last(&pairs)->second == 2);
    array_free(&pairs);
}

TEST(an_item_of_the_array_can_be_pushed_again) {
    Pairs pairs = {0};
    array_push(&pairs, (Pair){7, 8});
    for (int i = 0; i < 100; i++) array_push(&pairs, pairs.items[0]);   // also when the items move
    bool same = true;
    for (uint32_t i = 0; i < pairs.count; i++) same = same && pairs.items[i].first == 7 && pairs.items[i].second == 8;
    CHECK(same);
    CHECK(pairs.count == 101);
    array_free(&pairs);
}

TEST(an_added_item_is_zero_where_another_was) {
    Pairs pairs = {0};
    array_push(&pairs, (Pair){7, 8});
    array_clear(&pairs);
    CHECK(array_add(&pairs)->second == 0);
    array_free(&pairs);
}

TEST(reserved_items_do_not_move) {
    Pairs pairs = {0};
    array_reserve(&pairs, 100);
    CHECK(pairs.count == 0 && pairs.capacity >= 100);
    const Pair *before = pairs.items;
    for (uint32_t i = 0; i < 100; i++) array_push(&pairs, (Pair){i, i});
    CHECK(pairs.items == before);
    array_reserve(&pairs, 50);
    CHECK(pairs.items == before && pairs.count == 100);
    array_free(&pairs);
}

TEST(a_cut_or_cleared_array_keeps_its_memory) {
    Pairs pairs = {0};
    for (uint32_t i = 0; i < 40; i++) array_push(&pairs, (Pair){i, i});
    const Pair *before = pairs.items;
    uint32_t capacity = pairs.capacity;

    array_cut(&pairs, 3);
    CHECK(pairs.count == 3 && array_last(&pairs)->first == 2);
    array_clear(&pairs);
    CHECK(pairs.count == 0 && pairs.items == before && pairs.capacity == capacity);

    array_free(&pairs);
    CHECK(!pairs.items && pairs.count == 0 && pairs.capacity == 0);
}

TEST(an_array_grows_by_doubling) {
    ARRAY(char) letters = {0};
    uint32_t moves = 0, capacity = 0;
    for (int i = 0; i < 100000; i++) {
        array_push(&letters, 'x');
        moves += letters.capacity != capacity;
        capacity = letters.capacity;
    }
    CHECK(moves < 20);
    CHECK(capacity < 2 * 100000);
    array_free(&letters);
}

TEST(arguments_are_evaluated_once) {
    Pairs pairs[2] = {0};
    Pairs *at = pairs;
    uint32_t number = 0;
    array_push(at++, (Pair){number++, 0});
    CHECK(at == pairs + 1 && number == 1);
    CHECK(array_pop(--at).first == 0 && at == pairs);
    array_add(at++);
    CHECK(at == pairs + 1 && pairs[0].count == 1);
    array_free(--at);
    CHECK(at == pairs && !pairs[0].items);
}
