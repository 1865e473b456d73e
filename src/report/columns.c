#include "report/columns.h"

#include <string.h>

#include "base/display.h"
#include "base/memory.h"

enum { GUTTER = 9, GAP = 2, BRACKET = 7, LANES_MAX = 4, LANE_LEAST = 20, LINES_MAX = 3 };

typedef struct {   // of a process
    const char *name;
    size_t name_size;
    Text role;               // what it is or does
    size_t natural, width;   // in columns: wanted, and what it gets
    size_t at;               // where it begins
} Lane;

typedef struct {
    Page *page;
    Sources *sources;
    const Finding *finding;
    const Rows *rows;
    Lane *lanes;
    uint32_t lane_count;
    const char *file;   // the one that most rows are about
    size_t end;         // column behind the last lane
    bool tied;          // the racing rows are tied together by a bracket
    bool open;          // between them
    uint32_t before;    // lane of the row before
} Table;

// --- who -------------------------------------------------------------------------------------------------

static uint32_t lane_of(const Table *t, const Row *row) {
    const char *name;
    size_t size;
    wording_owner(text_string(&t->finding->story.steps[row->first - 1].process), &name, &size);
    for (uint32_t i = 0; i < t->lane_count; i++)
        if (t->lanes[i].name_size == size && strncmp(t->lanes[i].name, name, size) == 0) return i;
    return t->lane_count;
}

static const StoryProcess *find_process(const Story *story, const Lane *lane) {
    for (uint32_t i = 0; i < story->process_count; i++) {
        const Text *name = &story->processes[i].name;
        if (name->size == lane->name_size && strncmp(text_string(name), lane->name, lane->name_size) == 0)
            return &story->processes[i];
    }
    return NULL;
}

static void add_lane(Table *t, const char *name, size_t size, Wording *wording) {
    t->lanes = memory_resize(t->lanes, (t->lane_count + 1) * sizeof(Lane));
    Lane *lane = &t->lanes[t->lane_count++];
    *lane = (Lane){.name = name, .name_size = size};
    const StoryProcess *process = find_process(&t->finding->story, lane);
    if (process && process->registered.size)
        wording_shorten(wording, text_string(&process->registered), &lane->role);
    else if (process)
        wording_tell_function(text_string(&process->initial), &lane->role);
}

static bool acts(const Table *t, const Text *process) {
    const char *name;
    size_t size;
    for (uint32_t i = 0; i < t->rows->count; i++) {
        wording_owner(text_string(&t->finding->story.steps[t->rows->rows[i].first - 1].process), &name, &size);
        if (!t->rows->rows[i].hidden && size == process->size && strncmp(name, text_string(process), size) == 0)
            return true;
    }
    return false;
}

// Those that act, in the order in which they began.
static void find_lanes(Table *t, Wording *wording) {
    const Story *story = &t->finding->story;
    const char *name;
    size_t size;
    for (uint32_t i = 0; i < story->process_count; i++) {
        const Text *process = &story->processes[i].name;
        if (acts(t, process)) add_lane(t, text_string(process), process->size, wording);
    }
    for (uint32_t i = 0; i < t->rows->count; i++) {
        const Row *row = &t->rows->rows[i];
        if (row->hidden || lane_of(t, row) < t->lane_count) continue;
        wording_owner(text_string(&story->steps[row->first - 1].process), &name, &size);
        add_lane(t, name, size, wording);
    }
}

// --- where -----------------------------------------------------------------------------------------------

static uint32_t row_place(const Table *t, const Row *row, const char **file) {
    return sources_place(t->sources, &t->finding->story.steps[row->place - 1], file);
}

static uint32_t count_rows_in(const Table *t, const char *file) {
    uint32_t count = 0;
    const char *other;
    for (uint32_t i = 0; i < t->rows->count; i++)
        count += !t->rows->rows[i].hidden && row_place(t, &t->rows->rows[i], &other) && strcmp(other, file) == 0;
    return count;
}

static const char *main_file(const Table *t) {
    const char *best = "", *file;
    uint32_t most = 0;
    for (uint32_t i = 0; i < t->rows->count; i++) {
        const Row *row = &t->rows->rows[i];
        if (row->hidden || !row_place(t, row, &file) || strcmp(file, best) == 0) continue;
        uint32_t count = count_rows_in(t, file);
        if (count > most) best = file;
        if (count > most) most = count;
    }
    return best;
}

// ":7" in the file that most is about, "other.erl:7" elsewhere.
static void add_place(const Table *t, const Row *row, Text *out) {
    const char *file;
    uint32_t line = row_place(t, row, &file);
    if (!line) return;
    const char *slash = strrchr(file, '/');
    if (strcmp(file, t->file) != 0) text_add(out, slash ? slash + 1 : file);
    text_format(out, ":%u", line);
}

// --- how wide --------------------------------------------------------------------------------------------

