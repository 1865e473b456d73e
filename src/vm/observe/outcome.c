// How processes ended, and what is left: the facts that reports and monitors are made of.
#include "base/json.h"
#include "base/memory.h"
#include "vm/elixir/banner.h"
#include "vm/elixir/inspect.h"
#include "vm/observe/assertion.h"
#include "vm/observe/describe.h"
#include "vm/observe/teller.h"
#include "vm/run/estate.h"
#include "vm/run/node.h"
#include "vm/run/happened.h"
#include "vm/run/machine_state.h"
#include "vm/term/bits.h"
#include "vm/term/compare.h"
#include "vm/term/map.h"
#include "vm/term/print.h"
#include "vm/world/world.h"

// --- noting ---------------------------------------------------------------------------------------------

static bool is_orderly(Term reason) {
    if (term_same(reason, ATOM(normal)) || term_same(reason, ATOM(shutdown))) return true;
    return term_is_tuple_of(reason, 2) && term_same(term_elements(reason)[0], ATOM(shutdown));
}

// Whether an end for this reason is spoken of. A test that a framework runs fails by any exit, also one that is in
// order elsewhere.
static bool is_noted(const Process *p, Term reason) {
    if (p->system) return false;
    if (p->machine->config->to_verdict && term_same(p->pid, p->machine->first)) return true;
    return p->machine->config->every_exit ? !term_same(reason, ATOM(normal)) : !is_orderly(reason);
}

bool outcome_is_orderly(const Process *p) { return p->class == CLASS_EXIT && is_orderly(p->reason); }

static void add_crash(Process *p, Term crash) {
    Globals *globals = p->machine->globals;
    store_touch(p->store, globals);
    globals->crashes = heap_cons(p->heap, crash, globals->crashes);
}

// Where the process stands, as a trace of one frame.
static Term place_trace(Process *p) {
    Place place;
    if (!code_place(p->machine->code, p->ip, &place)) return TERM_NIL;
    Heap *heap = p->heap;
    Term info = TERM_NIL, frame = heap_tuple4(heap, place.module->name, place.function->function,
                                              term_small(place.function->arity), TERM_NIL);
    if (place.line) {
        info = heap_cons(heap, heap_tuple2(heap, ATOM(line), term_small(place.line)), TERM_NIL);
        info = heap_cons(heap, heap_tuple2(heap, ATOM(file), place.file), info);
    }
    term_elements(frame)[3] = info;
    return heap_cons(heap, frame, TERM_NIL);
}

void outcome_note_signal(Process *p, Term from, Term reason) {
    if (p->dying || !is_noted(p, reason)) return;
    if (term_is_nil(from)) return;   // a fault, and not the program's
    Term crash = heap_tuple(p->heap, 5), *fields = term_elements(crash);
    fields[0] = p->pid;
    fields[1] = ATOM(signal);
    fields[2] = reason;
    fields[3] = place_trace(p);
    fields[4] = from;
    add_crash(p, crash);
}

// --- who is told -----------------------------------------------------------------------------------------
//
// A crash is handled if somebody has acted on it: a process of the program took the 'DOWN' or 'EXIT' out of its
// mailbox, and did not end by it as if it were its own; or the crash is how a process ends that has told who started
// it, with this reason, that it fails (proc_lib:init_ack/2). Whether a monitor or a link was there when the signal
// arrived would not do: that commutes with demonitor(Ref, [flush]) and with the end of who watches, so equivalent
// executions would be judged differently.

// Of {'EXIT', From, Reason} and {'DOWN', Ref, process, From, Reason} the last two elements. A monitor may have another
// tag.
static const Term *who_and_why(Term message) {
    if (term_is_tuple_of(message, 3) && term_same(term_elements(message)[0], ATOM(EXIT)))
        return term_elements(message) + 1;
    if (!term_is_tuple_of(message, 5)) return NULL;
    const Term *fields = term_elements(message);
    return term_is_reference(fields[1]) && term_same(fields[2], ATOM(process)) ? fields + 3 : NULL;
}

