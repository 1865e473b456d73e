#include "vm/ets/table.h"
#include "vm/run/machine_state.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/lines.h"
#include "base/words.h"
#include "vm/bif/bifs.h"
#include "vm/bif/crypto.h"
#include "vm/observe/frames.h"
#include "vm/observe/monitor.h"
#include "vm/observe/snapshot.h"
#include "vm/observe/teller.h"
#include "vm/run/atomic.h"
#include "vm/run/circle.h"
#include "vm/run/happened.h"
#include "vm/run/heap_limit.h"
#include "vm/run/node.h"
#include "vm/run/quiet.h"
#include "vm/run/signal.h"
#include "vm/term/bits.h"
#include "vm/term/map.h"
#include "vm/term/number.h"
#include "vm/term/print.h"
#include "vm/world/boot.h"
#include "vm/world/code_path.h"
#include "vm/world/environment.h"
#include "vm/world/external.h"
#include "vm/world/world.h"

enum { SLICE = 4000, FIRST_PID = 80, PIDS_MAX = 1 << 28 };

// --- making ---------------------------------------------------------------------------------------------

static void add_all_bifs(CodeServer *code) {
#define BIFS(name) code_add_bifs(code, name##_bifs);
#include "vm/bif/bif.def"
#undef BIFS
}

static void make_globals(Machine *m) {
    Globals *globals = store_record(&m->store, RECORD_PLAIN, sizeof(Globals) / sizeof(uint64_t), GLOBALS_TERMS);
    Term empty = map_empty(&m->store.heap);
    globals->names = globals->timers = globals->loaded = globals->files = globals->handles = empty;
    globals->channels = globals->handled = globals->lateness = globals->cells = globals->sticky = empty;
    globals->connections = globals->node_watchers = empty;
    globals->environment = environment_new(&m->store.heap);
    m->globals = globals;
}

Machine *machine_new(const MachineConfig *config, Error *err) {
    Machine *m = memory_zeroed(1, sizeof *m);
    m->config = config;
    m->release = release_of(config->otp_root);
    m->backtrace_depth = 8;
    store_init(&m->store, config->max_memory);
    m->store.heap.release = &m->release;
    m->store.collect_always = config->collect_always;
    m->reduction_limit = config->max_reductions;
    m->busy_until = CIRCLE_PATIENCE;
    m->processes = memory_reserve(PIDS_MAX * sizeof *m->processes);
    m->ending = memory_reserve(PIDS_MAX * sizeof *m->ending);
    m->nodes_of = memory_reserve(PIDS_MAX * sizeof *m->nodes_of);
    m->standing = memory_reserve(PIDS_MAX / 8);
    m->trapped = memory_reserve(PIDS_MAX / 8);
    roles_begin(&m->roles, PIDS_MAX);
    m->served = memory_reserve(PIDS_MAX / 8);
    m->quiet = !config->system_races;
    m->trace_session = TERM_NIL;
    m->idle_timeouts = config->idle_timeouts;
    m->pid_count = FIRST_PID;
    crypto_begin();
    m->code = code_new(&m->release);
    add_all_bifs(m->code);
    world_replace_servers(m->code);
    make_globals(m);
    nodes_begin(m);
    m->tables = tables_new(&m->store);
    m->world = world_new(config);
    gc_start(m);
    if (external_new(config, m->code, &m->external, err)) return m;
    machine_free(m);
    return NULL;
}

void machine_free(Machine *m) {
    teller_end(m);
    external_free(m->external);
    world_free(m->world);
    code_free(m->code);
    gc_end(m);
    store_free(&m->store);
    snapshot_free(m->snapshot);
    happened_free(m);
    monitors_free(m);
    memory_unreserve(m->processes, PIDS_MAX * sizeof *m->processes);
    memory_unreserve(m->ending, PIDS_MAX * sizeof *m->ending);
    memory_unreserve(m->nodes_of, PIDS_MAX * sizeof *m->nodes_of);
    memory_unreserve(m->standing, PIDS_MAX / 8);
    memory_unreserve(m->trapped, PIDS_MAX / 8);
    roles_end(&m->roles);
    memory_unreserve(m->served, PIDS_MAX / 8);
    text_free(&m->servers);
    text_free(&m->arguments);
    memory_free(m->booted_atoms);
    text_free(&m->result);
    pids_free(&m->pids);
    memory_free(m->descents);
    nodes_end(m);
    memory_free(m);
}

