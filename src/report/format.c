#include "report/format.h"

#include <string.h>

#include "base/display.h"

void sheet_begin(Sheet *sheet, const Format *format) {
    if (format->begin) format->begin(sheet);
}

// What was added to a text.
static void clean(Text *out, size_t before) {
    Text added = {0};
    if (out->size == before) return;
    text_add_bytes(&added, out->data + before, out->size - before);
    out->size = before;
    display_add(out, added.data, added.size, false);
    text_free(&added);
}

void sheet_add(Sheet *sheet, const Format *format, const Report *report) {
    sheet->counts[report_verdict(report)]++;
    sheet->tests++;
    sheet->failures += report_fails(report);
    sheet->interleavings += report->search.explored;
    sheet->seconds += report->search.seconds;
    size_t before = sheet->out.size;
    format->add(sheet, report);
    if (format->plain) clean(&sheet->out, before);
}

void sheet_end(Sheet *sheet, const Format *format) {
    if (format->end) format->end(sheet);
}

void sheet_free(Sheet *sheet) {
    text_free(&sheet->out);
    text_free(&sheet->body);
    names_free(&sheet->files);
    names_free(&sheet->stacks);
    text_free(&sheet->part);
    text_free(&sheet->group);
}

// --- for another process -------------------------------------------------------------------------------------

static void save_names(const Names *names, Text *parcel) {
    parcel_add_number(parcel, names->count);
    for (uint32_t i = 0; i < names->count; i++) parcel_add_text(parcel, names->items[i], strlen(names->items[i]));
}

// Each of them is there once, so numbers stay as they were.
static void load_names(Names *names, Parcel *parcel) {
    Text name = {0};
    names_free(names);
    *names = (Names){0};
    for (uint64_t count = parcel_number(parcel); count > 0 && !parcel->broken; count--) {
        parcel_text(parcel, &name);
        parcel->broken |= strlen(text_string(&name)) != name.size;
        if (!parcel->broken) names_add(names, text_string(&name), name.size);
    }
    text_free(&name);
}

void sheet_part(Sheet *s) {
    text_clear(&s->out);
    text_clear(&s->body);
}

void sheet_save(const Sheet *s, Text *parcel) {
    const Text *texts[] = {&s->out, &s->body, &s->part, &s->group};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        parcel_add_text(parcel, text_string(texts[i]), texts[i]->size);
    save_names(&s->files, parcel);
    save_names(&s->stacks, parcel);
    parcel_add(parcel, s->counts, sizeof s->counts);
    parcel_add(parcel, s->part_counts, sizeof s->part_counts);
    parcel_add(parcel, &s->seconds, sizeof s->seconds);
    parcel_add(parcel, &s->part_seconds, sizeof s->part_seconds);
    parcel_add_number(parcel, s->tests);
    parcel_add_number(parcel, s->failures);
    parcel_add_number(parcel, s->part_failures);
    parcel_add_number(parcel, s->interleavings);
    parcel_add_number(parcel, (uint64_t)s->json.depth);
    parcel_add(parcel, s->json.ends, sizeof s->json.ends);
    for (int i = 0; i < JSON_DEPTH; i++) parcel_add_number(parcel, s->json.more[i]);
}

void sheet_load(Sheet *s, Parcel *parcel) {
    Text out = {0}, body = {0}, *texts[] = {&out, &body, &s->part, &s->group};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) parcel_text(parcel, texts[i]);
    text_add_bytes(&s->out, text_string(&out), out.size);
    text_add_bytes(&s->body, text_string(&body), body.size);
    text_free(&out);
    text_free(&body);
    load_names(&s->files, parcel);
    load_names(&s->stacks, parcel);
    parcel_take(parcel, s->counts, sizeof s->counts);
    parcel_take(parcel, s->part_counts, sizeof s->part_counts);
    parcel_take(parcel, &s->seconds, sizeof s->seconds);
    parcel_take(parcel, &s->part_seconds, sizeof s->part_seconds);
    s->tests = parcel_number(parcel);
    s->failures = parcel_number(parcel);
    s->part_failures = parcel_number(parcel);
    s->interleavings = parcel_number(parcel);
    s->json.depth = (int)parcel_number_below(parcel, JSON_DEPTH);
    parcel_take(parcel, s->json.ends, sizeof s->json.ends);
    for (int i = 0; i < JSON_DEPTH; i++) s->json.more[i] = parcel_number(parcel) != 0;
}

// --- names of files ----------------------------------------------------------------------------------------

// Adds the parts of a path to one that is absolute and has no dots.
static void add_path(Text *out, const char *path, size_t size) {
    for (const char *end = path + size; path < end;) {
        const char *slash = memchr(path, '/', (size_t)(end - path));
        size_t length = (size_t)((slash ? slash : end) - path);
        if (length == 2 && memcmp(path, "..", 2) == 0) {
            while (out->size && out->data[--out->size] != '/') {}
        } else if (length && !(length == 1 && *path == '.')) {
            text_add_char(out, '/');
            text_add_bytes(out, path, length);
        }
        path += length + (slash != NULL);
    }
}

bool sheet_path(const Sheet *sheet, const char *file, size_t size, Text *out) {
    Text path = {0};
    if (*file != '/') add_path(&path, sheet->folder, strlen(sheet->folder));
    add_path(&path, file, size);
    size_t root = strlen(sheet->root);
    bool below = path.size > root + 1 && memcmp(path.data, sheet->root, root) == 0 && path.data[root] == '/';
    if (below)
        text_add_bytes(out, path.data + root + 1, path.size - root - 1);
    else
        text_add_bytes(out, text_string(&path), path.size);
    text_free(&path);
    return below;
}
