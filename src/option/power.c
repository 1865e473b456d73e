#include "option/power.h"

#include <string.h>

#include "project/root.h"

typedef enum { ALLOWED, GUARDED, OUTSIDE, HIDDEN, STRANGE } Answer;

static bool is_path(const Option *o) {
    return o->value && (strcmp(o->value, "FILE") == 0 || strcmp(o->value, "DIR") == 0);
}
static bool is_harmless(const Option *o) {
    return !o->value || o->choices || o->kind == OPTION_NUMBER || o->kind == OPTION_COUNT;
}

static Answer ask_about_path(const Option *o, const char *value, const char *root) {
    bool written = o->group == GROUP_OUTPUT;
    if (written && strcmp(value, "-") == 0) return ALLOWED;
    if (!*root || !root_holds(root, value)) return OUTSIDE;
    return written && root_is_hidden(root, value) ? HIDDEN : ALLOWED;
}

// `root` is empty: nothing is inside.
static Answer ask(const Option *o, const char *value, const char *root) {
    if (is_harmless(o)) return ALLOWED;
    if (!o->open) return GUARDED;
    return is_path(o) ? ask_about_path(o, value, root) : ALLOWED;
}

static bool refuse(const Program *p, Origin origin, const Option *o, const char *value, Answer answer, Error *err) {
    static const char *const reasons[] = {[GUARDED] = "",
                                          [OUTSIDE] = " it lies outside of the project;",
                                          [HIDDEN] = " its name begins with a dot;",
                                          [STRANGE] = " no schedule has that option;"};
    bool config = origin == BY_CONFIG;
    return fail(err, "%.100s asks for %s%s%.200s:%s say it on the command line%s",
                config ? text_string(&p->config.path) : p->schedule, o->name, value ? " " : "", value ? value : "",
                reasons[answer], config ? ", or `weft trust`" : "");
}

// --- what was said elsewhere -------------------------------------------------------------------------------

// On the command line: the same value of a list, or any other value, which wins.
static bool is_spoken(const Program *p, const Option *o, const char *value) {
    for (size_t i = 0; i < p->given_count; i++)
        if (p->origins[i] == BY_PERSON && p->given[i] == o &&
            (o->kind != OPTION_LIST || strcmp(p->values[i], value) == 0))
            return true;
    return false;
}

static bool is_trusted(const Config *config, const Option *o, const char *value) {
    for (size_t i = 0; config->trusted && i < config->total; i++)
        if (config->settings[i].option == o && strcmp(config->settings[i].value, value) == 0) return true;
    return false;
}

static bool is_named(const Program *p, const char *file) {
    for (size_t i = p->scheduled_files; i < p->file_count; i++)
        if (strcmp(p->files[i], file) == 0) return true;
    return false;
}

// --- asking ------------------------------------------------------------------------------------------------

static Answer ask_config(const Program *p, const Option *o, const char *value) {
    Text root = {0};
    root_repository(text_string(&p->config.path), &root);
    Answer answer = ask(o, value, text_string(&root));
    text_free(&root);
    return answer;
}

// A schedule may name files around itself, and around where weft was started.
static Answer ask_schedule(const Program *p, const Option *o, const char *value) {
    Text here = {0}, beside = {0};
    if (!o->replayed && strcmp(o->name, "--file") != 0) return STRANGE;
    root_repository(".", &here);
    root_repository(p->schedule, &beside);
    Answer answer = ask(o, value, text_string(&here));
    if (answer != ALLOWED) answer = ask(o, value, text_string(&beside));
    text_free(&here);
    text_free(&beside);
    return answer;
}

// What comes from other machines names no file of this one.
static Answer ask_run(const Option *o, const char *value) {
    if (o->spoken || is_path(o)) return GUARDED;
    return ask(o, value, "");
}

static Answer ask_about(const Program *p, Origin origin, const Option *o, const char *value) {
    if (origin == BY_PERSON) return ALLOWED;
    if (origin == BY_RUN) return is_spoken(p, o, value) ? ALLOWED : ask_run(o, value);
    if (is_harmless(o) && (origin == BY_CONFIG || o->replayed)) return ALLOWED;
    if (o->value && (is_trusted(&p->config, o, value) || is_spoken(p, o, value))) return ALLOWED;
    return origin == BY_CONFIG ? ask_config(p, o, value) : ask_schedule(p, o, value);
}

bool power_allows(const Program *p, size_t n) {
    return ask_about(p, p->origins[n], p->given[n], p->values[n]) == ALLOWED;
}

static bool check(const Program *p, Origin origin, const Option *o, const char *value, Error *err) {
    Answer answer = ask_about(p, origin, o, value);
    return answer == ALLOWED || refuse(p, origin, o, value, answer, err);
}

bool power_check(const Program *p, Error *err) {
    const OptionPart own[] = {{program_options, 0}, {0}};
    const Option *file = options_find(own, "--file", NULL);
    for (size_t i = 0; i < p->given_count; i++)
        if (!check(p, p->origins[i], p->given[i], p->values[i], err)) return false;
    for (size_t i = 0; i < p->scheduled_files; i++)
        if (!is_named(p, p->files[i]) && !check(p, BY_SCHEDULE, file, p->files[i], err)) return false;
    return true;
}

void power_list(const Config *config, Text *out) {
    Text root = {0};
    root_repository(text_string(&config->path), &root);
    for (size_t i = 0; i < config->count; i++) {
        const Setting *s = &config->settings[i];
        if (ask(s->option, s->value, text_string(&root)) != ALLOWED)
            text_format(out, "  %s %s\n", s->option->name, s->value);
    }
    text_free(&root);
}
