#include "explore/dpor/check.h"

#include <assert.h>

#ifndef NDEBUG

// --- conflicts --------------------------------------------------------------------------------------

// As accesses_conflict, but nothing relies on the answer.
static bool conflict(const Orders *orders, const Access *a, const Access *b) {
    if (access_are_mail(a, b)) return orders_has(orders, a->object, a->value, b->value);
    return access_conflicts(*a, *b);
}

static bool are_dependent(const Orders *orders, const Action *a, const Action *b) {
    if (a->everything || b->everything) return true;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++)
            if (conflict(orders, &a->items[i], &b->items[j])) return true;
    return false;
}

void action_conflicts_check(const Orders *orders, const Action *a, const Action *b, bool conflicting) {
    assert(are_dependent(orders, a, b) == conflicting);
    assert(are_dependent(orders, b, a) == conflicting);
}

// --- the contract -----------------------------------------------------------------------------------

// Whether whatever conflicts with the access conflicts with something that was pending.
static bool is_pending(const Action *pending, const Access *access) {
    uint8_t covered = 0;
    for (uint32_t i = 0; i < pending->touched_count; i++)
        if (pending->touched[i].object == access->object) covered |= access_conflicting[pending->touched[i].kind];
    return access_begins(*access) || !(access_conflicting[access->kind] & ~covered);
}

void contract_check(const Step *step) {
    const Action *action = step->action, *pending = step->pending;
    if (pending->everything) return;
    assert(!action->everything);
    for (uint32_t i = 0; i < action->touched_count; i++) assert(is_pending(pending, &action->touched[i]));
    for (uint32_t i = 0; pending->fixed && i < pending->touched_count; i++)
        assert(is_pending(action, &pending->touched[i]));
}

// --- tables -----------------------------------------------------------------------------------------

void actions_check(const Actions *actions, uint64_t references) {
    uint64_t held = 0;
    hash_check(&actions->table);
    for (uint32_t i = 0; i < actions->table.count; i++) {
        const Action *action = actions->table.entries[i].pointer;
        held += action->references;
        assert(action->hash == actions->table.entries[i].key);
        assert(action->count <= action->touched_count && action->touched_count <= FOOTPRINT_MAX + FOOTPRINT_SPARE);
        assert(!action->invisible || actions->learned->on);
    }
    assert(actions->table.count <= actions->limit);
    assert(held == references);
}

// But for the steps before the first state.
void given_back_check(const Execution *execution) {
    if (execution->length == execution->root) actions_check(&execution->actions, 2 * execution->root);
}

void orders_check(const Orders *orders) {
    uint32_t ordered = 0;
    hash_check(&orders->pairs);
    for (uint32_t i = 0; i < orders->pairs.count; i++) {
        assert(orders->pairs.entries[i].number <= ORDERED);
        ordered += orders->pairs.entries[i].number == ORDERED;
    }
    assert(ordered == orders->ordered);
}

void learned_check(const Learned *learned) {
    uint32_t shared = 0;
    hash_check(&learned->places);
    assert(learned->places.count == learned->objects.count);
    for (uint32_t i = 0; i < learned->objects.count; i++) {
        const LearnedObject *object = &learned->objects.items[i];
        const HashEntry *place = &learned->places.entries[i];
        shared += object->shared;
        assert(place->key == object->object && place->number == i);
        assert(!object->contended || learned_has(learned, object->object));
        assert(!object->shared || object->contended || learned_shared(learned, object->object) == object);
        assert(!object->shared || object->by_others);
    }
    assert(shared == learned->shared);
}

// --- states -----------------------------------------------------------------------------------------

static void choice_check(const Execution *execution, const Choice *choice) {
    const ActorState *actor = choice->actor < execution->actor_count ? &execution->actors[choice->actor] : NULL;
    assert(choice->since <= execution->length);
    assert(!actor || execution->learned->on ||
           choice->since >= actor->last);   // its own last step, or who woke it since
    assert(!choice->asleep || choice->asleep->actor == choice->actor);
    assert(!choice->asleep || choice->asleep->references > 0);
    assert(!choice->block || choice->asleep);
}

