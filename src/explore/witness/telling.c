#include "explore/witness/telling.h"

#include <string.h>

#include "base/memory.h"

typedef struct {
    uint64_t value;   // as footprints have it; 0: the slot is free
    uint32_t number;
} Message;

typedef struct {
    Stage *stage;
    Story *story;
    uint32_t step_capacity, process_capacity;
    Message *messages;   // a hash table
    uint32_t message_count, message_slots;
    Actor *met;         // of each process of the story
    uint32_t *places;   // by actor: its place among them, plus 1; 0: not met
    uint32_t *alive;    // by actor: after how many steps it was there last
    uint32_t actor_capacity;
    Actor *there;   // as the machine lists them
    uint32_t there_capacity;
    StoryChange *seen;   // the visible state after the last step
    uint32_t seen_count;
    StoryChange *sights;   // the one being looked at
    uint32_t sight_count, sight_capacity;
} Telling;

// --- messages --------------------------------------------------------------------------------------------

static Message *message_slot(const Telling *t, uint64_t value) {
    uint32_t mask = t->message_slots - 1, at = (uint32_t)(value * 0x9e3779b97f4a7c15u >> 32) & mask;
    while (t->messages[at].value && t->messages[at].value != value) at = (at + 1) & mask;
    return &t->messages[at];
}

static void grow_messages(Telling *t) {
    Message *old = t->messages;
    uint32_t count = t->message_slots;
    t->message_slots = count ? count * 2 : 64;
    t->messages = memory_zeroed(t->message_slots, sizeof *t->messages);
    for (uint32_t i = 0; i < count; i++)
        if (old[i].value) *message_slot(t, old[i].value) = old[i];
    memory_free(old);
}

// A message that is sent for the first time gets a number; 0: one that nobody has sent is taken.
static uint32_t message_number(Telling *t, uint64_t value, bool sent) {
    if (t->message_count * 2 >= t->message_slots) grow_messages(t);
    Message *message = message_slot(t, value);
    if (!message->value && sent) *message = (Message){value, ++t->message_count};
    return message->value ? message->number : 0;
}

static void add_message(StoryStep *step, uint32_t number) {
    for (uint32_t i = 0; i < step->message_count; i++)
        if (step->messages[i] == number) return;
    step->messages = memory_resize(step->messages, (step->message_count + 1) * sizeof *step->messages);
    step->messages[step->message_count++] = number;
    step->message = step->messages[0];
}

// What it takes comes first. A built-in that looks whether a message is there has not taken it.
static void note_messages(Telling *t, StoryStep *step) {
    const Footprint *footprint = &t->stage->event.footprint;
    bool takes = step->kind == ACTION_RECEIVE || step->kind == ACTION_DELIVERY;
    for (uint32_t i = 0; i < footprint->count; i++) {
        const Access *access = &footprint->items[i];
        bool taken = takes && (access->kind == ACCESS_AWAIT || access->kind == ACCESS_RECEIVE);
        uint32_t number = taken && access->value ? message_number(t, access->value, false) : 0;
        if (number) add_message(step, number);
    }
    for (uint32_t i = 0; i < footprint->count; i++) {
        const Access *access = &footprint->items[i];
        if (access->kind == ACCESS_SEND && access->value) add_message(step, message_number(t, access->value, true));
    }
}

// --- processes -------------------------------------------------------------------------------------------

static void know_actor(Telling *t, Actor actor) {
    uint32_t capacity = t->actor_capacity;
    if (actor < capacity) return;
    t->actor_capacity = actor * 2 + 64;
    t->places = memory_resize(t->places, t->actor_capacity * sizeof *t->places);
    t->alive = memory_resize(t->alive, t->actor_capacity * sizeof *t->alive);
    memset(t->places + capacity, 0, (t->actor_capacity - capacity) * sizeof *t->places);
    memset(t->alive + capacity, 0, (t->actor_capacity - capacity) * sizeof *t->alive);
}

static void meet(Telling *t, Actor actor) {
    Story *story = t->story;
    if (story->process_count == t->process_capacity) {
        t->process_capacity = t->process_capacity * 2 + 8;
        story->processes = memory_resize(story->processes, t->process_capacity * sizeof *story->processes);
        t->met = memory_resize(t->met, t->process_capacity * sizeof *t->met);
    }
    t->met[story->process_count] = actor;
    story->processes[story->process_count] = (StoryProcess){0};
    text_add(&story->processes[story->process_count++].name, cast_name(&t->stage->cast, actor));
    t->places[actor] = story->process_count;
}

