#include "vm/run/node.h"

#include "base/memory.h"
#include "vm/ets/table.h"
#include "vm/ets/walk.h"
#include "vm/run/bif.h"
#include "vm/run/estate.h"
#include "vm/run/fault.h"
#include "vm/run/quiet.h"
#include "vm/run/remote.h"
#include "vm/run/signal.h"
#include "vm/run/timer.h"
#include "vm/term/compare.h"
#include "vm/term/map.h"
#include "vm/world/boot.h"

enum { NAME_MASK = (1 << NODE_NAME_BITS) - 1 };

static uint32_t name_bits(uint32_t node) { return node & NAME_MASK; }

// --- names -----------------------------------------------------------------------------------------------

enum { PRIVATES = 256, PRIVATE_MARK = 1 };

typedef struct Private {
    Term name, known_as;
    uint32_t node;
} Private;

Term node_private_name(Machine *m, uint32_t node, Term name) {
    Private *known = &m->privates[(term_atom_index(name) * 31 + node) % PRIVATES];
    if (term_same(known->name, name) && known->node == name_bits(node)) return known->known_as;
    Text text = {0};
    text_format(&text, "%s%c%s", atom_string(name), PRIVATE_MARK, atom_string(identity_node_name(name_bits(node))));
    *known = (Private){name, atom_from_text(text_string(&text)), name_bits(node)};
    text_free(&text);
    return known->known_as;
}

Term node_public(Term name) {
    const char *text = atom_string(name), *mark = strchr(text, PRIVATE_MARK);
    if (!mark) return name;
    Text known_as = {0};
    text_add_bytes(&known_as, text, (size_t)(mark - text));
    Term public = atom_from_text(text_string(&known_as));
    text_free(&known_as);
    return public;
}

Term node_key(const Process *p, Term key) {
    uint32_t node = term_pid_node(p->pid);
    if (node_same_name(node, p->machine->node)) return key;
    return heap_cons(p->heap, node_private_name(p->machine, node, ATOM(undefined)), key);
}

bool node_owns_key(Machine *m, uint32_t node, Term key) {
    if (node_same_name(node, m->node))
        return !(term_is_cons(key) && term_is_atom(term_head(key)) &&
                 strchr(atom_string(term_head(key)), PRIVATE_MARK));
    return term_is_cons(key) && term_same(term_head(key), node_private_name(m, node, ATOM(undefined)));
}

static bool is_private_of(Term name, uint32_t node) {
    const char *mark = strchr(atom_string(name), PRIVATE_MARK);
    return mark && strcmp(mark + 1, atom_string(identity_node_name(name_bits(node)))) == 0;
}

uint64_t node_names_object(uint32_t node) {
    return object_of(OBJECT_NAME, 1 + ((uint64_t)name_bits(node) << 4), NO_TERM);
}

// --- nodes -----------------------------------------------------------------------------------------------
// Of each name a pair of how many lives it had, the present one included, and whether that is up: true, false, or init,
// if it is about to halt.

static Term entry_of(const Machine *m, Term name) {
    return nodes_are_many(m) ? map_get(m->globals->nodes, name) : NO_TERM;
}

static uint32_t life_of(Term name, int64_t lives) {
    return ((uint32_t)lives - 1) << NODE_NAME_BITS | term_atom_index(name);
}

uint32_t node_now(const Machine *m, Term name) {
    if (!nodes_are_many(m)) return term_same(name, IDENTITY_NODE) ? 0 : NODE_ELSEWHERE;
    Term entry = entry_of(m, name);
    return term_is_none(entry) ? NODE_ELSEWHERE : life_of(name, term_to_small(term_head(entry)));
}

bool node_is_alive(const Machine *m, uint32_t node) { return nodes_are_many(m) && node != 0; }

bool node_is_up(const Machine *m, uint32_t node) {
    if (!nodes_are_many(m)) return true;
    Term entry = entry_of(m, identity_node_name(name_bits(node)));
    if (term_is_none(entry) || term_same(term_tail(entry), ATOM(false))) return false;
    return life_of(identity_node_name(name_bits(node)), term_to_small(term_head(entry))) == node;
}

static void set_entry(Machine *m, Term name, int64_t lives, Term up) {
    Heap *heap = &m->store.heap;
    store_touch(&m->store, m->globals);
    Term nodes = nodes_are_many(m) ? m->globals->nodes : map_empty(heap);
    m->globals->nodes = map_put(heap, nodes, name, heap_cons(heap, term_small(lives), up));
}

// They stay in the order of their texts, so that no state depends on which one a search met first.
static void learn_name(Machine *m, Term name) {
    NodeNames *known = &m->node_names;
    uint32_t place = 0;
    while (place < known->count && strcmp(atom_string(known->names[place]), atom_string(name)) < 0) place++;
    if (place < known->count && term_same(known->names[place], name)) return;
    known->names = memory_resize(known->names, (known->count + 1) * sizeof *known->names);
    memmove(known->names + place + 1, known->names + place, (known->count - place) * sizeof *known->names);
    known->names[place] = name;
    known->count++;
}

void node_start(Machine *m, Term name) {
    Term entry = entry_of(m, name);
    int64_t lives = term_is_none(entry) ? 1 : term_to_small(term_head(entry)) + 1;
    learn_name(m, name);
    set_entry(m, name, lives, ATOM(true));
}

// Names as they are given; without @ they are on the host weft.
static Term name_from(const char *text, size_t size) {
    Text name = {0};
    text_add_bytes(&name, text, size);
    if (!memchr(text, '@', size)) text_add(&name, "@weft");
    Term atom = atom_from_text(text_string(&name));
    text_free(&name);
    return atom;
}

