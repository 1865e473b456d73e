// Fork: a copy of this process that does a part of its work and reports through a channel.
#pragma once
#include <sys/types.h>

#include "base/error.h"
#include "explore/parallel/channel.h"

typedef struct {
    Channel channel;   // to it
    pid_t process;
} Fork;

// What the copy does, which ends the process: `index` says which of them it is, the channel leads back.
typedef void ForkWork(void *context, uint32_t index, Channel *channel);

// Starts one, as number `index` of `forks`: behind the first `count`, or in place of one of them that has ended. The
// copy has nothing to do with the others. It dies with this process, if not before.
bool fork_start(Fork *forks, uint32_t count, uint32_t index, ForkWork *work, void *context, Error *err);

void fork_end(Fork *fork, bool finished);   // finished: it is about to end; else it is not asked
