// Random programs of the toy machine, searched by several processes that know of each other by a server only: whether
// they find every class of executions once. machines SOCKET KINDS PROGRAMS
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/parcel.h"
#include "brute.h"
#include "found.h"
#include "program.h"
#include "queue/queue.h"
#include "toy.h"

enum { MACHINES_MAX = 4, WORDS_MAX = 64 };

// --- the operations of a run, without a jail in between -----------------------------------------------------

static void tell(const Reply *reply, Text *out) {
    text_clear(out);
    for (uint32_t i = 0; i < reply->count; i++) {
        const Reply *item = &reply->items[i];
        text_add_char(out, item->kind == REPLY_NUMBER ? 'n' : 't');
        if (item->kind == REPLY_NUMBER)
            parcel_add_number(out, (uint64_t)item->number);
        else
            parcel_add_text(out, text_string(&item->text), item->text.size);
    }
}

static bool ask(void *context, const Text *words, Text *answer, Error *err) {
    Text texts[WORDS_MAX] = {{0}};
    QueueWord list[WORDS_MAX];
    uint32_t count = 0;
    for (Parcel in = parcel_open(text_string(words), words->size); in.at < in.end && count < WORDS_MAX; count++) {
        parcel_text(&in, &texts[count]);
        list[count] = (QueueWord){text_string(&texts[count]), texts[count].size};
    }
    Reply *reply = queue_do(context, list, count, err);
    if (reply) tell(reply, answer);
    for (uint32_t i = 0; i < count; i++) text_free(&texts[i]);
    bool done = reply != NULL;
    reply_free(reply);
    return done;
}

// --- a machine ------------------------------------------------------------------------------------------------

typedef struct {
    const char *address, *identity;
    uint32_t workers;
    bool helps, eager;
    double split_after;
} Part;

static bool take_part(const Part *part, Machine *machine, Brute *found, SearchResult *result) {
    Error err = {0};
    Learned learned;
    QueueConfig config = {.address = part->address, .patience = 10};
    Queue *queue = queue_open(&config, &err);
    if (!queue) return printf("#   %s\n", err.text), false;
    queue_identify(queue, part->identity);
    learned_init(&learned, false);
    JobsSharing sharing = {.ask = ask,
                           .context = queue,
                           .name = queue_name(queue),
                           .header = "",
                           .identity = part->identity,
                           .seconds = part->split_after > 0 ? 0.001 : 1,
                           .helps = part->helps};
    SearchConfig search = {.strategy = strategy_find("optimal"),
                           .on_end = found_note,
                           .forget = found_forget,
                           .context = found,
                           .eager = part->eager,
                           .learned = &learned};
    Jobs jobs = {.workers = part->workers,
                 .split_after = part->split_after,
                 .save = found_save,
                 .load = found_load,
                 .join = found_join,
                 .sharing = &sharing};
    bool sound = jobs_run(machine, &search, &jobs, result, &err);
    if (!sound) printf("#   %s\n", err.text);
    learned_free(&learned);
    queue_close(queue);
    return sound;
}

static pid_t help(const Part *part, Machine *machine, const Orders *orders) {
    Brute found = {.orders = orders};
    SearchResult result;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        int status = take_part(part, machine, &found, &result) ? EXIT_SUCCESS : EXIT_FAILURE;
        fflush(stdout);
        _exit(status);
    }
    return child;
}

static bool all_ended_well(const pid_t *helpers, uint32_t count) {
    bool well = true;
    for (uint32_t i = 0; i < count; i++) {
        int status;
        well &= waitpid(helpers[i], &status, 0) == helpers[i] && status == 0;
        if (status) printf("#   a machine ended with status %d\n", status);
    }
    return well;
}

// --- what it comes to -----------------------------------------------------------------------------------------

// Which orders of messages matter, as one search learns it.
static void learn(Machine *machine, Learned *learned) {
    Brute found = {.orders = &learned->orders};
    SearchConfig search = {.strategy = strategy_find("optimal"),
                           .on_end = found_note,
                           .forget = found_forget,
                           .context = &found,
                           .learned = learned};
    search_run(machine, &search);
    brute_free(&found);
}

static bool agrees(const Program *program, Part part, uint32_t machines) {
    Machine *machine = toy_new(program->lines, program->count);
    Learned learned;
    pid_t helpers[MACHINES_MAX];
    SearchResult result = {0};
    learned_init(&learned, false);
    learn(machine, &learned);
    Brute truth = {.limit = 2000, .orders = &learned.orders}, found = {.orders = &learned.orders};
    Part helper = part;
    helper.helps = true;
    for (uint32_t i = 1; i < machines; i++) helpers[i - 1] = help(&helper, machine, &learned.orders);
    bool holds = take_part(&part, machine, &found, &result);
    holds &= all_ended_well(helpers, machines - 1) && result.complete;
    if (brute_enumerate(machine, &truth)) {
        brute_sort(&found);
        holds &= !truth.inconsistent && result.explored == truth.count && brute_same(&truth, &found);
    }
    if (!holds) {
        program_print(program, "machines");
        printf("#   classes %u found %u explored %lu%s%s\n", truth.count, found.count, (unsigned long)result.explored,
               result.complete ? "" : ", not complete",
               truth.inconsistent ? ", orders that matter were not learned" : "");
    }
    brute_free(&truth);
    brute_free(&found);
    learned_free(&learned);
    toy_free(machine);
    return holds;
}

int main(int argc, char **argv) {
    uint32_t programs = argc == 4 ? (uint32_t)atoi(argv[3]) : 0, failures = 0;
    char identity[QUEUE_IDENTITY + 1];
    for (uint32_t i = 0; i < programs && failures < 3; i++) {
        Program program;
        Text address = {0};
        text_format(&address, "unix://%s#%s-%u", argv[1], argv[2][0] == '!' ? "messages" : "others", i);
        snprintf(identity, sizeof identity, "%064u", i);
        program_random(&program, argv[2], i * 7919 + 17);
        Part part = {.address = text_string(&address),
                     .identity = identity,
                     .workers = 1 + i % 2,
                     .eager = i % 3 == 0,
                     .split_after = i % 4 ? 1e-9 : 0};
        failures += !agrees(&program, part, 1 + i % MACHINES_MAX);
        text_free(&address);
    }
    printf("%u programs\n", programs);
    return programs == 0 || failures > 0;
}
