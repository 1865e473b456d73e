// The next action of a process in words, for stories: who does what to whom, and where.
#include <stdio.h>

#include "base/words.h"
#include "vm/elixir/banner.h"
#include "vm/elixir/inspect.h"
#include "vm/ets/table.h"
#include "vm/ets/walk.h"
#include "vm/observe/describe.h"
#include "vm/observe/describe_node.h"
#include "vm/observe/frames.h"
#include "vm/run/alternative.h"
#include "vm/run/bif.h"
#include "vm/run/entry.h"
#include "vm/run/estate.h"
#include "vm/run/machine_state.h"
#include "vm/run/node.h"
#include "vm/run/request.h"
#include "vm/run/tracing.h"
#include "vm/run/signal.h"
#include "vm/run/timer.h"
#include "vm/term/identity.h"
#include "vm/term/map.h"
#include "vm/term/print.h"

PrintOptions print_options_for(Machine *m, bool story) {
    PrintOptions options = PRINT_READABLE;
    if (m->elixir) {
        options.style = PRINT_ELIXIR;
        options.structs = m;
    }
    if (story) options.names = m;
    return options;
}

enum { DEPTH_USUAL = 12, LENGTH_USUAL = 160 };

static PrintOptions short_options(Machine *m) {
    PrintOptions options = print_options_for(m, true);
    uint32_t depth = m->config->print_depth;
    options.depth = depth ? depth : DEPTH_USUAL;
    options.length = depth > DEPTH_USUAL ? LENGTH_USUAL / DEPTH_USUAL * depth : LENGTH_USUAL;
    return options;
}

void describe_term(Machine *m, Text *out, Term term) { term_print(out, term, short_options(m)); }

void describe_string(Text *out, Term list) {
    for (; term_is_cons(list); list = term_tail(list)) text_add_utf8(out, (uint32_t)term_to_small(term_head(list)));
}

void describe_function(const Machine *m, Text *out, Term module, Term function, uint32_t arity) {
    const char *name = atom_string(function);
    if (m->elixir) {
        inspect_function(out, module, function, arity);
        return;
    }
    text_format(out, "%s:", atom_string(module));
    print_function_name(out, name);
    if (name[0] != '-') text_format(out, "/%u", arity);
}

void describe_frame(Machine *m, Text *out, const Term *frame) {
    int64_t arity = term_is_small(frame[2]) ? term_to_small(frame[2]) : term_list_length(frame[2]);
    describe_function(m, out, frame[0], frame[1], (uint32_t)arity);
    for (Term info = frame[3]; term_is_cons(info); info = term_tail(info)) {
        const Term *pair = term_elements(term_head(info));
        if (strcmp(atom_string(pair[0]), "line") == 0)
            text_format(out, " (line %lld)", (long long)term_to_small(pair[1]));
    }
}

void describe_call(Machine *m, Text *out, Term module, Term function, const Term *args, uint32_t arity) {
    describe_function(m, out, module, function, arity);
    if (atom_string(function)[0] == '-') return;   // a fun
    while (out->data[--out->size] != '/') {}       // its arity is seen
    text_add(out, "(");
    for (uint32_t i = 0; i < arity; i++) {
        if (i) text_add(out, ", ");
        describe_term(m, out, args[i]);
    }
    text_add(out, ")");
}

// Of a child on another node than its parent the node is told in front of its name.
enum { NUMBER_MASK = (1 << DESCENT_FAR) - 1 };

// From the last part of the name to the first, so that no line of descent is too long.
static void add_process_name(Machine *m, Actor actor, Text *out) {
    Actor first = term_pid_index(m->first);
    if (node_is_actor(m, actor)) {
        describe_node_part(m, actor, out);
        return;
    }
    if (m->nodes_of[actor] != m->node) describe_node(out, m->nodes_of[actor]), text_add_char(out, '/');
    Words path;
    words_init(&path);
    for (; actor != first && actor < m->descent_count && m->descents[actor].child; actor = m->descents[actor].parent) {
        if (!term_is_none(m->descents[actor].name)) break;
        words_push(&path, m->descents[actor].child);
    }
    const Process *p = m->processes[actor];
    if (actor == first)
        text_add(out, "P");
    else if (p && p->system && !term_is_nil(p->name))
        describe_term(m, out, p->name);
    else if (actor < m->descent_count && !term_is_none(m->descents[actor].name))
        describe_term(m, out, m->descents[actor].name);
    else if (actor == 0 && path.count > 0)
        text_add(out, "start"), words_pop(&path);
    else
        text_format(out, "<0.%u.0>", actor);
    while (path.count > 0) {
        uint64_t child = words_pop(&path);
        if (child & DESCENT_ESTATE && child & ~DESCENT_ESTATE)
            text_format(out, "/end%llu", (unsigned long long)(child & ~DESCENT_ESTATE));
        else if (child & DESCENT_ESTATE)
            text_add(out, "/end");
        else if (child & DESCENT_WALK)
            text_format(out, "/part%llu", (unsigned long long)(child & ~DESCENT_WALK));
        else if (child & DESCENT_PORT)
            text_format(out, "/port%llu", (unsigned long long)(child & ~DESCENT_PORT));
        else
            text_format(out, child & DESCENT_TIMER ? "/timer%llu" : ".%llu",
                        (unsigned long long)(child & DESCENT_TIMER ? child & ~DESCENT_TIMER : child & NUMBER_MASK));
    }
    words_free(&path);
}

