#include "vm/elixir/banner.h"

#include "base/memory.h"
#include "vm/elixir/inspect.h"
#include "vm/run/code.h"
#include "vm/store/atom.h"
#include "vm/term/bits.h"
#include "vm/term/map.h"

typedef struct {
    Text *out;
    Term trace;
    PrintOptions options;
} Banner;

static void print(Banner *b, Term term) { term_print(b->out, term, b->options); }

static bool is_atom(Term t, const char *name) { return term_is_atom(t) && strcmp(atom_string(t), name) == 0; }

static Term field(Term map, const char *name) { return map_get(map, atom_from_text(name)); }

static bool add_text(Text *out, Term binary) {
    uint8_t *scratch = NULL;
    Bytes bytes;
    bool is_text = !term_is_none(binary) && term_is_boxed(binary) && bits_of_binary(binary, &bytes, &scratch);
    if (is_text) text_add_bytes(out, (const char *)bytes.data, bytes.size);
    memory_free(scratch);
    return is_text;
}

static void add_arguments(Banner *b, Term list) {
    for (; term_is_cons(list); list = term_tail(list)) {
        print(b, term_head(list));
        if (term_is_cons(term_tail(list))) text_add(b->out, ", ");
    }
}

// {M, F, Arity or Args, ...}
static void add_call(Banner *b, const Term *frame) {
    uint32_t arity =
        (uint32_t)(term_is_small(frame[2]) ? term_to_small(frame[2]) : (int64_t)term_list_length(frame[2]));
    Text name = {0};
    inspect_function(&name, frame[0], frame[1], arity);
    if (term_is_small(frame[2]) || strncmp(text_string(&name), "anonymous fn/", 13) == 0) {
        text_add(b->out, text_string(&name));
    } else {
        name.size = (size_t)(strrchr(name.data, '/') - name.data);
        text_add_bytes(b->out, name.data, name.size);
        text_add_char(b->out, '(');
        add_arguments(b, frame[2]);
        text_add_char(b->out, ')');
    }
    text_free(&name);
}

static bool is_frame(Term t) {
    return term_is_tuple_of(t, 4) && term_is_atom(term_elements(t)[0]) && term_is_atom(term_elements(t)[1]);
}

static const Term *first_frame(const Banner *b) {
    bool is_there = term_is_cons(b->trace) && is_frame(term_head(b->trace));
    return is_there ? term_elements(term_head(b->trace)) : NULL;
}

// --- what went wrong --------------------------------------------------------------------------------------

static void say(Banner *b, const char *name, const char *message) { text_format(b->out, "(%s) %s", name, message); }

static void say_with(Banner *b, const char *name, const char *message, Term value) {
    say(b, name, message);
    print(b, value);
}

static void say_call(Banner *b, const char *name, const char *before, const char *after) {
    const Term *frame = first_frame(b);
    say(b, name, before);
    if (!frame) return;
    uint32_t arity =
        (uint32_t)(term_is_small(frame[2]) ? term_to_small(frame[2]) : (int64_t)term_list_length(frame[2]));
    inspect_function(b->out, frame[0], frame[1], arity);
    text_add(b->out, after);
}

// 1 + :a or div(1, 0), when the arguments are known.
static void say_arithmetic(Banner *b) {
    const Term *frame = first_frame(b);
    say(b, "ArithmeticError", "bad argument in arithmetic expression");
    if (!frame || !is_atom(frame[0], "erlang") || !term_is_cons(frame[2])) return;
    const char *name = atom_string(frame[1]);
    text_add(b->out, ": ");
    if (strchr("+-*/", *name) && term_list_length(frame[2]) == 2) {
        print(b, term_head(frame[2]));
        text_format(b->out, " %s ", name);
        print(b, term_head(term_tail(frame[2])));
        return;
    }
    text_format(b->out, "%s(", name);
    add_arguments(b, frame[2]);
    text_add_char(b->out, ')');
}

static void say_arity(Banner *b, Term fun, Term args) {
    size_t count = term_list_length(args);
    say_with(b, "BadArityError", "", fun);
    if (term_is_fun(fun)) text_format(b->out, " with arity %u", fun_arity(fun));
    text_format(b->out, " called with %zu argument%s (", count, count == 1 ? "" : "s");
    add_arguments(b, args);
    text_add_char(b->out, ')');
}

static void say_key(Banner *b, Term key, Term map) {
    say_with(b, "KeyError", "key ", key);
    text_add(b->out, " not found");
    if (term_is_none(map)) return;
    text_add(b->out, " in: ");
    print(b, map);
}

