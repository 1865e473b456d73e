// Explanations on a toy machine: which race is to blame, and which interleaving passes.
#include "explore/witness/explain.h"

#include "base/interrupt.h"
#include "tap.h"
#include "toy.h"

// Passes when variable a has the wanted value in the end.
static Verdict judge(void *context, Machine *machine, bool ended, const char *key) {
    (void)key;
    bool right = toy_value(machine, 'a') == *(const int *)context;
    return (Verdict){.passes = ended && right, .same = !ended || !right, .happened = !ended || !right};
}

static Finding explain(const char *const *lines, uint32_t count, const char *names, int wanted) {
    Machine *machine = toy_new(lines, count);
    Stage stage;
    stage_init(&stage, machine);
    Finding finding = {0};
    text_add(&finding.schedule.names, names);
    uint64_t budget = 10000;
    Explainer explainer = {.stage = &stage, .depth = 100, .judge = judge, .context = &wanted, .budget = &budget};
    explain_finding(&explainer, &finding);
    if (finding.cause == CAUSE_RACE) {
        CHECK(stage_follow(&stage, &finding.passing.names));
        CHECK(judge(&wanted, machine, stage.enabled_count == 0, "").passes);
    }
    stage_free(&stage);
    toy_free(machine);
    return finding;
}

TEST(the_latest_race_whose_reversal_passes_is_to_blame) {
    static const char *const lines[] = {"aA", "aA"};   // both add 1 to a
    Finding finding = explain(lines, 2, "0 1 0 1", 2);
    CHECK(finding.story.length == 4);
    CHECK_TEXT(text_string(&finding.story.steps[2].what), "A");
    CHECK(finding.cause == CAUSE_RACE);
    CHECK(finding.races[finding.race].first == 2 && finding.races[finding.race].second == 3);
    CHECK_TEXT(text_string(&finding.passing.names), "0 0 1 1");
    finding_free(&finding);
}

TEST(without_races_nothing_is_to_blame) {
    static const char *const lines[] = {"A5", "b"};
    Finding finding = explain(lines, 2, "0 1", 6);
    CHECK(finding.cause == CAUSE_NO_RACE && finding.race_count == 0);
    finding_free(&finding);
}

TEST(when_every_reversal_fails_it_is_said) {
    static const char *const lines[] = {"A5", "A7"};
    Finding finding = explain(lines, 2, "0 1", 6);
    CHECK(finding.cause == CAUSE_ALWAYS && finding.race_count == 1);
    finding_free(&finding);
}

TEST(a_message_that_came_first_can_be_to_blame) {
    static const char *const lines[] = {"?A", "!0", "!0"};   // a becomes the sender plus 2
    Finding finding = explain(lines, 3, "2 1 0 0", 3);
    CHECK(finding.cause == CAUSE_RACE);
    CHECK(finding.races[finding.race].first == 1 && finding.races[finding.race].second == 2);
    finding_free(&finding);
}

TEST(a_chance_that_was_taken_away_can_be_to_blame) {
    static const char *const lines[] = {"#1", "A5"};
    Finding finding = explain(lines, 2, "0", 5);
    CHECK(finding.cause == CAUSE_RACE);
    const StoryRace *race = &finding.races[finding.race];
    CHECK(race->first == 1 && race->second == 0);
    CHECK_TEXT(text_string(&race->late), "1 A5");
    finding_free(&finding);
}

// A schedule that does not lead to the error is replaced by the one that the search met.
TEST(a_story_that_does_not_show_the_error_is_not_told) {
    static const char *const lines[] = {"A5", "A7"};
    Machine *machine = toy_new(lines, 2);
    Stage stage;
    int wanted = 5;
    stage_init(&stage, machine);
    Finding finding = {0};
    text_add(&finding.schedule.names, "1 0");
    text_add(&finding.met.names, "0 1");
    finding.met.length = 2;
    uint64_t budget = 10000;
    Explainer explainer = {.stage = &stage, .depth = 100, .judge = judge, .context = &wanted, .budget = &budget};
    explain_finding(&explainer, &finding);
    CHECK_TEXT(text_string(&finding.schedule.names), "0 1");
    CHECK(finding.cause == CAUSE_RACE);
    finding_free(&finding);
    stage_free(&stage);
    toy_free(machine);
}

// The limit is reached when the second run is judged.
static Verdict judge_until_late(void *context, Machine *machine, bool ended, const char *key) {
    int wanted = 6, *judged = context;
    if (++*judged == 2) interrupt_raise(INTERRUPT_TIME);
    return judge(&wanted, machine, ended, key);
}

TEST(explaining_ends_when_the_time_is_over) {
    static const char *const lines[] = {"A1A2A3A4A5A7", "A1A2A3A4A5A7"};
    Machine *machine = toy_new(lines, 2);
    Stage stage;
    int judged = 0;
    stage_init(&stage, machine);
    Finding finding = {0};
    text_add(&finding.schedule.names, "0 1 0 1 0 1 0 1 0 1 0 1");
    uint64_t budget = 10000;
    Explainer explainer = {
        .stage = &stage, .depth = 100, .judge = judge_until_late, .context = &judged, .budget = &budget};
    explain_finding(&explainer, &finding);
    interrupt_forget();
    CHECK(finding.cause == CAUSE_GAVE_UP && finding.doom == DOOM_UNKNOWN);
    CHECK(judged < (int)finding.race_count);
    finding_free(&finding);
    stage_free(&stage);
    toy_free(machine);
}
