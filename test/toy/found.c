#include "found.h"

#include <string.h>

#include "base/parcel.h"
#include "brute.h"

bool found_note(void *context, const ExecutionEnd *end) {
    Brute *found = context;
    BruteEvent events[BRUTE_EVENTS];
    const Execution *execution = end->execution;
    for (uint32_t i = 0; i < execution->length; i++) events[i] = brute_event_unruled(execution, &execution->steps[i]);
    brute_add(found, end->machine, events, execution->length);
    return true;
}

void found_forget(void *context) {
    Brute *found = context;
    found->count = 0;
    found->executions = 0;
}

void found_save(void *context, Text *out) {
    const Brute *found = context;
    text_add_bytes(out, found->items, found->count * sizeof(BruteClass));
}

bool found_load(void *context, const char *bytes, size_t size) {
    Brute *found = context;
    for (size_t at = 0; at < size; at += sizeof(BruteClass)) {
        BruteClass class;
        memcpy(&class, bytes + at, sizeof class);
        brute_join(found, &class);
    }
    return true;
}

void found_join(void *context, const Text *pieces, Text *out) {
    const Brute *found = context;
    Brute all = {.orders = found->orders};
    Text piece = {0};
    for (Parcel in = parcel_open(pieces->data, pieces->size); in.at < in.end;) {
        parcel_text(&in, &piece);
        found_load(&all, text_string(&piece), piece.size);
    }
    found_save(&all, out);
    brute_free(&all);
    text_free(&piece);
}
