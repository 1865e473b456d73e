#include "brute.h"

#include "toy.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/chance.h"
#include "base/memory.h"

typedef struct {
    const BruteEvent *events;
    uint32_t count;
    const Orders *orders;
    bool by_messages;
} Run;

static bool conflict(const Run *run, Access a, Access b) {
    if (!access_are_mail(&a, &b)) return access_conflicts(a, b);
    if (run->by_messages) return a.kind != b.kind;
    return !run->orders || orders_has(run->orders, a.object, a.value, b.value);
}

static bool depends(const Run *run, uint32_t early, uint32_t late) {
    const Event *a = &run->events[early].event, *b = &run->events[late].event;
    if (a->actor == b->actor || a->footprint.everything || b->footprint.everything) return true;
    for (uint32_t i = 0; i < a->footprint.count; i++)
        for (uint32_t j = 0; j < b->footprint.count; j++)
            if (conflict(run, a->footprint.items[i], b->footprint.items[j])) return true;
    return false;
}

// The first actor in the alphabet with an event left that depends on none left before it. `before`: bits of those that
// each event depends on.
static uint32_t next_event(const Run *run, const uint64_t *before, uint64_t left) {
    uint32_t best = run->count;
    for (uint64_t bits = left; bits; bits &= bits - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(bits);
        bool first = !(before[i] & left);
        if (first && (best == run->count || run->events[i].event.actor < run->events[best].event.actor)) best = i;
    }
    return best;
}

