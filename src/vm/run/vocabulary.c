#include "vm/run/vocabulary.h"

#include "base/memory.h"
#include "vm/run/bif.h"
#include "vm/term/etf.h"
#include "vm/term/map.h"
#include "vm/world/code_path.h"
#include "vm/world/world.h"

// --- of a file ------------------------------------------------------------------------------------------

typedef void (*See)(void *context, Term atom);

// Shows all atoms of a module, those of its constants too.
static void see_atoms(Machine *m, const BeamModule *beam, See see, void *context) {
    Error ignored;
    Heap *heap = code_constants(m->code);
    Term *top = heap->top;
    EtfOptions options = {.code = m->code, .see = see, .context = context};
    for (uint32_t i = 1; i < beam->atom_count; i++) see(context, atom_from_bytes(beam->atoms[i]));
    for (uint32_t i = 0; i < beam->literal_count; i++) {
        etf_decode(heap, beam->literals[i], options, NULL, &ignored);
        heap->top = top;
    }
}

// --- of a booted node -----------------------------------------------------------------------------------

static void see_booted(void *context, Term atom) {
    Machine *m = context;
    uint32_t index = term_atom_index(atom);
    if (index >= m->booted_atom_count) {
        uint32_t count = index + index / 2 + 1;
        m->booted_atoms = memory_resize(m->booted_atoms, count);
        memset(m->booted_atoms + m->booted_atom_count, 0, count - m->booted_atom_count);
        m->booted_atom_count = count;
    }
    m->booted_atoms[index] = true;
}

static void see_booted_module(Machine *m, const char *path) {
    Bytes file;
    BeamModule beam;
    Error ignored;
    if (!host_read(world_host(m->world), path, BYTES_MOST, &file)) return;
    if (beam_read_words(file, &beam, &ignored)) {
        see_atoms(m, &beam, see_booted, m);
        beam_free(&beam);
    }
    memory_free((void *)(uintptr_t)file.data);
}

// --- in every state -------------------------------------------------------------------------------------

// Finds it in the table of atoms. What a booted node has is read when somebody asks for the first time for what was not
// there.
static bool find_anywhere(Machine *m, Bytes utf8, Term *atom) {
    bool found = atom_find(utf8, atom);
    if ((found && term_atom_index(*atom) < m->atom_limit) || m->booted_atoms) return found;
    code_booted_files(m, see_booted_module);
    return atom_find(utf8, atom);
}

static bool is_always(const Machine *m, Term atom) {
    uint32_t index = term_atom_index(atom);
    return index < m->atom_limit || (index < m->booted_atom_count && m->booted_atoms[index]);
}

bool vocabulary_has_always(Machine *m, Bytes utf8) {
    Term atom;
    return find_anywhere(m, utf8, &atom) && is_always(m, atom);
}

// --- in this state --------------------------------------------------------------------------------------

// The same in every search, and for versions with the same content.
static Term version_key(const Module *version) {
    return term_small((int64_t)(hash_bytes(version->file.data, version->file.size) >> 8));
}

typedef struct {
    Term wanted;
    bool found;
} Seeing;

static void see_wanted(void *context, Term atom) {
    Seeing *seeing = context;
    seeing->found |= term_same(atom, seeing->wanted);
}

// By code that was loaded in this state.
static bool is_brought(Machine *m, Term atom) {
    Term brought = m->globals->brought;
    Seeing seeing = {atom, false};
    for (uint32_t i = 0; !term_is_nil(brought) && !seeing.found && i < code_module_count(m->code); i++) {
        const Module *version = code_module_at(m->code, i);
        if (!term_is_none(map_get(brought, version_key(version)))) see_atoms(m, &version->beam, see_wanted, &seeing);
    }
    return seeing.found;
}

static bool is_made(const Machine *m, Term atom) {
    return !term_is_nil(m->globals->atoms) && !term_is_none(map_get(m->globals->atoms, atom));
}

bool vocabulary_find(Machine *m, Bytes utf8, Term *atom) {
    if (!m || !m->stepping) return atom_find(utf8, atom);
    return find_anywhere(m, utf8, atom) && (is_always(m, *atom) || is_made(m, *atom) || is_brought(m, *atom));
}

static Term with(Machine *m, Term map, Term key) {
    Heap *heap = &m->store.heap;
    return map_put(heap, term_is_nil(map) ? map_empty(heap) : map, key, ATOM(true));
}

void vocabulary_add(Machine *m, Term atom) {
    if (!m || !m->stepping || term_atom_index(atom) < m->atom_limit || is_made(m, atom)) return;
    store_touch(&m->store, m->globals);
    m->globals->atoms = with(m, m->globals->atoms, atom);
}

void vocabulary_bring(Machine *m, const Module *version) {
    if (!m->stepping) return;
    store_touch(&m->store, m->globals);
    m->globals->brought = with(m, m->globals->brought, version_key(version));
}

// --- footprints -----------------------------------------------------------------------------------------

void vocabulary_touch(Machine *m, Bytes utf8, AccessKind kind, Footprint *out) {
    if (!m->inquisitive || vocabulary_has_always(m, utf8)) return;
    footprint_add_settled(out, object_of(OBJECT_ATOM, hash_bytes(utf8.data, utf8.size), NO_TERM), kind,
                          kind == ACCESS_WRITE);
    if (kind == ACCESS_READ) footprint_add_settled(out, CODE_ALL, ACCESS_READ, 0);
}
