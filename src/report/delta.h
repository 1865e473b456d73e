// Delta: how a few lines became others, in less room than all of the new ones.
//
// Mailboxes lose a message somewhere and get others at their ends; tables change a row. So what is new is: the first
// lines of the old, some others, a further piece of the old, some others.
#pragma once
#include "base/text.h"

typedef struct {
    uint32_t prefix;   // lines of the old
    Text middle;
    uint32_t from, kept;   // so many lines of the old, from this one on
    Text tail;
} Delta;

void delta_find(Delta *delta, const Text *old, const Text *now);
void delta_free(Delta *delta);
