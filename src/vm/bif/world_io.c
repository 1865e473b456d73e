// Output: what the io servers (erlang/weft_io.erl) and erlang:display write.
//
// No program can see what was written, so writing is no visible action unless somebody asks for orders of output.
#include "base/memory.h"
#include "vm/run/bif.h"
#include "vm/run/machine_state.h"
#include "vm/run/quiet.h"
#include "vm/term/bits.h"
#include "vm/term/print.h"
#include "vm/world/filename.h"

static void writes_text(Process *p, const Term *args, Footprint *out) {
    (void)args;
    if (!p->machine->quiet) footprint_add(out, object_of(OBJECT_OUTPUT, 0, NO_TERM), ACCESS_WRITE, 0);
}

static void write_output(Process *p, bool error, const void *bytes, size_t size) {
    const MachineConfig *config = p->machine->config;
    void (*write)(void *, const char *, size_t) = error ? config->error_output : config->output;
    if (write) write(config->output_context, bytes, size);
    quiet_note_text(p->machine);
    if (error) return;
    store_touch(p->store, p->machine->globals);
    p->machine->globals->output_size += size;
}

static Term weft_io_write_2(Process *p, const Term *args) {
    Bytes bytes;
    uint8_t *scratch;
    if (!bits_of_binary(args[1], &bytes, &scratch)) return process_badarg(p);
    write_output(p, term_same(args[0], ATOM(standard_error)), bytes.data, bytes.size);
    memory_free(scratch);
    return ATOM(ok);
}

static Term erlang_display_1(Process *p, const Term *args) {
    Text text = {0};
    term_print(&text, args[0], (PrintOptions){.style = PRINT_DISPLAY});
    text_add(&text, "\r\n");
    write_output(p, false, text.data, text.size);
    text_free(&text);
    return ATOM(true);
}

// As for a terminal in raw mode: lines end with "\r\n".
static Term erlang_display_string_1(Process *p, const Term *args) {
    Text text = {0}, raw = {0};
    bool good = filename_add(&text, args[0]);
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '\n') text_add_char(&raw, '\r');
        text_add_char(&raw, text.data[i]);
    }
    if (good) write_output(p, true, text_string(&raw), raw.size);
    text_free(&text);
    text_free(&raw);
    return good ? ATOM(true) : process_badarg(p);
}

static Term erlang_display_string_2(Process *p, const Term *args) {
    Text text = {0};
    bool error = term_same(args[0], ATOM(stderr));
    bool good = (error || term_same(args[0], ATOM(stdout))) && filename_add(&text, args[1]);
    if (good) write_output(p, error, text_string(&text), text.size);
    text_free(&text);
    return good ? ATOM(true) : process_badarg(p);
}

static Term erlang_display_nl_0(Process *p, const Term *args) {
    (void)args;
    write_output(p, true, "\r\n", 2);
    return ATOM(true);
}

// Whether anybody reads what is written.
static Term weft_io_is_heard_1(Process *p, const Term *args) {
    const MachineConfig *config = p->machine->config;
    return process_boolean(term_same(args[0], ATOM(standard_error)) ? config->error_output : config->output);
}

const Bif world_io_bifs[] = {
    BIF(weft_io, write, 2, writes_text),
    BIF(erlang, display, 1, writes_text),
    BIF(erlang, display_string, 1, writes_text),
    BIF(erlang, display_string, 2, writes_text),
    BIF(erlang, display_nl, 0, writes_text),
    BIF(weft_io, is_heard, 1, PURE),
    {0},
};
