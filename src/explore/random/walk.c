// The plain random walk: at every decision each who can act is equally likely. It is good at what many orders lead to.
// What needs one actor to be late again and again it meets with a probability that halves each time.
#include "explore/random/sampler.h"

static Actor choose(void *self, Run *run) {
    (void)self;
    return run_any(run);
}

const Sampler sampler_walk = {
    .name = "walk",
    .about = "at every decision, each who can act is equally likely",
    .blind = true,
    .choose = choose,
};
