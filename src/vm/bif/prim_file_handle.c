// prim_file: open files. A handle is a reference; how it stands is {Inode, Position, Modes, Object}, where
// the object is the path it was opened by, as the search knows it.
#include "base/memory.h"
#include "vm/bif/prim_file.h"
#include "vm/term/bits.h"
#include "vm/term/number.h"
#include "vm/world/handle.h"

enum { IDENTITY, POSITION, MODES, OBJECT, FIELDS };

#define POSITION_MAX (INT64_C(1) << 52)

typedef struct {
    Term reference, identity, object;
    uint64_t position;
    int modes;
    Inode inode;
} Handle;

static Term state_of(Process *p, const Handle *handle) {
    return heap_tuple4(p->heap, handle->identity, heap_unsigned(p->heap, handle->position), term_small(handle->modes),
                       handle->object);
}

static void save_position(Process *p, Handle *handle, uint64_t position) {
    if (position == handle->position) return;
    handle->position = position;
    handle_set(p, handle->reference, state_of(p, handle));
}

// False: raised, or *result is {error, einval} for a file that is closed.
static bool get_handle(Process *p, Term reference, Handle *handle, Term *result) {
    if (!term_is_reference(reference)) {
        *result = process_badarg(p);
        return false;
    }
    Term state = handle_get(p, reference, FIELDS);
    if (term_is_none(state)) {
        *result = prim_file_error(p, ATOM(einval));
        return false;
    }
    const Term *fields = term_elements(state);
    *handle = (Handle){reference,
                       fields[IDENTITY],
                       fields[OBJECT],
                       (uint64_t)term_to_small(fields[POSITION]),
                       (int)term_to_small(fields[MODES]),
                       inode_get(p, fields[IDENTITY])};
    return true;
}

static void touches_handle(Process *p, Term reference, AccessKind kind, Footprint *out) {
    Term state = term_is_reference(reference) ? handle_get(p, reference, FIELDS) : NO_TERM;
    if (term_is_none(state)) return;
    uint64_t object;
    if (number_to_uint64(term_elements(state)[OBJECT], &object)) footprint_add(out, object, kind, 0);
}

static void reads_handle(Process *p, const Term *args, Footprint *out) { touches_handle(p, args[0], ACCESS_READ, out); }

static void writes_handle(Process *p, const Term *args, Footprint *out) {
    touches_handle(p, args[0], ACCESS_WRITE, out);
}

// --- opening and closing --------------------------------------------------------------------------------

static int modes_from_list(Term list) {
    static const struct {
        Term name;
        int mode;
    } known[] = {
        {ATOM_INIT(read), OPEN_READ},           {ATOM_INIT(write), OPEN_WRITE},
        {ATOM_INIT(append), OPEN_APPEND},       {ATOM_INIT(exclusive), OPEN_EXCLUSIVE},
        {ATOM_INIT(sync), OPEN_SYNC},           {ATOM_INIT(skip_type_check), OPEN_ANY_TYPE},
        {ATOM_INIT(directory), OPEN_DIRECTORY},
    };
    int modes = 0;
    for (; term_is_cons(list); list = term_tail(list))
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            if (term_same(known[i].name, term_head(list))) modes |= known[i].mode;
    if (modes & (OPEN_APPEND | OPEN_EXCLUSIVE)) modes |= OPEN_WRITE;
    if (!(modes & (OPEN_READ | OPEN_WRITE))) modes |= OPEN_READ;
    return modes;
}

static void opens(Process *p, const Term *args, Footprint *out) {
    prim_file_touches(p, args[0], modes_from_list(args[1]) & OPEN_WRITE, out);
}

