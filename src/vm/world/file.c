#include "vm/world/file.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/words.h"
#include "vm/term/hash.h"
#include "vm/term/map.h"
#include "vm/world/clock.h"
#include "vm/world/found.h"
#include "vm/world/world.h"

enum { FILE_MODE = 0644, DIRECTORY_MODE = 0755 };
enum { USER = 1000 };   // who the program is: owner and group of what it makes

// --- looking --------------------------------------------------------------------------------------------

Term file_info(Process *p, const char *name, bool follow, FileInfo *info) {
    Found found;
    Term error = found_existing(p, name, follow, &found);
    *info = found.info;
    text_free(&found.path);
    return error;
}

const char *file_directory(Process *p) {
    Term directory = p->machine->globals->directory;
    if (!term_is_bitstring(directory)) return world_directory(p->machine->world);
    return (const char *)term_binary_bytes(directory);
}

Term file_set_directory(Process *p, const char *name) {
    Found found;
    Term error = found_existing(p, name, true, &found);
    if (term_is_none(error) && !file_is_directory(&found.info)) error = ATOM(enotdir);
    if (term_is_none(error)) {
        Globals *globals = p->machine->globals;
        store_touch(p->store, globals);
        globals->directory = heap_binary_from(p->heap, found.path.data, found.path.size + 1);   // with the NUL
    }
    text_free(&found.path);
    return error;
}

// --- reading --------------------------------------------------------------------------------------------

// No more than the program could keep.
static Term read_host(Process *p, const char *path, Bytes *bytes) {
    size_t limit = p->machine->config->max_memory ? p->machine->config->max_memory : BYTES_MOST;
    if (host_read(world_host(p->machine->world), path, limit, bytes)) return NO_TERM;
    return errno == EFBIG ? ATOM(enomem) : found_error(errno);
}

static Term read_host_binary(Process *p, const char *path, Term *binary) {
    Bytes bytes;
    Term error = read_host(p, path, &bytes);
    if (!term_is_none(error)) return error;
    bool room = heap_has_room(p->heap, bytes.size / 8 + 3);
    if (room) *binary = heap_binary_from(p->heap, bytes.data, bytes.size);
    memory_free((void *)(uintptr_t)bytes.data);
    return room ? NO_TERM : ATOM(enomem);
}

Term file_read(Process *p, const char *name, Term *binary) {
    Found found;
    Term error = found_existing(p, name, true, &found);
    if (term_is_none(error) && file_is_directory(&found.info)) error = ATOM(eisdir);
    if (term_is_none(error) && !found.info.readable) error = ATOM(eacces);
    if (term_is_none(error) && found.where == FOUND_INODE) {
        Inode inode = inode_get(p, found.identity);
        error = inode_read(p, &inode, 0, inode.size, binary);
    } else if (term_is_none(error)) {
        error = read_host_binary(p, found.path.data, binary);
    }
    text_free(&found.path);
    return error;
}

// --- listing --------------------------------------------------------------------------------------------

static void add_name(Process *p, Words *names, const char *directory, const char *name) {
    Text path = {0};
    text_format(&path, "%s/%s", strcmp(directory, "/") == 0 ? "" : directory, name);
    bool known = !term_is_none(inode_at(p, found_path(p, path.data)));   // deleted, or the program's own
    text_free(&path);
    if (!known) words_push(names, found_path(p, name).bits);
}

typedef struct {
    Process *p;
    Words *names;
    const char *directory;
} Listing;

static void add_listed(void *context, const char *name) {
    const Listing *listing = context;
    add_name(listing->p, listing->names, listing->directory, name);
}

// The host may not have the directory at all; then it was made by the program.
static Term add_host_names(Process *p, Words *names, const char *directory) {
    World *world = p->machine->world;
    View view = world_view(world, directory);
    Text name = {0};
    if (view == VIEW_WAY) {
        for (size_t i = 0; host_way_name(world_host(world), directory, i, &name); i++)
            add_name(p, names, directory, name.data);
        text_free(&name);
    }
    if (view != VIEW_ALL) return NO_TERM;
    Listing listing = {p, names, directory};
    if (host_list(world_host(world), directory, add_listed, &listing)) return NO_TERM;
    return errno == ENOENT || errno == ENOTDIR ? NO_TERM : found_error(errno);
}

