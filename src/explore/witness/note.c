#include "explore/witness/note.h"

#include <stdlib.h>

static void note_free(CrashNote *note) {
    Text *texts[] = {&note->key, &note->process, &note->reason, &note->trace};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) text_free(texts[i]);
}

void notes_free(CrashNotes *notes) {
    for (uint32_t i = 0; i < notes->count; i++) note_free(&notes->items[i]);
    array_free(notes);
}

static int compare_notes(const void *a, const void *b) {
    const CrashNote *x = a, *y = b;
    if (x->handled != y->handled) return x->handled ? 1 : -1;
    int processes = strcmp(text_string(&x->process), text_string(&y->process));
    if (processes) return processes;
    int reasons = strcmp(text_string(&x->reason), text_string(&y->reason));
    return reasons ? reasons : strcmp(text_string(&x->key), text_string(&y->key));
}

// The same crash may be handled in one interleaving and not in another: these are two notes.
static CrashNote *find(const CrashNotes *notes, const CrashNote *seen) {
    for (uint32_t i = 0; i < notes->count; i++) {
        CrashNote *note = &notes->items[i];
        if (note->handled == seen->handled && strcmp(text_string(&note->key), text_string(&seen->key)) == 0)
            return note;
    }
    return NULL;
}

// Of two that are the same the first is kept, and the other freed.
static void keep_first(CrashNote *known, CrashNote *seen) {
    uint64_t count = known->count, last = seen->last;
    if (compare_notes(seen, known) < 0) {
        CrashNote later = *known;
        *known = *seen;
        *seen = later;
    }
    known->count = count;
    known->last = last;
    note_free(seen);
}

void notes_add(CrashNotes *notes, CrashNote *seen, uint64_t number, uint64_t weight) {
    CrashNote *known = find(notes, seen);
    bool again = known && known->last == number;
    seen->last = number;
    if (!known) {
        seen->count = weight;
        array_push(notes, *seen);
        return;
    }
    if (!again) known->count += weight;
    keep_first(known, seen);
}

void notes_merge(CrashNotes *into, CrashNotes *from) {
    for (uint32_t i = 0; i < from->count; i++) {
        CrashNote *seen = &from->items[i], *known = find(into, seen);
        if (known)
            known->count += seen->count, keep_first(known, seen);
        else
            array_push(into, *seen);
    }
    array_free(from);
}

void notes_sort(CrashNotes *notes) {
    if (notes->count) qsort(notes->items, notes->count, sizeof(CrashNote), compare_notes);
}

uint32_t notes_count(const CrashNotes *notes, bool handled) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < notes->count; i++) count += notes->items[i].handled == handled;
    return count;
}
