#include "vm/check.h"

#include "vm/ets/table_check.h"
#include "vm/run/process_check.h"
#include "vm/store/store_check.h"

#ifndef NDEBUG

enum { ALL_OF_THE_FIRST = 100, THEN_ONE_IN = 16 };   // a search makes marks by the million

void machine_check(Machine *m) {
    if (m->checks++ > ALL_OF_THE_FIRST && m->checks % THEN_ONE_IN) return;
    store_check(&m->store);
    for (uint32_t i = 0; i < m->pid_count; i++)
        if (m->processes[i]) process_check(m->processes[i]);
    queue_check(m);
    deadlines_check(m);
    tables_check(m);
}

#endif
