// Formulas, automata and emptiness against the plainest things that mean the same: formulas are
// made as trees, written as text and read again; a tree is evaluated on a lasso of letters from its
// definition; whether a system has a path of which a tree holds is found by nested fixpoints over
// truth assignments (a tableau), without automata or components.
#include "property/emptiness.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/chance.h"
#include "base/memory.h"
#include "base/text.h"
#include "property/automaton.h"
#include "property/property.h"
#include "tap.h"

enum { PROPOSITIONS = 3, MOST_TREES = 64, MOST_LETTERS = 12 };

// --- trees --------------------------------------------------------------------------------------------------

typedef enum {
    T_TRUE,
    T_FALSE,
    T_PROPOSITION,
    T_NOT,
    T_NEXT,
    T_EVENTUALLY,
    T_ALWAYS,
    T_UNTIL,
    T_WEAK,
    T_RELEASE,
    T_AND,
    T_OR,
    T_IMPLIES,
    T_IFF
} Kind;

typedef struct {
    Kind kind;
    unsigned proposition, left, right;   // trees below it have smaller numbers
} Tree;

typedef struct {
    Tree trees[MOST_TREES];
    unsigned count, temporal;   // so many operators that look beyond this step
} Trees;

static bool is_temporal(Kind kind) { return kind >= T_NEXT && kind <= T_RELEASE; }
static bool is_binary(Kind kind) { return kind >= T_UNTIL; }

static unsigned grow(Chance *chance, Trees *trees, unsigned size, unsigned most_temporal) {
    Tree tree = {.kind = T_PROPOSITION, .proposition = chance_below(chance, PROPOSITIONS)};
    if (size <= 1) {
        unsigned leaf = chance_below(chance, 12);
        if (leaf < 2) tree.kind = leaf == 0 ? T_TRUE : T_FALSE;
    } else {
        do tree.kind = T_NOT + chance_below(chance, T_IFF - T_NOT + 1);
        while (is_temporal(tree.kind) && trees->temporal == most_temporal);
        trees->temporal += is_temporal(tree.kind);
        unsigned left = is_binary(tree.kind) ? chance_below(chance, size - 1) : size - 1;
        tree.left = grow(chance, trees, left, most_temporal);
        if (is_binary(tree.kind)) tree.right = grow(chance, trees, size - 1 - left, most_temporal);
    }
    trees->trees[trees->count] = tree;
    return trees->count++;
}

static void write_tree(const Trees *trees, unsigned at, Text *out) {
    static const char *signs[] = {
        [T_NOT] = "!",     [T_NEXT] = "X", [T_EVENTUALLY] = "F", [T_ALWAYS] = "G",   [T_UNTIL] = "U", [T_WEAK] = "W",
        [T_RELEASE] = "R", [T_AND] = "&",  [T_OR] = "|",         [T_IMPLIES] = "->", [T_IFF] = "<->"};
    const Tree *tree = &trees->trees[at];
    if (tree->kind == T_TRUE)
        text_add(out, "true");
    else if (tree->kind == T_FALSE)
        text_add(out, "false");
    else if (tree->kind == T_PROPOSITION)
        text_format(out, "p%u", tree->proposition);
    else {
        text_add_char(out, '(');
        if (is_binary(tree->kind)) write_tree(trees, tree->left, out);
        text_format(out, " %s ", signs[tree->kind]);
        write_tree(trees, is_binary(tree->kind) ? tree->right : tree->left, out);
        text_add_char(out, ')');
    }
}

// --- words --------------------------------------------------------------------------------------------------

typedef struct {
    unsigned letters[MOST_LETTERS], count,
        loop;   // after the last letter comes that of number `loop`
} Word;

static bool combine(Kind kind, bool left, bool right) {
    switch (kind) {
    case T_NOT: return !left;
    case T_AND: return left && right;
    case T_OR: return left || right;
    case T_IMPLIES: return !left || right;
    default: return left == right;
    }
}