static void held_check(const Execution *execution, const Step *top) {
    for (uint32_t i = 0; i < top->choice_count + top->held_count; i++)
        assert(region_delays(execution, top->choices[i].actor) == (i >= top->choice_count));
    for (uint32_t i = top->choice_count; i < top->choice_count + top->held_count; i++) {
        choice_check(execution, &top->choices[i]);
        assert(!top->choices[i].asleep && !top->choices[i].done && !top->choices[i].planned);
    }
}

void state_check(const Execution *execution) {
    const Step *top = execution_top(execution), *before = execution_led_by(execution, top);
    uint32_t sleeping = 0;
    assert(!top->invisible && execution->length >= execution->root);
    assert((before == NULL) == (execution->length == execution->root));
    assert(!before || !before->invisible);
    for (const Step *step = before ? before + 1 : execution->steps; step < top; step++) assert(step->invisible);
    for (uint32_t i = 0; i < top->choice_count; i++) {
        choice_check(execution, &top->choices[i]);
        sleeping += top->choices[i].asleep != NULL;
        assert(i == 0 || top->choices[i - 1].actor < top->choices[i].actor);
    }
    assert(top->sleeping == sleeping);
    if (execution->region)
        held_check(execution, top);
    else
        assert(top->held_count == 0);
    assert(execution->clocked <= execution->length);
    assert(execution->clocked || execution->order.used == 0);
    assert(execution->path.used == top->memory.used);
}

// --- sleep sets -------------------------------------------------------------------------------------

// An event sleeps on iff it slept before the step, is not the step's and does not conflict with it.
void sleep_check(const Execution *execution) {
    const Step *top = execution_top(execution), *before = execution_led_by(execution, top);
    if (execution->blocks || execution->learned->outdated) return;
    for (uint32_t i = 0; i < top->choice_count; i++) {
        const Choice *now = &top->choices[i], *old = execution_choice(before, now->actor);
        bool sleeps = old && old->asleep && now->actor != before->actor &&
                      !are_dependent(execution->orders, old->asleep, before->action);
        assert(now->asleep == (sleeps ? old->asleep : NULL));
        assert(!now->done && !now->planned);
    }
}

// At the end of a branch each sleeping event was woken by one of its events.
void followed_check(const Execution *execution, bool follows, bool leaf) {
    const Step *top = execution_top(execution);
    if (!follows) return;
    assert(!leaf || top->sleeping == 0);
    assert(leaf == !top->wakeup && !execution->ahead && !execution->expected);
    wakeup_check(top, execution->orders);
}

// --- wakeup trees -----------------------------------------------------------------------------------

// Whether an event is one of the weak initials of a sequence.
static bool is_weak_initial(const Orders *orders, const Action *event, Action *const *sequence, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (sequence[i]->actor == event->actor) return true;
        if (are_dependent(orders, sequence[i], event)) return false;
    }
    return true;
}

typedef struct {
    const Step *state;
    const Orders *orders;
    Action *path[CHECK_LENGTH];          // from the root to a node
    const Wakeup *first[CHECK_LENGTH];   // its siblings and those of the nodes above it
    const Wakeup *nodes[CHECK_LENGTH];
    uint32_t left;   // of nodes to be looked at
} Branch;

static void leaf_check(const Branch *branch, uint32_t count) {
    const Step *state = branch->state;
    for (uint32_t i = 0; i < state->choice_count; i++)
        assert(!state->choices[i].asleep ||
               !is_weak_initial(branch->orders, state->choices[i].asleep, branch->path, count));
    for (uint32_t level = 0; level < count; level++)
        for (const Wakeup *left = branch->first[level]; left != branch->nodes[level]; left = left->sibling)
            assert(!is_weak_initial(branch->orders, left->action, branch->path + level, count - level));
}

