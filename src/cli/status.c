// weft status: how far a search is that several machines do together.
#include <stdio.h>
#include <string.h>

#include "engine/joint.h"
#include "engine/terminal.h"
#include "option/command.h"

typedef struct {
    Program program;
    Joint joint;
} Status;

static const OptionPart status_options[] = {
    {joint_options, offsetof(Status, joint)},
    {0},
};

// What queue.lua tells, in its order.
typedef enum { CREATED, DONE, TAKEN, OPEN, EXPLORED, IDLE, AGE, STOPPED, FAILED, OVER, FIELDS } Field;

static bool read_fields(const Reply *reply, int64_t fields[FIELDS], Error *err) {
    bool sound = reply->count == FIELDS + 1 && strcmp(text_string(&reply->items[0].text), "status") == 0;
    for (int i = 0; sound && i < FIELDS; i++) {
        sound = reply->items[i + 1].kind == REPLY_NUMBER;
        fields[i] = reply->items[i + 1].number;
    }
    return sound || fail(err, "--queue: the server's answers make no sense");
}

static const char *state_of(const int64_t fields[FIELDS]) {
    if (fields[OVER]) return "done";
    if (fields[FAILED]) return "failed";
    if (fields[STOPPED]) return "ended by an error that was found";
    return fields[TAKEN] ? "under way" : "waiting for workers";
}

static void tell(const char *run, const int64_t fields[FIELDS]) {
    Text text = {0};
    text_format(&text, "run %s: %s\n", run, state_of(fields));
    text_format(&text, "  begun %lld s ago\n", (long long)(fields[AGE] / 1000));
    text_format(&text, "  %lld interleaving%s explored\n", (long long)fields[EXPLORED],
                text_plural((uint64_t)fields[EXPLORED]));
    text_format(&text, "  %lld unit%s: %lld done, %lld being searched, %lld open\n", (long long)fields[CREATED],
                text_plural((uint64_t)fields[CREATED]), (long long)fields[DONE], (long long)fields[TAKEN],
                (long long)fields[OPEN]);
    if (!fields[OVER] && fields[IDLE])
        text_format(&text, "  %lld process%s waiting for a unit\n", (long long)fields[IDLE],
                    fields[IDLE] == 1 ? "" : "es");
    terminal_tell(stdout, &text);
    text_free(&text);
}

static bool look(Joint *joint, Error *err) {
    int64_t fields[FIELDS];
    Bundle bundle;
    Reply *reply = joint_look(joint, false, &bundle, err) ? joint_do(joint, (const char *[]){"status"}, 1, err) : NULL;
    bool sound = reply && read_fields(reply, fields, err);
    if (sound) tell(queue_run(joint->queue), fields);
    reply_free(reply);
    bundle_free(&bundle);
    return sound;
}

static int status(int argc, char **argv) {
    Status s = {.program = {.module = NULL}};
    Error err;
    bool told = options_parse(status_options, &s, argc, argv, &err) &&
                (s.joint.address || fail(&err, "say which run: --queue URL")) && joint_connect(&s.joint, &err) &&
                look(&s.joint, &err);
    if (!told) terminal_trouble(err.text);
    joint_free(&s.joint);
    program_free(&s.program);
    return told ? EXIT_OK : EXIT_UNABLE;
}

const Command command_status = {
    .name = "status",
    .usage = "--queue URL",
    .about = "how far a search is that weft check --queue has begun",
    .help = "Asks the server, and nobody else.\n"
            "Exit status: 0 it has answered, 2 weft could not do it.",
    .example = "status --queue redis://localhost/night",
    .options = status_options,
    .run = status,
};