// Whether it stands in a receive of weft's own, as those who run tests for it do.
static bool is_in_harness(const Process *p) {
    Place place;
    Bytes ours;
    return code_place(p->machine->code, p->ip, &place) && world_embedded_module(atom_string(place.module->name), &ours);
}

static void set_handled(Process *p, Term key, Term value) {
    Globals *globals = p->machine->globals;
    store_touch(p->store, globals);
    globals->handled = map_put(p->heap, globals->handled, key, value);
}

// Of one that was watched by its name it is not said which process it was: nothing is to be known of that.
static const Term *news_of(Term message) {
    const Term *told = who_and_why(message);
    return told && term_is_local_pid(told[0]) && !is_orderly(told[1]) ? told : NULL;
}

void outcome_note_told(Process *p, Term message) {
    const Term *told = news_of(message);
    if (!told) return;
    process_touch(p);
    p->told = message;
    if (!p->system && !is_in_harness(p)) set_handled(p, heap_tuple2(p->heap, told[0], p->pid), ATOM(true));
}

// {ack, Pid, {error, Reason}}, or nack in later releases.
void outcome_note_report(Process *p, Term message) {
    if (!term_is_tuple_of(message, 3)) return;
    const Term *fields = term_elements(message);
    if (!term_same(fields[0], ATOM(ack)) && !term_same(fields[0], ATOM(nack))) return;
    bool fails = term_is_tuple_of(fields[2], 2) && term_same(term_elements(fields[2])[0], ATOM(error));
    if (fails && term_same(fields[1], p->pid)) set_handled(p, p->pid, term_elements(fields[2])[1]);
}

// Whether a process ended because another one had.
static bool is_taken_along(const Machine *m, Term pid, Term by) {
    for (Term list = m->globals->crashes; term_is_cons(list); list = term_tail(list)) {
        Term crash = term_head(list);
        if (term_is_tuple_of(crash, 5) && term_same(term_elements(crash)[0], pid) &&
            term_same(term_elements(crash)[4], by))
            return true;
    }
    return false;
}

static bool has_told(const Machine *m, Term pid) {
    Term key, value;
    MapIterator it;
    for (map_iterate(&it, m->globals->handled); map_next(&it, &key, &value);) {
        if (!term_is_tuple(key) || !term_same(term_elements(key)[0], pid)) continue;
        if (!is_taken_along(m, term_elements(key)[1], pid)) return true;
    }
    return false;
}

static bool is_handled(const Machine *m, Term pid, Term reason) {
    Term reported = map_get(m->globals->handled, pid);
    return (!term_is_none(reported) && term_identical(reported, reason)) || has_told(m, pid);
}

// The crash of that process; NO_TERM: it did not crash.
static Term crash_of(const Machine *m, Term pid) {
    for (Term list = m->globals->crashes; term_is_cons(list); list = term_tail(list))
        if (term_same(term_elements(term_head(list))[0], pid)) return term_head(list);
    return NO_TERM;
}

// Who ended the one that crashed; NO_TERM: itself.
static Term cause_of(Term crash) {
    const Term *fields = term_elements(crash);
    return term_is_tuple_of(crash, 5) && !term_same(fields[4], fields[0]) ? fields[4] : NO_TERM;
}

Term outcome_cause(const Machine *m, Term crash) {
    Term cause = cause_of(crash);
    return term_is_none(cause) ? NO_TERM : crash_of(m, cause);
}

// Whether who ended another one may yet be ended by that end: then the two crashes are each other's causes.
static bool may_follow(const Machine *m, Term from, Term dead) {
    return estate_left(m, dead) || delivery_has_unhandled(m, from);
}

typedef struct {
    Term pid;
    bool found;
} News;

static void see_signal(void *context, Term from, Term to, const Signal *signal) {
    (void)to, (void)signal;
    News *news = context;
    news->found |= term_same(from, news->pid);
}