static void replace_text(Text *to, Text *from) {
    text_free(to);
    *to = *from;
    *from = (Text){0};
}

static void look_at(Telling *t, Actor actor) {
    ProcessSight sight;
    StoryProcess *process = &t->story->processes[t->places[actor] - 1];
    bool there = machine_process(t->stage->machine, actor, &sight);
    if (sight.registered.size && !process->registered.size) replace_text(&process->registered, &sight.registered);
    if (sight.initial.size) replace_text(&process->initial, &sight.initial);
    if (sight.parent != NO_ACTOR && !process->parent.size)
        text_add(&process->parent, cast_name(&t->stage->cast, sight.parent));
    if (!there) {
        replace_text(&process->ending, &sight.ending);
        process->ended = t->story->length;
    }
    process_sight_free(&sight);
}

static void look_if_known(Telling *t, Actor actor) {
    if (actor < t->actor_capacity && t->places[actor] && !t->story->processes[t->places[actor] - 1].ended)
        look_at(t, actor);
}

// At those who are new, those who are gone, and the two whom the step was about.
static void look_at_processes(Telling *t, Actor actor, Actor partner) {
    Machine *machine = t->stage->machine;
    uint32_t count, now = t->story->length;
    while ((count = machine_processes(machine, t->there, t->there_capacity)) == t->there_capacity) {
        t->there_capacity = t->there_capacity * 2 + 16;
        t->there = memory_resize(t->there, t->there_capacity * sizeof *t->there);
    }
    for (uint32_t i = 0; i < count; i++) {
        know_actor(t, t->there[i]);
        t->alive[t->there[i]] = now;
        if (t->places[t->there[i]]) continue;
        meet(t, t->there[i]);
        look_at(t, t->there[i]);
    }
    look_if_known(t, actor);
    look_if_known(t, partner);
    for (uint32_t i = 0; i < t->story->process_count; i++)
        if (t->alive[t->met[i]] != now) look_if_known(t, t->met[i]);
}

// --- the visible state -----------------------------------------------------------------------------------

static void free_sights(StoryChange *sights, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) story_change_free(&sights[i]);
    memory_free(sights);
}

static void see(void *context, Sight *sight) {
    Telling *t = context;
    if (t->sight_count == t->sight_capacity) {
        t->sight_capacity = t->sight_capacity * 2 + 16;
        t->sights = memory_resize(t->sights, t->sight_capacity * sizeof *t->sights);
    }
    t->sights[t->sight_count++] = (StoryChange){.kind = sight->kind,
                                                .name = sight->name,
                                                .owner = sight->owner,
                                                .items = sight->items,
                                                .shown = sight->shown,
                                                .total = sight->total};
    sight->name = sight->owner = sight->items = (Text){0};
}

static bool same_text(const Text *a, const Text *b) { return strcmp(text_string(a), text_string(b)) == 0; }

static bool same_subject(const StoryChange *a, const StoryChange *b) {
    return a->kind == b->kind && same_text(&a->name, &b->name);
}

// Both lists have the same order, so it is found soon, if there is one.
static const StoryChange *find_sight(const StoryChange *list, uint32_t count, uint32_t near,
                                     const StoryChange *wanted) {
    for (uint32_t i = 0; i < count; i++) {
        const StoryChange *sight = &list[(near + i) % count];
        if (same_subject(sight, wanted)) return sight;
    }
    return NULL;
}

static void add_change(const StoryChange *from, bool gone, StoryChange **changes, uint32_t *count) {
    *changes = memory_resize(*changes, (*count + 1) * sizeof **changes);
    StoryChange *change = &(*changes)[(*count)++];
    *change = (StoryChange){.kind = from->kind, .gone = gone};
    text_add(&change->name, text_string(&from->name));
    text_add(&change->owner, text_string(&from->owner));
    if (gone) return;
    text_add(&change->items, text_string(&from->items));
    change->shown = from->shown;
    change->total = from->total;
}

static bool is_changed(const StoryChange *before, const StoryChange *now) {
    return !before || before->total != now->total || !same_text(&before->owner, &now->owner) ||
           !same_text(&before->items, &now->items);
}

// What there is now and was not, or was otherwise; what is not there any more.
static void note_changes(Telling *t, StoryChange **changes, uint32_t *count) {
    t->sights = NULL;
    t->sight_count = t->sight_capacity = 0;
    machine_look(t->stage->machine, see, t);
    for (uint32_t i = 0; i < t->sight_count; i++)
        if (is_changed(find_sight(t->seen, t->seen_count, i, &t->sights[i]), &t->sights[i]))
            add_change(&t->sights[i], false, changes, count);
    for (uint32_t i = 0; i < t->seen_count; i++)
        if (!find_sight(t->sights, t->sight_count, i, &t->seen[i])) add_change(&t->seen[i], true, changes, count);
    free_sights(t->seen, t->seen_count);
    t->seen = t->sights;
    t->seen_count = t->sight_count;
}

