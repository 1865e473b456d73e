// Setting: values that programs set and ask for, and that nothing in the machine depends on.
//
// process_flag and system_flag know dozens of them: sizes of heaps that weft does not have,
// counters of calls. What has no field in Process or Globals is kept in a map there, from the name
// of the flag to its value.
#pragma once
#include "vm/run/machine_state.h"

// The value, or `otherwise` when it was never set.
Term setting_of_process(const Process *p, Term flag, Term otherwise);
// Sets it and returns what it was.
Term setting_change_process(Process *p, Term flag, Term value, Term otherwise);

// The same for the machine; what each setting begins with is in setting.c. NO_TERM: it begins
// without a value.
Term setting_of_machine(const Machine *machine, Term flag);
Term setting_change_machine(Machine *machine, Term flag, Term value);
bool setting_exists(Term flag);

// What footprints call a setting of the machine.
uint64_t setting_object(Term flag);

// --- limits of heaps, for processes and for all of them ------------------------------------------
enum { HEAP_SIZE_COUNT = 137, HEAP_SIZE_MINIMUM = 233, HEAP_SIZE_MINIMUM_BINARIES = 46422, FULLSWEEP_AFTER = 65535 };

uint64_t heap_size_at(uint32_t index);     // the sizes heaps have on a real node, in words
uint64_t heap_size_next(uint64_t words);   // the first that is not less

// #{size, kill, error_logger} from a size or such a map; what a map does not say is as in `old`.
// NO_TERM: neither.
Term heap_limit_from(Heap *heap, Term size_or_map, Term old);
Term heap_limit_default(Heap *heap, int64_t size);
