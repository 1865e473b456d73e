#include "report/wording.h"

#include <string.h>

void wording_free(Wording *w) { text_free(&w->refs); }

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

// --- names -----------------------------------------------------------------------------------------------

static uint32_t ref_number(Wording *w, const char *ref, size_t size) {
    uint32_t number = 1;
    for (const char *line = text_string(&w->refs); *line; line += strcspn(line, "\n") + 1, number++)
        if (strcspn(line, "\n") == size && strncmp(line, ref, size) == 0) return number;
    text_add_bytes(&w->refs, ref, size);
    text_add(&w->refs, "\n");
    return number;
}

// #Fun<m:f/0-fun-1> is "fun in m:f/0", #Function<5.117723905/0 in Stock.test/0> likewise, #Fun<m:f> is "fun m:f".
static void add_fun(const char *inside, size_t size, Text *out) {
    const char *in = NULL, *dash = NULL;
    for (size_t i = 0; i + 5 <= size; i++) {
        if (strncmp(inside + i, " in ", 4) == 0) in = inside + i + 4;
        if (strncmp(inside + i, "-fun-", 5) == 0) dash = inside + i;
    }
    if (in)
        text_format(out, "fn in %.*s", (int)(inside + size - in), in);
    else if (dash)
        text_format(out, "fun in %.*s", (int)(dash - inside), inside);
    else
        text_format(out, "fun %.*s", (int)size, inside);
}

void wording_tell_function(const char *function, Text *out) {
    const char *fun = strstr(function, "-fun-"), *comprehension = strstr(function, "-lc$^");
    const char *in = begins(function, "anonymous fn/") ? strstr(function, " in ") : NULL;
    if (fun)
        text_format(out, "fun in %.*s", (int)(fun - function), function);
    else if (in)
        text_format(out, "fn%s", in);
    else
        text_add_bytes(out, function, comprehension ? (size_t)(comprehension - function) : strlen(function));
}

// A name in brackets; how many bytes of the text it took, 0: it is none.
static size_t add_bracketed(Wording *w, const char *text, Text *out) {
    static const char *const kinds[] = {"#Ref<", "#Reference<", "#PID<", "#Fun<", "#Function<"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t begin = strlen(kinds[i]), size = strcspn(text + (begins(text, kinds[i]) ? begin : 0), ">");
        if (!begins(text, kinds[i]) || !text[begin + size]) continue;
        if (i < 2)
            text_format(out, "ref%u", ref_number(w, text + begin, size));
        else if (i == 2)
            text_add_bytes(out, text + begin, size);
        else
            add_fun(text + begin, size, out);
        return begin + size + 1;
    }
    return 0;
}

// Spaces behind commas, as people write.
void wording_shorten(Wording *w, const char *text, Text *out) {
    char quote = 0;
    while (*text) {
        size_t taken = quote ? 0 : add_bracketed(w, text, out);
        if (taken) {
            text += taken;
            continue;
        }
        if (quote && *text == '\\' && text[1])
            text_add_char(out, *text++);
        else if (quote)
            quote = *text == quote ? 0 : quote;
        else if (*text == '"' || *text == '\'')
            quote = *text;
        text_add_char(out, *text == '\n' ? ' ' : *text);
        if (!quote && *text == ',' && text[1] != ' ') text_add_char(out, ' ');
        text++;
    }
}

void wording_owner(const char *process, const char **name, size_t *size) {
    const char *arrow = strstr(process, "->");
    *name = arrow ? arrow + 2 : process;
    *size = strcspn(*name, "/?");
}

bool wording_function(const char *what, Text *out) {
    size_t size = strcspn(what, " (");
    if (size == 0 || what[size] != '(') return false;
    if (*what == ':') what++, size--;   // of Elixir
    text_add_bytes(out, what, size);
    return true;
}

// --- messages of OTP's servers ---------------------------------------------------------------------------

enum { PARTS_MAX = 3 };

typedef struct {
    const char *at;
    size_t size;
} Part;

