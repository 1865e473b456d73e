#include "vm/world/inquiry.h"

#include <ctype.h>

#include "base/array.h"
#include "base/lines.h"
#include "base/memory.h"
#include "vm/term/etf.h"
#include "vm/world/world.h"

// By these names a program asks, or changes what others ask for without taking anything away.
static const char *const questions[] = {
    "add_path",          "add_patha",        "add_paths",
    "add_pathsa",        "add_pathsz",       "add_pathz",
    "all_loaded",        "append_path",      "binary_to_existing_atom",
    "del_path",          "del_paths",        "delete_path",
    "function_exported", "is_loaded",        "list_to_existing_atom",
    "module_loaded",     "prepend_path",     "replace_path",
    "set_path",          "to_existing_atom",
};

// These words mean other things, too, so they count only where the function itself is called.
static const struct {
    const char *module, *function;
    uint32_t arity;
} asking[] = {{"erlang", "loaded", 0}, {"code", "which", 1}, {"erlang", "binary_to_term", 2}};

// By these it sees how far other processes have come,
static const char *const looks[] = {"initial_call", "process_display", "translate_initial_call"};
// or by process_info and one of these items (LOOKS_AT_PROGRESS in bif/erlang_info.c), or by all items.
static const char *const items[] = {
    "backtrace",
    "catchlevel",
    "current_function",
    "current_location",
    "current_stacktrace",
    "dictionary",
    "garbage_collection_info",
    "label",
    "reductions",
    "stack_size",
    "status",
};

// By these items, or by all, it sees what is in a mailbox.
static const char *const mailbox_items[] = {"message_queue_len", "messages"};

// Whatever opens a socket asks inet_db, a server of the node: it has to be there before the first step, because who
// starts it within one touches everything.
static const char *const networks[] = {"gen_sctp", "gen_tcp", "gen_udp",  "httpc", "httpd",
                                       "inet",     "inet_db", "inet_res", "inets", "ssl"};

#define COUNT(array) (sizeof(array) / sizeof *(array))

typedef struct {
    Machine *machine;
    ARRAY(char *) paths;   // of modules of the program, each once
    bool asks, looks, opens;
    bool informed, item;   // it uses process_info, and names an item
    bool fixes;            // it fixes tables
    bool traces;           // what processes do
    bool links;            // it links to processes that are there already
    bool all, mailbox;     // or asks for all items, or names one that is about a mailbox
} Inquiry;

static bool has_looks(const Inquiry *inquiry) {
    // Who traces a process that was just spawned sees whether it has begun.
    return inquiry->looks || inquiry->traces || inquiry->all || (inquiry->informed && inquiry->item);
}

static bool has_mailbox(const Inquiry *inquiry) { return inquiry->all || (inquiry->informed && inquiry->mailbox); }

static bool is_done(const Inquiry *inquiry) {
    return inquiry->asks && has_looks(inquiry) && has_mailbox(inquiry) && inquiry->fixes && inquiry->opens &&
           inquiry->traces && inquiry->links;
}

static bool is_among(const char *word, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(word, words[i]) == 0) return true;
    return false;
}

static void add_path(Inquiry *inquiry, const char *path) {
    if (world_is_library(inquiry->machine->world, path)) return;
    for (uint32_t i = 0; i < inquiry->paths.count; i++)
        if (strcmp(inquiry->paths.items[i], path) == 0) return;
    array_push(&inquiry->paths, memory_text(path));
}

// A name that some module has or uses: it may be a question, or another module of the program.
static void add_word(void *context, const char *word) {
    Inquiry *inquiry = context;
    Text path = {0};
    if (strchr(word, '/')) return;
    inquiry->fixes |= strcmp(word, "safe_fixtable") == 0;
    inquiry->asks |= is_among(word, questions, COUNT(questions));
    inquiry->looks |= is_among(word, looks, COUNT(looks));
    inquiry->opens |= is_among(word, networks, COUNT(networks));
    inquiry->informed |= strcmp(word, "process_info") == 0;
    inquiry->item |= is_among(word, items, COUNT(items));
    inquiry->mailbox |= is_among(word, mailbox_items, COUNT(mailbox_items));
    if (world_find_module(inquiry->machine->world, word, &path)) add_path(inquiry, path.data);
    text_free(&path);
}

// --- what is in a file ----------------------------------------------------------------------------------

static void see_word(const uint8_t *bytes, size_t size, SeeWord see, void *context) {
    char word[256];
    if (size == 0 || size >= sizeof word || memchr(bytes, 0, size)) return;
    memcpy(word, bytes, size);
    word[size] = 0;
    see(context, word);
}

