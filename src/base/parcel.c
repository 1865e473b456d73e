#include "base/parcel.h"

#include <string.h>

void parcel_add(Text *parcel, const void *bytes, size_t size) { text_add_bytes(parcel, bytes, size); }
void parcel_add_number(Text *parcel, uint64_t number) { parcel_add(parcel, &number, sizeof number); }

void parcel_add_text(Text *parcel, const char *bytes, size_t size) {
    parcel_add_number(parcel, size);
    parcel_add(parcel, bytes, size);
}

Parcel parcel_open(const char *bytes, size_t size) { return (Parcel){bytes, bytes + size, false}; }

void parcel_take(Parcel *parcel, void *out, size_t size) {
    if (parcel->broken || (size_t)(parcel->end - parcel->at) < size) {
        parcel->broken = true;
        memset(out, 0, size);
        return;
    }
    memcpy(out, parcel->at, size);
    parcel->at += size;
}

uint64_t parcel_number(Parcel *parcel) {
    uint64_t number;
    parcel_take(parcel, &number, sizeof number);
    return number;
}

uint64_t parcel_number_below(Parcel *parcel, uint64_t limit) {
    uint64_t number = parcel_number(parcel);
    if (number < limit) return number;
    parcel->broken = true;
    return 0;
}

void parcel_text(Parcel *parcel, Text *out) {
    uint64_t size = parcel_number(parcel);
    text_clear(out);
    if (parcel->broken || (uint64_t)(parcel->end - parcel->at) < size) {
        parcel->broken = true;
        return;
    }
    text_add_bytes(out, parcel->at, size);
    parcel->at += size;
}

bool parcel_is_sound(const Parcel *parcel) { return !parcel->broken && parcel->at == parcel->end; }