Term node_name_from(const char *text) { return name_from(text, strlen(text)); }

static const char *next_of(const char *names, size_t *size) {
    if (!names || !*names) return NULL;
    *size = strcspn(names, ",");
    return names;
}

bool machine_names_node(const MachineConfig *config, const char *name, size_t size) {
    Term wanted = name_from(name, size);
    size_t length;
    if (config->node && term_same(node_name_from(config->node), wanted)) return true;
    for (const char *at = config->nodes; (at = next_of(at, &length)); at += length + (at[length] == ','))
        if (term_same(name_from(at, length), wanted)) return true;
    return false;
}

static void start_others(Machine *m) {
    size_t size;
    for (const char *at = m->config->nodes; (at = next_of(at, &size)); at += size + (at[size] == ',')) {
        Term name = name_from(at, size);
        if (node_now(m, name) == NODE_ELSEWHERE) node_start(m, name);
    }
}

void nodes_begin(Machine *m) {
    const MachineConfig *config = m->config;
    m->privates = memory_zeroed(PRIVATES, sizeof *m->privates);
    m->store.heap.nodes = &m->node_names;
    m->globals->nodes = m->globals->budgets = TERM_NIL;
    if (config->node) {
        Term first = node_name_from(config->node);
        node_start(m, first);
        m->node = node_now(m, first);
        start_others(m);
    }
    for (uint32_t i = 0; i < m->node_names.count && !config->unconnected; i++)
        for (uint32_t k = 0; k < i; k++)
            node_connect(m, term_atom_index(m->node_names.names[i]), term_atom_index(m->node_names.names[k]));
    faults_begin(m);
    m->has_nodes = nodes_are_many(m) || !term_is_nil(m->globals->budgets);
    m->has_faults |= nodes_are_many(m);   // any of them can be stopped
}

void nodes_boot(Machine *m) {
    for (uint32_t i = 0; i < m->node_names.count; i++) {
        uint32_t node = node_now(m, m->node_names.names[i]);
        if (node != m->node) boot_node(m, node);
    }
}

static uint64_t halt_object(uint32_t node) { return object_of(OBJECT_NODE, 8, term_small(node)); }

static void begins(Machine *m, uint64_t object) {
    if (m->acting) footprint_add_settled(&m->event.footprint, object, ACCESS_WRITE, VALUE_BEGINS);
}

// --- orders ----------------------------------------------------------------------------------------------

void node_order(Machine *m, Term name, bool up) {
    m->ordered = name;
    m->orders_start = up;
    m->booting = m->attention = true;
}

void node_order_halt(Machine *m, Term name) {
    Term entry = entry_of(m, name);
    if (!m->stepping)
        node_order(m, name, false);
    else if (term_same(term_tail(entry), ATOM(true)))
        set_entry(m, name, term_to_small(term_head(entry)), ATOM(init));
    begins(m, halt_object(node_now(m, name)));
}

void node_obey(Machine *m) {
    Term name = m->ordered;
    m->ordered = NO_TERM;
    if (term_is_none(name)) return;
    if (m->acting) node_touches_order(m, name, m->orders_start, &m->event.footprint);
    if (m->orders_start) {
        node_start(m, name);
        boot_node(m, node_now(m, name));
    } else if (node_is_up(m, node_now(m, name))) {
        node_stop(m, node_now(m, name));
    }
}

void node_touches_order(const Machine *m, Term name, bool up, Footprint *out) {
    uint32_t now = node_now(m, name);
    footprint_add_settled(out, node_life_object(term_atom_index(name)), ACCESS_WRITE, 0);
    if (up && now == NODE_ELSEWHERE)
        footprint_add_settled(out, node_set_object(), ACCESS_WRITE, 0);
    else if (up)
        footprint_add_settled(out, node_dead_object(now), ACCESS_READ, 0);
    else
        footprint_add_settled(out, object_of(OBJECT_PROCESSES, 0, NO_TERM), ACCESS_UPDATE, 0);
    fault_touches_target(m, up ? FAULT_CRASHES : FAULT_DISCONNECTS, out);
    fault_touches_target(m, FAULT_KILLS, out);
}

void nodes_end(Machine *m) {
    memory_free(m->node_names.names);
    memory_free(m->privates);
    faults_end(m);
}

// --- actors ----------------------------------------------------------------------------------------------
// A part of a node is told by what it is (8 bits below the mark) and a number.

enum { PART_SHIFT = 48 };

Actor node_actor(Machine *m, uint32_t maker, NodePart part, uint32_t number) {
    return actor_for(m, maker, DESCENT_NODE | (uint64_t)part << PART_SHIFT | number);
}

NodePart node_part(const Machine *m, Actor actor) { return (NodePart)(m->descents[actor].child >> PART_SHIFT & 0xFF); }

uint32_t node_part_number(const Machine *m, Actor actor) { return (uint32_t)m->descents[actor].child; }

Actor node_number(Machine *m, uint32_t node) {
    Actor number = node_actor(m, 0, NODE_ITSELF, name_bits(node));
    m->nodes_of[number] = name_bits(node);
    return number;
}

// That of whose processes the step of an actor is a matter.
uint32_t node_of_actor(const Machine *m, Actor actor) {
    Actor from, to = actor;
    if (delivery_is_actor(m, actor)) delivery_ends(m, actor, &from, &to);
    return m->nodes_of[to];
}

// --- views -----------------------------------------------------------------------------------------------

static Term view_key(uint32_t from, uint32_t to) {
    return term_small((int64_t)name_bits(from) << NODE_NAME_BITS | name_bits(to));
}

