// How processes ended, and what is left: the facts that reports and monitors are made of.
#include "vm/machine_state.h"
#include "vm/map.h"
#include "vm/print.h"

// --- noting ---------------------------------------------------------------------------------------------

static bool is_orderly(Term reason) {
    if (term_same(reason, ATOM(normal)) || term_same(reason, ATOM(shutdown))) return true;
    return term_is_tuple_of(reason, 2) && term_same(term_elements(reason)[0], ATOM(shutdown));
}

void outcome_note_crash(Process *p) {
    Globals *globals = p->machine->globals;
    if (p->class == CLASS_EXIT && is_orderly(p->reason)) return;
    Term crash = heap_tuple4(p->heap, p->pid, exception_class_atom(p), p->reason, exception_cook(p, p->trace));
    store_touch(p->store, globals);
    globals->crashes = heap_cons(p->heap, crash, globals->crashes);
}

void outcome_note_end(Process *p, Term reason) {
    Globals *globals = p->machine->globals;
    if (!term_same(p->pid, p->machine->first)) return;
    store_touch(p->store, globals);
    if (p->returned) {
        globals->outcome = heap_tuple2(p->heap, ATOM(returned), p->result);
    } else if (term_is_nil(p->trace)) {
        globals->outcome = heap_tuple3(p->heap, ATOM(exit), reason, TERM_NIL);
    } else {
        globals->outcome = heap_tuple3(p->heap, exception_class_atom(p), p->reason, exception_cook(p, p->trace));
    }
}

// --- the first process ----------------------------------------------------------------------------------

Outcome machine_outcome(const Machine *m) {
    if (m->unsupported) return OUTCOME_UNSUPPORTED;
    if (m->halted) return OUTCOME_HALTED;
    if (m->livelock) return OUTCOME_LIVELOCK;
    Term outcome = m->globals->outcome;
    if (term_is_nil(outcome)) return OUTCOME_WAITING;
    return term_is_tuple_of(outcome, 2) ? OUTCOME_RETURNED : OUTCOME_CRASHED;
}

static void print(Text *out, Term term) { term_print(out, term, PRINT_READABLE); }

static void add_string(Text *out, Term list) {
    for (; term_is_cons(list); list = term_tail(list)) text_add_utf8(out, (uint32_t)term_to_small(term_head(list)));
}

static void add_call(Text *out, const Term *fields) {
    print(out, fields[0]);
    text_add(out, ":");
    print(out, fields[1]);
    if (term_is_small(fields[2])) {
        text_format(out, "/%lld", (long long)term_to_small(fields[2]));
        return;
    }
    text_add(out, "(");
    for (Term args = fields[2]; term_is_cons(args); args = term_tail(args)) {
        print(out, term_head(args));
        if (term_is_cons(term_tail(args))) text_add(out, ", ");
    }
    text_add(out, ")");
}

static void add_location(Text *out, Term info) {
    Term file = NO_TERM, line = NO_TERM;
    for (; term_is_cons(info); info = term_tail(info)) {
        Term pair = term_head(info);
        if (!term_is_tuple_of(pair, 2)) continue;
        if (term_same(term_elements(pair)[0], ATOM(file))) file = term_elements(pair)[1];
        if (term_same(term_elements(pair)[0], ATOM(line))) line = term_elements(pair)[1];
    }
    if (term_is_none(file) || term_is_none(line)) return;
    text_add(out, " (");
    add_string(out, file);
    text_format(out, ":%lld)", (long long)term_to_small(line));
}

static void add_trace(Text *out, Term trace) {
    for (; term_is_cons(trace); trace = term_tail(trace)) {
        Term entry = term_head(trace);
        text_add(out, "  in ");
        if (term_is_tuple_of(entry, 4)) {
            add_call(out, term_elements(entry));
            add_location(out, term_elements(entry)[3]);
        } else {
            print(out, entry);
        }
        text_add(out, "\n");
    }
}

