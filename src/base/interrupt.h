// Interrupt: signals that ask weft to end.
//
// From the first one on, searches stop and tell what they know. The second one ends weft, unless this process watches
// over another one (it ends that one then, and still writes what it has), or is the one watched over.
#pragma once
#include <signal.h>
#include <stdbool.h>

enum { INTERRUPT_MEMORY = SIGUSR1, INTERRUPT_TIME = SIGUSR2 };   // from the supervisor: a limit is reached

const volatile sig_atomic_t *interrupt_catch(void);   // what becomes nonzero then
int interrupt_signal(void);                           // the first one; 0: none so far
const char *interrupt_reason(void);                   // in a few words; NULL: none so far
unsigned interrupt_count(void);
// From now on those that this process forks know of it, too: a search that is under way must have been told by
// interrupt_catch after this.
void interrupt_share(void);
void interrupt_raise(int signal);   // as if it had come
void interrupt_forget(void);
void interrupt_be_patient(bool patient);   // then the second one does not end this process