static bool tells_of(Term message, Term pid) {
    const Term *told = who_and_why(message);
    return told && term_same(told[0], pid);
}

// Whether it was told of that end, and may yet end by it as if it were its own, or will find the news in its mailbox.
static bool may_pass_on(const Process *p, Term pid) {
    if (!term_is_nil(p->told) && term_same(who_and_why(p->told)[0], pid)) return true;
    for (Term link = p->first; !term_is_nil(link); link = term_words(link)[MESSAGE_NEXT])
        if (tells_of(term_words(link)[MESSAGE_VALUE], pid)) return true;
    return false;
}

void outcome_open_handlers(const Machine *m, Term crash, void (*see)(void *context, Term pid), void *context) {
    Term who = term_elements(crash)[0], key, value;
    MapIterator it;
    for (map_iterate(&it, m->globals->handled); map_next(&it, &key, &value);) {
        if (!term_is_tuple(key) || !term_same(term_elements(key)[0], who)) continue;
        const Process *p = m->processes[term_pid_index(term_elements(key)[1])];
        if (p && may_pass_on(p, who)) see(context, p->pid);
    }
}

bool outcome_is_handled(const Machine *m, Term crash) {
    const Term *fields = term_elements(crash);
    return is_handled(m, fields[0], fields[2]);
}

// Whether anything more may come of that end: it is not the same then which process it was of, and who handled it may
// yet turn out to have been taken along.
static bool more_may_come(const Machine *m, Term pid) {
    News news = {.pid = pid, .found = estate_left(m, pid) != NULL};
    if (map_count(m->globals->channels) > 0) delivery_list(m, see_signal, &news);
    for (uint32_t i = 0; i < m->pid_count && !news.found; i++)
        news.found = m->processes[i] && may_pass_on(m->processes[i], pid);
    return news.found;
}

bool outcome_is_settled(const Machine *m, Term crash) {
    if (more_may_come(m, term_elements(crash)[0])) return false;
    int64_t left = term_list_length(m->globals->crashes);   // two that are linked may have ended each other
    for (; !term_is_none(crash) && left > 0; left--) {
        const Term *fields = term_elements(crash);
        if (outcome_is_handled(m, crash)) return !more_may_come(m, fields[0]);
        if (term_is_none(cause_of(crash))) return false;
        crash = crash_of(m, fields[4]);
        if (term_is_none(crash)) return !may_follow(m, fields[4], fields[0]);
    }
    return false;
}

// --- what ended a process ----------------------------------------------------------------------------------

// Whether a crash ended its process with this exit reason.
static bool had_reason(Term crash, Term reason) {
    const Term *fields = term_elements(crash);
    if (!term_same(fields[1], ATOM(error))) return term_identical(fields[2], reason);
    if (!term_is_tuple_of(reason, 2)) return false;
    return term_identical(fields[2], term_elements(reason)[0]) && term_identical(fields[3], term_elements(reason)[1]);
}

// A call that was not answered fails with {Reason, {Module, Function, Arguments}}.
static bool passes_on(Term reason, Term told) {
    if (term_identical(reason, told)) return true;
    return term_is_tuple_of(reason, 2) && term_is_tuple_of(term_elements(reason)[1], 3) &&
           term_identical(term_elements(reason)[0], told);
}

// Servers pass on the reason for which their parent ended, and those who wait for others theirs, once they have been
// told.
static Term passed_on_from(const Process *p) {
    if (p->class != CLASS_EXIT || term_is_nil(p->told)) return NO_TERM;
    const Term *told = who_and_why(p->told);
    if (!passes_on(p->reason, told[1])) return NO_TERM;
    for (Term list = p->machine->globals->crashes; term_is_cons(list); list = term_tail(list)) {
        Term who = term_elements(term_head(list))[0];
        if (term_same(who, told[0]) && had_reason(term_head(list), told[1])) return who;
    }
    return NO_TERM;
}