static void add_own_names(Process *p, Words *names, const char *directory) {
    size_t skip = strcmp(directory, "/") == 0 ? 0 : strlen(directory);
    Term key, value;
    MapIterator it;
    for (map_iterate(&it, p->machine->globals->files); map_next(&it, &key, &value);) {
        if (!term_is_bitstring(key) || term_is_atom(value)) continue;
        const char *path = (const char *)term_binary_bytes(key);
        size_t size = term_binary_size(key);
        if (size <= skip + 1 || memcmp(path, directory, skip) != 0 || path[skip] != '/') continue;
        if (memchr(path + skip + 1, '/', size - skip - 1)) continue;
        words_push(names, heap_binary_from(p->heap, path + skip + 1, size - skip - 1).bits);
    }
}

static int by_name(const void *a, const void *b) { return term_compare(*(const Term *)a, *(const Term *)b); }

static Term list_of_names(Process *p, Words *names) {
    qsort(names->items, names->count, sizeof(uint64_t), by_name);
    Term list = TERM_NIL;
    for (size_t i = 0; i < names->count; i++) {
        Term name = {names->items[i]};
        if (term_is_nil(list) || !term_equal(term_head(list), name)) list = heap_cons(p->heap, name, list);
    }
    return list;
}

static Term list_found(Process *p, const Found *found, Term *names) {
    if (!file_is_directory(&found->info)) return ATOM(enotdir);
    if (!found->info.readable) return ATOM(eacces);
    Words all;
    words_init(&all);
    add_own_names(p, &all, found->path.data);
    Term error = add_host_names(p, &all, found->path.data);
    if (term_is_none(error)) *names = list_of_names(p, &all);
    words_free(&all);
    return error;
}

Term file_list(Process *p, const char *name, Term *names) {
    Found found;
    Term error = found_existing(p, name, true, &found);
    if (term_is_none(error)) error = list_found(p, &found, names);
    text_free(&found.path);
    return error;
}

// --- the program's own copies ---------------------------------------------------------------------------

static Term host_identity(Process *p, const char *path) {
    Term identity = heap_tuple(p->heap, 1);
    term_elements(identity)[0] = found_path(p, path);
    return identity;
}

// What was found on the host becomes an inode of the program.
static Term copy_host(Process *p, Found *found) {
    if (found->where != FOUND_HOST) return NO_TERM;
    Inode inode = found->info.inode;
    inode.links = 1;
    if (term_same(inode.type, ATOM(regular))) {
        Bytes bytes;
        Term error = read_host(p, found->path.data, &bytes);
        if (!term_is_none(error)) return error;
        int64_t modified = inode.modified, changed = inode.changed;
        inode.contents = map_empty(p->heap);
        inode.size = 0;
        error = inode_write(p, &inode, 0, bytes);
        inode.modified = modified;
        inode.changed = changed;
        memory_free((void *)(uintptr_t)bytes.data);
        if (!term_is_none(error)) return error;
    }
    found->where = FOUND_INODE;
    found->identity = host_identity(p, found->path.data);
    inode_put(p, found->identity, &inode);
    inode_set_path(p, found_path(p, found->path.data), found->identity);
    return NO_TERM;
}

static Term create(Process *p, Found *found, const Inode *inode) {
    Term error = found_check_parent(p, found->path.data);
    if (!term_is_none(error)) return error;
    found->where = FOUND_INODE;
    found->identity = process_new_reference(p);
    inode_put(p, found->identity, inode);
    inode_set_path(p, found_path(p, found->path.data), found->identity);
    return NO_TERM;
}

static Inode own_inode(Process *p, Term type, uint32_t permissions) {
    Inode inode = inode_new(p, type, permissions);
    inode.owner = inode.group = USER;
    if (term_same(type, ATOM(directory))) inode.size = 4096;
    return inode;
}

// --- opening --------------------------------------------------------------------------------------------

