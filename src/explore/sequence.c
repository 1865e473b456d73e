#include "explore/sequence.h"

#include <string.h>

#include "base/memory.h"
#include "explore/trace.h"

void sequence_begin(Sequence *sequence, Trace *trace, uint32_t first) {
    if (sequence->label) action_release(sequence->label);
    sequence->count = 0;
    sequence->trace = trace;
    sequence->first = first;
    sequence->number++;
    sequence->observer = 0;
    sequence->label = NULL;
    sequence->conditional = sequence->entered = false;
}

void sequence_add(Sequence *sequence, Action *action, uint32_t position) {
    if (sequence->count == sequence->capacity) {
        sequence->capacity = sequence->capacity * 2 + 64;
        sequence->items = memory_resize(sequence->items, sequence->capacity * sizeof(SequenceItem));
    }
    sequence->items[sequence->count++] = (SequenceItem){action, position};
    if (sequence->trace && position != NO_POSITION) sequence->trace->steps[position].sequence = sequence->number;
}

void sequence_remove(Sequence *sequence, uint32_t at) {
    sequence->entered = true;
    if (at == sequence->count) return;
    sequence->count--;
    memmove(sequence->items + at, sequence->items + at + 1, (sequence->count - at) * sizeof(SequenceItem));
}

void sequence_free(Sequence *sequence) { memory_free(sequence->items); }

// --- sends to one mailbox --------------------------------------------------------------------------

static bool contains(const Sequence *sequence, uint32_t position) {
    return position < sequence->first || sequence->trace->steps[position].sequence == sequence->number;
}

// Who notices the mail in the steps before the sequence or in it: position plus 1, or 0. If that is not the first one in the
// trace, who only looked, it may be a later one.
static uint32_t observer_of(const Sequence *sequence, const Mail *mail) {
    if (sequence->observer && mail == sequence->instead) return sequence->observer;
    if (sequence->observer && mail == sequence->other) return 0;
    uint32_t observer = mail->observer;
    while (observer && !contains(sequence, observer - 1)) observer = mail_next_observer(sequence->trace, mail, observer);
    return observer;
}

// Whether a send could not come before an earlier one: a receive would notice. If the later one has not happened,
// nobody can tell.
static bool is_observed(Sequence *sequence, const Mail *early, const Access *late) {
    uint32_t observer = observer_of(sequence, early);
    if (!observer) return false;
    const Mail *mail = mail_find(sequence->trace, late->object, late->value);
    if (!mail) return true;
    uint32_t other = contains(sequence, mail->position) ? observer_of(sequence, mail) : 0;
    if (other && other < observer) return false;
    return mail_is_observed(sequence->trace, early, observer - 1, mail);
}

static bool sends_conflict(Sequence *sequence, const Step *step, const Access *early, const Access *late) {
    const Mail *mail = mail_of(step, early->object, early->value);
    return !mail || is_observed(sequence, mail, late);
}

// The next step of an actor from where the sequence begins. NULL: it is not known.
static const Step *next_step(const Sequence *sequence, Actor actor) {
    const Trace *trace = sequence->trace;
    uint32_t i = sequence->first;
    while (i < trace->length && trace->steps[i].actor != actor) i++;
    return sequence->entered || i == trace->length ? NULL : &trace->steps[i];
}

// Of a message and a receive that finds nothing: whether it would have taken that one.
static bool look_conflicts(const Sequence *sequence, const Step *look, const Mail *mail) {
    return !look || !mail || mail_is_wanted(sequence->trace, look, mail);
}

static bool accesses_conflict(Sequence *sequence, const Step *step, const Access *early, const Action *action, const Access *late) {
    if (!access_conflicts(*early, *late)) return false;
    if (access_are_sends(early, late)) return sends_conflict(sequence, step, early, late);
    if (access_looks_for(early, late))
        return look_conflicts(sequence, step, mail_find(sequence->trace, late->object, late->value));
    return look_conflicts(sequence, next_step(sequence, action->actor), mail_of(step, early->object, early->value));
}

// Of something that has not happened: nobody took what it sends, and nobody can tell what it would have found.
static bool attempt_conflicts(const Action *attempt, const Action *action) {
    for (uint32_t i = 0; i < attempt->count; i++)
        for (uint32_t j = 0; j < action->count; j++) {
            const Access *a = &attempt->items[i], *b = &action->items[j];
            if (access_conflicts(*a, *b) && !access_are_sends(a, b)) return true;
        }
    return false;
}

bool sequence_conflicts(Sequence *sequence, const Action *early, uint32_t position, const Action *late) {
    Conflict conflict = action_conflict(early, late);
    if (conflict != CONFLICT_OF_MAIL || !sequence->trace) return conflict != CONFLICT_NONE;
    sequence->conditional = true;
    if (position == NO_POSITION) return attempt_conflicts(early, late);
    const Step *step = &sequence->trace->steps[position];
    for (uint32_t i = 0; i < early->count; i++)
        for (uint32_t j = 0; j < late->count; j++)
            if (accesses_conflict(sequence, step, &early->items[i], late, &late->items[j])) return true;
    return false;
}