// What OTP starts for a call on another node answers by its exit, and what could not be started there ends so, too:
// that is how who asked is told, if somebody still is.
static bool is_of_library(const Process *p) {
    const Term *call = term_elements(p->initial_call);
    return nodes_are_many(p->machine) &&
           (term_same(call[0], atom_from_text("erpc")) || term_same(call[1], atom_from_text("crasher")));
}

void outcome_note_crash(Process *p) {
    if (p->port) {   // it closes; all else is a mistake in its code, which is weft's
        if (p->class != CLASS_EXIT)
            process_unsupported(p, "a port of weft's own has failed, which is a mistake in weft: please report it");
        return;
    }
    if (p->class == CLASS_EXIT ? !is_noted(p, p->reason) : p->system) return;
    if (is_of_library(p)) return;
    happened_note(p->machine, HAPPENED_CRASH, p->pid, p->reason, NO_TERM);
    Term from = passed_on_from(p);
    if (!term_is_none(from))
        outcome_note_signal(p, from, p->reason);
    else
        add_crash(p, heap_tuple4(p->heap, p->pid, exception_class_atom(p), p->reason, exception_cook(p, p->trace)));
}

void outcome_note_end(Process *p, Term reason) {
    Globals *globals = p->machine->globals;
    if (p->machine->teller) teller_note_end(p->machine->teller, p, reason);
    happened_note(p->machine, HAPPENED_EXIT, p->pid, reason, NO_TERM);
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
    Term outcome = m->globals->outcome;
    bool decided =
        m->config->to_verdict && !term_is_nil(outcome);   // who computes on and on beside a test is no matter
    if (m->globals->livelock && !decided) return OUTCOME_LIVELOCK;
    if (term_is_nil(outcome)) return OUTCOME_WAITING;
    return term_is_tuple_of(outcome, 2) ? OUTCOME_RETURNED : OUTCOME_CRASHED;
}

bool machine_has_circle(const Machine *m) { return m->globals->circle; }

enum { PRINTED_MAX = 1 << 24 };   // bytes: small terms can take for ever to print if their parts are shared

// While stepping, with the names that stories use.
static void print(Machine *m, Text *out, Term term) {
    PrintOptions options = print_options_for(m, m->stepping);
    options.length = PRINTED_MAX;
    term_print(out, term, options);
}

