// Scratch: a folder for files that are needed as long as weft runs.
//
// It is locked as long as somebody uses it, and has a file in it that says what it is. So the next one to make a
// scratch folder knows which of those around are left from a weft that was killed, and removes them.
#pragma once
#include "base/error.h"

typedef struct {
    char *path;   // NULL: there is none
    int lock;     // a descriptor of the folder
} Scratch;

bool scratch_make(Scratch *scratch, Error *err);   // below TMPDIR
void scratch_remove(Scratch *scratch);   // with all files in it; a fork of the process that made it only forgets it