NodeView node_view(const Machine *m, uint32_t from, uint32_t to) {
    Term view = map_get(m->globals->connections, view_key(from, to));
    if (term_is_none(view)) return (NodeView){VIEW_DOWN, 0};
    return (NodeView){(ViewState)(term_to_small(view) & 3), (uint32_t)(term_to_small(view) >> 2)};
}

static void set_view(Machine *m, uint32_t from, uint32_t to, ViewState state, uint32_t epoch) {
    store_touch(&m->store, m->globals);
    m->globals->connections = map_put(&m->store.heap, m->globals->connections, view_key(from, to),
                                      term_small((int64_t)epoch << 2 | (int64_t)state));
}

uint64_t node_view_object(uint32_t from, uint32_t to) { return object_of(OBJECT_NODE, 1, view_key(from, to)); }
uint64_t node_life_object(uint32_t node) { return object_of(OBJECT_NODE, 2, term_small(name_bits(node))); }
uint64_t node_set_object(void) { return object_of(OBJECT_NODE, 9, NO_TERM); }
uint64_t node_watch_object(uint32_t node) { return object_of(OBJECT_NODE, 3, term_small(name_bits(node))); }

static uint64_t epoch_object(uint64_t what, uint32_t from, uint32_t to, uint32_t epoch) {
    return object_of(OBJECT_NODE, what | (uint64_t)epoch << 8, view_key(from, to));
}

// The cause for which `from` will notice that its connection is lost.
static uint64_t doom_object(uint32_t from, uint32_t to, uint32_t epoch) { return epoch_object(4, from, to, epoch); }
uint64_t node_dead_object(uint32_t node) { return object_of(OBJECT_NODE, 5, term_small(node)); }
// News were made: that a connection came up (an even number), or was lost.
static uint64_t news_object(uint32_t from, uint32_t to, uint32_t news) { return epoch_object(6, from, to, news); }
static uint64_t pending_object(uint32_t from, uint32_t to, uint32_t epoch) { return epoch_object(7, from, to, epoch); }

bool node_admits(const Machine *m, uint32_t from, uint32_t to, uint32_t epoch) {
    NodeView view = node_view(m, to, from);
    return view_is_up(view) && epoch == view.epoch;
}

// --- addresses -------------------------------------------------------------------------------------------

static Term address_at(Machine *m, uint32_t node, Actor actor) {
    m->nodes_of[actor] = name_bits(node);
    return term_pid_at(name_bits(node), actor);
}

Term node_own_address(Machine *m, uint32_t node) { return address_at(m, node, node_number(m, node)); }

Term node_address(Machine *m, uint32_t node, Term name) {
    return address_at(m, node, node_actor(m, node_number(m, node), NODE_NAMED, term_atom_index(name)));
}

Term node_target(Machine *m, Term name, Term node) {
    uint32_t now = node_now(m, node);
    if (now == NODE_ELSEWHERE) return node_address(m, term_atom_index(node), name);
    Term holder = name_pid(m, node_private(m, now, name));
    return term_is_none(holder) ? node_address(m, now, name) : holder;
}

// A message by name refers to the name, a monitor to the pair that was given.
static Term name_meant(const Signal *signal) {
    if (signal->kind == SIGNAL_MESSAGE && term_is_atom(signal->reference)) return signal->reference;
    if (signal->kind == SIGNAL_MONITOR && term_is_tuple(signal->item)) return term_elements(signal->item)[0];
    return NO_TERM;
}

Term node_resolve(Machine *m, Term to, const Signal *signal) {
    Term name = name_meant(signal);
    if (!term_is_none(name)) return name_pid(m, node_private(m, term_pid_node(to), name));
    Actor actor = term_pid_index(to);
    if (!node_is_actor(m, actor)) return to;
    if (signal->kind != SIGNAL_DEMONITOR || node_part(m, actor) != NODE_NAMED) return NO_TERM;
    return name_pid(m, node_private(m, term_pid_node(to), term_atom(node_part_number(m, actor))));
}

Term node_name_meant(Machine *m, Term to, const Signal *signal) {
    Term name = name_meant(signal);
    Actor actor = term_pid_index(to);
    if (term_is_none(name) && node_is_actor(m, actor) && node_part(m, actor) == NODE_NAMED)
        name = term_atom(node_part_number(m, actor));
    return term_is_none(name) ? name : node_private(m, term_pid_node(to), name);
}

// --- connecting ------------------------------------------------------------------------------------------

static bool is_watched_by(Term key, Term node) {
    return term_is_atom(term_tail(key)) && term_same(term_tail(key), node);
}

// From whom news of a node come: from something on the own node that stands for it.
static Term news_from(Machine *m, uint32_t from, uint32_t to, NodePart part) {
    Actor actor = node_actor(m, node_number(m, from), part, node_number(m, to));
    m->nodes_of[actor] = name_bits(from);
    return term_pid_at(name_bits(from), actor);
}

// Tells a process something; later, unless it is one of the system.
// `number` tells it apart from others of these news.
static void tell(Machine *m, Term channel, Term from, Process *p, Signal *signal, uint32_t news, uint32_t number) {
    signal->epoch = news;
    signal->object = object_of(OBJECT_MESSAGE, (uint64_t)term_pid_index(channel) << 32 | term_pid_index(p->pid),
                               term_small((int64_t)news << 20 | number));
    if (!m->stepping || quiet_serves(p))
        signal_arrive(m, from, p->pid, signal);
    else
        delivery_put_in(m, channel, p->pid, from, signal);
}