static void add_call(Machine *m, Text *out, const Term *fields) {
    print(m, out, fields[0]);
    text_add(out, ":");
    print(m, out, fields[1]);
    if (term_is_small(fields[2])) {
        text_format(out, "/%lld", (long long)term_to_small(fields[2]));
        return;
    }
    text_add(out, "(");
    for (Term args = fields[2]; term_is_cons(args); args = term_tail(args)) {
        print(m, out, term_head(args));
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
    describe_string(out, file);
    text_format(out, ":%lld)", (long long)term_to_small(line));
}

static void add_trace(Machine *m, Text *out, Term trace) {
    if (m->elixir) {
        banner_trace(out, trace, print_options_for(m, m->stepping));
        return;
    }
    for (; term_is_cons(trace); trace = term_tail(trace)) {
        Term entry = term_head(trace);
        text_add(out, "  in ");
        if (term_is_tuple_of(entry, 4)) {
            add_call(m, out, term_elements(entry));
            add_location(out, term_elements(entry)[3]);
        } else {
            print(m, out, entry);
        }
        text_add(out, "\n");
    }
}

// error: badarg
static void add_exception(Machine *m, Text *out, Term class, Term reason, Term trace) {
    if (m->elixir) {
        describe_banner(m, out, class, reason, trace, print_options_for(m, m->stepping));
        return;
    }
    print(m, out, class);
    text_add(out, ": ");
    print(m, out, reason);
}

// --- histories that nothing explains --------------------------------------------------------------------

// {not_linearizable, Reason, Details, Data} of weft_verdict.
bool outcome_is_unexplained(Term reason) {
    return term_is_tuple_of(reason, 4) && term_same(term_elements(reason)[0], ATOM(not_linearizable));
}

static void add_term(Machine *m, Text *out, Term term, bool json) {
    Text printed = {0};
    print(m, &printed, term);
    if (json)
        json_escape(out, text_string(&printed));
    else
        text_add_bytes(out, text_string(&printed), printed.size);
    text_free(&printed);
}

// Binaries are text, {Term} stands for the term as it is printed.
static void add_pieces(Machine *m, Text *out, Term list, bool json) {
    for (; term_is_cons(list); list = term_tail(list)) {
        Bytes bytes;
        uint8_t *scratch = NULL;
        Term piece = term_head(list);
        if (term_is_tuple_of(piece, 1)) {
            add_term(m, out, term_elements(piece)[0], json);
        } else if (bits_of_binary(piece, &bytes, &scratch)) {
            text_add_bytes(out, bytes.data, bytes.size);
            memory_free(scratch);
        }
    }
}

static void add_unexplained(Machine *m, Term reason, Crash *out) {
    const Term *parts = term_elements(reason);
    out->unexplained = true;
    add_pieces(m, &out->reason, parts[1], false);
    add_pieces(m, &out->trace, parts[2], false);
    add_pieces(m, &out->history, parts[3], true);
}

// --- results ---------------------------------------------------------------------------------------------

void machine_outcome_text(Machine *m, Text *out) {
    Term outcome = m->globals->outcome;
    if (term_is_nil(outcome)) return;
    const Term *fields = term_elements(outcome);
    if (term_is_tuple_of(outcome, 2)) {
        print(m, out, fields[1]);
        return;
    }
    if (outcome_is_unexplained(fields[1])) {
        text_add(out, "not_linearizable: ");
        add_pieces(m, out, term_elements(fields[1])[1], false);
        return;
    }
    add_exception(m, out, fields[0], fields[1], fields[2]);
}

MachineSkip machine_skipped(const Machine *m) { return m->skipped; }

const char *machine_message(Machine *m) {
    if (m->message[0]) return m->message;
    text_clear(&m->result);
    machine_outcome_text(m, &m->result);
    if (machine_outcome(m) == OUTCOME_CRASHED) {
        text_add(&m->result, "\n");
        add_trace(m, &m->result, term_elements(m->globals->outcome)[2]);
    }
    return text_string(&m->result);
}

bool machine_result_is_ok(const Machine *m) {
    return machine_outcome(m) == OUTCOME_RETURNED && term_same(term_elements(m->globals->outcome)[1], ATOM(ok));
}

bool machine_result_bytes(const Machine *m, Text *out) {
    Bytes bytes;
    uint8_t *scratch = NULL;
    if (machine_outcome(m) != OUTCOME_RETURNED) return false;
    if (!bits_of_binary(term_elements(m->globals->outcome)[1], &bytes, &scratch)) return false;
    text_add_bytes(out, (const char *)bytes.data, bytes.size);
    memory_free(scratch);
    return true;
}

int machine_halt_status(const Machine *m) { return m->halt_status; }

// --- crashes --------------------------------------------------------------------------------------------

uint32_t machine_crash_count(const Machine *m) { return (uint32_t)term_list_length(m->globals->crashes); }

// --- crashes, told ----------------------------------------------------------------------------------------

// Frames without what depends on data: a recursion is one frame, arguments are a number.
static void add_place(Machine *m, Text *out, Term trace) {
    Text last = {0};
    for (; term_is_cons(trace); trace = term_tail(trace)) {
        if (!term_is_tuple_of(term_head(trace), 4)) continue;
        const Term *frame = term_elements(term_head(trace));
        Text text = {0};
        print(m, &text, frame[0]);
        text_add(&text, ":");
        print(m, &text, frame[1]);
        text_format(
            &text, "/%lld",
            term_is_small(frame[2]) ? (long long)term_to_small(frame[2]) : (long long)term_list_length(frame[2]));
        add_location(&text, frame[3]);
        if (strcmp(text_string(&text), text_string(&last)) != 0) text_format(out, " %s", text_string(&text));
        text_free(&last);
        last = text;
    }
    text_free(&last);
}

// badarg, {badmatch,_}: the part of a reason that says what went wrong, without the data.
static void add_shape(Machine *m, Text *out, Term class, Term reason) {
    print(m, out, class);
    if (term_is_atom(reason)) {
        text_add(out, " ");
        print(m, out, reason);
    } else if (term_is_tuple(reason)) {
        uint32_t size = term_tuple_size(reason);
        text_format(out, " tuple %u", size);
        if (size && term_is_atom(term_elements(reason)[0])) add_shape(m, out, class, term_elements(reason)[0]);
    }
}

void machine_crash(Machine *m, uint32_t index, Crash *out) {
    Term list = m->globals->crashes;
    for (uint32_t skip = machine_crash_count(m) - 1 - index; skip > 0; skip--) list = term_tail(list);
    const Term *fields = term_elements(term_head(list));
    bool by_signal = term_is_tuple_of(term_head(list), 5);
    *out = (Crash){.actor = term_pid_index(fields[0]),
                   .from = NO_ACTOR,
                   .by_signal = by_signal,
                   .handled = is_handled(m, fields[0], fields[2]),
                   .assertion = !by_signal && assertion_is(fields[2])};
    if (by_signal && term_is_local_pid(fields[4])) out->from = term_pid_index(fields[4]);
    if (!by_signal && outcome_is_unexplained(fields[2]))
        add_unexplained(m, fields[2], out);
    else
        add_exception(m, &out->reason, by_signal ? ATOM(exit) : fields[1], fields[2], fields[3]);
    if (out->assertion) assertion_print(m, &out->trace, fields[2]);
    add_trace(m, &out->trace, fields[3]);
    add_place(m, &out->place, fields[3]);
    add_shape(m, &out->shape, fields[1], fields[2]);
}

void crash_free(Crash *crash) {
    text_free(&crash->reason);
    text_free(&crash->trace);
    text_free(&crash->history);
    text_free(&crash->place);
    text_free(&crash->shape);
}

// --- those who are left ---------------------------------------------------------------------------------

uint32_t machine_blocked_count(Machine *m) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->pid_count; i++) count += process_is_searched(m, m->processes[i]);
    return count;
}

