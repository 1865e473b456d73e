#include "explore/random/harvest.h"

#include "explore/random/shrink.h"

void harvest_path(const Harvest *h, uint64_t number) {
    Execution execution;
    EndKind kind = h->stage->enabled_count == 0 ? END_COMPLETE : END_DEPTH;
    stage_execution(h->stage, &execution);
    ExecutionEnd end = {h->stage->machine, &execution, kind, number, 0};
    h->on_end(h->context, &end);
    stage_begin(h->stage);
    execution_free(&execution);
}

// The first example stands for all runs that show the same, the others for other ways to tell it.
static void note_errors(const Harvest *h, const Seen *seen) {
    h->findings->weight = seen->count;
    for (uint32_t i = 0; i < seen->example_count; i++) {
        h->findings->weightless = i > 0;
        if (stage_follow(h->stage, &seen->examples[i])) harvest_path(h, seen->first);
    }
    h->findings->weight = 0;
    h->findings->weightless = false;
}

static void note_rest(const Harvest *h, const Seen *seen) {
    const Showing *showing = &seen->showing;
    if (showing->left) findings_add_left(h->findings, showing->messages, seen->count, &seen->examples[0]);
    if (!showing->returned) return;
    Text result = {0};
    text_add_bytes(&result, text_string(&showing->text), showing->text.size);
    findings_add_outcome(h->findings, &result, seen->count, &seen->examples[0]);
}

void harvest_all(const Harvest *h, const Seen *all, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const Seen *seen = &all[i];
        if (seen->showing.wrong)
            note_errors(h, seen);
        else if (!seen->showing.unable && !h->errors_only)
            note_rest(h, seen);
    }
    shrink_all(h);
}
