#include "verdict/account.h"

#include "base/interrupt.h"
#include "explore/random/shrink.h"

static void judge_path(Findings *findings, Stage *stage, bool ended, const JudgeOptions *judge) {
    Execution execution;
    stage_execution(stage, &execution);
    ExecutionEnd end = {stage->machine, &execution, ended ? END_COMPLETE : END_DEPTH, 1, 0};
    judge_end(findings, &end, judge);
    stage_begin(stage);
    execution_free(&execution);
}

static void keep_order(Findings *findings) {
    for (uint32_t i = 0; i < findings->finding_count; i++) {
        Finding *finding = &findings->findings[i];
        Schedule other = finding->schedule;
        finding->schedule = finding->met;
        finding->met = other;
    }
}

typedef struct {
    const Account *account;
    Findings *findings;
} Notes;

static bool note(void *context, const ExecutionEnd *end) {
    const Notes *notes = context;
    return judge_end(notes->findings, end, notes->account->judge);
}

// Other schedules with the same error may have fewer switches.
static void simplify(const Account *account, const Explainer *explainer, Findings *findings) {
    Notes notes = {account, findings};
    Harvest harvest = {
        .stage = explainer->stage, .explainer = explainer, .findings = findings, .on_end = note, .context = &notes};
    shrink_all(&harvest);
    stage_begin(explainer->stage);
}

static void explain_all(const Explainer *explainer, Findings *findings) {
    for (uint32_t i = 0; i < findings->finding_count; i++) {
        explain_finding(explainer, &findings->findings[i]);
        judge_tell_waiting(explainer->stage, &findings->findings[i]);
    }
    if (findings->left.count && stage_follow(explainer->stage, &findings->left.schedule.names))
        judge_tell_left(explainer->stage->machine, &findings->left.told);
    stage_begin(explainer->stage);
}

void account_give(const Account *account, Stage *stage, bool ended, Findings *out) {
    uint32_t steps = stage->length, depth = account->depth > steps ? account->depth : steps;
    Explainer explainer = {.stage = stage,
                           .depth = depth,
                           .judge = judge_run,
                           .context = account->judge,
                           .full = account->full,
                           .interrupted = interrupt_signal()};
    findings_init(out, stage->machine);
    judge_path(out, stage, ended, account->judge);
    if (account->as_followed)
        keep_order(out);
    else
        simplify(account, &explainer, out);
    findings_settle(out);
    explain_all(&explainer, out);
}
