// prim_file: names and attributes of files. What is done with open ones is in prim_file_handle.c.
//
// These are the functions at the bottom of the modules file and prim_file. Paths come as binaries
// with a NUL at the end; {error, Reason} has the name of the system's error.
#include "vm/bif/prim_file.h"

#include "base/memory.h"
#include "vm/term/bits.h"
#include "vm/term/number.h"
#include "vm/term/unicode.h"
#include "vm/world/filename.h"

Term prim_file_error(Process *p, Term reason) { return heap_tuple2(p->heap, ATOM(error), reason); }

// ok, or the error.
static Term done(Process *p, Term reason) { return term_is_none(reason) ? ATOM(ok) : prim_file_error(p, reason); }

static Term done_with(Process *p, Term reason, Term value) {
    return term_is_none(reason) ? heap_tuple2(p->heap, ATOM(ok), value) : prim_file_error(p, reason);
}

bool prim_file_path(Term binary, Text *path) {
    Bytes bytes;
    uint8_t *scratch;
    if (!bits_of_binary(binary, &bytes, &scratch)) return false;
    size_t size = 0;
    while (size < bytes.size && bytes.data[size] != 0) size++;
    size_t end = size;
    while (end < bytes.size && bytes.data[end] == 0) end++;
    bool good = end == bytes.size && end > size;
    if (good) text_add_bytes(path, bytes.data, size);
    memory_free(scratch);
    return good;
}

// --- footprints -----------------------------------------------------------------------------------------

static uint64_t directory_object(void) { return object_of(OBJECT_FILES, 0, ATOM(directory)); }

// What names lead to: links, and directories that move with all that is in them.
static uint64_t ways_object(void) { return object_of(OBJECT_FILES, 0, ATOM(symlink)); }

static void touch_name(Process *p, const char *name, bool writes, Footprint *out) {
    uint64_t file;
    AccessKind kind = writes ? ACCESS_WRITE : ACCESS_READ;
    footprint_add_once(out, file_object(p, name), kind, 0);
    if (writes) footprint_add_once(out, file_parent_object(p, name), ACCESS_PART_WRITE, 0);
    if (file_names_object(p, name, &file)) footprint_add_once(out, file, kind, 0);
}

void prim_file_touches(Process *p, Term binary, bool writes, Footprint *out) {
    Text path = {0}, leads = {0};
    if (prim_file_path(binary, &path)) {
        const char *name = text_string(&path);
        file_follow(p, name, &leads);
        footprint_add_once(out, ways_object(), ACCESS_READ, 0);
        touch_name(p, name, writes, out);
        touch_name(p, text_string(&leads), writes, out);
        if (name[0] != '/') footprint_add_once(out, directory_object(), ACCESS_READ, 0);
    }
    text_free(&path);
    text_free(&leads);
}

static void touch_way(Process *p, Term binary, Footprint *out) {
    Text path = {0};
    if (prim_file_path(binary, &path) && file_is_way(p, text_string(&path)))
        footprint_add(out, ways_object(), ACCESS_WRITE, 0);
    text_free(&path);
}

static void reads_path(Process *p, const Term *args, Footprint *out) { prim_file_touches(p, args[0], false, out); }

static void writes_path(Process *p, const Term *args, Footprint *out) { prim_file_touches(p, args[0], true, out); }

static void writes_both(Process *p, const Term *args, Footprint *out) {
    prim_file_touches(p, args[0], true, out);
    prim_file_touches(p, args[1], true, out);
}

static void renames(Process *p, const Term *args, Footprint *out) {
    writes_both(p, args, out);
    touch_way(p, args[0], out);
    touch_way(p, args[1], out);
}

static void deletes(Process *p, const Term *args, Footprint *out) {
    writes_path(p, args, out);
    touch_way(p, args[0], out);
}

static void makes_link(Process *p, const Term *args, Footprint *out) {
    prim_file_touches(p, args[1], true, out);
    footprint_add(out, ways_object(), ACCESS_WRITE, 0);
}

static void reads_directory(Process *p, const Term *args, Footprint *out) {
    (void)p, (void)args;
    footprint_add(out, directory_object(), ACCESS_READ, 0);
}

static void writes_directory(Process *p, const Term *args, Footprint *out) {
    prim_file_touches(p, args[0], false, out);
    footprint_add(out, directory_object(), ACCESS_WRITE, 0);
}

// --- attributes -----------------------------------------------------------------------------------------

