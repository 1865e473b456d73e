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
    Process *p = process_record(store);
    p->pid = term_pid(100);
    return p;
}
