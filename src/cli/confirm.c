#include "cli/confirm.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/parcel.h"
#include "engine/confine.h"
#include "engine/exploration.h"
#include "option/command.h"
#include "report/error.h"

// --- findings as suspects ---------------------------------------------------------------------------------------

static SuspectKind kind_of(const LintFinding *f) {
    switch (f->kind) {
    case LINT_receive_nothing:
    case LINT_receive_wrong:
    case LINT_receive_unneeded: return SUSPECT_CLAUSE;
    case LINT_race: return SUSPECT_RACE;
    case LINT_send_unreceived: return f->served ? SUSPECT_ERROR : SUSPECT_MESSAGE;
    default: return SUSPECT_ERROR;
    }
}

static const char *const *reasons_of(const LintFinding *f) {
    static const char *const unreceived[] = {"function_clause", "undef", NULL},
                             *const nobody[] = {"badarg", "noproc", NULL},
                             *const waiting[] = {"calling_self", "timeout", NULL};
    return f->kind == LINT_deadlock ? waiting : f->kind == LINT_send_unregistered ? nobody : unreceived;
}

static Suspects suspects_of(const LintResult *result) {
    Suspects all = {.items = memory_zeroed(result->count + 1, sizeof *all.items), .count = (uint32_t)result->count};
    for (size_t i = 0; i < result->count; i++) {
        const LintFinding *f = &result->findings[i];
        all.items[i] = (Suspect){.kind = kind_of(f),
                                 .module = text_string(&f->module),
                                 .file = text_string(&f->file),
                                 .line = f->line,
                                 .look_line = f->look_line,
                                 .exchanges = f->exchanges.items,
                                 .exchange_count = f->exchanges.count,
                                 .sentence = text_string(&f->text),
                                 .reasons = reasons_of(f)};
    }
    return all;
}

// --- inside -----------------------------------------------------------------------------------------------------

// Which of the errors of a test show a finding.
static bool shows_any(const Suspects *all, const Finding *error) {
    if (error->kind == FINDING_SUSPECT) return true;
    for (uint32_t i = 0; i < all->count; i++)
        if (suspect_is_shown_by(&all->items[i], error)) return true;
    return false;
}

// Those come first; how many they are.
static uint32_t choose_errors(const Suspects *all, Findings *findings) {
    uint32_t chosen = 0;
    for (uint32_t i = 0; i < findings->finding_count; i++) {
        if (!shows_any(all, &findings->findings[i])) continue;
        Finding other = findings->findings[chosen];
        findings->findings[chosen++] = findings->findings[i];
        findings->findings[i] = other;
    }
    return chosen;
}

static void tell_stories(const Suspects *all, ExplorationResult *result, Style style, Text *out, uint32_t *chosen) {
    Findings *findings = &result->findings;
    Page page = {out, style};
    Sources sources = {.folders = result->around.folders.items, .folder_count = result->around.folders.count};
    *chosen = choose_errors(all, findings);
    for (uint32_t i = 0; i < *chosen; i++) error_show(&page, &sources, &result->report, i);
    sources_free(&sources);
}

_Noreturn static void explore(const Exploration *e, Program *program, Machine *machine, Style style) {
    ExplorationResult result = {0};
    Suspects *all = e->suspects;
    Text parcel = {0}, stories = {0};
    Error err = {""};
    uint32_t chosen = 0;
    bool begun = program_begin(program, machine, &err);
    if (begun) exploration_run(e, program, machine, &result);
    const char *trouble = !begun ? err.text : result.report.message ? result.report.message : "";
    if (!*trouble) {
        suspects_ask_errors(all, &result.findings);
        suspects_explain(all, &result.findings);
        tell_stories(all, &result, style, &stories, &chosen);
    }
    parcel_add_text(&parcel, trouble, strlen(trouble));
    parcel_add_text(&parcel, text_string(&stories), stories.size);
    parcel_add_number(&parcel, result.report.search.explored);
    parcel_add_number(&parcel, result.report.search.complete);
    parcel_add_number(&parcel, result.findings.finding_count - chosen);
    for (uint32_t i = 0; i < all->count; i++) {
        const Suspect *s = &all->items[i];
        const uint64_t numbers[] = {s->met, s->shown, s->refuted};
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) parcel_add_number(&parcel, numbers[k]);
        parcel_add_text(&parcel, text_string(&s->how), s->how.size);
    }
    jail_answer(&parcel);
    jail_finish(EXIT_SUCCESS);
}

// --- outside ----------------------------------------------------------------------------------------------------

static LintSeen seen_of(uint64_t met, uint64_t shown, uint64_t refuted) {
    return refuted ? LINT_REFUTED : shown ? LINT_SHOWN : met ? LINT_NOT_SHOWN : LINT_NOT_MET;
}

static bool load(const JailEnd *end, size_t count, LintConfirmation *out, Error *err) {
    Parcel parcel = parcel_open(text_string(&end->answer), end->answer.size);
    Text trouble = {0};
    if (end->message.size) return fail(err, "%s", text_string(&end->message));
    parcel_text(&parcel, &trouble);
    parcel_text(&parcel, &out->stories);
    out->explored = parcel_number(&parcel);
    out->complete = parcel_number(&parcel) != 0;
    out->others = parcel_number(&parcel);
    out->outcomes = memory_zeroed(count + 1, sizeof *out->outcomes);
    for (size_t i = 0; i < count; i++) {
        LintOutcome *o = &out->outcomes[i];
        uint64_t met = parcel_number(&parcel), shown = parcel_number(&parcel), refuted = parcel_number(&parcel);
        o->seen = seen_of(met, shown, refuted);
        o->interleavings = refuted ? refuted : shown;
        parcel_text(&parcel, &o->how);
    }
    bool done = trouble.size
                    ? fail(err, "%s", text_string(&trouble))
                    : parcel_is_sound(&parcel) ||
                          fail(err, "the search's answer cannot be read: that is a mistake of weft, please report it");
    text_free(&trouble);
    return done;
}

bool confirm_findings(Program *program, const LintResult *result, uint64_t seconds, const Look *look,
                      LintConfirmation *out, Error *err) {
    Suspects suspects = suspects_of(result);
    Semantics semantics = {0};
    Exploration e = {.seconds = seconds,
                     .keep_going = true,
                     .silent = true,
                     .suspects = &suspects,
                     .command = "lint",
                     .ascii = look->ascii};
    JailEnd end;
    *out = (LintConfirmation){.module = program->module, .function = program->function};
    bool done = exploration_prepare(&e, &semantics, program, err);
    Machine *machine = done ? program_new(program, &e.machine, err) : NULL;
    if (machine) {
        Jail jail = confine_jail(program, &e.machine, machine, seconds, 0);
        if (jail_begin(&jail, &end)) explore(&e, program, machine, look_style(look, STDOUT_FILENO));
        done = load(&end, result->count, out, err);
        jail_end_free(&end);
        machine_free(machine);
    }
    suspects_free(&suspects);
    return machine && done;
}
