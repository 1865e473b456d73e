#include "fixture.h"

#include "base/memory.h"
#include "vm/run/machine_state.h"

static Store *store;
static Machine *machine;   // that nothing runs on

Process *fixture_process(void) {
    if (store) {
        store_free(store);
        memory_free(store);
    }
    store = memory_new(sizeof *store);
    store_init(store, (size_t)1 << 32);
    Process *p = process_record(store);
    p->pid = term_pid(100);
    if (!machine) machine = memory_zeroed(1, sizeof *machine);
    p->machine = machine;
    return p;
}
