#include "report/rows.h"

#include "base/memory.h"
#include "tap.h"

// A story of steps written as "P what", "P.1+ what" with + for what happens before the error and digits for the call.
static void add_step(Finding *f, const char *process, const char *what, bool past, uint32_t call) {
    Story *story = &f->story;
    story->steps = memory_resize(story->steps, (story->length + 1) * sizeof(StoryStep));
    StoryStep *step = &story->steps[story->length++];
    *step = (StoryStep){.kind = ACTION_OTHER, .past = past, .call_number = call, .library = call != 0};
    text_add(&step->process, process);
    text_add(&step->what, what);
    if (call) text_add(&step->call, "gen_server:call(s, get)");
    if (call) text_add(&step->user_function, "m:f/0");
}

static Rows choose(Finding *f, Wording *wording, uint32_t limit) {
    Rows rows;
    rows_choose(&rows, f, wording, limit);
    return rows;
}

static void clean(Finding *f, Rows *rows, Wording *wording) {
    rows_free(rows);
    wording_free(wording);
    finding_free(f);
}

TEST(what_has_nothing_to_do_with_the_error_is_one_row) {
    Finding f = {0};
    Wording wording = {0};
    add_step(&f, "P", "a", true, 0);
    add_step(&f, "P.1", "b", false, 0);
    add_step(&f, "P.1", "c", false, 0);
    add_step(&f, "P", "d", true, 0);
    Rows rows = choose(&f, &wording, 30);
    CHECK(rows.count == 3);
    CHECK(rows.rows[1].hidden == 2 && rows.rows[1].unrelated);
    CHECK_TEXT(text_string(&rows.rows[2].words), "d");
    clean(&f, &rows, &wording);
}

TEST(a_single_step_is_not_left_out) {
    Finding f = {0};
    Wording wording = {0};
    add_step(&f, "P", "a", true, 0);
    add_step(&f, "P.1", "b", false, 0);
    Rows rows = choose(&f, &wording, 30);
    CHECK(rows.count == 2);
    CHECK_TEXT(text_string(&rows.rows[1].words), "b");
    clean(&f, &rows, &wording);
}

TEST(a_library_call_is_one_row_unless_another_process_comes_in_between) {
    Finding f = {0};
    Wording wording = {0};
    for (int i = 0; i < 3; i++) add_step(&f, "P", "monitors", true, 1);
    add_step(&f, "P.1", "answers", true, 0);
    for (int i = 0; i < 2; i++) add_step(&f, "P", "goes on", true, 1);
    Rows rows = choose(&f, &wording, 30);
    CHECK(rows.count == 3);
    CHECK_TEXT(text_string(&rows.rows[0].words), "gen_server:call(s, get)");
    CHECK(rows.rows[2].goes_on && rows.rows[2].first == 5 && rows.rows[2].last == 6);
    clean(&f, &rows, &wording);
}

TEST(a_row_is_known_by_the_step_that_races_in_it) {
    Finding f = {.cause = CAUSE_RACE, .race_count = 1};
    Wording wording = {0};
    f.races = memory_zeroed(1, sizeof *f.races);
    f.races[0] = (StoryRace){.first = 2, .second = 4};
    for (int i = 0; i < 3; i++) add_step(&f, "P", "calls", true, 1);
    add_step(&f, "P.1", "races", false, 0);
    Rows rows = choose(&f, &wording, 30);
    CHECK(rows.count == 2);
    CHECK(rows.rows[0].races && rows.rows[0].number == 2);
    CHECK(rows.rows[1].races && !rows.rows[1].hidden);
    clean(&f, &rows, &wording);
}

TEST(a_long_story_keeps_its_ends_and_what_is_around_the_race) {
    Finding f = {.cause = CAUSE_RACE, .race_count = 1};
    Wording wording = {0};
    f.races = memory_zeroed(1, sizeof *f.races);
    f.races[0] = (StoryRace){.first = 100, .second = 150};
    for (int i = 0; i < 300; i++) add_step(&f, i % 2 ? "P" : "P.1", "acts", true, 0);
    Rows rows = choose(&f, &wording, 30), all = choose(&f, &wording, ROWS_ALL);
    uint32_t told = 0, hidden = 0;
    bool first = false, second = false;
    for (uint32_t i = 0; i < rows.count; i++) {
        hidden += rows.rows[i].hidden;
        told += !rows.rows[i].hidden;
        first |= rows.rows[i].number == 100 && rows.rows[i].races;
        second |= rows.rows[i].number == 150 && rows.rows[i].races;
    }
    CHECK(rows.count < 40 && told + hidden == 300);
    CHECK(first && second);
    CHECK(all.count == 300);
    rows_free(&all);
    clean(&f, &rows, &wording);
}
