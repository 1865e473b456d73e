// Any bytes as what was kept of a search, or as what the server of a shared one answers. The first byte chooses a
// program of the toy machine, and which of the three readers gets the rest: that of positions, of records, of answers.
#include <signal.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "explore/dpor/position.h"
#include "explore/parallel/keeper.h"
#include "toy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const programs[][3] = {{"ABa", "bA", "Bab"}, {"!1", "!1!2?", "??"}, {"A!2*2", "b~", "@?aB"}};
enum { PROGRAMS = sizeof programs / sizeof *programs, READERS = 3, LOOKS = 40, WORKERS = 2 };

static Machine *machine_for(uint8_t choice) { return toy_new(programs[choice % PROGRAMS], 3); }

static void count_looks(Search *search) {
    uint32_t *looks = search->pause_context;
    if (++*looks > LOOKS) search_stop(search, CUT_STOPPED);
}

// Wherever it leads, the search can go on from there, or be finished.
static void read_position(Machine *machine, Parcel in) {
    Learned learned;
    Search search;
    uint32_t looks = 0;
    SearchConfig config = {.strategy = strategy_find("optimal"), .learned = &learned};
    learned_init(&learned, false);
    bool sound = orders_load(&learned.orders, &in) && position_learn(&learned, &in);
    search_begin(&search, machine, &config);
    search.pause = count_looks;
    search.pause_context = &looks;
    if (sound && position_go(&search, &in))
        for (uint32_t again = 0; again < 4 && looks <= LOOKS; again++) {
            search_walk(&search);
            if (!search.halted && !search_begin_again(&search)) break;
        }
    search_finish(&search);
    learned_free(&learned);
}

// --- the two that fill units ------------------------------------------------------------------------------------

static void forget(void *context) { (void)context; }
static void save(void *context, Text *out) { (void)context, (void)out; }

static bool load(void *context, const char *bytes, size_t size) {
    (void)context, (void)bytes;
    return size < 1000;
}

static void join(void *context, const Text *pieces, Text *out) {
    (void)context;
    text_add_bytes(out, text_string(pieces), pieces->size);
}

static void keep(void *context, const Text *record) { (void)context, (void)record; }

typedef struct {
    Parcel in;
    uint32_t asked;
} Server;

static bool answer(void *context, const Text *words, Text *out, Error *err) {
    Server *server = context;
    (void)words;
    if (server->asked++ == LOOKS || server->in.at == server->in.end) return fail(err, "silence");
    parcel_text(&server->in, out);
    return !server->in.broken || fail(err, "silence");
}

static void keeper_end(Keeper *k) {
    for (uint32_t i = 0; i < k->tasks.count; i++) work_unit_free(&k->tasks.items[i].unit);
    array_free(&k->tasks);
    text_free(&k->actors);
}

static void use(Keeper *k, bool shared) {
    Text unit = {0};
    if (!shared) {
        kept_read(k);
    } else if (sharing_begin(k)) {
        for (int i = 0; i < LOOKS && !k->over && !k->broken; i++) {
            text_clear(&unit);
            k->next_ask[i % WORKERS] = k->next_beat = 0;
            sharing_next(k, (uint32_t)i % WORKERS, &unit);
            sharing_look(k);
        }
        sharing_end(k);
        if (!k->broken) sharing_collect(k);
    }
    text_free(&unit);
}

static void read_units(Machine *machine, Parcel in, bool shared) {
    Learned learned;
    Error err;
    Server server = {.in = in};
    uint32_t task_of[WORKERS] = {NO_UNIT, NO_UNIT};
    double next_ask[WORKERS] = {0};
    SearchConfig config = {.strategy = strategy_find("optimal"), .learned = &learned, .forget = forget};
    JobsJournal journal = {.keep = keep, .kept = in.at, .kept_size = (size_t)(in.end - in.at)};
    JobsSharing sharing = {.ask = answer, .context = &server, .name = "name", .header = "", .identity = "identity"};
    Jobs jobs = {.workers = WORKERS, .save = save, .load = load, .join = join};
    Shared *all = memory_zeroed(1, sizeof *all + WORKERS * sizeof(Count));
    if (shared)
        jobs.sharing = &sharing;
    else
        jobs.journal = &journal;
    learned_init(&learned, false);
    Keeper k = {.machine = machine,
                .jobs = &jobs,
                .config = &config,
                .task_of = task_of,
                .next_ask = next_ask,
                .learned = &learned,
                .shared = all,
                .err = &err};
    use(&k, shared);
    keeper_end(&k);
    learned_free(&learned);
    memory_free(all);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size) return 0;
    Machine *machine = machine_for(data[0] / READERS);
    Parcel in = parcel_open((const char *)data + 1, size - 1);
    if (data[0] % READERS == 0)
        read_position(machine, in);
    else
        read_units(machine, in, data[0] % READERS == 2);
    toy_free(machine);
    return 0;
}
