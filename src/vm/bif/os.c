// os: environment variables and signals of a system that is only simulated.
#include "vm/run/bif.h"
#include "vm/run/machine_state.h"
#include "vm/term/map.h"
#include "vm/world/filename.h"

// --- footprints -----------------------------------------------------------------------------------------

static uint64_t all_variables(void) { return object_of(OBJECT_ENVIRONMENT, 0, NO_TERM); }

static void reads_variable(Process *p, const Term *args, Footprint *out) {
    (void)p;
    footprint_add(out, object_of(OBJECT_ENVIRONMENT, 1, args[0]), ACCESS_READ, 0);
}

static void writes_variable(Process *p, const Term *args, Footprint *out) {
    (void)p;
    footprint_add(out, object_of(OBJECT_ENVIRONMENT, 1, args[0]), ACCESS_WRITE, 0);
    footprint_add(out, all_variables(), ACCESS_PART_WRITE, 0);
}

static void reads_all(Process *p, const Term *args, Footprint *out) {
    (void)p, (void)args;
    footprint_add(out, all_variables(), ACCESS_READ, 0);
}

// --- variables ------------------------------------------------------------------------------------------

// A flat string of the same characters; NO_TERM when it cannot be part of an environment.
static Term variable(Process *p, Term string, bool name) {
    Text text = {0};
    Term flat = NO_TERM;
    if (filename_add(&text, string) && !(name && strchr(text_string(&text), '=')))
        flat = filename_string(p, text_string(&text), text.size);
    text_free(&text);
    return flat;
}

static void set_environment(Process *p, Term map) {
    Globals *globals = p->machine->globals;
    store_touch(p->store, globals);
    globals->environment = map;
}

static Term os_getenv_1(Process *p, const Term *args) {
    Term name = variable(p, args[0], true);
    if (term_is_none(name)) return process_badarg(p);
    Term value = map_get(p->machine->globals->environment, name);
    return term_is_none(value) ? ATOM(false) : value;
}

static Term os_putenv_2(Process *p, const Term *args) {
    Term name = variable(p, args[0], true), value = variable(p, args[1], false);
    if (term_is_none(name) || term_is_none(value)) return process_badarg(p);
    set_environment(p, map_put(p->heap, p->machine->globals->environment, name, value));
    return ATOM(true);
}

static Term os_unsetenv_1(Process *p, const Term *args) {
    Term name = variable(p, args[0], true);
    if (term_is_none(name)) return process_badarg(p);
    set_environment(p, map_remove(p->heap, p->machine->globals->environment, name));
    return ATOM(true);
}

static Term os_env_0(Process *p, const Term *args) {
    (void)args;
    Term list = TERM_NIL, name, value;
    MapIterator it;
    for (map_iterate(&it, p->machine->globals->environment); map_next(&it, &name, &value);)
        list = heap_cons(p->heap, heap_tuple2(p->heap, name, value), list);
    return list;
}

// --- the rest -------------------------------------------------------------------------------------------

static Term os_getpid_0(Process *p, const Term *args) {
    (void)args;
    return heap_list_from_text(p->heap, "1");
}

// No signal ever comes, so what to do with one is soon decided.
static Term os_set_signal_2(Process *p, const Term *args) {
    static const Term signals[] = {
        ATOM_INIT(sighup),  ATOM_INIT(sigquit), ATOM_INIT(sigabrt), ATOM_INIT(sigalrm), ATOM_INIT(sigterm),
        ATOM_INIT(sigusr1), ATOM_INIT(sigusr2), ATOM_INIT(sigchld), ATOM_INIT(sigstop), ATOM_INIT(sigtstp),
    };
    if (!term_same(args[1], ATOM(default)) && !term_same(args[1], ATOM(ignore)) && !term_same(args[1], ATOM(handle)))
        return process_badarg(p);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (term_same(signals[i], args[0])) return ATOM(ok);
    return process_badarg(p);
}

static Term erts_internal_open_port_2(Process *p, const Term *args) {
    (void)args;
    return process_unsupported(p,
                               "programs outside weft (ports, os:cmd) are not part of the simulated world; --external "
                               "M:F/A lets a real erl evaluate a function that needs one and has no other effect");
}

const Bif os_bifs[] = {
    BIF(os, getenv, 1, reads_variable),
    BIF(os, putenv, 2, writes_variable),
    BIF(os, unsetenv, 1, writes_variable),
    BIF(os, env, 0, reads_all),
    BIF_NAMED("os", "get_env_var", 1, os_getenv_1, reads_variable),   // OTP 23
    BIF_NAMED("os", "set_env_var", 2, os_putenv_2, writes_variable),
    BIF_NAMED("os", "unset_env_var", 1, os_unsetenv_1, writes_variable),
    BIF_NAMED("os", "list_env_vars", 0, os_env_0, reads_all),
    BIF(os, getpid, 0, PURE),
    BIF(os, set_signal, 2, PURE),
    BIF(erts_internal, open_port, 2, PURE),
    {0},
};
