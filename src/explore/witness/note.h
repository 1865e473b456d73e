// Note: a crash that is no error, because somebody was told of it who could act, or because it is not what a test is
// about.
//
// The same crash in many interleavings is one note with a count. Which of them is told does not depend on the order of
// the search: the first by the name of its process, then by its reason.
#pragma once
#include "base/array.h"
#include "base/text.h"

typedef struct {
    Text key;               // equal for the same crash met again
    Text process, reason;   // who and why, one line each
    Text trace;             // a line for each frame
    bool handled;           // somebody was told
    uint64_t count;         // interleavings that have it
    uint64_t last;          // the last of them, by number in the search
} CrashNote;

typedef ARRAY(CrashNote) CrashNotes;

// An execution shows it: the texts of `seen` are taken over. The execution stands for `weight` interleavings.
void notes_add(CrashNotes *notes, CrashNote *seen, uint64_t number, uint64_t weight);
void notes_merge(CrashNotes *into,
                 CrashNotes *from);   // of another search over other interleavings; `from` is left empty
void notes_sort(CrashNotes *notes);   // those that nobody was told of first, then by process and reason
uint32_t notes_count(const CrashNotes *notes, bool handled);
void notes_free(CrashNotes *notes);
