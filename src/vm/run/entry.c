#include "vm/run/entry.h"

#include "vm/run/bif.h"
#include "vm/run/vocabulary.h"
#include "vm/world/code_path.h"
#include "vm/world/world.h"

static bool is_of_library(Machine *m, Term module) {
    Text path = {0};
    bool library = world_find_module(m->world, atom_string(module), &path) && world_is_library(m->world, path.data);
    text_free(&path);
    return library;
}

bool entry_is_watched(Machine *m, Term module) {
    return m->inquisitive && !code_is_resident(m->code, module) && !code_is_booted(module) && !is_of_library(m, module);
}

static bool is_among(Term module, Term list) {
    while (term_is_cons(list) && !term_same(term_head(list), module)) list = term_tail(list);
    return term_is_cons(list);
}

bool entry_stops(Process *p, Term module) {
    return !is_among(module, p->entered) && entry_is_watched(p->machine, module);
}

void entry_footprint(Term module, Footprint *out) {
    footprint_add_settled(out, CODE_OF(module), ACCESS_WRITE, 1);
    footprint_add_settled(out, CODE_ALL, ACCESS_UPDATE, 0);
    footprint_add_settled(out, CODE_PATH, ACCESS_READ, 0);
}

void entry_note(Process *p, Term module) {
    Footprint more = {0};
    entry_footprint(module, &more);
    step_note(p->machine, &more);
}

void entry_done(Process *p, Term module) {
    if (!entry_stops(p, module)) return;
    process_touch(p);
    p->entered = heap_cons(p->heap, module, p->entered);
}

static Term without(Heap *heap, Term module, Term list) {
    Term others = TERM_NIL;
    for (; term_is_cons(list); list = term_tail(list))
        if (!term_same(term_head(list), module)) others = heap_cons(heap, term_head(list), others);
    return others;
}

void entry_forget(Machine *m, Term module) {
    for (uint32_t i = 0; m->inquisitive && i < m->pid_count; i++) {
        Process *p = m->processes[i];
        if (!p || !is_among(module, p->entered)) continue;
        process_touch(p);
        p->entered = without(p->heap, module, p->entered);
    }
}

bool entry_is_next(const Process *p, const Export **export) {
    if (*p->ip != interp_word(OP_undefined)) return false;
    memcpy(export, p->ip + 1, sizeof *export);
    return true;
}
