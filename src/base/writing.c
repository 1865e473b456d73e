#define _GNU_SOURCE   // O_TMPFILE
#include "base/writing.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

enum { NEW_MODE = 0666, TRIES = 100 };

static bool refuse(const char *path, Error *err) { return fail(err, "cannot write %s: %s", path, strerror(errno)); }

// The names of descriptors are links that only the kernel can follow.
static bool is_of_kernel(const char *path) { return strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0; }

static bool is_device(const char *path) {
    struct stat info;
    return is_of_kernel(path) || (stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode));
}

static void folder_of(const char *path, char out[PATH_MAX]) {
    const char *slash = strrchr(path, '/');
    snprintf(out, PATH_MAX, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
}

// A name beside that nobody has.
static char *name_beside(const char *path, unsigned number) {
    Text name = {0};
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    text_format(&name, "%.*s.%.200s.%ld-%u.weft", (int)folder, path, path + folder, (long)getpid(), number);
    return name.data;
}

static bool begin_named(Writing *w) {
    for (unsigned i = 0; i < TRIES; i++) {
        w->temporary = name_beside(w->path, i);
        w->descriptor = open(w->temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, NEW_MODE);
        if (w->descriptor >= 0) return true;
        memory_free(w->temporary);
        w->temporary = NULL;
        if (errno != EEXIST) return false;
    }
    return false;
}

// Without a name nothing is left behind, however weft ends. Not every file system can do that.
static bool begin_unnamed(Writing *w) {
    char folder[PATH_MAX];
    folder_of(w->path, folder);
    w->descriptor = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, NEW_MODE);
    return w->descriptor >= 0;
}

// Who may read and write the old one may do so with the new one; nothing that is written becomes a program.
static void keep_mode(const Writing *w) {
    struct stat info;
    if (lstat(w->path, &info) == 0 && S_ISREG(info.st_mode)) (void)!fchmod(w->descriptor, info.st_mode & NEW_MODE);
}

bool writing_begin(Writing *w, const char *path, Error *err) {
    *w = (Writing){.path = memory_text(path), .descriptor = -1, .direct = is_device(path)};
    bool begun;
    if (w->direct)
        begun = (w->descriptor = open(path, O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC)) >= 0;
    else
        begun = begin_unnamed(w) || begin_named(w);
    if (begun && !w->direct) keep_mode(w);
    if (begun) return true;
    refuse(path, err);
    writing_drop(w);
    return false;
}

bool writing_all(int descriptor, const void *bytes, size_t size) {
    for (const char *at = bytes; size > 0;) {
        ssize_t some = write(descriptor, at, size);
        if (some < 0 && errno == EINTR) continue;
        if (some < 0) return false;
        at += some;
        size -= (size_t)some;
    }
    return true;
}

bool writing_add(const Writing *w, const void *bytes, size_t size, Error *err) {
    return writing_all(w->descriptor, bytes, size) || refuse(w->path, err);
}

static bool give_name(Writing *w) {
    char descriptor[64];
    snprintf(descriptor, sizeof descriptor, "/proc/self/fd/%d", w->descriptor);
    for (unsigned i = 0; i < TRIES; i++) {
        w->temporary = name_beside(w->path, i);
        if (linkat(AT_FDCWD, descriptor, AT_FDCWD, w->temporary, AT_SYMLINK_FOLLOW) == 0) return true;
        memory_free(w->temporary);
        w->temporary = NULL;
        if (errno != EEXIST) return false;
    }
    return false;
}

static bool is_on_disk(const Writing *w) {
    int done;
    do done = fsync(w->descriptor);
    while (done != 0 && errno == EINTR);
    return done == 0 || errno == EINVAL || errno == EROFS;
}

bool writing_end(Writing *w, Error *err) {
    bool done = w->direct || (is_on_disk(w) && (w->temporary || give_name(w)) && rename(w->temporary, w->path) == 0);
    if (done) {
        memory_free(w->temporary);
        w->temporary = NULL;
    } else {
        refuse(w->path, err);
    }
    writing_drop(w);
    return done;
}

void writing_drop(Writing *w) {
    if (w->descriptor >= 0) close(w->descriptor);
    if (w->temporary) unlink(w->temporary);
    memory_free(w->temporary);
    memory_free(w->path);
    *w = (Writing){.descriptor = -1};
}

bool writing_put(const char *path, const Text *text, Error *err) {
    Writing w;
    if (!writing_begin(&w, path, err)) return false;
    if (writing_add(&w, text_string(text), text->size, err)) return writing_end(&w, err);
    writing_drop(&w);
    return false;
}
