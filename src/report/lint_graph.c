// Who sends what to whom, as a picture for Graphviz (DOT): boxes are servers, rounded ones other processes, dashed ones
// the world outside; an arrow has the message and the place that sends it. What nobody takes is red.
#include "report/lint_topology.h"

static void add_words(Text *out, const char *text) {
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') text_add_char(out, '\\');
        text_add_char(out, (unsigned char)*text < ' ' ? ' ' : *text);
    }
}

static void add_post(Text *out, const TopologyWay *way, const TopologyPost *post) {
    text_format(out, "    n%u -> n%u [label=\"", way->from, way->to);
    add_words(out, text_string(&post->edge->message));
    text_add(out, "\\n");
    add_words(out, text_string(&post->edge->file));
    text_format(out, ":%u\"%s];\n", post->edge->line, post->dead ? ", color=red, fontcolor=red" : "");
}

void lint_graph(const LintReport *report, Text *out) {
    static const char *const shapes[] = {[LINT_NODE_PROCESS] = "shape=box, style=rounded",
                                         [LINT_NODE_SERVER] = "shape=box",
                                         [LINT_NODE_NAME] = "shape=plaintext",
                                         [LINT_NODE_OUTSIDE] = "shape=ellipse, style=dashed"};
    const LintResult *r = report->result;
    Topology topology = topology_of(r);
    text_add(out, "digraph messages {\n    rankdir=LR;\n    node [fontname=\"sans-serif\"];\n    edge "
                  "[fontname=\"monospace\", fontsize=10];\n");
    for (size_t i = 0; i < r->node_count; i++) {
        text_format(out, "    n%zu [%s, label=\"", i, shapes[r->nodes[i].kind]);
        add_words(out, text_string(&r->nodes[i].name));
        text_add(out, "\"];\n");
    }
    for (uint32_t i = 0; i < topology.ways.count; i++)
        for (uint32_t k = 0; k < topology.ways.items[i].posts.count; k++)
            add_post(out, &topology.ways.items[i], &topology.ways.items[i].posts.items[k]);
    text_add(out, "}\n");
    topology_free(&topology);
}