// --- steps -----------------------------------------------------------------------------------------------

static StoryStep *add_step(Telling *t) {
    Story *story = t->story;
    if (story->length == t->step_capacity) {
        t->step_capacity = t->step_capacity * 2 + 16;
        story->steps = memory_resize(story->steps, t->step_capacity * sizeof *story->steps);
    }
    StoryStep *step = &story->steps[story->length++];
    *step = (StoryStep){0};
    return step;
}

// Whether it is something that would have to wait, if time passed only when nothing else can happen.
static bool is_early(Stage *stage, Actor actor) {
    bool before = machine_let_time_wait(stage->machine, true);
    stage_look(stage);
    bool early = !stage_can(stage, actor);
    machine_let_time_wait(stage->machine, before);
    stage_look(stage);
    return early;
}

Actor story_foretell(Stage *stage, Actor actor, StoryStep *out) {
    Description d;
    machine_describe(stage->machine, actor, &d);
    text_add(&out->process, cast_name(&stage->cast, actor));
    if (d.partner != NO_ACTOR) text_add(&out->partner, cast_name(&stage->cast, d.partner));
    out->kind = d.kind;
    out->what = d.what;
    out->file = d.file;
    out->line = d.line;
    out->stack = d.stack;
    out->library = d.library;
    out->user_function = d.user_function;
    out->user_file = d.user_file;
    out->user_line = d.user_line;
    out->call = d.call;
    out->call_number = d.call_number;
    out->result = d.result;
    out->raises = d.raises;
    out->milliseconds = d.milliseconds;
    out->sleeps = d.sleeps;
    out->early = d.milliseconds && is_early(stage, actor);
    return d.partner;
}

static void tell_step(Telling *t, Actor actor, bool full, uint32_t *probes) {
    StoryStep *step = add_step(t);
    Actor partner = story_foretell(t->stage, actor, step);
    stage_step(t->stage, actor);
    *probes = machine_probes(t->stage->machine, *probes, &step->probes);
    note_messages(t, step);
    look_at_processes(t, actor, partner);
    if (full) note_changes(t, &step->changes, &step->change_count);
}

void story_tell(Stage *stage, const Text *names, bool full, Story *out) {
    Telling t = {.stage = stage, .story = out};
    Actor actor;
    stage_begin(stage);
    machine_tell(stage->machine, true);
    uint32_t probes = machine_probes(stage->machine, 0, &out->probes);
    look_at_processes(&t, NO_ACTOR, NO_ACTOR);
    if (full) note_changes(&t, &out->changes, &out->change_count);
    for (const char *rest = text_string(names); stage_next(stage, &rest, &actor);) tell_step(&t, actor, full, &probes);
    machine_tell(stage->machine, false);
    free_sights(t.seen, t.seen_count);
    memory_free(t.messages);
    memory_free(t.met);
    memory_free(t.places);
    memory_free(t.alive);
    memory_free(t.there);
}

// --- two stories -----------------------------------------------------------------------------------------

static bool same_step(const StoryStep *a, const StoryStep *b) {
    return a->kind == b->kind && a->line == b->line && same_text(&a->process, &b->process) &&
           same_text(&a->what, &b->what);
}

typedef struct {
    const Text *process;
    uint32_t at;   // how far it was followed in the other story; its length: no farther
} Follower;

static Follower *follower_of(Follower **followers, uint32_t *count, const Text *process) {
    for (uint32_t i = *count; i > 0; i--)
        if (same_text((*followers)[i - 1].process, process)) return &(*followers)[i - 1];
    *followers = memory_resize(*followers, (*count + 1) * sizeof **followers);
    (*followers)[*count] = (Follower){.process = process};
    return &(*followers)[(*count)++];
}

void story_pair(Story *one, Story *other) {
    Follower *followers = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < one->length; i++) {
        Follower *f = follower_of(&followers, &count, &one->steps[i].process);
        while (f->at < other->length && !same_text(&other->steps[f->at].process, f->process)) f->at++;
        if (f->at == other->length) continue;
        if (same_step(&one->steps[i], &other->steps[f->at])) {
            one->steps[i].twin = f->at + 1;
            other->steps[f->at++].twin = i + 1;
        } else {
            f->at = other->length;
        }
    }
    memory_free(followers);
}
