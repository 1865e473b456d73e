#include <stdio.h>
#include <string.h>

#include "explore/parallel/keeper.h"

enum { UNITS_PER_SLOT = 4, SLICES_MAX = 32, KEY = 8 };
static const double pause_seconds = 0.2, beat_seconds = 1;

// --- a question ----------------------------------------------------------------------------------------------

typedef struct {
    Text words, answer;
    Parcel in;     // the answer, item by item
    Text word;     // the first one
    bool unlike;   // an item was not of the kind that is wanted
} Question;

static void add_word(Question *q, const char *word) { parcel_add_text(&q->words, word, strlen(word)); }
static void add_bytes(Question *q, const Text *bytes) { parcel_add_text(&q->words, text_string(bytes), bytes->size); }

static void add_number(Question *q, uint64_t number) {
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)number);
    add_word(q, text);
}

static void question_free(Question *q) {
    text_free(&q->words);
    text_free(&q->answer);
    text_free(&q->word);
}

static bool is_item(Question *q, char kind) {
    char letter = 0;
    parcel_take(&q->in, &letter, 1);
    q->unlike |= q->in.broken || letter != kind;
    return !q->unlike;
}

static void take_text(Question *q, Text *out) {
    text_clear(out);
    if (is_item(q, 't')) parcel_text(&q->in, out);
}

static uint64_t take_number(Question *q) { return is_item(q, 'n') ? parcel_number(&q->in) : 0; }

// A number that stands as a text.
static uint64_t take_written(Question *q) {
    Text text = {0};
    uint64_t number = 0;
    take_text(q, &text);
    q->unlike |= text.size == 0 || text.size > 18;
    for (size_t i = 0; i < text.size && !q->unlike; i++) {
        q->unlike = text.data[i] < '0' || text.data[i] > '9';
        number = number * 10 + (uint64_t)(text.data[i] - '0');
    }
    text_free(&text);
    return q->unlike ? 0 : number;
}

static bool give_up(Keeper *k, const char *why) {
    if (why && !k->broken) fail(k->err, "--queue: %s", why);
    k->broken = true;
    atomic_store(&k->shared->stop, true);
    return false;
}

// Whatever these answer to any question.
static bool is_gone(Keeper *k, const Question *q) {
    const char *word = text_string(&q->word);
    if (strcmp(word, "none") == 0) return !give_up(k, "the run is not there any more");
    if (strcmp(word, "other") == 0) return !give_up(k, "another run has taken the name of this one");
    return false;
}

// False: there is no answer, and nothing more to be done.
static bool ask(Keeper *k, Question *q) {
    const JobsSharing *sharing = k->jobs->sharing;
    Error err = {0};
    if (k->broken) return false;
    if (!sharing->ask(sharing->context, &q->words, &q->answer, &err)) {
        snprintf(k->err->text, sizeof k->err->text, "%s", err.text);
        return give_up(k, NULL);
    }
    q->in = parcel_open(text_string(&q->answer), q->answer.size);
    take_text(q, &q->word);
    return !is_gone(k, q);
}

static bool says(const Question *q, const char *word) { return strcmp(text_string(&q->word), word) == 0; }

static bool is_nonsense(Keeper *k) { return give_up(k, "the server's answers make no sense"); }

// A question to which there is nothing to hear.
static void tell(Keeper *k, Question *q) {
    ask(k, q);
    question_free(q);
}

// --- what others have learned ----------------------------------------------------------------------------------

static void learn(Keeper *k, Question *q) {
    Text keys = {0};
    uint64_t key;
    take_text(q, &keys);
    q->unlike |= keys.size % KEY != 0;
    for (size_t at = 0; at + KEY <= keys.size && !q->unlike; at += KEY, k->known++) {
        memcpy(&key, keys.data + at, KEY);
        orders_learn_key(&k->learned->orders, key);
    }
    text_free(&keys);
}

// --- a unit as others have left it -----------------------------------------------------------------------------

static bool load_slice(Task *task, uint32_t number, const Text *bytes) {
    Slice slice;
    Parcel in = parcel_open(text_string(bytes), bytes->size);
    bool sound = slice_load(&slice, &in) && parcel_is_sound(&in) && slice.unit == number;
    if (sound) work_unit_add(&task->unit, &slice);
    slice_free(&slice);
    return sound;
}

static void load_slices(Question *q, Task *task, uint32_t number) {
    Text bytes = {0};
    uint64_t count = take_number(q);
    for (uint64_t i = 0; i < count && !q->unlike; i++) {
        take_text(q, &bytes);
        q->unlike = q->unlike || !load_slice(task, number, &bytes);
    }
    task->slices = (uint32_t)count;
    text_free(&bytes);
}

