#define _GNU_SOURCE   // O_PATH
#include "vm/world/host.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/memory.h"
#include "vm/world/world.h"

enum { LINKS_MAX = 40, NOT_OPENED = -1, NOT_THERE = -2 };
enum { READING = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC };   // a pipe is no file, but must not block either

typedef struct {
    char *path;
    int descriptor;
} Root;

struct Host {
    Root *roots;
    size_t count;
    char *here;     // a directory that is there, whatever is in it
    bool by_hand;   // the kernel has no openat2, or it is forbidden
};

Host *host_new(void) { return memory_zeroed(1, sizeof(Host)); }

void host_free(Host *host) {
    for (size_t i = 0; i < host->count; i++) {
        if (host->roots[i].descriptor >= 0) close(host->roots[i].descriptor);
        memory_free(host->roots[i].path);
    }
    memory_free(host->roots);
    memory_free(host->here);
    memory_free(host);
}

void host_add_root(Host *host, const char *path) {
    for (size_t i = 0; i < host->count; i++)
        if (strcmp(host->roots[i].path, path) == 0) return;
    host->roots = memory_resize(host->roots, (host->count + 1) * sizeof *host->roots);
    host->roots[host->count++] = (Root){memory_text(path), NOT_OPENED};
}

void host_be_at(Host *host, const char *path) {
    memory_free(host->here);
    host->here = memory_text(path);
}

void host_walk_by_hand(Host *host) { host->by_hand = true; }

// --- what lies where ------------------------------------------------------------------------------------

// Whether `path` is `directory` or lies below it.
static bool is_below(const char *path, const char *directory) {
    size_t size = strlen(directory);
    if (size == 1 && directory[0] == '/') return true;
    return strncmp(path, directory, size) == 0 && (path[size] == '/' || path[size] == '\0');
}

View host_view(const Host *host, const char *path) {
    View view = host->here && is_below(host->here, path) ? VIEW_WAY : VIEW_NOTHING;
    for (size_t i = 0; i < host->count; i++) {
        if (is_below(path, host->roots[i].path)) return VIEW_ALL;
        if (is_below(host->roots[i].path, path)) view = VIEW_WAY;
    }
    return view;
}

bool host_way_name(const Host *host, const char *directory, size_t index, Text *name) {
    size_t skip = strcmp(directory, "/") == 0 ? 0 : strlen(directory);
    for (size_t i = 0; i < host->count + (host->here != NULL); i++) {
        const char *root = i < host->count ? host->roots[i].path : host->here;
        if (!is_below(root, directory) || root[skip] == '\0' || index-- > 0) continue;
        text_clear(name);
        text_add_bytes(name, root + skip + 1, strcspn(root + skip + 1, "/"));
        return true;
    }
    return false;
}