// Atoms in a constant, by the looks of its bytes: what only looks like one names nothing.
static void see_constant(Bytes term, SeeWord see, void *context) {
    for (size_t i = 0; i + 3 < term.size; i++) {
        uint8_t tag = term.data[i];
        bool small = tag == ETF_SMALL_ATOM || tag == ETF_SMALL_ATOM_UTF8,
             large = tag == ETF_ATOM || tag == ETF_ATOM_UTF8;
        if (!small && !large) continue;
        size_t size = small ? term.data[i + 1] : bytes_u16(term.data + i + 1), start = i + (small ? 2 : 3);
        if (start + size <= term.size) see_word(term.data + start, size, see, context);
    }
}

void inquiry_see_words(const BeamModule *beam, SeeWord see, void *context) {
    for (uint32_t i = 1; i < beam->atom_count; i++) see_word(beam->atoms[i].data, beam->atoms[i].size, see, context);
    for (uint32_t i = 0; i < beam->literal_count; i++) see_constant(beam->literals[i], see, context);
}

static bool is_named(const BeamModule *beam, uint32_t atom, const char *name) {
    return beam->atoms[atom].size == strlen(name) && memcmp(beam->atoms[atom].data, name, strlen(name)) == 0;
}

static bool calls(const BeamModule *beam, const char *module, const char *function, uint32_t arity) {
    for (uint32_t i = 0; i < beam->import_count; i++)
        if (beam->imports[i].arity == arity && is_named(beam, beam->imports[i].function, function) &&
            is_named(beam, beam->imports[i].module, module))
            return true;
    return false;
}

static bool calls_any(const BeamModule *beam, const char *module) {
    for (uint32_t i = 0; i < beam->import_count; i++)
        if (is_named(beam, beam->imports[i].module, module)) return true;
    return false;
}

static void read_calls(Inquiry *inquiry, const BeamModule *beam) {
    for (size_t i = 0; i < COUNT(asking); i++)
        inquiry->asks |= calls(beam, asking[i].module, asking[i].function, asking[i].arity);
    inquiry->all |= calls(beam, "erlang", "process_info", 1) || calls(beam, "Elixir.Process", "info", 1);
    inquiry->informed |= calls(beam, "Elixir.Process", "info", 2);
    inquiry->traces |= calls(beam, "erlang", "trace", 3) || calls(beam, "erlang", "trace_pattern", 2) ||
                       calls(beam, "erlang", "trace_pattern", 3) || calls_any(beam, "dbg") ||
                       calls_any(beam, "cprof") || calls_any(beam, "trace");
    inquiry->links |= calls(beam, "erlang", "link", 1) || calls(beam, "erlang", "link", 2) ||
                      calls(beam, "Elixir.Process", "link", 1);
}

static void read_module(Inquiry *inquiry, const BeamModule *beam) {
    read_calls(inquiry, beam);
    inquiry_see_words(beam, add_word, inquiry);
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
        while (isalnum((unsigned char)text[size]) || text[size] == '_' || text[size] == '.' || text[size] == '@')
            size++;
        see_word((const uint8_t *)text, size, add_word, inquiry);
        text += size ? size : 1;
    }
}

void inquiry_begin(Machine *m) {
    Inquiry inquiry = {.machine = m};
    for (uint32_t i = 0; i < code_module_count(m->code) && !is_done(&inquiry); i++) {
        const Module *module = code_module_at(m->code, i);
        if (module->path[0] && !world_is_library(m->world, module->path)) read_module(&inquiry, &module->beam);
    }
    add_arguments(&inquiry, text_string(&m->arguments));
    for (uint32_t i = 0; i < inquiry.paths.count && !is_done(&inquiry); i++)
        read_file(&inquiry, inquiry.paths.items[i]);
    m->inquisitive = inquiry.asks;
    m->fixes_tables = inquiry.fixes;
    m->traces = inquiry.traces;
    m->looks_at_processes = has_looks(&inquiry);
    m->looks_at_mailboxes = has_mailbox(&inquiry);
    m->opens_sockets = inquiry.opens;
    m->links = inquiry.links;
    for (uint32_t i = 0; i < inquiry.paths.count; i++) memory_free(inquiry.paths.items[i]);
    array_free(&inquiry.paths);
}

void inquiry_note(Machine *m, const Module *version) {
    static const char server[] = "code_server";
    Inquiry inquiry = {.machine = m};
    if (!m->stepping || !version->path[0] || world_is_library(m->world, version->path)) return;
    read_module(&inquiry, &version->beam);
    if (inquiry.asks && !m->inquisitive) lines_add(&m->servers, server, sizeof server - 1);
    for (uint32_t i = 0; i < inquiry.paths.count; i++) memory_free(inquiry.paths.items[i]);
    array_free(&inquiry.paths);
}
