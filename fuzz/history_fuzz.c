// Any bytes as a history. One that is accepted is judged, if a model knows its operations.
#include "linear/linear.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { OPERATIONS = 30 };   // beyond that the time to judge is no business of the reader

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const LinearModel *model;
    LinearHistory history;
    Error err;
    bool sound = linear_read(&history, (const char *)data, size, &err);
    for (uint32_t i = 0; sound && history.count <= OPERATIONS && (model = linear_model_at(i)); i++) {
        LinearVerdict verdict;
        if (!linear_prepare(&history, model, &err)) continue;
        linear_check(&history, model, NO_VALUE, &verdict);
        linear_verdict_free(&verdict);
    }
    linear_free(&history);
    return 0;
}
