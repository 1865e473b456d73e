#include "report/format.h"

#include <string.h>

void sheet_begin(Sheet *sheet, const Format *format) {
    if (format->begin) format->begin(sheet);
}

void sheet_add(Sheet *sheet, const Format *format, const Report *report) {
    sheet->counts[report_verdict(report)]++;
    sheet->tests++;
    sheet->interleavings += report->search.explored;
    sheet->seconds += report->search.seconds;
    format->add(sheet, report);
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
    if (below) text_add_bytes(out, path.data + root + 1, path.size - root - 1);
    else text_add_bytes(out, text_string(&path), path.size);
    text_free(&path);
    return below;
}
