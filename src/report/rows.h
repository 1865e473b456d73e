// Rows: a story as the lines that are worth reading.
//
// Steps that have nothing to do with the error are left out, and so is what OTP's servers do among themselves. All that
// a process does within one call of a library function is one row, as long as nobody else comes in between. A story
// that is still too long keeps its beginning, its end, the racing steps and what is around them.
#pragma once
#include "explore/witness/finding.h"
#include "report/wording.h"

typedef struct {
    uint32_t first, last;   // of the story's steps it stands for, from 1
    uint32_t number;        // of the step that it is known by
    uint32_t hidden;        // not 0: so many steps are left out here, and nothing else is told
    bool unrelated;         // then: they have nothing to do with the error
    bool repeated;          // or: they are like the row before
    bool before;            // or: they come before the test itself
    bool races, fails;
    bool outdated;    // writes by what the first step of the race has read
    bool goes_on;     // within a library call that an earlier row began
    uint32_t place;   // number of the step that says where it is
    Text words;
} Row;

typedef struct {
    Row *rows;
    uint32_t count;
} Rows;

enum { ROWS_ALL = 0 };

// At most about `limit` of them; ROWS_ALL: every step is a row.
void rows_choose(Rows *rows, const Finding *finding, Wording *wording, uint32_t limit);
void rows_free(Rows *rows);

// The library's call that the last of some steps is part of, and that it timed out if it did.
void rows_tell_call(Wording *wording, const Story *story, uint32_t first, uint32_t last, Text *out);

// The race that decides; NULL: there is none.
const StoryRace *rows_race(const Finding *finding);

// What is no part of a test that something else runs: so many steps at the beginning, unless they race; and those after
// its failure.
uint32_t rows_before(const Finding *finding);
bool rows_is_over(const Story *story, uint32_t number);
bool rows_know_past(const Story *story);   // which steps happen before the error
