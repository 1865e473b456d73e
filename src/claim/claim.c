#include "claim/claim.h"

#include <string.h>

#include "base/memory.h"
#include "property/automaton.h"

// --- formulas -----------------------------------------------------------------------------------------------

static bool is_about_one_state(const Formulas *formulas, Formula formula) {
    const FormulaNode *node = formula_node(formulas, formula);
    if (node->kind == FORMULA_AND || node->kind == FORMULA_OR)
        return is_about_one_state(formulas, node->left) && is_about_one_state(formulas, node->right);
    return node->kind <= FORMULA_FAILS;
}

bool claims_add(Claims *claims, const char *text, bool always, Error *err) {
    Claim *claim = array_add(&claims->claims);
    claim->always = always;
    claim->first_saying = claims->sayings;
    claim->first_variable = claims->variables;
    if (!property_parse(&claim->property, text, err)) return false;
    claims->sayings += claim->property.propositions.count;
    claims->variables += claim->property.variables.count;
    if (claims->variables > SAYING_VARIABLES)
        return fail(err, "formulas have more than %d variables in all", SAYING_VARIABLES);
    if (!always || is_about_one_state(&claim->property.formulas, claim->property.formula)) return true;
    return fail(err, "--always is about single states: %s speaks of later ones, so give it to --ltl", text);
}

void claims_drop(Claims *claims) {
    Claim claim = array_pop(&claims->claims);
    claims->sayings = claim.first_saying;
    claims->variables = claim.first_variable;
    property_free(&claim.property);
}

bool claims_have_paths(const Claims *claims) {
    for (uint32_t i = 0; i < claims->claims.count; i++)
        if (!claims->claims.items[i].always) return true;
    return false;
}

bool claims_have_states(const Claims *claims) {
    for (uint32_t i = 0; i < claims->claims.count; i++)
        if (claims->claims.items[i].always) return true;
    return false;
}

void claims_free(Claims *claims) {
    for (uint32_t i = 0; i < claims->claims.count; i++) property_free(&claims->claims.items[i].property);
    for (uint32_t i = 0; i < claims->lassos.count; i++) {
        text_free(&claims->lassos.items[i].told);
        text_free(&claims->lassos.items[i].names);
    }
    array_free(&claims->claims);
    array_free(&claims->lassos);
    array_free(&claims->now);
    intern_free(&claims->texts);
    intern_free(&claims->letters);
}

// --- what is to be watched ----------------------------------------------------------------------------------

static uint32_t find_variable(void *context, const char *name) {
    const Claim *claim = context;
    for (uint32_t i = 0; i < claim->property.variables.count; i++)
        if (strcmp(claim->property.variables.items[i], name) == 0) return claim->first_variable + i;
    return SAYING_VARIABLES;
}

static bool watch(Claim *claim, Machine *machine, Error *err) {
    uint32_t count = claim->property.propositions.count, wrong = 0;
    Saying *sayings = memory_zeroed(count + 1, sizeof *sayings);
    Error why;
    bool good = true;
    for (uint32_t i = 0; i < count && good; i++) {
        const Proposition *p = &claim->property.propositions.items[i];
        bool named = p->kind == PROPOSITION_NAMED, call = p->kind == PROPOSITION_CALL;
        sayings[i] = (Saying){.kind = named ? SAYING_NAMED : call ? SAYING_CALL : SAYING_NONE};
        if (named || call) {
            sayings[i].module = p->module;
            sayings[i].name = p->name;
            sayings[i].arguments = (const char *const *)p->arguments.items;
            sayings[i].argument_count = p->arguments.count;
        }
        if (call && p->variables)
            good = property_fail(&claim->property, p->column, err,
                                 "what a function is given is a term without variables: let it look at the state");
    }
    if (good && !machine_watch(machine, sayings, count, find_variable, claim, &wrong, &why))
        good = property_fail(&claim->property, claim->property.propositions.items[wrong].column, err, "%s", why.text);
    memory_free(sayings);
    return good;
}

