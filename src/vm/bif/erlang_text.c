// The text of pids, ports, references and funs, and back.
#include "vm/run/bif.h"
#include "vm/run/node.h"
#include "vm/run/observed.h"
#include "vm/term/identity.h"
#include "vm/term/print.h"
#include "vm/term/unicode.h"

static Term to_list(Process *p, Term term) {
    Text text = {0};
    term_print(&text, term, (PrintOptions){.style = PRINT_DISPLAY, .here = identity_node_name(term_pid_node(p->pid))});
    Term list = unicode_list_from_latin1(p->heap, (const uint8_t *)text.data, text.size, TERM_NIL);
    text_free(&text);
    return list;
}

static Term erlang_pid_to_list_1(Process *p, const Term *args) {
    observed_names(p, args[0]);
    return term_is_pid(args[0]) ? to_list(p, args[0]) : process_badarg(p);
}

static Term erlang_port_to_list_1(Process *p, const Term *args) {
    return term_is_port(args[0]) ? to_list(p, args[0]) : process_badarg(p);
}

static Term erlang_ref_to_list_1(Process *p, const Term *args) {
    observed_names(p, args[0]);
    return term_is_reference(args[0]) ? to_list(p, args[0]) : process_badarg(p);
}

static Term erlang_fun_to_list_1(Process *p, const Term *args) {
    return term_is_fun(args[0]) ? to_list(p, args[0]) : process_badarg(p);
}

// --- and back ------------------------------------------------------------------------------------

enum { TEXT_MAX = 80, NUMBERS_MAX = 1 + IDENTITY_REFERENCE_IDS };

// A list of bytes as a C string. False if it is something else, or too long for any name.
static bool take_text(Term list, char text[TEXT_MAX + 1]) {
    size_t size = 0;
    for (; term_is_cons(list) && size < TEXT_MAX; list = term_tail(list)) {
        Term head = term_head(list);
        if (!term_is_small(head) || term_to_small(head) < 1 || term_to_small(head) > 255) return false;
        text[size++] = (char)term_to_small(head);
    }
    text[size] = 0;
    return term_is_nil(list);
}

static const char *take_number(const char *at, uint64_t *number) {
    if (*at < '0' || *at > '9') return NULL;
    for (*number = 0; *at >= '0' && *at <= '9'; at++)
        if (__builtin_mul_overflow(*number, 10, number) ||
            __builtin_add_overflow(*number, (uint64_t)(*at - '0'), number))
            return NULL;
    return at;
}

// start N.N.N >, the way all three are written. Returns how many numbers there are; 0: it is not.
static size_t take_numbers(Term list, const char *start, uint64_t numbers[NUMBERS_MAX]) {
    char text[TEXT_MAX + 1];
    size_t skip = strlen(start), count = 0;
    if (!take_text(list, text) || strncmp(text, start, skip) != 0) return 0;
    const char *at = text + skip;
    while (count < NUMBERS_MAX) {
        at = take_number(at, &numbers[count++]);
        if (!at || *at != '.') break;
        at++;
    }
    return at && strcmp(at, ">") == 0 ? count : 0;
}

// The node that the first number in a text stands for: 0 is this one.
static bool take_node(const Process *p, uint64_t number, uint32_t *node) {
    const NodeNames *nodes = p->heap->nodes;
    Term here = identity_node_name(term_pid_node(p->pid));
    *node = term_pid_node(p->pid);
    if (number == 0) return true;
    for (uint32_t i = 0; nodes && i < nodes->count; i++)
        if (identity_channel(here, nodes->names[i]) == number)
            return *node = node_now(p->machine, nodes->names[i]), true;
    return false;
}

static Term erlang_list_to_pid_1(Process *p, const Term *args) {
    uint64_t numbers[NUMBERS_MAX];
    observed_all(p);
    uint32_t node;
    if (take_numbers(args[0], "<", numbers) != 3 || !take_node(p, numbers[0], &node)) return process_badarg(p);
    Term pid = identity_pid_from_numbers(node, numbers[1], numbers[2]);
    return term_is_none(pid) ? process_badarg(p) : pid;
}

static Term erlang_list_to_port_1(Process *p, const Term *args) {
    uint64_t numbers[NUMBERS_MAX];
    bool good = take_numbers(args[0], "#Port<", numbers) == 2 && numbers[0] == 0 && numbers[1] <= IDENTITY_PORT_MAX;
    return good ? term_port((uint32_t)numbers[1]) : process_badarg(p);
}

static Term erlang_list_to_ref_1(Process *p, const Term *args) {
    uint64_t numbers[NUMBERS_MAX];
    uint32_t ids[3];
    observed_all(p);
    uint32_t node;
    if (take_numbers(args[0], "#Ref<", numbers) != 4 || !take_node(p, numbers[0], &node)) return process_badarg(p);
    for (int i = 0; i < 3; i++) {
        if (numbers[3 - i] > UINT32_MAX) return process_badarg(p);
        ids[i] = (uint32_t)numbers[3 - i];
    }
    Term reference = identity_reference_from_ids(p->heap, node, ids);
    return term_is_none(reference) ? process_badarg(p) : reference;
}

const Bif erlang_text_bifs[] = {
    BIF(erlang, pid_to_list, 1, PURE), BIF(erlang, port_to_list, 1, PURE),
    BIF(erlang, ref_to_list, 1, PURE), BIF(erlang, fun_to_list, 1, PURE),
    BIF(erlang, list_to_pid, 1, PURE), BIF(erlang, list_to_port, 1, PURE),
    BIF(erlang, list_to_ref, 1, PURE), {0},
};
