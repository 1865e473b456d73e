#include "tap.h"

#include <stdio.h>

static TapTest *first, **last = &first;
static bool failed;

void tap_register(TapTest *test) {
    *last = test;
    last = &test->next;
}

void tap_check(bool holds, const char *what, const char *file, int line) {
    if (holds) return;
    failed = true;
    printf("# %s:%d: does not hold: %s\n", file, line, what);
}

static bool is_name(const char *text) {
    for (const TapTest *test = first; test; test = test->next)
        if (strcmp(test->name, text) == 0) return true;
    return false;
}

// Runs the test of that name, or those whose names contain the text, except those that ran already; returns how many of
// them failed.
static int run_those(const char *text, int *count) {
    int failures = 0;
    bool whole = is_name(text);
    for (TapTest *test = first; test; test = test->next) {
        if (test->done || (whole ? strcmp(test->name, text) != 0 : !strstr(test->name, text))) continue;
        failed = false;
        test->done = true;
        test->run();
        failures += failed;
        printf("%sok %d - %s\n", failed ? "not " : "", ++*count, test->name);
        fflush(stdout);
    }
    return failures;
}

// With arguments, runs only the tests whose names contain one of them: first those of the first argument, and so on.
int main(int argc, char **argv) {
    int count = 0, failures = 0;
    if (argc < 2) failures = run_those("", &count);
    for (int i = 1; i < argc; i++) failures += run_those(argv[i], &count);
    printf("1..%d\n", count);
    return failures > 0;
}
