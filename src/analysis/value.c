#include "analysis/value.h"

#include <string.h>

enum {
    ATOMS_MAX = 16,
    ORIGINS_MAX = 32,
    SHAPES_MAX = 16,
    PLACES_MAX = 48,   // of a tuple; larger ones are tuples of any shape
    DEPTH_MAX = 5,
    SHAPE_WORDS = 2 * SHAPES_MAX * (PLACES_MAX + 1),
    BITS_ANY = KIND_DATA | VALUE_ATOMS | VALUE_TUPLES | VALUE_IMPROPER | VALUE_ANY,
    FLAGS_ORIGIN = VALUE_UNKNOWN | VALUE_EVERY,
};

// A value in the pool, as words: these fields, then its shapes, each its size and its elements.
enum { AT_BITS, AT_ATOMS, AT_ORIGINS, AT_ELEMENT, AT_ENDING, AT_CONTENTS, AT_INSIDE, AT_DEEP, AT_DEPTH, AT_SHAPES };

typedef struct {
    uint32_t bits, atoms, origins;
    Value element, ending, contents, inside;   // ending: of improper lists
    uint32_t shape_words;
    uint32_t shapes[SHAPE_WORDS];
} Parts;

// --- the domain -------------------------------------------------------------------------------------------------

void domain_init(Domain *domain) {
    *domain = (Domain){0};
    pool_init(&domain->sets);
    pool_init(&domain->values);   // number 0, without words, is VALUE_NONE
}

void domain_free(Domain *domain) {
    pool_free(&domain->sets);
    pool_free(&domain->values);
    array_free(&domain->origins);
    hash_free(&domain->joins);
    hash_free(&domain->meets);
    hash_free(&domain->parts);
    hash_free(&domain->atoms);
}

uint32_t domain_origin(Domain *domain, uint16_t kind, uint32_t index) {
    array_push(&domain->origins, (Origin){.kind = kind, .index = index});
    return domain->origins.count - 1;
}

void domain_lose_origin(Domain *domain, uint32_t origin, uint8_t level) {
    Origin *o = &domain->origins.items[origin];
    if (o->lost >= level) return;
    if (o->lost == LOST_NOT) hash_clear(&domain->meets);
    o->lost = level;
    domain->lost_more = true;
}

void domain_lose(Domain *domain, Value value, uint8_t level) {
    uint32_t deep = value_deep_origins(domain, value);
    for (uint32_t i = 0; i < pool_length(&domain->sets, deep); i++)
        domain_lose_origin(domain, pool_words(&domain->sets, deep)[i], level);
}

// --- words and parts --------------------------------------------------------------------------------------------

static uint32_t word(const Domain *d, Value v, int at) { return v == VALUE_NONE ? 0 : pool_words(&d->values, v)[at]; }

uint32_t value_bits(const Domain *d, Value v) { return word(d, v, AT_BITS); }
uint32_t value_origins(const Domain *d, Value v) { return word(d, v, AT_ORIGINS); }
uint32_t value_deep_origins(const Domain *d, Value v) { return word(d, v, AT_DEEP); }
uint32_t value_atoms(const Domain *d, Value v) { return word(d, v, AT_ATOMS); }
static uint32_t depth_of(const Domain *d, Value v) { return word(d, v, AT_DEPTH) & 0xff; }
static uint32_t deep_flags(const Domain *d, Value v) { return word(d, v, AT_DEPTH) & (uint32_t)FLAGS_ORIGIN; }
bool value_holds_every(const Domain *d, Value v) { return deep_flags(d, v) & VALUE_EVERY; }

