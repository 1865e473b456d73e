#include "vm/world/inquiry.h"

#include <ctype.h>

#include "base/array.h"
#include "base/lines.h"
#include "base/memory.h"
#include "vm/etf.h"
#include "vm/world/world.h"

// By these names a program asks, or changes what others ask for without taking anything away.
static const char *const questions[] = {
    "add_path", "add_patha", "add_paths", "add_pathsa", "add_pathsz", "add_pathz", "all_loaded", "append_path",
    "binary_to_existing_atom", "del_path", "del_paths", "delete_path", "function_exported", "is_loaded",
    "list_to_existing_atom", "module_loaded", "prepend_path", "replace_path", "set_path", "to_existing_atom",
};

// These words mean other things, too, so they count only where the function itself is called.
static const struct {
    const char *module, *function;
    uint32_t arity;
} calls[] = {{"erlang", "loaded", 0}, {"code", "which", 1}, {"erlang", "binary_to_term", 2}};

#define COUNT(array) (sizeof(array) / sizeof *(array))

typedef struct {
    Machine *machine;
    ARRAY(char *) paths;   // of modules of the program, each once
    bool asks;
} Inquiry;

static bool is_question(const char *word) {
    for (size_t i = 0; i < COUNT(questions); i++)
        if (strcmp(word, questions[i]) == 0) return true;
    return false;
}

static void add_path(Inquiry *inquiry, const char *path) {
    if (world_is_library(inquiry->machine->world, path)) return;
    for (uint32_t i = 0; i < inquiry->paths.count; i++)
        if (strcmp(inquiry->paths.items[i], path) == 0) return;
    array_push(&inquiry->paths, memory_text(path));
}

// A name that some module has or uses: it may be a question, or another module of the program.
static void add_word(Inquiry *inquiry, const uint8_t *bytes, size_t size) {
    char word[256];
    Text path = {0};
    if (size == 0 || size >= sizeof word || memchr(bytes, 0, size) || memchr(bytes, '/', size)) return;
    memcpy(word, bytes, size);
    word[size] = 0;
    inquiry->asks |= is_question(word);
    if (world_find_module(inquiry->machine->world, word, &path)) add_path(inquiry, path.data);
    text_free(&path);
}

// --- what is in a file ----------------------------------------------------------------------------------

// Atoms in a constant, by the looks of its bytes: what only looks like one names nothing.
static void add_constant(Inquiry *inquiry, Bytes term) {
    for (size_t i = 0; i + 3 < term.size; i++) {
        uint8_t tag = term.data[i];
        bool small = tag == ETF_SMALL_ATOM || tag == ETF_SMALL_ATOM_UTF8, large = tag == ETF_ATOM || tag == ETF_ATOM_UTF8;
        if (!small && !large) continue;
        size_t size = small ? term.data[i + 1] : bytes_u16(term.data + i + 1), start = i + (small ? 2 : 3);
        if (start + size <= term.size) add_word(inquiry, term.data + start, size);
    }
}

static bool is_named(const BeamModule *beam, uint32_t atom, const char *name) {
    return beam->atoms[atom].size == strlen(name) && memcmp(beam->atoms[atom].data, name, strlen(name)) == 0;
}

static bool calls_question(const BeamModule *beam) {
    for (uint32_t i = 0; i < beam->import_count; i++)
        for (size_t k = 0; k < COUNT(calls); k++)
            if (beam->imports[i].arity == calls[k].arity && is_named(beam, beam->imports[i].function, calls[k].function) &&
                is_named(beam, beam->imports[i].module, calls[k].module))
                return true;
    return false;
}

static void read_module(Inquiry *inquiry, const BeamModule *beam) {
    inquiry->asks |= calls_question(beam);
    for (uint32_t i = 1; i < beam->atom_count && !inquiry->asks; i++) add_word(inquiry, beam->atoms[i].data, beam->atoms[i].size);
    for (uint32_t i = 0; i < beam->literal_count && !inquiry->asks; i++) add_constant(inquiry, beam->literals[i]);
}

static void read_file(Inquiry *inquiry, const char *path) {
    Bytes file;
    BeamModule beam;
    Error ignored;
    if (!host_read(world_host(inquiry->machine->world), path, BYTES_MOST, &file)) return;
    if (beam_read_words(file, &beam, &ignored)) {
        read_module(inquiry, &beam);
        beam_free(&beam);
    }
    memory_free((void *)(uintptr_t)file.data);
}

// --- all of them ----------------------------------------------------------------------------------------

// Arguments of the first call are texts, with names of modules in them perhaps.
static void add_arguments(Inquiry *inquiry, const char *text) {
    while (*text) {
        size_t size = 0;
        while (isalnum((unsigned char)text[size]) || text[size] == '_' || text[size] == '.' || text[size] == '@') size++;
        add_word(inquiry, (const uint8_t *)text, size);
        text += size ? size : 1;
    }
}

void inquiry_begin(Machine *m) {
    Inquiry inquiry = {.machine = m};
    for (uint32_t i = 0; i < code_module_count(m->code) && !inquiry.asks; i++) {
        const Module *module = code_module_at(m->code, i);
        if (module->path[0] && !world_is_library(m->world, module->path)) read_module(&inquiry, &module->beam);
    }
    add_arguments(&inquiry, text_string(&m->arguments));
    for (uint32_t i = 0; i < inquiry.paths.count && !inquiry.asks; i++) read_file(&inquiry, inquiry.paths.items[i]);
    m->inquisitive = inquiry.asks;
    for (uint32_t i = 0; i < inquiry.paths.count; i++) memory_free(inquiry.paths.items[i]);
    array_free(&inquiry.paths);
}

void inquiry_note(Machine *m, const Module *version) {
    static const char server[] = "code_server";
    Inquiry inquiry = {.machine = m};
    if (!m->stepping || m->inquisitive || !version->path[0] || world_is_library(m->world, version->path)) return;
    read_module(&inquiry, &version->beam);
    if (inquiry.asks) lines_add(&m->servers, server, sizeof server - 1);
    for (uint32_t i = 0; i < inquiry.paths.count; i++) memory_free(inquiry.paths.items[i]);
    array_free(&inquiry.paths);
}