// Where the term that begins somewhere ends: at the comma behind it, at the bracket that closes what it is in, or at
// the end.
static size_t end_of_term(const char *text, size_t from, size_t size) {
    int depth = 0;
    char quote = 0;
    for (size_t i = from; i < size; i++) {
        char c = text[i];
        if (quote && c == '\\')
            i++;
        else if (quote)
            quote = c == quote ? 0 : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (depth == 0 && (c == ',' || strchr(")]}", c)))
            return i;
        else if (strchr("([{<", c))
            depth++;
        else if (depth > 0 && strchr(")]}>", c))
            depth--;
    }
    return size;
}

// The elements of a tuple; how many, 0: it is none, or has more.
static size_t split_tuple(const char *text, size_t size, Part *parts) {
    size_t count = 0;
    if (size < 2 || text[0] != '{' || text[size - 1] != '}') return 0;
    for (size_t from = 1, end; from < size; from = end + 1) {
        end = end_of_term(text, from, size - 1);
        if (count == PARTS_MAX) return 0;
        while (text[from] == ' ') from++;
        parts[count++] = (Part){text + from, end - from};
    }
    return count;
}

static bool part_is(Part part, const char *erlang, const char *elixir) {
    return (part.size == strlen(erlang) && strncmp(part.at, erlang, part.size) == 0) ||
           (part.size == strlen(elixir) && strncmp(part.at, elixir, part.size) == 0);
}

static bool is_tag(Part part) {
    return part.size > 5 && (begins(part.at, "[alias|#Ref<") || begins(part.at, "[:alias | #Reference<") ||
                             begins(part.at, "#Ref<") || begins(part.at, "#Reference<"));
}

static void add_part(Wording *w, Part part, Text *out) {
    Text copy = {0};
    text_add_bytes(&copy, part.at, part.size);
    wording_shorten(w, text_string(&copy), out);
    text_free(&copy);
}

static void add_partner(const StoryStep *step, const char *before, Text *out) {
    if (step->partner.size) text_format(out, "%s%s", before, text_string(&step->partner));
}

// Whether a message belongs to a protocol, told then.
static bool tell_message(Wording *w, const StoryStep *step, const char *message, size_t size, Text *out) {
    Part parts[PARTS_MAX];
    size_t count = split_tuple(message, size, parts);
    bool sends = step->kind == ACTION_SEND;
    bool call = count == 3 && part_is(parts[0], "'$gen_call'", ":\"$gen_call\"");
    bool cast = count == 2 && part_is(parts[0], "'$gen_cast'", ":\"$gen_cast\"");
    bool reply = count == 2 && step->library && is_tag(parts[0]);
    if (!call && !cast && !reply) return false;
    if (reply)
        text_add(out, sends ? "replies " : "gets the reply ");
    else
        text_format(out, "%s %s ", sends ? "sends the" : "takes the", call ? "call" : "cast");
    add_part(w, parts[count - 1], out);
    add_partner(step, sends ? " to " : " from ", out);
    return true;
}

// A request that nobody has taken yet, by what it means. False: the message is none.
static bool tell_request(Wording *w, const char *message, size_t size, Text *out) {
    Part parts[PARTS_MAX], from[PARTS_MAX];
    size_t count = split_tuple(message, size, parts);
    bool call = count == 3 && part_is(parts[0], "'$gen_call'", ":\"$gen_call\"");
    bool cast = count == 2 && part_is(parts[0], "'$gen_cast'", ":\"$gen_cast\"");
    if (!call && !cast) return false;
    text_add(out, call ? "the call " : "the cast ");
    add_part(w, parts[count - 1], out);
    if (!call || split_tuple(parts[1].at, parts[1].size, from) != 2) return true;
    text_add(out, " from ");
    add_part(w, from[0], out);
    return true;
}

void wording_tell_mailbox(Wording *w, const char *messages, Text *out) {
    size_t size = strlen(messages);
    for (size_t from = 0, end; from < size; from = end + 1) {
        end = end_of_term(messages, from, size);
        if (from) text_add(out, ", ");
        while (messages[from] == ' ') from++;
        if (!tell_request(w, messages + from, end - from, out)) add_part(w, (Part){messages + from, end - from}, out);
    }
}

