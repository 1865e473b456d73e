#include "base/xml.h"

#include <string.h>

#include "tap.h"

static bool becomes(const char *text, const char *wanted) {
    Text out = {0};
    xml_text(&out, text);
    bool same = strcmp(text_string(&out), wanted) == 0;
    text_free(&out);
    return same;
}

TEST(what_has_a_meaning_in_xml_is_written_as_a_reference) {
    CHECK(becomes("a < b & \"c\" > d", "a &lt; b &amp; &quot;c&quot; &gt; d"));
}

TEST(what_xml_cannot_hold_stays_visible) {
    CHECK(becomes("\x1B[1m", "\xE2\x90\x9B[1m"));
    CHECK(becomes("\x7F", "\xE2\x90\xA1"));
    CHECK(becomes("caf\xE9", "caf\xEF\xBF\xBD"));
    CHECK(becomes("\xEF\xBF\xBF", "\xEF\xBF\xBD"));
    CHECK(becomes("caf\xC3\xA9", "caf\xC3\xA9"));
}

TEST(line_ends_stay_as_they_are) {
    Text out = {0};
    CHECK(becomes("a\nb\tc\rd", "a\nb\tc&#13;d"));
    xml_attribute(&out, "name", "a\nb");
    CHECK(strcmp(text_string(&out), " name=\"a&#10;b\"") == 0);
    text_free(&out);
}
