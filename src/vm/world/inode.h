// Inode: a file, directory or symbolic link of the program's own, without its name.
//
// The file system, as far as it differs from the host's, is one persistent map, globals->files:
//
//     path, a binary   => identity of an inode, or `deleted` for what the host has and the program does not
//     identity         => {Type, Mode, Links, Opens, Owner, Group, Accessed, Modified, Changed, Size, Contents}
//
// An identity is a reference of the process that made the file, or {Path} for a file that the host had. The
// contents of a regular file are a map from page number to a binary of at most INODE_PAGE bytes, where
// missing bytes are zeros; so a write costs the pages it touches. Those of a link are its target.
//
// Functions that can fail answer with an atom such as enoent, or NO_TERM when all is well.
#pragma once
#include "base/bytes.h"
#include "vm/run/machine_state.h"

enum { INODE_PAGE = 1024 };

typedef struct {
    Term type;               // regular, directory, symlink, device or other
    uint32_t mode;           // permissions and the bits of the type
    uint32_t links, opens;   // names, and handles
    uint32_t owner, group;
    int64_t accessed, modified, changed;   // seconds since 1970
    uint64_t size;                         // bytes
    Term contents;
} Inode;

// --- the map --------------------------------------------------------------------------------------------
Term inode_at(Process *p, Term path);                     // identity, `deleted` or NO_TERM: ask the host
void inode_set_path(Process *p, Term path, Term value);   // NO_TERM: nothing said about it

Inode inode_get(Process *p, Term identity);
void inode_put(Process *p, Term identity, const Inode *inode);
// Forgets an inode without names and handles.
void inode_drop_if_unused(Process *p, Term identity);

// --- new ones -------------------------------------------------------------------------------------------
Inode inode_new(Process *p, Term type, uint32_t permissions);   // with one name, times of now

// --- contents of regular files --------------------------------------------------------------------------
// Fewer bytes at the end of the file.
Term inode_read(Process *p, const Inode *inode, uint64_t offset, uint64_t size, Term *binary);
Term inode_write(Process *p, Inode *inode, uint64_t offset, Bytes bytes);
void inode_truncate(Process *p, Inode *inode, uint64_t size);
