// Stories of a toy machine.
#include "explore/witness/telling.h"

#include "tap.h"
#include "toy.h"

static Story tell(const char *const *lines, uint32_t count, const char *names) {
    Machine *machine = toy_new(lines, count);
    Stage stage;
    Story story = {0};
    Text text = {0};
    stage_init(&stage, machine);
    text_add(&text, names);
    story_tell(&stage, &text, true, &story);
    text_free(&text);
    stage_free(&stage);
    toy_free(machine);
    return story;
}

TEST(a_receive_has_the_number_of_the_send_that_it_takes) {
    static const char *const lines[] = {"?1?2", "!0", "!0"};
    Story story = tell(lines, 3, "2 1 0 0");
    CHECK(story.length == 4);
    CHECK(story.steps[0].kind == ACTION_SEND && story.steps[2].kind == ACTION_RECEIVE);
    CHECK(story.steps[0].message && story.steps[1].message && story.steps[0].message != story.steps[1].message);
    CHECK(story.steps[2].message == story.steps[1].message);
    CHECK(story.steps[3].message == story.steps[0].message);
    CHECK_TEXT(text_string(&story.steps[0].partner), "0");
    story_free(&story);
}

TEST(what_touches_no_mailbox_has_no_message) {
    static const char *const lines[] = {"A5a"};
    Story story = tell(lines, 1, "0 0");
    CHECK(story.length == 2 && !story.steps[0].message && !story.steps[1].message);
    story_free(&story);
}

TEST(a_process_that_is_killed_ends_with_the_step_that_does_it) {
    static const char *const lines[] = {"A5#1", "B5B6"};
    Story story = tell(lines, 2, "1 0 0");
    CHECK(story.process_count == 2);
    CHECK(story.processes[1].ended == 3 && story.processes[0].ended == 0);
    story_free(&story);
}

TEST(names_that_cannot_act_end_a_story) {
    static const char *const lines[] = {"?", "!0"};
    Story story = tell(lines, 2, "0 1");
    CHECK(story.length == 0);
    story_free(&story);
}

TEST(steps_are_twins_until_their_actor_goes_another_way) {
    static const char *const lines[] = {"aA", "B5a(C5)<D5>E5"};
    Story one = tell(lines, 2, "1 0 0 1 1 1"), other = tell(lines, 2, "1 1 1 1 0 0");
    story_pair(&one, &other);
    CHECK(one.length == 6 && other.length == 6);
    CHECK(one.steps[0].twin == 1 && one.steps[1].twin == 5 && one.steps[2].twin == 6 && one.steps[3].twin == 2);
    CHECK(one.steps[4].twin == 0 && one.steps[5].twin == 0);   // C5 and then E5, in the other one D5 and E5
    CHECK(other.steps[4].twin == 2 && other.steps[2].twin == 0);
    story_free(&one);
    story_free(&other);
}