// Of a variable that only ever is compared nobody knows what it may be.
static bool check_bound(const Claim *claim, Error *err) {
    uint64_t bound = 0;
    for (uint32_t i = 0; i < claim->property.propositions.count; i++)
        if (claim->property.propositions.items[i].kind == PROPOSITION_NAMED)
            bound |= claim->property.propositions.items[i].variables;
    for (uint32_t i = 0; i < claim->property.propositions.count; i++) {
        const Proposition *p = &claim->property.propositions.items[i];
        uint64_t unbound = p->variables & ~bound;
        if (unbound)
            return property_fail(&claim->property, p->column, err, "%s is not bound by any event or fact",
                                 claim->property.variables.items[__builtin_ctzll(unbound)]);
    }
    return true;
}

bool claims_watch(Claims *claims, Machine *machine, Error *err) {
    for (; claims->watched < claims->claims.count; claims->watched++) {
        Claim *claim = &claims->claims.items[claims->watched];
        if (!check_bound(claim, err) || !watch(claim, machine, err)) return false;
    }
    if (claims_have_paths(claims)) machine_keep_processes(machine);
    return true;
}

// --- what holds in a step -----------------------------------------------------------------------------------

static void take_saying(void *context, uint32_t saying, const SayingValue *values) {
    Claims *claims = context;
    Held held = {.saying = saying};
    bool added;
    for (uint32_t i = 0; i < SAYING_VARIABLES; i++) {
        if (!values[i].text) continue;
        held.values[i] = intern_add(&claims->texts, values[i].text, strlen(values[i].text), &added);
        claims->referring |= values[i].has_reference;
    }
    array_push(&claims->now, held);
}

static void note_held(Claims *claims) {
    for (uint32_t i = 0; i < claims->now.count; i++)
        for (uint32_t j = 0; j < claims->claims.count; j++) {
            Claim *claim = &claims->claims.items[j];
            uint32_t place = claims->now.items[i].saying - claim->first_saying;
            if (claims->now.items[i].saying >= claim->first_saying && place < claim->property.propositions.count)
                claim->held |= (uint64_t)1 << place;
        }
}

static void ask(Claims *claims, Machine *machine, bool ended, bool repeated) {
    array_clear(&claims->now);
    machine_say(machine, ended, repeated, take_saying, claims);
    note_held(claims);
}

// --- values of variables
// ------------------------------------------------------------------------------------- A choice
// gives each variable of a claim the number of a text, or UNSEEN + its place for a value of its own
// that never occurs.

enum { UNSEEN = 1u << 30, VARIABLES_MOST = 16 };

static bool fits(const Claim *claim, const Held *held, const uint32_t *choice) {
    for (uint32_t i = 0; i < claim->property.variables.count; i++) {
        uint32_t value = held->values[claim->first_variable + i];
        if (value && value != choice[i]) return false;
    }
    return true;
}

static bool is_variable_name(const char *text) {
    return (*text >= 'A' && *text <= 'Z' && !(text[0] == 'P' && (text[1] == 0 || text[1] == '.'))) || *text == '_';
}

static uint32_t value_of(Claims *claims, const Claim *claim, const uint32_t *choice, const char *text) {
    bool added;
    for (uint32_t i = 0; is_variable_name(text) && i < claim->property.variables.count; i++)
        if (strcmp(claim->property.variables.items[i], text) == 0) return choice[i];
    return intern_add(&claims->texts, text, strlen(text), &added);
}

// The propositions that hold, given values.
static uint64_t letter_of(Claims *claims, const Claim *claim, const Held *all, uint32_t count, const uint32_t *choice) {
    uint64_t letter = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = all[i].saying - claim->first_saying;
        bool own = all[i].saying >= claim->first_saying && place < claim->property.propositions.count;
        if (own && fits(claim, &all[i], choice)) letter |= (uint64_t)1 << place;
    }
    for (uint32_t i = 0; i < claim->property.propositions.count; i++) {
        const Proposition *p = &claim->property.propositions.items[i];
        if (p->kind != PROPOSITION_EQUAL) continue;
        if (value_of(claims, claim, choice, p->arguments.items[0]) ==
            value_of(claims, claim, choice, p->arguments.items[1]))
            letter |= (uint64_t)1 << i;
    }
    return letter;
}

