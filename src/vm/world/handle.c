#include "vm/world/handle.h"

#include "vm/term/map.h"

static Term handles(Process *p) {
    Term map = p->machine->globals->handles;
    return term_is_boxed(map) ? map : map_empty(p->heap);
}

static void set_handles(Process *p, Term map) {
    store_touch(p->store, p->machine->globals);
    p->machine->globals->handles = map;
}

Term handle_new(Process *p, Term state) {
    Term reference = process_new_reference(p);
    handle_set(p, reference, state);
    return reference;
}

Term handle_get(Process *p, Term reference, size_t size) {
    Term state = map_get(handles(p), reference);
    return !term_is_none(state) && term_is_tuple_of(state, size) ? state : NO_TERM;
}

void handle_set(Process *p, Term reference, Term state) {
    set_handles(p, map_put(p->heap, handles(p), reference, state));
}

void handle_close(Process *p, Term reference) { set_handles(p, map_remove(p->heap, handles(p), reference)); }
