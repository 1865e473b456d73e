#include "explore/witness/scene.h"

#include "base/memory.h"
#include "tap.h"

static void add_process(Story *story, const char *name, const char *initial) {
    story->processes = memory_resize(story->processes, (story->process_count + 1) * sizeof(StoryProcess));
    StoryProcess *process = &story->processes[story->process_count++];
    *process = (StoryProcess){0};
    text_add(&process->name, name);
    text_add(&process->initial, initial);
}

// `user`: the function of the project's own code that it happens in; empty: none.
static StoryStep *add_step(Story *story, const char *process, ActionKind kind, const char *user, const char *stack) {
    story->steps = memory_resize(story->steps, (story->length + 1) * sizeof(StoryStep));
    StoryStep *step = &story->steps[story->length++];
    *step = (StoryStep){.kind = kind};
    text_add(&step->process, process);
    text_add(&step->user_function, user);
    text_add(&step->stack, stack);
    return step;
}

static const char hand[] = ":weft_exunit.run_test/2 (weft_exunit.erl:98)\n";

static Story exunit_story(void) {
    Story story = {0};
    add_process(&story, "P", ":weft_exunit.run/1");
    add_process(&story, "P.1", "CartTest.__ex_unit__/2");
    add_step(&story, "P", ACTION_SPAWN, "", hand);
    add_step(&story, "P.1", ACTION_CALL, "CartTest.__ex_unit_setup_0/1",
             "CartTest.__ex_unit_setup_0/1 (cart_test.exs:5)\n:weft_exunit.test_body/3 "
             "(weft_exunit.erl:141)\n");
    add_step(&story, "P.1", ACTION_CALL, "CartTest.add/1",
             "CartTest.add/1 (cart_test.exs:9)\nCartTest.\"test adds\"/1 "
             "(cart_test.exs:20)\n:weft_exunit.try_body/1 (weft_exunit.erl:160)\n");
    StoryStep *step =
        add_step(&story, "P.1", ACTION_SEND, "", "anonymous fn/0 in :weft_exunit.in_process/1 (weft_exunit.erl:150)\n");
    text_add(&step->what, "sends {:result, P.1, {:failed, fn}} to P");
    text_add(&step->partner, "P");
    add_step(&story, "P", ACTION_RECEIVE, "", ":weft_exunit.in_process/1 (weft_exunit.erl:152)\n");
    step = add_step(&story, "P", ACTION_CRASH, "CartTest.\"test adds\"/1",
                    "CartTest.\"test adds\"/1 (cart_test.exs:20)\n");
    text_add(&step->what, "crashes with ** (ExUnit.AssertionError) Assertion with == failed");
    story.failure = story.length;
    return story;
}

TEST(a_test_fails_where_its_own_process_tells_of_it) {
    Story story = exunit_story();
    scene_set(&story);
    CHECK(story.failure == 4);
    CHECK_TEXT(text_string(&story.steps[3].what), "crashes with ** (ExUnit.AssertionError) Assertion with == failed");
    CHECK(story.steps[3].kind == ACTION_CRASH && !story.steps[3].offstage);
    story_free(&story);
}

TEST(what_runs_a_test_is_offstage) {
    Story story = exunit_story();
    scene_set(&story);
    CHECK(story.staged);
    CHECK(story.steps[0].offstage && story.steps[4].offstage);
    CHECK(!story.steps[1].offstage && !story.steps[2].offstage);
    CHECK(scene_is_hand(&story, "P") && !scene_is_hand(&story, "P.1"));
    story_free(&story);
}

TEST(the_test_begins_where_its_function_acts) {
    Story story = exunit_story();
    scene_set(&story);
    CHECK(story.before == 2);
    CHECK_TEXT(text_string(&story.processes[1].initial), "CartTest.\"test adds\"/1");
    story_free(&story);
}

TEST(reports_of_crashes_are_offstage_everywhere) {
    Story story = {0};
    add_process(&story, "P", "m:t/0");
    add_step(&story, "P", ACTION_SEND, "",
             "Logger.Handler.log/2 (logger.ex:1)\nproc_lib:crash_report/4 (proc_lib.erl:525)\n");
    add_step(&story, "P", ACTION_SEND, "m:t/0", "m:t/0 (m.erl:3)\n");
    scene_set(&story);
    CHECK(!story.staged && story.before == 0);
    CHECK(story.steps[0].offstage && !story.steps[1].offstage);
    story_free(&story);
}

TEST(a_test_that_the_first_process_runs_itself_is_no_stage_hand) {
    Story story = {0};
    add_process(&story, "P", "weft_eunit:run/1");
    add_step(&story, "P", ACTION_CALL, "cart_tests:adds_test/0",
             "cart_tests:adds_test/0 (cart_tests.erl:4)\nweft_eunit:run_in/2 (weft_eunit.erl:230)\n");
    add_step(&story, "P", ACTION_CRASH, "cart_tests:adds_test/0", "cart_tests:adds_test/0 (cart_tests.erl:5)\n");
    story.failure = 2;
    scene_set(&story);
    CHECK(story.failure == 2 && !scene_is_hand(&story, "P"));
    CHECK_TEXT(text_string(&story.processes[0].initial), "cart_tests:adds_test/0");
    story_free(&story);
}