static void add_alternative_name(Machine *m, Actor actor, Text *out) {
    uint32_t place;
    alternative_process(m, actor, &place);
    add_process_name(m, m->descents[actor].parent, out);
    text_format(out, "?%u", place);
}

void machine_actor_name(Machine *m, Actor actor, Text *out) {
    if (timer_is_clock(m, actor)) {
        text_add(out, "clock");
        return;
    }
    if (alternative_is_actor(m, actor)) {
        add_alternative_name(m, actor, out);
        return;
    }
    if (!delivery_is_actor(m, actor)) {
        add_process_name(m, actor, out);
        return;
    }
    Actor from, to;
    delivery_ends(m, actor, &from, &to);
    add_process_name(m, from, out);
    text_add(out, from == to ? "/signals" : "->");
    if (from != to) add_process_name(m, to, out);
}

// --- texts that the program has made ---------------------------------------------------------------------------

// A pid, <0.84.0>, or what is between the brackets of a reference, <0.84.0.1>, at the beginning of a text; how long
// that is, 0: it is neither, or of nobody that is known.
static size_t add_name(Machine *m, Text *out, const char *text) {
    unsigned ids[3];
    int size = 0;
    if (sscanf(text, "<0.%u.%u>%n", &ids[0], &ids[1], &size) == 2 && size > 0) {
        Term pid = identity_pid_from_numbers(0, ids[0], ids[1]);
        if (term_is_none(pid) || term_pid_index(pid) >= m->pid_count) return 0;
        text_add_char(out, '<');
        machine_actor_name(m, term_pid_index(pid), out);
    } else if (sscanf(text, "<0.%u.%u.%u>%n", &ids[0], &ids[1], &ids[2], &size) == 3 && size > 0) {
        if (ids[0] >= m->pid_count) return 0;
        text_add_char(out, '<');
        machine_actor_name(m, ids[0], out);
        text_format(out, ".%llu", (unsigned long long)ids[1] * IDENTITY_REFERENCE_LOW + ids[2]);
    } else {
        return 0;
    }
    text_add_char(out, '>');
    return (size_t)size;
}

void describe_names(Machine *m, Text *out, const char *text) {
    while (*text) {
        size_t size = *text == '<' ? add_name(m, out, text) : 0;
        if (!size) text_add_char(out, *text);
        text += size ? size : 1;
    }
}

void describe_banner(Machine *m, Text *out, Term class, Term reason, Term trace, PrintOptions options) {
    Text text = {0};
    banner_print(&text, class, reason, trace, options);
    if (options.names)
        describe_names(m, out, text_string(&text));
    else
        text_add(out, text_string(&text));
    text_free(&text);
}

// The process that a pid, a name or an alias leads to; NO_ACTOR: none of this node.
static Actor process_meant(Machine *m, Term term) {
    if (term_is_local_pid(term)) return term_pid_index(term);
    uint32_t node = m->node;
    if (term_is_tuple_of(term, 2)) {
        node = node_now(m, term_elements(term)[1]);
        term = term_elements(term)[0];
    }
    if (node == NODE_ELSEWHERE || !term_is_atom(term)) node = m->node;
    const Process *p = term_is_atom(term) ? name_find(m, node_private(m, node, term)) : NULL;
    if (p) return term_pid_index(p->pid);
    Term maker = term_is_reference(term) ? alias_maker(term) : NO_TERM;
    return term_is_local_pid(maker) ? term_pid_index(maker) : NO_ACTOR;
}

