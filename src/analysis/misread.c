// Messages of the run-time system with their places in another order: {Pid, 'EXIT', Reason}.
//
// Who writes such a clause means a message of the run-time system, which has its tag in front. So, under LINT_API, no
// code that is not known sends it; and if the unit makes no such tuple, nobody does.
#include <string.h>

#include "analysis/external.h"
#include "analysis/unit.h"

typedef struct {
    const char *tag;
    uint32_t size;
} Shape;

static const Shape shapes[] = {{"EXIT", 3}, {"DOWN", 5}};

typedef ARRAY(uint32_t) Atoms;

// --- whether the unit makes such tuples ---------------------------------------------------------------------------

static bool has_literal(Bytes term, const Shape *shape, uint32_t place) {
    for (size_t i = 0; i < term.size; i++) {
        Cursor c = {term.data + i, term.data + term.size};
        uint32_t arity, skipped = 0;
        if (!external_tuple(&c, &arity) || arity != shape->size) continue;
        while (skipped < place && external_skip(&c)) skipped++;
        if (skipped == place && external_word(&c, shape->tag)) return true;
    }
    return false;
}

static bool makes(const ModuleCode *m, uint32_t tag, uint32_t size, uint32_t place) {
    for (uint32_t at = 0; at < m->beam.code_count; at++) {
        const BeamOperand *o = flow_operands(&m->flow, at);
        if (m->beam.code[at].opcode != BEAM_put_tuple2 || o[1].list.count != size) continue;
        const BeamOperand *item = m->beam.operands + o[1].list.first + place;
        if (item->kind == OPERAND_ATOM && m->atoms[item->value] == tag) return true;
    }
    return false;
}

static bool look_for(const Unit *u, const Shape *shape, uint32_t tag, uint32_t place) {
    for (uint32_t i = 0; i < u->modules->items.count; i++) {
        const ModuleCode *m = u->modules->items.items[i];
        if (m->unit != u->number) continue;
        if (makes(m, tag, shape->size, place)) return true;
        for (uint32_t k = 0; k < m->beam.literal_count; k++)
            if (has_literal(m->beam.literals[k], shape, place)) return true;
    }
    return false;
}

static bool is_made(Unit *u, const Shape *shape, uint32_t tag, uint32_t place) {
    enum { PLACES = 8, UNKNOWN = 0, MADE = 1, NOT_MADE = 2 };
    uint8_t *known = &u->misread[(shape - shapes) * PLACES + place];
    if (*known == UNKNOWN) *known = look_for(u, shape, tag, place) ? MADE : NOT_MADE;
    return *known == MADE;
}

// --- through the decision code ------------------------------------------------------------------------------------

static void add_atoms(const ModuleCode *m, const BeamOperand *o, Atoms *atoms) {
    if (o->kind == OPERAND_ATOM) array_push(atoms, m->atoms[o->value]);
    for (uint32_t i = 0; o->kind == OPERAND_LIST && i < o->list.count; i++) {
        const BeamOperand *item = m->beam.operands + o->list.first + i;
        if (item->kind == OPERAND_ATOM) array_push(atoms, m->atoms[item->value]);
    }
}

// The atoms that the decision code asks for.
static void find_atoms(const Walk *w, const Receive *r, Atoms *atoms) {
    for (uint32_t at = r->at; at <= r->limit; at++)
        for (uint32_t i = 0; i < w->code->beam.code[at].count; i++)
            add_atoms(w->code, &flow_operands(&w->code->flow, at)[i], atoms);
}

enum { SIZES_MAX = 24 };

static uint32_t reach_with(Walk *w, uint32_t receive, uint32_t size, uint32_t place, Value element) {
    Value elements[SIZES_MAX];
    for (uint32_t i = 0; i < size; i++) elements[i] = i == place ? element : w->unit->top;
    return receive_reach(w, receive, value_tuple(&w->unit->domain, elements, size));
}

// The leaves that anything else reaches than tuples of a size with the tag in a place.
static uint32_t reach_otherwise(Walk *w, uint32_t receive, uint32_t size, uint32_t place, uint32_t tag,
                                const Atoms *atoms) {
    Domain *d = &w->unit->domain;
    uint32_t reached = receive_reach(w, receive, value_without(d, w->unit->top, KIND_TUPLE));
    for (uint32_t i = 0; i < SIZES_MAX; i++)
        if (i != size) reached = set_union(&d->sets, reached, reach_with(w, receive, i, i, VALUE_NONE));
    Value rest = value_join(d, value_without(d, w->unit->top, KIND_ATOM),
                            value_atom(d, modules_atom(w->unit->modules, "an atom that no program has")));
    reached = set_union(&d->sets, reached, reach_with(w, receive, size, place, rest));
    for (uint32_t i = 0; i < atoms->count; i++)
        if (atoms->items[i] != tag)
            reached = set_union(&d->sets, reached, reach_with(w, receive, size, place, value_atom(d, atoms->items[i])));
    return reached;
}

static bool asks_for(const Atoms *atoms, uint32_t tag) {
    for (uint32_t i = 0; i < atoms->count; i++)
        if (atoms->items[i] == tag) return true;
    return false;
}

// The members of a that are not in b.
static uint32_t difference(Pool *sets, uint32_t a, uint32_t b) {
    uint32_t rest = 0;
    for (uint32_t i = 0; i < pool_length(sets, a); i++)
        if (!set_has(sets, b, pool_words(sets, a)[i]))
            rest = set_union(sets, rest, set_of(sets, pool_words(sets, a)[i]));
    return rest;
}

// The leaves that are there for such tuples only.
static uint32_t leaves_of(Walk *w, uint32_t receive, uint32_t size, uint32_t place, uint32_t tag, const Atoms *atoms) {
    Domain *d = &w->unit->domain;
    return difference(&d->sets, reach_with(w, receive, size, place, value_atom(d, tag)),
                      reach_otherwise(w, receive, size, place, tag, atoms));
}

uint32_t misread_reach(Walk *w, uint32_t receive) {
    Unit *u = w->unit;
    uint32_t reached = receive_reach(w, receive, u->top);
    Atoms atoms = {0};
    if (u->assumption == LINT_PROVED) return reached;
    find_atoms(w, &u->receives.items[receive], &atoms);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        uint32_t tag = modules_atom(u->modules, shapes[i].tag);
        for (uint32_t place = 1; asks_for(&atoms, tag) && place < shapes[i].size; place++)
            if (!is_made(u, &shapes[i], tag, place))
                reached =
                    difference(&u->domain.sets, reached, leaves_of(w, receive, shapes[i].size, place, tag, &atoms));
    }
    array_free(&atoms);
    return reached;
}