static Term prim_file_open_nif_2(Process *p, const Term *args) {
    if (!term_is_list(args[1])) return process_badarg(p);
    Handle handle = {.modes = modes_from_list(args[1])};
    Text path = {0};
    Term error = ATOM(einval);
    if (prim_file_path(args[0], &path)) {
        Text leads = {0};
        file_follow(p, text_string(&path), &leads);
        handle.object = heap_unsigned(p->heap, file_object(p, text_string(&leads)));
        text_free(&leads);
        error = file_open(p, text_string(&path), handle.modes, &handle.identity);
    }
    text_free(&path);
    if (!term_is_none(error)) return prim_file_error(p, error);
    return heap_tuple2(p->heap, ATOM(ok), handle_new(p, state_of(p, &handle)));
}

static Term prim_file_close_nif_1(Process *p, const Term *args) {
    Handle handle;
    Term result;
    if (!get_handle(p, args[0], &handle, &result)) return result;
    handle_close(p, args[0]);
    handle.inode.opens--;
    inode_put(p, handle.identity, &handle.inode);
    inode_drop_if_unused(p, handle.identity);
    return ATOM(ok);
}

// Standard input and the like are no files of the simulated world.
static Term prim_file_file_desc_to_ref_nif_1(Process *p, const Term *args) {
    return term_is_small(args[0]) ? prim_file_error(p, ATOM(ebadf)) : process_badarg(p);
}

static Term prim_file_get_handle_nif_1(Process *p, const Term *args) {
    (void)args;
    return prim_file_error(p, ATOM(enotsup));
}

// --- reading --------------------------------------------------------------------------------------------

// An offset or a size. False: no number at all; *error is einval for one that cannot be either.
static bool get_amount(Term term, int64_t *amount, Term *error) {
    if (!term_is_number(term)) return false;
    if (!number_to_int64(term, amount) || *amount < 0) *error = ATOM(einval);
    return true;
}

static Term check_readable(const Handle *handle) {
    if (!(handle->modes & OPEN_READ)) return ATOM(ebadf);
    return term_same(handle->inode.type, ATOM(directory)) ? ATOM(eisdir) : NO_TERM;
}

static Term read_at(Process *p, Handle *handle, uint64_t offset, uint64_t size, Term *binary) {
    Term error = check_readable(handle);
    return term_is_none(error) ? inode_read(p, &handle->inode, offset, size, binary) : error;
}

static Term data_or_eof(Process *p, Term error, Term binary) {
    if (!term_is_none(error)) return prim_file_error(p, error);
    return term_binary_size(binary) == 0 ? ATOM(eof) : heap_tuple2(p->heap, ATOM(ok), binary);
}

static Term prim_file_read_nif_2(Process *p, const Term *args) {
    Handle handle;
    Term result, binary = TERM_NIL, error = NO_TERM;
    int64_t size;
    if (!get_handle(p, args[0], &handle, &result)) return result;
    if (!get_amount(args[1], &size, &error)) return process_badarg(p);
    if (term_is_none(error)) error = read_at(p, &handle, handle.position, (uint64_t)size, &binary);
    if (term_is_none(error)) save_position(p, &handle, handle.position + term_binary_size(binary));
    return data_or_eof(p, error, binary);
}

static Term prim_file_pread_nif_3(Process *p, const Term *args) {
    Handle handle;
    Term result, binary = TERM_NIL, error = NO_TERM;
    int64_t offset, size;
    if (!get_handle(p, args[0], &handle, &result)) return result;
    if (!get_amount(args[1], &offset, &error) || !get_amount(args[2], &size, &error)) return process_badarg(p);
    if (term_is_none(error)) error = read_at(p, &handle, (uint64_t)offset, (uint64_t)size, &binary);
    return data_or_eof(p, error, binary);
}