// Its fields; of a value of any shape all parts are itself.
static void take_apart(const Domain *d, Value v, Parts *p) {
    p->bits = p->atoms = p->origins = p->element = p->ending = p->contents = p->inside = 0;
    p->shape_words = 0;
    if (v == VALUE_NONE) return;
    const uint32_t *words = pool_words(&d->values, v);
    p->bits = words[AT_BITS];
    p->atoms = words[AT_ATOMS];
    p->origins = words[AT_ORIGINS];
    p->element = words[AT_ELEMENT];
    p->ending = words[AT_ENDING];
    p->contents = words[AT_CONTENTS];
    p->inside = words[AT_INSIDE];
    p->shape_words = pool_length(&d->values, v) - AT_SHAPES;
    memcpy(p->shapes, words + AT_SHAPES, p->shape_words * sizeof *p->shapes);
    if (p->bits & VALUE_ANY) {
        p->element = p->ending = p->contents = p->inside = v;
        p->bits &= ~(uint32_t)VALUE_ANY;
    }
}

static bool exactly_atom(const Domain *d, Value v, uint32_t *atom) {
    if (v == VALUE_NONE) return false;
    const uint32_t *words = pool_words(&d->values, v);
    if (words[AT_BITS] != KIND_ATOM || pool_length(&d->sets, words[AT_ATOMS]) != 1) return false;
    *atom = pool_words(&d->sets, words[AT_ATOMS])[0];
    return true;
}

bool value_is_atom(const Domain *d, Value v, uint32_t *atom) { return exactly_atom(d, v, atom); }

static uint32_t tag_of(const Domain *d, const uint32_t *shape) {
    uint32_t atom;
    return shape[0] > 0 && exactly_atom(d, shape[1], &atom) ? atom : NO_TAG;
}

// Of the origins of a term only those whose kind it may have, and not those that are among the unknown ones.
static uint32_t fitting_origins(Domain *d, uint32_t set, uint32_t bits) {
    uint32_t kept[ORIGINS_MAX * 2], count = 0, length = pool_length(&d->sets, set);
    for (uint32_t i = 0; i < length && i < ORIGINS_MAX * 2; i++) {
        uint32_t origin = pool_words(&d->sets, set)[i];
        const Origin *o = &d->origins.items[origin];
        if (o->kind & bits && !(bits & VALUE_UNKNOWN && o->lost != LOST_NOT)) kept[count++] = origin;
    }
    return count == length ? set : pool_intern(&d->sets, kept, count);
}

// Too many to be told apart: they are lost then, so that they are among the unknown ones.
static uint32_t few_origins(Domain *d, uint32_t set, uint32_t *bits) {
    if (pool_length(&d->sets, set) <= ORIGINS_MAX) return set;
    for (uint32_t i = 0; i < pool_length(&d->sets, set); i++)
        domain_lose_origin(d, pool_words(&d->sets, set)[i], LOST_OUTSIDE);
    *bits |= VALUE_UNKNOWN;
    return 0;
}

static void settle_born(Domain *d, Parts *p) {
    if (p->bits & VALUE_ANY) p->bits |= KIND_BORN;
    p->origins = few_origins(d, p->origins, &p->bits);
    p->origins = fitting_origins(d, p->origins, p->bits);
    if (p->bits & VALUE_UNKNOWN) {
        if (!(p->bits & KIND_BORN))
            p->bits &= ~(uint32_t)VALUE_UNKNOWN;
        else
            return;
    }
    uint32_t there = 0;
    for (uint32_t i = 0; i < pool_length(&d->sets, p->origins); i++)
        there |= d->origins.items[pool_words(&d->sets, p->origins)[i]].kind;
    if (p->bits & VALUE_EVERY) there |= KIND_PID;
    p->bits &= ~(uint32_t)KIND_BORN | there;
    if (!(p->bits & KIND_PID)) p->bits &= ~(uint32_t)VALUE_EVERY;
}

static void settle_atoms(const Domain *d, Parts *p) {
    if (!(p->bits & KIND_ATOM))
        p->bits &= ~(uint32_t)VALUE_ATOMS;
    else if (pool_length(&d->sets, p->atoms) > ATOMS_MAX)
        p->bits |= VALUE_ATOMS;
    if (!(p->bits & KIND_ATOM) || p->bits & VALUE_ATOMS)
        p->atoms = 0;
    else if (p->atoms == 0)
        p->bits &= ~(uint32_t)KIND_ATOM;
}