static void subtree_check(Branch *branch, const Wakeup *tree, uint32_t depth) {
    if (depth == CHECK_LENGTH) return;
    branch->first[depth] = tree;
    for (const Wakeup *node = tree; node && branch->left; node = node->sibling) {
        branch->left--;
        branch->path[depth] = node->action;
        branch->nodes[depth] = node;
        assert(node->action->references > 0);
        if (node->child)
            subtree_check(branch, node->child, depth + 1);
        else
            leaf_check(branch, depth + 1);
    }
}

void wakeup_check(const Step *state, const Orders *orders) {
    Branch branch = {.state = state, .orders = orders, .left = CHECK_NODES};
    if (state->wakeup) subtree_check(&branch, state->wakeup, 0);
}

// --- the execution ----------------------------------------------------------------------------------

static const Step *last_of(const Execution *execution, Actor actor, uint32_t below) {
    while (below > 0 && execution->steps[below - 1].actor != actor) below--;
    return below ? &execution->steps[below - 1] : NULL;
}

static void step_check(const Execution *execution, uint32_t position) {
    const Step *step = &execution->steps[position], *previous = last_of(execution, step->actor, position);
    assert(step->previous == (previous ? (uint32_t)(previous - execution->steps) + 1 : 0));
    assert(step->turn == (previous ? previous->turn + 1 : 0));
    assert(!previous || step->slot == previous->slot);
    assert(previous || step->slot + 1 == step->slots);
    assert(position == 0 || step->slots >= step[-1].slots);
    assert(step->choice->actor == step->actor && step->action->actor == step->actor &&
           step->pending->actor == step->actor);
    assert(step->action->references > 0 && step->pending->references > 0);
    assert(step->choice->since <= position && (execution->learned->on || step->choice->since >= step->previous));
    assert(!step->invisible || (!step->wakeup && !step->deferrals && !step->disabled));
    if (step->invisible) return;
    assert(step->choice >= step->choices && step->choice < step->choices + step->choice_count);
    assert(step->choice->done && !step->choice->asleep && step->taken > 0);
    assert(step->forced || step->counts);
}

static uint32_t done_of(const Step *step) {
    uint32_t done = 0;
    for (uint32_t i = 0; i < step->choice_count; i++) done += step->choices[i].done;
    return done;
}

static uint32_t disabled_check(const Execution *execution, uint32_t position) {
    const Step *step = &execution->steps[position];
    uint32_t count = 0;
    for (const Race *race = step->disabled; race; race = race->next, count++) {
        assert(race_is_of_disabled(race) && race->first == position);
        assert(race->event->references > 0 && race->event->actor != step->actor);
        assert(execution_choice(step, race->event->actor) || execution_held(step, race->event->actor));
        assert(step[1].invisible || are_dependent(execution->orders, step->action, race->event));   // C3
    }
    return count;
}

void execution_check(const Execution *execution) {
    uint32_t disabled = 0;
    if (execution->length > CHECK_LENGTH) return;
    for (uint32_t i = 0; i < execution->length; i++) {
        assert(execution->steps[i].taken == done_of(&execution->steps[i]));
        step_check(execution, i);
        disabled += disabled_check(execution, i);
    }
    assert(disabled == execution->disabled);
    assert(execution->length == 0 || execution->slots == execution->steps[execution->length - 1].slots);
    for (Actor actor = 0; actor < execution->actor_count; actor++) {
        const Step *last = last_of(execution, actor, execution->length);
        assert(execution->actors[actor].turns == (last ? last->turn + 1 : 0));
        assert(execution->actors[actor].last == (last ? (uint32_t)(last - execution->steps) + 1 : 0));
        assert(execution->actors[actor].slot == (last ? last->slot : NO_SLOT));
    }
}

// --- happens-before ---------------------------------------------------------------------------------

static bool is_woken_by(const Execution *execution, uint32_t early, uint32_t late) {
    const Step *step = &execution->steps[late];
    return step->choice->since == early + 1 && step->choice->since > step->previous;
}

