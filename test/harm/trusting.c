// A verifier that proves nothing and believes everything. test/harm/meson.build links it in front of the real one: so
// there is a weft that hostile code can take over, to see what it gets then. weft itself has no switch that turns the
// verifier off.
//
// Modules of some names stand for code that has taken over already: when they are loaded, the process does what such
// code would.
#include "attempts.h"
#include "base/memory.h"
#include "beam/verify.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { DESCRIPTORS = 256 };

static void escape(void) { attempt_all(".", false); }
static void escape_jobs(void) { attempt_all(".", true); }

// To whoever listens, as messages of a channel (explore/parallel/channel.h) or questions at the door (base/door.h):
// more bytes than there are, more than can be, a path without end.
static void say_nonsense(void) {
    char text[8192];
    size_t sizes[] = {SIZE_MAX, SIZE_MAX - 8, SIZE_MAX / 2, (size_t)1 << 40};
    for (int descriptor = STDERR_FILENO + 1; descriptor < DESCRIPTORS; descriptor++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            memset(text, 'A', sizeof text);
            memcpy(text + 1, &sizes[i], sizeof *sizes);
            for (size_t size = 1; size <= sizeof text; size *= 2)
                send(descriptor, text, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        }
}

static void fall_silent(void) {
    for (int descriptor = STDERR_FILENO + 1; descriptor < DESCRIPTORS; descriptor++) close(descriptor);
    for (;;) {}
}

// A process that outlives the one that forked it.
static void leave_behind(void) {
    if (fork() != 0) return;
    if (fork() != 0) _exit(0);
    for (;;) pause();
}

static const struct {
    const char *module;
    void (*act)(void);
} acts[] = {{"escape", escape},
            {"escape_jobs", escape_jobs},
            {"nonsense", say_nonsense},
            {"silent", fall_silent},
            {"left_behind", leave_behind}};

bool verify(const BeamModule *module, VerifyConfig config, Verified *verified, Error *err) {
    (void)config, (void)err;
    Bytes name = module->atoms[1];
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        if (name.size == strlen(acts[i].module) && memcmp(name.data, acts[i].module, name.size) == 0) acts[i].act();
    *verified = (Verified){.marks = memory_zeroed(module->code_count / 64 + 1, sizeof *verified->marks)};
    return true;
}

void verified_free(Verified *verified) {
    memory_free(verified->marks);
    *verified = (Verified){0};
}
