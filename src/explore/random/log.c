#include "explore/random/log.h"

#include <string.h>

#include "base/memory.h"

void log_clear(Log *log) {
    for (uint32_t i = 0; i < log->example_count; i++) text_free(&log->examples[i]);
    log->example_count = log->run_count = log->draw_count = 0;
}

void log_free(Log *log) {
    log_clear(log);
    for (uint32_t i = 0; i < log->seen_count; i++) text_free(&log->seen[i].showing.text);
    memory_free(log->seen);
    memory_free(log->examples);
    memory_free(log->runs);
    memory_free(log->draws);
    *log = (Log){0};
}

// --- adding --------------------------------------------------------------------------------------------------

static void *grow(void *items, uint32_t count, uint32_t *capacity, size_t size) {
    if (count < *capacity) return items;
    *capacity = *capacity * 2 + 64;
    return memory_resize(items, *capacity * size);
}

uint32_t log_add_showing(Log *log, const Showing *showing) {
    log->seen = grow(log->seen, log->seen_count, &log->seen_capacity, sizeof *log->seen);
    log->seen[log->seen_count] = (Seen){.showing = *showing};
    return log->seen_count++;
}

Text *log_add_example(Log *log) {
    log->examples = grow(log->examples, log->example_count, &log->example_capacity, sizeof *log->examples);
    log->examples[log->example_count] = (Text){0};
    return &log->examples[log->example_count++];
}

void log_add_run(Log *log, RunRecord record) {
    log->runs = grow(log->runs, log->run_count, &log->run_capacity, sizeof *log->runs);
    log->runs[log->run_count++] = record;
}

void log_add_draw(Log *log, DrawRecord record) {
    log->draws = grow(log->draws, log->draw_count, &log->draw_capacity, sizeof *log->draws);
    log->draws[log->draw_count++] = record;
}

// --- from one process to another -------------------------------------------------------------------------------

static void save_text(const Text *text, Text *out) {
    text_add_bytes(out, &text->size, sizeof text->size);
    text_add_bytes(out, text_string(text), text->size);
}

static void save_items(const void *items, uint32_t count, size_t size, Text *out) {
    text_add_bytes(out, &count, sizeof count);
    if (count) text_add_bytes(out, items, count * size);
}

void log_save(Log *log, Text *out) {
    uint32_t showings = log->seen_count - log->seen_saved;
    text_add_bytes(out, &showings, sizeof showings);
    for (; log->seen_saved < log->seen_count; log->seen_saved++) {
        const Showing *showing = &log->seen[log->seen_saved].showing;
        text_add_bytes(out, showing, sizeof *showing);
        save_text(&showing->text, out);
    }
    text_add_bytes(out, &log->example_count, sizeof log->example_count);
    for (uint32_t i = 0; i < log->example_count; i++) save_text(&log->examples[i], out);
    save_items(log->runs, log->run_count, sizeof *log->runs, out);
    save_items(log->draws, log->draw_count, sizeof *log->draws, out);
}

typedef struct {
    const char *at, *end;
} Reader;

static bool read_bytes(Reader *reader, void *out, size_t size) {
    if ((size_t)(reader->end - reader->at) < size) return false;
    if (size) memcpy(out, reader->at, size);
    reader->at += size;
    return true;
}

static bool read_text(Reader *reader, Text *out) {
    size_t size;
    *out = (Text){0};
    if (!read_bytes(reader, &size, sizeof size) || (size_t)(reader->end - reader->at) < size) return false;
    text_add_bytes(out, reader->at, size);
    reader->at += size;
    return true;
}

static bool read_showings(Reader *reader, Log *log) {
    uint32_t count;
    if (!read_bytes(reader, &count, sizeof count)) return false;
    for (; count > 0; count--) {
        Showing showing;
        if (!read_bytes(reader, &showing, sizeof showing) || !read_text(reader, &showing.text)) return false;
        log_add_showing(log, &showing);
    }
    return true;
}

static bool read_examples(Reader *reader, Log *log) {
    uint32_t count;
    if (!read_bytes(reader, &count, sizeof count)) return false;
    for (; count > 0; count--)
        if (!read_text(reader, log_add_example(log))) return false;
    return true;
}

static bool read_runs(Reader *reader, Log *log) {
    uint32_t count;
    RunRecord record;
    if (!read_bytes(reader, &count, sizeof count)) return false;
    for (; count > 0; count--) {
        if (!read_bytes(reader, &record, sizeof record) || record.showing >= log->seen_count) return false;
        if (record.example > log->example_count) return false;
        log_add_run(log, record);
    }
    return true;
}

static bool read_draws(Reader *reader, Log *log) {
    uint32_t count;
    DrawRecord record;
    if (!read_bytes(reader, &count, sizeof count)) return false;
    for (; count > 0; count--) {
        if (!read_bytes(reader, &record, sizeof record)) return false;
        log_add_draw(log, record);
    }
    return true;
}

bool log_load(Log *log, const char *bytes, size_t size) {
    Reader reader = {bytes, bytes + size};
    return read_showings(&reader, log) && read_examples(&reader, log) && read_runs(&reader, log) &&
           read_draws(&reader, log) && reader.at == reader.end;
}
