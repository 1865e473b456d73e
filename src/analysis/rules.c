// What is wrong: receives and clauses that no message reaches, messages that no clause takes.
#include <stdlib.h>
#include <string.h>

#include "analysis/hidden.h"
#include "analysis/rules.h"
#include "base/memory.h"

const char *const lint_kinds[LINT_KIND_COUNT] = {
#define KIND(name, about) [LINT_##name] = #name,
    LINT_KINDS(KIND)
#undef KIND
};

const char *const lint_about[LINT_KIND_COUNT] = {
#define KIND(name, about) [LINT_##name] = about,
    LINT_KINDS(KIND)
#undef KIND
};

const char *const lint_assumptions[LINT_ASSUMPTIONS] = {"proved", "api", "closed"};

// --- places -----------------------------------------------------------------------------------------------------

const FlowFunction *rules_flow(const Unit *u, uint32_t function, const ModuleCode **code) {
    const UnitFunction *f = &u->functions.items[function];
    *code = u->modules->items.items[f->module];
    return &(*code)->flow.functions[f->flow];
}

// The last line that is named before an instruction of a function, or else the first behind it.
BeamLine rules_line(const ModuleCode *code, const FlowFunction *flow, uint32_t at) {
    for (uint32_t i = at + 1; i > flow->start; i--)
        if (code->beam.code[i - 1].opcode == BEAM_line) {
            uint64_t line = flow_operands(&code->flow, i - 1)[0].value;
            if (line && line < code->beam.line_count && i - 1 > flow->entry) return code->beam.lines[line];
        }
    for (uint32_t i = flow->start; i < flow->end; i++)
        if (code->beam.code[i].opcode == BEAM_line) {
            uint64_t line = flow_operands(&code->flow, i)[0].value;
            if (line && line < code->beam.line_count) return code->beam.lines[line];
        }
    return (BeamLine){0};
}

// The first line that the body of a clause names, before it branches.
static uint32_t line_behind(const ModuleCode *code, const FlowFunction *flow, uint32_t at) {
    for (uint32_t i = at; i < flow->end; i++) {
        uint16_t opcode = code->beam.code[i].opcode;
        if (opcode == BEAM_line) {
            uint64_t line = flow_operands(&code->flow, i)[0].value;
            return line && line < code->beam.line_count ? code->beam.lines[line].line : 0;
        }
        if (opcode == BEAM_label || flow_ends[opcode]) return 0;
    }
    return 0;
}

static void add_file(const ModuleCode *code, BeamLine line, Text *out) {
    if (line.file < code->beam.file_count)
        text_add_bytes(out, code->beam.files[line.file].data, code->beam.files[line.file].size);
}

void rules_add_atom(const Unit *u, uint32_t atom, Text *out) {
    Bytes text = modules_text(u->modules, atom);
    text_add_bytes(out, text.data, text.size);
}

void rules_add_function(const Unit *u, uint32_t function, Text *out) {
    const ModuleCode *code;
    const FlowFunction *flow = rules_flow(u, function, &code);
    rules_add_atom(u, code->atoms[flow->name], out);
    text_format(out, "/%u", flow->arity);
}

void rules_add_place(const Unit *u, uint32_t module, uint32_t function, uint32_t at, Text *out) {
    const ModuleCode *code;
    const FlowFunction *flow = rules_flow(u, function, &code);
    BeamLine line = rules_line(code, flow, at);
    (void)module;
    add_file(code, line, out);
    text_format(out, ":%u", line.line);
}

// --- findings ---------------------------------------------------------------------------------------------------

LintFinding *rules_add_finding(Teller *t, LintKind kind, uint32_t function, uint32_t at) {
    LintResult *r = t->result;
    r->findings = memory_resize(r->findings, (r->count + 1) * sizeof *r->findings);
    LintFinding *f = &r->findings[r->count++];
    const ModuleCode *code;
    const FlowFunction *flow = rules_flow(t->unit, function, &code);
    BeamLine line = rules_line(code, flow, at);
    *f = (LintFinding){.kind = kind, .certainty = t->unit->assumption, .line = line.line};
    add_file(code, line, &f->file);
    rules_add_atom(t->unit, code->name, &f->module);
    rules_add_function(t->unit, function, &f->function);
    return f;
}