static Term check_open(const Found *found, int modes) {
    if ((modes & OPEN_EXCLUSIVE) && found->where != FOUND_NOTHING) return ATOM(eexist);
    if (found->where == FOUND_NOTHING) return modes & OPEN_WRITE ? NO_TERM : ATOM(enoent);
    bool directory = file_is_directory(&found->info);
    if (directory && (modes & OPEN_WRITE)) return ATOM(eisdir);
    if (directory && !(modes & (OPEN_DIRECTORY | OPEN_ANY_TYPE))) return ATOM(eisdir);
    if (!directory && (modes & OPEN_DIRECTORY)) return ATOM(enotdir);
    if ((modes & OPEN_READ) && !found->info.readable) return ATOM(eacces);
    if ((modes & OPEN_WRITE) && !found->info.writable) return ATOM(eacces);
    return NO_TERM;
}

static Term open_found(Process *p, Found *found, int modes) {
    Term error = check_open(found, modes);
    if (!term_is_none(error)) return error;
    if (found->where == FOUND_NOTHING) {
        if (modes & OPEN_DIRECTORY) return ATOM(einval);
        Inode fresh = own_inode(p, ATOM(regular), FILE_MODE);
        error = create(p, found, &fresh);
    } else {
        error = copy_host(p, found);
    }
    if (!term_is_none(error)) return error;
    Inode inode = inode_get(p, found->identity);
    inode.opens++;
    bool empties = (modes & OPEN_WRITE) && !(modes & (OPEN_READ | OPEN_APPEND));
    if (empties && inode.size > 0) inode_truncate(p, &inode, 0);
    inode_put(p, found->identity, &inode);
    return NO_TERM;
}

Term file_open(Process *p, const char *name, int modes, Term *identity) {
    Found found;
    Term error = found_find(p, name, !(modes & OPEN_EXCLUSIVE), &found);
    if (term_is_none(error)) error = open_found(p, &found, modes);
    *identity = found.identity;
    text_free(&found.path);
    return error;
}

Term file_to_change(Process *p, const char *name, Term *identity) {
    Found found;
    Term error = found_existing(p, name, true, &found);
    if (term_is_none(error) && found.where == FOUND_HOST && !found.info.writable) error = ATOM(eperm);
    if (term_is_none(error)) error = copy_host(p, &found);
    *identity = found.identity;
    text_free(&found.path);
    return error;
}

// --- names ----------------------------------------------------------------------------------------------

// The name is no more; the host's file of that name, if there is one, is hidden.
static void forget_name(Process *p, const char *path) {
    DoorInfo ignored;
    bool hides = world_view(p->machine->world, path) == VIEW_ALL &&
                 host_look(world_host(p->machine->world), path, false, &ignored);
    inode_set_path(p, found_path(p, path), hides ? ATOM(deleted) : NO_TERM);
}

static void remove_name(Process *p, const Found *found) {
    if (found->where == FOUND_INODE) {
        Inode inode = inode_get(p, found->identity);
        inode.links--;
        inode.changed = clock_seconds(p);
        inode_put(p, found->identity, &inode);
        inode_drop_if_unused(p, found->identity);
    }
    forget_name(p, found->path.data);
}

// Makes something new under a name that nothing has.
static Term make(Process *p, const char *name, const Inode *inode) {
    Found found;
    Term error = found_find(p, name, false, &found);
    if (term_is_none(error) && found.where != FOUND_NOTHING) error = ATOM(eexist);
    if (term_is_none(error)) error = create(p, &found, inode);
    text_free(&found.path);
    return error;
}

Term file_make_directory(Process *p, const char *name) {
    Inode inode = own_inode(p, ATOM(directory), DIRECTORY_MODE);
    return make(p, name, &inode);
}

Term file_symlink(Process *p, const char *target, const char *name) {
    Inode inode = own_inode(p, ATOM(symlink), 0777);
    inode.contents = found_path(p, target);
    inode.size = strlen(target);
    return target[0] ? make(p, name, &inode) : ATOM(enoent);
}

