#include "report/names.h"

#include <stdio.h>

#include "tap.h"

TEST(a_text_gets_the_next_number_once) {
    Names names = {0};
    CHECK(names_add(&names, "a.erl", 5) == 0);
    CHECK(names_add(&names, "b.erl", 5) == 1);
    CHECK(names_add(&names, "a.erl", 5) == 0);
    CHECK(names_add(&names, "a.erlang", 5) == 0);   // of it, only what was said
    CHECK(names_add(&names, "a.er", 4) == 2);
    CHECK(names_add(&names, "", 0) == 3);
    CHECK_TEXT(names.items[2], "a.er");
    names_free(&names);
}

TEST(many_texts_keep_their_numbers) {
    Names names = {0};
    char text[16];
    bool right = true;
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < 5000; i++) {
            int size = snprintf(text, sizeof text, "P.%u", i);
            right = right && names_add(&names, text, (size_t)size) == i;
        }
    CHECK(right);
    CHECK(names.count == 5000);
    names_free(&names);
}