// Whether this place was not told before.
bool rules_is_new(Teller *t, uint32_t module, uint32_t at) { return hash_set_add(t->told, place_key(module, at)); }

void rules_add_role(const Unit *u, uint32_t role, Text *out) {
    const Role *r = &u->roles.items[role];
    if (out->size) text_add(out, ", ");
    if (role == OUTSIDE) {
        text_add(out, "processes that call in");
        return;
    }
    const ModuleCode *code = u->modules->items.items[r->module];
    if (r->behaviour) {
        text_add(out, "that run the server ");
        rules_add_atom(u, code->name, out);
        return;
    }
    uint32_t function = unit_function_at(u, r->module, r->at);
    if (function == NO_FUNCTION) return;
    text_add(out, "started at ");
    rules_add_place(u, r->module, function, r->at, out);
}

void rules_add_roles(const Unit *u, uint32_t function, Text *out) {
    uint32_t roles = u->functions.items[function].roles;
    for (uint32_t i = 0; i < pool_length(&u->domain.sets, roles); i++)
        rules_add_role(u, pool_words(&u->domain.sets, roles)[i], out);
}

// --- the nearest message ----------------------------------------------------------------------------------------

static bool comes_to(const Unit *u, const Post *post, uint32_t function) {
    uint32_t roles = u->functions.items[function].roles;
    for (uint32_t i = 0; i < pool_length(&u->domain.sets, roles); i++)
        if (receive_may_reach(u, post, pool_words(&u->domain.sets, roles)[i])) return true;
    return false;
}

// Of all messages that some code sends to the processes in question, the one whose text is most like the pattern.
static void find_nearest(Unit *u, uint32_t function, const Text *pattern, Text *out) {
    size_t best = pattern->size / 2 + 1;
    for (uint32_t i = 0; i < u->posts.count; i++) {
        const Post *post = &u->posts.items[i];
        Text text = {0};
        if (post->system || !comes_to(u, post, function)) continue;
        pattern_value(u, post->value, &text);
        size_t distance = text_distance(text_string(&text), text_string(pattern));
        if (distance < best && strcmp(text_string(&text), "_") != 0) {
            best = distance;
            text_clear(out);
            text_format(out, "%s, sent at ", text_string(&text));
            rules_add_place(u, post->module, post->function, post->at, out);
        }
        text_free(&text);
    }
}

static void add_exchange(const ModuleCode *code, uint32_t at, LintFinding *f) {
    uint32_t number = 0;
    if (!beam_is_exchange(code->beam.code[at].opcode)) return;
    for (uint32_t i = 0; i < at; i++) number += beam_is_exchange(code->beam.code[i].opcode);
    array_push(&f->exchanges, number);
}

// --- receives ---------------------------------------------------------------------------------------------------

static void tell_receive(Teller *t, const Receive *r, LintKind kind) {
    Unit *u = t->unit;
    if (!rules_is_new(t, r->module, r->at)) return;
    LintFinding *f = rules_add_finding(t, kind, r->function, r->at);
    f->timeout = r->after;
    for (uint32_t i = 0; i < pool_length(&u->domain.sets, r->leaves); i++) {
        if (i > 0) text_add(&f->pattern, "; ");
        add_exchange(u->modules->items.items[r->module], pool_words(&u->domain.sets, r->leaves)[i], f);
        pattern_text(u, r, pool_words(&u->domain.sets, r->leaves)[i], &f->pattern);
    }
    rules_add_roles(u, r->function, &f->roles);
    if (kind == LINT_receive_nothing)
        text_add(&f->text, "nothing is ever sent to a process that runs this receive");
    else
        text_add(&f->text, "no message that is sent to a process that runs this receive matches one of its clauses");
    text_add(&f->text, r->after ? ": only its timeout can happen" : ": it waits for ever");
    find_nearest(u, r->function, &f->pattern, &f->nearest);
}