Tables *machine_tables(Machine *m) { return m->tables; }

static void note_descent(Machine *m, uint32_t index, uint32_t parent, uint64_t child) {
    if (index >= m->descent_count) {
        uint32_t count = index * 2 + 64;
        m->descents = memory_resize(m->descents, count * sizeof *m->descents);
        for (uint32_t i = m->descent_count; i < count; i++) m->descents[i] = (Descent){0, 0, NO_TERM};
        m->descent_count = count;
    }
    m->descents[index] = (Descent){parent, child, NO_TERM};
}

// A process's number follows from who made it and the how manieth child it is. As long as nothing can be taken back
// the numbers are simply counted; once stepping they are remembered, so that the same process has the same
// number in every interleaving.
uint32_t actor_for(Machine *m, uint32_t maker, uint64_t child) {
    if (m->pid_count == PIDS_MAX) memory_exhausted(PIDS_MAX);
    uint32_t *index = pids_find(&m->pids, maker, child);
    if (*index == 0) {
        *index = m->number ? m->number(m->number_context, maker, child) : m->pid_count;
        if (*index >= PIDS_MAX) memory_exhausted(PIDS_MAX);
        if (*index >= m->pid_count) m->pid_count = *index + 1;
        m->nodes_of[*index] = m->nodes_of[maker];
        note_descent(m, *index, maker, child);
    }
    return *index;
}

void machine_number_actors(Machine *m, NumberActor *number, void *context) {
    m->number = number;
    m->number_context = context;
}

Actor machine_next_actor(const Machine *m) { return m->pid_count; }

Actor machine_actor(Machine *m, Actor maker, uint64_t child) {
    return maker < m->pid_count ? actor_for(m, maker, child) : NO_ACTOR;
}

static uint32_t number_for(Machine *m, uint32_t parent, uint64_t child) {
    if (m->stepping || m->prologue) return actor_for(m, parent, child);
    if (m->booting && m->system_pids + 1 < FIRST_PID) return ++m->system_pids;
    if (m->pid_count == PIDS_MAX) memory_exhausted(PIDS_MAX);
    if (child & DESCENT_PORT) note_descent(m, m->pid_count, parent, child);
    return m->pid_count++;
}

uint32_t pid_for(Machine *m, uint32_t parent, uint64_t child, uint32_t node) {
    uint32_t index = number_for(m, parent, child);
    m->nodes_of[index] = node;
    return index;
}

uint64_t machine_descent_hash(const Machine *m, Actor actor) {
    uint64_t hash = 0;
    for (; actor < m->descent_count && m->descents[actor].child; actor = m->descents[actor].parent)
        hash = hash_join(hash, m->descents[actor].child);
    return hash_join(hash, actor);
}

// --- footprints -----------------------------------------------------------------------------------------

Footprint *bif_footprint(Process *p) { return &p->machine->event.footprint; }

// What would have been written was looked at; what would have been updated was not even that. The process went on
// all the same. The system's processes act within the step of another, whose footprint is not theirs to change.
void bif_changed_nothing(Process *p) {
    Footprint *footprint = bif_footprint(p);
    uint64_t progress = object_of(OBJECT_PROGRESS, term_pid_index(p->pid), NO_TERM);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < footprint->count && !quiet_serves(p); i++) {
        Access access = footprint->items[i];
        if (access.kind == ACCESS_UPDATE) continue;
        if (access.kind == ACCESS_PART_WRITE && access.object != progress) access.kind = ACCESS_PART_READ;
        if (access.kind == ACCESS_WRITE) access = (Access){access.object, 0, ACCESS_READ};
        footprint->items[i] = access;
        footprint_keep(footprint, &kept, i);
    }
    if (!quiet_serves(p)) footprint_cut(footprint, kept);
}

