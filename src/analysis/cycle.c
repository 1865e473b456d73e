// Cycles of calls: a server that waits for its own answer, and servers that wait for each other.
//
// A server A calls B if one of A's callbacks calls, in A's own process, a function that sends a request to the name of
// B. Only servers that every start of the program gives one and the same name are spoken of: of others there may be
// several, and one may call another.
#include <string.h>

#include "analysis/rules.h"

typedef struct {
    uint32_t from, to;   // roles
    const Post *post;    // the request
    Text way;            // from a callback to it
} Edge;

typedef struct {
    Teller *teller;
    ARRAY(Edge) edges;
} Graph;

bool rules_is_single(const Unit *u, uint32_t role) {
    const Role *r = &u->roles.items[role];
    return r->behaviour && !r->any_name && !r->nameless && pool_length(&u->domain.sets, r->names) == 1;
}

static bool is_request(const Unit *u, const Post *post) {
    uint32_t count, atom;
    const uint32_t *elements;
    if (post->system || !value_only_shape(&u->domain, post->value, &count, &elements) || count != 3) return false;
    if (!value_is_atom(&u->domain, elements[0], &atom)) return false;
    Bytes tag = modules_text(u->modules, atom);
    return tag.size == strlen("$gen_call") && memcmp(tag.data, "$gen_call", tag.size) == 0;
}

static bool calls_one_of(const Unit *u, const ModuleCode *m, uint32_t at, const char *const *words, size_t count) {
    uint16_t opcode = m->beam.code[at].opcode;
    if (opcode != BEAM_bif0 && opcode != BEAM_bif1 && opcode != BEAM_call_ext) return false;
    uint64_t import = flow_operands(&m->flow, at)[opcode == BEAM_bif0 ? 0 : 1].value;
    Bytes name = modules_text(u->modules, m->atoms[m->beam.imports[import].function]);
    for (size_t i = 0; i < count; i++)
        if (name.size == strlen(words[i]) && memcmp(name.data, words[i], name.size) == 0) return true;
    return false;
}

// self/0 in a comparison soon after.
static bool compares_itself(const ModuleCode *m, const FlowFunction *flow, uint32_t at) {
    enum { SOON = 12 };
    const BeamOperand *self = &flow_operands(&m->flow, at)[1];
    for (uint32_t i = at + 1; i < flow->end && i <= at + SOON; i++) {
        const BeamInstruction *in = &m->beam.code[i];
        const BeamOperand *o = flow_operands(&m->flow, i);
        bool compares = in->opcode == BEAM_is_eq_exact || in->opcode == BEAM_is_ne_exact || in->opcode == BEAM_is_eq ||
                        in->opcode == BEAM_is_ne || in->opcode == BEAM_bif2;
        for (uint32_t k = 1; compares && k < in->count; k++)
            if (o[k].kind == self->kind && o[k].value == self->value) return true;
    }
    return false;
}

// A function that asks who it is may call only if it is somebody else. The one that calls is believed to ask in more
// ways.
static bool looks_at_itself(const Unit *u, uint32_t function, bool calls) {
    static const char *const own[] = {"self"}, *const ways[] = {"whereis", "self", "get", "process_info"};
    const ModuleCode *m;
    const FlowFunction *flow = rules_flow(u, function, &m);
    for (uint32_t at = flow->entry; at < flow->end; at++) {
        if (calls_one_of(u, m, at, ways, calls ? 4 : 1)) return true;
        if (m->beam.code[at].opcode == BEAM_bif0 && calls_one_of(u, m, at, own, 1) && compares_itself(m, flow, at))
            return true;
    }
    return false;
}

// All functions that a server's callbacks call, and they too, in its process; of each its caller + 1, 0 of callbacks.
static void find_functions(const Unit *u, uint32_t role, Hash *found) {
    uint32_t entries = u->roles.items[role].entries;
    for (uint32_t i = 0; i < pool_length(&u->domain.sets, entries); i++)
        hash_insert(found, pool_words(&u->domain.sets, entries)[i]);
    for (uint32_t i = 0; i < found->count; i++) {
        uint32_t function = (uint32_t)found->entries[i].key, calls = u->functions.items[function].calls;
        if (u->functions.items[function].context || looks_at_itself(u, function, false)) continue;
        for (uint32_t k = 0; k < pool_length(&u->domain.sets, calls); k++) {
            uint32_t called = pool_words(&u->domain.sets, calls)[k];
            if (!hash_find(found, called)) hash_insert(found, called)->number = function + 1;
        }
    }
}

// The callback and what it calls, up to the function.
static void add_way(const Unit *u, const Hash *found, uint32_t function, Text *out) {
    uint64_t caller = hash_find(found, function)->number;
    if (caller) {
        add_way(u, found, (uint32_t)caller - 1, out);
        text_add(out, ", ");
    }
    rules_add_function(u, function, out);
}

