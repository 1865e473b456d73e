#include "engine/network.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#define FIELD(name) offsetof(Network, name)

const Option network_options[] = {
    {"--node", "NAME", "the name of the node that the test runs on", OPTION_TEXT, FIELD(node), GROUP_NODES,
     .more = "Without it there is no distribution: node() is nonode@nohost. A name without @ gets @weft.",
     .example = "check -m kv -t replicate kv.erl --node main@weft", .replayed = true, .open = true},
    {"--nodes", "NAMES", "more nodes, separated by commas, up from the beginning", OPTION_TEXT, FIELD(nodes),
     GROUP_NODES,
     .more = "They see each other and the test's node, which is main@weft unless --node says otherwise. All nodes have "
             "the same code. Signals between nodes are under way for a while, in order between two processes.",
     .example = "check -m kv -t replicate kv.erl --nodes a,b,c", .replayed = true, .open = true},
    {"--unconnected", NULL, "nodes do not see each other until somebody connects them", OPTION_FLAG, FIELD(unconnected),
     GROUP_NODES, .example = "check -m kv -t replicate kv.erl --nodes a,b --unconnected", .replayed = true},
    {"--crashes", "N", "up to N times a node other than the test's may crash, at any moment", OPTION_NUMBER,
     FIELD(crashes), GROUP_NODES, .usual = "0",
     .more =
         "Its processes are gone without any cleanup. Of what they had sent some beginning still arrives; others learn "
         "of it some time later, each for itself.",
     .example = "check -m kv -t replicate kv.erl --nodes a,b,c --crashes 1", .replayed = true},
    {"--crash-of", "NODE", "only this node may crash; may be repeated", OPTION_LIST, FIELD(crash_of), GROUP_NODES,
     .example = "check -m kv -t replicate kv.erl --nodes a,b,c --crashes 1 --crash-of a", .replayed = true,
     .open = true},
    {"--restarts", "N", "up to N times a crashed node may come back", OPTION_NUMBER, FIELD(restarts), GROUP_NODES,
     .usual = "0", .more = "Nothing runs on it but what --on-start says, and it is connected to nobody.",
     .example = "check -m kv -t replicate kv.erl --nodes a,b --crashes 1 --restarts 1", .replayed = true},
    {"--on-start", "MOD:FUN", "is called without arguments on each node that comes up", OPTION_TEXT, FIELD(on_start),
     GROUP_NODES, .more = "In a process of its own, on all nodes but the test's.",
     .example = "check -m kv -t replicate kv.erl --nodes a,b --on-start kv:start", .replayed = true, .open = true},
    {"--disconnects", "N", "up to N times a connection between two nodes may break, at any moment", OPTION_NUMBER,
     FIELD(disconnects), GROUP_NODES, .usual = "0",
     .more = "Each side notices that in its own time. What was under way is lost from some point on; nothing is lost "
             "alone, nothing comes twice.",
     .example = "check -m lock -t two_clients lock.erl --nodes a,b --disconnects 1", .replayed = true},
    {"--disconnect-of", "A-B", "only the connection between these two may break; may be repeated", OPTION_LIST,
     FIELD(disconnect_of), GROUP_NODES,
     .example = "check -m lock -t two_clients lock.erl --nodes a,b --disconnects 1 --disconnect-of a-b",
     .replayed = true, .open = true},
    {"--reconnects", "N", "up to N broken connections may heal", OPTION_NUMBER, FIELD(reconnects), GROUP_NODES,
     .usual = "all", .more = "One heals when somebody sends through it, or tries to connect.",
     .example = "check -m lock -t two_clients lock.erl --nodes a,b --disconnects 1 --reconnects 0", .replayed = true},
    {"--kills", "N", "up to N times a process of the program may be killed, at any moment", OPTION_NUMBER, FIELD(kills),
     GROUP_NODES, .usual = "0",
     .more =
         "As by exit(Pid, kill), but by nobody. The test's own process is never killed. That a process was killed is "
         "no error.",
     .example = "check -m pool -t busy pool.erl --kills 1", .replayed = true},
    {"--kill-of", "WHO", "only these processes may be killed; may be repeated", OPTION_LIST, FIELD(kill_of),
     GROUP_NODES,
     .more = "WHO is a registered name, or MOD:FUN/ARITY of the function that the process was started with; of "
             "processes of OTP's behaviours that of the callback module's init/1.",
     .example = "check -m pool -t busy pool.erl --kills 1 --kill-of pool_worker:init/1", .replayed = true,
     .open = true},
    {0},
};

// --- names -----------------------------------------------------------------------------------------------

static size_t next_name(const char **at) {
    const char *end = strchr(*at, ',');
    return end ? (size_t)(end - *at) : strlen(*at);
}

// Letters, digits, - _ and at most one @ that has something on both sides.
static bool is_name(const char *name, size_t size) {
    size_t at = 0, where = 0;
    for (size_t i = 0; i < size; i++) {
        if (name[i] == '@')
            at++, where = i;
        else if (!isalnum((unsigned char)name[i]) && !strchr("-_.", name[i]))
            return false;
    }
    return size > 0 && size < 200 && at <= 1 && (at == 0 || (where > 0 && where + 1 < size));
}

static bool check_name(const char *option, const char *name, size_t size, Error *err) {
    return is_name(name, size) ||
           fail(err, "%s: %.*s is no name of a node: letters and digits, as in a or a@host", option, (int)size, name);
}