struct Host *machine_host(const Machine *machine) {
    return world_host(machine->world);
}

// --- starting -------------------------------------------------------------------------------------------

bool machine_load(Machine *m, const char *path, Error *err) {
    Bytes file;
    if (!bytes_read_file(path, &file, err)) return false;
    Text absolute = {0};
    world_absolute(&absolute, world_directory(m->world), path);
    Module *module = code_load(m->code, file, absolute.data, err);
    if (module) code_purge(m, module->name);
    if (module) code_set_loaded(m, module, heap_list_from_text(&m->store.heap, absolute.data));
    text_free(&absolute);
    memory_free((void *)(uintptr_t)file.data);
    return module != NULL;
}

static Process *spawn_io(Machine *m, Term device, const char *entry) {
    SpawnOptions options = {0};
    Term args = heap_cons(&m->store.heap, device, TERM_NIL);
    Process *p = process_spawn(m, NULL, atom_from_text("weft_io"), atom_from_text(entry), args, &options);
    p->system = true;
    p->group_leader = p->pid;
    name_register(p, device);
    return p;
}

static Term string_from_utf8(Heap *heap, const char *text) {
    size_t position = 0, end = strlen(text) * 8;
    Words characters;
    words_init(&characters);
    uint32_t character;
    while (position < end) {
        if (!bits_get_utf8((const uint8_t *)text, &position, end, &character)) {
            character = (uint8_t)text[position / 8];   // not UTF-8: a byte is a character
            position += 8;
        }
        words_push(&characters, character);
    }
    Term list = TERM_NIL;
    while (characters.count > 0) list = heap_cons(heap, term_small((int64_t)words_pop(&characters)), list);
    words_free(&characters);
    return list;
}

static Term string_list(Heap *heap, const char *const *strings, size_t count) {
    Term list = TERM_NIL;
    while (count > 0) list = heap_cons(heap, string_from_utf8(heap, strings[--count]), list);
    return list;
}

enum { MAX_ARITY = 255 };

// The functions of that name with another number of arguments: "f/1 and f/3".
static bool list_arities(const Module *module, Term function, Text *out) {
    bool exported[MAX_ARITY + 1] = {false};
    uint32_t count = 0, listed = 0;
    for (uint32_t i = 0; i < module->export_count; i++) {
        const Export *export = module->exports[i];
        if (!term_same(export->function, function) || export->arity > MAX_ARITY) continue;
        exported[export->arity] = true;
        count++;
    }
    for (uint32_t arity = 0; arity <= MAX_ARITY; arity++) {
        if (!exported[arity]) continue;
        const char *comma = listed == 0 ? "" : listed + 1 == count ? " and " : ", ";
        text_format(out, "%s%s/%u", comma, atom_string(function), arity);
        listed++;
    }
    return count > 0;
}

static bool is_local(const Module *module, Term function, uint32_t arity) {
    for (uint32_t i = 0; i < module->function_count; i++)
        if (term_same(module->functions[i].function, function) && module->functions[i].arity == arity) return true;
    return false;
}

// The nearest name to one that does not exist, by edit distance; NULL when none is near.
static const char *nearest_function(const Module *module, Term function) {
    const char *near = NULL;
    size_t best = 4;
    for (uint32_t i = 0; i < module->export_count; i++) {
        const char *name = atom_string(module->exports[i]->function);
        size_t distance = text_distance(name, atom_string(function));
        if (distance < best && !term_same(module->exports[i]->function, ATOM(module_info)))
            best = distance, near = name;
    }
    return near;
}

