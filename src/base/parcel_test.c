#include "base/parcel.h"

#include "tap.h"

TEST(a_parcel_is_opened_as_it_was_packed) {
    Text bytes = {0}, text = {0};
    parcel_add_number(&bytes, 7);
    parcel_add_text(&bytes, "a\0b", 3);
    Parcel parcel = parcel_open(bytes.data, bytes.size);
    CHECK(parcel_number(&parcel) == 7);
    CHECK(!parcel_is_sound(&parcel));
    parcel_text(&parcel, &text);
    CHECK(text.size == 3 && memcmp(text.data, "a\0b", 3) == 0);
    CHECK(parcel_is_sound(&parcel));
    text_free(&bytes);
    text_free(&text);
}

TEST(a_parcel_that_lacks_something_is_broken_and_gives_nothing) {
    Text bytes = {0}, text = {0};
    parcel_add_text(&bytes, "text", 4);
    for (size_t size = 0; size < bytes.size; size++) {
        Parcel parcel = parcel_open(bytes.data, size);
        parcel_text(&parcel, &text);
        CHECK(text.size == 0 && !parcel_is_sound(&parcel) && parcel_number(&parcel) == 0);
    }
    Parcel parcel = parcel_open(bytes.data, bytes.size);
    CHECK(parcel_number_below(&parcel, 4) == 0 && parcel.broken);
    text_free(&bytes);
    text_free(&text);
}
