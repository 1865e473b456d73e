#include "explore/witness/scene.h"

#include <string.h>

#include "base/lines.h"

static bool has(const Text *text, const char *part) { return text->size && strstr(text_string(text), part) != NULL; }
static bool same_text(const Text *a, const char *b) { return strcmp(text_string(a), b) == 0; }

// --- frames ------------------------------------------------------------------------------------------------------

static bool starts_with(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

// "weft_eunit:run/2 (...)" of Erlang, ":weft_exunit.run/1 (...)" and "anonymous fn/0 in :weft_exunit.run/1 (...)" of
// Elixir.
static bool is_of_weft(const char *frame) {
    const char *in = starts_with(frame, "anonymous fn/") ? strstr(frame, " in ") : NULL;
    if (in) frame = in + 4;
    frame += *frame == ':';
    return starts_with(frame, "weft_exunit") || starts_with(frame, "weft_eunit") || starts_with(frame, "weft_ct");
}

// Other modules of weft's that run something and wait for it, such as weft_parallel, are no stage of a test, but
// nobody's own code either.
bool scene_is_function_of_hand(const char *function) {
    return is_of_weft(function) || starts_with(function + (*function == ':'), "weft_");
}

// The frame directly inside weft's own, without its place, and that one of weft's own; false: there
// is none.
static bool find_outermost(const Text *stack, const char **frame, size_t *size, const char **hand) {
    const char *rest = text_string(stack), *line;
    size_t length;
    *size = 0;
    while ((line = lines_next(&rest, &length))) {
        *hand = line;
        if (is_of_weft(line)) return true;
        *frame = line;
        *size = strcspn(line, "\n");
        const char *place = memchr(line, '(', *size);
        if (place && place > line && place[-1] == ' ') *size = (size_t)(place - line) - 1;
    }
    return false;
}

static const char *hand_of(const StoryStep *step) {
    const char *frame, *hand;
    size_t size;
    return find_outermost(&step->stack, &frame, &size, &hand) ? hand : NULL;
}

static bool is_in_hand(const StoryStep *step) { return hand_of(step) != NULL; }

// Where what prepares a test and clears up behind it is called.
static bool is_fixture(const char *hand) {
    static const char *const functions[] = {
        "weft_exunit.test_body/",  "weft_exunit.run_test/",   "weft_exunit:test_body/", "weft_exunit:run_test/",
        "weft_eunit:run_fixture/", "weft_eunit.run_fixture/", "weft_ct:call/",          "weft_ct.call/"};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (starts_with(hand + (*hand == ':'), functions[i])) return true;
    return false;
}

static bool is_setting_up(const StoryStep *step) {
    const char *hand = hand_of(step);
    return hand && is_fixture(hand);
}

static bool is_body(const StoryStep *step) {
    return step->user_function.size && is_in_hand(step) && !is_setting_up(step);
}

// --- processes ---------------------------------------------------------------------------------------------------

static StoryProcess *process_of(const Story *story, const char *name) {
    size_t size = strcspn(name, "/");
    for (uint32_t i = 0; i < story->process_count; i++) {
        const Text *other = &story->processes[i].name;
        if (other->size == size && strncmp(text_string(other), name, size) == 0) return &story->processes[i];
    }
    return NULL;
}

bool scene_is_hand(const Story *story, const char *name) {
    const StoryProcess *process = process_of(story, name);
    return process && process->hand;
}

static bool runs_test(const Story *story, const StoryProcess *process) {
    for (uint32_t i = 0; i < story->length; i++)
        if (same_text(&story->steps[i].process, text_string(&process->name)) && is_body(&story->steps[i])) return true;
    return false;
}

// By the test that it runs, rather than by what runs it.
static void name_by_test(const Story *story, StoryProcess *process) {
    for (uint32_t i = 0; i < story->length; i++) {
        const StoryStep *step = &story->steps[i];
        const char *frame, *hand;
        size_t size;
        if (!same_text(&step->process, text_string(&process->name)) || !is_body(step)) continue;
        find_outermost(&step->stack, &frame, &size, &hand);
        text_clear(&process->initial);
        text_add_bytes(&process->initial, frame, size);
        return;
    }
}

static bool begins_as_hand(const StoryProcess *process) {
    return is_of_weft(text_string(&process->initial)) ||
           has(&process->initial, "ExUnit.OnExitHandler.on_exit_runner_loop/");
}

static void find_hands(Story *story) {
    for (uint32_t i = 0; i < story->process_count; i++) {
        StoryProcess *process = &story->processes[i];
        if (runs_test(story, process))
            name_by_test(story, process);
        else
            process->hand = begins_as_hand(process);
        story->staged |= process->hand || runs_test(story, process);
    }
}

// --- where it fails ----------------------------------------------------------------------------------------------

static void replace(Text *text, const Text *with) {
    text_clear(text);
    text_add(text, text_string(with));
}

// A step tells how a failure is handed in to who fails for it: it is told as the failure itself.
static void move_failure(Story *story, StoryStep *step, const StoryStep *failure) {
    step->kind = failure->kind;
    step->library = failure->library;
    step->user_line = failure->user_line;
    replace(&step->what, &failure->what);
    replace(&step->stack, &failure->stack);
    replace(&step->user_function, &failure->user_function);
    replace(&step->user_file, &failure->user_file);
    replace(&step->call, &failure->call);
    text_clear(&step->partner);
    text_clear(&step->result);
    story->failure = (uint32_t)(step - story->steps) + 1;
}

// The last frame of an exception that has none of weft's own any more.
static void name_by_failure(const StoryStep *failure, StoryProcess *process) {
    const char *frame = NULL, *hand;
    size_t size = 0;
    process->hand = false;
    find_outermost(&failure->stack, &frame, &size, &hand);
    if (!size) return;
    text_clear(&process->initial);
    text_add_bytes(&process->initial, frame, size);
}

static bool hands_in(const Story *story, const StoryStep *step, const Text *to) {
    bool own = step->kind == ACTION_SEND && !step->user_function.size && is_in_hand(step);
    return own && same_text(&step->partner, text_string(to)) && !scene_is_hand(story, text_string(&step->process));
}

static void find_handing_in(Story *story) {
    const StoryStep *failure = &story->steps[story->failure - 1];
    if (failure->kind != ACTION_CRASH || !scene_is_hand(story, text_string(&failure->process))) return;
    for (uint32_t i = story->failure - 1; i > 0; i--) {
        if (!hands_in(story, &story->steps[i - 1], &failure->process)) continue;
        StoryProcess *test = process_of(story, text_string(&story->steps[i - 1].process));
        move_failure(story, &story->steps[i - 1], failure);
        if (test && !runs_test(story, test)) name_by_failure(failure, test);
        return;
    }
    if (failure->user_function.size) name_by_failure(failure, process_of(story, text_string(&failure->process)));
}

// --- what is offstage --------------------------------------------------------------------------------------------

// Reports of crashes, of whoever ends or logs.
static bool logs(const StoryStep *step) {
    bool reports = has(&step->stack, "logger") || has(&step->stack, "Logger.") || has(&step->stack, "crash_report/");
    return reports && !step->user_function.size && step->kind != ACTION_CRASH;
}

// Tasks are told by their parent what to do; ExUnit looks up how long to wait.
static bool greets(const StoryStep *step) {
    bool task =
        step->kind == ACTION_RECEIVE && !step->user_function.size && has(&step->stack, "Task.Supervised.reply/");
    bool setting = step->kind == ACTION_CALL && strncmp(text_string(&step->call), "ExUnit.Assertions.", 18) == 0;
    return task || setting;
}

static bool is_by_hand(const Story *story, const StoryStep *step, bool cleans) {
    if (step->user_function.size) return cleans && is_setting_up(step);
    bool told = step->kind == ACTION_EXIT && step->partner.size && scene_is_hand(story, text_string(&step->partner));
    return is_in_hand(step) || told || scene_is_hand(story, text_string(&step->process));
}

// What a port does for those who use it, but for what it tells its owner unasked.
static bool serves_as_port(const StoryStep *step) {
    static const char *const told[] = {"sends {tcp", "sends {udp", "sends {http", "sends {ssl_tls"};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (starts_with(text_string(&step->what), told[i])) return false;
    return has(&step->process, "/port");
}

static void find_offstage(Story *story, bool begins) {
    for (uint32_t i = 0; i < story->length; i++) {
        StoryStep *step = &story->steps[i];
        step->offstage =
            i + 1 != story->failure && (logs(step) || greets(step) || serves_as_port(step) ||
                                        (story->staged && is_by_hand(story, step, begins && i >= story->before)));
    }
}

// False: the test itself does nothing in it.
static bool find_beginning(Story *story) {
    while (story->before < story->length && !is_body(&story->steps[story->before])) story->before++;
    bool begins = story->before < story->length && story->staged;
    if (!begins) story->before = 0;
    return begins;
}

void scene_set(Story *story) {
    find_hands(story);
    if (story->failure) find_handing_in(story);
    bool begins = find_beginning(story);
    find_offstage(story, begins);
}