Term file_read_link(Process *p, const char *name, Term *target) {
    Found found;
    Term error = found_existing(p, name, false, &found);
    if (term_is_none(error) && !term_same(found.info.inode.type, ATOM(symlink))) error = ATOM(einval);
    if (term_is_none(error) && found.where == FOUND_INODE) {
        *target = inode_get(p, found.identity).contents;
    } else if (term_is_none(error)) {
        char text[4096];
        ssize_t size = readlink(found.path.data, text, sizeof text);
        if (size < 0)
            error = found_error(errno);
        else
            *target = heap_binary_from(p->heap, text, (size_t)size);
    }
    text_free(&found.path);
    return error;
}

Term file_delete(Process *p, const char *name) {
    Found found;
    Term error = found_existing(p, name, false, &found);
    if (term_is_none(error) && file_is_directory(&found.info)) error = ATOM(eperm);
    if (term_is_none(error)) error = found_check_parent(p, found.path.data);
    if (term_is_none(error)) remove_name(p, &found);
    text_free(&found.path);
    return error;
}

// Whether the last part of a name is `part`.
static bool ends_with(const char *name, const char *part) {
    size_t end = strlen(name), size = strlen(part);
    while (end > 1 && name[end - 1] == '/') end--;
    if (end < size || strncmp(name + end - size, part, size) != 0) return false;
    return end == size || name[end - size - 1] == '/';
}

static Term check_empty(Process *p, const Found *found) {
    Term names;
    Term error = list_found(p, found, &names);
    if (!term_is_none(error) || term_is_nil(names)) return error;
    return strcmp(found->path.data, file_directory(p)) == 0 ? ATOM(einval) : ATOM(eexist);
}

Term file_delete_directory(Process *p, const char *name) {
    Found found;
    bool given;
    Term error = found_existing(p, name, false, &found);
    if (term_is_none(error) && !file_is_directory(&found.info)) error = ATOM(enotdir);
    if (term_is_none(error) && ends_with(name, ".")) error = ATOM(einval);
    if (term_is_none(error)) error = check_empty(p, &found);
    if (term_is_none(error) && found_is_given(found.path.data, &given)) error = ATOM(eacces);
    if (term_is_none(error)) error = found_check_parent(p, found.path.data);
    if (term_is_none(error)) remove_name(p, &found);
    text_free(&found.path);
    return error;
}

static bool lies_below(const char *path, const char *directory) {
    size_t size = strlen(directory);
    return strncmp(path, directory, size) == 0 && path[size] == '/';
}

static Term check_rename(Process *p, const Found *from, const Found *to) {
    bool directory = file_is_directory(&from->info);
    if (lies_below(to->path.data, from->path.data)) return ATOM(einval);
    // A directory of the host keeps its place, as on other file systems in layers.
    if (directory && from->where == FOUND_HOST) return ATOM(exdev);
    if (to->where != FOUND_NOTHING) {
        if (file_is_directory(&to->info)) {
            if (!directory) return ATOM(eisdir);
            Term error = check_empty(p, to);
            if (!term_is_none(error)) return ATOM(eexist);
        } else if (directory) {
            return ATOM(enotdir);
        }
    }
    Term error = found_check_parent(p, from->path.data);
    return term_is_none(error) ? found_check_parent(p, to->path.data) : error;
}

// Everything below a directory of the program's own moves with it.
static void move_contents(Process *p, const char *from, const char *to) {
    Term key, value;
    MapIterator it;
    for (map_iterate(&it, p->machine->globals->files); map_next(&it, &key, &value);) {
        if (!term_is_bitstring(key)) continue;
        Text path = {0};
        text_add_bytes(&path, term_binary_bytes(key), term_binary_size(key));
        if (lies_below(path.data, from)) {
            forget_name(p, path.data);
            Text moved = {0};
            text_format(&moved, "%s%s", to, path.data + strlen(from));
            if (!term_is_atom(value)) inode_set_path(p, found_path(p, moved.data), value);
            text_free(&moved);
        }
        text_free(&path);
    }
}

