// Who sends what to whom, drawn: an SVG file, or a page in which one can move, zoom, follow a process and look at the
// sources. Boxes are servers, round ones other processes, dashed ones the world outside; what nobody takes is red.
#include <string.h>

#include "base/display.h"
#include "base/json.h"
#include "base/xml.h"
#include "report/layered.h"
#include "report/lint_topology.h"

enum {
    LETTER = 8,         // points, of a name
    SMALL_LETTER = 7,   // of a message
    NAME_HEIGHT = 19,
    LINE_HEIGHT = 15,
    NAME_MOST = 40,   // letters in a line
    MESSAGE_MOST = 44,
    POSTS_SHOWN = 8,    // of one arrow; the page has them all
    LINES_AROUND = 6,   // of the source
};

extern const char topology_page[];

typedef struct {
    const LintReport *report;
    Topology topology;
    Layered drawing;
    Text *out;
} Picture;

// --- texts ----------------------------------------------------------------------------------------------------------

static size_t fits_in(const char *text, size_t size, size_t most) {
    return display_width(text, size) > most ? display_fit(text, size, most - 1) : size;
}

static void add_fitting(Text *out, const char *text, size_t size, size_t most) {
    size_t fits = fits_in(text, size, most);
    Text part = {0};
    text_add_bytes(&part, text, fits);
    if (fits < size) text_add(&part, "…");
    xml_text(out, text_string(&part));
    text_free(&part);
}

static double width_of(const char *text, size_t size, size_t most, int letter) {
    size_t width = display_width(text, size);
    return (double)letter * (double)(width > most ? most : width);
}

static const char *base_of(const Text *path) {
    const char *slash = strrchr(text_string(path), '/');
    return slash ? slash + 1 : text_string(path);
}

static void place_of(const LintEdge *edge, Text *out) { text_format(out, "%s:%u", base_of(&edge->file), edge->line); }

// Of files in a name only what they are called, without their folders.
static Text name_of(const LintNode *node) {
    Text name = {0};
    for (const char *at = text_string(&node->name); *at;) {
        size_t word = strcspn(at, " "), from = word;
        while (from > 0 && at[from - 1] != '/') from--;
        text_add_bytes(&name, at + from, word - from);
        at += word;
        if (*at) text_add_char(&name, *at++);
    }
    return name;
}

// A name is written in lines: what it is, and what it is registered as.
static const char *second_line(const char *name) {
    const char *comma = strstr(name, ", registered as ");
    return comma ? comma + 2 : NULL;
}

static size_t first_size(const char *name) {
    const char *second = second_line(name);
    return second ? (size_t)(second - 2 - name) : strlen(name);
}

// --- sizes ----------------------------------------------------------------------------------------------------------

static LayeredBox box_for(const LintNode *node) {
    Text text = name_of(node);
    const char *name = text_string(&text), *second = second_line(name);
    double width = width_of(name, first_size(name), NAME_MOST, LETTER);
    double below = second ? width_of(second, strlen(second), NAME_MOST, LETTER) : 0;
    LayeredBox box = {.width = (width > below ? width : below) + 28, .height = (second ? 2 : 1) * NAME_HEIGHT + 16};
    text_free(&text);
    return box;
}

static uint32_t posts_shown(const TopologyWay *way) {
    return way->posts.count > POSTS_SHOWN ? POSTS_SHOWN - 1 : way->posts.count;
}

static LayeredArrow arrow_for(const TopologyWay *way) {
    LayeredArrow arrow = {.from = way->from, .to = way->to};
    uint32_t shown = posts_shown(way);
    for (uint32_t i = 0; i < shown; i++) {
        const LintEdge *edge = way->posts.items[i].edge;
        Text place = {0};
        place_of(edge, &place);
        double width = width_of(text_string(&edge->message), edge->message.size, MESSAGE_MOST, SMALL_LETTER) +
                       SMALL_LETTER * (double)(place.size + 2);
        if (width > arrow.width) arrow.width = width;
        text_free(&place);
    }
    arrow.height = LINE_HEIGHT * (shown + (shown < way->posts.count));
    return arrow;
}

static void arrange(Picture *picture) {
    const LintResult *r = picture->report->result;
    for (size_t i = 0; i < r->node_count; i++) array_push(&picture->drawing.boxes, box_for(&r->nodes[i]));
    for (uint32_t i = 0; i < picture->topology.ways.count; i++)
        array_push(&picture->drawing.arrows, arrow_for(&picture->topology.ways.items[i]));
    layered_arrange(&picture->drawing);
}

// --- drawing --------------------------------------------------------------------------------------------------------

static void add_name_line(Picture *p, const LayeredBox *box, double y, const char *text, size_t size) {
    text_format(p->out, "<text x=\"%.1f\" y=\"%.1f\" class=\"name\">", box->x, y);
    add_fitting(p->out, text, size, NAME_MOST);
    text_add(p->out, "</text>\n");
}

