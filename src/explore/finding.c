#include "explore/finding.h"

#include "base/memory.h"

const char *const finding_names[FINDING_KINDS] = {
    [FINDING_ABNORMAL_EXIT] = "abnormal_exit", [FINDING_ASSERTION] = "assertion",
    [FINDING_DEADLOCK] = "deadlock",           [FINDING_DEPTH_BOUND] = "depth_bound",
    [FINDING_LIVELOCK] = "livelock",           [FINDING_HALT] = "halt",
};

void schedule_free(Schedule *schedule) { memory_free(schedule->actors); }

void story_free(Story *story) {
    for (uint32_t i = 0; i < story->length; i++) {
        text_free(&story->steps[i].process);
        text_free(&story->steps[i].what);
        text_free(&story->steps[i].file);
    }
    memory_free(story->steps);
}

void findings_free(Findings *findings) {
    for (uint32_t i = 0; i < findings->finding_count; i++) {
        Finding *finding = &findings->findings[i];
        text_free(&finding->process);
        text_free(&finding->reason);
        text_free(&finding->details);
        text_free(&finding->key);
        schedule_free(&finding->schedule);
        story_free(&finding->story);
    }
    for (uint32_t i = 0; i < findings->outcome_count; i++) {
        text_free(&findings->outcomes[i].result);
        schedule_free(&findings->outcomes[i].schedule);
    }
    memory_free(findings->findings);
    memory_free(findings->outcomes);
    memory_free(findings->outcome_slots);
    text_free(&findings->left);
}

void story_schedule(const Story *story, Text *out) {
    for (uint32_t i = 0; i < story->length; i++) {
        if (i) text_add(out, " ");
        text_add(out, text_string(&story->steps[i].process));
    }
}
