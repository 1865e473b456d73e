// Seen: what runs showed that nobody kept as executions, each kind once, with examples as schedules.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

typedef struct {           // what a run shows, as those who judge it say
    uint64_t hash;         // equal for runs that show the same
    bool wrong;            // there is an error
    bool unable;           // the machine lacks something: `text` says what
    bool returned;         // `text` is the result of the test function
    bool left, messages;   // processes are left behind; with messages that nobody takes
    Text text;
} Showing;

enum { EXAMPLES_MAX = 8 };

typedef struct {   // runs that show the same
    Showing showing;
    uint64_t count;
    uint64_t first;                // the number of the first one
    uint64_t draw;                 // the draw that it was in
    Text examples[EXAMPLES_MAX];   // schedules as names, each of another class; of runs without an error one
    uint32_t example_count;
} Seen;

static inline uint32_t seen_examples_wanted(const Seen *seen) { return seen->showing.wrong ? EXAMPLES_MAX : 1; }

static inline void seen_free(Seen *seen) {
    for (uint32_t i = 0; i < seen->example_count; i++) text_free(&seen->examples[i]);
    text_free(&seen->showing.text);
}