// What was asked for about a node, each item if it was: a list or a map of them.
typedef struct {
    Heap *heap;
    Term options, info;
    bool list;
} Info;

static void add_info(Info *info, Term what, Term value) {
    if (term_is_none(value) || term_is_none(map_get(info->options, what))) return;
    info->info = info->list ? heap_cons(info->heap, heap_tuple2(info->heap, what, value), info->info)
                            : map_put(info->heap, info->info, what, value);
}

// `reason`: why a connection was lost; none: it came up.
static Term node_news(Heap *heap, Term node, Term options, uint32_t connection, Term reason) {
    Term what = term_is_none(reason) ? ATOM(nodeup) : ATOM(nodedown);
    if (term_is_nil(options)) return heap_tuple2(heap, what, node);
    bool list = !term_is_none(map_get(options, ATOM(list)));
    Info info = {heap, options, list ? TERM_NIL : map_empty(heap), list};
    add_info(&info, ATOM(node_type), ATOM(visible));
    add_info(&info, ATOM(nodedown_reason), reason);
    add_info(&info, ATOM(connection_id), term_small(connection));
    return heap_tuple3(heap, what, node, info.info);
}

// No node is hidden.
static bool wants_hidden_only(Term options) {
    Term type = term_is_nil(options) ? NO_TERM : map_get(options, ATOM(node_type));
    return !term_is_none(type) && term_same(type, ATOM(hidden));
}

// One of those who asked for it, as it asked for it.
static void tell_of(Machine *m, uint32_t from, uint32_t to, Term reason, Term key, Process *p, uint32_t news,
                    uint32_t *number) {
    Term channel = news_from(m, from, to, NODE_NOTICE), node = identity_node_name(name_bits(to));
    if (wants_hidden_only(term_tail(key))) return;
    Signal signal = {.kind = SIGNAL_MESSAGE,
                     .value = node_news(p->heap, node, term_tail(key), node_view(m, from, to).epoch, reason),
                     .reference = TERM_NIL};
    tell(m, channel, channel, p, &signal, news, ++*number);
}

// Those who asked for news of all nodes by net_kernel:monitor_nodes.
static void tell_all_watchers(Machine *m, uint32_t from, uint32_t to, Term reason, uint32_t news, uint32_t *number) {
    Term key, times;
    MapIterator it;
    for (map_iterate(&it, m->globals->node_watchers); map_next(&it, &key, &times);) {
        Process *p = process_find(m, term_head(key));
        if (!p || term_is_atom(term_tail(key)) || !node_same_name(term_pid_node(p->pid), from)) continue;
        for (int64_t i = term_to_small(times); i > 0; i--) tell_of(m, from, to, reason, key, p, news, number);
    }
}

static uint32_t later_epoch(const Machine *m, uint32_t a, uint32_t b) {
    uint32_t one = node_view(m, a, b).epoch, two = node_view(m, b, a).epoch;
    return (one > two ? one : two) + 1;
}

static void come_up(Machine *m, uint32_t from, uint32_t to, uint32_t epoch) {
    uint32_t number = 0;
    set_view(m, from, to, VIEW_UP, epoch);
    tell_all_watchers(m, from, to, NO_TERM, epoch << 1, &number);
    begins(m, news_object(from, to, epoch << 1));
}

void node_connect(Machine *m, uint32_t a, uint32_t b) {
    NodeView one = node_view(m, a, b), two = node_view(m, b, a);
    if (view_is_up(one)) node_lose(m, a, b);
    if (view_is_up(two)) node_lose(m, b, a);
    uint32_t epoch = one.state == VIEW_PENDING   ? one.epoch
                     : two.state == VIEW_PENDING ? two.epoch
                                                 : later_epoch(m, a, b);
    delivery_lose(m, a, b, epoch);
    delivery_lose(m, b, a, epoch);
    come_up(m, a, b, epoch);
    come_up(m, b, a, epoch);
}

static bool can_connect(const Machine *m, uint32_t to, uint32_t epoch) {
    uint32_t now = node_now(m, identity_node_name(name_bits(to)));
    return now != NODE_ELSEWHERE && node_is_up(m, now) && (epoch <= 1 || fault_may_reconnect(m, epoch));
}

bool node_reach(Machine *m, uint32_t from, uint32_t to) {
    if (node_same_name(from, to) || view_is_up(node_view(m, from, to))) return true;
    uint32_t epoch = later_epoch(m, from, to);
    if (!node_is_alive(m, from) || !can_connect(m, to, epoch)) return false;
    fault_reconnect(m, epoch);
    node_connect(m, from, to);
    return true;
}

void node_want(Machine *m, uint32_t from, uint32_t to) {
    if (node_view(m, from, to).state != VIEW_DOWN) return;
    if (!m->stepping) {
        if (!node_reach(m, from, to)) node_lose(m, from, to);
        return;
    }
    NodeView other = node_view(m, to, from);
    uint32_t epoch = other.state == VIEW_PENDING ? other.epoch : later_epoch(m, from, to);
    set_view(m, from, to, VIEW_PENDING, epoch);
    begins(m, pending_object(from, to, epoch));
}

// --- losing ----------------------------------------------------------------------------------------------

typedef struct {
    Machine *machine;
    uint32_t from, to;   // whose view it is, of whom
    uint32_t news;       // which
    uint32_t number;     // of what is told, so far
    Term reason;         // for net_kernel:monitor_nodes
    Term channel, watching;
} Loss;

static bool is_at(Term pid, uint32_t node) {
    return term_is_local_pid(pid) && node_same_name(term_pid_node(pid), node);
}

// What is lost stays until its process has been told, marked as such: so it is told once.

