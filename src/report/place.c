#include "report/place.h"

#include "base/door.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_here(Place place) {
    char path[PATH_MAX];
    if (!place.file || place.size == 0 || place.size >= sizeof path) return false;
    snprintf(path, sizeof path, "%.*s", (int)place.size, place.file);
    return door_reads(path);
}

Place place_of_step(const StoryStep *step) {
    if (step->user_line && step->user_file.size)   // rather the project's own code
        return (Place){text_string(&step->user_file), step->user_file.size, step->user_line};
    if (!step->line || !step->file.size) return (Place){0};
    return (Place){text_string(&step->file), step->file.size, step->line};
}

// What stands between parentheses, if it is FILE:LINE.
static Place place_between(const char *start, const char *end) {
    const char *colon = end;
    while (colon > start && *colon != ':') colon--;
    uint32_t line = (uint32_t)strtoul(colon + 1, NULL, 10);
    if (colon == start || colon[1 + strspn(colon + 1, "0123456789")] != ')' || !line) return (Place){0};
    return (Place){start, (size_t)(colon - start), line};
}

Place place_in_text(const char *text) {
    for (const char *open = strchr(text, '('); open; open = strchr(open + 1, '(')) {
        const char *close = strchr(open, ')');
        if (!close) break;
        Place place = place_between(open + 1, close);
        if (is_here(place)) return place;
    }
    return (Place){0};
}

// The last step of a process (NULL: of any) that is in a file that is here.
static Place last_place(const Story *story, const char *process) {
    for (uint32_t i = story->length; i > 0; i--) {
        const StoryStep *step = &story->steps[i - 1];
        Place place = place_of_step(step);
        if (process && strcmp(text_string(&step->process), process) != 0) continue;
        if (is_here(place)) return place;
    }
    return (Place){0};
}

Place place_of_finding(const Finding *f) {
    Place place = place_in_text(text_string(&f->details));
    if (!place.file) place = last_place(&f->story, text_string(&f->process));
    if (!place.file) place = last_place(&f->story, NULL);
    return place;
}
