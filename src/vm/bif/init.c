// init: what the process of that name would answer, and how a run ends early.
//
// init:request/1 is the one door of the module init to its process; all its functions go through it.
#include <limits.h>
#include <stdio.h>

#include "vm/run/node.h"
#include "vm/run/bif.h"
#include "vm/run/machine_state.h"
#include "vm/run/signal.h"
#include "vm/term/compare.h"
#include "vm/term/number.h"
#include "vm/term/print.h"
#include "vm/world/file.h"
#include "vm/world/filename.h"
#include "vm/world/world.h"

// --- arguments ------------------------------------------------------------------------------------------

static Term string(Process *p, const char *text) { return filename_string(p, text, strlen(text)); }

static Term one(Process *p, Term item) { return heap_cons(p->heap, item, TERM_NIL); }

// The flags erl itself adds when it starts a node without a shell.
static Term flags(Process *p) {
    const char *root = world_otp_root(p->machine->world);
    Text bin = {0};
    text_format(&bin, "%s/bin", root);
    Term pairs[] = {
        heap_tuple2(p->heap, ATOM(root), one(p, string(p, root))),
        heap_tuple2(p->heap, ATOM(bindir), one(p, string(p, bin.data))),
        heap_tuple2(p->heap, ATOM(progname), one(p, string(p, "erl"))),
        heap_tuple2(p->heap, ATOM(home), one(p, string(p, FILE_HOME))),
        heap_tuple2(p->heap, ATOM(noshell), TERM_NIL),
    };
    text_free(&bin);
    return heap_list_from(p->heap, pairs, sizeof pairs / sizeof *pairs, TERM_NIL);
}

static Term flag(Process *p, Term name) {
    for (Term list = flags(p); term_is_cons(list); list = term_tail(list)) {
        const Term *pair = term_elements(term_head(list));
        if (term_identical(pair[0], name)) return heap_tuple2(p->heap, ATOM(ok), one(p, pair[1]));
    }
    return ATOM(error);
}

// --- requests -------------------------------------------------------------------------------------------

static Term script_id(Process *p) {
    char number[16];
    snprintf(number, sizeof number, "%d", p->heap->release->number);
    return heap_tuple2(p->heap, string(p, "Erlang/OTP"), string(p, number));
}

static Term script_name(Process *p) {
    Text path = {0};
    text_format(&path, "%s/bin/start", world_otp_root(p->machine->world));
    Term name = heap_tuple2(p->heap, TERM_NIL, string(p, path.data));
    text_free(&path);
    return name;
}

static Term init_request_1(Process *p, const Term *args) {
    Term request = args[0], what = request, about = TERM_NIL;
    if (term_is_tuple(request) && term_tuple_size(request) >= 2) {
        what = term_elements(request)[0];
        about = term_elements(request)[1];
    }
    if (term_same(what, ATOM(get_argument))) return flag(p, about);
    if (term_same(what, ATOM(get_arguments))) return flags(p);
    if (term_same(what, ATOM(get_plain_arguments))) return TERM_NIL;
    if (term_same(what, ATOM(get_status))) return heap_tuple2(p->heap, ATOM(started), ATOM(started));
    if (term_same(what, ATOM(script_id))) return script_id(p);
    if (term_same(what, ATOM(get_script_name))) return script_name(p);
    if (term_same(what, ATOM(fetch_loaded))) return TERM_NIL;
    if (term_same(what, ATOM(notify_when_started))) return ATOM(started);
    if (term_same(what, ATOM(ensure_loaded))) return ATOM(not_allowed);
    if (term_same(what, ATOM(get_configfd))) return ATOM(none);
    return process_unsupported(p, "the init process is not part of the simulated world");
}

// --- the end --------------------------------------------------------------------------------------------

static Term halt(Process *p, int status) {
    Machine *machine = p->machine;
    if (!node_same_name(term_pid_node(p->pid), machine->node)) {
        if (p->system)
            node_order_halt(machine, node_of(p));   // init, whose applications take their time
        else
            node_order(machine, node_of(p), false);   // the others go on
        return ATOM(ok);
    }
    machine->halted = true;
    machine->halt_status = status;
    machine->attention = true;
    return ATOM(ok);
}