static void lose_links(Loss *loss, Process *p) {
    Term other, value;
    MapIterator it;
    Process *const *present = &loss->machine->processes[term_pid_index(p->pid)];
    for (map_iterate(&it, p->links); *present && map_next(&it, &other, &value);) {
        if (!is_at(other, loss->to) || !term_same(value, ATOM(true))) continue;
        process_touch(p);
        p->links = map_put(p->heap, p->links, other, ATOM(noconnection));
        Signal exit = {.kind = SIGNAL_LINK_EXIT, .value = ATOM(noconnection)};
        tell(loss->machine, loss->channel, other, p, &exit, loss->news, ++loss->number);
    }
}

static void lose_monitor(Loss *loss, Process *p, Term reference, Term monitor) {
    Signal down = {.kind = SIGNAL_DOWN,
                   .value = ATOM(noconnection),
                   .reference = reference,
                   .item = term_elements(monitor)[1],
                   .tag = term_elements(monitor)[2]};
    if (signal_is_spawn(monitor)) {
        down = (Signal){.kind = SIGNAL_SPAWNED,
                        .value = ATOM(noconnection),
                        .reference = reference,
                        .item = ATOM(error),
                        .tag = term_elements(monitor)[1]};
    }
    Term from = term_elements(monitor)[0], told = heap_tuple(p->heap, term_tuple_size(monitor));
    memcpy(term_elements(told), term_elements(monitor), term_tuple_size(monitor) * sizeof(Term));
    term_elements(told)[0] = loss->channel;
    process_touch(p);
    p->monitors = map_put(p->heap, p->monitors, reference, told);
    tell(loss->machine, loss->channel, from, p, &down, loss->news, ++loss->number);
}

static void lose_monitors(Loss *loss, Process *p) {
    Term reference, monitor;
    MapIterator it;
    for (map_iterate(&it, p->monitors); map_next(&it, &reference, &monitor);)
        if (is_at(term_elements(monitor)[0], loss->to)) lose_monitor(loss, p, reference, monitor);
}

// Nobody will confirm what was under way. Nobody minds either, but for links that arrive later, by that connection.
static void forget_unlinking(Loss *loss, Process *p) {
    Term other, value;
    MapIterator it;
    for (map_iterate(&it, p->unlinking); map_next(&it, &other, &value);) {
        if (!is_at(other, loss->to)) continue;
        process_touch(p);
        p->unlinking = map_remove(p->heap, p->unlinking, other);
    }
}

// Those who watched it from there are told on their own side.
static void forget_watchers(Loss *loss, Process *p) {
    Term reference, watcher;
    MapIterator it;
    for (map_iterate(&it, p->watchers); map_next(&it, &reference, &watcher);) {
        if (!is_at(term_elements(watcher)[0], loss->to)) continue;
        process_touch(p);
        p->watchers = map_remove(p->heap, p->watchers, reference);
    }
}

static void tell_node_watchers(Loss *loss, const Term watchers) {
    Machine *m = loss->machine;
    Term key, times, node = identity_node_name(name_bits(loss->to));
    MapIterator it;
    for (map_iterate(&it, watchers); map_next(&it, &key, &times);) {
        Process *p = process_find(m, term_head(key));
        if (!p || !is_watched_by(key, node) || !node_same_name(term_pid_node(p->pid), loss->from)) continue;
        for (int64_t i = term_to_small(times); i > 0; i--) {
            Signal signal = {
                .kind = SIGNAL_MESSAGE, .value = heap_tuple2(p->heap, ATOM(nodedown), node), .reference = TERM_NIL};
            tell(m, loss->watching, loss->watching, p, &signal, loss->news, ++loss->number);
        }
        store_touch(&m->store, m->globals);
        m->globals->node_watchers = map_remove(p->heap, m->globals->node_watchers, key);
    }
}

// Who is told at once may end by that.
static void tell_process(Loss *loss, uint32_t index) {
    static void (*const losing[])(Loss * loss, Process * p) = {lose_links, lose_monitors, forget_watchers,
                                                               forget_unlinking};
    Process *const *p = &loss->machine->processes[index];
    for (size_t i = 0; i < sizeof losing / sizeof *losing && *p; i++) losing[i](loss, *p);
}

static void tell_of_loss(Loss *loss) {
    Machine *m = loss->machine;
    for (uint32_t i = 0; i < m->pid_count; i++)
        if (node_same_name(m->nodes_of[i], loss->from)) tell_process(loss, i);
    tell_node_watchers(loss, m->globals->node_watchers);
    tell_all_watchers(m, loss->from, loss->to, loss->reason, loss->news, &loss->number);
}

static void lose_for(Machine *m, uint32_t from, uint32_t to, Term reason) {
    NodeView view = node_view(m, from, to);
    uint32_t news = view.epoch << 1 | 1;
    Loss loss = {.machine = m,
                 .from = from,
                 .to = to,
                 .news = news,
                 .reason = reason,
                 .channel = news_from(m, from, to, NODE_NOTICE),
                 .watching = news_from(m, from, to, NODE_NEWS)};
    set_view(m, from, to, VIEW_DOWN, view.epoch);
    tell_of_loss(&loss);
    begins(m, news_object(from, to, news));
}

void node_lose(Machine *m, uint32_t from, uint32_t to) { lose_for(m, from, to, ATOM(connection_closed)); }

void node_break(Machine *m, uint32_t from, uint32_t to, bool asked) {
    NodeView other = node_view(m, to, from);
    lose_for(m, from, to, asked ? ATOM(disconnect) : ATOM(connection_closed));
    if (other.state != VIEW_UP) return;
    if (!m->stepping) {   // nothing is put off
        node_lose(m, to, from);
        return;
    }
    set_view(m, to, from, VIEW_DOOMED, other.epoch);
    begins(m, doom_object(to, from, other.epoch));
}

