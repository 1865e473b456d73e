#include "report/waits.h"

#include <ctype.h>
#include <string.h>

static bool is_of(const StoryStep *step, const char *process) {
    return strcmp(text_string(&step->process), process) == 0;
}

// Who sent the message that a step takes; NULL: nobody that is known.
static const char *sender_of(const Story *story, const StoryStep *taking) {
    for (const StoryStep *step = story->steps; step < taking; step++)
        for (uint32_t i = 0; i < step->message_count; i++)
            if (step->messages[i] == taking->message) return text_string(&step->process);
    return NULL;
}

static bool answers(const Story *story, const StoryStep *taking, const char *other) {
    const char *sender = taking->kind == ACTION_RECEIVE && taking->message ? sender_of(story, taking) : NULL;
    return sender && strcmp(sender, other) == 0;
}

static bool is_answered(const Story *story, uint32_t steps, const StoryStep *asked) {
    for (const StoryStep *step = asked + 1; step < story->steps + steps; step++)
        if (is_of(step, text_string(&asked->process)) && answers(story, step, text_string(&asked->partner)))
            return true;
    return false;
}

const StoryStep *waits_asked(const Story *story, uint32_t steps, const char *process) {
    for (uint32_t i = steps; i > 0; i--) {
        const StoryStep *step = &story->steps[i - 1];
        if (is_of(step, process) && step->kind == ACTION_SEND && step->partner.size)
            return is_answered(story, steps, step) ? NULL : step;
    }
    return NULL;
}

// Of "m:f/1" and of frames that begin with that.
static bool same_module(const char *function, const char *other) {
    size_t size = strcspn(function, ":");
    return strncmp(function, other, size + 1) == 0;
}

const StoryStep *waits_call(const Story *story, uint32_t steps, const char *process, const char *function) {
    while (steps > 0 && !is_of(&story->steps[steps - 1], process)) steps--;
    const StoryStep *step = steps ? &story->steps[steps - 1] : NULL;
    bool within = step && step->library && step->user_function.size && step->call.size;
    return within && same_module(function, text_string(&step->stack)) ? step : NULL;
}

// --- circles -------------------------------------------------------------------------------------------------

static bool is_taken(const Story *story, uint32_t steps, uint32_t message) {
    for (uint32_t i = 0; i < steps; i++)
        if (story->steps[i].kind == ACTION_RECEIVE && story->steps[i].message == message) return true;
    return false;
}

static bool is_no_accident(const Story *story, uint32_t steps, const Circle *circle) {
    uint32_t open = 0;
    for (uint32_t i = 0; i < circle->count; i++) {
        const StoryStep *asked = waits_asked(story, steps, circle->names[i]);
        open += asked->message && !is_taken(story, steps, asked->message);
    }
    return open > 1;
}

// Takes off those who came before a name; false: it is not there.
static bool begin_with(Circle *circle, const char *name) {
    for (uint32_t i = 0; i < circle->count; i++) {
        if (strcmp(circle->names[i], name) != 0) continue;
        circle->count -= i;
        memmove(circle->names, circle->names + i, circle->count * sizeof *circle->names);
        return true;
    }
    return false;
}

// --- those who have ended --------------------------------------------------------------------------------------

static bool has_ended(const Story *story, const char *process) {
    for (uint32_t i = 0; i < story->process_count; i++)
        if (strcmp(text_string(&story->processes[i].name), process) == 0) return story->processes[i].ended;
    return false;
}

// Whether a name stands in a text: not as the beginning of a longer one.
static bool mentions(const char *text, const char *name) {
    size_t size = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
        bool begins = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_' || at[-1] == '.');
        if (begins && !isalnum((unsigned char)at[size]) && !(at[size] == '.' && isdigit((unsigned char)at[size + 1])))
            return true;
    }
    return false;
}

// A message that says to whom to answer; or the last thing that was sent by one who serves nobody else meanwhile: what
// it was asked lies in its mailbox.
static bool is_waited_for(const Story *story, uint32_t steps, const StoryStep *asked, const StoryStep *before) {
    return asked->library || mentions(text_string(&asked->what), text_string(&asked->process)) ||
           (before && before->message && !is_taken(story, steps, before->message));
}

bool waits_for_ended(const Story *story, uint32_t steps, const char *process, Circle *chain) {
    const StoryStep *asked = NULL;
    for (chain->count = 0; chain->count + 1 < WAITS_MAX;) {
        const StoryStep *before = asked;
        asked = waits_asked(story, steps, process);
        if (!asked || !is_waited_for(story, steps, asked, before)) return false;
        chain->names[chain->count++] = process;
        process = text_string(&asked->partner);
        if (!has_ended(story, process)) continue;
        chain->names[chain->count++] = process;
        return true;
    }
    return false;
}

// --- those who are still there ---------------------------------------------------------------------------------

bool waits_circle(const Story *story, uint32_t steps, const char *process, Circle *circle) {
    circle->count = 0;
    while (!begin_with(circle, process)) {
        const StoryStep *asked = waits_asked(story, steps, process);
        if (!asked || circle->count == WAITS_MAX) return false;
        circle->names[circle->count++] = process;
        process = text_string(&asked->partner);
    }
    return is_no_accident(story, steps, circle);
}
