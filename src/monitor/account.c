#include "monitor/account.h"

static void judge_path(Findings *findings, Stage *stage, bool ended, const JudgeOptions *judge) {
    Trace trace;
    stage_trace(stage, &trace);
    Execution execution = {stage->machine, &trace, ended ? END_COMPLETE : END_DEPTH, 1};
    judge_end(findings, &execution, judge);
    stage_begin(stage);
    trace_free(&trace);
}

static void keep_order(Findings *findings) {
    for (uint32_t i = 0; i < findings->finding_count; i++) {
        Finding *finding = &findings->findings[i];
        Schedule other = finding->schedule;
        finding->schedule = finding->met;
        finding->met = other;
    }
}

static void explain_all(Stage *stage, Findings *findings, uint32_t depth, JudgeOptions *judge) {
    Explainer explainer = {.stage = stage, .depth = depth, .judge = judge_run, .context = judge};
    for (uint32_t i = 0; i < findings->finding_count; i++) explain_finding(&explainer, &findings->findings[i]);
    if (findings->left.count && stage_follow(stage, &findings->left.schedule.names))
        judge_tell_left(stage->machine, &findings->left.told);
    stage_begin(stage);
}

void account_give(const Account *account, Stage *stage, bool ended, Findings *out) {
    uint32_t steps = stage->length;
    findings_init(out, stage->machine);
    judge_path(out, stage, ended, account->judge);
    if (account->as_followed) keep_order(out);
    findings_settle(out);
    explain_all(stage, out, account->depth > steps ? account->depth : steps, account->judge);
}
