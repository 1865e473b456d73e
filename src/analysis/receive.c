// Which messages a receive may find, and which of its clauses they reach.
//
// A clause is known by the instruction that takes its message off the mailbox (remove_message): a *leaf*. Each message
// is sent through the decision code on its own, with what is known of the other registers, and shapes of tuples one by
// one, so that the tag of a tuple stays with its elements. A leaf that no message reaches is dead.
#include <string.h>

#include "analysis/unit.h"

// --- posts ------------------------------------------------------------------------------------------------------

enum { POST_GROWN = 6 };

void receive_post(Unit *u, Post post, uint32_t variant) {
    Domain *d = &u->domain;
    uint32_t words[] = {post.module, post.at, post.role, post.name, variant, u->functions.items[post.function].context};
    HashEntry *entry = hash_insert(&u->post_at, pool_intern(&d->sets, words, sizeof words / sizeof *words));
    if (post.value == VALUE_NONE) return;
    post.every = value_holds_every(d, post.value);
    if (!entry->number) {
        array_push(&u->posts, post);
        entry->number = u->posts.count;
        PostList *list = post.role == TO_UNKNOWN ? &u->to_unknown : &u->roles.items[post.role].posts;
        array_push(list, u->posts.count - 1);
        u->posts_grew = true;
        return;
    }
    Post *known = &u->posts.items[entry->number - 1];
    known->direct &= post.direct;
    known->every |= post.every;
    Value joined = value_join(d, known->value, post.value);
    if (joined == known->value) return;
    known->grown += known->grown < UINT8_MAX;
    if (known->grown > 2 * POST_GROWN)
        joined = value_blob(d, joined);
    else if (known->grown > POST_GROWN)
        joined = value_limit(d, joined, 2);
    u->posts_grew |= joined != known->value;
    known->value = joined;
}

void receive_protocols(Unit *u, Post post, Value who, Value what, uint32_t variant) {
    static const struct {
        const char *tag;
        uint32_t size;   // a tuple of the tag, who asks if it is more than a pair, and what
    } requests[] = {{"io_request", 4}, {"file_request", 4}, {"system", 3}, {"$gen_call", 3},
                    {"$gen_cast", 2},  {"get_modules", 2},  {"notify", 2}, {"sync_notify", 3}};
    Value both = value_join(&u->domain, value_blob(&u->domain, who), value_blob(&u->domain, what));
    Value asker = value_only(&u->domain, both, KIND_PID | KIND_TUPLE);
    post.system = true;
    for (uint32_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        Value elements[] = {value_atom(&u->domain, modules_atom(u->modules, requests[i].tag)),
                            requests[i].size == 2 ? both : asker, both, both};
        post.value = value_tuple(&u->domain, elements, requests[i].size);
        receive_post(u, post, variant + i);
    }
}

static bool has_name(const Unit *u, uint32_t role, uint32_t name) {
    const Role *r = &u->roles.items[role];
    return r->any_name || u->any_name || set_has(&u->domain.sets, r->names, name) ||
           set_has(&u->domain.sets, u->names, name);
}

bool receive_may_reach(const Unit *u, const Post *post, uint32_t role) {
    if (post->role == role) return true;
    if (post->role != TO_UNKNOWN) return false;
    if (role == OUTSIDE) return true;
    bool lost = u->domain.origins.items[u->roles.items[role].origin].lost != LOST_NOT;
    return lost && (post->name == 0 || has_name(u, role, post->name));
}

// --- what there is of a receive ---------------------------------------------------------------------------------

typedef struct {
    Unit *unit;
    const ModuleCode *code;
    const FlowFunction *flow;
    Receive *receive;
    ARRAY(uint32_t) todo;
    HashSet seen;
} Search;

static void add_label(Search *s, const BeamOperand *o) {
    if (o->kind == OPERAND_LABEL && o->value) array_push(&s->todo, s->code->flow.label_at[o->value]);
}

