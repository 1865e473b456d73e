#include "cli/interrupt.h"

#include <stddef.h>

static volatile sig_atomic_t first, count, patient;

static void note(int number) {
    if (!first) first = number;
    count = count + 1;
    if (count == 1 || patient) return;
    signal(number, SIG_DFL);
    raise(number);
}

const volatile sig_atomic_t *interrupt_catch(void) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, INTERRUPT_MEMORY, INTERRUPT_TIME};
    struct sigaction action = {.sa_handler = note}, before;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        bool nohup = signals[i] == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler == SIG_IGN;
        if (!nohup) sigaction(signals[i], &action, NULL);
    }
    return &first;
}

int interrupt_signal(void) { return first; }
const char *interrupt_reason(void) {
    if (first == INTERRUPT_MEMORY) return "what the search has to remember reached --max-memory";
    if (first == INTERRUPT_TIME) return "--max-seconds was reached";
    return first ? "interrupted" : NULL;
}

unsigned interrupt_count(void) { return (unsigned)count; }
void interrupt_be_patient(bool is) { patient = is; }
