#include "explore/witness/lineage.h"

#include "tap.h"

static bool becomes(const Lineage *then, const Lineage *now, const char *name, const char *wanted) {
    Text out = {0};
    bool holds = lineage_translate(then, now, name, &out) && strcmp(text_string(&out), wanted) == 0;
    text_free(&out);
    return holds;
}

static bool is_nobody(const Lineage *then, const Lineage *now, const char *name) {
    Text out = {0};
    bool holds = !lineage_translate(then, now, name, &out);
    text_free(&out);
    return holds;
}

TEST(a_process_is_found_again_when_an_earlier_one_is_gone) {
    Lineage then = {0}, now = {0};
    lineage_add(&then, "P", "m:main/0");
    lineage_add(&then, "P.1", "m:log/0");
    lineage_add(&then, "P.2", "m:work/1");
    lineage_add(&then, "P.2.1", "m:help/0");
    lineage_add(&then, "P.3", "m:work/1");
    lineage_add(&now, "P", "m:main/0");
    lineage_add(&now, "P.1", "m:work/1");
    lineage_add(&now, "P.1.1", "m:count/0");
    lineage_add(&now, "P.1.2", "m:help/0");
    lineage_add(&now, "P.2", "m:work/1");
    CHECK(becomes(&then, &now, "P", "P"));
    CHECK(becomes(&then, &now, "P.2", "P.1"));
    CHECK(becomes(&then, &now, "P.3", "P.2"));
    CHECK(becomes(&then, &now, "P.2.1", "P.1.2"));
    CHECK(becomes(&then, &now, "P.2.1/timer1", "P.1.2/timer1"));
    CHECK(becomes(&then, &now, "P.3->P.2.1", "P.2->P.1.2"));
    CHECK(becomes(&then, &now, "P.3?2", "P.2?2"));
    CHECK(is_nobody(&then, &now, "P.1"));
    CHECK(is_nobody(&then, &now, "P->P.1"));
    lineage_free(&then);
    lineage_free(&now);
}

TEST(a_process_that_nobody_wrote_down_keeps_its_name) {
    Lineage then = {0}, now = {0};
    CHECK(becomes(&then, &now, "P.7.1", "P.7.1"));
}
