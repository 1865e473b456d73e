// The models that weft linear has.
#include <string.h>

#include "base/memory.h"
#include "linear/states.h"

enum { NOTHING = 0 };   // the value undefined

static bool is_text(const LinearStates *states, uint32_t value, const char *words) {
    const char *text = linear_text(states->history, value);
    size_t size = strlen(text);
    for (const char *word = words; word && *word; word = strchr(word, ' '), word += word != NULL)
        if (strncmp(word, text, size) == 0 && (word[size] == ' ' || !word[size])) return true;
    return false;
}

static bool is_result(const LinearOperation *o, uint32_t value) { return o->result == NO_VALUE || o->result == value; }

// Of an operation that says whether it did something: true and false count, anything else means that it did.
static bool says(const LinearStates *states, const LinearOperation *o, bool done) {
    if (o->result == NO_VALUE) return true;
    return is_text(states, o->result, "false") ? !done : done;
}

// The same of one that may say just "ok" in either case.
static bool says_or_ok(const LinearStates *states, const LinearOperation *o, bool done) {
    return !(o->result != NO_VALUE && is_text(states, o->result, "true false")) || says(states, o, done);
}

static void tell_value(const LinearStates *states, uint64_t state, Text *out) {
    text_add(out, linear_text(states->history, (uint32_t)state));
}

static uint64_t begin_with_value(LinearStates *states, uint32_t initial) {
    (void)states;
    return initial == NO_VALUE ? NOTHING : initial;
}

// --- register, and a map of them ---------------------------------------------------------------------------

enum { READ, WRITE, SWAP_IF, DELETE };

static bool step_register(LinearStates *states, uint64_t state, const LinearOperation *o, uint64_t *next) {
    const uint32_t *value = o->arguments;
    *next = state;
    switch (o->code) {
    case READ: return is_result(o, (uint32_t)state);
    case WRITE: *next = value[0]; return true;
    default:   // SWAP_IF old new
        if (state == value[0]) *next = value[1];
        return says(states, o, state == value[0]);
    }
}

static const LinearModel model_register = {
    .name = "register",
    .about = "read, write V, cas OLD NEW",
    .may_begin = true,
    .operations = (const LinearName[]){{"read get", READ, 0, true},
                                       {"write set put", WRITE, 1, false},
                                       {"cas compare_and_swap compare_exchange", SWAP_IF, 2, false},
                                       {0}},
    .begin = begin_with_value,
    .step = step_register,
    .tell = tell_value,
};

static bool step_map(LinearStates *states, uint64_t state, const LinearOperation *o, uint64_t *next) {
    const uint32_t *value = o->arguments + 1;
    *next = state;
    switch (o->code) {
    case READ: return is_result(o, (uint32_t)state);
    case WRITE: *next = value[0]; return true;
    case DELETE: *next = NOTHING; return says_or_ok(states, o, state != NOTHING);
    default:
        if (state == value[0]) *next = value[1];
        return says(states, o, state == value[0]);
    }
}

static const LinearModel model_map = {
    .name = "map",
    .about = "get K, put K V, delete K, cas K OLD NEW; each key on its own",
    .by_key = true,
    .operations = (const LinearName[]){{"get read lookup", READ, 1, true},
                                       {"put write insert set", WRITE, 2, false},
                                       {"delete remove", DELETE, 1, false},
                                       {"cas compare_and_swap", SWAP_IF, 3, false},
                                       {0}},
    .begin = begin_with_value,
    .step = step_map,
    .tell = tell_value,
};

// --- set ---------------------------------------------------------------------------------------------------

enum { CONTAINS, ADD, REMOVE };

static bool step_set(LinearStates *states, uint64_t state, const LinearOperation *o, uint64_t *next) {
    *next = o->code == ADD ? 1 : o->code == REMOVE ? 0 : state;
    if (o->code == CONTAINS) return says(states, o, state);
    return says_or_ok(states, o, *next != state);
}

static uint64_t begin_at_zero(LinearStates *states, uint32_t initial) {
    (void)states;
    (void)initial;
    return 0;
}

static void tell_member(const LinearStates *states, uint64_t state, Text *out) {
    (void)states;
    text_add(out, state ? "in the set" : "not in the set");
}

static const LinearModel model_set = {
    .name = "set",
    .about = "add X, remove X, contains X -> true or false; each element on its own",
    .by_key = true,
    .operations = (const LinearName[]){{"contains member is_element lookup", CONTAINS, 1, true},
                                       {"add insert", ADD, 1, false},
                                       {"remove delete", REMOVE, 1, false},
                                       {0}},
    .begin = begin_at_zero,
    .step = step_set,
    .tell = tell_member,
};

// --- counter -----------------------------------------------------------------------------------------------

enum { VALUE, PLUS, UP, DOWN };

// Changes may say "ok" or what the counter then is.
static bool step_counter(LinearStates *states, uint64_t state, const LinearOperation *o, uint64_t *next) {
    int64_t by = o->code == UP ? 1 : o->code == DOWN ? -1 : 0, result;
    if (o->code == PLUS && !linear_integer(states->history, o->arguments[0], &by)) return false;
    *next = state + (uint64_t)by;
    if (o->result == NO_VALUE) return true;
    bool number = linear_integer(states->history, o->result, &result);
    return number ? (uint64_t)result == *next : o->code != VALUE;
}

static uint64_t begin_counter(LinearStates *states, uint32_t initial) {
    int64_t number = 0;
    if (initial != NO_VALUE) linear_integer(states->history, initial, &number);
    return (uint64_t)number;
}

