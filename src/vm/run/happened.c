#include "vm/run/happened.h"

#include "base/array.h"
#include "base/memory.h"
#include "base/words.h"
#include "vm/observe/evaluate.h"
#include "vm/observe/shape.h"
#include "vm/term/map.h"
#include "vm/term/print.h"

typedef struct {
    Saying said;
    char *name, *module;
    Text read;   // arguments of a call
    ARRAY(Shape *) shapes;
} Compiled;

struct Watched {
    uint32_t kinds;   // of what happens, that are spoken of, as bits
    bool all;         // of all there is, somebody wants to know
    ARRAY(Compiled) sayings;
    Text texts[SHAPE_VARIABLES];
};

// --- noting
// ---------------------------------------------------------------------------------------------- A
// list, latest first, of {Kind, A, B, C}.

static bool is_spoken_of(const Watched *watched, Term name) {
    if (!term_is_atom(name)) return false;
    for (uint32_t i = 0; i < watched->sayings.count; i++) {
        const Compiled *compiled = &watched->sayings.items[i];
        if (compiled->name && strcmp(compiled->name, atom_string(name)) == 0) return true;
    }
    return false;
}

bool happened_concerns(const Machine *m, Term name) { return m->watched && is_spoken_of(m->watched, name); }

bool happened_asks(const Machine *m) {
    for (uint32_t i = 0; i < m->watched->sayings.count; i++)
        if (m->watched->sayings.items[i].said.kind == SAYING_CALL) return true;
    return false;
}

void happened_add(Machine *m, HappenedKind kind, Term a, Term b, Term c) {
    if (!m->watched->all && !(m->watched->kinds >> kind & 1)) return;
    if (kind == HAPPENED_PROBE && !m->watched->all && !is_spoken_of(m->watched, term_is_cons(a) ? term_head(a) : b))
        return;
    Heap *heap = &m->store.heap;
    Term parts[] = {a, b, c}, happened = heap_tuple(heap, 4);
    term_elements(happened)[0] = term_small(kind);
    for (int i = 0; i < 3; i++) term_elements(happened)[i + 1] = term_is_none(parts[i]) ? TERM_NIL : parts[i];
    store_touch(&m->store, m->globals);
    m->globals->happened = heap_cons(heap, happened, m->globals->happened);
}

void happened_note_all(Machine *m) {
    if (!m->watched) m->watched = memory_zeroed(1, sizeof *m->watched);
    m->watched->all = true;
}

void happened_forget(Machine *m) {
    if (term_is_nil(m->globals->happened)) return;
    store_touch(&m->store, m->globals);
    m->globals->happened = TERM_NIL;
}

// --- what is to be watched ----------------------------------------------------------------------------------

static void compiled_free(Compiled *compiled) {
    for (uint32_t i = 0; i < compiled->shapes.count; i++) shape_free(compiled->shapes.items[i]);
    array_free(&compiled->shapes);
    memory_free(compiled->name);
    memory_free(compiled->module);
    text_free(&compiled->read);
}

void happened_free(Machine *m) {
    if (!m->watched) return;
    for (uint32_t i = 0; i < m->watched->sayings.count; i++) compiled_free(&m->watched->sayings.items[i]);
    array_free(&m->watched->sayings);
    for (int i = 0; i < SHAPE_VARIABLES; i++) text_free(&m->watched->texts[i]);
    memory_free(m->watched);
    m->watched = NULL;
}

static const struct {
    const char *name;
    HappenedKind kind;
    uint32_t arity;
} reserved[] = {{"send", HAPPENED_SEND, 3},
                {"receive", HAPPENED_RECEIVE, 2},
                {"exit", HAPPENED_EXIT, 2},
                {"crash", HAPPENED_CRASH, 2},
                {"spawn", HAPPENED_SPAWN, 2}};

enum { RESERVED = sizeof reserved / sizeof *reserved };