// --- crashing --------------------------------------------------------------------------------------------

static void stop_process(Machine *m, uint32_t index) {
    Process *p = m->processes[index];
    process_dequeue(p);
    if (p->timer_armed) timer_disarm_receive(p);
    walk_end(p);
    process_vanish(p);
}

static void stop_names(Machine *m, uint32_t node) {
    Term name, pid;
    MapIterator it;
    store_touch(&m->store, m->globals);
    for (map_iterate(&it, m->globals->names); map_next(&it, &name, &pid);)
        if (is_private_of(name, node)) m->globals->names = map_remove(&m->store.heap, m->globals->names, name);
}

static void stop_watching(Machine *m, uint32_t node) {
    Term key, times;
    MapIterator it;
    for (map_iterate(&it, m->globals->node_watchers); map_next(&it, &key, &times);)
        if (is_at(term_head(key), node))
            m->globals->node_watchers = map_remove(&m->store.heap, m->globals->node_watchers, key);
}

static void stop_views(Machine *m, uint32_t node) {
    for (uint32_t i = 0; i < m->node_names.count; i++) {
        uint32_t other = term_atom_index(m->node_names.names[i]);
        NodeView view = node_view(m, node, other);
        if (view.state != VIEW_DOWN) set_view(m, node, other, VIEW_DOWN, view.epoch);
    }
}

// Before the first step nothing is put off: all notice at once.
static void lose_stopped(Machine *m, uint32_t node) {
    for (uint32_t i = 0; i < m->node_names.count; i++) {
        uint32_t other = term_atom_index(m->node_names.names[i]);
        if (view_is_up(node_view(m, other, node))) node_lose(m, other, node);
    }
}

void node_stop(Machine *m, uint32_t node) {
    Term name = identity_node_name(name_bits(node));
    for (uint32_t i = 0; i < m->pid_count; i++) {
        if (!node_same_name(m->nodes_of[i], node)) continue;
        if (m->processes[i]) stop_process(m, i);
        if (m->ending[i]) estate_drop(m->ending[i]);
    }
    stop_names(m, node);
    stop_watching(m, node);
    delivery_stop_node(m, node);
    stop_views(m, node);
    timer_stop_node(m, node);
    tables_stop_node(m->tables, m, node);
    set_entry(m, name, term_to_small(term_head(entry_of(m, name))), ATOM(false));
    begins(m, node_dead_object(node));
    if (!m->stepping) lose_stopped(m, node);
}

// --- watching --------------------------------------------------------------------------------------------

static void count_watch(Process *p, Term key, int64_t change) {
    Globals *globals = p->machine->globals;
    Term times = map_get(globals->node_watchers, key);
    int64_t count = (term_is_none(times) ? 0 : term_to_small(times)) + change;
    store_touch(p->store, globals);
    globals->node_watchers = count > 0 ? map_put(p->heap, globals->node_watchers, key, term_small(count))
                                       : map_remove(p->heap, globals->node_watchers, key);
}

void node_watch(Process *p, Term node, bool on) {
    count_watch(p, heap_cons(p->heap, p->pid, node), on ? 1 : -1);
    if (!on) return;
    uint32_t here = term_pid_node(p->pid), there = node_now(p->machine, node);
    node_want(p->machine, here, there == NODE_ELSEWHERE ? term_atom_index(node) : there);
}

void node_watch_all(Process *p, Term options, bool on) {
    Term key = heap_cons(p->heap, p->pid, options);
    Term times = map_get(p->machine->globals->node_watchers, key);
    count_watch(p, key, on ? 1 : term_is_none(times) ? 0 : -term_to_small(times));
    Globals *globals = p->machine->globals;
    if (on && p->machine->booting && p->system) globals->newcomers = heap_cons(p->heap, key, globals->newcomers);
}

// Who waits until a node knows the names that others have told it has this name.
static Term settling(Machine *m, uint32_t node) { return node_private(m, node, atom_from_text("weft_settling")); }

bool nodes_settle(Machine *m) {
    if (m->stepping || !nodes_are_many(m)) return false;
    for (uint32_t i = 0; i < m->node_names.count; i++)
        if (!term_is_none(name_pid(m, settling(m, term_atom_index(m->node_names.names[i]))))) return true;
    return false;
}

static void start_settling(Machine *m, uint32_t node) {
    if (m->stepping || !term_is_none(name_pid(m, settling(m, node)))) return;
    SpawnOptions options = {.far = true, .node = node, .child = 5};
    Process *p = process_spawn(m, NULL, atom_from_text("weft_net"), atom_from_text("settle"), TERM_NIL, &options);
    p->system = true;
    name_register(p, atom_from_text("weft_settling"));
}

// Parts of a node come up before its connections do, on a real one.
void node_welcome(Machine *m) {
    Term list = m->globals->newcomers;
    store_touch(&m->store, m->globals);
    m->globals->newcomers = TERM_NIL;
    for (; term_is_cons(list); list = term_tail(list)) {
        Process *p = process_find(m, term_head(term_head(list)));
        uint32_t here = p ? term_pid_node(p->pid) : 0, number = 0;
        for (uint32_t i = 0; p && i < m->node_names.count; i++) {
            uint32_t there = term_atom_index(m->node_names.names[i]);
            if (!node_same_name(here, there) && view_is_up(node_view(m, here, there)))
                tell_of(m, here, there, NO_TERM, term_head(list), p, 0, &number);
        }
        if (p) start_settling(m, here);
    }
}