typedef struct {
    ARRAY(uint32_t) values[VARIABLES_MOST];   // that each variable may have
    uint32_t at[VARIABLES_MOST], choice[VARIABLES_MOST];
    uint32_t count;
} Choices;

static void add_value(Choices *choices, uint32_t variable, uint32_t value) {
    for (uint32_t i = 0; i < choices->values[variable].count; i++)
        if (choices->values[variable].items[i] == value) return;
    array_push(&choices->values[variable], value);
}

static void add_values(Choices *choices, const Claim *claim, const Held *all, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < choices->count; j++)
            if (all[i].values[claim->first_variable + j])
                add_value(choices, j, all[i].values[claim->first_variable + j]);
}

static void choices_begin(Choices *choices, const Claim *claim) {
    *choices = (Choices){.count = claim->property.variables.count};
    for (uint32_t i = 0; i < choices->count; i++) array_push(&choices->values[i], UNSEEN + i);
}

// The first, or the next choice. False: there are no more.
static bool choices_set(Choices *choices) {
    for (uint32_t i = 0; i < choices->count; i++) choices->choice[i] = choices->values[i].items[choices->at[i]];
    return true;
}

static bool choices_next(Choices *choices) {
    uint32_t i = 0;
    while (i < choices->count && ++choices->at[i] == choices->values[i].count) choices->at[i++] = 0;
    return i < choices->count && choices_set(choices);
}

static void choices_free(Choices *choices) {
    for (uint32_t i = 0; i < choices->count; i++) array_free(&choices->values[i]);
}

static void tell_choice(Claims *claims, const Claim *claim, const uint32_t *choice, Text *out) {
    for (uint32_t i = 0; i < claim->property.variables.count; i++) {
        if (choice[i] >= UNSEEN) continue;
        size_t size;
        const uint8_t *text = intern_bytes(&claims->texts, choice[i], &size);
        text_format(out, "%s%s = %.*s", out->size ? ", " : "", claim->property.variables.items[i], (int)size,
                    (const char *)text);
    }
}

// --- invariants ---------------------------------------------------------------------------------------------

static bool is_true(const Formulas *formulas, Formula formula, uint64_t letter) {
    const FormulaNode *node = formula_node(formulas, formula);
    switch (node->kind) {
    case FORMULA_HOLDS: return letter >> node->left & 1;
    case FORMULA_FAILS: return !(letter >> node->left & 1);
    case FORMULA_AND: return is_true(formulas, node->left, letter) && is_true(formulas, node->right, letter);
    case FORMULA_OR: return is_true(formulas, node->left, letter) || is_true(formulas, node->right, letter);
    default: return formula == FORMULA_TRUE;
    }
}

// Values for which it is true, or for which it is not, told. False: there are none.
static bool find_choice(Claims *claims, const Claim *claim, bool truth, Text *values) {
    Choices choices;
    bool found = false;
    choices_begin(&choices, claim);
    add_values(&choices, claim, claims->now.items, claims->now.count);
    choices_set(&choices);
    do {
        uint64_t letter = letter_of(claims, claim, claims->now.items, claims->now.count, choices.choice);
        found = is_true(&claim->property.formulas, claim->property.formula, letter) == truth;
    } while (!found && choices_next(&choices));
    if (found) tell_choice(claims, claim, choices.choice, values);
    choices_free(&choices);
    return found;
}

static bool invariant_holds(Claims *claims, const Claim *claim, Text *why) {
    Text values = {0};
    bool fails = find_choice(claims, claim, false, &values);
    if (fails) text_format(why, "not always %s", claim->property.text);
    if (values.size) text_format(why, ": here with %s", text_string(&values));
    text_free(&values);
    return !fails;
}

bool claims_meet(Claims *claims, uint32_t claim, Machine *machine, bool ended, bool repeated, Text *values) {
    ask(claims, machine, ended, repeated);
    return find_choice(claims, &claims->claims.items[claim], true, values);
}

