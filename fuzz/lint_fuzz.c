// Any bytes as a .beam file that is analysed, under all assumptions.
#include "analysis/lint.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Lint *lint = lint_new(NULL, NULL);
    Error err;
    LintResult result;
    if (lint_add(lint, "fuzz.beam", (Bytes){data, size}, 0, &err)) {
        lint_run(lint, LINT_CLOSED, &result);
        lint_result_free(&result);
    }
    lint_free(lint);
    return 0;
}