static Task *begin_task(Keeper *k, Question *q, uint64_t number) {
    q->unlike |= number >= UNITS_MAX;
    if (q->unlike) return NULL;
    Task *task = keeper_task(k, (uint32_t)number);
    work_unit_free(&task->unit);
    *task = (Task){.taken = false};
    return task;
}

static void load_region(Question *q, Region *region) {
    Text bytes = {0};
    take_text(q, &bytes);
    Parcel in = parcel_open(text_string(&bytes), bytes.size);
    *region = (Region){.count = 0};
    if (bytes.size) q->unlike |= !region_load(region, &in) || !parcel_is_sound(&in);
    text_free(&bytes);
}

// What has come of it is of no use if nobody can go on with it, or if it relied on what turned out to be wrong.
static void forget_if_useless(const Keeper *k, Task *task) {
    if (task->unit.position.size && work_unit_agrees(&task->unit, &k->learned->orders)) return;
    work_unit_forget(&task->unit);
    task->slices = 0;
}

// --- taking ----------------------------------------------------------------------------------------------------

typedef struct {
    uint32_t number;
    uint64_t units, slots;   // that there are, and those who have ever wanted one
} Taken;

static bool load_unit(Keeper *k, Question *q, Taken *taken) {
    uint64_t number = take_written(q), token = take_written(q);
    Task *task = begin_task(k, q, number);
    if (!task) return is_nonsense(k);
    task->ours = true;
    task->token = token;
    load_region(q, &task->unit.region);
    take_text(q, &task->unit.position);
    Text position = task->unit.position;
    task->unit.position = (Text){0};
    taken->number = (uint32_t)number;
    taken->units = take_number(q);
    taken->slots = take_number(q);
    load_slices(q, task, taken->number);
    text_free(&task->unit.position);
    task->unit.position = position;
    learn(k, q);
    if (q->unlike) return is_nonsense(k);
    forget_if_useless(k, task);
    return true;
}

// A unit that is done, and what was learned since.
static bool compare(Keeper *k, Question *q) {
    Question verdict = {0};
    uint64_t number = take_written(q), token = take_written(q);
    Task *task = begin_task(k, q, number);
    if (!task) return is_nonsense(k);
    load_slices(q, task, (uint32_t)number);
    learn(k, q);
    if (q->unlike) return is_nonsense(k);
    bool agrees = task->unit.done && work_unit_agrees(&task->unit, &k->learned->orders);
    add_word(&verdict, agrees ? "agree" : "reopen");
    add_number(&verdict, number);
    add_number(&verdict, token);
    if (agrees) add_number(&verdict, k->known);
    work_unit_forget(&task->unit);
    tell(k, &verdict);
    return !k->broken;
}

// Nothing less than this is an end.
static bool is_end(Keeper *k, Question *q) {
    Text identity = {0};
    take_text(q, &identity);
    uint64_t created = take_number(q), done = take_number(q);
    bool same = strcmp(text_string(&identity), k->jobs->sharing->identity) == 0;
    text_free(&identity);
    k->over = k->all_done = !q->unlike && parcel_is_sound(&q->in) && same && created > 0 && created == done;
    return k->over || is_nonsense(k);
}

static bool fail_unit(Keeper *k) {
    return give_up(k, "a unit of the run has ended whoever searched it, again and again: the run cannot be done");
}

typedef enum { UNIT, NOTHING, AGAIN } What;

static What take(Keeper *k, uint32_t worker, Taken *taken) {
    Question q = {0};
    Text slot = {0};
    What what = NOTHING;
    text_format(&slot, "%s/%u", k->jobs->sharing->name, worker);
    add_word(&q, "take");
    add_bytes(&q, &slot);
    add_number(&q, ++k->question);
    add_number(&q, k->known);
    if (!ask(k, &q)) {
    } else if (says(&q, "unit"))
        what = load_unit(k, &q, taken) ? UNIT : NOTHING;
    else if (says(&q, "check"))
        what = compare(k, &q) ? AGAIN : NOTHING;
    else if (says(&q, "done"))
        is_end(k, &q);
    else if (says(&q, "stopped"))
        k->over = true;
    else if (says(&q, "failed"))
        fail_unit(k);
    else if (!says(&q, "wait"))
        is_nonsense(k);
    text_free(&slot);
    question_free(&q);
    return what;
}

static bool is_new(const Task *task) { return !task->unit.position.size && !task->slices; }

// So that there is something for everybody.
static void split_for_others(Keeper *k, Taken *taken) {
    Region other;
    while (taken->units < UNITS_PER_SLOT * taken->slots && k->tasks.items[taken->number].ours && !k->broken) {
        if (!is_new(&k->tasks.items[taken->number]) || !splitting_split(k, taken->number, &other)) break;
        sharing_tell_half(k, taken->number, &other);
        taken->units++;
    }
}