static bool can_only_follow(const Access *early, const Access *late) {
    return access_enables(*early, *late) && (access_are_mail(early, late) || access_conflicts(*early, *late));
}

static bool enables(const Step *early, const Step *late) {
    for (uint32_t i = 0; i < early->action->count; i++)
        for (uint32_t j = 0; j < late->action->count; j++)
            if (can_only_follow(&early->action->items[i], &late->action->items[j])) return true;
    return false;
}

// Bits of the steps that happen before one, given those of all earlier ones.
static uint64_t find_before(const Execution *execution, const uint64_t *before, uint32_t late) {
    const Step *step = &execution->steps[late];
    uint64_t bits = step->action->idle ? ((uint64_t)1 << late) - 1 : 0;
    for (uint32_t i = late; i-- > 0;) {
        const Step *early = &execution->steps[i];
        bool direct = early->actor == step->actor || is_woken_by(execution, i, late) ||
                      are_dependent(execution->orders, early->action, step->action);
        if (direct) bits |= before[i] | (uint64_t)1 << i;
    }
    return bits;
}

// Bits of the steps that it races with: they come right before it, and not because it could not
// have come first.
static uint64_t find_racing(const Execution *execution, const uint64_t *before, uint32_t late) {
    const Step *step = &execution->steps[late];
    uint64_t between = 0, racing = 0;
    for (uint32_t i = 0; i < late; i++)
        if (before[late] >> i & 1) between |= before[i];
    for (uint32_t i = 0; i < late && !step->action->idle; i++) {
        const Step *early = &execution->steps[i];
        bool chosen = early->actor != step->actor && !is_woken_by(execution, i, late) && !enables(early, step);
        if ((before[late] & ~between) >> i & 1 && chosen) racing |= (uint64_t)1 << i;
    }
    return racing;
}

static void step_races_check(const Execution *execution, uint32_t late, uint64_t racing) {
    const Step *step = &execution->steps[late];
    uint32_t above = late;
    for (const Race *race = step->races; race; race = race->next) {
        assert(race->second == late && race->event == step->action);
        assert(race->first < above && racing >> race->first & 1);
        assert(race->known == !action_depends(step->action, execution->steps[race->first].action));
        racing &= ~((uint64_t)1 << race->first);
        above = race->first;
    }
    assert(racing == 0);
}

static const IndexEntry *newest_other(const IndexEntry *entry) {
    const IndexEntry *other = entry->next;
    while (other && other->access->kind == entry->access->kind) other = other->next;
    return other;
}

static void entries_check(const Execution *execution, const IndexObject *object) {
    for (const IndexEntry *entry = object->newest, *older; entry; entry = older) {
        older = entry->next;
        uint8_t kinds = (uint8_t)(1 << entry->access->kind | (older ? older->kinds : 0));
        assert(entry->access->object == object->object && entry->kinds == kinds);
        assert(entry->other == newest_other(entry));
        assert(entry->position < execution->clocked && execution->steps[entry->position].slot == entry->slot);
        assert(entry->count == (entry->barrier || !older ? 1 : older->count + 1));
        assert(older || entry->barrier);
        assert(entry->count <= entry->limit || (older && older->position == entry->position));
        assert(!older || older->position <= entry->position);
        for (const IndexEntry *below = older; below && entry->barrier; below = below->next)
            assert(below->position == entry->position || execution_before(execution, below->position, entry->position));
    }
}

void index_check(const Execution *execution) {
    const Index *index = &execution->index;
    uint32_t everything = 0;
    hash_check(&index->objects);
    for (uint32_t i = 0; i < index->objects.count; i++) {
        const IndexObject *object = index->objects.entries[i].pointer;
        assert(object->newest && object->object == index->objects.entries[i].key);
        entries_check(execution, object);
    }
    for (uint32_t i = 0; i < execution->clocked; i++)
        if (execution->steps[i].action->everything) everything = i + 1;
    assert(index->everything == everything);
}