bool machine_blocked_has_messages(Machine *m) {
    for (uint32_t i = 0; i < m->pid_count; i++)
        if (process_is_searched(m, m->processes[i]) && m->processes[i]->mailbox_count > 0) return true;
    return false;
}

enum { MESSAGES_TOLD = 20 };   // of a mailbox

void machine_blocked(Machine *m, uint32_t index, Blocked *out) {
    uint32_t i = 0;
    for (;; i++)
        if (process_is_searched(m, m->processes[i]) && index-- == 0) break;
    const Process *p = m->processes[i];
    Place place;
    *out = (Blocked){.actor = i, .messages = p->mailbox_count};
    if (code_place(m->code, p->ip, &place)) {
        describe_function(m, &out->function, place.module->name, place.function->function, place.function->arity);
        describe_string(&out->file, place.file);
        out->line = place.line;
    }
    uint32_t told = 0;
    for (Term link = p->first; !term_is_nil(link) && told < MESSAGES_TOLD;
         link = term_words(link)[MESSAGE_NEXT], told++) {
        if (told) text_add(&out->mailbox, ", ");
        print(m, &out->mailbox, term_words(link)[MESSAGE_VALUE]);
    }
    if (told < p->mailbox_count) text_format(&out->mailbox, " and %u more", p->mailbox_count - told);
}

void blocked_free(Blocked *blocked) {
    text_free(&blocked->file);
    text_free(&blocked->function);
    text_free(&blocked->mailbox);
}
