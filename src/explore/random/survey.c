#include "explore/random/survey.h"

#include <string.h>

#include "base/memory.h"

enum { FIRST_SLOTS = 256 };

void survey_free(Survey *survey) {
    for (uint32_t i = 0; i < survey->object_count; i++) memory_free(survey->objects[i].users);
    memory_free(survey->objects);
    memory_free(survey->slots);
    memory_free(survey->contended_objects);
    *survey = (Survey){0};
}

// --- collecting ----------------------------------------------------------------------------------------------

static uint32_t *slot_of(const Survey *survey, uint64_t object) {
    uint32_t mask = survey->slot_count - 1, i = (uint32_t)(chance_mix(object) & mask);
    while (survey->slots[i] && survey->objects[survey->slots[i] - 1].object != object) i = (i + 1) & mask;
    return &survey->slots[i];
}

static void grow(Survey *survey) {
    survey->object_capacity = survey->object_capacity ? survey->object_capacity * 2 : FIRST_SLOTS / 2;
    survey->objects = memory_resize(survey->objects, survey->object_capacity * sizeof *survey->objects);
    survey->slot_count = survey->object_capacity * 2;
    memory_free(survey->slots);
    survey->slots = memory_zeroed(survey->slot_count, sizeof *survey->slots);
    for (uint32_t i = 0; i < survey->object_count; i++) *slot_of(survey, survey->objects[i].object) = i + 1;
}

static SurveyObject *object_of(Survey *survey, uint64_t object) {
    if (survey->object_count == survey->object_capacity) grow(survey);
    uint32_t *slot = slot_of(survey, object);
    if (!*slot) {
        survey->objects[survey->object_count++] = (SurveyObject){.object = object};
        *slot = survey->object_count;
    }
    return &survey->objects[*slot - 1];
}

static SurveyUser *user_of(SurveyObject *object, Actor actor) {
    for (uint32_t i = 0; i < object->user_count; i++)
        if (object->users[i].actor == actor) return &object->users[i];
    if ((object->user_count & (object->user_count + 1)) == 0)
        object->users = memory_resize(object->users, (2 * (size_t)object->user_count + 2) * sizeof *object->users);
    object->users[object->user_count] = (SurveyUser){.actor = actor};
    return &object->users[object->user_count++];
}

static bool counts(const Access *access) { return access->kind != ACCESS_AWAIT; }

bool survey_touches(const Footprint *footprint, uint64_t object) {
    for (uint32_t i = 0; i < footprint->count; i++)
        if (footprint->items[i].object == object && counts(&footprint->items[i])) return true;
    return false;
}

void survey_begin(Survey *survey) {
    for (uint32_t i = 0; i < survey->object_count; i++)
        for (uint32_t j = 0; j < survey->objects[i].user_count; j++) survey->objects[i].users[j].now = 0;
}

void survey_add(Survey *survey, const Run *run) {
    const Footprint *footprint = &run->event.footprint;
    for (uint32_t i = 0; i < footprint->count; i++) {
        const Access *access = &footprint->items[i];
        bool again = false;
        for (uint32_t j = 0; j < i; j++)
            again |= footprint->items[j].object == access->object && counts(&footprint->items[j]);
        if (!counts(access)) continue;
        SurveyUser *user = user_of(object_of(survey, access->object), run->event.actor);
        user->kinds |= (uint16_t)(1 << access->kind);
        if (again) continue;
        if (++user->now > user->count) user->count = user->now;
    }
}

void survey_end(Survey *survey, const Run *run) {
    survey->runs++;
    if (run->length > survey->steps) survey->steps = run->length;
}

// --- what was learned ----------------------------------------------------------------------------------------------

static bool kinds_conflict(unsigned one, unsigned other) {
    for (int i = 0; i < ACCESS_COUNT; i++)
        for (int j = 0; j < ACCESS_COUNT; j++)
            if (one >> i & 1 && other >> j & 1 &&
                access_conflicts((Access){.kind = (AccessKind)i}, (Access){.kind = (AccessKind)j}))
                return true;
    return false;
}

static bool is_contended(const SurveyObject *object) {
    for (uint32_t i = 0; i < object->user_count; i++)
        for (uint32_t j = i + 1; j < object->user_count; j++)
            if (kinds_conflict(object->users[i].kinds, object->users[j].kinds)) return true;
    return false;
}

void survey_finish(Survey *survey) {
    survey->contended_objects = memory_resize(survey->contended_objects, (survey->object_count + 1) * sizeof(uint32_t));
    survey->contended = 0;
    for (uint32_t i = 0; i < survey->object_count; i++)
        if (is_contended(&survey->objects[i])) survey->contended_objects[survey->contended++] = i;
}