static void settle_structure(Domain *d, Parts *p) {
    if (!(p->bits & KIND_TUPLE)) p->shape_words = 0, p->bits &= ~(uint32_t)VALUE_TUPLES;
    uint32_t kept = 0, shapes = 0;
    for (uint32_t at = 0, size; at < p->shape_words; at += size + 1) {
        size = p->shapes[at];
        bool possible = true;
        for (uint32_t i = 1; i <= size; i++) possible = possible && p->shapes[at + i] != VALUE_NONE;
        if (!possible) continue;
        memmove(p->shapes + kept, p->shapes + at, (size + 1) * sizeof *p->shapes);
        kept += size + 1;
        shapes++;
    }
    p->shape_words = kept;
    if (shapes > SHAPES_MAX) p->bits |= VALUE_TUPLES;
    if (p->bits & VALUE_TUPLES && kept) {
        for (uint32_t at = 0; at < kept; at += p->shapes[at] + 1)
            for (uint32_t i = 1; i <= p->shapes[at]; i++)
                p->inside = value_join(d, p->inside, value_blob(d, p->shapes[at + i]));
        p->shape_words = 0;
    }
    if (p->shape_words == 0 && !(p->bits & VALUE_TUPLES)) p->bits &= ~(uint32_t)KIND_TUPLE;
    if (!(p->bits & VALUE_TUPLES)) p->inside = VALUE_NONE;
    if (p->element == VALUE_NONE) p->bits &= ~(uint32_t)KIND_CONS;
    if (!(p->bits & KIND_CONS)) p->element = p->ending = VALUE_NONE;
    p->bits = (p->bits & ~(uint32_t)VALUE_IMPROPER) | (p->ending == VALUE_NONE ? 0 : VALUE_IMPROPER);
    if (!(p->bits & KIND_MAP)) p->contents = VALUE_NONE;
}

static void note_part(Domain *d, Value part, uint32_t *deep, uint32_t *flags, uint32_t *depth) {
    *deep = set_union(&d->sets, *deep, value_deep_origins(d, part));
    *flags |= deep_flags(d, part);
    if (depth_of(d, part) > *depth) *depth = depth_of(d, part);
}

static Value intern(Domain *d, const Parts *p) {
    uint32_t words[AT_SHAPES + SHAPE_WORDS];
    uint32_t deep = p->origins, flags = p->bits & (uint32_t)FLAGS_ORIGIN, depth = 0;
    if ((p->bits & KIND_ALL) == 0) return VALUE_NONE;
    note_part(d, p->element, &deep, &flags, &depth);
    note_part(d, p->ending, &deep, &flags, &depth);
    note_part(d, p->contents, &deep, &flags, &depth);
    note_part(d, p->inside, &deep, &flags, &depth);
    for (uint32_t at = 0; at < p->shape_words; at += p->shapes[at] + 1)
        for (uint32_t i = 1; i <= p->shapes[at]; i++) note_part(d, p->shapes[at + i], &deep, &flags, &depth);
    words[AT_BITS] = p->bits;
    words[AT_ATOMS] = p->atoms;
    words[AT_ORIGINS] = p->origins;
    words[AT_ELEMENT] = p->element;
    words[AT_ENDING] = p->ending;
    words[AT_CONTENTS] = p->contents;
    words[AT_INSIDE] = p->inside;
    words[AT_DEEP] = deep;
    words[AT_DEPTH] = flags | (depth + 1);
    memcpy(words + AT_SHAPES, p->shapes, p->shape_words * sizeof *words);
    return pool_intern(&d->values, words, AT_SHAPES + p->shape_words);
}

static Value finish(Domain *d, Parts *p) {
    settle_born(d, p);
    settle_atoms(d, p);
    settle_structure(d, p);
    Value v = intern(d, p);
    return depth_of(d, v) > DEPTH_MAX ? value_limit(d, v, DEPTH_MAX - 2) : v;
}

// --- making -----------------------------------------------------------------------------------------------------

