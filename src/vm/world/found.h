// Found: where a name in the program's file system leads.
#pragma once
#include "base/text.h"
#include "vm/world/file.h"

typedef enum { FOUND_NOTHING, FOUND_INODE, FOUND_HOST } Where;

typedef struct {
    Text path;   // absolute, with the links of the program followed; the caller frees it
    Where where;
    Term identity;   // of an inode
    FileInfo info;   // of what was found
} Found;

// Finding nothing is no error as long as the directory for it is there.
Term found_find(Process *p, const char *name, bool follow, Found *found);
// Where it leads, absolute, as far as the program's own links say; nothing has to be there.
void found_follow(Process *p, const char *name, Text *path);
// Here it is one.
Term found_existing(Process *p, const char *name, bool follow, Found *found);
// What is at found->path, whose links are not followed.
Term found_there(Process *p, bool follow, Found *found);

// Whether names in the directory of a path may come and go.
Term found_check_parent(Process *p, const char *path);
// Directories that are always there.
bool found_is_given(const char *path, bool *writable);

Term found_path(Process *p, const char *path);   // as a key of the file system's map
Term found_error(int code);                      // from errno