bool sharing_next(Keeper *k, uint32_t worker, Text *out) {
    Taken taken;
    What what;
    if (k->over || bound_now() < k->next_ask[worker]) return false;
    while ((what = take(k, worker, &taken)) == AGAIN) {}
    if (what == NOTHING) {
        k->next_ask[worker] = bound_now() + pause_seconds;
        return false;
    }
    split_for_others(k, &taken);
    if (k->broken || !k->tasks.items[taken.number].ours) return false;
    keeper_hand_out(k, taken.number, worker, out);
    return true;
}

// --- telling ---------------------------------------------------------------------------------------------------

// Somebody else has it: this process was not heard of for too long.
static void lose(Keeper *k, uint32_t number) {
    Task *task = &k->tasks.items[number];
    keeper_drop(k, number);
    task->ours = false;
    work_unit_forget(&task->unit);
}

static void add_keys(Question *q, const Slice *slice) {
    Orders orders;
    Text bytes = {0};
    orders_init(&orders, false);
    slice_teach(slice, &orders);
    uint64_t *keys = memory_new((orders.ordered + 1) * sizeof *keys);
    text_add_bytes(&bytes, keys, orders_keys(&orders, keys, orders.ordered) * sizeof *keys);
    add_bytes(q, &bytes);
    memory_free(keys);
    orders_free(&orders);
    text_free(&bytes);
}

// Where it stands is told once, what has come of it slice by slice.
static void add_slice(Question *q, const Slice *slice) {
    Slice plain = *slice;
    Text bytes = {0};
    plain.position = (Text){0};
    slice_save(&plain, &bytes);
    add_bytes(q, &slice->position);
    add_bytes(q, &bytes);
    text_free(&bytes);
}

static void add_progress(Question *q, Keeper *k, const Task *task, const Slice *slice) {
    bool agrees = slice->done && work_unit_agrees(&task->unit, &k->learned->orders);
    add_number(q, k->known);
    add_number(q, agrees ? k->known : 0);
    add_number(q, slice->fresh);
    add_number(q, slice->done);
    add_number(q, slice->stops);
    add_number(q, slice->result.explored);
    add_slice(q, slice);
    add_keys(q, slice);
}

static void say(Keeper *k, uint32_t number, const Slice *slice) {
    Question q = {0};
    Task *task = &k->tasks.items[number];
    add_word(&q, "tell");
    add_number(&q, number);
    add_number(&q, task->token);
    add_number(&q, ++task->step);
    add_progress(&q, k, task, slice);
    task->slices = slice->fresh ? 1 : task->slices + 1;
    if (ask(k, &q)) {
        if (says(&q, "told"))
            learn(k, &q);
        else if (says(&q, "lost"))
            lose(k, number);
        else
            q.unlike = true;
        if (q.unlike) is_nonsense(k);
    }
    if (slice->done) k->tasks.items[number].ours = false;
    question_free(&q);
}

// The first slice of a unit that begins anew says that nothing before it counts. When there are many of them, all that
// they say is said once more, in one.
void sharing_tell(Keeper *k, const Slice *slice) {
    uint32_t number = slice->unit;
    if (number == NO_UNIT || !k->tasks.items[number].ours) return;
    if (k->tasks.items[number].slices < SLICES_MAX) {
        say(k, number, slice);
        return;
    }
    Text bytes = {0};
    Slice whole;
    work_unit_tell(&k->tasks.items[number].unit, number, &bytes);
    Parcel in = parcel_open(text_string(&bytes), bytes.size);
    if (slice_load(&whole, &in)) say(k, number, &whole);
    slice_free(&whole);
    text_free(&bytes);
}

void sharing_tell_half(Keeper *k, uint32_t number, const Region *other) {
    Question q = {0};
    Text one = {0}, half = {0};
    Task *task = &k->tasks.items[number];
    region_save(&task->unit.region, &one);
    region_save(other, &half);
    add_word(&q, "split");
    add_number(&q, number);
    add_number(&q, task->token);
    add_number(&q, ++task->step);
    add_bytes(&q, &one);
    add_bytes(&q, &half);
    task->slices = 0;
    if (ask(k, &q)) {
        if (says(&q, "lost"))
            lose(k, number);
        else if (!says(&q, "split"))
            is_nonsense(k);
    }
    text_free(&one);
    text_free(&half);
    question_free(&q);
}