static uint32_t find_reserved(const char *name) {
    uint32_t i = 0;
    while (i < RESERVED && strcmp(reserved[i].name, name) != 0) i++;
    return i;
}

// An atom as it is written, without its quotes.
static char *plain_name(const char *written) {
    size_t size = strlen(written);
    char *name = memory_text(written);
    if (size < 2 || *written != '\'') return name;
    memmove(name, name + 1, size - 2);
    name[size - 2] = 0;
    return name;
}

static bool check_arity(const Compiled *c, Error *err) {
    uint32_t place = find_reserved(c->name);
    if (strcmp(c->name, "deadlock") == 0 && c->said.argument_count) return fail(err, "deadlock has no arguments");
    if (place == RESERVED || c->said.argument_count == reserved[place].arity) return true;
    return fail(err, "%s has %u arguments", c->name, reserved[place].arity);
}

static void watch_kind(Watched *watched, const char *name) {
    uint32_t place = find_reserved(name);
    watched->kinds |= 1u << (place < RESERVED ? reserved[place].kind : HAPPENED_PROBE);
}

static bool watch_all(Machine *m, const Saying *sayings, uint32_t count,
                      uint32_t (*variable)(void *context, const char *name), void *context, uint32_t *wrong,
                      Error *err) {
    if (!m->watched) m->watched = memory_zeroed(1, sizeof *m->watched);
    for (uint32_t i = 0; i < count; i++) {
        Compiled *compiled = array_add(&m->watched->sayings);
        compiled->said = sayings[i];
        compiled->name = sayings[i].name ? plain_name(sayings[i].name) : NULL;
        compiled->module = sayings[i].module ? plain_name(sayings[i].module) : NULL;
        *wrong = i;
        if (sayings[i].kind == SAYING_NAMED) watch_kind(m->watched, compiled->name);
        if (sayings[i].kind == SAYING_NAMED && !check_arity(compiled, err)) return false;
        for (uint32_t j = 0; j < sayings[i].argument_count && sayings[i].kind == SAYING_NAMED; j++) {
            Shape *shape = shape_parse(sayings[i].arguments[j], variable, context, err);
            if (!shape) return false;
            array_push(&compiled->shapes, shape);
        }
    }
    return true;
}

bool machine_watch(Machine *m, const Saying *sayings, uint32_t count,
                   uint32_t (*variable)(void *context, const char *name), void *context, uint32_t *wrong, Error *err) {
    uint32_t before = m->watched ? m->watched->sayings.count : 0;
    if (watch_all(m, sayings, count, variable, context, wrong, err)) return true;
    while (m->watched->sayings.count > before)
        compiled_free(array_last(&m->watched->sayings)), m->watched->sayings.count--;
    return false;
}

// --- saying -------------------------------------------------------------------------------------------------

typedef struct {
    Machine *machine;
    uint32_t saying;   // of which formula's, by number
    const Compiled *compiled;
    TakeSaying take;
    void *context;
} Sayer;

static bool has_reference(Term t) {
    Words todo;
    bool found = false;
    words_init(&todo);
    words_push(&todo, t.bits);
    while (todo.count > 0 && !found) {
        t = (Term){words_pop(&todo)};
        if (term_is_cons(t)) {
            words_push(&todo, term_head(t).bits);
            words_push(&todo, term_tail(t).bits);
        } else if (term_is_boxed(t)) {
            Kind kind = term_kind(t);
            found = kind == KIND_REFERENCE;
            bool parts = kind == KIND_TUPLE || kind == KIND_MAP || kind == KIND_HASHMAP || kind == KIND_NODE ||
                         kind == KIND_COLLISION || kind == KIND_RECORD;
            for (size_t i = 1; parts && i <= term_size(t); i++)
                if (!term_is_immediate(term_words(t)[i]) && (term_words(t)[i].bits & 3))
                    words_push(&todo, term_words(t)[i].bits);
        }
    }
    words_free(&todo);
    return found;
}