// What an operator says now, by what its operands say now and itself (or X's operand) in the next
// step.
static bool unfold(Kind kind, bool left, bool right, bool next) {
    switch (kind) {
    case T_NEXT: return next;
    case T_EVENTUALLY: return left || next;
    case T_ALWAYS: return left && next;
    case T_UNTIL:
    case T_WEAK: return right || (left && next);
    default: return right && (left || next);
    }
}

static bool is_least(Kind kind) { return kind == T_EVENTUALLY || kind == T_UNTIL; }

static bool holds_on(const Trees *trees, unsigned root, const Word *word) {
    bool holds[MOST_TREES][MOST_LETTERS];
    for (unsigned at = 0; at <= root; at++) {
        const Tree *tree = &trees->trees[at];
        for (unsigned i = 0; i < word->count; i++)
            holds[at][i] =
                tree->kind == T_TRUE || (tree->kind == T_PROPOSITION && word->letters[i] >> tree->proposition & 1);
        if (tree->kind <= T_PROPOSITION) continue;
        for (unsigned i = 0; i < word->count; i++) holds[at][i] = !is_least(tree->kind);
        for (unsigned round = 0; round <= word->count; round++)
            for (unsigned i = word->count; i-- > 0;) {
                unsigned next = i + 1 < word->count ? i + 1 : word->loop;
                bool left = holds[tree->left][i], right = holds[tree->right][i];
                if (is_temporal(tree->kind))
                    holds[at][i] = unfold(tree->kind, left, right, holds[tree->kind == T_NEXT ? tree->left : at][next]);
                else
                    holds[at][i] = combine(tree->kind, left, right);
            }
    }
    return holds[root][0];
}

// --- systems ------------------------------------------------------------------------------------------------

enum { NODES = 4, EDGES = 10, ACTORS = 3 };

typedef struct {
    unsigned nodes, edges;
    struct {
        unsigned from, to, letter, actor;   // ACTORS: nobody
    } edge[EDGES];
    unsigned able[NODES];   // actors, in bits
} System;

static System random_system(Chance *chance) {
    System system = {.nodes = 1 + chance_below(chance, NODES)};
    for (unsigned i = 0; i < EDGES && (i < system.nodes || chance_below(chance, 8) > 0); i++) {
        unsigned from = i < system.nodes ? i : chance_below(chance, system.nodes),
                 actor = chance_below(chance, ACTORS + 1);
        system.edge[i].from = from, system.edge[i].actor = actor;
        system.edge[i].to = chance_below(chance, system.nodes),
        system.edge[i].letter = chance_below(chance, 1 << PROPOSITIONS);
        if (actor < ACTORS) system.able[from] |= 1u << actor;
        system.edges++;
    }
    return system;
}

// --- the reference ------------------------------------------------------------------------------------------

enum { MOST_TEMPORAL = 5, STATES = EDGES << MOST_TEMPORAL };

// A state is an edge and what each temporal operator says when it is taken.
typedef struct {
    const System *system;
    const Trees *trees;
    unsigned temporal[MOST_TEMPORAL];   // trees, by their bits
    unsigned bits;
    bool values[STATES][MOST_TREES];
    ARRAY(uint16_t) next[STATES];
    bool allowed[STATES];                       // by the subset of actors that may be able
    bool met[MOST_TEMPORAL + ACTORS][STATES];   // conditions that have to be met again and again
    unsigned conditions;
} Tableau;

static unsigned states_of(const Tableau *tableau) { return tableau->system->edges << tableau->bits; }
static unsigned edge_of(const Tableau *tableau, unsigned state) { return state >> tableau->bits; }

