// What erlang:spawn_opt and erlang:spawn_request can be told of a new process.
#pragma once
#include "vm/run/machine_state.h"

// {reply, Mode} and {reply_tag, Tag} are for the request alone.
typedef enum { REPLY_YES, REPLY_NO, REPLY_ERROR_ONLY, REPLY_SUCCESS_ONLY } ReplyMode;

static inline bool reply_is_wanted(ReplyMode mode, bool good) {
    return mode == REPLY_YES || mode == (good ? REPLY_SUCCESS_ONLY : REPLY_ERROR_ONLY);
}

extern const SpawnOptions spawn_options_plain;
// Whether all options are good.
bool spawn_request_options(Term list, SpawnOptions *out, ReplyMode *mode, Term *tag);