// It holds with these values.
static void tell(Sayer *t, const Term *values) {
    SayingValue told[SHAPE_VARIABLES] = {0};
    for (uint32_t i = 0; i < SHAPE_VARIABLES; i++) {
        if (term_is_none(values[i])) continue;
        Text *text = &t->machine->watched->texts[i];
        PrintOptions options = print_options_for(t->machine, true);
        options.length = 1 << 20;
        text_clear(text);
        term_print(text, values[i], options);
        told[i] = (SayingValue){text_string(text), has_reference(values[i])};
    }
    t->take(t->context, t->saying, told);
}

static void compare(Sayer *t, const Term *terms, uint32_t count) {
    Term values[SHAPE_VARIABLES] = {{0}};
    if (count != t->compiled->shapes.count) return;
    for (uint32_t i = 0; i < count; i++)
        if (!shape_matches(t->machine, t->compiled->shapes.items[i], terms[i], values)) return;
    tell(t, values);
}

// name, name(Term), name(A, B) for a tuple {A, B}.
static void compare_named(Sayer *t, Term name, Term value) {
    uint32_t count = t->compiled->shapes.count;
    if (!term_is_atom(name) || strcmp(atom_string(name), t->compiled->name) != 0) return;
    if (count == 0 && term_is_none(value)) compare(t, NULL, 0);
    if (count == 0 || term_is_none(value)) return;
    if (count == 1)
        compare(t, &value, 1);
    else if (term_is_tuple_of(value, count))
        compare(t, term_elements(value), count);
}

static void compare_happened(Sayer *t, Term happened) {
    const Term *fields = term_elements(happened);
    uint32_t place = find_reserved(t->compiled->name);
    HappenedKind kind = (HappenedKind)term_to_small(fields[0]);
    if (place < RESERVED) {
        if (reserved[place].kind == kind) compare(t, fields + 1, reserved[place].arity);
    } else if (kind == HAPPENED_PROBE) {
        bool named = term_is_cons(fields[1]);
        compare_named(t, named ? term_head(fields[1]) : fields[2], named ? fields[2] : NO_TERM);
    }
}

static void compare_fact(Sayer *t, Term fact) {
    const Term *fields = term_elements(fact);
    compare_named(t, fields[0], term_tuple_size(fact) == 2 ? fields[1] : NO_TERM);
}

static void compare_all(Sayer *t, bool ended, bool repeated) {
    const Globals *globals = t->machine->globals;
    Term fact, value;
    MapIterator it;
    if (strcmp(t->compiled->name, "deadlock") == 0) {
        if (ended && machine_outcome(t->machine) == OUTCOME_WAITING) compare(t, NULL, 0);
        return;
    }
    for (Term list = repeated ? TERM_NIL : globals->happened; term_is_cons(list); list = term_tail(list))
        compare_happened(t, term_head(list));
    if (term_is_nil(globals->facts) || find_reserved(t->compiled->name) < RESERVED) return;
    for (map_iterate(&it, globals->facts); map_next(&it, &fact, &value);) compare_fact(t, fact);
}

static bool calls(Machine *m, Compiled *c) {
    return evaluate_call(m, c->module, c->name, c->said.arguments, c->said.argument_count, &c->read);
}

void machine_say(Machine *m, bool ended, bool repeated, TakeSaying take, void *context) {
    const Term nothing[SHAPE_VARIABLES] = {{0}};
    for (uint32_t i = 0; m->watched && i < m->watched->sayings.count; i++) {
        Compiled *compiled = &m->watched->sayings.items[i];
        Sayer teller = {.machine = m, .saying = i, .compiled = compiled, .take = take, .context = context};
        if (compiled->said.kind == SAYING_NAMED) compare_all(&teller, ended, repeated);
        if (compiled->said.kind == SAYING_CALL && calls(m, compiled)) tell(&teller, nothing);
    }
}