// The map that maps:get/2 and its kin were asked, their last argument.
static Term asked_map(const Banner *b) {
    const Term *frame = first_frame(b);
    if (!frame || !term_is_cons(frame[2])) return NO_TERM;
    bool asks = (is_atom(frame[0], "maps") && (is_atom(frame[1], "get") || is_atom(frame[1], "update"))) ||
                (is_atom(frame[0], "erlang") && is_atom(frame[1], "map_get"));
    Term args = frame[2];
    while (term_is_cons(term_tail(args))) args = term_tail(args);
    return asks ? term_head(args) : NO_TERM;
}

static bool say_atom(Banner *b, Term reason) {
    if (term_same(reason, ATOM(badarg)))
        say(b, "ArgumentError", "argument error");
    else if (term_same(reason, ATOM(badarith)))
        say_arithmetic(b);
    else if (is_atom(reason, "system_limit"))
        say(b, "SystemLimitError", "a system limit has been reached");
    else if (is_atom(reason, "cond_clause"))
        say(b, "CondClauseError", "no cond clause evaluated to a truthy value");
    else if (term_same(reason, ATOM(undef)))
        say_call(b, "UndefinedFunctionError", "function ", " is undefined or private");
    else if (term_same(reason, ATOM(function_clause)))
        say_call(b, "FunctionClauseError", "no function clause matching in ", "");
    else
        return false;
    return true;
}

static const struct {
    const char *tag, *name, *message;   // the value follows
} pairs[] = {
    {"badmatch", "MatchError", "no match of right hand side value: "},
    {"case_clause", "CaseClauseError", "no case clause matching: "},
    {"with_clause", "WithClauseError", "no with clause matching: "},
    {"try_clause", "TryClauseError", "no try clause matching: "},
    {"badmap", "BadMapError", "expected a map, got: "},
    {"badfun", "BadFunctionError", "expected a function, got: "},
    {"badarg", "ArgumentError", "argument error: "},
};

static bool say_pair(Banner *b, Term tag, Term value) {
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (!is_atom(tag, pairs[i].tag)) continue;
        say_with(b, pairs[i].name, pairs[i].message, value);
        return true;
    }
    if (is_atom(tag, "badkey"))
        say_key(b, value, asked_map(b));
    else if (is_atom(tag, "badarity") && term_is_tuple_of(value, 2))
        say_arity(b, term_elements(value)[0], term_elements(value)[1]);
    else
        return false;
    return true;
}

static bool say_triple(Banner *b, const Term *reason) {
    if (is_atom(reason[0], "badkey")) {
        say_key(b, reason[1], reason[2]);
    } else if (is_atom(reason[0], "badbool") && term_is_atom(reason[1])) {
        text_format(b->out,
                    "(BadBooleanError) expected a boolean on left-side of \"%s\", got: ", atom_string(reason[1]));
        print(b, reason[2]);
    } else if (is_atom(reason[0], "badstruct")) {
        say_with(b, "BadStructError", "expected a struct named ", reason[1]);
        text_add(b->out, ", got: ");
        print(b, reason[2]);
    } else {
        return false;
    }
    return true;
}

// Exceptions of Elixir's library whose message is made of their fields, as the errors they stand for.
static bool say_known_struct(Banner *b, Term map, const char *name) {
    Term term = field(map, "term"), key = field(map, "key");
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs && !term_is_none(term); i++) {
        if (strncmp(name, "Elixir.", 7) != 0 || strcmp(name + 7, pairs[i].name) != 0) continue;
        say_with(b, pairs[i].name, pairs[i].message, term);
        return true;
    }
    if (strcmp(name, "Elixir.KeyError") != 0 || term_is_none(key)) return false;
    say_key(b, key, term_same(term, ATOM(nil)) ? NO_TERM : term);
    return true;
}

static bool say_exception(Banner *b, Term map) {
    if (!term_is_map(map) || term_is_none(map_get(map, ATOM(exception_key)))) return false;
    Term name = map_get(map, ATOM(struct_key));
    if (term_is_none(name) || !term_is_atom(name)) return false;
    Text message = {0};
    bool has_message = add_text(&message, field(map, "message"));
    if (has_message || !say_known_struct(b, map, atom_string(name))) {
        text_add_char(b->out, '(');
        inspect_module(b->out, name);
        text_add(b->out, ") ");
        if (has_message)
            text_add(b->out, text_string(&message));
        else
            print(b, map);
    }
    text_free(&message);
    return true;
}

