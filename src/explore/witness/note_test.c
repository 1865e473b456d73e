#include "explore/witness/note.h"
#include "tap.h"

static CrashNote crash(const char *key, const char *process, const char *reason, bool handled) {
    CrashNote note = {.handled = handled};
    text_add(&note.key, key);
    text_add(&note.process, process);
    text_add(&note.reason, reason);
    return note;
}

static void add(CrashNotes *notes, const char *process, const char *reason, bool handled, uint64_t number) {
    CrashNote note = crash("badarg", process, reason, handled);
    notes_add(notes, &note, number, 1);
}

TEST(the_same_crash_in_two_interleavings_is_one_note_that_counts_them) {
    CrashNotes notes = {0};
    add(&notes, "P.2", "error: badarg", false, 1);
    add(&notes, "P.1", "error: badarg", false, 1);
    add(&notes, "P.2", "error: badarg", false, 7);
    CHECK(notes.count == 1 && notes.items[0].count == 2);
    CHECK(strcmp(text_string(&notes.items[0].process), "P.1") == 0);
    notes_free(&notes);
}

TEST(a_crash_that_is_handled_in_some_interleavings_only_makes_two_notes) {
    CrashNotes notes = {0};
    add(&notes, "P.1", "error: badarg", true, 1);
    add(&notes, "P.1", "error: badarg", false, 2);
    notes_sort(&notes);
    CHECK(notes.count == 2 && !notes.items[0].handled && notes.items[1].handled);
    CHECK(notes_count(&notes, true) == 1 && notes_count(&notes, false) == 1);
    notes_free(&notes);
}

TEST(notes_of_two_searches_merge_into_those_of_one) {
    CrashNotes one = {0}, other = {0};
    add(&one, "P.2", "error: badarg", false, 1);
    add(&other, "P.1", "error: badarg", false, 1);
    add(&other, "P.1", "error: badarg", true, 2);
    notes_merge(&one, &other);
    CHECK(one.count == 2 && one.items[0].count == 2 && other.count == 0);
    CHECK(strcmp(text_string(&one.items[0].process), "P.1") == 0);
    notes_free(&one);
}
