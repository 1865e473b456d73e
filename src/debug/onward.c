// Check: all that can follow from here, told as weft check tells it, and then back to here.
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/lines.h"
#include "debug/debugger.h"
#include "engine/exploration.h"
#include "report/error.h"

enum { ERRORS_TOLD = 3 };

typedef struct {
    Debugger *debugger;
    Findings findings;
    Progress progress;
    Text unable;   // why it cannot be done
} Onward;

static bool at_end(void *context, const ExecutionEnd *end) {
    Onward *onward = context;
    if (machine_outcome(end->machine) == OUTCOME_UNSUPPORTED) {
        text_add(&onward->unable, machine_message(end->machine));
        return false;
    }
    judge_end(&onward->findings, end, onward->debugger->judge);
    return true;
}

static void forget(void *context) {
    Onward *onward = context;
    findings_free(&onward->findings);
    findings_init(&onward->findings, onward->debugger->session.stage.machine);
}

static void show_progress(Search *search) { progress_look(search->pause_context, search); }

static SearchResult search(Onward *onward, uint64_t limit) {
    Debugger *d = onward->debugger;
    uint32_t depth = semantics_depth(d->semantics), at = session_at(&d->session);
    SearchConfig config = {
        .strategy = strategy_find("optimal"),
        .bound = {.depth = depth > at ? depth - at : 1, .interleavings = limit, .stop = interrupt_catch()},
        .on_end = at_end,
        .forget = forget,
        .context = onward};
    Search search;
    onward->progress.findings = &onward->findings;
    search_begin(&search, d->session.stage.machine, &config);
    if (progress_begin(&onward->progress, false)) search.pause = show_progress;
    search.pause_context = &onward->progress;
    do search_walk(&search);
    while (search_begin_again(&search));
    progress_end(&onward->progress);
    return search_finish(&search);
}

// --- what came of it -------------------------------------------------------------------------------------

static void tell_sum(Debugger *d, const SearchResult *result, const Findings *findings) {
    uint64_t failing = 0;
    for (uint32_t i = 0; i < findings->finding_count; i++) failing += findings->findings[i].count;
    const char *known = result->complete ? "all" : "so far";
    text_format(&d->show.out, "from here, after step %u: ", session_at(&d->session));
    if (findings->finding_count == 0)
        show_line(&d->show, result->complete ? INK_OK : INK_PLAIN, "%llu interleaving%s, %s; none fails",
                  (unsigned long long)result->explored, text_plural(result->explored), known);
    else if (result->complete && findings->finding_count == 1 && failing == result->explored)
        show_line(&d->show, INK_ERROR, "%llu interleaving%s, all; every one fails: there is no way out any more",
                  (unsigned long long)result->explored, text_plural(result->explored));
    else
        show_line(&d->show, INK_ERROR, "%llu interleaving%s, %s; %u error%s", (unsigned long long)result->explored,
                  text_plural(result->explored), known, findings->finding_count, text_plural(findings->finding_count));
    if (!result->complete)
        show_line(&d->show, INK_WARNING, "  %s",
                  interrupt_reason() ? "interrupted: there are more" : "not all: a bound was reached");
}

// From the start on: nobody knows where they will be taken.
static void keep_schedules(Debugger *d, const Findings *findings) {
    Text before = {0};
    for (uint32_t i = 0; i < session_at(&d->session); i++)
        text_format(&before, "%s ", cast_name(&d->session.stage.cast, d->session.line.items[i]));
    text_clear(&d->found);
    d->found_at = session_at(&d->session);
    d->found_count = findings->finding_count;
    for (uint32_t i = 0; i < findings->finding_count; i++)
        text_format(&d->found, "%s%s\n", text_string(&before), text_string(&findings->findings[i].schedule.names));
    text_free(&before);
}

