// Interrupt: signals that ask weft to end.
//
// From the first one on, searches stop and tell what they know. The second one ends weft, unless this process watches over another one (it ends that one
// then, and still writes what it has), or is the one watched over.
#pragma once
#include <signal.h>
#include <stdbool.h>

enum { INTERRUPT_MEMORY = SIGUSR1, INTERRUPT_TIME = SIGUSR2 };   // from the supervisor: a limit is reached

const volatile sig_atomic_t *interrupt_catch(void);   // what becomes nonzero then
int interrupt_signal(void);        // the first one; 0: none so far
const char *interrupt_reason(void);   // in a few words; NULL: none so far
unsigned interrupt_count(void);
void interrupt_be_patient(bool patient);   // then the second one does not end this process