static void key_of(const Run *run, char *key) {
    uint64_t before[BRUTE_EVENTS] = {0}, left = ((uint64_t)1 << run->count) - 1;
    assert(run->count < BRUTE_EVENTS);
    for (uint32_t i = 0; i < run->count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (depends(run, j, i)) before[i] |= (uint64_t)1 << j;
    for (uint32_t i = 0; i < run->count; i++) {
        uint32_t next = next_event(run, before, left);
        left &= ~((uint64_t)1 << next);
        key[i] = (char)('a' + run->events[next].event.actor);
    }
    key[run->count] = 0;
}

// In whichever order different actors did it.
static uint64_t touched_by(const Run *run) {
    uint64_t sum = 0, last[TOY_PROCESSES] = {0};
    for (uint32_t i = 0; i < run->count; i++) {
        const Event *event = &run->events[i].event;
        uint64_t hash = chance_mix(last[event->actor] + event->actor + 1);
        for (uint32_t j = 0; j < event->footprint.count; j++)
            hash = chance_mix(hash ^ (event->footprint.items[j].object << 32) ^ event->footprint.items[j].value);
        sum += last[event->actor] = hash;
    }
    return sum;
}

static BruteClass *add_class(Brute *brute) {
    if (brute->count == brute->capacity) {
        brute->capacity = brute->capacity * 2 + 64;
        brute->items = memory_resize(brute->items, brute->capacity * sizeof(BruteClass));
    }
    return &brute->items[brute->count++];
}

void brute_join(Brute *brute, const BruteClass *class) {
    *add_class(brute) = *class;
    brute->executions += class->times;
}

void brute_add(Brute *brute, Machine *machine, const BruteEvent *events, uint32_t count) {
    BruteClass *added = add_class(brute);
    Run run = {events, count, brute->orders, brute->by_messages};
    key_of(&run, added->actors);
    added->final = machine_hash(machine);
    added->touched = brute->by_messages ? touched_by(&run) : 0;
    added->times = 1;
    brute->executions++;
}

static int compare(const void *a, const void *b) {
    const BruteClass *x = a, *y = b;
    int order = strcmp(x->actors, y->actors);
    return order ? order : (x->touched > y->touched) - (x->touched < y->touched);
}

void brute_sort(Brute *brute) {
    if (!brute->count) return;
    qsort(brute->items, brute->count, sizeof(BruteClass), compare);
    uint32_t kept = 0;
    for (uint32_t i = 1; i < brute->count; i++) {
        if (compare(&brute->items[kept], &brute->items[i]) == 0) {
            brute->items[kept].times += brute->items[i].times;
            brute->inconsistent |= brute->items[kept].final != brute->items[i].final;
        } else {
            brute->items[++kept] = brute->items[i];
        }
    }
    brute->count = kept + 1;
}

BruteEvent brute_event(const Step *step) {
    BruteEvent event = {.event.actor = step->actor};
    Footprint *footprint = &event.event.footprint;
    footprint->everything = step->action->everything;
    footprint->count = step->action->touched_count;
    memcpy(footprint->items, step->action->touched, footprint->count * sizeof(Access));
    return event;
}

// What rules add comes last.
BruteEvent brute_event_unruled(const Execution *execution, const Step *step) {
    BruteEvent event = brute_event(step);
    Footprint *footprint = &event.event.footprint;
    uint32_t rule;
    while (footprint->count && region_has_rule(execution, footprint->items[footprint->count - 1].object, &rule))
        footprint->count--;
    return event;
}

bool brute_same(const Brute *a, const Brute *b) {
    if (a->count != b->count) return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (strcmp(a->items[i].actors, b->items[i].actors) != 0 || a->items[i].final != b->items[i].final) return false;
    return true;
}

void brute_free(Brute *brute) { memory_free(brute->items); }

static bool contains(const Actor *actors, uint32_t count, Actor actor) {
    for (uint32_t i = 0; i < count; i++)
        if (actors[i] == actor) return true;
    return false;
}

// As a trace does: by how many steps its actor has taken.
static void mark_looks(BruteEvent *events, uint32_t at) {
    Event *event = &events[at].event;
    uint32_t turn = 0;
    for (uint32_t i = 0; i < at; i++) turn += events[i].event.actor == event->actor;
    for (uint32_t i = 0; i < event->footprint.count; i++) {
        Access *access = &event->footprint.items[i];
        if (access->kind == ACCESS_RECEIVE && !access->value) access->value = orders_look(turn);
    }
}

static bool enumerate_from(Machine *machine, Brute *brute, BruteEvent *events, uint32_t depth, uint32_t spent) {
    Actor actors[TOY_PROCESSES], last = depth ? events[depth - 1].event.actor : NO_ACTOR;
    uint32_t count = machine_enabled(machine, actors, TOY_PROCESSES);
    bool goes_on = contains(actors, count, last);
    if (count == 0) brute_add(brute, machine, events, depth);
    if (brute->limit && brute->executions > brute->limit) return false;
    Mark mark = machine_mark(machine);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t cost = spent + (goes_on && actors[i] != last);
        if (brute->bounded && cost > brute->budget) continue;
        events[depth].event = *machine_step(machine, actors[i]);
        mark_looks(events, depth);
        bool within = enumerate_from(machine, brute, events, depth + 1, cost);
        machine_undo(machine, mark);
        if (!within) return false;
    }
    return true;
}

bool brute_enumerate(Machine *machine, Brute *brute) {
    BruteEvent events[BRUTE_EVENTS];
    if (!enumerate_from(machine, brute, events, 0, 0)) return false;
    brute_sort(brute);
    return true;
}

// --- orders of messages ----------------------------------------------------------------------------

typedef struct {
    Machine *machine;
    Orders *orders;
    uint64_t left;   // executions that may still come
    Event events[BRUTE_EVENTS];
    Receive receives[BRUTE_EVENTS];   // without code: the event is none
    uint32_t count;
} Lesson;

static bool receives(const Access *access) { return access->kind == ACCESS_RECEIVE || access->kind == ACCESS_AWAIT; }

// Whether an event sent a message, or else received it.
static bool has_mail(const Event *event, const Access *message, bool sent) {
    for (uint32_t i = 0; i < event->footprint.count; i++) {
        const Access *access = &event->footprint.items[i];
        bool kind = sent ? access->kind == ACCESS_SEND : receives(access);
        if (kind && access->object == message->object && access->value == message->value) return true;
    }
    return false;
}

// Whether a message was received before an event.
static bool is_gone(const Lesson *lesson, const Access *sent, uint32_t at) {
    for (uint32_t i = 0; i < at; i++)
        if (has_mail(&lesson->events[i], sent, false)) return true;
    return false;
}

