// Parcel: numbers and texts in a row, as bytes for another process of weft. What is opened may be anybody's: whoever
// opens a parcel asks at the end whether it was sound.
#pragma once
#include "base/text.h"

void parcel_add_number(Text *parcel, uint64_t number);
void parcel_add_text(Text *parcel, const char *bytes, size_t size);
void parcel_add(Text *parcel, const void *bytes, size_t size);   // as many as the opener expects

typedef struct {
    const char *at, *end;
    bool broken;   // there was less than expected, or something impossible
} Parcel;

Parcel parcel_open(const char *bytes, size_t size);
uint64_t parcel_number(Parcel *parcel);                         // 0 when broken
uint64_t parcel_number_below(Parcel *parcel, uint64_t limit);   // broken if it is not
void parcel_text(Parcel *parcel, Text *out);                    // in place of what is in `out`
void parcel_take(Parcel *parcel, void *out, size_t size);
bool parcel_is_sound(const Parcel *parcel);   // all was taken, and nothing was missing