static uint64_t clock_bits(const Execution *execution, uint32_t late) {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < late; i++) bits |= (uint64_t)execution_before(execution, i, late) << i;
    return bits;
}

void happens_before_check(const Execution *execution, uint32_t first) {
    uint64_t before[CHECK_LENGTH];
    assert(!execution->stale && first <= execution->clocked);
    if (execution->learned->outdated || first == execution->length || execution->length > CHECK_LENGTH) return;
    assert(execution->clocked == execution->length);
    for (uint32_t late = 0; late < first; late++) before[late] = clock_bits(execution, late);
    for (uint32_t late = first; late < execution->length; late++) {
        const Step *step = &execution->steps[late];
        before[late] = find_before(execution, before, late);
        assert(clock_bits(execution, late) == before[late]);
        assert(step->clock.size == step->slots && step->clock.seen[step->slot] == late + 1);
        step_races_check(execution, late, find_racing(execution, before, late));
    }
    index_check(execution);
}

// --- messages ---------------------------------------------------------------------------------------

static bool has_taken(const Step *step, const Mail *mail) {
    for (const Observation *seen = step->observations; seen; seen = seen->next)
        if (seen->taken == mail) return true;
    return false;
}

static void mailbox_check(const Execution *execution, const Mailbox *mailbox) {
    for (const Mail *mail = mailbox->newest; mail; mail = mail->older) {
        assert(mail->mailbox == mailbox && mail->position < execution->length);
        assert(!mail->older || mail->older->serial < mail->serial);
        // An atomic step may take what it has sent itself.
        assert(mail->taken <= execution->length && (!mail->taken || mail->taken - 1 >= mail->position));
        assert(!mail->taken || has_taken(&execution->steps[mail->taken - 1], mail));
    }
}

// Of a step whose messages were noted: each that it sent is in its mailbox, and each that it took
// is taken.
static void mails_check(const Execution *execution, const Step *step) {
    uint32_t sent = 0, noted = 0, rule;
    for (uint32_t i = 0; i < step->action->touched_count; i++) {
        const Access *access = &step->action->touched[i];
        sent += access->kind == ACCESS_SEND && access->value && !region_has_rule(execution, access->object, &rule);
    }
    for (const Mail *mail = step->mails; mail; mail = mail->beside, noted++)
        assert(&execution->steps[mail->position] == step);
    assert(sent == noted);
    for (const Observation *seen = step->observations; seen; seen = seen->next)
        assert(!seen->taken || &execution->steps[seen->taken->taken - 1] == step);
}

void observer_check(const Execution *execution) {
    const Hash *mailboxes = &execution->mails.mailboxes;
    uint32_t used = 0, observer = 0;
    if (execution->orders->all || execution->length > CHECK_LENGTH) return;
    hash_check(mailboxes);
    for (uint32_t i = 0; i < mailboxes->count; i++) mailbox_check(execution, mailboxes->entries[i].pointer);
    for (uint32_t i = 0; i < execution->length; i++) {
        const Step *step = &execution->steps[i];
        if (step->invisible) continue;
        assert(step->observer == observer);
        if (step->observations) observer = i + 1;
        used += step->mailboxes;
        mails_check(execution, step);
    }
    assert(used == mailboxes->count);
    assert(execution->mails.observer == observer);
}

// --- reversals --------------------------------------------------------------------------------------

static bool is_notdep(const Execution *execution, const Race *race, uint32_t position) {
    return position > race->first && !execution->steps[position].invisible &&
           !execution_before(execution, race->first, position);
}

static void signature_check(const Reversal *v) {
    uint64_t conflicting[2] = {0}, actors = 0;
    for (uint32_t i = 0; i < v->count; i++) {
        for (int way = 0; way < 2; way++) conflicting[way] |= v->events[i].action->conflicting[way];
        actors |= reversal_bit(v->events[i].action->actor);
    }
    assert(v->conflicting[0] == conflicting[0] && v->conflicting[1] == conflicting[1] && v->actors == actors);
}