// A block that is found through a pointer to it: 32 bits of size, 32 bits of offset.
static Term prim_file_ipread_s32bu_p32bu_nif_3(Process *p, const Term *args) {
    Handle handle;
    Term result, binary, error = NO_TERM;
    int64_t offset, max;
    if (!get_handle(p, args[0], &handle, &result)) return result;
    if (!get_amount(args[1], &offset, &error) || !term_is_number(args[2])) return process_badarg(p);
    if (!number_to_int64(args[2], &max) || max > INT32_MAX) error = ATOM(einval);
    if (term_is_none(error)) error = read_at(p, &handle, (uint64_t)offset, 8, &binary);
    if (!term_is_none(error)) return prim_file_error(p, error);
    if (term_binary_size(binary) < 8) return ATOM(eof);
    uint32_t size = bytes_u32(term_binary_bytes(binary)), at = bytes_u32(term_binary_bytes(binary) + 4);
    if ((int64_t)size > max) return ATOM(eof);
    error = read_at(p, &handle, at, size, &binary);
    if (!term_is_none(error)) return prim_file_error(p, error);
    if (term_binary_size(binary) == 0) binary = ATOM(eof);
    return heap_tuple2(p->heap, ATOM(ok), heap_tuple3(p->heap, term_small(size), term_small(at), binary));
}

static Term prim_file_read_handle_info_nif_1(Process *p, const Term *args) {
    Handle handle;
    Term result;
    FileInfo info;
    if (!get_handle(p, args[0], &handle, &result)) return result;
    file_info_of_inode(handle.identity, &handle.inode, &info);
    return prim_file_info_term(p, &info);
}

// --- writing --------------------------------------------------------------------------------------------

// All binaries of a list, one behind the other. False: it is no such list.
static bool write_all(Process *p, Handle *handle, uint64_t *offset, Term list, Term *error) {
    *error = handle->modes & OPEN_WRITE ? NO_TERM : ATOM(ebadf);
    for (; term_is_cons(list) && term_is_none(*error); list = term_tail(list)) {
        Bytes bytes;
        uint8_t *scratch;
        if (!bits_of_binary(term_head(list), &bytes, &scratch)) return false;
        *error = inode_write(p, &handle->inode, *offset, bytes);
        if (term_is_none(*error)) *offset += bytes.size;
        memory_free(scratch);
    }
    if (!term_is_none(*error)) return true;
    if (!term_is_nil(list)) return false;
    inode_put(p, handle->identity, &handle->inode);
    return true;
}

static Term prim_file_write_nif_2(Process *p, const Term *args) {
    Handle handle;
    Term result, error;
    if (!get_handle(p, args[0], &handle, &result)) return result;
    uint64_t offset = handle.modes & OPEN_APPEND ? handle.inode.size : handle.position;
    if (!write_all(p, &handle, &offset, args[1], &error)) return process_badarg(p);
    if (!term_is_none(error)) return prim_file_error(p, error);
    save_position(p, &handle, offset);
    return ATOM(ok);
}

static Term prim_file_pwrite_nif_3(Process *p, const Term *args) {
    Handle handle;
    Term result, error = NO_TERM;
    int64_t amount;
    if (!get_handle(p, args[0], &handle, &result)) return result;
    if (!get_amount(args[1], &amount, &error)) return process_badarg(p);
    if (!term_is_none(error)) return prim_file_error(p, error);
    uint64_t offset = handle.modes & OPEN_APPEND ? handle.inode.size : (uint64_t)amount;
    if (!write_all(p, &handle, &offset, args[2], &error)) return process_badarg(p);
    return term_is_none(error) ? ATOM(ok) : prim_file_error(p, error);
}

static Term resize(Process *p, Handle *handle, uint64_t size) {
    inode_truncate(p, &handle->inode, size);
    inode_put(p, handle->identity, &handle->inode);
    return ATOM(ok);
}

static Term prim_file_truncate_nif_1(Process *p, const Term *args) {
    Handle handle;
    Term result;
    if (!get_handle(p, args[0], &handle, &result)) return result;
    if (!(handle.modes & OPEN_WRITE)) return prim_file_error(p, ATOM(einval));
    return resize(p, &handle, handle.position);
}