bool claims_hold(Claims *claims, Machine *machine, bool ended, Text *why) {
    bool asked = false;
    for (uint32_t i = 0; i < claims->claims.count; i++) {
        if (!claims->claims.items[i].always) continue;
        if (!asked) ask(claims, machine, ended, false);
        asked = true;
        if (!invariant_holds(claims, &claims->claims.items[i], why)) return false;
    }
    return true;
}

// --- the graph ----------------------------------------------------------------------------------------------

uint32_t claims_letter(Claims *claims, Machine *machine, bool ended, bool repeated) {
    bool added;
    ask(claims, machine, ended, repeated);
    return intern_add(&claims->letters, claims->now.items, claims->now.count * sizeof(Held), &added);
}

typedef struct {
    uint32_t state, at;   // of the automaton
} ProductNode;

typedef struct {
    uint32_t to, actor, marks, edge;   // edge: of the graph of states; UINT32_MAX: the first letter
} ProductEdge;

typedef struct {
    const StateGraph *graph;
    const Automaton *automaton;
    const uint32_t *first;   // of each state, its first edge in `sorted`
    const uint32_t *sorted;
    const uint64_t *letters;   // by number minus 1
    const uint32_t *owed;      // by edge, from 0 on
    ARRAY(ProductNode) nodes;
    Hash numbers;
    ARRAY(ProductEdge) edges;
    ARRAY(uint32_t) edge_first;
} Product;

static uint32_t node_of(Product *p, uint32_t state, uint32_t at) {
    HashEntry *entry = hash_insert(&p->numbers, (uint64_t)state << 32 | at);
    if (!entry->number) {
        array_push(&p->nodes, (ProductNode){state, at});
        entry->number = p->nodes.count;
    }
    return (uint32_t)entry->number - 1;
}

// All ways of the automaton to read what is known of a step.
static void read(Product *p, uint32_t at, uint32_t to, uint32_t letter, uint32_t actor, uint32_t edge) {
    const Automaton *a = p->automaton;
    for (uint32_t i = a->first[at]; i < a->first[at + 1]; i++)
        if (automaton_edge_reads(&a->edges[i], p->letters[letter - 1]))
            array_push(&p->edges, (ProductEdge){node_of(p, to, a->edges[i].to), actor, a->edges[i].marks, edge});
}

static void build(Product *p) {
    node_of(p, 0, 0);   // before the first state
    for (uint32_t at = 0; at < p->nodes.count; at++) {
        ProductNode node = p->nodes.items[at];
        array_push(&p->edge_first, p->edges.count);
        if (node.state == 0)
            read(p, node.at, 1, p->graph->first_letter, NO_ACTOR, UINT32_MAX);
        else
            for (uint32_t i = p->first[node.state]; i < p->first[node.state + 1]; i++) {
                const StateEdge *edge = &p->graph->edges.items[p->sorted[i]];
                read(p, node.at, edge->to, edge->letter, p->owed[p->sorted[i]], p->sorted[i]);
            }
    }
    array_push(&p->edge_first, p->edges.count);
}

// Numbers for whom steps are owed to, from 0 on.
typedef struct {
    uint32_t *first, *sorted;   // edges by where they begin
    uint32_t *owed;             // of each edge
    uint32_t *able;             // as in the graph
    uint32_t actor_count;
} Prepared;

static uint32_t small_number(Hash *numbers, uint32_t owed) {
    if (owed == NO_ACTOR) return NO_ACTOR;
    HashEntry *entry = hash_insert(numbers, owed);
    if (!entry->number) entry->number = numbers->count;
    return (uint32_t)entry->number - 1;
}

