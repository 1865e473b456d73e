// The next action of a process in words, for stories: who does what to whom, and where.
#include "base/words.h"
#include "vm/bif.h"
#include "vm/machine_state.h"
#include "vm/print.h"
#include "vm/request.h"
#include "vm/timer.h"

static void print(Machine *m, Text *out, Term term) {
    PrintOptions options = PRINT_READABLE;
    options.depth = 12;
    options.length = 160;
    options.names = m;
    term_print(out, term, options);
}

// From the last part of the name to the first, so that no line of descent is too long.
static void add_process_name(Machine *m, Actor actor, Text *out) {
    Actor first = term_pid_index(m->first);
    Words path;
    words_init(&path);
    for (; actor != first && actor < m->descent_count && m->descents[actor].child; actor = m->descents[actor].parent) {
        if (!term_is_none(m->descents[actor].name)) break;
        words_push(&path, m->descents[actor].child);
    }
    const Process *p = m->processes[actor];
    if (actor == first) text_add(out, "P");
    else if (p && p->system && !term_is_nil(p->name)) print(m, out, p->name);
    else if (actor < m->descent_count && !term_is_none(m->descents[actor].name)) print(m, out, m->descents[actor].name);
    else text_format(out, "<0.%u.0>", actor);
    while (path.count > 0) {
        uint64_t child = words_pop(&path);
        text_format(out, child & DESCENT_TIMER ? "/timer%llu" : ".%llu", (unsigned long long)(child & ~DESCENT_TIMER));
    }
    words_free(&path);
}

void machine_actor_name(Machine *m, Actor actor, Text *out) {
    if (!delivery_is_actor(m, actor)) {
        add_process_name(m, actor, out);
        return;
    }
    Actor from, to;
    delivery_ends(m, actor, &from, &to);
    add_process_name(m, from, out);
    text_add(out, "->");
    add_process_name(m, to, out);
}

static void describe_call(Process *p, const Export *export, const Term *x, Text *out) {
    bool sends = term_same(export->module, ATOM(erlang)) &&
                 (term_same(export->function, ATOM(send)) || term_same(export->function, ATOM(bang)));
    if (sends) {
        text_add(out, "sends ");
        print(p->machine, out, x[1]);
        text_add(out, " to ");
        print(p->machine, out, x[0]);
        return;
    }
    if (!term_same(export->module, ATOM(erlang))) text_format(out, "%s:", atom_string(export->module));
    text_format(out, "%s(", atom_string(export->function));
    for (uint32_t i = 0; i < export->arity; i++) {
        if (i) text_add(out, ", ");
        print(p->machine, out, x[i]);
    }
    text_add(out, ")");
}

static bool is_op(const Code *ip, Op op) { return *ip == interp_word(op); }

static void describe_process(Process *p, Text *out) {
    const Term *x = p->stack - p->live;
    if (!p->standing) {
        text_format(out, "times out after %llu ms", (unsigned long long)(p->timeout_length / 1000000));
    } else if (is_op(p->ip, OP_send)) {
        text_add(out, "sends ");
        print(p->machine, out, x[1]);
        text_add(out, " to ");
        print(p->machine, out, x[0]);
    } else if (is_op(p->ip, OP_remove_message)) {
        text_add(out, "receives ");
        print(p->machine, out, term_words(mailbox_peek(p))[MESSAGE_VALUE]);
    } else if (is_op(p->ip, OP_timeout)) {
        text_add(out, "looks into its mailbox and goes on");
    } else if (is_op(p->ip, OP_exit_normal)) {
        text_add(out, "returns ");
        print(p->machine, out, x[0]);
        text_add(out, " and ends");
    } else if (is_op(p->ip, OP_exit_raise)) {
        if (outcome_is_orderly(p)) text_add(out, "ends with ");
        else text_format(out, "crashes with %s: ", atom_string(exception_class_atom(p)));
        print(p->machine, out, p->reason);
    } else {
        const Export *export;
        memcpy(&export, p->ip + 1, sizeof export);
        describe_call(p, export, x, out);
    }
}

static void describe_delivery(Machine *m, Actor actor, Text *out) {
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
    };
    Signal signal;
    if (!delivery_first(m, actor, &signal)) return;
    text_add(out, what[signal.kind].words);
    if (what[signal.kind].has_value) print(m, out, signal.value);
    if (signal.kind != SIGNAL_REQUEST) return;
    Actor from, to;
    delivery_ends(m, actor, &from, &to);
    if (m->processes[from]) describe_process(m->processes[from], out);
}

// The innermost frame that has a line.
static void describe_place(Process *p, Description *out) {
    const Code *addresses[16];
    size_t count = exception_addresses(p->stack, addresses, 16);
    Place place;
    bool found = code_place(p->machine->code, p->ip, &place) && place.line;
    for (size_t i = 0; !found && i < count; i++)
        found = code_place(p->machine->code, addresses[i], &place) && place.line;
    if (!found) return;
    for (Term list = place.file; term_is_cons(list); list = term_tail(list))
        text_add_utf8(&out->file, (uint32_t)term_to_small(term_head(list)));
    out->line = place.line;
}

void machine_describe(Machine *m, Actor actor, Description *out) {
    *out = (Description){.line = 0};
    Process *p = m->processes[actor];
    if (delivery_is_actor(m, actor)) {
        describe_delivery(m, actor, &out->what);
        return;
    }
    if (p) {
        describe_process(p, &out->what);
        describe_place(p, out);
        return;
    }
    Term timer;
    if (!timer_by_actor(m, actor, &timer)) return;
    text_add(&out->what, "a timer sends ");
    print(m, &out->what, term_elements(timer)[2]);
    text_add(&out->what, " to ");
    print(m, &out->what, term_elements(timer)[1]);
}

void description_free(Description *description) {
    text_free(&description->what);
    text_free(&description->file);
}