static void fill_values(Tableau *tableau, unsigned state) {
    unsigned letter = tableau->system->edge[edge_of(tableau, state)].letter, bit = 0;
    for (unsigned at = 0; at < tableau->trees->count; at++) {
        const Tree *tree = &tableau->trees->trees[at];
        bool *value = tableau->values[state];
        if (is_temporal(tree->kind))
            value[at] = state >> bit++ & 1;
        else if (tree->kind > T_PROPOSITION)
            value[at] = combine(tree->kind, value[tree->left], value[tree->right]);
        else
            value[at] = tree->kind == T_TRUE || (tree->kind == T_PROPOSITION && letter >> tree->proposition & 1);
    }
}

static bool follows(const Tableau *tableau, unsigned state, unsigned after) {
    const bool *now = tableau->values[state], *then = tableau->values[after];
    for (unsigned bit = 0; bit < tableau->bits; bit++) {
        unsigned at = tableau->temporal[bit];
        const Tree *tree = &tableau->trees->trees[at];
        bool next = then[tree->kind == T_NEXT ? tree->left : at];
        if (now[at] != unfold(tree->kind, now[tree->left], now[tree->right], next)) return false;
    }
    return true;
}

// What a least operator says it fulfils some time, and what a greatest one denies fails some time.
static bool is_met(const Tableau *tableau, unsigned at, unsigned state) {
    const Tree *tree = &tableau->trees->trees[at];
    const bool *value = tableau->values[state];
    switch (tree->kind) {
    case T_EVENTUALLY: return !value[at] || value[tree->left];
    case T_UNTIL: return !value[at] || value[tree->right];
    case T_ALWAYS: return value[at] || !value[tree->left];
    case T_WEAK: return value[at] || (!value[tree->left] && !value[tree->right]);
    case T_RELEASE: return value[at] || !value[tree->right];
    default: return true;
    }
}

static void fill_tableau(Tableau *tableau, const System *system, const Trees *trees) {
    tableau->system = system, tableau->trees = trees, tableau->bits = 0;
    for (unsigned at = 0; at < trees->count; at++)
        if (is_temporal(trees->trees[at].kind)) tableau->temporal[tableau->bits++] = at;
    for (unsigned state = 0; state < states_of(tableau); state++) fill_values(tableau, state);
    for (unsigned state = 0; state < states_of(tableau); state++) {
        array_clear(&tableau->next[state]);
        for (unsigned after = 0; after < states_of(tableau); after++) {
            bool adjacent = system->edge[edge_of(tableau, state)].to == system->edge[edge_of(tableau, after)].from;
            if (adjacent && follows(tableau, state, after)) array_push(&tableau->next[state], (uint16_t)after);
        }
        for (unsigned bit = 0; bit < tableau->bits; bit++)
            tableau->met[bit][state] = is_met(tableau, tableau->temporal[bit], state);
    }
}

static void free_tableau(Tableau *tableau) {
    for (unsigned state = 0; state < STATES; state++) array_free(&tableau->next[state]);
}

static bool steps_into(const Tableau *tableau, unsigned state, const bool *set) {
    for (uint32_t i = 0; i < tableau->next[state].count; i++)
        if (set[tableau->next[state].items[i]]) return true;
    return false;
}

// States of `inside` with a path within it to one that meets a condition (least fixpoint).
static void reach(const Tableau *tableau, const bool *inside, const bool *met, bool *reaching) {
    unsigned count = states_of(tableau);
    for (unsigned state = 0; state < count; state++) reaching[state] = inside[state] && met[state];
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned state = count; state-- > 0;)
            if (inside[state] && !reaching[state] && steps_into(tableau, state, reaching))
                reaching[state] = changed = true;
    }
}

// States from which a path meets all conditions again and again (greatest fixpoint; Emerson and Lei
// 1986).
static void fair_states(const Tableau *tableau, bool *fair) {
    static bool reaching[STATES];
    unsigned count = states_of(tableau);
    memcpy(fair, tableau->allowed, count);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned condition = 0; condition <= tableau->conditions; condition++) {
            if (condition < tableau->conditions)
                reach(tableau, fair, tableau->met[condition], reaching);
            else
                memcpy(reaching, fair, count);
            for (unsigned state = 0; state < count; state++)
                if (fair[state] && !steps_into(tableau, state, reaching)) fair[state] = false, changed = true;
        }
    }
}

