#include "brute.h"

#include "toy.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

typedef struct {
    Machine *machine;
    const BruteEvent *events;
    uint32_t count;
    bool noticed_only;
} Run;

static const Access *send_in(const BruteEvent *event) {
    for (uint32_t i = 0; i < event->event.footprint.count; i++)
        if (event->event.footprint.items[i].kind == ACCESS_SEND) return &event->event.footprint.items[i];
    return NULL;
}

static bool takes(const BruteEvent *event, const Access *send) {
    for (uint32_t i = 0; i < event->event.footprint.count; i++) {
        const Access *access = &event->event.footprint.items[i];
        bool receives = access->kind == ACCESS_RECEIVE || access->kind == ACCESS_AWAIT;
        if (receives && access->object == send->object && access->value == send->value) return true;
    }
    return false;
}

// The event that takes what another sends, or that touches everything; count: nobody does.
static uint32_t observer_of(const Run *run, uint32_t at) {
    const Access *send = send_in(&run->events[at]);
    uint32_t i = at + 1;
    while (i < run->count && !takes(&run->events[i], send) && !run->events[i].event.footprint.everything) i++;
    return i;
}

static uint64_t message_of(const BruteEvent *event) {
    for (uint32_t i = 0; i < event->event.footprint.count; i++)
        if (event->event.messages[i]) return event->event.messages[i];
    return 0;
}

static bool is_noticed(const Run *run, uint32_t i, uint32_t j) {
    uint32_t first = observer_of(run, i), second = observer_of(run, j);
    uint32_t other = first <= second ? j : i, observer = first <= second ? first : second;
    if (observer == run->count) return false;
    const BruteEvent *event = &run->events[observer];
    return !event->receive.code || machine_accepts(run->machine, &event->receive, message_of(&run->events[other]));
}

static bool is_look(Access access) { return access.kind == ACCESS_RECEIVE && !access.value; }

// Who found nothing would not have taken what the other sends.
static bool is_unwanted(const Run *run, const BruteEvent *a, Access x, const BruteEvent *b, Access y) {
    if (is_look(y)) return is_unwanted(run, b, y, a, x);
    if (!is_look(x) || y.kind != ACCESS_SEND || !y.value || !a->receive.code) return false;
    return !machine_accepts(run->machine, &a->receive, message_of(b));
}

// Whether they conflict otherwise than by sending to one mailbox.
static bool conflicts_anyway(const Run *run, const BruteEvent *one, const BruteEvent *two) {
    const Footprint *a = &one->event.footprint, *b = &two->event.footprint;
    if (a->everything || b->everything) return true;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++) {
            Access x = a->items[i], y = b->items[j];
            bool sends = x.kind == ACCESS_SEND && y.kind == ACCESS_SEND;
            if (access_conflicts(x, y) && !sends && !is_unwanted(run, one, x, two, y)) return true;
        }
    return false;
}

static bool depends(const Run *run, uint32_t i, uint32_t j) {
    const Event *a = &run->events[i].event, *b = &run->events[j].event;
    if (a->actor == b->actor) return true;
    if (!footprint_conflicts(&a->footprint, &b->footprint)) return false;
    if (!run->noticed_only || conflicts_anyway(run, &run->events[i], &run->events[j])) return true;
    return send_in(&run->events[i]) && send_in(&run->events[j]) && is_noticed(run, i, j);
}

// The first actor in the alphabet with an event left that depends on none left before it.
static uint32_t next_event(const Run *run, const bool *used) {
    const BruteEvent *events = run->events;
    uint32_t best = run->count;
    for (uint32_t i = 0; i < run->count; i++) {
        if (used[i]) continue;
        bool first = true;
        for (uint32_t j = 0; j < i; j++) first &= used[j] || !depends(run, j, i);
        if (first && (best == run->count || events[i].event.actor < events[best].event.actor)) best = i;
    }
    return best;
}

static void key_of(const Run *run, char *key) {
    bool used[BRUTE_EVENTS] = {0};
    assert(run->count < BRUTE_EVENTS);
    for (uint32_t i = 0; i < run->count; i++) {
        uint32_t next = next_event(run, used);
        used[next] = true;
        key[i] = (char)('a' + run->events[next].event.actor);
    }
    key[run->count] = 0;
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
    Run run = {machine, events, count, brute->noticed_only};
    key_of(&run, added->actors);
    added->final = machine_hash(machine);
    added->times = 1;
    brute->executions++;
}

static int compare(const void *a, const void *b) {
    return strcmp(((const BruteClass *)a)->actors, ((const BruteClass *)b)->actors);
}

void brute_sort(Brute *brute) {
    if (!brute->count) return;
    qsort(brute->items, brute->count, sizeof(BruteClass), compare);
    uint32_t kept = 0;
    for (uint32_t i = 1; i < brute->count; i++) {
        if (compare(&brute->items[kept], &brute->items[i]) == 0) brute->items[kept].times += brute->items[i].times;
        else brute->items[++kept] = brute->items[i];
    }
    brute->count = kept + 1;
}

BruteEvent brute_event(const Step *step, bool messages) {
    BruteEvent event = {.event.actor = step->actor};
    Footprint *footprint = &event.event.footprint;
    footprint->everything = step->action->everything;
    footprint->count = step->action->touched_count;
    memcpy(footprint->items, step->action->touched, footprint->count * sizeof(Access));
    if (!messages) return event;
    for (uint32_t i = 0; i < footprint->count; i++)
        if (footprint->items[i].kind == ACCESS_SEND) event.event.messages[i] = step->actor + 1;
    event.receive = step->receive;
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
        bool receives = machine_receive(machine, actors[i], &events[depth].receive);
        if (!receives) events[depth].receive.code = NULL;
        events[depth].event = *machine_step(machine, actors[i]);
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
