#include "vm/world/found.h"

#include <errno.h>
#include <sys/stat.h>

#include "vm/term/hash.h"
#include "vm/term/map.h"
#include "vm/world/clock.h"
#include "vm/world/world.h"

enum { LINKS_MAX = 40 };

Term found_error(int code) {
    switch (code) {
    case EACCES: return ATOM(eacces);
    case ELOOP: return ATOM(eloop);
    case ENAMETOOLONG: return ATOM(enametoolong);
    case ENOTDIR: return ATOM(enotdir);
    case EPERM: return ATOM(eperm);
    case EISDIR: return ATOM(eisdir);
    case ENOENT: return ATOM(enoent);
    default: return ATOM(eio);
    }
}

Term found_path(Process *p, const char *path) { return heap_binary_from(p->heap, path, strlen(path)); }

// --- attributes -----------------------------------------------------------------------------------------

void file_info_of_inode(Term identity, const Inode *inode, FileInfo *info) {
    *info = (FileInfo){.inode = *inode, .number = term_hash(identity) >> 32};
    info->readable = inode->mode & 0400;
    info->writable = inode->mode & 0200;
}

static void info_of_host(const struct stat *stat, FileInfo *info) {
    mode_t mode = stat->st_mode;
    *info = (FileInfo){
        .inode =
            {
                .type = S_ISREG(mode)                    ? ATOM(regular)
                        : S_ISDIR(mode)                  ? ATOM(directory)
                        : S_ISLNK(mode)                  ? ATOM(symlink)
                        : S_ISCHR(mode) || S_ISBLK(mode) ? ATOM(device)
                                                         : ATOM(other),
                .mode = mode,
                .links = (uint32_t)stat->st_nlink,
                .owner = stat->st_uid,
                .group = stat->st_gid,
                .accessed = stat->st_mtime,   // the host changes it by the way
                .modified = stat->st_mtime,
                .changed = stat->st_ctime,
                .size = (uint64_t)stat->st_size,
                .contents = TERM_NIL,
            },
        .number = stat->st_ino,
        .device = (uint32_t)stat->st_dev,
    };
}

// --- finding --------------------------------------------------------------------------------------------

bool found_is_given(const char *path, bool *writable) {
    *writable = strcmp(path, "/tmp") == 0 || strcmp(path, FILE_HOME) == 0;
    return *writable || strcmp(path, "/") == 0 || strcmp(path, "/home") == 0;
}

static void find_given(bool writable, FileInfo *info) {
    Inode inode = {
        .type = ATOM(directory), .mode = writable ? 041777 : 040755, .links = 2, .size = 4096, .contents = TERM_NIL};
    inode.accessed = inode.modified = inode.changed = CLOCK_EPOCH / CLOCK_SECOND;
    file_info_of_inode(TERM_NIL, &inode, info);
    info->writable = writable;
}

static Term find_on_host(Process *p, bool follow, Found *found) {
    const char *path = found->path.data;
    View view = world_view(p->machine->world, path);
    bool writable;
    if (view != VIEW_ALL && found_is_given(path, &writable)) {
        find_given(writable, &found->info);
        found->where = FOUND_HOST;
        return NO_TERM;
    }
    DoorInfo known;
    if (view == VIEW_NOTHING) return NO_TERM;
    if (!host_look(world_host(p->machine->world), path, follow, &known))
        return errno == ENOENT || errno == ENOTDIR ? NO_TERM : found_error(errno);
    info_of_host(&known.info, &found->info);
    found->info.readable = known.readable;
    found->info.writable = known.writable;
    found->where = FOUND_HOST;
    return NO_TERM;
}

// What is at found->path.
Term found_there(Process *p, bool follow, Found *found) {
    found->where = FOUND_NOTHING;
    Term value = inode_at(p, found_path(p, found->path.data));
    if (term_is_none(value)) return find_on_host(p, follow, found);
    if (term_same(value, ATOM(deleted))) return NO_TERM;
    Inode inode = inode_get(p, value);
    file_info_of_inode(value, &inode, &found->info);
    found->identity = value;
    found->where = FOUND_INODE;
    return NO_TERM;
}

// Replaces the first link of the program's own on the way; false when there is none.
static bool follow_link(Process *p, Text *path, bool last_too) {
    for (size_t end = 1; end <= path->size; end++) {
        if (end < path->size && path->data[end] != '/') continue;
        if (end == path->size && !last_too) return false;
        Term value = inode_at(p, heap_binary_from(p->heap, path->data, end));
        if (term_is_none(value) || term_is_atom(value)) continue;
        Inode inode = inode_get(p, value);
        if (!term_same(inode.type, ATOM(symlink))) continue;
        Text target = {0}, absolute = {0};
        text_add_bytes(&target, term_binary_bytes(inode.contents), term_binary_size(inode.contents));
        text_add(&target, path->data + end);
        while (path->data[end - 1] != '/') end--;
        path->data[end] = '\0';
        world_absolute(&absolute, path->data, target.data);
        text_free(&target);
        text_free(path);
        *path = absolute;
        return true;
    }
    return false;
}

// Why nothing can be at a path: enotdir when a part of the way is no directory; NO_TERM when all of
// it is there.
static Term check_way(Process *p, const char *path) {
    Found parent = {0};
    Term error = NO_TERM;
    text_add(&parent.path, path);
    for (bool nearest = true;; nearest = false) {
        char *slash = strrchr(parent.path.data, '/');
        parent.path.size = slash == parent.path.data ? 1 : (size_t)(slash - parent.path.data);
        parent.path.data[parent.path.size] = '\0';
        error = found_there(p, true, &parent);
        if (!term_is_none(error)) break;
        if (parent.where == FOUND_NOTHING && parent.path.size > 1) continue;
        if (parent.where == FOUND_NOTHING || !file_is_directory(&parent.info))
            error = ATOM(enotdir);
        else if (!nearest)
            error = ATOM(enoent);
        break;
    }
    text_free(&parent.path);
    return error;
}

void found_follow(Process *p, const char *name, Text *path) {
    world_absolute(path, file_directory(p), name);
    if (map_count(p->machine->globals->files) == 0) return;
    for (int links = 0; links < LINKS_MAX && follow_link(p, path, true); links++) continue;
}

Term found_find(Process *p, const char *name, bool follow, Found *found) {
    *found = (Found){0};
    if (name[0] == '\0') return ATOM(enoent);
    world_absolute(&found->path, file_directory(p), name);
    bool directory = name[strlen(name) - 1] == '/';
    if (map_count(p->machine->globals->files) > 0)
        for (int links = 0; follow_link(p, &found->path, follow || directory); links++)
            if (links == LINKS_MAX) return ATOM(eloop);
    Term error = found_there(p, follow, found);
    if (term_is_none(error) && found->where == FOUND_NOTHING) error = check_way(p, found->path.data);
    if (term_is_none(error) && directory && found->where != FOUND_NOTHING && !file_is_directory(&found->info))
        error = ATOM(enotdir);
    return error;
}

Term found_existing(Process *p, const char *name, bool follow, Found *found) {
    Term error = found_find(p, name, follow, found);
    return term_is_none(error) && found->where == FOUND_NOTHING ? ATOM(enoent) : error;
}

Term found_check_parent(Process *p, const char *path) {
    Found parent = {0};
    text_add_bytes(&parent.path, path, (size_t)(strrchr(path, '/') - path));
    if (parent.path.size == 0) text_add_char(&parent.path, '/');
    Term error = found_there(p, true, &parent);
    text_free(&parent.path);
    if (!term_is_none(error)) return error;
    return parent.info.writable ? NO_TERM : ATOM(eacces);
}