static size_t text_width(const Text *text) { return display_width(text_string(text), text->size); }

static void measure(Table *t) {
    for (uint32_t i = 0; i < t->rows->count; i++) {
        const Row *row = &t->rows->rows[i];
        Text place = {0};
        if (row->hidden) continue;
        add_place(t, row, &place);
        Lane *lane = &t->lanes[lane_of(t, row)];
        size_t width = text_width(&row->words) + (place.size ? 2 + place.size : 0);
        if (width > lane->natural) lane->natural = width;
        text_free(&place);
    }
    for (uint32_t i = 0; i < t->lane_count; i++) {
        Lane *lane = &t->lanes[i];
        size_t role = text_width(&lane->role);
        if (role > lane->natural) lane->natural = role;
        if (lane->name_size > lane->natural) lane->natural = lane->name_size;
    }
}

// Nobody gets more than a limit, which is the highest with which all fit.
static bool share_width(Table *t) {
    size_t width = t->page->style.width ? t->page->style.width : SIZE_MAX;
    size_t room = width - GUTTER - BRACKET, sum = 0, limit = 0;
    if (t->lane_count > LANES_MAX) return false;
    if (t->page->style.width && room < t->lane_count * (size_t)(LANE_LEAST + GAP)) return false;
    do {
        sum = 0;
        limit++;
        for (uint32_t i = 0; i < t->lane_count; i++)
            sum += (t->lanes[i].natural < limit ? t->lanes[i].natural : limit) + GAP;
    } while (sum < room && limit < 200);
    if (sum > room) limit--;
    t->end = GUTTER;
    for (uint32_t i = 0; i < t->lane_count; i++) {
        Lane *lane = &t->lanes[i];
        lane->width = lane->natural < limit ? lane->natural : limit;
        lane->at = t->end;
        t->end += lane->width + GAP;
    }
    return true;
}

// --- drawing ---------------------------------------------------------------------------------------------

static Ink ink_of(const Row *row) {
    return row->fails ? INK_ERROR : row->races || row->outdated ? INK_RACE : INK_PLAIN;
}

static void add_gutter(Table *t, const Row *row, bool switched) {
    Page *page = t->page;
    page_format(page, INK_FAINT, "%5u ", row->number);
    if (row->fails)
        page_ink(page, INK_ERROR, page_glyph(page, GLYPH_CROSS));
    else if (row->races || row->outdated)
        page_ink(page, INK_RACE, page_glyph(page, GLYPH_RACE));
    else if (switched)
        page_ink(page, INK_FAINT, page_glyph(page, GLYPH_SWITCH));
    else
        page_fill(page, 1);
    page_fill(page, GUTTER - 7);
}

static void end_line(Page *page) {
    while (page->out->size > 0 && page->out->data[page->out->size - 1] == ' ') page->out->data[--page->out->size] = 0;
    text_add(page->out, "\n");
}

// What stands behind the lanes on the first line of a row, and on those that follow.
static void add_bracket(Table *t, const Row *row, bool first_line, size_t at) {
    Page *page = t->page;
    bool turns = t->tied && first_line && row->races, opens = turns && !t->open, closes = turns && t->open;
    if (opens) t->open = true;
    if (t->open) {
        page_fill(page, t->end > at ? t->end - at : 0);
        page_ink(page, INK_RACE, page_glyph(page, opens ? GLYPH_TOP : closes ? GLYPH_BOTTOM : GLYPH_SIDE));
        if (closes) page_ink(page, INK_RACE, " race");
    }
    if (closes) t->open = false;
    end_line(page);
}

static void add_cell(Table *t, const Row *row, const Lane *lane, const Text *place) {
    Page *page = t->page;
    size_t done = 0, size = row->words.size;
    for (uint32_t line = 0; line < LINES_MAX && (done < size || line == 0); line++) {
        size_t behind = line == 0 && place->size ? place->size + 1 : 0, rest = 0;
        size_t room = lane->width > behind + 4 ? lane->width - behind : 4;
        size_t indent = line == 0 ? 0 : 2, at = lane->at + lane->width;
        size_t fits = page_break(text_string(&row->words) + done, size - done, room - indent, &rest);
        bool last = line + 1 == LINES_MAX && done + rest < size;
        if (line) page_fill(page, GUTTER);
        page_fill(page, lane->at - GUTTER + indent);
        page_cell(page, ink_of(row), text_string(&row->words) + done, last ? size - done : fits, room - indent);
        if (behind) page_fill(page, 1);
        if (behind) page_ink(page, INK_FAINT, text_string(place));
        add_bracket(t, row, line == 0, at);
        done += rest;
    }
}

static void add_probes(Table *t, const Text *probes, size_t at) {
    for (const char *line = text_string(probes); *line;) {
        size_t size = strcspn(line, "\n");
        page_fill(t->page, at);
        page_ink(t->page, INK_NOTE, "* ");
        text_add_bytes(t->page->out, line, size);
        text_add(t->page->out, "\n");
        line += size + (line[size] == '\n');
    }
}