static Prepared prepare(const StateGraph *graph, Machine *machine, uint32_t states) {
    Prepared p = {.first = memory_zeroed(states + 3, sizeof(uint32_t)),
                  .sorted = memory_new((graph->edges.count + 1) * sizeof(uint32_t)),
                  .owed = memory_new((graph->edges.count + 1) * sizeof(uint32_t)),
                  .able = memory_new((graph->able.count + 1) * sizeof(uint32_t))};
    Hash numbers = {0};
    for (uint32_t i = 0; i < graph->edges.count; i++) p.first[graph->edges.items[i].from + 1]++;
    for (uint32_t i = 1; i < states + 2; i++) p.first[i] += p.first[i - 1];
    uint32_t *next = memory_new((states + 3) * sizeof *next);
    memcpy(next, p.first, (states + 3) * sizeof *next);
    for (uint32_t i = 0; i < graph->edges.count; i++) {
        Actor actor = graph->edges.items[i].actor;
        p.sorted[next[graph->edges.items[i].from]++] = i;
        p.owed[i] = small_number(&numbers, actor == NO_ACTOR ? NO_ACTOR : machine_owed(machine, actor));
    }
    for (uint32_t i = 0; i < graph->able.count; i++) p.able[i] = small_number(&numbers, graph->able.items[i]);
    p.actor_count = numbers.count;
    memory_free(next);
    hash_free(&numbers);
    return p;
}

static void prepared_free(Prepared *p) {
    memory_free(p->first);
    memory_free(p->sorted);
    memory_free(p->owed);
    memory_free(p->able);
}

// --- lassos -------------------------------------------------------------------------------------------------

static bool find_lasso(Claims *claims, const Product *p, const Prepared *prepared, Lasso *lasso) {
    uint32_t nodes = p->nodes.count, edges = p->edges.count;
    uint32_t *to = memory_new((edges + 1) * sizeof *to), *actor = memory_new((edges + 1) * sizeof *actor),
             *marks = memory_new((edges + 1) * sizeof *marks);
    uint32_t *able_first = memory_new((nodes + 1) * sizeof *able_first);
    ARRAY(uint32_t) able = {0};
    for (uint32_t i = 0; i < edges; i++)
        to[i] = p->edges.items[i].to, actor[i] = p->edges.items[i].actor, marks[i] = p->edges.items[i].marks;
    for (uint32_t i = 0; i < nodes; i++) {
        uint32_t state = p->nodes.items[i].state;
        able_first[i] = able.count;
        if (state == 0) continue;
        for (uint32_t j = p->graph->able_first.items[state - 1]; j < p->graph->able_first.items[state]; j++)
            array_push(&able, prepared->able[j]);
    }
    able_first[nodes] = able.count;
    FairGraph fair = {.graph = {p->edge_first.items, to, nodes},
                      .actor = actor,
                      .marks = marks,
                      .able_first = able_first,
                      .able = able.items,
                      .actor_count = prepared->actor_count,
                      .all_marks = p->automaton->mark_count == 32 ? UINT32_MAX : (1u << p->automaton->mark_count) - 1,
                      .fairness = claims->fairness};
    bool found = emptiness_find(&fair, lasso);
    memory_free(to);
    memory_free(actor);
    memory_free(marks);
    memory_free(able_first);
    array_free(&able);
    return found;
}

static void take_edges(const Product *p, const Steps *steps, Steps *out) {
    for (uint32_t i = 0; i < steps->count; i++) {
        uint32_t edge = p->edges.items[steps->items[i]].edge;
        if (edge != UINT32_MAX && p->graph->edges.items[edge].actor != NO_ACTOR) array_push(out, edge);
    }
}

static bool tell_lasso(Claims *claims, uint32_t index, const Product *p, const Lasso *lasso, const uint32_t *choice,
                       struct StatesWalk *walk, Error *err) {
    Steps path = {0};
    Liveness told = {.claim = index};
    take_edges(p, &lasso->prefix, &path);
    told.prefix = path.count;
    take_edges(p, &lasso->cycle, &path);
    told.cycle = path.count - told.prefix;
    tell_choice(claims, &claims->claims.items[index], choice, &told.told);
    bool found = states_path(walk, p->graph->edges.items, path.items, path.count, &told.names);
    array_free(&path);
    if (!found)
        fail(err,
             "a path that violates %s cannot be followed again: that is a mistake of weft, please "
             "report it",
             claims->claims.items[index].property.text);
    array_push(&claims->lassos, told);
    return found;
}

// --- deciding -----------------------------------------------------------------------------------------------