Term prim_file_info_term(Process *p, const FileInfo *info) {
    Term tuple = heap_tuple(p->heap, 14);
    Term access = info->readable && info->writable ? ATOM(read_write)
                  : info->readable                 ? ATOM(read)
                  : info->writable                 ? ATOM(write)
                                                   : ATOM(none);
    const Inode *inode = &info->inode;
    const Term fields[] = {
        ATOM(file_info),
        heap_unsigned(p->heap, inode->size),
        inode->type,
        access,
        heap_integer(p->heap, inode->accessed),
        heap_integer(p->heap, inode->modified),
        heap_integer(p->heap, inode->changed),
        term_small(inode->mode),
        term_small(inode->links),
        term_small(info->device),
        term_small(0),
        term_small((uint32_t)info->number),
        term_small(inode->owner),
        term_small(inode->group),
    };
    memcpy(term_elements(tuple), fields, sizeof fields);
    return tuple;
}

static Term prim_file_read_info_nif_2(Process *p, const Term *args) {
    Text path = {0};
    FileInfo info;
    if (!term_is_small(args[1])) return process_badarg(p);
    Term error = ATOM(einval);
    if (prim_file_path(args[0], &path)) error = file_info(p, text_string(&path), term_to_small(args[1]) != 0, &info);
    text_free(&path);
    return term_is_none(error) ? prim_file_info_term(p, &info) : prim_file_error(p, error);
}

static Term change(Process *p, Term name, const int64_t *values, void (*set)(Inode *, const int64_t *)) {
    Text path = {0};
    Term identity, error = ATOM(einval);
    if (prim_file_path(name, &path)) error = file_to_change(p, text_string(&path), &identity);
    text_free(&path);
    if (!term_is_none(error)) return prim_file_error(p, error);
    Inode inode = inode_get(p, identity);
    set(&inode, values);
    inode_put(p, identity, &inode);
    return ATOM(ok);
}

static void set_permissions(Inode *inode, const int64_t *values) {
    const uint32_t mask = 06777;
    inode->mode = (inode->mode & ~mask) | ((uint32_t)values[0] & mask);
}

static Term prim_file_set_permissions_nif_2(Process *p, const Term *args) {
    int64_t mode;
    if (!number_to_int64(args[1], &mode) || mode < 0 || mode > UINT32_MAX) return process_badarg(p);
    return change(p, args[0], &mode, set_permissions);
}

static void set_owner(Inode *inode, const int64_t *values) {
    if (values[0] >= 0) inode->owner = (uint32_t)values[0];
    if (values[1] >= 0) inode->group = (uint32_t)values[1];
}

static Term prim_file_set_owner_nif_3(Process *p, const Term *args) {
    int64_t values[2];
    for (int i = 0; i < 2; i++)
        if (!number_to_int64(args[i + 1], &values[i]) || values[i] > INT32_MAX || values[i] < INT32_MIN)
            return process_badarg(p);
    return change(p, args[0], values, set_owner);
}

static void set_times(Inode *inode, const int64_t *values) {
    inode->accessed = values[0];
    inode->modified = values[1];
}

static Term prim_file_set_time_nif_4(Process *p, const Term *args) {
    int64_t values[3];
    for (int i = 0; i < 3; i++)
        if (!number_to_int64(args[i + 1], &values[i]) || !small_fits(values[i])) return process_badarg(p);
    return change(p, args[0], values, set_times);
}

// --- whole files and directories ------------------------------------------------------------------------

static Term prim_file_read_file_nif_1(Process *p, const Term *args) {
    Text path = {0};
    Term binary = TERM_NIL, error = ATOM(einval);
    if (prim_file_path(args[0], &path)) error = file_read(p, text_string(&path), &binary);
    text_free(&path);
    return done_with(p, error, binary);
}

static Term prim_file_list_dir_nif_1(Process *p, const Term *args) {
    Text path = {0};
    Term names = TERM_NIL, error = ATOM(einval);
    if (prim_file_path(args[0], &path)) error = file_list(p, text_string(&path), &names);
    text_free(&path);
    return done_with(p, error, names);
}

static Term prim_file_read_link_nif_1(Process *p, const Term *args) {
    Text path = {0};
    Term target = TERM_NIL, error = ATOM(einval);
    if (prim_file_path(args[0], &path)) error = file_read_link(p, text_string(&path), &target);
    text_free(&path);
    return done_with(p, error, target);
}

static Term with_path(Process *p, Term name, Term (*act)(Process *, const char *)) {
    Text path = {0};
    Term error = ATOM(einval);
    if (prim_file_path(name, &path)) error = act(p, text_string(&path));
    text_free(&path);
    return done(p, error);
}