static void add_hidden(Table *t, const Row *row) {
    Page *page = t->page;
    Text words = {0};
    if (row->repeated)
        text_format(&words, "the same %u times more", row->hidden);
    else if (row->before)
        text_format(&words, "%u step%s before the test itself begins", row->hidden, text_plural(row->hidden));
    else
        text_format(&words, "%u %sstep%s", row->hidden, row->unrelated ? "unrelated " : "",
                    row->hidden == 1 ? "" : "s");
    page_fill(page, 4);
    page_format(page, INK_FAINT, "%s", page_glyph(page, GLYPH_MORE));
    size_t at = 4 + display_width(page_glyph(page, GLYPH_MORE), strlen(page_glyph(page, GLYPH_MORE)));
    page_fill(page, GUTTER - at);
    page_ink(page, INK_FAINT, text_string(&words));
    add_bracket(t, row, false, GUTTER + words.size);
    text_free(&words);
}

static void add_rows(Table *t, void (*draw)(Table *, const Row *, const Lane *, const Text *)) {
    const Story *story = &t->finding->story;
    t->before = t->lane_count;
    add_probes(t, &story->probes, GUTTER);
    for (uint32_t i = 0; i < t->rows->count; i++) {
        const Row *row = &t->rows->rows[i];
        Text place = {0};
        if (row->hidden) {
            add_hidden(t, row);
        } else {
            uint32_t lane = lane_of(t, row);
            add_place(t, row, &place);
            add_gutter(t, row, t->before != lane && t->before != t->lane_count);
            draw(t, row, &t->lanes[lane], &place);
            t->before = lane;
        }
        for (uint32_t j = row->first; j <= row->last; j++) add_probes(t, &story->steps[j - 1].probes, GUTTER);
        text_free(&place);
    }
}

static void add_heading(Table *t) {
    bool roles = false;
    page_fill(t->page, GUTTER);
    for (uint32_t i = 0; i < t->lane_count; i++) {
        const Lane *lane = &t->lanes[i];
        page_cell(t->page, INK_STRONG, lane->name, lane->name_size, lane->width);
        page_fill(t->page, GAP);
        roles |= lane->role.size > 0;
    }
    end_line(t->page);
    for (int kind = roles ? 0 : 1; kind < 2; kind++) {
        page_fill(t->page, GUTTER);
        for (uint32_t i = 0; i < t->lane_count; i++) {
            const Lane *lane = &t->lanes[i];
            if (kind == 0)
                page_cell(t->page, INK_FAINT, text_string(&lane->role), lane->role.size, lane->width);
            else
                page_line(t->page, lane->width);
            page_fill(t->page, i + 1 < t->lane_count ? GAP : 0);
        }
        end_line(t->page);
    }
}

// --- one column for all ----------------------------------------------------------------------------------

static void add_tagged(Table *t, const Row *row, const Lane *lane, const Text *place) {
    Page *page = t->page;
    size_t widest = 1, at;
    for (uint32_t i = 0; i < t->lane_count; i++)
        if (t->lanes[i].name_size > widest) widest = t->lanes[i].name_size;
    if (widest > 12) widest = 12;
    page_cell(page, INK_STRONG, lane->name, lane->name_size, widest);
    page_fill(page, 2);
    at = GUTTER + widest + 2;
    Text words = {0};
    text_add(&words, text_string(&row->words));
    if (place->size) text_format(&words, "  (%s)", text_string(place));
    page_wrap(page, ink_of(row), text_string(&words), at, at + 2);
    text_free(&words);
}

static void add_roles(Table *t) {
    Text all = {0};
    for (uint32_t i = 0; i < t->lane_count; i++) {
        const Lane *lane = &t->lanes[i];
        if (lane->role.size)
            text_format(&all, "%s%.*s: %s", all.size ? ", " : "", (int)lane->name_size, lane->name,
                        text_string(&lane->role));
    }
    if (all.size) page_fill(t->page, GUTTER);
    page_wrap(t->page, INK_FAINT, text_string(&all), GUTTER, GUTTER);
    text_free(&all);
}

void columns_show(Page *page, Sources *sources, const Finding *f, const Rows *rows, Wording *wording) {
    Table t = {.page = page, .sources = sources, .finding = f, .rows = rows};
    find_lanes(&t, wording);
    t.file = main_file(&t);
    measure(&t);
    const StoryRace *race = rows_race(f);
    if (share_width(&t)) {
        t.tied = race && race->second;
        add_heading(&t);
        add_rows(&t, add_cell);
    } else {
        add_roles(&t);
        add_rows(&t, add_tagged);
    }
    for (uint32_t i = 0; i < t.lane_count; i++) text_free(&t.lanes[i].role);
    memory_free(t.lanes);
}