static Value blob(Domain *d, uint32_t origins, uint32_t flags) {
    Parts p;
    take_apart(d, VALUE_NONE, &p);
    p.bits = (uint32_t)BITS_ANY | flags;
    p.origins = origins;
    settle_born(d, &p);
    return intern(d, &p);
}

Value value_blob(Domain *d, Value v) {
    return v == VALUE_NONE ? v : blob(d, value_deep_origins(d, v), deep_flags(d, v));
}
Value value_top(Domain *d) { return d->top ? d->top : (d->top = blob(d, 0, VALUE_UNKNOWN)); }
Value value_data(Domain *d) { return d->data ? d->data : (d->data = blob(d, 0, 0)); }
Value value_kinds(Domain *d, uint32_t kinds) { return value_only(d, value_data(d), kinds); }
Value value_unknown(Domain *d, uint32_t kinds) { return value_only(d, value_top(d), kinds); }

Value value_every(Domain *d) {
    Parts p;
    take_apart(d, VALUE_NONE, &p);
    p.bits = KIND_PID | VALUE_EVERY | VALUE_UNKNOWN;
    return finish(d, &p);
}

Value value_atom(Domain *d, uint32_t atom) {
    HashEntry *known = hash_find(&d->atoms, atom);
    if (known) return (Value)known->number;
    Parts p;
    take_apart(d, VALUE_NONE, &p);
    p.bits = KIND_ATOM;
    p.atoms = set_of(&d->sets, atom);
    Value value = finish(d, &p);
    hash_insert(&d->atoms, atom)->number = value;
    return value;
}

Value value_born(Domain *d, uint32_t origin) {
    Parts p;
    take_apart(d, VALUE_NONE, &p);
    p.bits = d->origins.items[origin].kind;
    p.origins = set_of(&d->sets, origin);
    return finish(d, &p);
}

Value value_tuple(Domain *d, const Value *elements, uint32_t count) {
    Parts p;
    take_apart(d, VALUE_NONE, &p);
    p.bits = KIND_TUPLE;
    if (count > PLACES_MAX) {
        p.bits |= VALUE_TUPLES;
        for (uint32_t i = 0; i < count; i++) p.inside = value_join(d, p.inside, value_blob(d, elements[i]));
        return finish(d, &p);
    }
    p.shapes[0] = count;
    memcpy(p.shapes + 1, elements, count * sizeof *elements);
    p.shape_words = count + 1;
    return finish(d, &p);
}

// What lists may end in that are improper.
static Value value_ending(const Domain *d, Value v) {
    if (!(value_bits(d, v) & KIND_CONS)) return VALUE_NONE;
    return value_bits(d, v) & VALUE_ANY ? v : word(d, v, AT_ENDING);
}

Value value_cons(Domain *d, Value head, Value tail) {
    Parts p;
    if (head == VALUE_NONE || tail == VALUE_NONE) return VALUE_NONE;
    take_apart(d, VALUE_NONE, &p);
    p.bits = KIND_CONS;
    p.element = value_join(d, head, value_element(d, tail));
    p.ending = value_join(d, value_ending(d, tail), value_without(d, tail, KIND_LIST));
    return finish(d, &p);
}

// Of a kind, with nothing known of it.
static Parts parts_of(Domain *d, uint32_t bits) {
    Parts p;
    take_apart(d, VALUE_NONE, &p);
    p.bits = bits;
    return p;
}

Value value_map(Domain *d, Value contents) {
    Parts p = parts_of(d, KIND_MAP);
    p.contents = contents;
    return finish(d, &p);
}

Value value_list(Domain *d, Value element) {
    Parts p = parts_of(d, KIND_LIST);
    p.element = element;
    return finish(d, &p);
}

