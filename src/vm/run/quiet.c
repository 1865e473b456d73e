#include "vm/run/quiet.h"

#include "base/lines.h"
#include "vm/term/print.h"

static bool is_logger(const Process *p) { return term_same(p->name, ATOM(elixir_logger)); }

bool quiet_leads_itself(const Process *p) { return term_same(p->group_leader, p->pid); }

bool quiet_passes_text(const Process *p) {
    return quiet_serves(p) && ((quiet_leads_itself(p) && !term_is_nil(p->name)) || is_logger(p));
}

// By its name, or by the module it began with.
static void add_name(const Process *p, Text *out) {
    Term name = term_is_nil(p->name) ? term_elements(p->initial_call)[0] : p->name;
    term_print(out, name, PRINT_READABLE);
}

// A request of the io protocol, or anything for Elixir's Logger.
bool quiet_takes_text(const Process *server, Term message) {
    if (!quiet_serves(server)) return false;
    bool tagged = term_is_tuple(message) && term_tuple_size(message) > 0;
    return (quiet_leads_itself(server) && tagged && term_same(term_elements(message)[0], ATOM(io_request))) ||
           is_logger(server);
}

void quiet_note_text(Machine *m) { m->text_passed |= m->stepping && m->quiet; }

void quiet_note(const Process *server, Term message) {
    Machine *m = server->machine;
    if (quiet_takes_text(server, message)) {
        quiet_note_text(m);
        return;
    }
    uint32_t index = term_pid_index(server->pid);
    uint64_t bit = (uint64_t)1 << index % 64;
    if (m->served[index / 64] & bit) return;
    m->served[index / 64] |= bit;   // no undo takes it back: it was so in one interleaving
    Text name = {0};
    add_name(server, &name);
    lines_add(&m->servers, text_string(&name), name.size);
    text_free(&name);
}

void machine_hidden(const Machine *m, Hidden *out) {
    out->output |= m->text_passed;
    lines_merge(&out->servers, text_string(&m->servers));
}