void sharing_release(Keeper *k, uint32_t number, bool loss) {
    Question q = {0};
    Task *task = &k->tasks.items[number];
    if (!task->ours) return;
    add_word(&q, "release");
    add_number(&q, number);
    add_number(&q, task->token);
    add_number(&q, loss);
    task->ours = false;
    tell(k, &q);
}

void sharing_end(Keeper *k) {
    for (uint32_t i = 0; i < k->tasks.count && !k->broken; i++)
        if (k->tasks.items[i].ours) sharing_release(k, i, false);
}

// --- while they are searched -------------------------------------------------------------------------------------

// Of a unit that was split this process keeps the one half, which is searched by whoever is free here.
static void split(Keeper *k, uint32_t number) {
    Region other;
    if (!splitting_split(k, number, &other)) return;
    sharing_tell_half(k, number, &other);
    if (!k->broken && k->tasks.items[number].ours) sharing_release(k, number, false);
}

static void hear_beat(Keeper *k, Question *q, uint32_t candidate, uint32_t count) {
    uint64_t stopped = take_number(q), wished = take_number(q);
    for (uint32_t i = 0; i < k->tasks.count && count; i++) {
        if (!k->tasks.items[i].ours) continue;
        count--;
        if (!take_number(q) && !q->unlike) lose(k, i);
    }
    if (q->unlike) {
        is_nonsense(k);
        return;
    }
    if (stopped) k->over = true, atomic_store(&k->shared->stop, true);
    if (wished && candidate != NO_UNIT && !stopped && k->tasks.items[candidate].ours) split(k, candidate);
}

static void beat(Keeper *k) {
    Question q = {0};
    uint32_t count = 0, candidate = splitting_candidate(k);
    add_word(&q, "beat");
    if (candidate == NO_UNIT)
        add_word(&q, "");
    else
        add_number(&q, candidate);
    for (uint32_t i = 0; i < k->tasks.count; i++) {
        if (!k->tasks.items[i].ours) continue;
        add_number(&q, i);
        add_number(&q, k->tasks.items[i].token);
        count++;
    }
    if (count && ask(k, &q)) {
        if (says(&q, "alive"))
            hear_beat(k, &q, candidate, count);
        else
            is_nonsense(k);
    }
    question_free(&q);
}

void sharing_look(Keeper *k) {
    if (bound_now() < k->next_beat || k->broken) return;
    beat(k);
    k->next_beat = bound_now() + beat_seconds;
}

Actor sharing_number(Keeper *k, Actor maker, uint64_t child) {
    Question q = {0};
    Actor number = machine_next_actor(k->machine);
    add_word(&q, "number");
    add_number(&q, maker);
    add_number(&q, child);
    if (ask(k, &q)) {
        uint64_t given = take_number(&q);
        if (!says(&q, "number") || q.unlike || given >= NO_ACTOR)
            is_nonsense(k);
        else
            number = (Actor)given;
    }
    question_free(&q);
    return number;
}

// --- the beginning and the end -----------------------------------------------------------------------------------

// All machines number the actors that are there at the beginning in the same way, or the program is not the same.
bool sharing_begin(Keeper *k) {
    Question q = {0};
    const JobsSharing *sharing = k->jobs->sharing;
    Actor base = machine_next_actor(k->machine);
    add_word(&q, "begin");
    add_number(&q, base);
    parcel_add_text(&q.words, sharing->header, sharing->header_size);
    bool begun = ask(k, &q);
    if (begun && (!says(&q, "begun") || take_written(&q) != base || q.unlike))
        begun = give_up(k, "the program does not begin here as it does where the run was begun");
    question_free(&q);
    return begun;
}

static bool count_units(Keeper *k, uint64_t *count) {
    Question q = {0};
    add_word(&q, "count");
    bool counted = ask(k, &q);
    *count = counted ? take_number(&q) : 0;
    if (counted && (!says(&q, "count") || q.unlike || !*count || *count > UNITS_MAX)) counted = is_nonsense(k);
    question_free(&q);
    return counted;
}

static bool collect(Keeper *k, uint32_t number) {
    Question q = {0};
    add_word(&q, "result");
    add_number(&q, number);
    bool heard = ask(k, &q);
    Task *task = heard ? begin_task(k, &q, number) : NULL;
    if (task) load_slices(&q, task, number);
    if (heard && (!says(&q, "result") || q.unlike)) heard = is_nonsense(k);
    if (heard && task && !task->unit.stops && !k->all_done) task->unit.result.cuts &= ~(unsigned)CUT_STOPPED;
    question_free(&q);
    return heard;
}

bool sharing_collect(Keeper *k) {
    uint64_t count;
    if (!count_units(k, &count)) return false;
    for (uint64_t i = 0; i < count; i++)
        if (!collect(k, (uint32_t)i)) return false;
    return true;
}