static void add_labels(Search *s, uint32_t at) {
    const BeamInstruction *in = &s->code->beam.code[at];
    const BeamOperand *o = flow_operands(&s->code->flow, at);
    for (uint32_t i = 0; i < in->count; i++) {
        add_label(s, &o[i]);
        if (o[i].kind != OPERAND_LIST) continue;
        for (uint32_t j = 0; j < o[i].list.count; j++) add_label(s, &s->code->beam.operands[o[i].list.first + j]);
    }
}

static void search_from(Search *s, uint32_t at) {
    for (; at >= s->flow->start && at < s->flow->end && hash_set_add(&s->seen, at); at++) {
        uint16_t opcode = s->code->beam.code[at].opcode;
        if (at > s->receive->limit) s->receive->limit = at;
        if (opcode == BEAM_remove_message)
            s->receive->leaves =
                set_union(&s->unit->domain.sets, s->receive->leaves, set_of(&s->unit->domain.sets, at));
        if (opcode == BEAM_remove_message || opcode == BEAM_loop_rec_end || opcode == BEAM_loop_rec) return;
        add_labels(s, at);
        if (flow_ends[opcode]) return;
    }
}

// What happens if there is no message: wait, or wait so long.
static void look_at_waiting(Receive *r, const ModuleCode *code, const FlowFunction *flow) {
    uint32_t at = code->flow.label_at[flow_operands(&code->flow, r->at)[0].value];
    for (; at < flow->end; at++) {
        uint16_t opcode = code->beam.code[at].opcode;
        if (opcode == BEAM_wait) return;
        const BeamOperand *o = flow_operands(&code->flow, at);
        if (opcode == BEAM_timeout) r->after = r->flush = true;   // after 0, as compilers write it
        if (opcode == BEAM_wait_timeout) {
            r->after = true;
            r->flush = o[1].kind == OPERAND_INTEGER && o[1].integer == 0;
        }
        if (opcode == BEAM_wait_timeout || opcode == BEAM_timeout || flow_ends[opcode]) return;
    }
}

static uint32_t receive_of(Walk *w, uint32_t at) {
    Unit *u = w->unit;
    HashEntry *entry = hash_insert(&u->receive_at, walk_key(w, at));
    if (entry->number) return (uint32_t)entry->number - 1;
    Receive *r = array_add(&u->receives);
    *r = (Receive){.module = w->module, .function = w->function, .at = at, .limit = at};
    entry->number = u->receives.count;
    Search s = {.unit = u, .code = w->code, .flow = w->flow, .receive = r};
    array_push(&s.todo, at + 1);
    while (s.todo.count > 0) search_from(&s, array_pop(&s.todo));
    array_free(&s.todo);
    hash_set_free(&s.seen);
    look_at_waiting(r, w->code, w->flow);
    return u->receives.count - 1;
}

// --- messages through the decision code ---------------------------------------------------------------------------

// The leaves that one value reaches.
static uint32_t reach(Walk *w, uint32_t receive, Value value) {
    const Receive *r = &w->unit->receives.items[receive];
    Walk inner;
    walk_init(&inner, w->unit, w->function, r->at, r->limit - r->at + 1);
    inner.receive = receive;
    inner.outer = w;
    memcpy(inner.now.values, w->now.values, w->size * sizeof *inner.now.values);
    memcpy(inner.now.links, w->now.links, w->size * sizeof *inner.now.links);
    walk_set(&inner, &flow_operands(&w->code->flow, r->at)[1], value);
    walk_from(&inner, r->at + 1);
    walk_pending(&inner);
    walk_done(&inner);
    return inner.reached;
}

