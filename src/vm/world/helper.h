// Helper: a real erl that runs beside weft and evaluates calls.
//
// It is the one of the OTP in use, started once, and ends with weft however that ends: its end of the socket closes,
// and the kernel kills it when its parent dies. Calls are remembered there, so that the same call has the same answer
// whichever of several searching processes asks; these share the socket, one question at a time.
//
//     question   size (4 bytes, most significant first), {Module, Function, Arguments} in the external term format
//     answer     size, {IsNew, Class, Value}: IsNew unless it was remembered; Class is value, or what was raised
#pragma once
#include "base/bytes.h"
#include "base/error.h"
#include "base/text.h"

typedef struct Helper Helper;

typedef struct {
    const char *const *paths;   // are searched for modules first
    size_t path_count;
    const char *const *functions;   // M:F/A: whoever asks for another one, which no search does, makes it end
    size_t function_count;
} HelperCode;

Helper *helper_start(const char *otp_root, const HelperCode *code, Error *err);
void helper_end(Helper *helper);

// Asks a question, without its size, and adds the answer to `answer`.
bool helper_ask(Helper *helper, Bytes question, Text *answer, Error *err);
