// Guest: a function of the program called for its value alone, between steps: for how it wants a term to be shown.
//
// The call runs in a process of its own beyond a mark that is taken back, so that nothing is left of it. It may look
// at what others see, and gets no further than its first action that they could notice.
#pragma once
#include "vm/run/machine_state.h"

// Adds the binary that module:function(args...) returns. False: it does not, or would do something else.
bool guest_text(Machine *machine, Term module, Term function, Term args, Text *out);
// Gives the value of module:function(args...) to somebody who is to be done with it before this returns. False: there
// is none; whoever asks (or NULL) may see where the guest stands. `caches`: it may set persistent terms, as parts of
// OTP do to find something sooner the next time.
bool guest_call(Machine *machine, Term module, Term function, Term args, bool caches,
                void (*take)(void *context, Term value), void (*refuse)(void *context, Process *guest), void *context);
bool guest_is(const Process *p);

// A mark between marks, which nobody notices when it is gone: what was changed before it still counts as changed since
// the mark before, and stacks are frozen as that one left them.
typedef struct {
    size_t mark;
    uint64_t epoch;
} Visit;
static inline Visit visit_begin(Machine *m) {
    uint64_t epoch = m->store.mark_epoch;
    return (Visit){store_mark(&m->store), epoch};
}
static inline void visit_end(Machine *m, Visit visit) {
    store_abandon(&m->store, visit.mark);
    m->store.mark_epoch = visit.epoch;
}