Value value_limit(Domain *d, Value v, uint32_t depth) {
    Parts p;
    if (depth_of(d, v) <= depth || depth_of(d, v) <= 1) return v;
    if (depth == 0) return value_blob(d, v);
    take_apart(d, v, &p);
    p.element = value_limit(d, p.element, depth - 1);
    p.ending = value_limit(d, p.ending, depth - 1);
    p.contents = value_limit(d, p.contents, depth - 1);
    p.inside = value_limit(d, p.inside, depth - 1);
    for (uint32_t at = 0; at < p.shape_words; at += p.shapes[at] + 1)
        for (uint32_t i = 1; i <= p.shapes[at]; i++) p.shapes[at + i] = value_limit(d, p.shapes[at + i], depth - 1);
    settle_structure(d, &p);
    return intern(d, &p);
}

// --- joining ----------------------------------------------------------------------------------------------------

static uint32_t *same_shape(const Domain *d, Parts *p, const uint32_t *shape) {
    uint32_t tag = tag_of(d, shape);
    for (uint32_t at = 0; at < p->shape_words; at += p->shapes[at] + 1)
        if (p->shapes[at] == shape[0] && tag_of(d, p->shapes + at) == tag) return p->shapes + at;
    return NULL;
}

// Shapes stand in the order of their sizes and tags, so that equal values have equal words.
static bool comes_before(const Domain *d, const uint32_t *a, const uint32_t *b) {
    return a[0] != b[0] ? a[0] < b[0] : tag_of(d, a) < tag_of(d, b);
}

static void insert_shape(const Domain *d, Parts *p, const uint32_t *shape) {
    uint32_t at = 0, size = shape[0] + 1;
    while (at < p->shape_words && comes_before(d, p->shapes + at, shape)) at += p->shapes[at] + 1;
    memmove(p->shapes + at + size, p->shapes + at, (p->shape_words - at) * sizeof *shape);
    memcpy(p->shapes + at, shape, size * sizeof *shape);
    p->shape_words += size;
}

static void join_shapes(Domain *d, Parts *a, const Parts *b) {
    for (uint32_t at = 0; at < b->shape_words; at += b->shapes[at] + 1) {
        const uint32_t *shape = b->shapes + at;
        uint32_t *same = same_shape(d, a, shape);
        if (!same) insert_shape(d, a, shape);
        for (uint32_t i = 1; same && i <= shape[0]; i++) same[i] = value_join(d, same[i], shape[i]);
    }
}

static Value join_now(Domain *d, Value v, Value w) {
    Parts a, b;
    uint32_t any = (value_bits(d, v) | value_bits(d, w)) & VALUE_ANY;
    if (any)
        return blob(d, set_union(&d->sets, value_deep_origins(d, v), value_deep_origins(d, w)),
                    deep_flags(d, v) | deep_flags(d, w));
    take_apart(d, v, &a);
    take_apart(d, w, &b);
    a.bits |= b.bits;
    a.atoms = set_union(&d->sets, a.atoms, b.atoms);
    a.origins = set_union(&d->sets, a.origins, b.origins);
    a.element = value_join(d, a.element, b.element);
    a.ending = value_join(d, a.ending, b.ending);
    a.contents = value_join(d, a.contents, b.contents);
    a.inside = value_join(d, a.inside, b.inside);
    join_shapes(d, &a, &b);
    return finish(d, &a);
}

Value value_holding(Domain *d, uint32_t origins) { return blob(d, origins, VALUE_UNKNOWN); }

Value value_join(Domain *d, Value a, Value b) {
    if (a == b || b == VALUE_NONE) return a;
    if (a == VALUE_NONE) return b;
    if (a > b) return value_join(d, b, a);
    uint64_t key = (uint64_t)a << 32 | b;
    HashEntry *known = hash_find(&d->joins, key);
    if (known) return (Value)known->number;
    Value joined = join_now(d, a, b);
    hash_insert(&d->joins, key)->number = joined;
    return joined;
}

// --- looking ----------------------------------------------------------------------------------------------------

Value value_element(Domain *d, Value v) {
    if (!(value_bits(d, v) & KIND_CONS)) return VALUE_NONE;
    return value_bits(d, v) & VALUE_ANY ? v : word(d, v, AT_ELEMENT);
}