static Term with_paths(Process *p, const Term *names, Term (*act)(Process *, const char *, const char *)) {
    Text a = {0}, b = {0};
    Term error = ATOM(einval);
    if (prim_file_path(names[0], &a) && prim_file_path(names[1], &b)) error = act(p, text_string(&a), text_string(&b));
    text_free(&a);
    text_free(&b);
    return done(p, error);
}

static Term prim_file_make_dir_nif_1(Process *p, const Term *args) {
    return with_path(p, args[0], file_make_directory);
}

static Term prim_file_del_file_nif_1(Process *p, const Term *args) { return with_path(p, args[0], file_delete); }

static Term prim_file_del_dir_nif_1(Process *p, const Term *args) {
    return with_path(p, args[0], file_delete_directory);
}

static Term prim_file_set_cwd_nif_1(Process *p, const Term *args) { return with_path(p, args[0], file_set_directory); }

static Term prim_file_rename_nif_2(Process *p, const Term *args) { return with_paths(p, args, file_rename); }
static Term prim_file_make_hard_link_nif_2(Process *p, const Term *args) { return with_paths(p, args, file_link); }

static Term prim_file_make_soft_link_nif_2(Process *p, const Term *args) { return with_paths(p, args, file_symlink); }

static Term prim_file_get_cwd_nif_0(Process *p, const Term *args) {
    (void)args;
    const char *directory = file_directory(p);
    return done_with(p, NO_TERM, heap_binary_from(p->heap, directory, strlen(directory)));
}

// Drives and short names are for Windows.
static Term not_here(Process *p, const Term *args) {
    (void)args;
    return prim_file_error(p, ATOM(enotsup));
}

// --- names ----------------------------------------------------------------------------------------------

static Term prim_file_internal_name2native_1(Process *p, const Term *args) {
    Text text = {0};
    bool good = filename_add_any(&text, args[0]);
    Term binary = good ? heap_binary_from(p->heap, text_string(&text), text.size + 1) : NO_TERM;
    text_free(&text);
    return good ? binary : process_badarg(p);
}

static Term native_to_name(Process *p, Term binary, bool raises) {
    Bytes bytes;
    uint8_t *scratch;
    if (!bits_of_binary(binary, &bytes, &scratch)) return process_badarg(p);
    Term name = NO_TERM;
    if (unicode_count_utf8(bytes.data, bytes.size) >= 0)
        name = unicode_list_from_utf8(p->heap, bytes.data, bytes.size, TERM_NIL);
    memory_free(scratch);
    if (!term_is_none(name)) return name;
    return raises ? process_badarg(p) : prim_file_error(p, ATOM(warning));
}

static Term prim_file_internal_native2name_1(Process *p, const Term *args) { return native_to_name(p, args[0], false); }

// Only systems that store names taken apart put letters and their accents together again.
static Term prim_file_internal_normalize_utf8_1(Process *p, const Term *args) {
    return native_to_name(p, args[0], true);
}

static Term prim_file_is_translatable_1(Process *p, const Term *args) {
    Bytes bytes;
    uint8_t *scratch;
    if (!bits_of_binary(args[0], &bytes, &scratch)) return process_badarg(p);
    bool good = unicode_count_utf8(bytes.data, bytes.size) >= 0;
    memory_free(scratch);
    return process_boolean(good);
}

const Bif prim_file_bifs[] = {
    BIF(prim_file, read_info_nif, 2, reads_path),
    BIF(prim_file, set_permissions_nif, 2, writes_path),
    BIF(prim_file, set_owner_nif, 3, writes_path),
    BIF(prim_file, set_time_nif, 4, writes_path),
    BIF(prim_file, read_file_nif, 1, reads_path),
    BIF(prim_file, list_dir_nif, 1, reads_path),
    BIF(prim_file, read_link_nif, 1, reads_path),
    BIF(prim_file, make_dir_nif, 1, writes_path),
    BIF(prim_file, del_file_nif, 1, deletes),
    BIF(prim_file, del_dir_nif, 1, writes_path),
    BIF(prim_file, rename_nif, 2, renames),
    BIF(prim_file, make_hard_link_nif, 2, writes_both),
    BIF(prim_file, make_soft_link_nif, 2, makes_link),
    BIF(prim_file, get_cwd_nif, 0, reads_directory),
    BIF(prim_file, set_cwd_nif, 1, writes_directory),
    BIF_NAMED("prim_file", "get_device_cwd_nif", 1, not_here, PURE),
    BIF_NAMED("prim_file", "altname_nif", 1, not_here, PURE),
    BIF(prim_file, internal_name2native, 1, PURE),
    BIF(prim_file, internal_native2name, 1, PURE),
    BIF(prim_file, internal_normalize_utf8, 1, PURE),
    BIF(prim_file, is_translatable, 1, PURE),
    {0},
};
