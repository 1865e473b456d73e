#include "base/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/memory.h"

#define PREFIX "weft-"
#define MARK ".scratch-of-weft"

static const char *place(void) {
    const char *temporary = getenv("TMPDIR");
    return temporary && *temporary ? temporary : "/tmp";
}

static void empty(int folder);

// What is there when weft ends itself, whatever the reason; for other ends there is the next weft.
static struct {
    char path[PATH_MAX];
    int lock;
    pid_t maker;   // 0: nothing is there
} kept;

static void remove_kept(void) {
    if (kept.maker != getpid()) return;
    empty(kept.lock);
    rmdir(kept.path);
    kept.maker = 0;
}

static void keep(const Scratch *scratch) {
    static bool registered;
    snprintf(kept.path, sizeof kept.path, "%s", scratch->path);
    kept.lock = scratch->lock;
    kept.maker = getpid();
    if (!registered) atexit(remove_kept);
    registered = true;
}

// --- removing --------------------------------------------------------------------------------------------

typedef struct {
    uint64_t inode, offset;
    uint16_t size;
    uint8_t kind;
    char name[];
} Entry;   // as the kernel writes it

// The mark last: a folder that is half removed is still known for what it is. Takes no memory, because this is also
// done when there is none.
static void empty(int folder) {
    _Alignas(Entry) char entries[4096];
    long size;
    lseek(folder, 0, SEEK_SET);
    while ((size = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0)
        for (long at = 0; at < size; at += ((const Entry *)(const void *)(entries + at))->size) {
            const Entry *entry = (const void *)(entries + at);
            if (strcmp(entry->name, MARK) != 0) unlinkat(folder, entry->name, 0);
        }
    unlinkat(folder, MARK, 0);
}

// Whether it is a scratch folder of the same user that nobody uses any more.
static bool is_left(int folder) {
    struct stat info;
    return fstat(folder, &info) == 0 && info.st_uid == geteuid() && faccessat(folder, MARK, F_OK, 0) == 0 &&
           flock(folder, LOCK_EX | LOCK_NB) == 0;
}

static void remove_left(void) {
    DIR *stream = opendir(place());
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) != 0) continue;
        int folder = openat(dirfd(stream), entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (folder < 0) continue;
        if (is_left(folder)) {
            empty(folder);
            unlinkat(dirfd(stream), entry->d_name, AT_REMOVEDIR);
        }
        close(folder);
    }
    if (stream) closedir(stream);
}

void scratch_remove(Scratch *scratch) {
    if (!scratch->path) return;
    remove_kept();
    close(scratch->lock);
    memory_free(scratch->path);
    scratch->path = NULL;
}

// --- making ----------------------------------------------------------------------------------------------

// Locked before it is marked, so that nobody takes it for one that is left.
static bool lock_and_mark(Scratch *scratch) {
    scratch->lock = open(scratch->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (scratch->lock < 0) return false;
    int mark = flock(scratch->lock, LOCK_EX) == 0
                   ? openat(scratch->lock, MARK, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)
                   : -1;
    if (mark >= 0) close(mark);
    return mark >= 0;
}

bool scratch_make(Scratch *scratch, Error *err) {
    char template[PATH_MAX];
    remove_left();
    snprintf(template, sizeof template, "%s/" PREFIX "XXXXXX", place());
    if (!mkdtemp(template)) return fail(err, "%s: %s", template, strerror(errno));
    scratch->path = memory_text(template);
    bool made = lock_and_mark(scratch);
    if (!made) fail(err, "%s: %s", template, strerror(errno));
    keep(scratch);
    return made;
}