static bool reaches_fair(const Tableau *tableau, unsigned root, const bool *fair) {
    static bool all[STATES], reaching[STATES];
    memset(all, true, sizeof all);
    reach(tableau, all, fair, reaching);
    for (unsigned state = 0; state < states_of(tableau); state++)
        if (reaching[state] && tableau->system->edge[edge_of(tableau, state)].from == 0 && tableau->values[state][root])
            return true;
    return false;
}

// Whether the system has a path that is fair and of which the tree holds. Strong fairness is tried
// for each set of actors that are able again and again: the others are so no longer from some time
// on.
static bool has_path(Tableau *tableau, unsigned root, Fairness fairness) {
    static bool fair[STATES];
    const System *system = tableau->system;
    for (unsigned set = 0; set < (fairness == FAIRNESS_STRONG ? 1u << ACTORS : 1u); set++) {
        tableau->conditions = tableau->bits;
        for (unsigned actor = 0; actor < ACTORS && fairness != FAIRNESS_NONE; actor++) {
            if (fairness == FAIRNESS_STRONG && !(set >> actor & 1)) continue;
            bool *met = tableau->met[tableau->conditions++];
            for (unsigned state = 0; state < states_of(tableau); state++) {
                unsigned edge = edge_of(tableau, state), able = system->able[system->edge[edge].from];
                met[state] = system->edge[edge].actor == actor || (fairness == FAIRNESS_WEAK && !(able >> actor & 1));
            }
        }
        for (unsigned state = 0; state < states_of(tableau); state++) {
            unsigned able = system->able[system->edge[edge_of(tableau, state)].from];
            tableau->allowed[state] = fairness != FAIRNESS_STRONG || (able & ~set) == 0;
        }
        fair_states(tableau, fair);
        if (reaches_fair(tableau, root, fair)) return true;
    }
    return false;
}

// --- the product --------------------------------------------------------------------------------------------

typedef struct {
    uint32_t first[1 << 16], able_first[1 << 16];
    ARRAY(uint32_t) to, actor, marks, step, able;   // step: the edge of the system
    ARRAY(uint32_t) nodes;                          // number of the system's node and the automaton's state
    Hash numbers;
} Product;

static uint32_t product_node(Product *product, uint32_t node, uint32_t state) {
    HashEntry *entry = hash_insert(&product->numbers, (uint64_t)state * NODES + node);
    if (entry->number == 0) {
        array_push(&product->nodes, state * NODES + node);
        entry->number = product->nodes.count;
    }
    return (uint32_t)entry->number - 1;
}

static void add_edges(Product *product, const System *system, const Automaton *automaton, uint32_t number) {
    uint32_t node = product->nodes.items[number] % NODES, state = product->nodes.items[number] / NODES;
    for (unsigned i = 0; i < system->edges; i++) {
        if (system->edge[i].from != node) continue;
        for (uint32_t e = automaton->first[state]; e < automaton->first[state + 1]; e++) {
            const AutomatonEdge *edge = &automaton->edges[e];
            if (!automaton_edge_reads(edge, system->edge[i].letter)) continue;
            array_push(&product->to, product_node(product, system->edge[i].to, edge->to));
            array_push(&product->actor, system->edge[i].actor == ACTORS ? NO_ACTOR : system->edge[i].actor);
            array_push(&product->marks, edge->marks);
            array_push(&product->step, i);
        }
    }
    for (unsigned actor = 0; actor < ACTORS; actor++)
        if (system->able[node] >> actor & 1) array_push(&product->able, actor);
}