static void add_box(Picture *p, uint32_t number) {
    static const char *const classes[] = {[LINT_NODE_PROCESS] = "process",
                                          [LINT_NODE_SERVER] = "server",
                                          [LINT_NODE_NAME] = "unknown",
                                          [LINT_NODE_OUTSIDE] = "outside"};
    const LintNode *node = &p->report->result->nodes[number];
    const LayeredBox *box = &p->drawing.boxes.items[number];
    Text text = name_of(node);
    const char *name = text_string(&text), *second = second_line(name);
    double top = box->y - box->height / 2;
    text_format(p->out, "<g class=\"box %s\" data-box=\"%u\" tabindex=\"0\" role=\"button\">\n<title>",
                classes[node->kind], number);
    xml_text(p->out, text_string(&node->name));
    text_format(p->out, "</title>\n<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%d\"/>\n",
                box->x - box->width / 2, top, box->width, box->height, node->kind == LINT_NODE_SERVER ? 3 : 15);
    add_name_line(p, box, top + 8 + NAME_HEIGHT * 0.72, name, first_size(name));
    if (second) add_name_line(p, box, top + 8 + NAME_HEIGHT * 1.72, second, strlen(second));
    text_add(p->out, "</g>\n");
    text_free(&text);
}

static bool is_dead_way(const TopologyWay *way) {
    for (uint32_t i = 0; i < way->posts.count; i++)
        if (!way->posts.items[i].dead) return false;
    return true;
}

static void add_post(Picture *p, const TopologyPost *post, uint32_t number, double left, double y) {
    const LintEdge *edge = post->edge;
    Text place = {0};
    place_of(edge, &place);
    text_format(p->out, "<text x=\"%.1f\" y=\"%.1f\" class=\"post%s\" data-post=\"%u\" tabindex=\"0\"><title>", left, y,
                post->dead ? " dead" : "", number);
    xml_text(p->out, text_string(&edge->message));
    text_add(p->out, "</title>");
    add_fitting(p->out, text_string(&edge->message), edge->message.size, MESSAGE_MOST);
    text_add(p->out, " <tspan class=\"place\">");
    xml_text(p->out, text_string(&place));
    text_add(p->out, "</tspan></text>\n");
    text_free(&place);
}

static void add_curve(Picture *p, const LayeredArrow *arrow, bool dead) {
    text_format(p->out, "<path marker-end=\"url(#%s)\" d=\"", dead ? "red" : "tip");
    for (uint32_t i = 0; i < arrow->curve.count; i++)
        text_format(p->out, "%s%.1f %.1f",
                    i == 0       ? "M"
                    : i % 3 == 1 ? " C"
                                 : " ",
                    arrow->curve.items[i].x, arrow->curve.items[i].y);
    text_add(p->out, "\"/>\n");
}

static void add_way(Picture *p, uint32_t number, uint32_t first) {
    const TopologyWay *way = &p->topology.ways.items[number];
    const LayeredArrow *arrow = &p->drawing.arrows.items[number];
    bool dead = is_dead_way(way);
    uint32_t shown = posts_shown(way);
    double left = arrow->x - arrow->width / 2, y = arrow->y - arrow->height / 2 + LINE_HEIGHT * 0.75;
    text_format(p->out, "<g class=\"way%s\" data-from=\"%u\" data-to=\"%u\">\n", dead ? " dead" : "", way->from,
                way->to);
    add_curve(p, arrow, dead);
    for (uint32_t i = 0; i < shown; i++, y += LINE_HEIGHT) add_post(p, &way->posts.items[i], first + i, left, y);
    if (shown < way->posts.count)
        text_format(p->out,
                    "<text x=\"%.1f\" y=\"%.1f\" class=\"more\" data-post=\"%u\" tabindex=\"0\">and %u more</text>\n",
                    left, y, first + shown, way->posts.count - shown);
    text_add(p->out, "</g>\n");
}

static const char style[] =
    "<style>\n"
    "svg { --ink: #1d1e22; --muted: #5f626b; --paper: #fff; --line: #6d7078; --server: #e9edf9; --process: #e6f3ec; "
    "--dead: #b02a22; background: var(--paper); }\n"
    "@media (prefers-color-scheme: dark) { svg { --ink: #e9e7e1; --muted: #a0a3ab; --paper: #16171b; --line: #9a9da6; "
    "--server: #23293b; --process: #17271f; --dead: #ff8f85; } }\n"
    "rect { fill: var(--paper); stroke: var(--ink); }\n"
    ".server rect { fill: var(--server); }\n"
    ".process rect { fill: var(--process); }\n"
    ".outside rect { stroke-dasharray: 5 4; }\n"
    ".unknown rect { stroke: var(--muted); stroke-dasharray: 1 3; }\n"
    ".name { font: 13px system-ui, sans-serif; text-anchor: middle; fill: var(--ink); }\n"
    ".post, .more { font: 11.5px ui-monospace, monospace; fill: var(--ink); }\n"
    ".place, .more { fill: var(--muted); }\n"
    "path { fill: none; stroke: var(--line); stroke-width: 1.3; }\n"
    "marker path { fill: var(--line); stroke: none; }\n"
    ".dead path { stroke: var(--dead); }\n"
    ".post.dead { fill: var(--dead); }\n"
    "#red path { fill: var(--dead); stroke: none; }\n"
    "</style>\n";

