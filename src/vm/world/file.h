// File: the file system a program sees: what it wrote itself, in front of what it may see of the host.
//
// Names are as the program gives them, relative to its working directory, in the bytes of the host.
// Reading a file of the host needs nothing in the machine; opening one puts a copy there. There are a few
// directories that exist for every program: "/tmp" and a home, both empty at the start.
//
// Functions that can fail answer with an atom such as enoent, or NO_TERM when all is well.
#pragma once
#include "vm/world/inode.h"

#define FILE_HOME "/home/user"

typedef struct {
    Inode inode;       // without contents
    uint64_t number;   // the inode number
    uint32_t device;
    bool readable, writable;
} FileInfo;

static inline bool file_is_directory(const FileInfo *info) { return term_same(info->inode.type, ATOM(directory)); }

enum {
    OPEN_READ = 1,
    OPEN_WRITE = 2,
    OPEN_APPEND = 4,
    OPEN_EXCLUSIVE = 8,
    OPEN_SYNC = 16,
    OPEN_ANY_TYPE = 32,
    OPEN_DIRECTORY = 64,
};

Term file_info(Process *p, const char *name, bool follow, FileInfo *info);
void file_info_of_inode(Term identity, const Inode *inode, FileInfo *info);
Term file_read(Process *p, const char *name, Term *binary);
Term file_list(Process *p, const char *name, Term *names);                 // a list of binaries, last name first
Term file_open(Process *p, const char *name, int modes, Term *identity);   // counted in its `opens`

Term file_make_directory(Process *p, const char *name);
Term file_delete(Process *p, const char *name);
Term file_delete_directory(Process *p, const char *name);
Term file_rename(Process *p, const char *from, const char *to);
Term file_link(Process *p, const char *existing, const char *name);
Term file_symlink(Process *p, const char *target, const char *name);
Term file_read_link(Process *p, const char *name, Term *target);

// Changes attributes: finds the inode to change, then inode_put.
Term file_to_change(Process *p, const char *name, Term *identity);

const char *file_directory(Process *p);   // the working directory
Term file_set_directory(Process *p, const char *name);

// What the search must know: an object for each path, and for each file that has several names.
uint64_t file_object(Process *p, const char *name);
uint64_t file_parent_object(Process *p, const char *name);
bool file_names_object(Process *p, const char *name, uint64_t *object);   // false: it has no other name
// Whether other names lead through what has this one: a directory or link of the program's own.
bool file_is_way(Process *p, const char *name);
void file_follow(Process *p, const char *name, Text *path);   // where it leads, absolute
