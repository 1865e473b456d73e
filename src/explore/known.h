// Known: classes of executions that were met before, each as a number (random/fingerprint.h).
#pragma once
#include "explore/random/fingerprint.h"
#include "explore/trace.h"

typedef struct {
    uint64_t *numbers;        // a hash table; 0: free
    size_t size, count;       // size: a power of two, or 0
    Fingerprint fingerprint;  // scratch
    uint64_t *last;           // of each actor's last step, scratch
    uint32_t actor_count;
} Known;

void known_init(Known *known);
void known_free(Known *known);

// Adds the class of the trace. False: it was there.
bool known_add(Known *known, const Trace *trace);
