// Modules of kernel and erts that have one or two functions in C: drivers, of which there are none,
// and odds and ends.
#include "vm/run/machine_state.h"
#include "vm/term/print.h"
#include "vm/term/unicode.h"
#include "vm/world/code_path.h"

// --- erl_ddll ------------------------------------------------------------------------------------

static Term erl_ddll_loaded_drivers_0(Process *p, const Term *args) {
    (void)args;
    return heap_tuple2(p->heap, ATOM(ok), TERM_NIL);
}

static Term erl_ddll_try_load_3(Process *p, const Term *args) {
    (void)args;
    return process_unsupported(p, "linked-in drivers");
}

static Term erl_ddll_try_unload_2(Process *p, const Term *args) {
    (void)args;
    return heap_tuple2(p->heap, ATOM(error), ATOM(not_loaded));
}

static Term erl_ddll_format_error_int_1(Process *p, const Term *args) {
    if (!term_is_atom(args[0])) return process_badarg(p);
    return heap_list_from_text(p->heap, "Unknown error code");
}

static Term no_driver(Process *p, const Term *args) {
    (void)args;
    return process_badarg(p);
}

// --- odds and ends -------------------------------------------------------------------------------

static Term error_logger_warning_map_0(Process *p, const Term *args) {
    (void)p, (void)args;
    return ATOM(warning);
}

static Term net_kernel_dflag_unicode_io_1(Process *p, const Term *args) {
    return term_is_pid(args[0]) ? ATOM(true) : process_badarg(p);
}

// A term as text, of at most so many characters if a number says so.
static Term erts_internal_term_to_string_2(Process *p, const Term *args) {
    bool limited = term_is_small(args[1]) && term_to_small(args[1]) > 0;
    if (!limited && !term_same(args[1], ATOM(undefined))) return process_badarg(p);
    Text text = {0};
    PrintOptions options = {.style = PRINT_DISPLAY, .unicode = true};
    if (limited) options.length = (size_t)term_to_small(args[1]);
    term_print(&text, args[0], options);
    Term string = unicode_list_from_utf8(p->heap, (const uint8_t *)text_string(&text), text.size, TERM_NIL);
    text_free(&text);
    return string;
}

// Of the exception that was caught last; releases that have this also have the other way to get it.
static Term erlang_get_stacktrace_0(Process *p, const Term *args) {
    (void)p, (void)args;
    return TERM_NIL;
}

static Term code_coverage_support_0(Process *p, const Term *args) {
    (void)p, (void)args;
    return ATOM(false);
}

static Term code_get_coverage_mode_0(Process *p, const Term *args) {
    (void)p, (void)args;
    return ATOM(none);
}

// What asks for more than that there is none.
static Term code_coverage(Process *p, const Term *args) {
    (void)args;
    return process_badarg(p);
}

// There is no debugger to attach; without one OTP lacks its functions too.
static Term erl_debugger_supported_0(Process *p, const Term *args) {
    (void)p, (void)args;
    return ATOM(false);
}

static Term no_debugger(Process *p, const Term *args) {
    (void)args;
    return process_raise(p, ATOM(undef));
}

// Of code that was compiled with beam_debug_info, which runs as other code does.
static Term code_get_debug_info_1(Process *p, const Term *args) {
    if (!term_is_atom(args[0]) || !code_module(p->machine->code, args[0])) return process_badarg(p);
    return ATOM(none);
}

// Constants of modules are never given back, so there is no area to release.
static Term erts_literal_area_collector_release_area_switch_0(Process *p, const Term *args) {
    (void)p, (void)args;
    return ATOM(false);
}

static Term erts_literal_area_collector_send_copy_request_3(Process *p, const Term *args) {
    (void)p, (void)args;
    return ATOM(ok);
}

// There is no terminal.
static Term prim_tty_isatty_1(Process *p, const Term *args) {
    (void)p, (void)args;
    return ATOM(false);
}

const Bif kernel_bifs[] = {
    BIF(prim_tty, isatty, 1, PURE),
    BIF(erl_ddll, loaded_drivers, 0, PURE),
    BIF(erl_ddll, try_load, 3, PURE),
    BIF(erl_ddll, try_unload, 2, PURE),
    BIF(erl_ddll, format_error_int, 1, PURE),
    BIF_NAMED("erl_ddll", "info", 2, no_driver, PURE),
    BIF_NAMED("erl_ddll", "monitor", 2, no_driver, PURE),
    BIF_NAMED("erl_ddll", "demonitor", 1, no_driver, PURE),
    BIF(error_logger, warning_map, 0, PURE),
    BIF(net_kernel, dflag_unicode_io, 1, PURE),
    BIF(erts_internal, term_to_string, 2, PURE),
    BIF(erlang, get_stacktrace, 0, PURE),
    BIF(erl_debugger, supported, 0, PURE),
    BIF_NAMED("erl_debugger", "whereis", 0, no_debugger, PURE),
    BIF_NAMED("erl_debugger", "register", 1, no_debugger, PURE),
    BIF_NAMED("erl_debugger", "unregister", 2, no_debugger, PURE),
    BIF_NAMED("erl_debugger", "instrumentations", 0, no_debugger, PURE),
    BIF_NAMED("erl_debugger", "toggle_instrumentations", 1, no_debugger, PURE),
    BIF_NAMED("erl_debugger", "breakpoint", 3, no_debugger, PURE),
    BIF_NAMED("erl_debugger", "breakpoints", 1, no_debugger, PURE),
    BIF_NAMED("erl_debugger", "breakpoints", 3, no_debugger, PURE),
    BIF_NAMED("erl_debugger", "stack_frames", 2, no_debugger, PURE),
    BIF_NAMED("erl_debugger", "peek_stack_frame_slot", 4, no_debugger, PURE),
    BIF_NAMED("erl_debugger", "xregs_count", 1, no_debugger, PURE),
    BIF_NAMED("erl_debugger", "peek_xreg", 3, no_debugger, PURE),
    BIF(code, get_debug_info, 1, code_asks),
    BIF(code, coverage_support, 0, PURE),
    BIF(code, get_coverage_mode, 0, PURE),
    BIF_NAMED("code", "get_coverage_mode", 1, code_coverage, PURE),
    BIF_NAMED("code", "set_coverage_mode", 1, code_coverage, PURE),
    BIF_NAMED("code", "get_coverage", 2, code_coverage, PURE),
    BIF_NAMED("code", "reset_coverage", 1, code_coverage, PURE),
    BIF(erts_literal_area_collector, release_area_switch, 0, PURE),
    BIF(erts_literal_area_collector, send_copy_request, 3, PURE),
    BIF_NAMED("erts_internal", "release_literal_area_switch", 0, erts_literal_area_collector_release_area_switch_0,
              PURE),
    {0},
};