Value value_tail(Domain *d, Value v) {
    if (!(value_bits(d, v) & KIND_CONS)) return VALUE_NONE;
    if (value_bits(d, v) & VALUE_ANY) return v;
    Value tail = value_join(d, value_only(d, v, KIND_CONS), value_kinds(d, KIND_NIL));
    return value_join(d, tail, value_ending(d, v));
}

Value value_contents(Domain *d, Value v) {
    if (!(value_bits(d, v) & KIND_MAP)) return VALUE_NONE;
    return value_bits(d, v) & VALUE_ANY ? v : word(d, v, AT_CONTENTS);
}

Value value_place(Domain *d, Value v, uint32_t place) {
    Parts p;
    Value found = VALUE_NONE;
    take_apart(d, v, &p);
    if (p.bits & VALUE_TUPLES) found = p.inside;
    for (uint32_t at = 0; at < p.shape_words; at += p.shapes[at] + 1)
        if (p.shapes[at] > place) found = value_join(d, found, p.shapes[at + 1 + place]);
    return found;
}

uint32_t value_shapes(const Domain *d, Value v) {
    uint32_t count = 0;
    if (v == VALUE_NONE) return 0;
    const uint32_t *words = pool_words(&d->values, v);
    for (uint32_t at = AT_SHAPES; at < pool_length(&d->values, v); at += words[at] + 1) count++;
    return count;
}

Value value_shape(Domain *d, Value v, uint32_t index) {
    Parts p;
    take_apart(d, v, &p);
    uint32_t at = 0;
    while (index-- > 0) at += p.shapes[at] + 1;
    uint32_t elements[PLACES_MAX], count = p.shapes[at];
    memcpy(elements, p.shapes + at + 1, count * sizeof *elements);
    return value_tuple(d, elements, count);
}

bool value_only_shape(const Domain *d, Value v, uint32_t *count, const uint32_t **elements) {
    if (value_bits(d, v) != KIND_TUPLE || value_shapes(d, v) != 1) return false;
    const uint32_t *words = pool_words(&d->values, v);
    *count = words[AT_SHAPES];
    *elements = words + AT_SHAPES + 1;
    return true;
}

// --- knowing more -----------------------------------------------------------------------------------------------

Value value_only(Domain *d, Value v, uint32_t kinds) {
    Parts p;
    uint32_t has = value_kinds_of(d, v);
    if ((has & ~kinds) == 0) return v;
    if ((has & kinds) == 0) return VALUE_NONE;
    uint64_t key = (uint64_t)v << 32 | (kinds & KIND_ALL);
    HashEntry *known = hash_find(&d->parts, key);
    if (known) return (Value)known->number;
    take_apart(d, v, &p);
    p.bits &= kinds | ~(uint32_t)KIND_ALL;
    Value part = finish(d, &p);
    hash_insert(&d->parts, key)->number = part;
    return part;
}

Value value_without_atom(Domain *d, Value v, uint32_t atom) {
    Parts p;
    if (!set_has(&d->sets, value_atoms(d, v), atom)) return v;
    take_apart(d, v, &p);
    uint32_t kept[ATOMS_MAX], count = 0;
    for (uint32_t i = 0; i < pool_length(&d->sets, p.atoms); i++) {
        uint32_t other = pool_words(&d->sets, p.atoms)[i];
        if (other != atom) kept[count++] = other;
    }
    p.atoms = pool_intern(&d->sets, kept, count);
    return finish(d, &p);
}

static Value first_with_tag(Domain *d, Value first, uint32_t tag) {
    return tag == NO_TAG ? first : value_meet(d, first, value_atom(d, tag));
}