static void add_edges(Graph *g, uint32_t role) {
    const Unit *u = g->teller->unit;
    Hash functions = {0};
    find_functions(u, role, &functions);
    for (uint32_t i = 0; i < u->posts.count; i++) {
        const Post *post = &u->posts.items[i];
        if (post->name == 0 || unit_is_guest(u, post->module) || !hash_find(&functions, post->function) ||
            !is_request(u, post))
            continue;
        uint32_t server = rules_server(u, post);
        if (server == OUTSIDE || !rules_is_single(u, server) || looks_at_itself(u, post->function, true)) continue;
        Edge edge = {.from = role, .to = server, .post = post};
        add_way(u, &functions, post->function, &edge.way);
        array_push(&g->edges, edge);
    }
    hash_free(&functions);
}

// --- cycles -----------------------------------------------------------------------------------------------------

typedef ARRAY(uint32_t) Path;   // of edges

// The shortest way from a role to another one: breadth first. `way` gets its edges, the last one first.
static bool find_way(const Graph *g, uint32_t from, uint32_t to, Path *way) {
    Hash by = {0};   // the edge + 1 that a role was reached by
    ARRAY(uint32_t) todo = {0};
    array_push(&todo, from);
    for (uint32_t i = 0; i < todo.count && !hash_find(&by, to); i++)
        for (uint32_t k = 0; k < g->edges.count; k++) {
            const Edge *e = &g->edges.items[k];
            if (e->from != todo.items[i] || hash_find(&by, e->to)) continue;
            hash_insert(&by, e->to)->number = k + 1;
            array_push(&todo, e->to);
        }
    bool found = hash_find(&by, to) != NULL;
    for (uint32_t role = to; found;) {
        uint32_t edge = (uint32_t)hash_find(&by, role)->number - 1;
        array_push(way, edge);
        role = g->edges.items[edge].from;
        if (role == from) break;
    }
    hash_free(&by);
    array_free(&todo);
    return found;
}

static void add_module(const Unit *u, uint32_t role, Text *out) {
    rules_add_atom(u, u->modules->items.items[u->roles.items[role].module]->name, out);
}

static void tell_cycle(Graph *g, const Edge *first, const Path *way) {
    Unit *u = g->teller->unit;
    LintFinding *f = rules_add_finding(g->teller, LINT_deadlock, first->post->function, first->post->at);
    Value request = first->post->value;
    behaviour_request(u, &request);
    pattern_value(u, request, &f->pattern);
    if (first->from == first->to) {
        text_add(&f->text, "the server ");
        add_module(u, first->from, &f->text);
        text_format(&f->text, " calls itself here, and waits for its own answer (by %s)", text_string(&first->way));
        return;
    }
    text_add(&f->text, "servers that call each other: if they do so at once, each waits for the other. ");
    add_module(u, first->from, &f->text);
    text_add(&f->text, " calls ");
    add_module(u, first->to, &f->text);
    text_format(&f->text, " here (by %s)", text_string(&first->way));
    for (uint32_t i = way->count; i > 0; i--) {
        const Edge *e = &g->edges.items[way->items[i - 1]];
        text_add(&f->text, ", ");
        add_module(u, e->from, &f->text);
        text_add(&f->text, " calls ");
        add_module(u, e->to, &f->text);
        text_add(&f->text, " at ");
        rules_add_place(u, e->post->module, e->post->function, e->post->at, &f->text);
        text_format(&f->text, " (by %s)", text_string(&e->way));
    }
}

// A cycle is told once, at the first of its calls, however many ways there are from one server to the next.
void rules_judge_cycles(Teller *t) {
    Graph g = {.teller = t};
    HashSet pairs = {0};
    for (uint32_t i = 1; i < t->unit->roles.count; i++)
        if (rules_is_single(t->unit, i)) add_edges(&g, i);
    for (uint32_t i = 0; i < g.edges.count; i++) {
        const Edge *e = &g.edges.items[i];
        Path way = {0};
        bool cycle = e->from == e->to || find_way(&g, e->to, e->from, &way);
        bool first = true;
        for (uint32_t k = 0; k < way.count; k++) first &= g.edges.items[way.items[k]].from > e->from;
        bool told = cycle && first && e->from != e->to && !hash_set_add(&pairs, (uint64_t)e->from << 32 | e->to);
        if (cycle && first && !told && rules_is_new(t, e->post->module, e->post->at)) tell_cycle(&g, e, &way);
        array_free(&way);
    }
    hash_set_free(&pairs);
    for (uint32_t i = 0; i < g.edges.count; i++) text_free(&g.edges.items[i].way);
    array_free(&g.edges);
}
