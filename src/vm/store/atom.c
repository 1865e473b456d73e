#include "vm/store/atom.h"

#include "base/memory.h"

// One table for the whole program: an atom's number is never seen, only its text is.
typedef struct {
    char *text;   // NUL-terminated
    uint32_t size;
    uint32_t next;   // in the same bucket; UINT32_MAX: none
    uint64_t hash;
} Entry;

static Entry *entries;
static uint32_t count, capacity;
static uint32_t *buckets;
static uint32_t bucket_count;

static uint64_t hash_text(Bytes text) {
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < text.size; i++) h = (h ^ text.data[i]) * 0x100000001b3u;
    h ^= h >> 32;
    h *= 0x9E3779B97F4A7C15u;
    return h ^ h >> 29;
}

static void rehash(uint32_t size) {
    buckets = memory_resize(buckets, size * sizeof *buckets);
    memset(buckets, 0xFF, size * sizeof *buckets);
    bucket_count = size;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *bucket = &buckets[entries[i].hash & (size - 1)];
        entries[i].next = *bucket;
        *bucket = i;
    }
}

static uint32_t find(Bytes text, uint64_t hash) {
    uint32_t i = buckets[hash & (bucket_count - 1)];
    while (i != UINT32_MAX && (entries[i].hash != hash || entries[i].size != text.size ||
                               memcmp(entries[i].text, text.data, text.size) != 0))
        i = entries[i].next;
    return i;
}

static uint32_t add(Bytes text, uint64_t hash) {
    if (count == capacity) {
        capacity = capacity ? capacity * 2 : 4096;
        entries = memory_resize(entries, capacity * sizeof *entries);
    }
    char *copy = memory_new(text.size + 1);
    if (text.size) memcpy(copy, text.data, text.size);
    copy[text.size] = 0;
    uint32_t *bucket = &buckets[hash & (bucket_count - 1)];
    entries[count] = (Entry){copy, (uint32_t)text.size, *bucket, hash};
    *bucket = count;
    if (++count > bucket_count) rehash(bucket_count * 2);
    return count - 1;
}

__attribute__((constructor)) static void add_known(void) {
    static const char *const known[] = {
#define ATOM_DEF(name, text) text,
#include "vm/store/atom.def"
#undef ATOM_DEF
    };
    rehash(8192);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        Bytes text = {(const uint8_t *)known[i], strlen(known[i])};
        assert(find(text, hash_text(text)) == UINT32_MAX);   // atom.def names each once
        add(text, hash_text(text));
    }
}

Term atom_from_bytes(Bytes utf8) {
    uint64_t hash = hash_text(utf8);
    uint32_t index = find(utf8, hash);
    return term_atom(index != UINT32_MAX ? index : add(utf8, hash));
}

Term atom_from_text(const char *utf8) { return atom_from_bytes((Bytes){(const uint8_t *)utf8, strlen(utf8)}); }

bool atom_find(Bytes utf8, Term *atom) {
    uint32_t index = find(utf8, hash_text(utf8));
    if (index == UINT32_MAX) return false;
    *atom = term_atom(index);
    return true;
}

Bytes atom_text(Term atom) {
    const Entry *entry = &entries[term_atom_index(atom)];
    return (Bytes){(const uint8_t *)entry->text, entry->size};
}

const char *atom_string(Term atom) { return entries[term_atom_index(atom)].text; }

uint64_t atom_hash(Term atom) { return entries[term_atom_index(atom)].hash; }

uint32_t atom_count(void) { return count; }

// UTF-8 keeps the order of code points.
int atom_compare(Term a, Term b) {
    if (term_same(a, b)) return 0;
    Bytes x = atom_text(a), y = atom_text(b);
    int order = memcmp(x.data, y.data, x.size < y.size ? x.size : y.size);
    if (order) return order;
    return x.size < y.size ? -1 : x.size > y.size;
}