static void describe_send(Process *p, const Term *x, Description *out) {
    out->kind = ACTION_SEND;
    out->partner = process_meant(p->machine, x[0]);
    text_add(&out->what, "sends ");
    describe_term(p->machine, &out->what, x[1]);
    text_add(&out->what, " to ");
    describe_term(p->machine, &out->what, x[0]);
}

static bool is_spawn(const Export *export) {
    return term_same(export->module, ATOM(erlang)) && strncmp(atom_string(export->function), "spawn", 5) == 0;
}

// Whom a monitor of the process watches.
static Actor process_watched(const Process *p, Term reference) {
    Term monitor = map_get(p->monitors, reference);
    if (!term_is_tuple_of(monitor, 2) || !term_is_local_pid(term_elements(monitor)[0])) return NO_ACTOR;
    return term_pid_index(term_elements(monitor)[0]);
}

// Of a call the first pid among its arguments is whom it concerns, or else who has the name that is the first atom.
static Actor partner_of_call(Process *p, const Export *export, const Term *x) {
    Machine *m = p->machine;
    if (is_spawn(export)) return actor_for(m, term_pid_index(p->pid), p->spawned + 1);
    for (uint32_t i = 0; i < export->arity; i++)
        if (term_is_local_pid(x[i])) return term_pid_index(x[i]);
    if (!term_same(export->module, ATOM(erlang))) return NO_ACTOR;
    if (export->arity && term_is_reference(x[0])) return process_watched(p, x[0]);
    for (uint32_t i = 0; i < export->arity; i++) {
        const Process *named = term_is_atom(x[i]) ? name_find(m, x[i]) : NULL;
        if (named) return term_pid_index(named->pid);
    }
    return NO_ACTOR;
}

static void describe_builtin(Process *p, const Export *export, const Term *x, Description *out) {
    bool sends = term_same(export->module, ATOM(erlang)) &&
                 (term_same(export->function, ATOM(send)) || term_same(export->function, ATOM(bang)));
    if (sends) {
        describe_send(p, x, out);
        return;
    }
    out->kind = is_spawn(export) ? ACTION_SPAWN : ACTION_CALL;
    out->partner = partner_of_call(p, export, x);
    if (!term_same(export->module, ATOM(erlang)))
        text_format(&out->what, p->machine->elixir ? ":%s." : "%s:", atom_string(export->module));
    text_format(&out->what, "%s(", atom_string(export->function));
    for (uint32_t i = 0; i < export->arity; i++) {
        if (i) text_add(&out->what, ", ");
        describe_term(p->machine, &out->what, x[i]);
    }
    text_add(&out->what, ")");
}

// What only tracers learn of.
static void describe_traced(Process *p, const Term *x, Description *out) {
    TracedCall call;
    bool begins = tracing_call(p, &call);
    out->kind = ACTION_CALL;
    text_add(&out->what, begins ? "calls " : interp_stands_at(p, OP_trace_return) ? "returns from " : "leaves ");
    if (begins)
        describe_call(p->machine, &out->what, call.module, call.function, x, call.arity);
    else
        text_format(&out->what, "%s:%s/%u", atom_string(call.module), atom_string(call.function), call.arity);
    text_add(&out->what, ", which is traced");
}

static void describe_raise(Process *p, Description *out) {
    bool orderly = outcome_is_orderly(p);
    if (outcome_is_unexplained(p->reason)) {
        text_add(&out->what, "finds no explanation of the results");
        return;
    }
    Term class = exception_class_atom(p);
    out->kind = orderly ? ACTION_EXIT : ACTION_CRASH;
    text_add(&out->what, orderly ? "ends with " : "crashes with ");
    if (p->machine->elixir && !orderly) {
        Term trace = exception_cook(p, p->trace);
        describe_banner(p->machine, &out->what, class, p->reason, trace, short_options(p->machine));
        return;
    }
    if (!orderly) text_format(&out->what, "%s: ", atom_string(class));
    describe_term(p->machine, &out->what, p->reason);
}

static void describe_receive(Process *p, Description *out) {
    const Term *message = term_words(mailbox_peek(p));
    out->kind = ACTION_RECEIVE;
    if (term_is_local_pid(message[MESSAGE_FROM])) out->partner = term_pid_index(message[MESSAGE_FROM]);
    text_add(&out->what, "receives ");
    describe_term(p->machine, &out->what, message[MESSAGE_VALUE]);
}