// An event of notdep(e, E), behind those that happen before it. Where e' is not known, what it needs comes first.
static void notdep_check(const Reversal *v, const Race *race, uint32_t at) {
    const Execution *execution = v->execution;
    uint32_t position = v->events[at].position;
    assert(is_notdep(execution, race, position) && v->events[at].action == execution->steps[position].action);
    if (!race->known && !race_is_of_disabled(race))
        assert((at < v->needed) == (position < race->second && execution_before(execution, position, race->second)));
    for (uint32_t i = 0; i < at; i++)
        assert(v->events[i].position < position || !execution_before(execution, position, v->events[i].position));
}

// v = notdep(e, E).p': these events, and the last one, if it is known, where it happened or, if it has not, behind them
// all.
void reversal_check(const Reversal *v, const Race *race) {
    const Execution *execution = v->execution;
    uint32_t count = 0, ends = 0;
    if (execution->length > CHECK_LENGTH) return;
    for (uint32_t i = race->first + 1; i < execution->length; i++) count += is_notdep(execution, race, i);
    assert(v->events == v->all && v->count == count + race->known);
    assert(race->known ? v->needed == 0 : v->needed <= count);
    assert(v->last == (race->known ? NO_ACTOR : race->event->actor));
    signature_check(v);
    for (uint32_t i = 0; i < v->count; i++) {
        const ReversalEvent *event = &v->events[i];
        bool is_last = race->known && (race_is_of_disabled(race) ? i == count : event->position == race->second);
        assert(!reversal_is_beside(v, event->action));
        assert(!is_last || (event->action == race->event && event->kept));
        if (!is_last) notdep_check(v, race, i);
        ends += is_last;
    }
    assert(ends == race->known);
}

void initial_check(const Reversal *v, const Action *action, Initial initial) {
    Initial found = v->last == NO_ACTOR || v->last == action->actor ? YES : UNKNOWN;
    for (uint32_t i = v->count; i-- > 0;) {
        if (are_dependent(v->orders, v->events[i].action, action)) found = NO;
        if (v->events[i].action->actor == action->actor) found = YES;
    }
    assert(initial == found);
}

// --- what races ask for -----------------------------------------------------------------------------

typedef struct {
    Action *events[CHECK_LENGTH + 1];
    uint32_t count;
    Actor last;        // comes after these; NO_ACTOR: nobody
    uint32_t needed;   // by that one: how many of the first
} Sequence;

static Initial find_initial(const Orders *orders, const Sequence *v, const Action *event, uint32_t *at) {
    for (*at = 0; *at < v->count; ++*at) {
        if (v->events[*at]->actor == event->actor) return YES;
        if (are_dependent(orders, v->events[*at], event)) return NO;
    }
    return v->last == NO_ACTOR || v->last == event->actor ? YES : UNKNOWN;
}

static void remove_event(Sequence *v, uint32_t at) {
    if (at == v->count) {
        v->last = NO_ACTOR;
        return;
    }
    v->count--;
    for (uint32_t i = at; i < v->count; i++) v->events[i] = v->events[i + 1];
}

// Whether a leaf of the tree is a prefix of the sequence, up to equivalence, or the sequence one of
// a branch.
static bool is_in_tree(const Orders *orders, const Wakeup *tree, Sequence v) {
    uint32_t at;
    for (const Wakeup *node = tree; node;) {
        Initial initial = find_initial(orders, &v, node->action, &at);
        if (initial == UNKNOWN) return false;
        if (initial == NO) {
            node = node->sibling;
            continue;
        }
        remove_event(&v, at);
        if (!node->child || (v.count == 0 && v.last == NO_ACTOR)) return true;
        node = node->child;
    }
    return false;
}

static bool is_asleep(const Orders *orders, const Step *state, const Sequence *v) {
    uint32_t at;
    for (uint32_t i = 0; i < state->choice_count; i++)
        if (state->choices[i].asleep && find_initial(orders, v, state->choices[i].asleep, &at) == YES) return true;
    return false;
}