static bool check_function(Machine *m, Term module, Term function, uint32_t arity, Error *err) {
    Export *export = code_find_export(m->code, module, function, arity);
    if (export && export->defined) return true;
    const Module *loaded = code_module(m->code, module);
    const char *near = nearest_function(loaded, function);
    Text others = {0};
    if (is_local(loaded, function, arity))
        fail(err, "module %s has a function %s/%u, but does not export it", atom_string(module), atom_string(function),
             arity);
    else if (list_arities(loaded, function, &others))
        fail(err, "module %s exports %s, but not %s/%u", atom_string(module), others.data, atom_string(function),
             arity);
    else if (near)
        fail(err, "module %s exports no function %s/%u; did you mean %s?", atom_string(module), atom_string(function),
             arity, near);
    else
        fail(err, "module %s exports no function %s/%u", atom_string(module), atom_string(function), arity);
    text_free(&others);
    return false;
}

void machine_modules(const Machine *m, Text *out) {
    for (uint32_t i = 0; i < code_module_count(m->code); i++) {
        const Module *module = code_module_at(m->code, i);
        text_format(out, "%s  %s\n", atom_string(module->name), *module->path ? module->path : "(part of weft)");
    }
}

void machine_foresee_modules(Machine *m, const char *lines) {
    const char *line;
    Text name = {0};
    for (size_t size; (line = lines_next(&lines, &size));) {
        text_clear(&name);
        text_add_bytes(&name, line, strcspn(line, " "));
        code_foresee(m->processes[term_pid_index(m->first)], atom_from_text(text_string(&name)));
    }
    text_free(&name);
}

bool machine_knows(const Machine *m, const char *module) {
    return code_module(m->code, atom_from_text(module)) != NULL;
}

bool machine_start(Machine *m, const char *module, const char *function, const char *const *arguments,
                   size_t argument_count, Error *err) {
    uint32_t given = code_module_count(m->code);
    Heap *heap = &m->store.heap;
    Process *user = spawn_io(m, ATOM(user), "start");
    spawn_io(m, ATOM(standard_error), "start");
    SpawnOptions options = {0};
    Term args = TERM_NIL;
    if (arguments) args = heap_cons(heap, string_list(heap, arguments, argument_count), TERM_NIL);
    Term name = atom_from_text(module), entry = atom_from_text(function);
    Process *p = process_spawn(m, NULL, name, entry, args, &options);
    p->group_leader = user->pid;
    m->first = p->pid;
    nodes_boot(m);
    for (size_t i = 0; i < argument_count; i++) text_format(&m->arguments, "%s\n", arguments[i]);
    if (strcmp(module, "weft_parallel") == 0) world_replace_commands(m->code);
    m->elixir = strncmp(module, "Elixir.", 7) == 0 || strcmp(module, "weft_exunit") == 0;
    if (!code_autoload(p, name)) {
        if (m->unsupported) return fail(err, "%s", m->message);
        return fail(err, "module %s was not found in the given files or on the code path", module);
    }
    if (!code_module(m->code, name)) return fail(err, "the file of module %s does not hold it", module);
    for (uint32_t i = 0; i < given; i++) boot_on_load(p, code_module_at(m->code, i));
    m->attention = false;
    return check_function(m, name, entry, arguments ? 1 : 0, err);
}

void machine_set_call(Machine *m, const char *function, const char *const *arguments, size_t argument_count) {
    Process *p = m->processes[term_pid_index(m->first)];
    Heap *heap = &m->store.heap;
    Term module = term_elements(p->initial_call)[0], entry = atom_from_text(function);
    process_touch(p);
    stack_reset(p);
    process_set_entry(p, module, entry, heap_cons(heap, string_list(heap, arguments, argument_count), TERM_NIL));
    p->initial_call = heap_tuple3(heap, module, entry, term_small(1));
}

// --- running --------------------------------------------------------------------------------------------