// A string says why, and counts as a failure.
static bool halt_status(Process *p, Term term, int *status) {
    int64_t number;
    if (number_to_int64(term, &number) && number >= 0 && number <= INT_MAX) {
        *status = (int)number;
        return true;
    }
    Text slogan = {0};
    bool good = filename_add(&slogan, term);
    const MachineConfig *config = p->machine->config;
    if (good && config->error_output) {
        text_add_char(&slogan, '\n');
        config->error_output(config->output_context, slogan.data, slogan.size);
    }
    text_free(&slogan);
    *status = 1;
    return good;
}

// The process that booted the node stops its applications first.
static Term stop(Process *p, Term status) {
    Process *init = name_find(p->machine, node_private(p->machine, term_pid_node(p->pid), ATOM(init)));
    int number;
    if (!init) return halt_status(p, status, &number) ? halt(p, number) : process_raise(p, ATOM(function_clause));
    Term order = heap_tuple2(p->heap, ATOM(stop), heap_tuple2(p->heap, ATOM(stop), status));
    if (node_same_name(term_pid_node(p->pid), p->machine->node)) p->machine->stopping = true;
    process_send(p->machine, p, init->pid, order);
    return ATOM(ok);
}

static Term init_stop_0(Process *p, const Term *args) {
    (void)args;
    return stop(p, term_small(0));
}

static Term init_stop_1(Process *p, const Term *args) {
    bool good = term_is_list(args[0]) || (term_is_small(args[0]) && term_to_small(args[0]) >= 0);
    return good ? stop(p, args[0]) : process_raise(p, ATOM(function_clause));
}

static bool are_halt_options(Term options) {
    for (; term_is_cons(options); options = term_tail(options)) {
        Term option = term_head(options);
        if (!term_is_tuple_of(option, 2) || !term_same(term_elements(option)[0], ATOM(flush))) return false;
        Term value = term_elements(option)[1];
        if (!term_same(value, ATOM(true)) && !term_same(value, ATOM(false))) return false;
    }
    return term_is_nil(options);
}

static Term erlang_halt_2(Process *p, const Term *args) {
    int status = 134;   // `abort`: as if killed by SIGABRT
    if (!are_halt_options(args[1])) return process_badarg(p);
    if (!term_same(args[0], ATOM(abort)) && !halt_status(p, args[0], &status)) return process_badarg(p);
    return halt(p, status);
}

static void ends_all(Process *p, const Term *args, Footprint *out) {
    (void)p, (void)args;
    out->everything = true;
}

// --- booting --------------------------------------------------------------------------------------------

static Term weft_boot_failed_2(Process *p, const Term *args) {
    Text why = {0};
    filename_add(&why, args[0]);
    text_add(&why, ": ");
    term_print(&why, args[1], PRINT_READABLE);
    process_unsupported(p, text_string(&why));
    text_free(&why);
    return NO_TERM;
}

static Term weft_boot_begin_test_0(Process *p, const Term *args) {
    Machine *m = p->machine;
    (void)args;
    m->attention |= m->prologue;
    m->prologue = false;
    return ATOM(ok);
}

static Term weft_boot_skip_2(Process *p, const Term *args) {
    Machine *m = p->machine;
    Text why = {0};
    filename_add(&why, args[0]);
    snprintf(m->message, sizeof m->message, "%s", text_string(&why));
    text_free(&why);
    m->skipped = term_same(args[1], atom_from_text("skipped")) ? SKIPPED_AS_WANTED : SKIPPED_BY_FAILURE;
    m->unsupported = m->attention = true;
    return NO_TERM;
}

const Bif init_bifs[] = {
    BIF(weft_boot, skip, 2, PURE),   BIF(weft_boot, begin_test, 0, PURE),
    BIF(weft_boot, failed, 2, PURE), BIF(init, request, 1, PURE),
    BIF(init, stop, 0, ends_all),    BIF(init, stop, 1, ends_all),
    BIF(erlang, halt, 2, ends_all),  {0},
};
