// Names: messages to names that nobody registers.
//
// Only if all code is known (closed), and only if no name is made at run time: no register/2 with an atom that is not
// known, no {local, Name} around anything but a constant. Names of OTP's own processes, and all that are modules, are
// left alone; so are programs with modules of Elixir, which gives names in more ways.
#include <string.h>

#include "analysis/external.h"
#include "analysis/rules.h"

static const char *const of_libraries[] = {
    "file_server_2",
    "global_name_server",
    "global_group",
    "inet_db",
    "kernel_refc",
    "kernel_safe_sup",
    "kernel_sup",
    "logger_sup",
    "rex",
    "release_handler",
    "sasl_sup",
    "sasl_safe_sup",
    "socket_registry",
    "standard_error",
    "standard_error_sup",
    "timer_server",
    "undefined",
    "erl_signal_server",
    "logger_proxy",
    "erl_epmd",
    "net_sup",
    "net_kernel",
    "auth",
    "dets",
    "dets_sup",
    "pg",
    "pg2",
    "disk_log_server",
    "disk_log_sup",
    "cover_server",
    "fprof_server",
    "eprof",
    "ttb",
    "dbg",
    "rb_server",
    "overload",
    "alarm_handler",
    "sys",
    "wxe_master",
    "application_master",
    "mnesia_sup",
    "mnesia_kernel_sup",
    "inets_sup",
    "httpc_manager",
    "ssl_sup",
    "ssh_sup",
    "tftp_sup",
    "os_mon_sup",
    "cpu_sup",
    "memsup",
    "disksup",
    "snmpa_supervisor",
    "snmp_master_agent",
    "test_server_ctrl",
    "test_server",
    "ct_logs",
    "inet_gethost_native",
};

static bool is_word(const Unit *u, uint32_t atom, const char *word) {
    Bytes text = modules_text(u->modules, atom);
    return text.size == strlen(word) && memcmp(text.data, word, text.size) == 0;
}

static bool is_elixir(const Unit *u, uint32_t module) {
    Bytes name = modules_text(u->modules, u->modules->items.items[module]->name);
    return name.size > strlen("Elixir.") && memcmp(name.data, "Elixir.", strlen("Elixir.")) == 0;
}

typedef struct {
    Unit *unit;
    HashSet names;   // atoms that are registered somewhere
    bool any;        // or others
} Names;

// {local, Name} somewhere in a constant.
static void look_at_literal(Names *n, Bytes term) {
    for (size_t i = 0; i < term.size; i++) {
        Cursor c = {term.data + i, term.data + term.size};
        uint32_t arity;
        Bytes name;
        if (external_tuple(&c, &arity) && arity == 2 && external_word(&c, "local") && external_atom(&c, &name))
            hash_set_add(&n->names, modules_atom_bytes(n->unit->modules, name));
    }
}

// {local, Name} that is made at run time.
static void look_at_code(Names *n, const ModuleCode *m) {
    for (uint32_t at = 0; at < m->beam.code_count; at++) {
        const BeamOperand *o = flow_operands(&m->flow, at);
        if (m->beam.code[at].opcode != BEAM_put_tuple2 || o[1].list.count != 2) continue;
        const BeamOperand *pair = m->beam.operands + o[1].list.first;
        bool local = pair[0].kind == OPERAND_ATOM && is_word(n->unit, m->atoms[pair[0].value], "local");
        if (local && pair[1].kind == OPERAND_ATOM)
            hash_set_add(&n->names, m->atoms[pair[1].value]);
        else
            n->any |= local;
    }
}

static void add_set(Names *n, uint32_t set) {
    const Pool *sets = &n->unit->domain.sets;
    for (uint32_t i = 0; i < pool_length(sets, set); i++) hash_set_add(&n->names, pool_words(sets, set)[i]);
}

static void find_names(Names *n) {
    Unit *u = n->unit;
    n->any = u->any_name;
    add_set(n, u->names);
    for (uint32_t i = 0; i < u->roles.count; i++) {
        n->any |= u->roles.items[i].any_name;
        add_set(n, u->roles.items[i].names);
    }
    for (uint32_t i = 0; i < u->modules->items.count && !n->any; i++) {
        const ModuleCode *m = u->modules->items.items[i];
        if (m->unit != u->number) continue;
        n->any |= is_elixir(u, i);
        look_at_code(n, m);
        for (uint32_t k = 0; k < m->beam.literal_count; k++) look_at_literal(n, m->beam.literals[k]);
    }
}

static bool is_of_library(Unit *u, uint32_t name) {
    for (size_t i = 0; i < sizeof of_libraries / sizeof *of_libraries; i++)
        if (is_word(u, name, of_libraries[i])) return true;
    uint32_t module = modules_module(u->modules, name);
    return module != NO_MODULE && u->modules->items.items[module]->unit != u->number;
}

// Places that send to somebody who is there, or may be.
static void find_others(const Names *n, HashSet *others) {
    const Unit *u = n->unit;
    for (uint32_t i = 0; i < u->posts.count; i++) {
        const Post *post = &u->posts.items[i];
        if (!post->system && (post->name == 0 || hash_set_has(&n->names, post->name)))
            hash_set_add(others, place_key(post->module, post->at));
    }
}

static void judge_name(Teller *t, const Post *post) {
    Unit *u = t->unit;
    if (is_of_library(u, post->name) || !rules_is_new(t, post->module, post->at)) return;
    LintFinding *f = rules_add_finding(t, LINT_send_unregistered, post->function, post->at);
    Value message = post->value;
    behaviour_request(u, &message);
    pattern_value(u, message, &f->pattern);
    text_add(&f->text, "nothing registers the name ");
    rules_add_atom(u, post->name, &f->text);
    text_add(&f->text, " that it goes to");
}

void rules_judge_names(Teller *t) {
    Unit *u = t->unit;
    Names n = {.unit = u};
    HashSet others = {0};
    if (u->assumption != LINT_CLOSED) return;
    find_names(&n);
    find_others(&n, &others);
    for (uint32_t i = 0; i < u->posts.count && !n.any; i++) {
        const Post *post = &u->posts.items[i];
        if (!post->system && !unit_is_guest(u, post->module) &&
            !hash_set_has(&others, place_key(post->module, post->at)))
            judge_name(t, post);
    }
    hash_set_free(&others);
    hash_set_free(&n.names);
}
