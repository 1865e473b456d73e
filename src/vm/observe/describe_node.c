#include "vm/observe/describe_node.h"

#include <inttypes.h>

#include "vm/observe/describe.h"
#include "vm/run/node.h"

static void add_name(Text *out, uint32_t node) {
    static const char host[] = "@weft";
    const char *name = atom_string(identity_node_name(node & ((1u << NODE_NAME_BITS) - 1)));
    size_t size = strlen(name), tail = sizeof host - 1;
    text_add_bytes(out, name, size > tail && strcmp(name + size - tail, host) == 0 ? size - tail : size);
}

void describe_node(Text *out, uint32_t node) {
    add_name(out, node);
    if (node >> NODE_NAME_BITS) text_format(out, "#%" PRIu32, (node >> NODE_NAME_BITS) + 1);
}

static void add_pair(Machine *m, Actor actor, const char *between, Text *out) {
    add_name(out, m->nodes_of[m->descents[actor].parent]);
    text_add(out, between);
    add_name(out, m->nodes_of[node_part_number(m, actor)]);
}

void describe_node_part(Machine *m, Actor actor, Text *out) {
    switch (node_part(m, actor)) {
    case NODE_ITSELF: add_name(out, m->nodes_of[actor]); break;
    case NODE_NAMED:
        text_format(out, "%s@", atom_string(term_atom(node_part_number(m, actor))));
        add_name(out, m->nodes_of[actor]);
        break;
    case NODE_NOTICE: add_pair(m, actor, "/connection:", out); break;
    case NODE_NEWS: add_pair(m, actor, "/watch:", out); break;
    case NODE_CONNECT: add_pair(m, actor, "/connect:", out); break;
    case NODE_LOSS: add_pair(m, actor, "/loss:", out); break;
    case NODE_HALT: add_name(out, m->nodes_of[m->descents[actor].parent]), text_add(out, "/halt"); break;
    case NODE_BREAK: text_add(out, "fault/break:"), add_pair(m, actor, "-", out); break;
    case NODE_CRASH: text_add(out, "fault/crash:"), add_name(out, m->nodes_of[m->descents[actor].parent]); break;
    case NODE_RESTART: text_add(out, "fault/restart:"), add_name(out, m->nodes_of[m->descents[actor].parent]); break;
    case NODE_KILL: text_add(out, "fault/kill:"), machine_actor_name(m, node_part_number(m, actor), out); break;
    case NODE_PEACE: text_add(out, "fault/none"); break;
    }
}

static void add_ends(Machine *m, Actor actor, const char *before, const char *between, const char *after, Text *out) {
    text_add(out, before);
    add_pair(m, actor, between, out);
    text_add(out, after);
}

void describe_node_step(Machine *m, Actor actor, Description *out) {
    Text *what = &out->what;
    out->kind = ACTION_FAULT;
    switch (node_part(m, actor)) {
    case NODE_CONNECT:
        out->kind = ACTION_OTHER;
        add_ends(m, actor, "", " connects to ", "", what);
        break;
    case NODE_LOSS:
        out->kind = ACTION_OTHER;
        add_ends(m, actor, "", " notices that the connection to ", " is lost", what);
        break;
    case NODE_HALT:
        out->kind = ACTION_OTHER;
        text_add(what, "node ");
        add_name(what, m->nodes_of[m->descents[actor].parent]);
        text_add(what, " halts");
        break;
    case NODE_BREAK:
        text_add(what, "connection ");
        add_pair(m, actor, "-", what);
        text_add(what, " breaks; ");
        add_name(what, m->nodes_of[m->descents[actor].parent]);
        text_add(what, " notices");
        break;
    case NODE_CRASH:
        text_add(what, "node ");
        add_name(what, m->nodes_of[m->descents[actor].parent]);
        text_add(what, " crashes");
        break;
    case NODE_RESTART:
        text_add(what, "node ");
        add_name(what, m->nodes_of[m->descents[actor].parent]);
        text_add(what, " restarts");
        break;
    case NODE_KILL:
        machine_actor_name(m, node_part_number(m, actor), what);
        text_add(what, " is killed");
        out->partner = node_part_number(m, actor);
        break;
    case NODE_PEACE: text_add(what, "no fault happens any more"); break;
    default: break;
    }
}