// A process handles a signal that has arrived before.
static void describe_handling(Machine *m, Term from, const Signal *signal, Description *out) {
    static const char *const what[] = {
        [SIGNAL_EXIT] = "the exit signal",
        [SIGNAL_LINK] = "a link",
        [SIGNAL_UNLINK] = "an unlink",
        [SIGNAL_UNLINKED] = "that an unlink is confirmed",
        [SIGNAL_LINK_EXIT] = "the exit signal",
        [SIGNAL_MONITOR] = "a monitor",
        [SIGNAL_DEMONITOR] = "a demonitor",
        [SIGNAL_DOWN] = "'DOWN'",
        [SIGNAL_REQUEST] = "a question",
        [SIGNAL_ANSWER] = "an answer",
        [SIGNAL_MESSAGE] = "the message",
        [SIGNAL_SPAWN] = "a request to spawn",
        [SIGNAL_LEADER] = "who its group leader is",
        [SIGNAL_SPAWNED] = "the answer to a request to spawn",
    };
    bool has_value = signal->kind == SIGNAL_MESSAGE || signal->kind == SIGNAL_EXIT ||
                     signal->kind == SIGNAL_LINK_EXIT || signal->kind == SIGNAL_DOWN;
    out->kind = ACTION_DELIVERY;
    if (term_is_local_pid(from)) out->partner = term_pid_index(from);
    text_format(&out->what, "handles %s ", what[signal->kind]);
    if (has_value) describe_term(m, &out->what, signal->value);
    text_add(&out->what, has_value ? " of " : "of ");
    describe_term(m, &out->what, from);
}

static void describe_first_unhandled(Process *p, Description *out) {
    Machine *m = p->machine;
    Term from;
    Signal signal;
    Actor actor = term_pid_index(p->pid);
    if (delivery_first(m, actor_for(m, actor, DESCENT_CHANNEL | actor), &from, &signal))
        describe_handling(m, from, &signal, out);
}

static void describe_process(Process *p, Description *out) {
    const Term *x = p->stack - p->live;
    const Export *export;
    if (delivery_handles_itself(p)) {
        describe_first_unhandled(p, out);
    } else if (!p->standing) {
        out->kind = ACTION_TIMEOUT;
        out->milliseconds = p->timeout_length / 1000000;
        out->sleeps = interp_stands_at(p, OP_wait_timeout);   // a receive without clauses begins with its timeout
        text_format(&out->what, out->sleeps ? "has slept for %llu ms" : "times out after %llu ms",
                    (unsigned long long)out->milliseconds);
    } else if (p->unbegun) {
        text_add(&out->what, "begins to run");
    } else if (estate_is_to_close(p)) {
        text_add(&out->what, "is about to end, takes no link");
    } else if (interp_stands_at(p, OP_send)) {
        describe_send(p, x, out);
    } else if (interp_stands_at(p, OP_remove_message)) {
        describe_receive(p, out);
    } else if (interp_stands_at(p, OP_timeout)) {
        out->kind = ACTION_TIMEOUT;
        text_add(&out->what, "looks into its mailbox and goes on");
    } else if (interp_stands_at(p, OP_exit_normal)) {
        out->kind = ACTION_EXIT;
        text_add(&out->what, "returns ");
        describe_term(p->machine, &out->what, x[0]);
        text_add(&out->what, " and ends");
    } else if (interp_stands_at(p, OP_exit_raise)) {
        describe_raise(p, out);
    } else if (entry_is_next(p, &export)) {
        out->kind = ACTION_CALL;
        text_add(&out->what, "calls ");
        describe_call(p->machine, &out->what, export->module, export->function, x, export->arity);
        text_add(&out->what, ", and loads that module if it is not there");
    } else if (p->telling) {
        describe_traced(p, x, out);
    } else {
        memcpy(&export, p->ip + 1, sizeof export);
        describe_builtin(p, export, x, out);
    }
}

// --- what a built-in will return ----------------------------------------------------------------------------

// Those whose effects an undo takes back, and whose results tell something.
static bool can_foretell(const Export *export) {
    static const Term modules[] = {ATOM_INIT(erlang), ATOM_INIT(ets), ATOM_INIT(persistent_term), ATOM_INIT(atomics),
                                   ATOM_INIT(counters)};
    if (strcmp(atom_string(export->function), "halt") == 0) return false;
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
        if (term_same(export->module, modules[i])) return true;
    return false;
}

