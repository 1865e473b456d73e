#include "vm/world/inode.h"

#include "vm/term/map.h"
#include "vm/world/clock.h"

enum { TYPE, MODE, LINKS, OPENS, OWNER, GROUP, ACCESSED, MODIFIED, CHANGED, SIZE, CONTENTS, FIELDS };

#define SIZE_LIMIT (UINT64_C(1) << 50)   // of one file; beyond it writes fail as on a disk

// --- the map --------------------------------------------------------------------------------------------

static Term files_of(Process *p) { return p->machine->globals->files; }

static void set_files(Process *p, Term files) {
    Globals *globals = p->machine->globals;
    store_touch(p->store, globals);
    globals->files = files;
}

Term inode_at(Process *p, Term path) { return map_get(files_of(p), path); }

void inode_set_path(Process *p, Term path, Term value) {
    Term files = files_of(p);
    set_files(p, term_is_none(value) ? map_remove(p->heap, files, path) : map_put(p->heap, files, path, value));
}

static int64_t number(Term field) { return term_to_small(field); }

Inode inode_get(Process *p, Term identity) {
    const Term *f = term_elements(map_get(files_of(p), identity));
    return (Inode){
        .type = f[TYPE],
        .mode = (uint32_t)number(f[MODE]),
        .links = (uint32_t)number(f[LINKS]),
        .opens = (uint32_t)number(f[OPENS]),
        .owner = (uint32_t)number(f[OWNER]),
        .group = (uint32_t)number(f[GROUP]),
        .accessed = number(f[ACCESSED]),
        .modified = number(f[MODIFIED]),
        .changed = number(f[CHANGED]),
        .size = (uint64_t)number(f[SIZE]),
        .contents = f[CONTENTS],
    };
}

void inode_put(Process *p, Term identity, const Inode *inode) {
    Term tuple = heap_tuple(p->heap, FIELDS);
    Term *f = term_elements(tuple);
    f[TYPE] = inode->type;
    f[MODE] = term_small(inode->mode);
    f[LINKS] = term_small(inode->links);
    f[OPENS] = term_small(inode->opens);
    f[OWNER] = term_small(inode->owner);
    f[GROUP] = term_small(inode->group);
    f[ACCESSED] = term_small(inode->accessed);
    f[MODIFIED] = term_small(inode->modified);
    f[CHANGED] = term_small(inode->changed);
    f[SIZE] = term_small((int64_t)inode->size);
    f[CONTENTS] = inode->contents;
    set_files(p, map_put(p->heap, files_of(p), identity, tuple));
}

void inode_drop_if_unused(Process *p, Term identity) {
    Inode inode = inode_get(p, identity);
    if (inode.links == 0 && inode.opens == 0) set_files(p, map_remove(p->heap, files_of(p), identity));
}

Inode inode_new(Process *p, Term type, uint32_t permissions) {
    int64_t now = clock_seconds(p);
    bool regular = term_same(type, ATOM(regular)), link = term_same(type, ATOM(symlink));
    return (Inode){
        .type = type,
        .mode = permissions | (regular ? 0100000
                               : link  ? 0120000
                                       : 040000),
        .links = 1,
        .accessed = now,
        .modified = now,
        .changed = now,
        .contents = regular ? map_empty(p->heap) : TERM_NIL,
    };
}

// --- contents -------------------------------------------------------------------------------------------

static Bytes page_at(const Inode *inode, uint64_t index) {
    Term page = map_get(inode->contents, term_small((int64_t)index));
    if (term_is_none(page)) return (Bytes){(const uint8_t *)"", 0};
    return (Bytes){term_binary_bytes(page), term_binary_size(page)};
}

Term inode_read(Process *p, const Inode *inode, uint64_t offset, uint64_t size, Term *binary) {
    if (offset >= inode->size)
        size = 0;
    else if (size > inode->size - offset)
        size = inode->size - offset;
    if (!heap_has_room(p->heap, size / 8 + 3)) return ATOM(enomem);
    *binary = heap_binary(p->heap, size);
    uint8_t *to = term_binary_bytes(*binary);
    memset(to, 0, size);
    for (uint64_t done = 0; done < size;) {
        uint64_t at = offset + done, skip = at % INODE_PAGE;
        uint64_t part = INODE_PAGE - skip < size - done ? INODE_PAGE - skip : size - done;
        Bytes page = page_at(inode, at / INODE_PAGE);
        uint64_t there = page.size > skip ? page.size - skip : 0;
        if (there > 0) memcpy(to + done, page.data + skip, there < part ? there : part);
        done += part;
    }
    return NO_TERM;
}

// The page with `size` bytes from `from` put at `skip`.
static Term changed_page(Process *p, Bytes old, uint64_t skip, const uint8_t *from, uint64_t size) {
    size_t end = skip + size, full = old.size > end ? old.size : end;
    Term page = heap_binary(p->heap, full);
    uint8_t *to = term_binary_bytes(page);
    memset(to, 0, full);
    memcpy(to, old.data, old.size);
    memcpy(to + skip, from, size);
    return page;
}

Term inode_write(Process *p, Inode *inode, uint64_t offset, Bytes bytes) {
    if (offset > SIZE_LIMIT || bytes.size > SIZE_LIMIT - offset) return ATOM(efbig);
    if (!heap_has_room(p->heap, bytes.size / 4 + INODE_PAGE)) return ATOM(enospc);
    for (uint64_t done = 0; done < bytes.size;) {
        uint64_t at = offset + done, skip = at % INODE_PAGE, left = bytes.size - done;
        uint64_t part = INODE_PAGE - skip < left ? INODE_PAGE - skip : left;
        Term page = changed_page(p, page_at(inode, at / INODE_PAGE), skip, bytes.data + done, part);
        inode->contents = map_put(p->heap, inode->contents, term_small((int64_t)(at / INODE_PAGE)), page);
        done += part;
    }
    if (bytes.size > 0 && offset + bytes.size > inode->size) inode->size = offset + bytes.size;
    inode->modified = inode->changed = clock_seconds(p);
    return NO_TERM;
}

void inode_truncate(Process *p, Inode *inode, uint64_t size) {
    Term kept = inode->contents, index, page;
    if (size == 0) kept = map_empty(p->heap);
    MapIterator it;
    for (map_iterate(&it, inode->contents); size > 0 && map_next(&it, &index, &page);) {
        uint64_t start = (uint64_t)term_to_small(index) * INODE_PAGE, used = term_binary_size(page);
        if (start >= size) {
            kept = map_remove(p->heap, kept, index);
        } else if (start + used > size) {
            Term cut = heap_binary_from(p->heap, term_binary_bytes(page), size - start);
            kept = map_put(p->heap, kept, index, cut);
        }
    }
    inode->contents = kept;
    inode->size = size;
    inode->modified = inode->changed = clock_seconds(p);
}
