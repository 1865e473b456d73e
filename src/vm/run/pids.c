#include "vm/run/pids.h"

#include "base/memory.h"

static PidEntry *slot_for(PidEntry *entries, size_t capacity, uint32_t parent, uint64_t child) {
    uint64_t h = ((uint64_t)parent << 32 ^ child) * 0x9E3779B97F4A7C15u;
    size_t i = h >> 20 & (capacity - 1);
    while (entries[i].number && (entries[i].parent != parent || entries[i].child != child))
        i = (i + 1) & (capacity - 1);
    return &entries[i];
}

static void grow(Pids *pids) {
    size_t capacity = pids->capacity ? pids->capacity * 2 : 64;
    PidEntry *entries = memory_zeroed(capacity, sizeof *entries);
    for (size_t i = 0; i < pids->capacity; i++) {
        PidEntry entry = pids->entries[i];
        if (entry.number) *slot_for(entries, capacity, entry.parent, entry.child) = entry;
    }
    memory_free(pids->entries);
    pids->entries = entries;
    pids->capacity = capacity;
}

uint32_t *pids_find(Pids *pids, uint32_t parent, uint64_t child) {
    if (pids->count * 2 >= pids->capacity) grow(pids);
    PidEntry *entry = slot_for(pids->entries, pids->capacity, parent, child);
    if (entry->number == 0) {
        entry->parent = parent;
        entry->child = child;
        pids->count++;
    }
    return &entry->number;
}

uint32_t pids_number(const Pids *pids, uint32_t parent, uint64_t child) {
    return pids->capacity ? slot_for(pids->entries, pids->capacity, parent, child)->number : 0;
}

void pids_free(Pids *pids) { memory_free(pids->entries); }
