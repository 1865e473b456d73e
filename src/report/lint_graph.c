// Who sends what to whom, as a picture for Graphviz (DOT): boxes are servers, rounded ones other processes, dashed ones
// the world outside; an arrow has the message and the place that sends it. What nobody takes is red.
#include <string.h>

#include "report/lint.h"

static void add_words(Text *out, const char *text) {
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') text_add_char(out, '\\');
        text_add_char(out, (unsigned char)*text < ' ' ? ' ' : *text);
    }
}

static bool is_dead(const LintResult *r, const LintEdge *e) {
    for (size_t i = 0; i < r->count; i++) {
        const LintFinding *f = &r->findings[i];
        bool send = f->kind == LINT_send_unreceived || f->kind == LINT_send_unregistered;
        if (send && f->line == e->line && strcmp(text_string(&f->file), text_string(&e->file)) == 0) return true;
    }
    return false;
}

static bool is_same(const LintEdge *a, const LintEdge *b) {
    return a->from == b->from && a->to == b->to && a->line == b->line &&
           strcmp(text_string(&a->message), text_string(&b->message)) == 0 &&
           strcmp(text_string(&a->file), text_string(&b->file)) == 0;
}

static bool was_drawn(const LintResult *r, size_t edge) {
    for (size_t i = 0; i < edge; i++)
        if (is_same(&r->edges[i], &r->edges[edge])) return true;
    return false;
}

void lint_graph(const LintReport *report, Text *out) {
    static const char *const shapes[] = {[LINT_NODE_PROCESS] = "shape=box, style=rounded",
                                         [LINT_NODE_SERVER] = "shape=box",
                                         [LINT_NODE_NAME] = "shape=plaintext",
                                         [LINT_NODE_OUTSIDE] = "shape=ellipse, style=dashed"};
    const LintResult *r = report->result;
    text_add(out, "digraph messages {\n    rankdir=LR;\n    node [fontname=\"sans-serif\"];\n    edge "
                  "[fontname=\"monospace\", fontsize=10];\n");
    for (size_t i = 0; i < r->node_count; i++) {
        text_format(out, "    n%zu [%s, label=\"", i, shapes[r->nodes[i].kind]);
        add_words(out, text_string(&r->nodes[i].name));
        text_add(out, "\"];\n");
    }
    for (size_t i = 0; i < r->edge_count; i++) {
        const LintEdge *e = &r->edges[i];
        if (was_drawn(r, i)) continue;
        text_format(out, "    n%u -> n%u [label=\"", e->from, e->to);
        add_words(out, text_string(&e->message));
        text_add(out, "\\n");
        add_words(out, text_string(&e->file));
        text_format(out, ":%u\"%s];\n", e->line, is_dead(r, e) ? ", color=red, fontcolor=red" : "");
    }
    text_add(out, "}\n");
}