static Term rename_found(Process *p, Found *from, Found *to) {
    if (strcmp(from->path.data, to->path.data) == 0) return NO_TERM;
    Term error = check_rename(p, from, to);
    if (term_is_none(error)) error = copy_host(p, from);
    if (!term_is_none(error)) return error;
    if (to->where == FOUND_INODE && term_equal(to->identity, from->identity)) return NO_TERM;
    if (to->where != FOUND_NOTHING) remove_name(p, to);
    forget_name(p, from->path.data);
    inode_set_path(p, found_path(p, to->path.data), from->identity);
    if (file_is_directory(&from->info)) move_contents(p, from->path.data, to->path.data);
    return NO_TERM;
}

// A directory can only be moved by its name in the one above.
static Term check_name(const char *name, const Found *found) {
    if (!ends_with(name, ".") && !ends_with(name, "..")) return NO_TERM;
    if (found->where == FOUND_NOTHING) return ATOM(enoent);
    return file_is_directory(&found->info) ? ATOM(ebusy) : ATOM(enotdir);
}

Term file_rename(Process *p, const char *from_name, const char *to_name) {
    Found from, to = {0};
    Term error = found_existing(p, from_name, false, &from);
    if (term_is_none(error)) error = found_find(p, to_name, false, &to);
    if (term_is_none(error)) error = check_name(from_name, &from);
    if (term_is_none(error)) error = check_name(to_name, &to);
    if (term_is_none(error)) error = rename_found(p, &from, &to);
    if (!term_is_none(error) && strcmp(from_name, "/") == 0) error = ATOM(einval);
    text_free(&from.path);
    text_free(&to.path);
    return error;
}

static Term link_found(Process *p, Found *from, const Found *to) {
    if (to->where != FOUND_NOTHING) return ATOM(eexist);
    if (file_is_directory(&from->info)) return ATOM(eperm);
    Term error = found_check_parent(p, to->path.data);
    if (term_is_none(error)) error = copy_host(p, from);
    if (!term_is_none(error)) return error;
    Inode inode = inode_get(p, from->identity);
    inode.links++;
    inode_put(p, from->identity, &inode);
    inode_set_path(p, found_path(p, to->path.data), from->identity);
    return NO_TERM;
}

Term file_link(Process *p, const char *existing, const char *name) {
    Found from, to = {0};
    Term error = found_existing(p, existing, false, &from);
    if (term_is_none(error)) error = found_find(p, name, false, &to);
    if (term_is_none(error)) error = link_found(p, &from, &to);
    text_free(&from.path);
    text_free(&to.path);
    return error;
}

// --- for the search -------------------------------------------------------------------------------------

static uint64_t object_of_path(Process *p, const char *name, bool parent) {
    Text path = {0};
    world_absolute(&path, file_directory(p), name);
    size_t size = path.size;
    if (parent) size = (size_t)(strrchr(path.data, '/') - path.data);
    uint64_t object = object_of(OBJECT_FILES, hash_bytes(path.data, size ? size : 1), NO_TERM);
    text_free(&path);
    return object;
}

uint64_t file_object(Process *p, const char *name) { return object_of_path(p, name, false); }
uint64_t file_parent_object(Process *p, const char *name) { return object_of_path(p, name, true); }

static bool find_own(Process *p, const char *name, Term *identity, Inode *inode) {
    Text path = {0};
    if (map_count(p->machine->globals->files) == 0) return false;
    world_absolute(&path, file_directory(p), name);
    *identity = inode_at(p, found_path(p, path.data));
    text_free(&path);
    if (term_is_none(*identity) || term_is_atom(*identity)) return false;
    *inode = inode_get(p, *identity);
    return true;
}

bool file_names_object(Process *p, const char *name, uint64_t *object) {
    Term identity;
    Inode inode;
    if (!find_own(p, name, &identity, &inode) || !term_same(inode.type, ATOM(regular)) || inode.links < 2) return false;
    *object = object_of(OBJECT_FILES, 1, identity);
    return true;
}

bool file_is_way(Process *p, const char *name) {
    Term identity;
    Inode inode;
    return find_own(p, name, &identity, &inode) && !term_same(inode.type, ATOM(regular));
}

void file_follow(Process *p, const char *name, Text *path) { found_follow(p, name, path); }