void machine_outcome_text(Machine *m, Text *out) {
    Term outcome = m->globals->outcome;
    if (term_is_nil(outcome)) return;
    const Term *fields = term_elements(outcome);
    if (term_is_tuple_of(outcome, 2)) {
        print(out, fields[1]);
        return;
    }
    print(out, fields[0]);
    text_add(out, ": ");
    print(out, fields[1]);
}

const char *machine_message(Machine *m) {
    if (m->message[0]) return m->message;
    text_clear(&m->result);
    machine_outcome_text(m, &m->result);
    if (machine_outcome(m) == OUTCOME_CRASHED) {
        text_add(&m->result, "\n");
        add_trace(&m->result, term_elements(m->globals->outcome)[2]);
    }
    return text_string(&m->result);
}

bool machine_result_is_ok(const Machine *m) {
    return machine_outcome(m) == OUTCOME_RETURNED && term_same(term_elements(m->globals->outcome)[1], ATOM(ok));
}

int machine_halt_status(const Machine *m) { return m->halt_status; }

// --- crashes --------------------------------------------------------------------------------------------

uint32_t machine_crash_count(const Machine *m) { return (uint32_t)term_list_length(m->globals->crashes); }

// {assertEqual, [{module, M}, {line, L} ...]} of EUnit, or ExUnit's exception.
static bool is_assertion(Term reason) {
    if (term_is_map(reason)) {
        Term name = map_get(reason, atom_from_text("__struct__"));
        return term_is_atom(name) && strcmp(atom_string(name), "Elixir.ExUnit.AssertionError") == 0;
    }
    if (!term_is_tuple_of(reason, 2)) return false;
    Term name = term_elements(reason)[0], info = term_elements(reason)[1];
    return term_is_atom(name) && strncmp(atom_string(name), "assert", 6) == 0 && term_is_cons(info);
}

void machine_crash(Machine *m, uint32_t index, Crash *out) {
    Term list = m->globals->crashes;
    for (uint32_t skip = machine_crash_count(m) - 1 - index; skip > 0; skip--) list = term_tail(list);
    const Term *fields = term_elements(term_head(list));
    *out = (Crash){.actor = term_pid_index(fields[0]), .assertion = is_assertion(fields[2])};
    print(&out->reason, fields[1]);
    text_add(&out->reason, ": ");
    print(&out->reason, fields[2]);
    add_trace(&out->trace, fields[3]);
    if (term_is_cons(fields[3]) && term_is_tuple_of(term_head(fields[3]), 4)) {
        const Term *frame = term_elements(term_head(fields[3]));
        print(&out->place, frame[0]);
        text_add(&out->place, ":");
        print(&out->place, frame[1]);
        text_format(&out->place, "/%lld",
                    (long long)(term_is_small(frame[2]) ? term_to_small(frame[2]) : term_list_length(frame[2])));
    }
}

void crash_free(Crash *crash) {
    text_free(&crash->reason);
    text_free(&crash->trace);
    text_free(&crash->place);
}

// --- those who are left ---------------------------------------------------------------------------------

static bool is_left(const Process *p) { return p && !p->system; }

uint32_t machine_blocked_count(Machine *m) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->pid_count; i++) count += is_left(m->processes[i]);
    return count;
}

void machine_blocked(Machine *m, uint32_t index, Blocked *out) {
    uint32_t i = 0;
    for (;; i++)
        if (is_left(m->processes[i]) && index-- == 0) break;
    const Process *p = m->processes[i];
    Place place;
    *out = (Blocked){.actor = i, .messages = p->mailbox_count};
    if (code_place(m->code, p->ip, &place)) {
        text_format(&out->function, "%s:%s/%u", atom_string(place.module->name),
                    atom_string(place.function->function), place.function->arity);
        add_string(&out->file, place.file);
        out->line = place.line;
    }
    for (Term link = p->first; !term_is_nil(link); link = term_words(link)[MESSAGE_NEXT]) {
        if (out->mailbox.size) text_add(&out->mailbox, ", ");
        print(&out->mailbox, term_words(link)[MESSAGE_VALUE]);
    }
}

void blocked_free(Blocked *blocked) {
    text_free(&blocked->file);
    text_free(&blocked->function);
    text_free(&blocked->mailbox);
}
