#include "explore/unit.h"

#include <string.h>

#include "base/words.h"
#include "explore/sleep.h"

// --- names -------------------------------------------------------------------------------------------

// The next of the names up to `end`, which are separated by blanks. False: there is none.
static bool next_name(const char **at, const char *end, const char **name, size_t *size) {
    while (*at < end && **at == ' ') ++*at;
    *name = *at;
    while (*at < end && **at != ' ') ++*at;
    *size = (size_t)(*at - *name);
    return *size > 0;
}

// The choice of that name in the trace's top state, or NULL.
static Choice *find_choice(Trace *trace, Cast *cast, const char *name, size_t size) {
    Step *step = trace_top(trace);
    for (uint32_t i = 0; i < step->choice_count; i++) {
        const char *known = cast_name(cast, step->choices[i].actor);
        if (strncmp(known, name, size) == 0 && !known[size]) return &step->choices[i];
    }
    return NULL;
}

// --- following ---------------------------------------------------------------------------------------

bool unit_explored(Trace *trace, Cast *cast, const char *name, size_t size) {
    Choice *choice = find_choice(trace, cast, name, size);
    if (!choice) return false;
    if (choice->asleep) return true;
    trace_forward(trace, choice);
    trace_back(trace, true);
    return true;
}

static bool follow_line(Trace *trace, Cast *cast, const char *line, const char *end) {
    const char *taken, *name;
    size_t taken_size, size;
    bool led = line < end && *line == '*';
    line += led;
    bool early = line < end && *line == '!';
    line += early;
    if (!next_name(&line, end, &taken, &taken_size)) return true;
    while (next_name(&line, end, &name, &size)) unit_explored(trace, cast, name, size);
    Choice *choice = find_choice(trace, cast, taken, taken_size);
    if (!choice || choice->asleep) return false;
    trace->leads = led;
    trace_forward(trace, choice);
    trace->leads = false;
    if (early && trace->early > trace->length) trace->early = trace->length;
    return true;
}

// How many lines of steps two units have in common, without the last of them, and in `*rest` what follows in the
// second. The state that the last one leads to is entered anew: others may sleep there by now.
static uint32_t common_lines(const char *a, const char *b, const char **rest) {
    uint32_t lines = 0;
    for (*rest = b;; lines++) {
        size_t size = strcspn(b, "\n");
        if (*a == '>' || strncmp(a, b, size) != 0 || a[size] != '\n' || b[size] != '\n') break;
        *rest = b;
        a += size + 1;
        b += size + 1;
    }
    return lines ? lines - 1 : 0;
}

// Nobody sleeps at the start.
static void wake_all(Trace *trace) {
    Step *step = trace_top(trace);
    for (uint32_t i = 0; i < step->choice_count; i++) {
        if (step->choices[i].asleep) action_release(step->choices[i].asleep);
        step->choices[i] = (Choice){.actor = step->choices[i].actor};
    }
    step->sleeping = step->taken = 0;
}

const char *unit_follow(Trace *trace, Cast *cast, Text *here, const char *text, uint32_t *kept) {
    const char *line;
    *kept = common_lines(text_string(here), text, &line);
    while (trace->length > *kept) trace_back(trace, false);
    if (!*kept) wake_all(trace);
    if (trace->early > *kept) trace->early = UINT32_MAX;
    text_clear(here);
    text_add_bytes(here, text, (size_t)(line - text));
    for (const char *end; *line && *line != '>'; line = *end ? end + 1 : end) {
        end = line + strcspn(line, "\n");
        if (!follow_line(trace, cast, line, end)) return NULL;
        text_add_bytes(here, line, (size_t)(end - line));
        text_add(here, "\n");
    }
    return line;
}

// --- planning ----------------------------------------------------------------------------------------

// Lets the actors run as far as they can. False: one of them sleeps, so that all this was explored.
static bool rehearse(Trace *trace, Cast *cast, const char *names, const char *end) {
    const char *name;
    size_t size;
    while (next_name(&names, end, &name, &size)) {
        Choice *choice = find_choice(trace, cast, name, size);
        if (!choice) return true;
        if (choice->asleep) return false;
        trace_forward(trace, choice);
    }
    return true;
}

static bool mentions_sleeper(const Step *step, Sequence *sequence) {
    uint32_t at;
    for (uint32_t i = 0; i < step->choice_count; i++) {
        const Action *asleep = step->choices[i].asleep;
        if (asleep && sequence_may_begin(sequence, asleep, &at) && at < sequence->count) return true;
    }
    return false;
}

// A sleeper that is not mentioned is no reason to drop it: whoever planned it has looked at that.
static void plan_steps(Trace *trace, uint32_t first) {
    Step *step = &trace->steps[first];
    Sequence *sequence = &trace->sequence;
    trace_judge(trace);
    sequence_begin(sequence, trace->observing ? trace : NULL, first);
    for (uint32_t i = first; i < trace->length; i++) sequence_add(sequence, trace->steps[i].action, i);
    if (sequence->count == 0 || mentions_sleeper(step, sequence) || sleep_dozer_covers(trace, step, sequence)) return;
    wakeup_insert(&trace->wakeups, &step->wakeup, sequence);
}

void unit_plan(Trace *trace, Cast *cast, const char *names, size_t size) {
    uint32_t first = trace->length, taken = trace_top(trace)->taken;
    if (rehearse(trace, cast, names, names + size)) plan_steps(trace, first);
    while (trace->length > first) trace_back(trace, false);
    Step *step = trace_top(trace);
    if (step->taken > taken) step->choice->done = false;
    step->taken = taken;
}

// The states on the way are led, up to the last. Where somebody sleeps, all was explored that follows; where somebody
// cannot act, the way is open.
static void begin(Trace *trace, Cast *cast, const char *names, const char *end) {
    const char *name;
    size_t size;
    while (next_name(&names, end, &name, &size)) {
        Choice *choice = find_choice(trace, cast, name, size);
        if (!choice) return;
        if (choice->asleep) {
            trace_top(trace)->taken++;
            return;
        }
        while (names < end && *names == ' ') names++;
        trace->leads = names < end;
        trace_forward(trace, choice);
        trace->leads = false;
    }
}

void unit_plan_all(Trace *trace, Cast *cast, const char *sequences) {
    if (!*sequences) return;
    const char *end = sequences + strcspn(sequences, "\n");
    if (!*end || !end[1]) {
        begin(trace, cast, sequences + 1, end);
        return;
    }
    for (const char *line = sequences; *line; line = *end ? end + 1 : end) {
        end = line + strcspn(line, "\n");
        unit_plan(trace, cast, line + 1, (size_t)(end - line - 1));
    }
}

// --- telling -----------------------------------------------------------------------------------------

static void add_path(Cast *cast, const Words *path, Text *out) {
    text_add(out, ">");
    for (size_t i = 0; i < path->count; i++)
        text_format(out, " %s", cast_name(cast, ((const Wakeup *)path->items[i])->action->actor));
    text_add(out, "\n");
}

void unit_add_tree(Cast *cast, const Wakeup *tree, Text *out) {
    Words path;
    words_init(&path);
    for (const Wakeup *node = tree; node;) {
        words_push(&path, (uint64_t)(uintptr_t)node);
        if (node->child) {
            node = node->child;
            continue;
        }
        add_path(cast, &path, out);
        node = NULL;
        while (!node && path.count > 0) node = ((const Wakeup *)words_pop(&path))->sibling;
    }
    words_free(&path);
}
