#include "engine/follower.h"

#include <ctype.h>
#include <string.h>

#include "explore/witness/lineage.h"

enum { NEW_STEPS_MAX = 100 };   // on the way to one that is known

typedef struct {
    Stage *stage;
    const ScheduleFile *file;
    Lineage then, now;   // who took part when the schedule was written, and who does
    Text name;           // scratch
} Follower;

static void read_lineage(const ScheduleFile *file, Lineage *out) {
    for (size_t i = 0; i < file->count; i++) {
        if (!file->lines[i].value || strcmp(file->lines[i].word, "process") != 0) continue;
        Text name = {0};
        const char *value = file->lines[i].value;
        size_t size = strcspn(value, " ");
        text_add_bytes(&name, value, size);
        lineage_add(out, text_string(&name), value + size + strspn(value + size, " "));
        text_free(&name);
    }
}

// Who is meant, and can act.
static bool find_actor(Follower *f, const char *name, Actor *actor) {
    lineage_look(&f->now, f->stage->machine, &f->stage->cast);
    if (!lineage_translate(&f->then, &f->now, name, &f->name)) return false;
    return stage_find(f->stage, text_string(&f->name), f->name.size, actor);
}

// --- what is done ------------------------------------------------------------------------------------------

static bool is_number(char c) { return isdigit((unsigned char)c) || c == '.'; }

// Numbers do not count: processes, references and funs have them, and they change with the program.
static bool is_same_action(const char *a, const char *b) {
    for (;; a++, b++) {
        while (is_number(*a)) a++;
        while (is_number(*b)) b++;
        bool blank = (*a == ' ' || *a == '\n' || *a == '\r') && (*b == ' ' || *b == '\n' || *b == '\r');
        if (!blank && *a != *b) return false;
        if (!*a) return true;
    }
}

static bool is_about_to(Follower *f, Actor actor, const char *what) {
    Description description;
    machine_describe(f->stage->machine, actor, &description);
    bool same = is_same_action(text_string(&description.what), what);
    description_free(&description);
    return same;
}

// Whether what the actor is about to do comes in a later line of it.
static bool comes_later(Follower *f, size_t line, Actor actor) {
    const ScheduleLine *lines = f->file->lines;
    for (size_t i = line + 1; i < f->file->count; i++) {
        if (lines[i].value || !lines[i].comment || strcmp(lines[i].word, lines[line].word) != 0) continue;
        if (is_about_to(f, actor, lines[i].comment)) return true;
    }
    return false;
}

// False: the line is left out.
static bool follow_line(Follower *f, size_t line) {
    const ScheduleLine *wanted = &f->file->lines[line];
    Actor actor;
    for (int i = 0; i < NEW_STEPS_MAX && find_actor(f, wanted->word, &actor); i++) {
        bool known = !wanted->comment || is_about_to(f, actor, wanted->comment);
        if (!known && comes_later(f, line, actor)) return false;
        stage_step(f->stage, actor);
        if (known) return true;
    }
    return false;
}

uint32_t follower_run(Stage *stage, const ScheduleFile *file) {
    Follower f = {.stage = stage, .file = file};
    uint32_t left_out = 0;
    read_lineage(file, &f.then);
    machine_tell(stage->machine, true);   // what a process began with
    for (size_t i = 0; i < file->count; i++)
        if (!file->lines[i].value) left_out += !follow_line(&f, i);
    machine_tell(stage->machine, false);
    lineage_free(&f.then);
    lineage_free(&f.now);
    text_free(&f.name);
    return left_out;
}
