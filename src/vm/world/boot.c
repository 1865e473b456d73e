#include "vm/world/boot.h"

#include "vm/run/node.h"
#include "vm/run/signal.h"

#include "vm/term/hash.h"
#include "vm/world/code_path.h"
#include "vm/world/inquiry.h"
#include "vm/world/world.h"

// Modules whose functions talk to a process of the node.
static const char *const needing[] = {
    "Elixir.Logger",
    "application",
    "application_controller",
    "elixir_config",
    "erl_signal_handler",
    "error_logger",
    "global",
    "inet_db",
    "logger",
    "rpc",
    "weft_boot",
};

// Those of them that a search starts for all programs: crashes of OTP's behaviours are logged.
static const char *const common[] = {"application", "application_controller", "error_logger", "logger"};

// Programs in Elixir find these two of its applications running, by the modules that need them.
static const char *const common_in_elixir[] = {"elixir_config", "Elixir.Logger"};

// Names of processes of a node that programs look up, or send to. A program that names one of them finds it.
static const char *const registered[] = {
    "application_controller",
    "code_server",
    "erl_prim_loader",
    "erl_signal_server",
    "erts_code_purger",
    "file_server_2",
    "global_group",
    "global_name_server",
    "inet_db",
    "init",
    "kernel_refc",
    "kernel_safe_sup",
    "kernel_sup",
    "logger",
    "logger_handler_watcher",
    "logger_proxy",
    "logger_std_h_default",
    "logger_sup",
    "rex",
    "socket_registry",
    "standard_error_sup",
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

bool boot_is_needed(Term module) {
    for (size_t i = 0; i < COUNT(needing); i++)
        if (strcmp(atom_string(module), needing[i]) == 0) return true;
    return false;
}

// Tells processes apart that have no parent.
static uint64_t orphan_for(Term what) {
    if (term_is_atom(what)) return what.bits;
    bool name = term_same(term_elements(what)[0], ATOM(registered_name));
    return name ? hash_join(term_elements(what)[1].bits, 1) : 1;
}

// What every node gets, as the first one has got it; an event is for the logger of one.
static bool is_for_all(Term what) { return term_is_atom(what) || !term_same(term_elements(what)[0], ATOM(on_load)); }

static void start_on(Machine *m, uint32_t node, Term what) {
    enum { NUMBERS = (1 << DESCENT_FAR) - 1 };
    SpawnOptions options = {.far = true, .node = node, .child = (orphan_for(what) & NUMBERS) | 1};
    Term args = heap_cons(&m->store.heap, what, TERM_NIL);
    Process *boot = process_spawn(m, NULL, atom_from_text("weft_boot"), atom_from_text("need"), args, &options);
    boot->system = true;
    m->booting = true;
}

static void start_on_others(Machine *m, Term what) {
    store_touch(&m->store, m->globals);
    m->globals->booted = heap_cons(&m->store.heap, what, m->globals->booted);
    for (uint32_t i = 0; i < m->node_names.count; i++) {
        uint32_t node = node_now(m, m->node_names.names[i]);
        if (!node_same_name(node, m->node) && node_is_up(m, node)) start_on(m, node, what);
    }
}

// In the order in which the first node got it.
static void start_all(Machine *m, uint32_t node) {
    Term first = TERM_NIL;
    for (Term list = m->globals->booted; term_is_cons(list); list = term_tail(list))
        first = heap_cons(&m->store.heap, term_head(list), first);
    for (; term_is_cons(first); first = term_tail(first)) {
        start_on(m, node, term_head(first));
        machine_boot(m);
    }
}

static Process *boot_io(Machine *m, uint32_t node, Term device) {
    SpawnOptions options = {.far = true, .node = node, .child = term_same(device, ATOM(user)) ? 2 : 3};
    Term args = heap_cons(&m->store.heap, device, TERM_NIL);
    Process *p = process_spawn(m, NULL, atom_from_text("weft_io"), atom_from_text("start"), args, &options);
    p->system = true;
    name_register(p, device);
    return p;
}

// What is to run on each node that comes up, but for the first.
static void start_program(Machine *m, uint32_t node, const Process *user) {
    const char *start = m->config->on_start, *colon = start ? strchr(start, ':') : NULL;
    if (!colon) return;
    Text module = {0};
    text_add_bytes(&module, start, (size_t)(colon - start));
    SpawnOptions options = {.far = true, .node = node, .child = 4, .leader = user->pid};
    process_spawn(m, NULL, atom_from_text(text_string(&module)), atom_from_text(colon + 1), TERM_NIL, &options);
    text_free(&module);
}

void boot_node(Machine *m, uint32_t node) {
    bool acting = m->acting;
    Footprint before = m->event.footprint;
    m->acting = false;   // all of this concerns the new node alone
    Process *user = boot_io(m, node, ATOM(user));
    boot_io(m, node, ATOM(standard_error));
    m->booting = true;
    machine_boot(m);
    start_all(m, node);
    m->acting = acting;
    m->event.footprint = before;
    start_program(m, node, user);
}

void boot_start(Machine *m, Term what) {
    SpawnOptions options = {.orphan = orphan_for(what)};
    if (nodes_are_many(m) && is_for_all(what)) start_on_others(m, what);
    Term args = heap_cons(&m->store.heap, what, TERM_NIL);
    m->booting = true;
    Process *boot = process_spawn(m, NULL, atom_from_text("weft_boot"), atom_from_text("need"), args, &options);
    boot->system = true;
    boot->group_leader = boot->pid;
}

// That of OTP's own modules loads a library of the host, which weft stands in for; weft's own prepare something.
void boot_on_load(Process *p, const Module *version) {
    Machine *m = p->machine;
    Bytes ours;
    bool own = world_embedded_module(atom_string(version->name), &ours);
    if (!version->on_load || (!own && boot_is_of_system(m, version->name))) return;
    boot_start(m, heap_tuple2(p->heap, ATOM(on_load), version->name));
    m->attention = true;
}

void boot_want(Process *p, Term module) {
    Machine *m = p->machine;
    if (p->system) return;   // booting already
    boot_start(m, module);
    m->attention = true;
}

// --- whose process it is --------------------------------------------------------------------------------

// The n-th of a list's elements, or of a tuple's, from 0 on. NO_TERM: there is none.
static Term nth(Term term, uint32_t n) {
    if (term_is_tuple(term)) return n < term_tuple_size(term) ? term_elements(term)[n] : NO_TERM;
    for (; term_is_cons(term) && n > 0; n--) term = term_tail(term);
    return term_is_cons(term) ? term_head(term) : NO_TERM;
}

// application_master:start_it(Tag, #state{appl_data = #appl_data{name = Name, mod = {Module, _}}}, ...)
static Term application_data(Term args, uint32_t field) {
    Term state = nth(args, 1);
    Term data = term_is_none(state) ? state : nth(state, 2);
    return term_is_none(data) ? data : nth(data, field);
}

bool boot_is_of_system(Machine *m, Term module) {
    const char *root = world_otp_root(m->world);
    Text path = {0};
    Bytes ours;
    bool found = world_find_module(m->world, atom_string(module), &path);
    bool otp = found ? strncmp(path.data, root, strlen(root)) == 0 : world_embedded_module(atom_string(module), &ours);
    text_free(&path);
    return otp;
}

// Libraries whose processes serve the program wherever they were started.
static const char *const servers[] = {"compiler", "inets", "mnesia", "runtime_tools", "sasl", "ssl", "tools"};

// Whether a file lies in one of their folders, ROOT/lib/NAME-VERSION.
static bool is_of_server(const char *path, const char *root) {
    size_t length = strlen(root);
    if (strncmp(path, root, length) != 0 || strncmp(path + length, "/lib/", 5) != 0) return false;
    const char *library = path + length + 5;
    for (size_t i = 0; i < COUNT(servers); i++) {
        size_t size = strlen(servers[i]);
        if (strncmp(library, servers[i], size) == 0 && library[size] == '-') return true;
    }
    return false;
}

// Whose code a process runs that begins with a call of this fun.
static Term module_of_fun(Term fun) { return term_kind(fun) == KIND_EXPORT ? ATOM(erlang) : fun_entry(fun)->module; }

// Whose code a process runs that begins with this call.
static Term module_of_call(Term module, Term function, Term args) {
    bool apply = term_same(module, ATOM(erlang)) && term_same(function, ATOM(apply));
    Term fun = apply ? nth(args, 0) : NO_TERM;
    return !term_is_none(fun) && term_is_fun(fun) ? module_of_fun(fun) : module;
}

// Elixir's compiler, when a test makes a module: helpers that somebody waits for.
static bool is_of_compiler(Term module) {
    static const char *const names[] = {"elixir_erl_compiler", "Elixir.Kernel.LexicalTracker",
                                        "Elixir.Module.LocalsTracker", "Elixir.Module.ParallelChecker"};
    for (size_t i = 0; i < COUNT(names); i++)
        if (strcmp(atom_string(module), names[i]) == 0) return true;
    return false;
}

// The callback module of a server that is started: proc_lib:init_p(Parent, Ancestors, gen, init_it, Args) with or
// without a name in Args = [gen_server, Starter, Parent, Name, Module, Argument, Options]. Anything else: the first
// that is an atom there.
static Term callback_module(Term module, Term args) {
    if (strcmp(atom_string(module), "proc_lib") != 0) return module;
    Term given = nth(args, 4), unnamed = term_is_none(given) ? given : nth(given, 3),
         named = term_is_none(given) ? given : nth(given, 4);
    if (!term_is_none(unnamed) && term_is_atom(unnamed)) return unnamed;
    return !term_is_none(named) && term_is_atom(named) ? named : module;
}

// A process of the library that begins in `module`, if it is loaded; `callback` is whose server it is.
static bool serves(Machine *m, Term module, Term callback) {
    const Module *loaded = code_module(m->code, module);
    return loaded && (is_of_compiler(callback) || is_of_server(loaded->path, world_otp_root(m->world)));
}

bool boot_serves(Machine *m, Term module, Term function, Term args) {
    Term name = module_of_call(module, function, args);
    return serves(m, name, callback_module(name, args));
}

bool boot_serves_fun(Machine *m, Term fun) {
    Term name = module_of_fun(fun);
    return serves(m, name, name);
}

// Elixir's own applications serve programs as OTP's do, wherever they are installed.
static bool is_of_elixir(Term application) {
    static const char *const names[] = {"elixir", "eex", "ex_unit", "logger"};
    for (size_t i = 0; i < COUNT(names); i++)
        if (strcmp(atom_string(application), names[i]) == 0) return true;
    return false;
}

Term boot_program(Machine *m, Term module, Term function, Term args) {
    module = module_of_call(module, function, args);
    Term name = module;
    if (term_same(module, ATOM(application_master)) && term_same(function, ATOM(start_it))) {
        Term start = application_data(args, 4);
        name = application_data(args, 1);
        module = term_is_none(start) ? start : nth(start, 0);
        if (!term_is_none(name) && is_of_elixir(name)) return NO_TERM;
    }
    bool known = !term_is_none(module) && term_is_atom(module);
    return known && !boot_is_of_system(m, module) ? name : NO_TERM;
}

// Of the first process's call.
static bool calls(Machine *m, const char *module, const char *function) {
    const Process *first = process_find(m, m->first);
    if (!first) return false;
    const Term *call = term_elements(first->initial_call);
    return (!module || strcmp(atom_string(call[0]), module) == 0) &&
           (!function || strcmp(atom_string(call[1]), function) == 0);
}

bool boot_call_has_prologue(Machine *m) { return calls(m, "weft_ct", NULL) && !calls(m, NULL, "list"); }

bool boot_has_prologue(Machine *m) {
    return calls(m, "weft_exunit", NULL) || calls(m, NULL, "run_after") || boot_call_has_prologue(m);
}

// --- before a search ------------------------------------------------------------------------------------

// What modules call that can do without a booted node.
static const char *const plain[] = {
    "array",     "atomics", "binary", "calendar", "counters", "dict",   "erlang",  "ets",     "gb_sets",
    "gb_trees",  "io",      "io_lib", "lists",    "maps",     "math",   "orddict", "ordsets", "persistent_term",
    "proplists", "queue",   "rand",   "re",       "sets",     "string", "timer",   "unicode", "weft",
};

// Of timers, those that need no server.
static const char *const of_timer[] = {"sleep", "tc", "now_diff", "seconds", "minutes", "hours", "hms"};

static bool is_plain_call(Term module, Term function) {
    if (strcmp(atom_string(module), "timer") != 0) return true;
    for (size_t i = 0; i < COUNT(of_timer); i++)
        if (strcmp(atom_string(function), of_timer[i]) == 0) return true;
    return false;
}

static bool is_plain(Machine *m, Term module) {
    for (size_t i = 0; i < COUNT(plain); i++)
        if (strcmp(atom_string(module), plain[i]) == 0) return true;
    return code_module(m->code, module) != NULL;
}

static void prepare(Machine *m, Term module) {
    Process *first = process_find(m, m->first);
    if (first) code_autoload(first, module);
    m->attention = false;
    machine_boot(m);
}

// Libraries that call such a module whatever they are asked for.
static const struct { const char *library, *module; } behind[] = {{"dbg", "rpc"}};

// Boots for one that a loaded module calls. Loading more on the way is no reason for more.
static void prepare_for(Machine *m, const BeamModule *beam) {
    for (uint32_t i = 0; i < beam->import_count; i++) {
        Term module = atom_from_bytes(beam->atoms[beam->imports[i].module]);
        Term function = atom_from_bytes(beam->atoms[beam->imports[i].function]);
        if (is_plain(m, module) && is_plain_call(module, function)) continue;
        for (size_t k = 0; k < COUNT(common); k++) prepare(m, atom_from_text(common[k]));
        if (boot_is_needed(module)) prepare(m, module);
        for (size_t k = 0; k < COUNT(behind); k++)
            if (strcmp(atom_string(module), behind[k].library) == 0) prepare(m, atom_from_text(behind[k].module));
    }
}

static bool is_registered(const char *word) {
    for (size_t i = 0; i < COUNT(registered); i++)
        if (strcmp(word, registered[i]) == 0) return true;
    return false;
}

// Of init the number is known, too: <0.0.0>.
static void boot_name(void *context, const char *word) {
    Machine *m = context;
    bool by_number = strcmp(word, "list_to_pid") == 0;
    if (!by_number && !is_registered(word)) return;
    boot_start(m, heap_tuple2(&m->store.heap, ATOM(registered_name), by_number ? ATOM(init) : atom_from_text(word)));
    machine_boot(m);
}

// Other nodes ask by it whether a node is there.
static void boot_net_kernel(Machine *m) {
    boot_start(m, heap_tuple2(&m->store.heap, ATOM(registered_name), atom_from_text("net_kernel")));
    machine_boot(m);
}

static void boot_name_later(void *context, const char *word) {
    Machine *m = context;
    if (!is_registered(word) || name_find(m, atom_from_text(word))) return;
    boot_start(m, heap_tuple2(&m->store.heap, ATOM(registered_name), atom_from_text(word)));
    m->attention = true;
}

void boot_names_of(Machine *m, const Module *module) { inquiry_see_words(&module->beam, boot_name_later, m); }

void boot_names(Machine *m) {
    if (nodes_are_many(m)) boot_net_kernel(m);
    uint32_t count = code_module_count(m->code);
    for (uint32_t i = 0; i < count; i++) {
        const Module *module = code_module_at(m->code, i);
        if (module->path[0] && !world_is_library(m->world, module->path))
            inquiry_see_words(&module->beam, boot_name, m);
    }
}

void boot_for_search(Machine *m) {
    if (m->booting) machine_boot(m);
    for (size_t i = 0; m->elixir && i < COUNT(common_in_elixir); i++) prepare(m, atom_from_text(common_in_elixir[i]));
    uint32_t count = code_module_count(m->code);
    for (uint32_t i = 0; i < count; i++) prepare_for(m, &code_module_at(m->code, i)->beam);
    // Who could not be started on another node says so in the log.
    for (size_t i = 0; nodes_are_many(m) && i < COUNT(common); i++) prepare(m, atom_from_text(common[i]));
    boot_names(m);
}

void boot_for_sockets(Machine *m) {
    if (m->opens_sockets) prepare(m, atom_from_text("inet_db"));
}