// Makes the call and takes it back; `place` is the alternative that is chosen, if it has some.
static void foretell(Process *p, uint32_t place, Description *out) {
    Machine *m = p->machine;
    const Export *export;
    memcpy(&export, p->ip + 1, sizeof export);
    if (p->telling || !can_foretell(export) || !term_is_none(request_target(p))) return;
    Mark mark = machine_mark(m);
    process_touch(p);
    p->chosen = place;
    Term value = export->bif->call(p, p->stack - p->live);
    out->raises = term_is_none(value) && !m->unsupported && !m->again;
    if (out->raises) {
        text_format(&out->result, "%s:", atom_string(exception_class_atom(p)));
        describe_term(m, &out->result, p->reason);
    } else if (!term_is_none(value)) {
        describe_term(m, &out->result, value);
    }
    machine_undo(m, mark);
    store_drop(&m->store, mark.depth);
}

// --- actors ---------------------------------------------------------------------------------------------------

// What is left to do of a process that has ended.
static void describe_estate(Machine *m, const Process *p, uint32_t place, Description *out) {
    Estate next = estate_next(p, place);
    Term concerned = next.kind == ESTATE_LINK || next.kind == ESTATE_SUSPENDED ? next.key
                     : next.kind == ESTATE_WATCHER                             ? term_elements(next.value)[0]
                                                                               : NO_TERM;
    out->kind = ACTION_EXIT;
    if (term_is_local_pid(concerned)) out->partner = term_pid_index(concerned);
    switch (next.kind) {
    case ESTATE_TABLE: text_add(&out->what, "has ended: its table "); break;
    case ESTATE_NAME: text_add(&out->what, "has ended: its name "); break;
    case ESTATE_LINK: text_add(&out->what, "has ended: its link tells "); break;
    case ESTATE_SUSPENDED: text_add(&out->what, "has ended, and resumes "); break;
    case ESTATE_WATCHER: text_add(&out->what, "has ended: its monitor tells "); break;
    default: text_add(&out->what, "has ended: a signal that it has not handled is answered"); return;
    }
    const Table *table = next.kind == ESTATE_TABLE ? tables_find(m->tables, next.key) : NULL;
    describe_term(m, &out->what, !term_is_none(concerned) ? concerned : table && table->named ? table->name : next.key);
    if (next.kind == ESTATE_TABLE || next.kind == ESTATE_NAME) text_add(&out->what, " is given up");
}

// Of a request to spawn only what is to run.
static void describe_value(Machine *m, const Signal *signal, Text *out) {
    const Term *call = signal->kind == SIGNAL_SPAWN ? term_elements(signal->value) : NULL;
    if (call)
        describe_term(m, out, heap_tuple3(&m->store.heap, call[0], call[1], call[2]));
    else
        describe_term(m, out, signal->value);
}

static void describe_delivery(Machine *m, Actor actor, Description *out) {
    static const struct {
        const char *words;
        bool has_value;
    } what[] = {
        [SIGNAL_MESSAGE] = {"delivers ", true},
        [SIGNAL_EXIT] = {"delivers an exit signal: ", true},
        [SIGNAL_LINK] = {"delivers a link", false},
        [SIGNAL_UNLINK] = {"delivers an unlink", false},
        [SIGNAL_UNLINKED] = {"confirms the unlink", false},
        [SIGNAL_LINK_EXIT] = {"delivers an exit signal of the link: ", true},
        [SIGNAL_MONITOR] = {"delivers a monitor", false},
        [SIGNAL_DEMONITOR] = {"delivers a demonitor", false},
        [SIGNAL_DOWN] = {"delivers 'DOWN': ", true},
        [SIGNAL_REQUEST] = {"delivers the question ", false},
        [SIGNAL_ANSWER] = {"delivers the answer ", true},
        [SIGNAL_SPAWN] = {"delivers the request to spawn ", true},
        [SIGNAL_LEADER] = {"delivers who its group leader is: ", true},
        [SIGNAL_SPAWNED] = {"delivers the answer that it was spawned: ", true},
    };
    Signal signal;
    Term sender;
    Actor from;
    if (!delivery_first(m, actor, &sender, &signal)) return;
    delivery_ends(m, actor, &from, &out->partner);
    if (from == out->partner) {
        describe_handling(m, sender, &signal, out);
        return;
    }
    text_add(&out->what, what[signal.kind].words);
    if (what[signal.kind].has_value) describe_value(m, &signal, &out->what);
    Actor to = out->partner;
    if (signal.kind == SIGNAL_REQUEST && m->processes[from]) describe_process(m->processes[from], out);
    out->partner = to;
    out->kind = ACTION_DELIVERY;
}

