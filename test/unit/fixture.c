#include "fixture.h"

#include "base/memory.h"

static Store *store;

Process *fixture_process(void) {
    if (store) {
        store_free(store);
        memory_free(store);
    }
    store = memory_new(sizeof *store);
    store_init(store, (size_t)1 << 32);
    Process *p = store_record(store, RECORD_PROCESS, sizeof(Process) / 8, PROCESS_TERMS);
    p->store = store;
    p->heap = &store->heap;
    p->pid = term_pid(100);
    return p;
}
