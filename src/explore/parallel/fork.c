#include "explore/parallel/fork.h"

#include "base/door.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

bool fork_start(Fork *forks, uint32_t count, uint32_t index, ForkWork *work, void *context, Error *err) {
    Channel back;
    Fork *new = &forks[index];
    if (!channel_pair(&new->channel, &back)) return fail(err, "no more files can be opened");
    new->process = fork();
    if (new->process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        channel_close(&new->channel);
        for (uint32_t i = 0; i < count; i++)
            if (i != index) channel_close(&forks[i].channel);
        work(context, index, &back);
        _exit(EXIT_FAILURE);
    }
    channel_close(&back);
    if (new->process > 0) return true;
    channel_close(&new->channel);
    return fail(err, "no more processes can be started");
}

void fork_end(Fork *fork, bool finished) {
    channel_close(&fork->channel);
    if (!finished) door_end_child(fork->process);
    while (waitpid(fork->process, NULL, 0) < 0 && errno == EINTR) {}
}
