// logger: whether anybody hears what is logged, and what the emulator logs.
//
// A search does not listen, so OTP's behaviours need not say how their processes ended, unless the program put a
// handler of its own into the logger, or a backend of its own into Elixir's. Such a report asks all processes around
// how far they are, which would be in conflict with every step of theirs. What a program logs itself takes its way in
// any case.
#include "vm/bif/ets.h"
#include "vm/ets/rows.h"
#include "vm/run/bif.h"
#include "vm/run/machine_state.h"
#include "vm/run/signal.h"
#include "vm/term/map.h"
#include "vm/world/boot.h"
#include "vm/world/clock.h"

static Term setting(const Table *table, Term key, Term name) {
    Term row = rows_get(table, key);
    if (term_is_none(row) || !term_is_tuple_of(row, 2) || !term_is_map(term_elements(row)[1])) return NO_TERM;
    return map_get(term_elements(row)[1], name);
}

// What Elixir's Logger is configured to do; NO_TERM: nothing is said of that.
static Term configured(Process *p, const char *name) {
    const Table *table = ets_find(p, atom_from_text("ac_tab"));
    Term key = heap_tuple3(p->heap, ATOM(env), ATOM(logger), atom_from_text(name));
    Term row = table ? rows_get(table, key) : NO_TERM;
    return term_is_none(row) ? NO_TERM : term_elements(row)[1];
}

// Whether somebody who is no part of the Logger has put a backend into it: it is linked to who watches over that.
static bool has_backend_of_program(Process *p) {
    Machine *m = p->machine;
    const Process *logger = name_find(m, node_private(m, term_pid_node(p->pid), atom_from_text("Elixir.Logger")));
    Term other, link;
    MapIterator it;
    if (!logger) return false;
    for (map_iterate(&it, logger->links); map_next(&it, &other, &link);) {
        const Process *linked = process_find(m, other);
        if (linked && !linked->system) return true;
    }
    return false;
}

// Whether Elixir's Logger, up to 1.14 a handler with backends, writes to the console only. Others are added while logs
// are captured.
static bool has_console_only(Process *p) {
    Term backends = configured(p, "backends");
    if (term_is_none(backends) || has_backend_of_program(p)) return false;
    if (term_is_nil(backends)) return true;
    bool one = term_is_cons(backends) && term_is_nil(term_tail(backends));
    return one && term_same(term_head(backends), atom_from_text("console"));
}

// The module of the logger's one handler; NO_TERM: there are others.
static Term only_handler(Process *p, const Table *table) {
    Term handlers = setting(table, atom_from_text("$primary_config$"), ATOM(handlers));
    if (term_is_none(handlers) || !term_is_cons(handlers) || !term_is_nil(term_tail(handlers))) return NO_TERM;
    Term key = heap_tuple2(p->heap, atom_from_text("$handler_config$"), term_head(handlers));
    return setting(table, key, ATOM(module));
}

static bool is_of_elixir(Term module) { return term_same(module, atom_from_text("Elixir.Logger.Handler")); }

// Whether the logger's one handler is weft's, or Elixir's that nobody reads.
static bool has_default_handler_only(Process *p) {
    const Table *table = ets_find(p, ATOM(logger));
    if (!table) return true;
    Term module = only_handler(p, table);
    if (term_is_none(module)) return false;
    return term_same(module, ATOM(weft_logger)) || (is_of_elixir(module) && has_console_only(p));
}

// Whether the module says what Elixir's Logger leaves out unless it is configured otherwise.
static bool is_left_out(Process *p, Term module) {
    const Table *table = ets_find(p, ATOM(logger));
    if (!term_same(module, atom_from_text("proc_lib")) && !term_same(module, atom_from_text("supervisor")))
        return false;
    Term handler = table ? only_handler(p, table) : NO_TERM;
    if (term_is_none(handler) || !is_of_elixir(handler)) return false;
    Term wanted = configured(p, "handle_sasl_reports");
    return term_is_none(wanted) || !term_same(wanted, ATOM(true));
}

// --- crashes ---------------------------------------------------------------------------------------------

static Term crash_arguments(Process *p) {
    Term value = p->reason;
    if (p->class == CLASS_THROW) value = heap_tuple2(p->heap, ATOM(nocatch), value);
    Term arguments[] = {p->pid, heap_tuple2(p->heap, value, exception_cook(p, p->trace))};
    return heap_list_from(p->heap, arguments, 2, TERM_NIL);
}

static Term crash_details(Process *p) {
    Term of_emulator[] = {ATOM(tag), ATOM(error), ATOM(emulator), ATOM(true)};
    Term details[] = {ATOM(pid),          p->pid,
                      ATOM(gl),           p->group_leader,
                      ATOM(time),         heap_integer(p->heap, clock_system(p) / 1000),
                      ATOM(error_logger), map_from_pairs(p->heap, of_emulator, 2, NULL)};
    return map_from_pairs(p->heap, details, 4, NULL);
}

// A process of a behaviour says itself how it ended; for others the emulator does, if they did not mean to end.
void logger_note_crash(Process *p) {
    Machine *m = p->machine;
    bool heard = m->config->output || !has_default_handler_only(p);
    if (!heard || p->system || p->port || p->class == CLASS_EXIT || term_same(p->pid, m->first)) return;
    Term event = heap_tuple(p->heap, 5);
    Term *fields = term_elements(event);
    fields[0] = ATOM(log);
    fields[1] = ATOM(error);
    fields[2] = heap_list_from_text(p->heap, "Error in process ~p with exit value:~n~p~n");
    fields[3] = crash_arguments(p);
    fields[4] = crash_details(p);
    const Process *logger = name_find(m, node_private(m, term_pid_node(p->pid), ATOM(logger)));
    if (logger)
        process_send(m, NULL, logger->pid, event);
    else
        boot_start(m, event);
}

// --- levels ----------------------------------------------------------------------------------------------

static Term weft_logger_is_heard_1(Process *p, const Term *args) {
    Machine *m = p->machine;
    bool unheard = has_default_handler_only(p) || is_left_out(p, args[0]);
    bool silent = !m->config->output && boot_is_of_system(m, args[0]) && unheard;
    return process_boolean(!silent);
}

const Bif logger_bifs[] = {
    BIF(weft_logger, is_heard, 1, PURE),
    {0},
};