static Actor sender_of(const Lesson *lesson, const Access *message) {
    for (uint32_t i = 0; i < lesson->count; i++)
        if (has_mail(&lesson->events[i], message, true)) return lesson->events[i].actor;
    return NO_ACTOR;
}

static uint32_t turn_of(const Lesson *lesson, uint32_t at) {
    uint32_t turn = 0;
    for (uint32_t i = 0; i < at; i++) turn += lesson->events[i].actor == lesson->events[at].actor;
    return turn;
}

// The receive at a position, and a message that was sent there at some time.
static void compare_mail(Lesson *lesson, uint32_t at, const Access *received, const Access *sent, uint32_t when) {
    uint64_t look = orders_look(turn_of(lesson, at)), message = lesson->events[when].actor + 1;
    bool accepts = machine_accepts(lesson->machine, &lesson->receives[at], message);
    if (sent->object != received->object || is_gone(lesson, sent, at)) return;
    if (received->value == sent->value) {
        if (received->kind == ACCESS_RECEIVE) orders_learn(lesson->orders, sent->object, look, sent->value);
    } else if (received->value) {
        bool known = sender_of(lesson, received) == lesson->events[when].actor;
        if (accepts && !known) orders_learn(lesson->orders, sent->object, received->value, sent->value);
    } else if (when > at && accepts) {
        orders_learn(lesson->orders, sent->object, look, sent->value);
    }
}

// Who looks at a mailbox can tell the order of all that lies there.
static void learn_from_look(Lesson *lesson, uint32_t at, uint64_t mailbox) {
    const Access *there[BRUTE_EVENTS];
    Actor senders[BRUTE_EVENTS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < at; i++)
        for (uint32_t j = 0; j < lesson->events[i].footprint.count; j++) {
            const Access *sent = &lesson->events[i].footprint.items[j];
            if (sent->kind != ACCESS_SEND || sent->object != mailbox || is_gone(lesson, sent, at)) continue;
            there[count] = sent;
            senders[count++] = lesson->events[i].actor;
        }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (senders[i] != senders[j]) orders_learn(lesson->orders, mailbox, there[i]->value, there[j]->value);
}

static void learn_from_looks(Lesson *lesson) {
    for (uint32_t at = 0; at < lesson->count; at++)
        for (uint32_t i = 0; i < lesson->events[at].footprint.count; i++) {
            const Access *access = &lesson->events[at].footprint.items[i];
            if (access->kind == ACCESS_READ) learn_from_look(lesson, at, access->object);
        }
}

static void learn_from(Lesson *lesson) {
    for (uint32_t at = 0; at < lesson->count; at++)
        for (uint32_t when = 0; when < lesson->count && lesson->receives[at].code; when++) {
            const Footprint *late = &lesson->events[at].footprint, *early = &lesson->events[when].footprint;
            for (uint32_t i = 0; i < late->count; i++)
                for (uint32_t j = 0; j < early->count && receives(&late->items[i]); j++)
                    if (early->items[j].kind == ACCESS_SEND)
                        compare_mail(lesson, at, &late->items[i], &early->items[j], when);
        }
}

static bool learn_all(Lesson *lesson) {
    Actor actors[TOY_PROCESSES];
    uint32_t count = machine_enabled(lesson->machine, actors, TOY_PROCESSES), at = lesson->count;
    if (count == 0) learn_from(lesson), learn_from_looks(lesson);
    if (count == 0 && lesson->left-- == 0) return false;
    Mark mark = machine_mark(lesson->machine);
    for (uint32_t i = 0; i < count; i++) {
        if (!machine_receive(lesson->machine, actors[i], &lesson->receives[at])) lesson->receives[at].code = NULL;
        lesson->events[at] = *machine_step(lesson->machine, actors[i]);
        lesson->count = at + 1;
        bool within = learn_all(lesson);
        machine_undo(lesson->machine, mark);
        if (!within) return false;
    }
    return true;
}

bool brute_learn(Machine *machine, Orders *orders, uint64_t limit) {
    Lesson lesson = {.machine = machine, .orders = orders, .left = limit};
    return learn_all(&lesson);
}
