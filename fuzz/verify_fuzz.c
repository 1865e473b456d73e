// Any bytes as a .beam file whose code is to be proved. The verifier comes to an end, and what it refuses it refuses
// with a reason.
#include <stdlib.h>

#include "beam/verify.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool none_foreign(void *context, uint32_t name, uint32_t arity) {
    (void)context, (void)name, (void)arity;
    return false;
}

static bool all_builtin(void *context, const BeamImport *import) {
    (void)context, (void)import;
    return true;
}

static volatile size_t used;   // so that no mark is optimised away

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    BeamModule module;
    Verified verified;
    Error err = {0};
    if (!beam_read((Bytes){data, size}, &module, &err)) return 0;
    if (verify(&module, (VerifyConfig){none_foreign, all_builtin, NULL}, &verified, &err)) {
        for (uint32_t i = 0; i < module.code_count; i++) used += verified_marked(&verified, i);
        verified_free(&verified);
    } else if (!*err.text) {
        abort();
    }
    beam_free(&module);
    return 0;
}