static Term prim_file_allocate_nif_3(Process *p, const Term *args) {
    Handle handle;
    Term result, error = NO_TERM;
    int64_t offset, size;
    if (!get_handle(p, args[0], &handle, &result)) return result;
    if (!get_amount(args[1], &offset, &error) || !get_amount(args[2], &size, &error)) return process_badarg(p);
    if (term_is_none(error) && size == 0) error = ATOM(einval);
    if (term_is_none(error) && !(handle.modes & OPEN_WRITE)) error = ATOM(ebadf);
    if (term_is_none(error) && (offset > POSITION_MAX || size > POSITION_MAX - offset)) error = ATOM(efbig);
    if (!term_is_none(error)) return prim_file_error(p, error);
    uint64_t end = (uint64_t)(offset + size);
    return end > handle.inode.size ? resize(p, &handle, end) : ATOM(ok);
}

// --- positions and advice -------------------------------------------------------------------------------

static Term prim_file_seek_nif_3(Process *p, const Term *args) {
    Handle handle;
    Term result;
    int64_t offset, start;
    if (!get_handle(p, args[0], &handle, &result)) return result;
    if (!number_to_int64(args[2], &offset)) return process_badarg(p);
    if (term_same(args[1], ATOM(bof)))
        start = 0;
    else if (term_same(args[1], ATOM(cur)))
        start = (int64_t)handle.position;
    else if (term_same(args[1], ATOM(eof)))
        start = (int64_t)handle.inode.size;
    else
        return process_badarg(p);
    if (offset < -start || offset > POSITION_MAX - start) return prim_file_error(p, ATOM(einval));
    save_position(p, &handle, (uint64_t)(start + offset));
    return heap_tuple2(p->heap, ATOM(ok), heap_integer(p->heap, start + offset));
}

static Term prim_file_sync_nif_2(Process *p, const Term *args) {
    Handle handle;
    Term result;
    if (!get_handle(p, args[0], &handle, &result)) return result;
    return term_is_small(args[1]) ? ATOM(ok) : process_badarg(p);
}

static Term prim_file_advise_nif_4(Process *p, const Term *args) {
    static const Term known[] = {ATOM_INIT(normal),    ATOM_INIT(random),    ATOM_INIT(sequential),
                                 ATOM_INIT(will_need), ATOM_INIT(dont_need), ATOM_INIT(no_reuse)};
    Handle handle;
    Term result, error = NO_TERM;
    int64_t offset, size;
    if (!get_handle(p, args[0], &handle, &result)) return result;
    if (!get_amount(args[1], &offset, &error) || !get_amount(args[2], &size, &error)) return process_badarg(p);
    for (size_t i = 0; i < sizeof known / sizeof *known && term_is_none(error); i++)
        if (term_same(known[i], args[3])) return ATOM(ok);
    return prim_file_error(p, ATOM(einval));
}

const Bif prim_file_handle_bifs[] = {
    BIF(prim_file, open_nif, 2, opens),
    BIF(prim_file, close_nif, 1, PURE),
    BIF_NAMED("prim_file", "delayed_close_nif", 1, prim_file_close_nif_1, PURE),
    BIF(prim_file, file_desc_to_ref_nif, 1, PURE),
    BIF(prim_file, get_handle_nif, 1, PURE),
    BIF(prim_file, read_nif, 2, reads_handle),
    BIF(prim_file, pread_nif, 3, reads_handle),
    BIF(prim_file, ipread_s32bu_p32bu_nif, 3, reads_handle),
    BIF(prim_file, read_handle_info_nif, 1, reads_handle),
    BIF(prim_file, write_nif, 2, writes_handle),
    BIF(prim_file, pwrite_nif, 3, writes_handle),
    BIF(prim_file, truncate_nif, 1, writes_handle),
    BIF(prim_file, allocate_nif, 3, writes_handle),
    BIF(prim_file, seek_nif, 3, reads_handle),
    BIF(prim_file, sync_nif, 2, PURE),
    BIF(prim_file, advise_nif, 4, PURE),
    {0},
};
