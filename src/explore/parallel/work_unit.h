// WorkUnit: a region to be searched, what has come of it so far, and where its search stands.
//
// Whoever searches a unit says now and then, and at the end, what is new: a Slice. Slices go from one process to
// another, and into files, as bytes; a unit is what all of its slices together say. So if whoever searched it is gone,
// another one goes on behind the last slice that was heard.
#pragma once
#include "base/parcel.h"
#include "explore/dpor/search.h"

typedef struct {
    Region region;
    bool done, stops;
    SearchResult result;
    Text orders;     // as orders_save tells them, piece by piece
    Text position;   // from where it goes on (position.h); empty: from its beginning
    Text found;      // what was found, piece by piece: texts of a parcel
    size_t joined;   // bytes of it that are one piece
} WorkUnit;

typedef struct {
    uint32_t unit;
    bool fresh;            // the search has begun, or has begun again: earlier slices of the unit do not count
    bool done;             // nothing is left
    bool stops;            // what was found ends the whole search
    SearchResult result;   // of all slices
    Text orders, position, found;
} Slice;

void work_unit_free(WorkUnit *unit);
void work_unit_forget(WorkUnit *unit);   // what has come of it
void work_unit_add(WorkUnit *unit, const Slice *slice);
void work_unit_tell(const WorkUnit *unit, uint32_t number, Text *out);   // in one slice; what was found is one piece

// Whether its search, as far as it has come, relied on nothing that contradicts these orders.
bool work_unit_agrees(const WorkUnit *unit, const Orders *orders);

void slice_save(const Slice *slice, Text *out);
bool slice_load(Slice *slice, Parcel *in);   // false: it cannot be read
void slice_free(Slice *slice);
void slice_teach(const Slice *slice, Orders *orders);   // what was learned

void region_save(const Region *region, Text *out);
bool region_load(Region *region, Parcel *in);