static int descriptor_of(Root *root) {
    if (root->descriptor == NOT_OPENED) root->descriptor = open(root->path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (root->descriptor < 0) root->descriptor = NOT_THERE;
    return root->descriptor;
}

// The root that a path is below, and the rest of the path from there; NULL: none.
static Root *root_of(Host *host, const char *path, const char **rest) {
    for (size_t i = 0; i < host->count; i++) {
        Root *root = &host->roots[i];
        if (!is_below(path, root->path) || descriptor_of(root) < 0) continue;
        *rest = path + (strcmp(root->path, "/") == 0 ? 0 : strlen(root->path));
        *rest += strspn(*rest, "/");
        return root;
    }
    errno = ENOENT;
    return NULL;
}

// --- opening --------------------------------------------------------------------------------------------

// As the kernel's own header has it, which not every system has.
typedef struct {
    uint64_t flags, mode, resolve;
} OpenHow;

enum { RESOLVE_BENEATH_NO_MAGIC = 0x08 | 0x02 };

static int open_beneath(int root, const char *rest, int flags) {
#ifdef SYS_openat2
    OpenHow how = {.flags = (uint64_t)flags, .resolve = RESOLVE_BENEATH_NO_MAGIC};
    return (int)syscall(SYS_openat2, root, *rest ? rest : ".", &how, sizeof how);
#else
    (void)root, (void)rest, (void)flags;
    errno = ENOSYS;
    return -1;
#endif
}

typedef struct {
    int descriptor;     // of the folder that was reached
    Text path;          // of it
    const char *rest;   // behind it
} Walk;

// Where the link `name` of the folder leads to, with the rest of the path behind it. False: it is no link.
static bool follow(const Walk *walk, const char *name, const char *behind, Text *out) {
    char target[PATH_MAX];
    Text whole = {0};
    ssize_t size = readlinkat(walk->descriptor, name, target, sizeof target - 1);
    if (size < 0) return false;
    text_format(&whole, "%.*s/%s", (int)size, target, behind);
    world_absolute(out, text_string(&walk->path), whole.data);
    text_free(&whole);
    return true;
}

typedef enum { STEP_DONE, STEP_ON, STEP_ELSEWHERE, STEP_FAILED } StepEnd;

static StepEnd open_last(Walk *walk, const char *name, int flags, int *out) {
    *out = openat(walk->descriptor, name, flags | O_NOFOLLOW);
    return *out >= 0 ? STEP_DONE : STEP_FAILED;
}

// One name of the path. A link makes it another path, in `elsewhere`.
static StepEnd step(Walk *walk, int flags, Text *elsewhere, int *out) {
    char name[NAME_MAX + 1];
    size_t size = strcspn(walk->rest, "/");
    const char *behind = walk->rest + size + strspn(walk->rest + size, "/");
    if (size > NAME_MAX) return errno = ENAMETOOLONG, STEP_FAILED;
    memcpy(name, walk->rest, size);
    name[size] = 0;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return errno = EACCES, STEP_FAILED;
    if (!*behind && (flags & O_NOFOLLOW)) return open_last(walk, name, flags, out);
    if (follow(walk, name, behind, elsewhere)) return STEP_ELSEWHERE;
    if (!*behind) return open_last(walk, name, flags, out);
    int next = openat(walk->descriptor, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (next < 0) return STEP_FAILED;
    close(walk->descriptor);
    walk->descriptor = next;
    text_format(&walk->path, "/%s", name);
    walk->rest = behind;
    return STEP_ON;
}

static StepEnd walk_from(const Root *root, const char *rest, int flags, Text *elsewhere, int *out) {
    Walk walk = {.descriptor = openat(root->descriptor, ".", *rest ? O_PATH | O_CLOEXEC : flags), .rest = rest};
    if (walk.descriptor < 0) return STEP_FAILED;
    if (!*rest) return *out = walk.descriptor, STEP_DONE;
    text_add(&walk.path, strcmp(root->path, "/") == 0 ? "" : root->path);
    StepEnd end;
    do end = step(&walk, flags, elsewhere, out);
    while (end == STEP_ON);
    int reason = errno;
    close(walk.descriptor);
    text_free(&walk.path);
    errno = reason;
    return end;
}

// Name by name, and from the root of its target when a link was met.
static int open_by_hand(Host *host, const char *path, int flags) {
    Text here = {0}, elsewhere = {0};
    StepEnd end = STEP_ELSEWHERE;
    int out = -1;
    text_add(&elsewhere, path);
    for (int links = 0; end == STEP_ELSEWHERE; links++) {
        const char *rest;
        text_clear(&here);
        text_add(&here, elsewhere.data);
        Root *root = links <= LINKS_MAX ? root_of(host, here.data, &rest) : NULL;
        if (links > LINKS_MAX) errno = ELOOP;
        end = root ? walk_from(root, rest, flags, &elsewhere, &out) : STEP_FAILED;
    }
    int reason = errno;
    text_free(&here);
    text_free(&elsewhere);
    errno = reason;
    return end == STEP_DONE ? out : -1;
}

static int open_with(Host *host, const char *path, int flags) {
    const char *rest;
    Root *root = root_of(host, path, &rest);
    if (!root) return -1;
    int descriptor = host->by_hand ? -1 : open_beneath(root->descriptor, rest, flags);
    if (descriptor >= 0) return descriptor;
    if (!host->by_hand && (errno == ENOSYS || errno == EPERM)) host->by_hand = true;
    if (host->by_hand || errno == EXDEV || errno == ELOOP || errno == EAGAIN) return open_by_hand(host, path, flags);
    return -1;
}

int host_open(Host *host, const char *path) {
    return door_is_used() ? door_open(path) : open_with(host, path, READING);
}

// --- looking --------------------------------------------------------------------------------------------

bool host_look(Host *host, const char *path, bool follow, DoorInfo *out) {
    if (door_is_used()) return door_look(path, follow, out);
    bool below = host_view(host, path) == VIEW_ALL;
    int descriptor = below ? open_with(host, path, O_PATH | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW)) : -1;
    bool way = !below && host_view(host, path) == VIEW_WAY;
    if (!way && descriptor < 0) return errno = below ? errno : ENOENT, false;
    bool known = (way ? stat(path, &out->info) : fstat(descriptor, &out->info)) == 0;
    if (descriptor >= 0) close(descriptor);
    out->readable = known && access(path, R_OK) == 0;
    out->writable = known && access(path, W_OK) == 0;
    return known;
}

bool host_read(Host *host, const char *path, size_t limit, Bytes *out) {
    int descriptor = host_open(host, path);
    if (descriptor < 0) return false;
    bool read = bytes_read_descriptor(descriptor, limit, out);
    int reason = errno;
    close(descriptor);
    errno = reason;
    return read;
}

bool host_list(Host *host, const char *path, void (*visit)(void *context, const char *name), void *context) {
    int descriptor = host_open(host, path);
    DIR *stream = descriptor < 0 ? NULL : fdopendir(descriptor);
    if (!stream) {
        int reason = errno;
        if (descriptor >= 0) close(descriptor);
        errno = reason;
        return false;
    }
    for (struct dirent *entry; (entry = readdir(stream)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) visit(context, entry->d_name);
    closedir(stream);
    return true;
}