void node_forget_watcher(Process *p) {
    Globals *globals = p->machine->globals;
    Term key, times;
    MapIterator it;
    for (map_iterate(&it, globals->node_watchers); map_next(&it, &key, &times);) {
        if (!term_same(term_head(key), p->pid)) continue;
        store_touch(p->store, globals);
        globals->node_watchers = map_remove(p->heap, globals->node_watchers, key);
    }
}

static void ends_of(const Machine *m, Actor actor, uint32_t *from, uint32_t *to) {
    *from = m->nodes_of[m->descents[actor].parent];
    *to = m->nodes_of[node_part_number(m, actor)];
}

// --- footprints ------------------------------------------------------------------------------------------

void node_touches_life(const Machine *m, uint32_t node, Footprint *out) {
    if (m->has_faults && !node_same_name(node, m->node))
        footprint_add_settled(out, node_life_object(node), ACCESS_READ, 0);
}

// One that has to wait for a connection asks for it.
void node_touches_sending(const Machine *m, Term from, Term to, Footprint *out) {
    uint32_t here = term_pid_node(from), there = term_pid_node(to);
    bool asks = node_view(m, here, there).state == VIEW_DOWN;
    footprint_add_once(out, node_view_object(here, there), asks ? ACCESS_WRITE : ACCESS_READ, 0);
    if (asks) footprint_add_once(out, node_view_object(there, here), ACCESS_READ, 0);
}

void node_touches_arrival(const Machine *m, Term from, Term to, Footprint *out) {
    (void)m;
    footprint_add_once(out, node_view_object(term_pid_node(to), term_pid_node(from)), ACCESS_READ, 0);
}

void node_touches_news(const Machine *m, Actor source, uint32_t epoch, Footprint *out) {
    uint32_t from, to;
    ends_of(m, source, &from, &to);
    footprint_add_settled(out, news_object(from, to, epoch), ACCESS_READ, 0);
}

static void touch_cause(const Machine *m, uint32_t from, uint32_t to, Footprint *out) {
    NodeView view = node_view(m, from, to);
    if (view.state == VIEW_PENDING) footprint_add(out, pending_object(from, to, view.epoch), ACCESS_READ, 0);
    if (view.state == VIEW_DOOMED) footprint_add(out, doom_object(from, to, view.epoch), ACCESS_READ, 0);
    uint32_t now = node_now(m, identity_node_name(name_bits(to)));
    if (view.state == VIEW_UP && now != NODE_ELSEWHERE)
        footprint_add(out, node_dead_object(node_is_up(m, now) ? now - (1u << NODE_NAME_BITS) : now), ACCESS_READ, 0);
}

// Those who are told; that they live, and what they are told of.
static void touch_told(const Process *p, uint32_t to, Footprint *out) {
    Term key, value;
    MapIterator it;
    bool told = false;
    for (map_iterate(&it, p->links); map_next(&it, &key, &value);) {
        if (!is_at(key, to) || !term_same(value, ATOM(true))) continue;
        footprint_add(out, signal_link_object(p->machine, p->pid, key), ACCESS_WRITE, 0);
        told = true;
    }
    for (map_iterate(&it, p->monitors); map_next(&it, &key, &value);) {
        if (!is_at(term_elements(value)[0], to)) continue;
        footprint_add(out, signal_monitor_object(key), ACCESS_WRITE, 0);
        told = true;
    }
    for (map_iterate(&it, p->watchers); map_next(&it, &key, &value);) told |= is_at(term_elements(value)[0], to);
    if (!told) return;
    footprint_add(out, object_of(OBJECT_PROCESS_LIFE, term_pid_index(p->pid), NO_TERM), ACCESS_READ, 0);
    signal_touches_relations(p->pid, out);
    if (quiet_serves(p)) out->everything = true;
}

static void touch_watchers(const Machine *m, uint32_t from, uint32_t to, Footprint *out) {
    Term key, times;
    MapIterator it;
    footprint_add(out, node_watch_object(from), ACCESS_WRITE, 0);
    for (map_iterate(&it, m->globals->node_watchers); map_next(&it, &key, &times);) {
        const Process *p = process_find((Machine *)(uintptr_t)m, term_head(key));
        if (!p || !node_same_name(term_pid_node(p->pid), from)) continue;
        if (term_is_atom(term_tail(key)) && term_atom_index(term_tail(key)) != name_bits(to)) continue;
        footprint_add_once(out, object_of(OBJECT_PROCESS_LIFE, term_pid_index(p->pid), NO_TERM), ACCESS_READ, 0);
        if (quiet_serves(p)) out->everything = true;
    }
}

void node_touches_losing(Machine *m, uint32_t from, uint32_t to, Footprint *out) {
    footprint_add(out, node_view_object(from, to), ACCESS_WRITE, 0);
    touch_cause(m, from, to, out);
    for (uint32_t i = 0; i < m->pid_count; i++)
        if (m->processes[i] && node_same_name(m->nodes_of[i], from)) touch_told(m->processes[i], to, out);
    touch_watchers(m, from, to, out);
}

static void touch_connecting(Machine *m, uint32_t from, uint32_t to, Footprint *out) {
    footprint_add(out, node_view_object(from, to), ACCESS_WRITE, 0);
    footprint_add(out, node_view_object(to, from), ACCESS_WRITE, 0);
    uint32_t now = node_now(m, identity_node_name(name_bits(to)));
    if (now != NODE_ELSEWHERE && m->has_faults) footprint_add(out, node_life_object(now), ACCESS_READ, 0);
    touch_cause(m, from, to, out);
    touch_watchers(m, from, to, out);
    touch_watchers(m, to, from, out);
    fault_touches_target(m, FAULT_DISCONNECTS, out);
    fault_touches_target(m, FAULT_RECONNECTS, out);
    if (now == NODE_ELSEWHERE || !node_is_up(m, now)) node_touches_losing(m, from, to, out);
    if (view_is_up(node_view(m, to, from))) node_touches_losing(m, to, from, out);
}