// erlang:hibernate/3: only the call to make on the next message is left of the process.
static void hibernate(Process *p) {
    Term call = p->result;
    process_touch(p);
    p->hibernating = false;
    p->hibernated = true;   // also if one is there already, which could have come later
    p->atomic = 0;          // the fun is gone, too
    p->result = TERM_NIL;
    stack_reset(p);
    const Term *fields = term_elements(call);
    process_set_entry(p, fields[0], fields[1], fields[2]);
    p->status = PROCESS_WAITING;
    p->timeout_ip = NULL;
    if (!term_is_nil(p->first)) process_enqueue(p);
}

bool machine_attend(Machine *m, Process *p) {
    m->attention = false;
    if (p->dying)
        signal_end(p, p->exit_reason);
    else if (p->hibernating)
        hibernate(p);
    else
        process_enqueue(p);
    return true;
}

static void settle(Machine *m, Process *p, RunResult result) {
    switch (result) {
    case RUN_YIELDED: process_enqueue(p); break;
    case RUN_ATTENTION: machine_attend(m, p); break;
    case RUN_WAITING:
    case RUN_STOPPED:
    case RUN_EXITED: break;
    }
}

static Process *first_of_system(const Machine *m) {
    Process *p = m->globals->ready_first;
    while (p && !p->system) p = p->next;
    return p;
}

void machine_boot(Machine *m) {
    bool quiet = m->quiet;
    m->quiet = true;   // whoever wants them waits until they are up
    node_obey(m);
    do {
        for (Process *p; !m->unsupported && (p = first_of_system(m));) {
            process_dequeue(p);
            settle(m, p, interp_run(m, p, SLICE));
            node_obey(m);
        }
        if (!term_is_nil(m->globals->newcomers)) node_welcome(m);
    } while (!m->unsupported && (first_of_system(m) || (nodes_settle(m) && timer_advance(m))));
    m->booting = false;
    m->quiet = quiet;
}

static bool over_limit(Machine *m) {
    if (!m->reduction_limit || m->reductions < m->reduction_limit) return false;
    snprintf(m->message, sizeof m->message, "the program used %llu reductions, more than --max-reductions allows",
             (unsigned long long)m->reductions);
    return true;
}

// Whether it is over, and how.
static bool has_ended(Machine *m, MachineEnd *end) {
    Outcome outcome = machine_outcome(m);
    bool ended = outcome == OUTCOME_RETURNED || outcome == OUTCOME_CRASHED;
    if (m->booting || ended) machine_boot(m);   // at the end, for what was logged
    if (m->unsupported)
        *end = MACHINE_UNSUPPORTED;
    else if (m->halted)
        *end = MACHINE_HALTED;
    else if (outcome == OUTCOME_CRASHED)
        *end = MACHINE_CRASHED;
    else if (outcome == OUTCOME_RETURNED && !m->stopping)
        *end = MACHINE_RETURNED;
    else if (over_limit(m))
        *end = MACHINE_LIMIT;
    else if (m->config->interrupted && *m->config->interrupted)
        *end = MACHINE_INTERRUPTED;
    else
        return false;
    return true;
}

// Whether all who could run go round in circles as long as the others do: only time can change that.
static bool only_circles(Machine *m) {
    bool all = m->globals->ready_first && !m->booting && m->reductions >= m->busy_until;
    const Process *last = m->globals->ready_last, *walked = NULL;
    while (all && walked != last) {
        Process *p = m->globals->ready_first;
        RunResult result;
        process_dequeue(p);
        all = circle_walk(m, p, &result);
        settle(m, p, result);
        walked = p;
    }
    uint64_t spent = m->reductions - m->busy_since;
    if (walked) m->busy_until = m->reductions + (all ? CIRCLE_PATIENCE : spent * (CIRCLE_GROWTH - 1));
    return all;
}