static void say_error(Banner *b, Term reason) {
    text_add(b->out, "** ");
    if (term_is_atom(reason) && say_atom(b, reason)) return;
    if (term_is_tuple_of(reason, 2) && say_pair(b, term_elements(reason)[0], term_elements(reason)[1])) return;
    if (term_is_tuple_of(reason, 3) && say_triple(b, term_elements(reason))) return;
    if (!say_exception(b, reason)) say_with(b, "ErlangError", "Erlang error: ", reason);
}

// --- exits ------------------------------------------------------------------------------------------------

static bool is_call(Term t) {
    return term_is_tuple_of(t, 3) && term_is_atom(term_elements(t)[0]) && term_is_atom(term_elements(t)[1]) &&
           (term_is_cons(term_elements(t)[2]) || term_is_nil(term_elements(t)[2]));
}

static bool is_trace(Term t) { return term_is_cons(t) && is_frame(term_head(t)); }

static const struct {
    const char *atom, *words;
} exits[] = {
    {"normal", "normal"},
    {"shutdown", "shutdown"},
    {"killed", "killed"},
    {"timeout", "time out"},
    {"noconnection", "no connection"},
    {"noproc", "no process: the process is not alive or there's no process currently associated with the given name, "
               "possibly because its application isn't started"},
    {"calling_self", "process attempted to call itself"},
};

static void say_plain_exit(Banner *b, Term reason) {
    for (size_t i = 0; i < sizeof exits / sizeof *exits; i++)
        if (is_atom(reason, exits[i].atom)) {
            text_add(b->out, exits[i].words);
            return;
        }
    bool pair = term_is_tuple_of(reason, 2);
    if (pair && is_atom(term_elements(reason)[0], "shutdown"))
        text_add(b->out, "shutdown: ");
    else if (pair && is_atom(term_elements(reason)[0], "bad_return_value"))
        text_add(b->out, "bad return value: ");
    else
        pair = false;
    print(b, pair ? term_elements(reason)[1] : reason);
}

// {Reason, {M, F, Args}} of a call that failed, one inside the other; {Exception, Trace} of a process that crashed.
static void say_exit(Banner *b, Term reason) {
    while (term_is_tuple_of(reason, 2) && is_call(term_elements(reason)[1])) {
        const Term *call = term_elements(term_elements(reason)[1]);
        text_add(b->out, "exited in: ");
        add_call(b, call);
        text_add(b->out, ": ** (EXIT) ");
        reason = term_elements(reason)[0];
    }
    if (term_is_tuple_of(reason, 2) && is_trace(term_elements(reason)[1])) {
        text_add(b->out, "an exception was raised: ");
        b->trace = term_elements(reason)[1];
        say_error(b, term_elements(reason)[0]);
    } else {
        say_plain_exit(b, reason);
    }
}

void banner_print(Text *out, Term class, Term reason, Term trace, PrintOptions options) {
    Banner b = {out, trace, options};
    if (term_same(class, ATOM(error))) {
        say_error(&b, reason);
    } else if (is_atom(class, "throw")) {
        text_add(out, "** (throw) ");
        print(&b, reason);
    } else {
        text_add(out, "** (exit) ");
        say_exit(&b, reason);
    }
}

// --- traces -----------------------------------------------------------------------------------------------

static void add_location(Text *out, Term info) {
    Term file = NO_TERM, line = NO_TERM;
    for (; term_is_cons(info); info = term_tail(info)) {
        Term pair = term_head(info);
        if (!term_is_tuple_of(pair, 2)) continue;
        if (term_same(term_elements(pair)[0], ATOM(file))) file = term_elements(pair)[1];
        if (term_same(term_elements(pair)[0], ATOM(line))) line = term_elements(pair)[1];
    }
    if (term_is_none(file)) return;
    for (; term_is_cons(file); file = term_tail(file)) text_add_utf8(out, (uint32_t)term_to_small(term_head(file)));
    if (!term_is_none(line) && term_is_small(line)) text_format(out, ":%lld", (long long)term_to_small(line));
    text_add(out, ": ");
}

void banner_trace(Text *out, Term trace, PrintOptions options) {
    Banner b = {out, trace, options};
    for (; term_is_cons(trace); trace = term_tail(trace)) {
        Term frame = term_head(trace);
        text_add(out, "    ");
        if (is_frame(frame)) {
            add_location(out, term_elements(frame)[3]);
            add_call(&b, term_elements(frame));
        } else {
            print(&b, frame);
        }
        text_add(out, "\n");
    }
}