static void touch_view(const Process *p, Term other, Footprint *out) {
    if (!term_is_local_pid(other) || !delivery_is_far(p->pid, other)) return;
    footprint_add_once(out, node_view_object(term_pid_node(p->pid), term_pid_node(other)), ACCESS_READ, 0);
}

// Whoever would be told of a loss is told no more.
void node_touches_end(const Process *p, Footprint *out) {
    Term key, value;
    MapIterator it;
    uint32_t here = term_pid_node(p->pid);
    for (map_iterate(&it, p->links); map_next(&it, &key, &value);) touch_view(p, key, out);
    for (map_iterate(&it, p->monitors); map_next(&it, &key, &value);) touch_view(p, term_elements(value)[0], out);
    for (map_iterate(&it, p->watchers); map_next(&it, &key, &value);) touch_view(p, term_elements(value)[0], out);
    for (map_iterate(&it, p->machine->globals->node_watchers); map_next(&it, &key, &value);) {
        if (!term_same(term_head(key), p->pid)) continue;
        uint64_t object = term_is_atom(term_tail(key)) ? node_view_object(here, term_atom_index(term_tail(key)))
                                                       : node_watch_object(here);
        footprint_add_once(out, object, ACCESS_READ, 0);
    }
}

void node_touches_watching(const Process *p, Term node, Footprint *out) {
    uint32_t here = term_pid_node(p->pid), there = term_atom_index(node);
    bool asks = node_view(p->machine, here, there).state == VIEW_DOWN;
    footprint_add(out, node_view_object(here, there), asks ? ACCESS_WRITE : ACCESS_READ, 0);
    if (asks) footprint_add(out, node_view_object(there, here), ACCESS_READ, 0);
}

// --- stepping --------------------------------------------------------------------------------------------

// Whether the other side is another life than the one it was connected to, or none at all.
static bool is_lost(const Machine *m, uint32_t from, uint32_t to) {
    NodeView view = node_view(m, from, to), other = node_view(m, to, from);
    if (view.state == VIEW_DOOMED) return true;
    return view.state == VIEW_UP && (!view_is_up(other) || other.epoch != view.epoch);
}

static uint32_t add_actors(Machine *m, Term from, Term to, Actor *actors, uint32_t max) {
    uint32_t here = node_now(m, from), there = term_atom_index(to), count = 0;
    if (!node_is_up(m, here)) return 0;
    Actor mine = node_number(m, here), other = node_number(m, there);
    if (count < max && node_view(m, here, there).state == VIEW_PENDING)
        actors[count++] = node_actor(m, mine, NODE_CONNECT, other);
    else if (count < max && is_lost(m, here, there))
        actors[count++] = node_actor(m, mine, NODE_LOSS, other);
    return count;
}

uint32_t node_actors(Machine *m, Actor *actors, uint32_t max) {
    uint32_t count = 0;
    Term key, value;
    MapIterator it;
    for (uint32_t i = 0; i < m->node_names.count && count < max; i++) {
        Term entry = entry_of(m, m->node_names.names[i]);
        if (term_is_none(entry) || !term_same(term_tail(entry), ATOM(init))) continue;
        Actor node = node_number(m, term_atom_index(m->node_names.names[i]));
        actors[count++] = node_actor(m, node, NODE_HALT, node);
    }
    for (map_iterate(&it, m->globals->connections); map_next(&it, &key, &value);) {
        uint64_t pair = (uint64_t)term_to_small(key);
        count += add_actors(m, term_atom((uint32_t)(pair >> NODE_NAME_BITS)), term_atom(pair & NAME_MASK),
                            actors + count, max - count);
    }
    return count;
}

static void touch_halt(const Machine *m, Term name, Footprint *out) {
    footprint_add(out, halt_object(node_now(m, name)), ACCESS_READ, 0);
    node_touches_order(m, name, false, out);
}

void node_footprint(Machine *m, Actor actor, Footprint *out) {
    uint32_t from, to;
    ends_of(m, actor, &from, &to);
    if (node_part(m, actor) == NODE_LOSS)
        node_touches_losing(m, from, to, out);
    else if (node_part(m, actor) == NODE_CONNECT)
        touch_connecting(m, from, to, out);
    else if (node_part(m, actor) == NODE_HALT)
        touch_halt(m, identity_node_name(name_bits(from)), out);
    else
        fault_footprint(m, actor, out);
    out->everything &= !m->acting;
}

static void connect(Machine *m, uint32_t from, uint32_t to) {
    uint32_t epoch = node_view(m, from, to).epoch;
    if (can_connect(m, to, epoch)) {
        fault_reconnect(m, epoch);
        node_connect(m, from, to);
    } else {
        node_lose(m, from, to);
    }
}

void node_step(Machine *m, Actor actor) {
    uint32_t from, to;
    ends_of(m, actor, &from, &to);
    if (node_part(m, actor) == NODE_LOSS)
        node_lose(m, from, to);
    else if (node_part(m, actor) == NODE_CONNECT)
        connect(m, from, to);
    else if (node_part(m, actor) == NODE_HALT)
        node_stop(m, node_now(m, identity_node_name(name_bits(from))));
    else
        fault_step(m, actor);
}
