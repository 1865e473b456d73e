// Lint: findings of weft lint, as text with the sources quoted and as files for other programs.
#pragma once
#include "analysis/lint.h"
#include "report/page.h"
#include "report/source.h"

typedef enum {
    LINT_NOT_MET,     // the test does not come there
    LINT_NOT_SHOWN,   // it does, and no schedule shows what is claimed
    LINT_SHOWN,       // some do
    LINT_REFUTED,     // some show the contrary
} LintSeen;

typedef struct {   // of a finding
    LintSeen seen;
    uint64_t interleavings;   // that show it, or the contrary
    Text how;                 // what shows the contrary
} LintOutcome;

typedef struct {   // what the interleavings of a test show
    const char *module, *function;
    LintOutcome *outcomes;       // by finding
    uint64_t explored, others;   // others: errors of the test that have nothing to do with findings
    bool complete;
    Text stories;   // of what was shown
} LintConfirmation;

typedef struct {
    const LintResult *result;
    const LintConfirmation *confirmation;   // NULL: nobody asked
    size_t withdrawn;                       // findings behind those that count, which it refutes
    Sources *sources;
    const char *root, *folder;   // names of files shall begin at root; folder is where weft works
    double seconds;
    bool why;   // also what was not decided
} LintReport;

// The place to point at: a receive has no line of its own in the code, so it is looked for in the source.
uint32_t lint_line(Sources *sources, const LintFinding *finding);

// Whether the line, or the one above it, says: % weft: ignore KIND (or no kind: all of them).
bool lint_is_ignored(Sources *sources, const LintFinding *finding);

extern const char *const lint_assumed[LINT_ASSUMPTIONS];   // what a certainty assumes, in words

void lint_text(const LintReport *report, Style style, Text *out);
void lint_json(const LintReport *report, Text *out);

// Who sends what to whom.
void lint_graph(const LintReport *report, Text *out);     // for Graphviz (lint_graph.c)
void lint_picture(const LintReport *report, Text *out);   // as SVG (lint_picture.c)
void lint_page(const LintReport *report, Text *out);      // as a page to look around in

// For other programs (lint_files.c).
void lint_sarif(const LintReport *report, Text *out);
void lint_junit(const LintReport *report, Text *out);
void lint_annotations(const LintReport *report, Text *out);   // workflow commands of GitHub