Value value_sized(Domain *d, Value v, uint32_t size, uint32_t tag) {
    Parts p, q;
    take_apart(d, v, &p);
    take_apart(d, VALUE_NONE, &q);
    if (!(p.bits & KIND_TUPLE)) return VALUE_NONE;
    q.bits = KIND_TUPLE;
    if (p.bits & VALUE_TUPLES) {
        if (size > PLACES_MAX) return value_only(d, v, KIND_TUPLE);
        p.shapes[0] = size;
        for (uint32_t i = 1; i <= size; i++) p.shapes[i] = p.inside;
        p.shape_words = size + 1;
    }
    for (uint32_t at = 0; at < p.shape_words; at += p.shapes[at] + 1) {
        if (p.shapes[at] != size) continue;
        Parts one;
        take_apart(d, VALUE_NONE, &one);
        one.shape_words = size + 1;
        memcpy(one.shapes, p.shapes + at, (size + 1) * sizeof *one.shapes);
        if (size > 0) one.shapes[1] = first_with_tag(d, one.shapes[1], tag);
        join_shapes(d, &q, &one);
    }
    return finish(d, &q);
}

// Leaves out a shape only if all tuples of that shape are meant.
Value value_not_sized(Domain *d, Value v, uint32_t size, uint32_t tag) {
    Parts p;
    take_apart(d, v, &p);
    if (p.bits & VALUE_TUPLES || !(p.bits & KIND_TUPLE)) return v;
    uint32_t kept = 0;
    for (uint32_t at = 0, words; at < p.shape_words; at += words) {
        words = p.shapes[at] + 1;
        if (p.shapes[at] == size && (tag == NO_TAG || tag_of(d, p.shapes + at) == tag)) continue;
        memmove(p.shapes + kept, p.shapes + at, words * sizeof *p.shapes);
        kept += words;
    }
    if (kept == p.shape_words) return v;
    p.shape_words = kept;
    return finish(d, &p);
}

Value value_with_place(Domain *d, Value v, uint32_t place, Value element) {
    Parts p, q;
    take_apart(d, v, &p);
    if (p.bits & VALUE_TUPLES || !(p.bits & KIND_TUPLE)) return v;
    q = p;
    q.shape_words = 0;
    for (uint32_t at = 0; at < p.shape_words; at += p.shapes[at] + 1) {
        Parts one;
        if (p.shapes[at] <= place) continue;
        take_apart(d, VALUE_NONE, &one);
        one.shape_words = p.shapes[at] + 1;
        memcpy(one.shapes, p.shapes + at, one.shape_words * sizeof *one.shapes);
        one.shapes[1 + place] = value_meet(d, one.shapes[1 + place], element);
        join_shapes(d, &q, &one);
    }
    return finish(d, &q);
}

Value value_set_place(Domain *d, Value v, uint32_t place, Value element) {
    Parts p, q;
    take_apart(d, v, &p);
    if (!(p.bits & KIND_TUPLE)) return VALUE_NONE;
    take_apart(d, VALUE_NONE, &q);
    q.bits = p.bits & (KIND_TUPLE | VALUE_TUPLES);
    q.inside = p.bits & VALUE_TUPLES ? value_join(d, p.inside, value_blob(d, element)) : VALUE_NONE;
    for (uint32_t at = 0; at < p.shape_words; at += p.shapes[at] + 1) {
        Parts one;
        if (p.shapes[at] <= place) continue;
        take_apart(d, VALUE_NONE, &one);
        one.shape_words = p.shapes[at] + 1;
        memcpy(one.shapes, p.shapes + at, one.shape_words * sizeof *one.shapes);
        one.shapes[1 + place] = element;
        join_shapes(d, &q, &one);
    }
    return finish(d, &q);
}

// --- meeting ----------------------------------------------------------------------------------------------------

// Origins that a value names and that the other one may have among its unknown ones.
static uint32_t among_unknown(Domain *d, uint32_t set, uint32_t flags) {
    uint32_t kept[ORIGINS_MAX], count = 0;
    for (uint32_t i = 0; i < pool_length(&d->sets, set); i++) {
        uint32_t origin = pool_words(&d->sets, set)[i];
        const Origin *o = &d->origins.items[origin];
        bool may = (flags & VALUE_EVERY && o->kind == KIND_PID) || (flags & VALUE_UNKNOWN && o->lost != LOST_NOT);
        if (may)
            kept[count++] = origin;
        else if (flags & VALUE_UNKNOWN)
            d->relied = true;
    }
    return pool_intern(&d->sets, kept, count);
}