static void tell_clause(Teller *t, const Receive *r, uint32_t leaf) {
    Unit *u = t->unit;
    Text pattern = {0};
    bool specific = pattern_text(u, r, leaf, &pattern);
    if (specific && rules_is_new(t, r->module, leaf)) {   // a catch-all is there for what nobody thought of
        LintFinding *f = rules_add_finding(t, LINT_receive_unneeded, r->function, r->at);
        const ModuleCode *code;
        const FlowFunction *flow = rules_flow(u, r->function, &code);
        f->timeout = r->after;
        f->clause_line = line_behind(code, flow, leaf);
        add_exchange(code, leaf, f);
        text_add(&f->pattern, text_string(&pattern));
        rules_add_roles(u, r->function, &f->roles);
        text_add(&f->text, "no process that runs this receive is ever sent such a message");
        find_nearest(u, r->function, &pattern, &f->nearest);
    }
    text_free(&pattern);
}

static void judge_receive(Teller *t, const Receive *r) {
    const Pool *sets = &t->unit->domain.sets;
    if (!r->met || r->leaves == 0 || r->flush || unit_is_guest(t->unit, r->module)) return;
    if (r->live == 0) {
        tell_receive(t, r, r->messages == 0 && !r->open ? LINT_receive_nothing : LINT_receive_wrong);
        return;
    }
    for (uint32_t i = 0; i < pool_length(sets, r->leaves); i++) {
        uint32_t leaf = pool_words(sets, r->leaves)[i];
        if (!set_has(sets, r->live, leaf)) tell_clause(t, r, leaf);
    }
}

// --- sends ------------------------------------------------------------------------------------------------------

// The server that a message goes to: the role that it names, or the only one with the name. OUTSIDE: something else, or
// it is not known.
uint32_t rules_server(const Unit *u, const Post *post) {
    uint32_t found = OUTSIDE;
    if (post->role != TO_UNKNOWN) return u->roles.items[post->role].behaviour ? post->role : OUTSIDE;
    if (post->name == 0 || u->assumption == LINT_PROVED || set_has(&u->domain.sets, u->names, post->name))
        return OUTSIDE;
    for (uint32_t i = 1; i < u->roles.count; i++) {
        const Role *r = &u->roles.items[i];
        if (!set_has(&u->domain.sets, r->names, post->name)) continue;
        if (found != OUTSIDE || !r->behaviour) return OUTSIDE;
        found = i;
    }
    return found;
}

static Taking taking_of(Unit *u, const Post *post, uint32_t *server, uint32_t *by) {
    *server = rules_server(u, post);
    if (post->taken) return TAKING_DONE;
    if (*server != OUTSIDE) return behaviour_takes(u, *server, post->value, by);
    bool known = post->direct && post->role != TO_UNKNOWN && post->role != OUTSIDE;
    return known && !u->roles.items[post->role].foreign ? TAKING_NONE : TAKING_DONE;
}

// Places that send what may be taken by somebody.
static void find_received(Unit *u, HashSet *received) {
    for (uint32_t i = 0; i < u->posts.count; i++) {
        const Post *post = &u->posts.items[i];
        uint32_t server, by;
        if (!post->system && taking_of(u, post, &server, &by) == TAKING_DONE)
            hash_set_add(received, place_key(post->module, post->at));
    }
}

static void tell_server(const Unit *u, Request request, Taking taking, uint32_t by, LintFinding *f) {
    static const char *const words[] = {"request", "cast", "message", "message"};
    static const char *const missing[] = {"handle_call/3", "handle_cast/2", "handle_info/2", "clause"};
    if (taking == TAKING_NONE) {
        text_format(&f->text, "the server that it goes to has no %s%s", missing[request],
                    request == REQUEST_INFO ? ", so that it is only logged" : "");
        return;
    }
    text_add(&f->text, taking == TAKING_CRASH ? "no clause of " : "only the clause for everything else of ");
    rules_add_atom(u, u->modules->items.items[u->functions.items[by].module]->name, &f->text);
    text_add(&f->text, ":");
    rules_add_function(u, by, &f->text);
    text_format(&f->text, " takes this %s%s", words[request], taking == TAKING_CRASH ? ": the server crashes" : "");
}

