#include "vm/run/process_check.h"

#include "vm/run/node.h"

#include "vm/term/compare.h"
#include "vm/term/map.h"
#include "vm/term/tree.h"

#ifndef NDEBUG

void mailbox_check(const Process *p) {
    uint32_t count = 0;
    bool saved = term_is_nil(p->save);
    Term last = TERM_NIL;
    for (Term at = p->first; !term_is_nil(at); at = term_words(at)[MESSAGE_NEXT]) {
        assert(term_is_kind(at, KIND_MESSAGE) && term_size(at) == MESSAGE_WORDS);
        assert(!term_is_none(term_words(at)[MESSAGE_VALUE]) && term_is_small(term_words(at)[MESSAGE_TIME]));
        saved |= term_same(at, p->save);
        last = at;
        count++;
    }
    assert(count == p->mailbox_count && term_same(last, p->last));
    assert(saved);   // whom the receive has looked at last is still there
    assert(p->fetched <= p->mailbox_count);
}

// The stack is within its block; what it returns to lies in the block, or in an older one that is frozen.
static void stack_check(const Process *p) {
    assert(p->stack_low <= p->stack - p->live && p->stack <= p->stack_high);
    assert(p->live <= X_REGISTERS);
    if (p->stack_frozen) assert(p->stack_low <= p->stack_frozen && p->stack_frozen <= p->stack_high);
    const Record *block = (const Record *)p->stack_low - 1;
    assert(block->kind == RECORD_PLAIN && block->terms == 0);
    assert((const Term *)block + block->words == p->stack_high);
}

static void name_check(const Process *p) {
    const Machine *m = p->machine;
    if (term_is_nil(p->name)) return;
    assert(term_is_atom(p->name));
    assert(term_same(map_get(m->globals->names, name_known(p, p->name)), p->pid));
}

static void relations_check(const Process *p) {
    assert(term_is_map(p->links) && term_is_map(p->monitors) && term_is_map(p->watchers));
    assert(term_is_map(p->dictionary) && term_is_map(p->aliases));
    assert(term_is_list(p->tables) && term_is_list(p->entered));
}

void process_check(const Process *p) {
    const Machine *m = p->machine;
    assert(p->record.kind == RECORD_PROCESS && p->rest.words > PROCESS_REST_TERMS);
    assert(term_is_local_pid(p->pid) && m->processes[term_pid_index(p->pid)] == p);
    assert(p->status == PROCESS_READY || p->status == PROCESS_WAITING || p->status == PROCESS_SUSPENDED);
    assert(p->ip);
    assert(!p->queued || (p->status == PROCESS_READY && !p->suspended));
    assert(p->alternatives == 0 || m->choosing);
    assert(!p->timer_armed || p->deadline > 0);
    mailbox_check(p);
    stack_check(p);
    name_check(p);
    relations_check(p);
}

static bool stands_in_set(const Machine *m, uint32_t index) { return m->standing[index / 64] >> index % 64 & 1; }

static uint64_t members_check(const Machine *m) {
    uint64_t count = 0;
    const Process *before = NULL;
    for (const Process *p = m->globals->ready_first; p; before = p, p = p->next, count++)
        assert(p->queued && !p->standing && p->previous == before);
    assert(m->globals->ready_last == before);
    return count;
}

void queue_check(const Machine *m) {
    uint64_t queued = 0, alive = 0;
    for (uint32_t i = 0; i < m->pid_count; i++) {
        const Process *p = m->processes[i];
        alive += p && !p->port;
        queued += p && p->queued && !p->standing;
        assert(!p || stands_in_set(m, i) == (p->queued && p->standing));
        assert(p || !m->ending[i] || stands_in_set(m, i));   // or it is a part of a walk
    }
    assert(alive == m->process_count);
    assert(queued == members_check(m));
}

// A deadline in the queue is that of a receive that counts, or of a timer that is there; both are there once.
void deadlines_check(const Machine *m) {
    TreeIterator it;
    uint64_t timers = 0;
    Term root = m->globals->queue;
    assert(term_is_nil(root) || tree_check(root));
    tree_iterate(&it, root, true, NULL, NULL);
    for (Term at; !term_is_none(at = tree_iterator_next(&it));) {
        Term key = tree_key(at), value = tree_value(at);
        assert(term_is_tuple_of(key, 3));
        if (term_is_local_pid(value)) {
            const Process *p = m->processes[term_pid_index(value)];
            assert(p && p->timer_armed && term_to_small(term_elements(key)[0]) == (int64_t)p->deadline);
        } else {
            assert(!term_is_none(map_get(m->globals->timers, value)));
            timers++;
        }
    }
    tree_iterator_end(&it);
    assert(timers == map_count(m->globals->timers));
}

#endif