// "sends MESSAGE to RECEIVER" without its receiver, "receives MESSAGE".
static bool find_message(const StoryStep *step, const char **message, size_t *size) {
    const char *what = text_string(&step->what);
    if (step->kind == ACTION_RECEIVE && begins(what, "receives ")) {
        *message = what + 9;
        *size = strlen(*message);
        return true;
    }
    if (step->kind != ACTION_SEND || !begins(what, "sends ")) return false;
    *message = what + 6;
    const char *to = NULL;
    for (const char *at = strstr(what, " to "); at; at = strstr(at + 1, " to ")) to = at;
    *size = to ? (size_t)(to - *message) : strlen(*message);
    return to != NULL;
}

// Whom it spawns; what that one does is told where its column begins.
static bool tell_spawn(const StoryStep *step, Text *out) {
    Text function = {0};
    bool known =
        step->kind == ACTION_SPAWN && step->partner.size && wording_function(text_string(&step->what), &function);
    if (known) text_format(out, "%s %s", text_string(&function), text_string(&step->partner));
    text_free(&function);
    return known;
}

// Whether everybody knows what it returns when it does not fail.
static bool is_expected(const StoryStep *step) {
    static const char *const doers = " register unregister link unlink demonitor exit ets:insert ets:delete "
                                     "ets:delete_object ets:delete_all_objects ets:give_away process_flag erlang:send ";
    Text function = {0}, word = {0};
    const char *result = text_string(&step->result);
    bool known = strcmp(result, "ok") == 0;
    if (wording_function(text_string(&step->what), &function)) {
        text_format(&word, " %s ", text_string(&function));
        known |= strstr(doers, text_string(&word)) != NULL || strcmp(text_string(&function), "ets:new") == 0;
    }
    text_free(&function);
    text_free(&word);
    return known;
}

void wording_tell_result(Wording *w, const StoryStep *step, Text *out) {
    if (!step->result.size || step->kind != ACTION_CALL || (!step->raises && is_expected(step))) return;
    text_add(out, step->raises ? " raises " : " = ");
    wording_shorten(w, text_string(&step->result), out);
}

// What was under way: it stands with who gets it.
static bool tell_delivery(Wording *w, const StoryStep *step, Text *out) {
    const char *what = text_string(&step->what), *process = text_string(&step->process), *arrow = strstr(process, "->");
    if (step->kind != ACTION_DELIVERY || !arrow || !begins(what, "delivers ")) return false;
    wording_shorten(w, what + 9, out);
    text_format(out, " arrives from %.*s", (int)(arrow - process), process);
    return true;
}

// EUnit's assertions raise all they know; the error says it already.
static bool tell_assertion(const StoryStep *step, Text *out) {
    static const char begin[] = "crashes with error: {assert", exunit[] = "crashes with ** (ExUnit.AssertionError) ";
    const char *what = text_string(&step->what);
    if (step->kind == ACTION_CRASH && begins(what, exunit)) {
        what += sizeof exunit - 1;
        text_format(out, "fails: %.*s", (int)strcspn(what, "\n"), what);
        return true;
    }
    if (step->kind != ACTION_CRASH || !begins(what, begin)) return false;
    what += sizeof begin - sizeof "assert";
    text_format(out, "crashes: %.*s fails", (int)strcspn(what, ",}"), what);
    return true;
}

// A limit of a day is weft's own, in place of ExUnit's: it comes when nothing else can happen.
static bool tell_end_of_waiting(const StoryStep *step, Text *out) {
    enum { DAY = 86400000 };
    bool told = step->kind == ACTION_TIMEOUT && step->milliseconds == DAY;
    if (told) text_add(out, "gives up: nothing that it waits for can come any more");
    return told;
}

void wording_tell(Wording *w, const StoryStep *step, Text *out) {
    const char *message;
    size_t size;
    if (tell_assertion(step, out) || tell_end_of_waiting(step, out) || tell_delivery(w, step, out)) return;
    if (tell_spawn(step, out)) return;
    if (find_message(step, &message, &size) && tell_message(w, step, message, size, out)) return;
    wording_shorten(w, text_string(&step->what), out);
    wording_tell_result(w, step, out);
}
