// ProcessInfo: what the files with questions about processes share.
#pragma once
#include "vm/bif/setting.h"

// A list of {Key, Value}.
Term dictionary_list(Heap *heap, Term dictionary);

// normal, low, high or max, and back; false: none of them.
Term priority_name(uint32_t priority);
bool priority_from_name(Term name, uint32_t *priority);

// The limit of a process's heap as process_info tells it.
Term process_heap_limit(Process *asker, const Process *p);

// Whether a call is a look at the own mailbox that may show a part of it (vm/run/glance.h).
bool process_info_glances(const Process *p, const Bif *bif, const Term *args);

// Where a process is, as lines for a person.
void process_backtrace(Process *p, Text *out);

// Objects of footprints that belong to one process.
static inline uint64_t object_of_process(ObjectKind kind, Term pid) {
    return object_of(kind, term_pid_index(pid), NO_TERM);
}
// Signals depend on trap_exit, which is OBJECT_FLAGS; on the other flags nothing does but
// questions.
static inline uint64_t object_of_other_flags(Term pid) {
    return object_of(OBJECT_FLAGS, term_pid_index(pid), ATOM(process_flag));
}
