// Host: the files of the machine that weft runs on, as far as a program may see them: what lies below some roots.
//
// Roots are opened once. Everything else is opened from the descriptor of its root, and no link leads out of them:
// openat2 with RESOLVE_BENEATH sees to that, or a walk by hand, name by name, where the kernel has none, and for links
// that lead from one root into another. All that is not below a root looks as if it did not exist.
//
// Paths are absolute and without "." and "..". A process that is locked in asks at its door (base/door.h).
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "base/bytes.h"
#include "base/door.h"
#include "base/text.h"

typedef struct Host Host;

Host *host_new(void);
void host_free(Host *host);
void host_add_root(Host *host, const char *path);   // it need not exist
// The working directory: it is there, as those on the way to a root are.
void host_be_at(Host *host, const char *path);

void host_walk_by_hand(Host *host);   // as where the kernel has no openat2

// What a program may know of a path.
typedef enum {
    VIEW_NOTHING,   // as if it did not exist
    VIEW_WAY,       // a directory on the way to a root: that it is there, and its part of the way
    VIEW_ALL,       // a root, or below one
} View;
View host_view(const Host *host, const char *path);
// The name of the i-th thing in a VIEW_WAY directory; false: there are no more. Names may repeat.
bool host_way_name(const Host *host, const char *directory, size_t index, Text *name);

// A descriptor for reading, also of a directory; -1 and errno.
int host_open(Host *host, const char *path);
// What is there, or what a link there leads to. False and errno.
bool host_look(Host *host, const char *path, bool follow, DoorInfo *out);
// Reads a regular file of at most `limit` bytes into memory the caller frees. False and errno: EFBIG for a larger one.
bool host_read(Host *host, const char *path, size_t limit, Bytes *out);
// Calls `visit` for each name in a directory but "." and "..", in any order. False and errno.
bool host_list(Host *host, const char *path, void (*visit)(void *context, const char *name), void *context);
