// Checkpoint: what a search has done so far, in a file that it can go on from (--checkpoint).
//
//     a line that says what it is, with the version of this layout
//     digest of what is searched: modules, options, weft itself
//     record, record, ...                                       each as: size, check, bytes
//
// It is added to. A check is made from all that comes before it and the bytes, so the records that count are
// those up to the first that is not whole: what was being written when the power went is dropped, and nothing else can
// be left out or changed unnoticed. What the file has of another search is not touched.
//
// Most records tell where a search stood, and count no longer when the next one is there. When they take too much room
// those that count are written to a new file beside this one, which takes its place.
//
// The supervisor of the jail reads and writes it (jail/jail.h). It has one file that the user has named, and adds bytes
// at its end: that is all that somebody who has taken over the search could make of it.
#pragma once
#include "jail/jail.h"
#include "option/program.h"

typedef struct {
    const char *path;
    int descriptor;
    Text kept;            // records of earlier, as texts of a parcel
    uint8_t digest[32];   // of what is searched
    uint8_t check[16];    // of all that counts in the file
    uint64_t size;        // of what counts in the file
    double synced;        // when the disk was last told to keep it
    bool dirty, broken;   // there is something to be kept since; nothing more is written, which was told
} Checkpoint;

// The program is prepared. False: another one uses it, it is of something else, or there is no such place.
bool checkpoint_open(Checkpoint *checkpoint, const char *path, const Program *program, Error *err);
void checkpoint_close(Checkpoint *checkpoint);

JailJournal checkpoint_journal(Checkpoint *checkpoint);