static void add_marker(Picture *p, const char *name) {
    text_format(p->out,
                "<marker id=\"%s\" viewBox=\"0 0 8 8\" refX=\"7.5\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" "
                "orient=\"auto\"><path d=\"M0 0.5 L8 4 L0 7.5 z\"/></marker>\n",
                name);
}

static void draw(Picture *p) {
    text_format(p->out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
                "role=\"group\">\n<title>who sends what to whom</title>\n",
                p->drawing.width, p->drawing.height, p->drawing.width, p->drawing.height);
    text_add(p->out, style);
    text_add(p->out, "<defs>\n");
    add_marker(p, "tip");
    add_marker(p, "red");
    text_add(p->out, "</defs>\n");
    for (uint32_t i = 0, first = 0; i < p->topology.ways.count; first += p->topology.ways.items[i++].posts.count)
        add_way(p, i, first);
    for (uint32_t i = 0; i < p->drawing.boxes.count; i++) add_box(p, i);
    text_add(p->out, "</svg>\n");
}

// --- the page -------------------------------------------------------------------------------------------------------

static void add_lines(JsonWriter *w, const Source *source, uint32_t line) {
    uint32_t first = line > LINES_AROUND ? line - LINES_AROUND : 1;
    json_number(w, "first", first);
    json_array(w, "lines");
    const char *text;
    size_t size;
    for (uint32_t i = first; i <= line + LINES_AROUND && source_line(source, i, &text, &size); i++) {
        Text copy = {0};
        text_add_bytes(&copy, text, size);
        json_text(w, NULL, text_string(&copy));
        text_free(&copy);
    }
    json_end(w);
}

static void add_data(Picture *p, const TopologyWay *way, const TopologyPost *post, JsonWriter *w) {
    const LintResult *r = p->report->result;
    const Source *source = sources_find(p->report->sources, text_string(&post->edge->file));
    json_object(w, NULL);
    json_text(w, "message", text_string(&post->edge->message));
    json_text(w, "from", text_string(&r->nodes[way->from].name));
    json_text(w, "to", text_string(&r->nodes[way->to].name));
    json_text(w, "file", source && source->path ? source->path : text_string(&post->edge->file));
    json_number(w, "line", post->edge->line);
    json_boolean(w, "dead", post->dead);
    if (source && source->path && post->edge->line) add_lines(w, source, post->edge->line);
    json_end(w);
}

// Behind a `<` of the data no element can begin.
static void add_script_data(Text *out, const char *json) {
    for (; *json; json++)
        if (*json == '<')
            text_add(out, "\\u003c");
        else
            text_add_char(out, *json);
}

static void add_posts(Picture *p) {
    Text json = {0};
    JsonWriter w = {.out = &json};
    json_array(&w, NULL);
    for (uint32_t i = 0; i < p->topology.ways.count; i++)
        for (uint32_t k = 0; k < p->topology.ways.items[i].posts.count; k++)
            add_data(p, &p->topology.ways.items[i], &p->topology.ways.items[i].posts.items[k], &w);
    json_end(&w);
    add_script_data(p->out, text_string(&json));
    text_free(&json);
}

// The page with the picture and the data in their places.
static void fill_page(Picture *p) {
    static const char picture[] = "<!--picture-->", data[] = "/*data*/";
    const char *at = topology_page, *place = strstr(at, picture);
    text_add_bytes(p->out, at, (size_t)(place - at));
    draw(p);
    at = place + strlen(picture);
    place = strstr(at, data);
    text_add_bytes(p->out, at, (size_t)(place - at));
    add_posts(p);
    text_add(p->out, place + strlen(data));
}

static void make(const LintReport *report, Text *out, void (*write)(Picture *picture)) {
    Picture picture = {.report = report, .topology = topology_of(report->result), .out = out};
    arrange(&picture);
    write(&picture);
    layered_free(&picture.drawing);
    topology_free(&picture.topology);
}

void lint_picture(const LintReport *report, Text *out) { make(report, out, draw); }

void lint_page(const LintReport *report, Text *out) { make(report, out, fill_page); }
