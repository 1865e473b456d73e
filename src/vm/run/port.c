#include "vm/run/port.h"

#include "vm/run/bif.h"
#include "vm/term/map.h"

uint64_t port_cell_object(Term key) { return object_of(OBJECT_CELL, 0, key); }

Term port_cell(const Machine *m, Term key) { return map_get(m->globals->cells, key); }

void port_set_cell(Machine *m, Term key, Term value) {
    Heap *heap = &m->store.heap;
    store_touch(&m->store, m->globals);
    m->globals->cells =
        term_is_none(value) ? map_remove(heap, m->globals->cells, key) : map_put(heap, m->globals->cells, key, value);
}