static bool check_names(const char *names, Error *err) {
    uint32_t count = 0;
    for (const char *at = names; at; at = *at ? at + 1 : NULL) {
        size_t size = next_name(&at);
        if (!check_name("--nodes", at, size, err)) return false;
        if (++count > MACHINE_NODES - 1) return fail(err, "--nodes: more than %d nodes", MACHINE_NODES - 1);
        at += size;
        if (!*at) break;
    }
    return true;
}

static bool has_name(const MachineConfig *config, const char *name, size_t size) {
    return machine_names_node(config, name, size);
}

static bool check_known(const char *option, const MachineConfig *config, const char *name, size_t size, Error *err) {
    return has_name(config, name, size) ||
           fail(err, "%s: there is no node %.*s; --nodes names those that there are", option, (int)size, name);
}

static bool is_pair(const MachineConfig *config, const char *pair) {
    for (const char *dash = strchr(pair, '-'); dash; dash = strchr(dash + 1, '-'))
        if (has_name(config, pair, (size_t)(dash - pair)) && has_name(config, dash + 1, strlen(dash + 1))) return true;
    return false;
}

// --- what they mean --------------------------------------------------------------------------------------

static bool needs_nodes(const char *option, bool given, const MachineConfig *config, Error *err) {
    return !given || config->nodes || fail(err, "%s: there are no other nodes; --nodes names some", option);
}

static bool check_lists(const Network *n, const MachineConfig *config, Error *err) {
    for (size_t i = 0; i < n->crash_of.count; i++) {
        const char *name = n->crash_of.items[i];
        if (!check_known("--crash-of", config, name, strlen(name), err)) return false;
    }
    for (size_t i = 0; i < n->disconnect_of.count; i++)
        if (!is_pair(config, n->disconnect_of.items[i]))
            return fail(err, "--disconnect-of %s: that is no pair of nodes, as in a-b", n->disconnect_of.items[i]);
    if (n->crash_of.count && !n->crashes)
        return fail(err, "--crash-of says which nodes may crash; --crashes how often");
    if (n->disconnect_of.count && !n->disconnects)
        return fail(err, "--disconnect-of says which connections may break; --disconnects how often");
    if (n->kill_of.count && !n->kills) return fail(err, "--kill-of says who may be killed; --kills how often");
    return true;
}

static bool check_budgets(const Network *n, const MachineConfig *config, Error *err) {
    enum { MOST = 1000 };
    if (n->crashes > MOST || n->restarts > MOST || n->disconnects > MOST || n->reconnects > MOST || n->kills > MOST)
        return fail(err, "more than %d faults of a kind are too many", MOST);
    if (n->restarts && !n->crashes) return fail(err, "--restarts needs nodes that may crash: --crashes N");
    return needs_nodes("--crashes", n->crashes > 0, config, err) &&
           needs_nodes("--disconnects", n->disconnects > 0, config, err) &&
           needs_nodes("--unconnected", n->unconnected, config, err) &&
           needs_nodes("--on-start", n->on_start != NULL, config, err);
}

static bool is_function(const char *text) {
    const char *colon = strchr(text, ':');
    return colon && colon > text && colon[1];
}

bool network_apply(const Network *n, bool reconnects_given, MachineConfig *config, Error *err) {
    if (n->node && !check_name("--node", n->node, strlen(n->node), err)) return false;
    if (n->nodes && !check_names(n->nodes, err)) return false;
    config->node = n->node ? n->node : n->nodes ? "main@weft" : NULL;
    config->nodes = n->nodes;
    config->unconnected = n->unconnected;
    if (!check_budgets(n, config, err) || !check_lists(n, config, err)) return false;
    if (n->on_start && !is_function(n->on_start)) return fail(err, "--on-start %s: write MOD:FUN", n->on_start);
    config->on_start = n->on_start;
    config->crashes = (uint32_t)n->crashes;
    config->restarts = (uint32_t)n->restarts;
    config->disconnects = (uint32_t)n->disconnects;
    config->reconnects = (uint32_t)n->reconnects;
    config->reconnects_limited = reconnects_given;
    config->kills = (uint32_t)n->kills;
    config->crash_of = n->crash_of.items;
    config->crash_of_count = n->crash_of.count;
    config->disconnect_of = n->disconnect_of.items;
    config->disconnect_of_count = n->disconnect_of.count;
    config->kill_of = n->kill_of.items;
    config->kill_of_count = n->kill_of.count;
    return true;
}

// --- telling ---------------------------------------------------------------------------------------------

static void add_budget(uint32_t count, const char *one, const char *many, uint32_t *told, Text *out) {
    if (count == 0) return;
    text_add(out, (*told)++ ? ", " : "at most ");
    text_format(out, "%" PRIu32 " %s", count, count == 1 ? one : many);
}

void network_tell_claim(const MachineConfig *config, Text *out) {
    uint32_t told = 0;
    add_budget(config->crashes, "crash of a node", "crashes of nodes", &told, out);
    add_budget(config->restarts, "restart", "restarts", &told, out);
    add_budget(config->disconnects, "broken connection", "broken connections", &told, out);
    if (config->reconnects_limited) add_budget(config->reconnects, "that heals", "that heal", &told, out);
    add_budget(config->kills, "killed process", "killed processes", &told, out);
}

void network_tell(const MachineConfig *config, Text *out) {
    Text claim = {0};
    if (!config->node) return;
    text_format(out, "the test runs on the node %s", config->node);
    if (config->nodes) text_format(out, ", and there are the nodes %s, with the same code", config->nodes);
    text_add(out, "\n");
    network_tell_claim(config, &claim);
    if (claim.size)
        text_format(out, "what may break, at any moment until the first long timeout fires: %s\n", text_string(&claim));
    text_free(&claim);
    text_add(out, "hidden nodes, cookies, ticks and epmd are not part of the model\n");
}
