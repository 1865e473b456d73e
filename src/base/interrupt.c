#include "base/interrupt.h"

#include <stddef.h>
#include <sys/mman.h>

static volatile sig_atomic_t own, count, patient;
static volatile sig_atomic_t *first = &own;   // the first one

static void note(int number) {
    if (!*first) *first = number;
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
    return first;
}

int interrupt_signal(void) { return *first; }

void interrupt_share(void) {
    void *page = mmap(NULL, sizeof *first, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED || first != &own) return;
    *(volatile sig_atomic_t *)page = own;
    first = page;
}

void interrupt_raise(int signal) { *first = signal; }
void interrupt_forget(void) { *first = 0; }

const char *interrupt_reason(void) {
    if (*first == INTERRUPT_MEMORY) return "what the search has to remember reached --max-memory";
    if (*first == INTERRUPT_TIME) return "--max-seconds was reached";
    return *first ? "interrupted" : NULL;
}

unsigned interrupt_count(void) { return (unsigned)count; }
void interrupt_be_patient(bool is) { patient = is; }