static FairGraph multiply(Product *product, const System *system, const Automaton *automaton, Fairness fairness) {
    hash_clear(&product->numbers);
    array_clear(&product->to), array_clear(&product->actor), array_clear(&product->marks);
    array_clear(&product->step), array_clear(&product->able), array_clear(&product->nodes);
    if (automaton->state_count > 0) product_node(product, 0, 0);
    for (uint32_t number = 0; number < product->nodes.count; number++) {
        product->first[number] = product->to.count, product->able_first[number] = product->able.count;
        add_edges(product, system, automaton, number);
        product->first[number + 1] = product->to.count, product->able_first[number + 1] = product->able.count;
    }
    return (FairGraph){
        .graph = {product->first, product->to.items, product->nodes.count},
        .actor = product->actor.items,
        .marks = product->marks.items,
        .able_first = product->able_first,
        .able = product->able.items,
        .actor_count = ACTORS,
        .all_marks = (uint32_t)(((uint64_t)1 << automaton->mark_count) - 1),
        .fairness = fairness,
    };
}

static void free_product(Product *product) {
    hash_free(&product->numbers);
    array_free(&product->to);
    array_free(&product->actor);
    array_free(&product->marks);
    array_free(&product->step);
    array_free(&product->able);
    array_free(&product->nodes);
    memory_free(product);
}

// Whether the lasso is one of the system, is fair and has the tree hold.
static bool is_witness(const Product *product, const System *system, const Trees *trees, unsigned root,
                       const Lasso *lasso, Fairness fairness) {
    Word word = {.count = 0, .loop = lasso->prefix.count};
    uint32_t length = lasso->prefix.count + lasso->cycle.count, node = 0;
    unsigned acted = 0, sometimes = 0, always = ~0u;
    if (lasso->cycle.count == 0) return false;
    static unsigned letters[1000];
    for (uint32_t i = 0; i < length; i++) {
        uint32_t edge = i < word.loop ? lasso->prefix.items[i] : lasso->cycle.items[i - word.loop],
                 step = product->step.items[edge];
        if (system->edge[step].from != node) return false;
        letters[i] = system->edge[step].letter;
        if (i >= word.loop) {
            if (system->edge[step].actor < ACTORS) acted |= 1u << system->edge[step].actor;
            sometimes |= system->able[node], always &= system->able[node];
        }
        node = system->edge[step].to;
    }
    uint32_t back = lasso->cycle.items[0];
    if (system->edge[product->step.items[back]].from != node) return false;
    if (fairness == FAIRNESS_WEAK && (always & ~acted)) return false;
    if (fairness == FAIRNESS_STRONG && (sometimes & ~acted)) return false;
    if (length > MOST_LETTERS) return true;   // too long for a word here
    memcpy(word.letters, letters, length * sizeof *letters);
    word.count = length;
    return holds_on(trees, root, &word);
}

// --- properties ---------------------------------------------------------------------------------------------

// Reads the text of a tree and builds its automaton; bits of letters are those of the tree's
// propositions.
static bool read_tree(const Trees *trees, unsigned root, Automaton *automaton, Text *text) {
    Property property;
    Error err;
    text_clear(text);
    write_tree(trees, root, text);
    bool done = property_parse(&property, text_string(text), &err) &&
                automaton_build(automaton, &property.formulas, property.formula, &err);
    if (!done) printf("# %s: %s\n", text_string(text), err.text);
    for (uint32_t i = 0; done && i < automaton->first[automaton->state_count]; i++) {
        AutomatonEdge *edge = &automaton->edges[i];
        uint64_t holds = 0, fails = 0;
        for (uint32_t p = 0; p < property.propositions.count; p++) {
            int number = atoi(property.propositions.items[p].text + 1);
            holds |= (edge->holds >> p & 1) << number, fails |= (edge->fails >> p & 1) << number;
        }
        edge->holds = holds, edge->fails = fails;
    }
    property_free(&property);
    return done;
}

static System system_of(const Word *word) {
    System system = {.nodes = word->count, .edges = word->count};
    for (unsigned i = 0; i < word->count; i++) {
        system.edge[i].from = i, system.edge[i].to = i + 1 < word->count ? i + 1 : word->loop;
        system.edge[i].letter = word->letters[i], system.edge[i].actor = ACTORS;
    }
    return system;
}