static void meet_origins(Domain *d, const Parts *a, const Parts *b, Parts *out) {
    uint32_t both = set_intersection(&d->sets, a->origins, b->origins);
    both = set_union(&d->sets, both, among_unknown(d, a->origins, b->bits));
    out->origins = set_union(&d->sets, both, among_unknown(d, b->origins, a->bits));
}

static void meet_atoms(Domain *d, const Parts *a, const Parts *b, Parts *out) {
    if (a->bits & VALUE_ATOMS)
        out->atoms = b->atoms;
    else if (b->bits & VALUE_ATOMS)
        out->atoms = a->atoms;
    else
        out->atoms = set_intersection(&d->sets, a->atoms, b->atoms);
}

static void meet_two_shapes(Domain *d, const uint32_t *a, const uint32_t *b, Parts *out) {
    Parts one;
    take_apart(d, VALUE_NONE, &one);
    one.shapes[0] = a[0];
    for (uint32_t i = 1; i <= a[0]; i++)
        if ((one.shapes[i] = value_meet(d, a[i], b[i])) == VALUE_NONE) return;
    one.shape_words = a[0] + 1;
    join_shapes(d, out, &one);
}

static void meet_inside(Domain *d, const Parts *shaped, Value inside, Parts *out) {
    for (uint32_t at = 0; at < shaped->shape_words; at += shaped->shapes[at] + 1) {
        uint32_t other[PLACES_MAX + 1] = {shaped->shapes[at]};
        for (uint32_t i = 1; i <= other[0]; i++) other[i] = inside;
        meet_two_shapes(d, shaped->shapes + at, other, out);
    }
}

static void meet_tuples(Domain *d, const Parts *a, const Parts *b, Parts *out) {
    if (a->bits & VALUE_TUPLES && b->bits & VALUE_TUPLES)
        out->inside = value_meet(d, a->inside, b->inside);
    else if (a->bits & VALUE_TUPLES)
        meet_inside(d, b, a->inside, out);
    else if (b->bits & VALUE_TUPLES)
        meet_inside(d, a, b->inside, out);
    else
        for (uint32_t i = 0; i < a->shape_words; i += a->shapes[i] + 1)
            for (uint32_t j = 0; j < b->shape_words; j += b->shapes[j] + 1)
                if (a->shapes[i] == b->shapes[j]) meet_two_shapes(d, a->shapes + i, b->shapes + j, out);
}

static Value meet_now(Domain *d, Value v, Value w) {
    Parts a, b, out;
    uint32_t flags = value_bits(d, v) & value_bits(d, w);
    if (flags & VALUE_ANY) {
        Parts p;
        take_apart(d, v, &p);
        take_apart(d, w, &b);
        take_apart(d, VALUE_NONE, &out);
        meet_origins(d, &p, &b, &out);
        return blob(d, out.origins, flags & (uint32_t)FLAGS_ORIGIN);
    }
    take_apart(d, v, &a);
    take_apart(d, w, &b);
    take_apart(d, VALUE_NONE, &out);
    out.bits = a.bits & b.bits;
    meet_origins(d, &a, &b, &out);
    meet_atoms(d, &a, &b, &out);
    out.element = value_meet(d, a.element, b.element);
    out.ending = value_meet(d, a.ending, b.ending);
    out.contents = value_meet(d, a.contents, b.contents);
    meet_tuples(d, &a, &b, &out);
    return finish(d, &out);
}

Value value_meet(Domain *d, Value a, Value b) {
    if (a == b) return a;
    if (a == VALUE_NONE || b == VALUE_NONE) return VALUE_NONE;
    if (a > b) return value_meet(d, b, a);
    uint64_t key = (uint64_t)a << 32 | b;
    HashEntry *known = hash_find(&d->meets, key);
    if (known) return d->relied = true, (Value)known->number;
    Value met = meet_now(d, a, b);
    hash_insert(&d->meets, key)->number = met;
    return met;
}
