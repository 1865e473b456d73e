#include "base/json.h"

#include "tap.h"

TEST(objects_arrays_and_texts_are_written_with_commas_between) {
    Text text = {0};
    JsonWriter w = {.out = &text};
    json_object(&w, NULL);
    json_text(&w, "a", "x");
    json_array(&w, "b");
    json_number(&w, NULL, 1);
    json_boolean(&w, NULL, false);
    json_end(&w);
    json_array(&w, "c");
    json_end(&w);
    json_end(&w);
    CHECK(w.depth == 0);
    CHECK_TEXT(text_string(&text), "{\n  \"a\": \"x\",\n  \"b\": [\n    1,\n    false\n  ],\n  \"c\": []\n}");
    text_free(&text);
}

TEST(what_json_or_html_could_misread_is_escaped) {
    Text text = {0};
    JsonWriter w = {.out = &text};
    json_text(&w, NULL, "\"\\\n\x01</script>\xC3\xA5\xFF");
    CHECK_TEXT(text_string(&text), "\"\\\"\\\\\\n\\u0001\\u003c/script>\xC3\xA5\\ufffd\"");
    text_free(&text);
}