TEST(an_automaton_accepts_the_words_of_which_its_formula_holds) {
    Product *product = memory_zeroed(1, sizeof *product);
    Text text = {0};
    unsigned accepted = 0, wrong = 0, words = 0;
    for (uint64_t seed = 0; seed < 5000 && wrong == 0; seed++) {
        Chance chance = chance_new(seed, 1);
        Trees trees = {.count = 0};
        unsigned root = grow(&chance, &trees, 2 + chance_below(&chance, 11), 6);
        Automaton automaton;
        if (!read_tree(&trees, root, &automaton, &text)) {
            wrong++;
            continue;
        }
        for (unsigned i = 0; i < 20; i++, words++) {
            Word word = {.count = 1 + chance_below(&chance, NODES)};
            word.loop = chance_below(&chance, word.count);
            for (unsigned l = 0; l < word.count; l++) word.letters[l] = chance_below(&chance, 1 << PROPOSITIONS);
            System system = system_of(&word);
            FairGraph fair = multiply(product, &system, &automaton, FAIRNESS_NONE);
            Lasso lasso;
            bool found = emptiness_find(&fair, &lasso);
            accepted += found;
            if (found != holds_on(&trees, root, &word))
                printf("# seed %d: %s\n", (int)seed, text_string(&text)), wrong++;
            lasso_free(&lasso);
        }
        automaton_free(&automaton);
    }
    free_product(product);
    text_free(&text);
    CHECK(wrong == 0);
    CHECK(accepted > words / 4 && accepted < words * 3 / 4);
}

TEST(a_system_has_a_fair_path_for_a_formula_iff_nested_fixpoints_find_one) {
    static Tableau tableau;
    Product *product = memory_zeroed(1, sizeof *product);
    Text text = {0};
    unsigned found_of[3] = {0}, wrong = 0, differ = 0;
    for (uint64_t seed = 0; seed < 10000 && wrong == 0; seed++) {
        Chance chance = chance_new(seed, 2);
        System system = random_system(&chance);
        Trees trees = {.count = 0};
        unsigned root = grow(&chance, &trees, 2 + chance_below(&chance, 9), seed % 10 == 0 ? MOST_TEMPORAL : 3);
        Automaton automaton;
        if (!read_tree(&trees, root, &automaton, &text)) {
            wrong++;
            continue;
        }
        fill_tableau(&tableau, &system, &trees);
        bool found[3];
        for (Fairness fairness = FAIRNESS_NONE; fairness <= FAIRNESS_STRONG; fairness++) {
            FairGraph fair = multiply(product, &system, &automaton, fairness);
            Lasso lasso;
            found[fairness] = emptiness_find(&fair, &lasso);
            found_of[fairness] += found[fairness];
            bool right = found[fairness] == has_path(&tableau, root, fairness);
            if (found[fairness]) right &= is_witness(product, &system, &trees, root, &lasso, fairness);
            if (!right) printf("# seed %d, fairness %d: %s\n", (int)seed, fairness, text_string(&text)), wrong++;
            lasso_free(&lasso);
        }
        differ += found[FAIRNESS_NONE] != found[FAIRNESS_WEAK] || found[FAIRNESS_WEAK] != found[FAIRNESS_STRONG];
        automaton_free(&automaton);
    }
    free_tableau(&tableau);
    printf("# paths found: %u without fairness, %u weak, %u strong; %u differ\n", found_of[0], found_of[1], found_of[2],
           differ);
    free_product(product);
    text_free(&text);
    CHECK(wrong == 0);
    CHECK(found_of[FAIRNESS_NONE] > found_of[FAIRNESS_WEAK] && found_of[FAIRNESS_WEAK] > found_of[FAIRNESS_STRONG]);
    CHECK(differ > 300);
}