static void tell_counter(const LinearStates *states, uint64_t state, Text *out) {
    (void)states;
    text_format(out, "%lld", (long long)state);
}

static const LinearModel model_counter = {
    .name = "counter",
    .about = "read, add N, increment, decrement; changes may say what it then is",
    .may_begin = true,
    .operations = (const LinearName[]){{"read value get", VALUE, 0, true},
                                       {"add", PLUS, 1, false},
                                       {"increment inc", UP, 0, false},
                                       {"decrement dec", DOWN, 0, false},
                                       {0}},
    .begin = begin_counter,
    .step = step_counter,
    .tell = tell_counter,
};

// --- queue and stack ---------------------------------------------------------------------------------------

enum { IN, OUT };

static bool take(LinearStates *states, uint64_t state, const LinearOperation *o, uint64_t *next) {
    *next = state ? states->cells[state].rest : 0;
    if (!state) return o->result == NO_VALUE || is_text(states, o->result, "undefined empty none false error");
    return is_result(o, states->cells[state].value);
}

static bool step_queue(LinearStates *states, uint64_t state, const LinearOperation *o, uint64_t *next) {
    if (o->code == OUT) return take(states, state, o, next);
    *next = linear_append(states, (uint32_t)state, o->arguments[0]);
    return true;
}

static bool step_stack(LinearStates *states, uint64_t state, const LinearOperation *o, uint64_t *next) {
    if (o->code == OUT) return take(states, state, o, next);
    *next = linear_cell(states, o->arguments[0], (uint32_t)state);
    return true;
}

static void tell_sequence(const LinearStates *states, uint64_t state, Text *out) {
    text_add(out, "[");
    for (uint32_t cell = (uint32_t)state; cell; cell = states->cells[cell].rest)
        text_format(out, "%s%s", cell == state ? "" : ",", linear_text(states->history, states->cells[cell].value));
    text_add(out, "]");
}

static const LinearModel model_queue = {
    .name = "queue",
    .about = "enqueue V, dequeue -> V, or empty",
    .operations =
        (const LinearName[]){{"enqueue in push put", IN, 1, false}, {"dequeue out pop take get", OUT, 0, false}, {0}},
    .begin = begin_at_zero,
    .step = step_queue,
    .tell = tell_sequence,
};

static const LinearModel model_stack = {
    .name = "stack",
    .about = "push V, pop -> V, or empty",
    .operations = (const LinearName[]){{"push in put", IN, 1, false}, {"pop out take", OUT, 0, false}, {0}},
    .begin = begin_at_zero,
    .step = step_stack,
    .tell = tell_sequence,
};

// --- mutex -------------------------------------------------------------------------------------------------

enum { LOCK, UNLOCK };

// The state is who has it, plus 1. An attempt to lock may say false.
static bool step_mutex(LinearStates *states, uint64_t state, const LinearOperation *o, uint64_t *next) {
    bool mine = state == o->client + 1u, possible = o->code == LOCK ? state == 0 : mine;
    bool refused = o->result != NO_VALUE && is_text(states, o->result, "false");
    *next = !possible ? state : o->code == LOCK ? o->client + 1u : 0;
    return o->result == NO_VALUE || possible != refused;
}

static void tell_mutex(const LinearStates *states, uint64_t state, Text *out) {
    if (!state)
        text_add(out, "free");
    else
        text_format(out, "held by %s", linear_text(states->history, states->history->clients[state - 1]));
}

static const LinearModel model_mutex = {
    .name = "mutex",
    .about = "acquire, release by who has it; either may say false",
    .operations =
        (const LinearName[]){{"acquire lock try_lock", LOCK, 0, false}, {"release unlock", UNLOCK, 0, false}, {0}},
    .begin = begin_at_zero,
    .step = step_mutex,
    .tell = tell_mutex,
};

// --- all of them -------------------------------------------------------------------------------------------

static const LinearModel *const models[] = {
#define LINEAR_MODEL(name) &model_##name,
#include "linear/model.def"
#undef LINEAR_MODEL
};

const LinearModel *linear_model_at(uint32_t index) {
    return index < sizeof models / sizeof *models ? models[index] : NULL;
}

const LinearModel *linear_model_find(const char *name) {
    for (uint32_t i = 0; linear_model_at(i); i++)
        if (strcmp(models[i]->name, name) == 0) return models[i];
    return NULL;
}

static const LinearName *find_name(const LinearModel *model, const char *name) {
    size_t size = strlen(name);
    for (const LinearName *entry = model->operations; entry->names; entry++)
        for (const char *word = entry->names; word; word = strchr(word, ' '), word += word != NULL)
            if (strncmp(word, name, size) == 0 && (word[size] == ' ' || !word[size])) return entry;
    return NULL;
}

bool linear_prepare(LinearHistory *history, const LinearModel *model, Error *err) {
    for (uint32_t i = 0; i < history->count; i++) {
        LinearOperation *o = &history->operations[i];
        const char *name = linear_text(history, o->name);
        const LinearName *known = find_name(model, name);
        if (!known)
            return fail(err, "line %u: the model %s has no operation %s: it has %s", o->line, model->name, name,
                        model->about);
        linear_spread(history, o, known->arguments);
        if (o->argument_count != known->arguments)
            return fail(err, "line %u: %s of the model %s takes %u argument%s, not %u", o->line, name, model->name,
                        known->arguments, known->arguments == 1 ? "" : "s", o->argument_count);
        o->code = known->code;
        o->reads = known->reads;
        if (model->by_key) linear_strip_key(history, o);
    }
    return true;
}
