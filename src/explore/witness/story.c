#include "explore/witness/story.h"

#include "base/memory.h"

const char *const story_kinds[ACTION_KINDS] = {
    [ACTION_OTHER] = "other",     [ACTION_SPAWN] = "spawn",     [ACTION_SEND] = "send",
    [ACTION_RECEIVE] = "receive", [ACTION_TIMEOUT] = "timeout", [ACTION_DELIVERY] = "delivery",
    [ACTION_CALL] = "call",       [ACTION_CHOICE] = "choice",   [ACTION_EXIT] = "exit",
    [ACTION_CRASH] = "crash",     [ACTION_FAULT] = "fault",
};

void story_change_free(StoryChange *change) {
    text_free(&change->name);
    text_free(&change->owner);
    text_free(&change->items);
}

static void free_changes(StoryChange *changes, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) story_change_free(&changes[i]);
    memory_free(changes);
}

void story_step_free(StoryStep *step) {
    Text *texts[] = {&step->process, &step->what,  &step->file,          &step->probes,    &step->partner,
                     &step->result,  &step->stack, &step->user_function, &step->user_file, &step->call};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) text_free(texts[i]);
    free_changes(step->changes, step->change_count);
    memory_free(step->messages);
}

static void free_process(StoryProcess *process) {
    Text *texts[] = {&process->name, &process->registered, &process->initial, &process->parent, &process->ending};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) text_free(texts[i]);
}

void story_free(Story *story) {
    for (uint32_t i = 0; i < story->length; i++) story_step_free(&story->steps[i]);
    for (uint32_t i = 0; i < story->process_count; i++) free_process(&story->processes[i]);
    free_changes(story->changes, story->change_count);
    text_free(&story->probes);
    memory_free(story->steps);
    memory_free(story->processes);
    *story = (Story){0};
}