// Or a look at its own mailbox.
static bool is_choice(const Process *p) {
    const Export *export;
    memcpy(&export, p->ip + 1, sizeof export);
    return strcmp(atom_string(export->module), "weft") == 0;
}

static void describe_alternative(Process *p, uint32_t place, Description *out) {
    Term list = (p->stack - p->live)[0];
    out->kind = ACTION_CHOICE;
    text_add(&out->what, "chooses ");
    for (uint32_t left = place; left > 1; left--) list = term_tail(list);
    describe_term(p->machine, &out->what, term_head(list));
    text_format(&out->what, ", alternative %u of %u", place, p->alternatives);
}

static void describe_part(Process *p, Description *out) {
    out->kind = ACTION_CALL;
    text_add(&out->what, "reads a part of ");
    describe_term(p->machine, &out->what, table_identifier(p->walk->copy));
    frames_describe(p, out);
}

static void describe_timer(Machine *m, Term timer, Description *out) {
    const Term *fields = term_elements(timer);
    out->kind = ACTION_DELIVERY;
    out->milliseconds = timer_length(timer) / 1000000;
    out->partner = process_meant(m, fields[1]);
    text_add(&out->what, "a timer sends ");
    describe_term(m, &out->what, fields[2]);
    text_add(&out->what, " to ");
    describe_term(m, &out->what, fields[1]);
}

void describe_action(Process *p, Description *out) {
    *out = (Description){.partner = NO_ACTOR};
    describe_process(p, out);
    frames_describe(p, out);
}

void machine_describe(Machine *m, Actor actor, Description *out) {
    *out = (Description){.partner = NO_ACTOR};
    uint32_t place, place_left;
    Process *p = m->processes[actor], *chooser = p ? NULL : alternative_process(m, actor, &place);
    Process *left = estate_of(m, actor, &place_left);
    Term timer;
    if (chooser && !is_choice(chooser)) {
        describe_process(chooser, out);
        frames_describe(chooser, out);
        if (m->teller) foretell(chooser, place, out);
    } else if (chooser) {
        describe_alternative(chooser, place, out);
        frames_describe(chooser, out);
    } else if (delivery_is_actor(m, actor)) {
        describe_delivery(m, actor, out);
    } else if (left) {
        describe_estate(m, left, place_left, out);
    } else if (node_is_actor(m, actor)) {
        describe_node_step(m, actor, out);
    } else if (walk_is_actor(m, actor)) {
        describe_part(walk_process(m, actor), out);
    } else if (timer_is_clock(m, actor)) {
        text_add(&out->what, "goes on, as nothing else can happen");
    } else if ((!p || !p->standing) && timer_by_actor(m, actor, &timer)) {
        describe_timer(m, timer, out);
    } else if (p) {
        describe_process(p, out);
        frames_describe(p, out);
        if (out->partner == actor) out->partner = NO_ACTOR;
        if (m->teller && out->kind == ACTION_CALL) foretell(p, 0, out);
    }
}

void description_free(Description *description) {
    Text *texts[] = {&description->what,      &description->file, &description->stack, &description->user_function,
                     &description->user_file, &description->call, &description->result};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) text_free(texts[i]);
}

// --- probes ---------------------------------------------------------------------------------------------

static void add_probe(Machine *m, const Term *fields, Text *out) {
    add_process_name(m, term_pid_index(fields[PROBE_PID]), out);
    text_add(out, "  probe ");
    if (term_is_cons(fields[PROBE_NAME])) {
        describe_term(m, out, term_head(fields[PROBE_NAME]));
        text_add(out, ": ");
    }
    describe_term(m, out, fields[PROBE_VALUE]);
    if (term_is_cons(fields[PROBE_FILE])) {
        text_add(out, "   (");
        describe_string(out, fields[PROBE_FILE]);
        text_format(out, ":%lld)", (long long)term_to_small(fields[PROBE_LINE]));
    }
    text_add(out, "\n");
}

uint32_t machine_probes(Machine *m, uint32_t seen, Text *out) {
    Words latest;
    words_init(&latest);
    uint32_t count = (uint32_t)term_list_length(m->globals->probes), left = count - seen;
    for (Term list = m->globals->probes; left > 0; list = term_tail(list), left--)
        words_push(&latest, term_head(list).bits);
    while (latest.count > 0) add_probe(m, term_elements((Term){words_pop(&latest)}), out);
    words_free(&latest);
    return count;
}