static uint64_t *letters_for(Claims *claims, const Claim *claim, const uint32_t *choice) {
    uint32_t count = intern_count(&claims->letters);
    uint64_t *letters = memory_new((count + 1) * sizeof *letters);
    for (uint32_t i = 0; i < count; i++) {
        size_t size;
        const uint8_t *bytes = intern_bytes(&claims->letters, i + 1, &size);
        Held *all = memory_new(size + 1);
        if (size) memcpy(all, bytes, size);
        letters[i] = letter_of(claims, claim, all, (uint32_t)(size / sizeof(Held)), choice);
        memory_free(all);
    }
    return letters;
}

typedef struct {
    Claims *claims;
    uint32_t index;
    const StateGraph *graph;
    const Prepared *prepared;
    const Automaton *automaton;
    struct StatesWalk *walk;
} Question;

// `found`: with these values there is a counterexample, which was told.
static bool decide_choice(const Question *q, const uint32_t *choice, bool *found, Error *err) {
    Lasso lasso = {0};
    uint64_t *letters = letters_for(q->claims, &q->claims->claims.items[q->index], choice);
    Product p = {.graph = q->graph,
                 .automaton = q->automaton,
                 .first = q->prepared->first,
                 .sorted = q->prepared->sorted,
                 .letters = letters,
                 .owed = q->prepared->owed};
    build(&p);
    *found = find_lasso(q->claims, &p, q->prepared, &lasso);
    bool told = !*found || tell_lasso(q->claims, q->index, &p, &lasso, choice, q->walk, err);
    if (*found) lasso_free(&lasso);
    memory_free(letters);
    array_free(&p.nodes);
    array_free(&p.edges);
    array_free(&p.edge_first);
    hash_free(&p.numbers);
    return told;
}

static void collect_values(Choices *choices, Claims *claims, const Claim *claim) {
    for (uint32_t i = 1; i <= intern_count(&claims->letters); i++) {
        size_t size;
        const uint8_t *bytes = intern_bytes(&claims->letters, i, &size);
        Held *all = memory_new(size + 1);
        if (size) memcpy(all, bytes, size);
        add_values(choices, claim, all, (uint32_t)(size / sizeof(Held)));
        memory_free(all);
    }
}

static bool decide(Question *q, Error *err) {
    Claim *claim = &q->claims->claims.items[q->index];
    Automaton automaton;
    Formulas *formulas = &claim->property.formulas;
    if (!automaton_build(&automaton, formulas, formula_not(formulas, claim->property.formula), err)) return false;
    q->automaton = &automaton;
    Choices choices;
    bool good = true, found = false;
    choices_begin(&choices, claim);
    collect_values(&choices, q->claims, claim);
    choices_set(&choices);
    if (automaton.state_count > 0) do
            good = decide_choice(q, choices.choice, &found, err);
        while (good && !found && choices_next(&choices));
    choices_free(&choices);
    automaton_free(&automaton);
    return good;
}

bool claims_decide(Claims *claims, struct StatesWalk *walk, const StatesResult *result, Error *err) {
    bool good = true;
    if (claims->referring)
        return fail(err, "a variable stands for a value with a reference in it, which is another "
                         "one in each state: leave it out of the formula, with _");
    Prepared prepared = prepare(&result->graph, states_machine(walk), (uint32_t)result->states);
    for (uint32_t i = 0; i < claims->claims.count && good; i++) {
        if (claims->claims.items[i].always) continue;
        Question question = {claims, i, &result->graph, &prepared, NULL, walk};
        good = decide(&question, err);
    }
    prepared_free(&prepared);
    return good;
}

void claims_tell_unheld(const Claims *claims, Text *out) {
    for (uint32_t i = 0; i < claims->claims.count; i++) {
        const Claim *claim = &claims->claims.items[i];
        for (uint32_t j = 0; j < claim->property.propositions.count; j++) {
            const Proposition *p = &claim->property.propositions.items[j];
            if (p->kind == PROPOSITION_NAMED && !(claim->held >> j & 1)) text_format(out, "%s\n", p->text);
        }
    }
}
