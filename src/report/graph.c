// Graph: pictures for Graphviz (DOT), of the tree of all interleavings that were explored, or of the errors' stories.
//
// Of the tree, steps between two branches are one box. A leaf is an interleaving: green, red with its error, or grey
// where it was given up. A story has a column for each process, arrows for messages and a dashed line for the race.
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "explore/witness/tree.h"
#include "report/format.h"

enum {
    LINES_MAX = 14,
    LINES_START = 8,   // of a box: all lines, and those of its beginning, when its middle is left out
    LINE_WIDTH = 70,
    STORY_MAX = 300,   // steps of a story
};

// --- labels --------------------------------------------------------------------------------------------------

// Within quotes; a text that is too long for a line of a box ends with dots.
static void add_words(Text *out, const char *text) {
    for (size_t width = 0; *text; width++) {
        uint32_t c;
        text += utf8_visible(text, &c);
        if (width == LINE_WIDTH && *text) {
            text_add(out, "...");
            return;
        }
        if (c == '"' || c == '\\') text_add_char(out, '\\');
        text_add_utf8(out, c < 0x20 ? ' ' : c);
    }
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add_place(Text *out, const Text *file, uint32_t line) {
    if (!line) return;
    text_add(out, "   ");
    add_words(out, base_name(text_string(file)));
    text_format(out, ":%u", line);
}

// --- the tree ------------------------------------------------------------------------------------------------

typedef struct {
    Sheet *sheet;
    const Report *report;
    const Tree *tree;
    uint64_t test;     // a number that makes names of nodes unique in the file
    uint32_t *boxes;   // of each node, the first of its box
} Drawing;

static const TreeNode *node_at(const Drawing *d, uint32_t id) { return &d->tree->nodes[id]; }

// Whether a node's step goes into the same box as the one before it.
static bool is_inside(const Drawing *d, uint32_t id) {
    const TreeNode *parent = node_at(d, node_at(d, id)->parent);
    return node_at(d, id)->parent != 0 && parent->child == parent->last && parent->end == TREE_INNER;
}

static void add_step_line(const Drawing *d, uint32_t id, Text *out) {
    const TreeNode *node = node_at(d, id);
    text_format(out, "%u  ", node->depth);
    add_words(out, text_string(&node->process));
    text_add(out, "  ");
    add_words(out, text_string(&node->what));
    add_place(out, &node->file, node->line);
    text_add(out, "\\l");
}

// The nodes of a box from its first on: how many, and the last.
static uint32_t box_end(const Drawing *d, uint32_t first, uint32_t *count) {
    uint32_t id = first;
    for (*count = 1; node_at(d, id)->child && is_inside(d, node_at(d, id)->child); ++*count) id = node_at(d, id)->child;
    return id;
}

static void add_box(const Drawing *d, uint32_t first) {
    Text *out = &d->sheet->out;
    uint32_t count, index = 0;
    box_end(d, first, &count);
    text_format(out, "    t%llu_n%u [label=\"", (unsigned long long)d->test, first);
    for (uint32_t id = first; index < count; id = node_at(d, id)->child, index++) {
        d->boxes[id] = first;
        if (count <= LINES_MAX || index < LINES_START || index >= count - (LINES_MAX - LINES_START - 1))
            add_step_line(d, id, out);
        else if (index == LINES_START)
            text_format(out, "... %u steps ...\\l", count - (LINES_MAX - 1));
    }
    text_add(out, "\"];\n");
}

static void add_edge(const Drawing *d, uint32_t from, uint32_t to) {
    text_format(&d->sheet->out, "    t%llu_n%u -> t%llu_n%u;\n", (unsigned long long)d->test, from,
                (unsigned long long)d->test, to);
}

static void add_errors(const Drawing *d, const TreeNode *node, Text *out) {
    const Findings *findings = d->report->findings;
    for (uint32_t i = 0; i < findings->finding_count; i++)
        if (tree_has_error(node, &findings->findings[i]))
            text_format(out, "\\nerror %u: %s", i + 1, report_trouble(findings->findings[i].kind));
}

// How an execution ended, below its last box.
static void add_leaf(const Drawing *d, uint32_t id, uint32_t box) {
    const TreeNode *node = node_at(d, id);
    Text *out = &d->sheet->out;
    bool wrong = node->errors.size > 0, given_up = node->end == TREE_BLOCKED;
    text_format(out, "    t%llu_e%u [shape=%s, style=\"filled,rounded%s\", fillcolor=\"%s\", label=\"",
                (unsigned long long)d->test, id, given_up ? "plaintext" : "box", given_up ? ",dashed" : "",
                wrong      ? "#f8d0d0"
                : given_up ? "#eeeeee"
                           : "#d0f0d0");
    if (given_up)
        text_add(out, "given up: seen already");
    else
        text_format(out, "interleaving %llu", (unsigned long long)node->number);
    if (node->result.size && !wrong) text_add(out, "\\n");
    if (!wrong) add_words(out, text_string(&node->result));
    if (node->end == TREE_CUT) text_add(out, "\\ncut at --depth-bound");
    add_errors(d, node, out);
    text_format(out, "\"];\n    t%llu_n%u -> t%llu_e%u [arrowhead=none%s];\n", (unsigned long long)d->test, box,
                (unsigned long long)d->test, id, given_up ? ", style=dashed" : "");
}

static void add_races(const Drawing *d) {
    for (uint32_t i = 0; i < d->tree->race_count; i++) {
        const TreeRace *race = &d->tree->races[i];
        text_format(&d->sheet->out,
                    "    t%llu_n%u -> t%llu_n%u [style=dashed, color=\"#c06000\", dir=both, constraint=false, "
                    "label=\"%u, %u\"];\n",
                    (unsigned long long)d->test, d->boxes[race->first], (unsigned long long)d->test,
                    d->boxes[race->second], node_at(d, race->first)->depth, node_at(d, race->second)->depth);
    }
}

static void add_note(const Drawing *d) {
    uint64_t all = d->report->search.explored + d->report->search.blocked;
    if (!d->tree->full) return;
    text_format(&d->sheet->out, "    t%llu_more [shape=note, label=\"%llu more interleavings are not drawn\"];\n",
                (unsigned long long)d->test, (unsigned long long)(all - d->tree->leaves));
}

static void add_tree(Drawing *d) {
    Text *out = &d->sheet->out;
    text_format(out, "    t%llu_n0 [shape=circle, label=\"\", width=0.15, style=filled, fillcolor=\"#666666\"];\n",
                (unsigned long long)d->test);
    for (uint32_t id = 0; id < d->tree->count; id++) {
        if (id && !is_inside(d, id)) {
            uint32_t parent = node_at(d, id)->parent;
            add_box(d, id);
            add_edge(d, parent ? d->boxes[parent] : 0, id);
        }
        if (node_at(d, id)->end != TREE_INNER) add_leaf(d, id, d->boxes[id]);
    }
    add_races(d);
    add_note(d);
}

// --- a story -------------------------------------------------------------------------------------------------

// Of a very long story only the end is drawn.
static uint32_t story_start(const Story *story) { return story->length > STORY_MAX ? story->length - STORY_MAX : 0; }

static bool is_of(const StoryStep *step, const Text *process) {
    return strcmp(text_string(&step->process), text_string(process)) == 0;
}

static void add_lane(const Finding *f, const char *prefix, uint32_t first, Text *out) {
    const Story *story = &f->story;
    const Text *process = &story->steps[first].process;
    uint32_t last = 0;
    text_format(out, "      subgraph cluster_%s_p%u { label=\"", prefix, first);
    add_words(out, text_string(process));
    text_add(out, "\"; color=\"#bbbbbb\";\n");
    for (uint32_t i = first; i < story->length; i++) {
        const StoryStep *step = &story->steps[i];
        if (!is_of(step, process)) continue;
        text_format(out, "        %s_s%u [label=\"%u  ", prefix, i + 1, i + 1);
        add_words(out, text_string(&step->what));
        add_place(out, step->user_line ? &step->user_file : &step->file,
                  step->user_line ? step->user_line : step->line);
        text_format(out, "\"%s];\n", story->failure == i + 1 ? ", style=filled, fillcolor=\"#f8d0d0\"" : "");
        if (last) text_format(out, "        %s_s%u -> %s_s%u [weight=10];\n", prefix, last, prefix, i + 1);
        last = i + 1;
    }
    text_add(out, "      }\n");
}

// Whether no step that is drawn before it is of the same process.
static bool is_first(const Story *story, uint32_t index) {
    for (uint32_t i = story_start(story); i < index; i++)
        if (is_of(&story->steps[i], &story->steps[index].process)) return false;
    return true;
}

static bool has_message(const StoryStep *step, uint32_t number) {
    for (uint32_t i = 0; i < step->message_count; i++)
        if (step->messages[i] == number) return true;
    return false;
}

static void add_arrow(Text *out, const char *prefix, uint32_t from, uint32_t to, const char *look) {
    text_format(out, "      %s_s%u -> %s_s%u [%s];\n", prefix, from, prefix, to, look);
}

// From the step that sends a message to the next one that has to do with it.
static void add_message(const Story *story, const char *prefix, uint32_t from, uint32_t number, Text *out) {
    for (uint32_t i = from + 1; i < story->length; i++)
        if (has_message(&story->steps[i], number)) {
            add_arrow(out, prefix, from + 1, i + 1, "color=\"#2060c0\", label=\"message\"");
            return;
        }
}

static void add_start(const Story *story, const char *prefix, uint32_t from, Text *out) {
    const StoryStep *step = &story->steps[from];
    if (step->kind != ACTION_SPAWN || !step->partner.size) return;
    for (uint32_t i = from + 1; i < story->length; i++)
        if (is_of(&story->steps[i], &step->partner)) {
            add_arrow(out, prefix, from + 1, i + 1, "color=\"#208020\", label=\"starts\"");
            return;
        }
}

// Time goes downwards: each step is below the one before it, whosever it is.
static void add_arrows(const Finding *f, const char *prefix, Text *out) {
    const Story *story = &f->story;
    uint32_t start = story_start(story);
    for (uint32_t i = start; i < story->length; i++) {
        const StoryStep *step = &story->steps[i];
        for (uint32_t j = 0; j < step->message_count; j++) add_message(story, prefix, i, step->messages[j], out);
        add_start(story, prefix, i, out);
        if (i > start && !is_of(step, &story->steps[i - 1].process)) add_arrow(out, prefix, i, i + 1, "style=invis");
    }
    const StoryRace *race = f->cause == CAUSE_RACE ? &f->races[f->race] : NULL;
    if (race && race->second && race->first > start)
        add_arrow(out, prefix, race->first, race->second,
                  "style=dashed, color=\"#c00000\", dir=both, constraint=false, label=\"race\", penwidth=2");
}

static void add_story(const Drawing *d, uint32_t number) {
    const Finding *f = &d->report->findings->findings[number];
    Text *out = &d->sheet->out, prefix = {0}, headline = {0};
    uint32_t start = story_start(&f->story);
    text_format(&prefix, "t%llu_f%u", (unsigned long long)d->test, number + 1);
    report_headline(f, &headline);
    text_format(out, "    subgraph cluster_%s { label=\"error %u: ", text_string(&prefix), number + 1);
    add_words(out, text_string(&headline));
    if (start) text_format(out, "\\nthe first %u steps are not drawn", start);
    text_add(out, "\";\n");
    for (uint32_t i = start; i < f->story.length; i++)
        if (is_first(&f->story, i)) add_lane(f, text_string(&prefix), i, out);
    add_arrows(f, text_string(&prefix), out);
    text_add(out, "    }\n");
    text_free(&prefix);
    text_free(&headline);
}

// --- the file ------------------------------------------------------------------------------------------------

static void begin(Sheet *sheet) {
    text_add(&sheet->out, "digraph weft {\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n"
                          "  edge [fontname=\"monospace\", fontsize=9, color=\"#666666\"];\n"
                          "  graph [fontname=\"sans-serif\", fontsize=12, newrank=true];\n");
}

static void add(Sheet *sheet, const Report *r) {
    Drawing d = {.sheet = sheet, .report = r, .tree = r->tree, .test = sheet->tests};
    Text name = {0};
    if (r->skipped || r->message) return;
    report_name(r, &name);
    text_format(&sheet->out, "  subgraph cluster_t%llu {\n    color=\"#ffffff\"; label=\"", (unsigned long long)d.test);
    add_words(&sheet->out, text_string(&name));
    text_format(&sheet->out, ", %llu interleaving%s%s\";\n", (unsigned long long)r->search.explored,
                r->search.explored == 1 ? "" : "s", r->search.complete || r->replayed ? "" : " so far");
    if (d.tree) {
        d.boxes = memory_zeroed(d.tree->count + 1, sizeof *d.boxes);
        add_tree(&d);
        memory_free(d.boxes);
    } else {
        for (uint32_t i = 0; i < r->findings->finding_count; i++) add_story(&d, i);
    }
    text_add(&sheet->out, "  }\n");
    text_free(&name);
}

static void end(Sheet *sheet) { text_add(&sheet->out, "}\n"); }

const Format format_graph = {.begin = begin, .add = add, .end = end};
