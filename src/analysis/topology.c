// Who sends what to whom: roles, names and the world outside as nodes, posts as edges.
#include <string.h>

#include "analysis/rules.h"
#include "base/memory.h"

typedef struct {
    Unit *unit;
    LintResult *result;
    Hash node_of;   // node + 1 of a role, or of SHIFT << atom for a name
} Mapper;

enum { NAME_SHIFT = 32 };

static uint32_t add_node(Mapper *m, uint64_t key, LintNodeKind kind) {
    LintResult *r = m->result;
    HashEntry *known = hash_insert(&m->node_of, key);
    if (known->number) return (uint32_t)known->number - 1;
    r->nodes = memory_resize(r->nodes, (r->node_count + 1) * sizeof *r->nodes);
    r->nodes[r->node_count++] = (LintNode){.kind = kind};
    known->number = r->node_count;
    return (uint32_t)r->node_count - 1;
}

static uint32_t node_of_role(Mapper *m, uint32_t role) {
    const Role *r = &m->unit->roles.items[role];
    size_t before = m->result->node_count;
    uint32_t node = add_node(m, role,
                             role == OUTSIDE ? LINT_NODE_OUTSIDE
                             : r->behaviour  ? LINT_NODE_SERVER
                                             : LINT_NODE_PROCESS);
    Text *name = &m->result->nodes[node].name;
    if (m->result->node_count == before) return node;
    if (role == OUTSIDE)
        text_add(name, "callers");
    else if (r->behaviour)
        rules_add_atom(m->unit, m->unit->modules->items.items[r->module]->name, name);
    else
        rules_add_role(m->unit, role, name);
    for (uint32_t i = 0; role != OUTSIDE && i < pool_length(&m->unit->domain.sets, r->names); i++) {
        text_add(name, i == 0 ? ", registered as " : ", ");
        rules_add_atom(m->unit, pool_words(&m->unit->domain.sets, r->names)[i], name);
    }
    return node;
}

// Whoever has the name in the unit, or else the name itself.
static uint32_t node_of_name(Mapper *m, uint32_t name) {
    for (uint32_t i = 1; i < m->unit->roles.count; i++)
        if (set_has(&m->unit->domain.sets, m->unit->roles.items[i].names, name)) return node_of_role(m, i);
    size_t before = m->result->node_count;
    uint32_t node = add_node(m, (uint64_t)name << NAME_SHIFT, LINT_NODE_NAME);
    if (m->result->node_count > before) rules_add_atom(m->unit, name, &m->result->nodes[node].name);
    return node;
}

static uint32_t node_of_receiver(Mapper *m, const Post *post) {
    if (post->role != TO_UNKNOWN) return node_of_role(m, post->role);
    return post->name ? node_of_name(m, post->name) : node_of_role(m, OUTSIDE);
}

static void add_edge(Mapper *m, uint32_t from, const Post *post) {
    static const char *const words[] = {"call ", "cast ", "", ""};
    LintResult *r = m->result;
    uint32_t to = node_of_receiver(m, post);
    const ModuleCode *code;
    const FlowFunction *flow = rules_flow(m->unit, post->function, &code);
    BeamLine line = rules_line(code, flow, post->at);
    Value message = post->value;
    Request request = behaviour_request(m->unit, &message);
    r->edges = memory_resize(r->edges, (r->edge_count + 1) * sizeof *r->edges);
    LintEdge *e = &r->edges[r->edge_count++];
    *e = (LintEdge){.from = from, .to = to, .line = line.line};
    text_add(&e->message, words[request]);
    pattern_value(m->unit, message, &e->message);
    if (line.file < code->beam.file_count)
        text_add_bytes(&e->file, code->beam.files[line.file].data, code->beam.files[line.file].size);
}

// Places that send to nobody who is known; what they may reach besides is not drawn, since that is often everybody.
static void find_unknown(const Unit *u, HashSet *places) {
    for (uint32_t i = 0; i < u->posts.count; i++) {
        const Post *post = &u->posts.items[i];
        if (post->role == TO_UNKNOWN && post->name == 0) hash_set_add(places, place_key(post->module, post->at));
    }
}

void rules_collect_topology(Teller *t) {
    Unit *u = t->unit;
    Mapper m = {.unit = u, .result = t->result};
    HashSet unknown = {0};
    find_unknown(u, &unknown);
    for (uint32_t i = 0; i < u->posts.count; i++) {
        const Post *post = &u->posts.items[i];
        uint32_t roles = u->functions.items[post->function].roles;
        bool drawn =
            !post->system && (post->role == TO_UNKNOWN || !hash_set_has(&unknown, place_key(post->module, post->at)));
        for (uint32_t k = 0; drawn && k < pool_length(&u->domain.sets, roles); k++)
            add_edge(&m, node_of_role(&m, pool_words(&u->domain.sets, roles)[k]), post);
    }
    hash_set_free(&unknown);
    hash_free(&m.node_of);
}