// Gives the next process its slice. False: it is over.
static bool run_next(Machine *m, MachineEnd *end) {
    Process *p = m->globals->ready_first;
    *end = MACHINE_DEADLOCK;
    if (!p) return timer_advance(m);
    process_dequeue(p);
    RunResult result = interp_run(m, p, SLICE);
    while (atomic_goes_on(p, result) && !over_limit(m)) result = interp_run(m, p, SLICE);
    if (result == RUN_YIELDED) heap_limit_ends(p);
    settle(m, p, result);
    if (result != RUN_YIELDED) m->busy_since = m->reductions, m->busy_until = m->reductions + CIRCLE_PATIENCE;
    if (only_circles(m)) timer_advance(m);
    return !has_ended(m, end);
}

MachineEnd machine_run(Machine *m) {
    MachineEnd end;
    if (m->booting) machine_boot(m);
    boot_names(m);
    while (run_next(m, &end)) continue;
    return end;
}

// What has crashed for a case before the one that is about to begin is no matter of that one.
static void forget_crashes(Machine *m) {
    store_touch(&m->store, m->globals);
    m->globals->crashes = TERM_NIL;
}

// Somebody whom a case had started before it began took its process along.
static void skip_unbegun(Machine *m) {
    Text told = {0};
    text_add(&told, machine_message(m));
    snprintf(m->message, sizeof m->message, "it was ended before it began: %.*s",
             (int)strcspn(text_string(&told), "\n"), text_string(&told));
    m->unsupported = true;
    m->skipped = SKIPPED_BY_FAILURE;
    text_free(&told);
}

void machine_run_prologue(Machine *m) {
    MachineEnd end = MACHINE_RETURNED;
    bool of_call = boot_call_has_prologue(m);
    m->prologue = boot_has_prologue(m);
    if (m->booting) machine_boot(m);
    while (m->prologue && run_next(m, &end)) continue;
    m->prologue = false;
    if (end == MACHINE_HALTED) snprintf(m->message, sizeof m->message, "the program halts before the test begins");
    m->unsupported |= end == MACHINE_HALTED || end == MACHINE_LIMIT;
    if (of_call && end == MACHINE_CRASHED)
        skip_unbegun(m);
    else if (of_call)
        forget_crashes(m);
}

// --- what stopped it ------------------------------------------------------------------------------------

// Of what weft does in place of a library, the program's own call is told.
static bool add_user_place(Process *p, const Place *place, Text *out) {
    Bytes ours;
    Description user = {0};
    if (!world_embedded_module(atom_string(place->module->name), &ours)) return false;
    frames_describe(p, &user);
    bool known = user.user_function.size > 0;
    if (known)
        text_format(out, " (called from %s, %s:%u)", user.user_function.data, text_string(&user.user_file),
                    user.user_line);
    description_free(&user);
    return known;
}

static void add_place(Machine *m, Process *p, Text *out) {
    Place place;
    if (!p->ip || !code_place(m->code, p->ip, &place) || add_user_place(p, &place, out)) return;
    text_format(out, " (called from %s:%s/%u", atom_string(place.module->name), atom_string(place.function->function),
                place.function->arity);
    if (place.line) {
        text_add(out, ", ");
        for (Term file = place.file; term_is_cons(file); file = term_tail(file))
            text_add_utf8(out, (uint32_t)term_to_small(term_head(file)));
        text_format(out, ":%u", place.line);
    }
    text_add(out, ")");
}

void process_lied_to(Process *p, uint32_t byte) {
    char reason[120];
    snprintf(reason, sizeof reason,
             "code that no compiler writes: byte %" PRIu32 " of the Code chunk takes something for what it is not",
             byte);
    process_unsupported(p, reason);
}

Term process_unsupported(Process *p, const char *advice) {
    Machine *m = p->machine;
    if (m->unsupported) return NO_TERM;
    Text out = {0};
    text_format(&out, "not supported: %s", advice);
    add_place(m, p, &out);
    snprintf(m->message, sizeof m->message, "%s", text_string(&out));
    text_free(&out);
    m->unsupported = m->attention = true;
    return NO_TERM;
}