static bool is_explored(const Orders *orders, const Step *state, const Sequence *v) {
    return is_asleep(orders, state, v) || is_in_tree(orders, state->wakeup, *v);
}

// What a sequence is deferred by, and what its last event is remembered by.
static uint64_t hash_of(const Sequence *v, uint32_t count) {
    uint64_t hash = hash_extend(HASH_BEGIN, (uint64_t)count << 32 | v->last);
    for (uint32_t i = 0; i < count; i++) hash = hash_extend(hash, v->events[i]->actor);
    return hash;
}

// It waits to be run from the state, or was; or one that it has the last event in common with was, and with that it is
// explored.
static bool is_looked_into(const Orders *orders, const Step *state, const Sequence *v) {
    if (!state->deferrals) return false;
    if (hash_set_has(&state->deferrals->all, hash_of(v, v->count))) return true;
    const HashEntry *tried = hash_find(&state->deferrals->tried, hash_of(v, v->needed));
    if (!tried) return false;
    Sequence ended = *v;
    ended.last = NO_ACTOR;
    ended.events[ended.count++] = tried->pointer;
    return is_explored(orders, state, &ended);
}

static void race_check(const Execution *execution, const Race *race) {
    const Step *state = &execution->steps[race->first];
    Sequence v = {.last = race->known ? NO_ACTOR : race->event->actor};
    for (int needed = 1; needed >= 0; needed--)
        for (uint32_t i = race->first + 1; i < execution->length; i++) {
            bool first = race->known || (i < race->second && execution_before(execution, i, race->second));
            if (!is_notdep(execution, race, i) || first != needed) continue;
            v.events[v.count++] = execution->steps[i].action;
            v.needed += needed;
        }
    if (race->known) v.events[v.count++] = race->event;
    assert(is_explored(execution->orders, state, &v) || (!race->known && is_looked_into(execution->orders, state, &v)));
}

// What an actor might do after so many steps of a branch that needs no trial conflicts with the event that sleeps where
// the branch begins: else the two would not race.
void only_branch_check(const Execution *execution, uint32_t needed, const Action *pending) {
    const Step *state = execution_top(execution);
    bool conflicts = false;
    for (; needed; needed--) state = execution_led_by(execution, state);
    for (uint32_t i = 0; i < state->choice_count; i++)
        conflicts |= state->choices[i].asleep && are_dependent(execution->orders, state->choices[i].asleep, pending);
    assert(conflicts);
}

// Every race is reversed at every end, though few are looked at again: what it asks for is asleep,
// planned or put off.
void races_check(const Execution *execution) {
    if (execution->learned->outdated || execution->length > CHECK_LENGTH) return;
    for (uint32_t i = 0; i < execution->length; i++) {
        for (const Race *race = execution->steps[i].races; race; race = race->next) race_check(execution, race);
        for (const Race *race = execution->steps[i].disabled; race; race = race->next)
            if (region_lets(execution, race)) race_check(execution, race);
    }
}

// --- blocks -----------------------------------------------------------------------------------------

// Steps of one block are of one actor, in a row, and it rests nowhere between them.
void block_check(const Execution *execution) {
    uint32_t begin = 0;
    if (!execution->blocks || execution->length > CHECK_LENGTH) return;
    assert(execution->steps[0].rests);
    for (uint32_t i = 0; i < execution->length; i++) {
        const Step *step = &execution->steps[i];
        if (i > 0 && (step->actor != step[-1].actor || step->rests)) begin = i;
        bool last = i + 1 == execution->length || step[1].actor != step->actor || step[1].rests;
        assert(block_begin(execution, i) == begin);
        assert((block_end(execution, i) == i + 1) == last);
        assert(last || block_end(execution, i) == block_end(execution, i + 1));
        assert(!step[1].look == !step[1].rests && (!step[1].look || step[1].look->actor == step->actor));
        assert(!step->block || (i > 0 && !step->rests && step->block->action->actor == step[-1].actor));
    }
}

#endif