static void judge_send(Teller *t, const Post *post, const HashSet *received) {
    Unit *u = t->unit;
    uint32_t server, by = 0;
    if (post->system || unit_is_guest(u, post->module) || hash_set_has(received, place_key(post->module, post->at)) ||
        !rules_is_new(t, post->module, post->at))
        return;
    Taking taking = taking_of(u, post, &server, &by);
    Value message = post->value;
    Request request = server == OUTSIDE ? REQUEST_INFO : behaviour_request(u, &message);
    LintFinding *f = rules_add_finding(t, LINT_send_unreceived, post->function, post->at);
    pattern_value(u, message, &f->pattern);
    f->served = server != OUTSIDE;
    add_exchange(u->modules->items.items[post->module], post->at, f);
    if (server != OUTSIDE)
        tell_server(u, request, taking, by, f);
    else
        text_add(&f->text, "no receive of the process that it is sent to takes this message");
    rules_add_role(u, server == OUTSIDE ? post->role : server, &f->roles);
}

static void judge_sends(Teller *t) {
    HashSet received = {0};
    find_received(t->unit, &received);
    for (uint32_t i = 0; i < t->unit->posts.count; i++) judge_send(t, &t->unit->posts.items[i], &received);
    hash_set_free(&received);
}

// --- what was not decided ---------------------------------------------------------------------------------------

// The place that is the first one of its reason; NULL: not known.
static Text *add_reason(LintResult *r, const char *text) {
    for (size_t i = 0; i < r->reason_count; i++)
        if (strcmp(text_string(&r->reasons[i].reason), text) == 0) {
            r->reasons[i].count++;
            return NULL;
        }
    r->reasons = memory_resize(r->reasons, (r->reason_count + 1) * sizeof *r->reasons);
    LintReason *new = &r->reasons[r->reason_count++];
    *new = (LintReason){.count = 1};
    text_add(&new->reason, text);
    return &new->first;
}

static void tell_why(const Unit *u, uint32_t role, Text *out) {
    const Role *r = &u->roles.items[role];
    if (role == OUTSIDE)
        text_add(out, "it runs in processes that call an exported function, or a fun that was given away");
    else if (r->reason == REASON_LIBRARY && r->reason_module) {
        text_add(out, "its process calls ");
        rules_add_atom(u, r->reason_module, out);
        text_add(out, ":");
        rules_add_atom(u, r->reason_function, out);
    } else if (r->reason == REASON_LIBRARY)
        text_add(out, "its process uses a port, or a monitor with options");
    else if (r->reason == REASON_CALLBACK)
        text_add(out, "its process runs a fun or a callback that is not known");
    else
        text_add(out, "its pid is given to code that is not known");
}

static void count_receive(const Unit *u, const Receive *r, LintResult *result) {
    const Pool *sets = &u->domain.sets;
    result->receives++;
    bool decided = true;
    for (uint32_t i = 0; i < pool_length(sets, r->leaves); i++) {
        uint32_t leaf = pool_words(sets, r->leaves)[i];
        decided = decided && (!r->open || !set_has(sets, r->live, leaf));
    }
    result->decided += decided;
    uint32_t roles = u->functions.items[r->function].roles;
    for (uint32_t i = 0; !decided && i < pool_length(sets, roles); i++) {
        if (!unit_is_open(u, pool_words(sets, roles)[i])) continue;
        Text why = {0};
        tell_why(u, pool_words(sets, roles)[i], &why);
        Text *first = add_reason(result, text_string(&why));
        if (first) rules_add_place(u, r->module, r->function, r->at, first);
        text_free(&why);
        break;
    }
}

static uint32_t count_opcode(const Unit *u, uint16_t opcode) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < u->modules->items.count; i++) {
        const ModuleCode *m = u->modules->items.items[i];
        for (uint32_t k = 0; m->unit == u->number && k < m->beam.code_count; k++)
            count += m->beam.code[k].opcode == opcode;
    }
    return count;
}

static void count_all(const Unit *u, LintResult *result) {
    uint32_t met = 0, all = count_opcode(u, BEAM_loop_rec);
    result->sends += count_opcode(u, BEAM_send);
    for (uint32_t i = 0; i < u->receives.count; i++) {
        if (!u->receives.items[i].met || unit_is_guest(u, u->receives.items[i].module)) continue;
        count_receive(u, &u->receives.items[i], result);
        met++;
    }
    for (uint32_t i = met; i < all; i++) {
        result->receives++;
        add_reason(result, u->strange ? "the code is not what compilers make" : "nothing that is known runs it");
    }
}

