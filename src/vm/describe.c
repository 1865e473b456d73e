// The next action of a process in words, for stories: who does what to whom, and where.
#include "vm/bif.h"
#include "vm/machine_state.h"
#include "vm/print.h"
#include "vm/timer.h"

static void print(Text *out, Term term) {
    PrintOptions options = PRINT_READABLE;
    options.depth = 12;
    term_print(out, term, options);
}

void machine_actor_name(Machine *m, Actor actor, Text *out) {
    uint64_t path[64];
    size_t depth = 0;
    while (actor != term_pid_index(m->first) && actor < m->descent_count && m->descents[actor].child && depth < 64) {
        path[depth++] = m->descents[actor].child;
        actor = m->descents[actor].parent;
    }
    if (actor == term_pid_index(m->first)) text_add(out, "P");
    else text_format(out, "<0.%u.0>", actor);
    while (depth > 0) text_format(out, ".%llu", (unsigned long long)path[--depth]);
}

static void add_receiver(Machine *m, Text *out, Term to) {
    if (term_is_local_pid(to)) machine_actor_name(m, term_pid_index(to), out);
    else print(out, to);
}

static void describe_call(Process *p, const Export *export, const Term *x, Text *out) {
    bool sends = term_same(export->module, ATOM(erlang)) &&
                 (term_same(export->function, ATOM(send)) || term_same(export->function, ATOM(bang)));
    if (sends) {
        text_add(out, "sends ");
        print(out, x[1]);
        text_add(out, " to ");
        add_receiver(p->machine, out, x[0]);
        return;
    }
    if (!term_same(export->module, ATOM(erlang))) text_format(out, "%s:", atom_string(export->module));
    text_format(out, "%s(", atom_string(export->function));
    for (uint32_t i = 0; i < export->arity; i++) {
        if (i) text_add(out, ", ");
        add_receiver(p->machine, out, x[i]);
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
        print(out, x[1]);
        text_add(out, " to ");
        add_receiver(p->machine, out, x[0]);
    } else if (is_op(p->ip, OP_remove_message)) {
        text_add(out, "receives ");
        print(out, term_words(mailbox_peek(p))[MESSAGE_VALUE]);
    } else if (is_op(p->ip, OP_timeout)) {
        text_add(out, "looks into its mailbox and goes on");
    } else if (is_op(p->ip, OP_exit_normal)) {
        text_add(out, "returns ");
        print(out, x[0]);
        text_add(out, " and ends");
    } else if (is_op(p->ip, OP_exit_raise)) {
        text_format(out, "crashes with %s: ", atom_string(exception_class_atom(p)));
        print(out, p->reason);
    } else {
        const Export *export;
        memcpy(&export, p->ip + 1, sizeof export);
        describe_call(p, export, x, out);
    }
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
    if (p) {
        describe_process(p, &out->what);
        describe_place(p, out);
        return;
    }
    Term timer;
    if (!timer_by_actor(m, actor, &timer)) return;
    text_add(&out->what, "a timer sends ");
    print(&out->what, term_elements(timer)[2]);
    text_add(&out->what, " to ");
    add_receiver(m, &out->what, term_elements(timer)[1]);
}

void description_free(Description *description) {
    text_free(&description->what);
    text_free(&description->file);
}