static void tell_errors(Debugger *d, const SearchResult *result, Findings *findings) {
    Exploration telling = {.depth = semantics_depth(d->semantics), .judge = *d->judge};
    Report report = surroundings_refuse(d->program, findings, "optimal", NULL);
    report.search = *result;
    report.folders = d->show.sources.folders;
    report.folder_count = d->show.sources.folder_count;
    exploration_tell(&telling, d->session.stage.machine, result, findings);
    keep_schedules(d, findings);
    for (uint32_t i = 0; i < findings->finding_count && i < ERRORS_TOLD; i++)
        error_show(&d->show.page, &d->show.sources, &report, i);
    if (findings->finding_count > ERRORS_TOLD)
        show_line(&d->show, INK_FAINT, "and %u more", findings->finding_count - ERRORS_TOLD);
    show_line(&d->show, INK_NOTE, "\nsteps of these stories count from here; take N puts the steps of error N ahead");
}

// Who has interrupted it does not want to wait for explanations either.
static void list_errors(Debugger *d, Findings *findings) {
    keep_schedules(d, findings);
    for (uint32_t i = 0; i < findings->finding_count; i++) {
        Text line = {0};
        report_headline(&findings->findings[i], &line);
        show_line(&d->show, INK_ERROR, "%5u  %s", i + 1, text_string(&line));
        text_free(&line);
    }
    show_line(&d->show, INK_NOTE, "take N puts the steps of error N ahead");
}

void debugger_check(Debugger *d, const char *argument) {
    Onward onward = {.debugger = d};
    uint64_t limit = strtoull(argument, NULL, 10);
    if (*argument && !limit) {
        debugger_refuse(d, "check takes a number of interleavings, or nothing");
        return;
    }
    findings_init(&onward.findings, d->session.stage.machine);
    SearchResult result = search(&onward, limit);
    findings_settle(&onward.findings);
    if (onward.unable.size) {
        debugger_refuse(d, "%s", text_string(&onward.unable));
    } else {
        tell_sum(d, &result, &onward.findings);
        bool hasty = interrupt_signal();
        interrupt_forget();
        text_clear(&d->found);
        d->found_count = 0;
        if (onward.findings.finding_count && hasty)
            list_errors(d, &onward.findings);
        else if (onward.findings.finding_count)
            tell_errors(d, &result, &onward.findings);
    }
    findings_free(&onward.findings);
    text_free(&onward.unable);
    session_return(&d->session);
}

void debugger_take(Debugger *d, const char *argument) {
    unsigned long number = strtoul(*argument ? argument : "1", NULL, 10);
    const char *line = NULL, *rest = text_string(&d->found);
    size_t size = 0;
    if (number == 0 || number > d->found_count) {
        debugger_refuse(d, "the last check found %u error%s", d->found_count, text_plural(d->found_count));
        return;
    }
    for (unsigned long i = 0; i < number; i++) line = lines_next(&rest, &size);
    Text names = {0};
    if (line) text_add_bytes(&names, line, size);
    session_go(&d->session, 0);
    session_extend(&d->session, &names);
    session_go(&d->session, d->found_at);
    text_free(&names);
    show_line(&d->show, INK_PLAIN, "%u steps are ahead: forward goes along them, run to their end",
              session_ahead(&d->session));
}

// --- the end ---------------------------------------------------------------------------------------------

void debugger_tell_end(Debugger *d) {
    Findings findings;
    Execution execution;
    Machine *machine = d->session.stage.machine;
    findings_init(&findings, machine);
    session_execution(&d->session, &execution);
    ExecutionEnd end = {machine, &execution, END_COMPLETE, 1, 0};
    judge_end(&findings, &end, d->judge);
    Text result = {0};
    machine_outcome_text(machine, &result);
    for (uint32_t i = 0; i < findings.finding_count; i++) {
        Text line = {0};
        report_headline(&findings.findings[i], &line);
        show_line(&d->show, INK_ERROR, "the end: %s", text_string(&line));
        if (findings.findings[i].kind == FINDING_DEADLOCK)
            show_line(&d->show, INK_FAINT, "  state lists who waits; why WHO says for what");
        else
            show_lines(&d->show, "", text_string(&findings.findings[i].details));
        text_free(&line);
    }
    if (!findings.finding_count)
        show_line(&d->show, INK_OK, "the end: the test ends%s%s", result.size ? " with " : "", text_string(&result));
    text_free(&result);
    stage_begin(&d->session.stage);
    execution_free(&execution);
    findings_free(&findings);
    session_return(&d->session);
}