// --- all of it --------------------------------------------------------------------------------------------------

struct Lint {
    Modules modules;
    uint32_t unit_count;
    bool topology;   // it was asked for
};

Lint *lint_new(bool (*find)(void *context, const char *module, Bytes *file), void *context) {
    Lint *lint = memory_zeroed(1, sizeof *lint);
    modules_init(&lint->modules, find, context);
    return lint;
}

bool lint_add(Lint *lint, const char *path, Bytes file, uint32_t unit, Error *err) {
    uint32_t index;
    if (unit >= lint->unit_count) lint->unit_count = unit + 1;
    return modules_add(&lint->modules, path, file, unit, &index, err);
}

void lint_ask_topology(Lint *lint) { lint->topology = true; }

static void run_unit(Lint *lint, uint32_t number, LintAssumption most, LintResult *result) {
    HashSet told = {0};
    Hidden hidden;
    hidden_init(&hidden, &lint->modules, number);
    for (LintAssumption a = LINT_PROVED; a <= most; a++) {
        Unit unit;
        unit_init(&unit, &lint->modules, number, a, &hidden);
        unit_run(&unit);
        hidden_learn(&hidden, &unit);
        Teller t = {&unit, result, &told};
        for (uint32_t i = 0; !unit.strange && i < unit.receives.count; i++) judge_receive(&t, &unit.receives.items[i]);
        if (!unit.strange) {
            judge_sends(&t);
            rules_judge_cycles(&t);
            rules_judge_names(&t);
            rules_judge_races(&t);
        }
        if (a == most) {
            if (lint->topology && !unit.strange) rules_collect_topology(&t);
            count_all(&unit, result);
            if (unit.strange) text_format(&result->trouble, "%s\n", text_string(&unit.trouble));
        }
        unit_free(&unit);
    }
    hash_set_free(&told);
    hidden_free(&hidden);
}

static int by_place(const void *a, const void *b) {
    const LintFinding *x = a, *y = b;
    int order = strcmp(text_string(&x->file), text_string(&y->file));
    if (order == 0) order = (x->line > y->line) - (x->line < y->line);
    if (order == 0) order = (x->clause_line > y->clause_line) - (x->clause_line < y->clause_line);
    if (order == 0) order = (int)x->kind - (int)y->kind;
    return order ? order : strcmp(text_string(&x->pattern), text_string(&y->pattern));
}

static int by_count(const void *a, const void *b) {   // the most frequent first
    const LintReason *x = a, *y = b;
    int order = (x->count < y->count) - (x->count > y->count);
    return order ? order : strcmp(text_string(&x->reason), text_string(&y->reason));
}

void lint_run(Lint *lint, LintAssumption most, LintResult *result) {
    *result = (LintResult){0};
    for (uint32_t i = 0; i < lint->unit_count; i++) run_unit(lint, i, most, result);
    if (result->reason_count) qsort(result->reasons, result->reason_count, sizeof *result->reasons, by_count);
    if (result->count) qsort(result->findings, result->count, sizeof *result->findings, by_place);
}

void lint_result_free(LintResult *result) {
    for (size_t i = 0; i < result->count; i++) {
        LintFinding *f = &result->findings[i];
        text_free(&f->file);
        text_free(&f->module);
        text_free(&f->function);
        text_free(&f->pattern);
        text_free(&f->text);
        text_free(&f->nearest);
        text_free(&f->roles);
        array_free(&f->exchanges);
    }
    for (size_t i = 0; i < result->reason_count; i++) {
        text_free(&result->reasons[i].reason);
        text_free(&result->reasons[i].first);
    }
    for (size_t i = 0; i < result->node_count; i++) text_free(&result->nodes[i].name);
    for (size_t i = 0; i < result->edge_count; i++) {
        text_free(&result->edges[i].message);
        text_free(&result->edges[i].file);
    }
    memory_free(result->nodes);
    memory_free(result->edges);
    memory_free(result->findings);
    memory_free(result->reasons);
    text_free(&result->trouble);
    *result = (LintResult){0};
}

void lint_free(Lint *lint) {
    modules_free(&lint->modules);
    memory_free(lint);
}