// Its tuples shape by shape, and the rest.
static uint32_t reach_by_shape(Walk *w, uint32_t receive, Value value) {
    Domain *d = &w->unit->domain;
    uint32_t shapes = value_shapes(d, value), reached = 0;
    if (shapes == 0) return reach(w, receive, value);
    for (uint32_t i = 0; i < shapes; i++)
        reached = set_union(&d->sets, reached, reach(w, receive, value_shape(d, value, i)));
    Value rest = value_without(d, value, KIND_TUPLE);
    return rest == VALUE_NONE ? reached : set_union(&d->sets, reached, reach(w, receive, rest));
}

uint32_t receive_reach(Walk *w, uint32_t receive, Value value) { return reach_by_shape(w, receive, value); }

static bool is_open(Walk *w) {
    uint32_t roles = walk_roles(w);
    for (uint32_t i = 0; i < pool_length(&w->unit->domain.sets, roles); i++)
        if (unit_is_open(w->unit, pool_words(&w->unit->domain.sets, roles)[i])) return true;
    return false;
}

// Nothing new: what goes to unknown processes is lost, and so among what comes anyway to a receive that is open.
static bool is_known_anyway(const Post *post, bool open, bool outside) {
    return open && !post->every && (outside ? post->taken_outside : post->taken || post->name == 0);
}

typedef struct {
    Walk *walk;
    uint32_t receive, messages;
    bool open, outside;
    Hash done;   // leaves of each value
} Taker;

static void take_post(Taker *t, uint32_t index) {
    Unit *u = t->walk->unit;
    Value value = u->posts.items[index].value;
    HashEntry *known = hash_find(&t->done, value);
    uint32_t reached = known ? (uint32_t)known->number : reach_by_shape(t->walk, t->receive, value);
    if (!known) hash_insert(&t->done, value)->number = reached;
    Receive *r = &u->receives.items[t->receive];
    r->live = set_union(&u->domain.sets, r->live, reached);
    u->posts.items[index].taken |= reached != 0;
    u->posts.items[index].taken_outside |= reached != 0 && t->outside;
    t->messages++;
}

static bool may_reach_one(Walk *w, const Post *post) {
    uint32_t roles = walk_roles(w);
    for (uint32_t i = 0; i < pool_length(&w->unit->domain.sets, roles); i++)
        if (receive_may_reach(w->unit, post, pool_words(&w->unit->domain.sets, roles)[i])) return true;
    return false;
}

static void take_posts(Walk *w, uint32_t receive, bool open) {
    Unit *u = w->unit;
    uint32_t roles = walk_roles(w);
    Taker t = {.walk = w, .receive = receive, .open = open, .outside = set_has(&u->domain.sets, roles, OUTSIDE)};
    for (uint32_t i = 0; i < pool_length(&u->domain.sets, roles); i++) {
        uint32_t role = pool_words(&u->domain.sets, roles)[i];
        for (uint32_t k = 0; k < u->roles.items[role].posts.count; k++)
            take_post(&t, u->roles.items[role].posts.items[k]);
    }
    for (uint32_t i = 0; i < u->to_unknown.count; i++) {
        const Post *post = &u->posts.items[u->to_unknown.items[i]];
        if (!is_known_anyway(post, open, t.outside) && may_reach_one(w, post)) take_post(&t, u->to_unknown.items[i]);
    }
    if (t.messages > u->receives.items[receive].messages) u->receives.items[receive].messages = t.messages;
    hash_free(&t.done);
}

void receive_walk(Walk *w, uint32_t at) {
    Unit *u = w->unit;
    uint32_t receive = receive_of(w, at);
    u->functions.items[w->function].receives = true;
    u->receives.items[receive].met = true;
    walk_merge(w, w->code->flow.label_at[flow_operands(&w->code->flow, at)[0].value], &w->now);
    bool open = is_open(w);
    take_posts(w, receive, open);
    if (!open) return;
    uint32_t reached = misread_reach(w, receive);
    Receive *r = &u->receives.items[receive];
    r->open = true;
    r->live = set_union(&u->domain.sets, r->live, reached);
}
