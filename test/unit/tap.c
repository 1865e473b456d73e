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

// With an argument, runs only the tests whose name contains it.
int main(int argc, char **argv) {
    int count = 0, failures = 0;
    for (TapTest *test = first; test; test = test->next) {
        if (argc > 1 && !strstr(test->name, argv[1])) continue;
        failed = false;
        test->run();
        failures += failed;
        printf("%sok %d - %s\n", failed ? "not " : "", ++count, test->name);
        fflush(stdout);
    }
    printf("1..%d\n", count);
    return failures > 0;
}
