// weft worker: takes part in a search that others have begun.
#include <stdio.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/memory.h"
#include "engine/confine.h"
#include "engine/exploration.h"
#include "engine/joint.h"
#include "option/command.h"

// What is said here: who takes part, with how much, and what the program may do on this machine.
typedef struct {
    Program program;
    Joint joint;
    uint64_t jobs, seconds;
    bool quiet;
} Offer;

#define FIELD(name) offsetof(Offer, name)

static const Option own_options[] = {
    {"--jobs", "N", "search with N processes at once", OPTION_COUNT, FIELD(jobs), GROUP_SEARCH, .also = "-j",
     .usual = "1", .example = "worker --queue redis://localhost/night --jobs 4"},
    {"--max-seconds", "S", "go away after S seconds", OPTION_COUNT, FIELD(seconds), GROUP_BOUND,
     .usual = "when the run is over", .more = "Others go on with what was begun.",
     .example = "worker --queue redis://localhost/night --max-seconds 3500"},
    {"--quiet", NULL, "say nothing when all is well", OPTION_FLAG, FIELD(quiet), GROUP_OUTPUT, .also = "-q",
     .example = "worker --queue redis://localhost/night --quiet"},
    {0},
};

// Of a machine, those of the program's that are not for the run to say.
static const Option machine_options[] = {
    {"--otp", "DIR", "use this OTP instead of the erl on PATH", OPTION_TEXT, offsetof(Program, otp), GROUP_WHAT,
     .more = "It must be of the version that the run is of.",
     .example = "worker --queue redis://localhost/night --otp /opt/otp-27/lib/erlang"},
    {"--external", "M:F/A", "let a real erl evaluate calls of this function, if the run wants that", OPTION_LIST,
     offsetof(Program, externals), GROUP_WHAT,
     .more = "A run has no say in what runs outside of weft here: it is refused if it names a function that is not "
             "named here, too.",
     .example = "worker --queue redis://localhost/night --external crypto:generate_key/2"},
    {"--config", "FILE", "the options of the project, instead of those in the weft.toml around", OPTION_TEXT,
     offsetof(Program, config_file), GROUP_WHAT,
     .example = "worker --queue redis://localhost/night --config queue.toml", .spoken = true},
    {"--no-config", NULL, "take no options from weft.toml", OPTION_FLAG, offsetof(Program, no_config), GROUP_WHAT,
     .example = "worker --queue redis://localhost/night --no-config", .spoken = true},
    {"--max-memory", "N", "give up above N bytes of heap", OPTION_COUNT, offsetof(Program, max_memory), GROUP_LIMIT,
     .usual = "half of what this machine has, at most 16g",
     .example = "worker --queue redis://localhost/night --max-memory 2g"},
    {"--unconfined", NULL, "let the process that runs the program do what you may do (to debug weft)", OPTION_FLAG,
     offsetof(Program, unconfined), GROUP_LIMIT, .spoken = true,
     .example = "worker --queue redis://localhost/night --unconfined"},
    {0},
};

static const OptionPart worker_options[] = {
    {machine_options, FIELD(program)},
    {own_options, 0},
    {joint_options, FIELD(joint)},
    {0},
};

// --- what the run says ---------------------------------------------------------------------------------------

typedef struct {
    Program program;
    Semantics semantics;
    Exploration exploration;
} Part;

static const OptionPart part_options[] = {
    {program_options, offsetof(Part, program)},
    {exploration_options, offsetof(Part, exploration)},
    {semantics_options, offsetof(Part, semantics)},
    {network_options, offsetof(Part, semantics.network)},
    {0},
};

static void add_word(char **words, int *count, const char *name, const char *value) {
    Text word = {0};
    text_format(&word, "%s%s%s", name, value ? "=" : "", value ? value : "");
    words[(*count)++] = memory_text(text_string(&word));
    text_free(&word);
}

enum { OWN_WORDS = 64 };

// The words of the run, then those that hold here. Nothing comes from a file that happens to lie around.
static char **words_of(const Bundle *bundle, const Offer *offer, int *count) {
    const Program *own = &offer->program;
    char number[24];
    char **words = memory_zeroed((size_t)bundle->word_count + OWN_WORDS, sizeof *words);
    for (*count = 0; *count < bundle->word_count; ++*count) words[*count] = memory_text(bundle->words[*count]);
    add_word(words, count, "--no-config", NULL);
    if (own->otp) add_word(words, count, "--otp", own->otp);
    for (size_t i = 0; i < own->externals.count; i++) add_word(words, count, "--external", own->externals.items[i]);
    if (own->unconfined) add_word(words, count, "--unconfined", NULL);
    snprintf(number, sizeof number, "%llu", (unsigned long long)own->max_memory);
    if (own->max_memory) add_word(words, count, "--max-memory", number);
    snprintf(number, sizeof number, "%llu", (unsigned long long)offer->jobs);
    if (offer->jobs) add_word(words, count, "--jobs", number);
    snprintf(number, sizeof number, "%llu", (unsigned long long)offer->seconds);
    if (offer->seconds) add_word(words, count, "--max-seconds", number);
    return words;
}

// As if the run had been typed here; what it may not ask for is refused.
static bool read_part(Part *part, const Bundle *bundle, int count, char **words, const char *run, Error *err) {
    Program *p = &part->program;
    p->schedule = run;
    p->of_run = true;
    p->scheduled_words = bundle->word_count - 1;
    part->exploration.splits = "--queue";
    return options_parse(part_options, part, count, words, err) && program_is_named(p, err);
}

// --- taking part -----------------------------------------------------------------------------------------------

static bool prepare(Part *part, Offer *offer, const Bundle *bundle, Error *err) {
    Program *p = &part->program;
    Exploration *e = &part->exploration;
    p->arguments = (const char *const *)bundle->arguments;
    p->argument_count = bundle->argument_count;
    p->folder = text_string(&bundle->folder);
    if (!exploration_prepare(e, &part->semantics, p, err) || !project_set_otp(&p->project, p->otp, err) ||
        !joint_suits(&offer->joint, bundle, p, err) || !bundle_unpack(bundle, offer->joint.queue, &p->project, err))
        return false;
    program_name_module(p);
    p->jobs = e->jobs;
    return joint_accept(&offer->joint, bundle, p, err);
}

static int search(Part *part, const Offer *offer, Machine *machine) {
    Exploration *e = &part->exploration;
    ExplorationResult result;
    e->sharing = &offer->joint.sharing;
    e->silent = offer->quiet;
    e->command = "worker";
    e->draws = 0;
    exploration_run(e, &part->program, machine, &result);
    int status = result.report.message ? EXIT_UNABLE : exploration_status();
    if (result.report.message) terminal_trouble(result.report.message);
    exploration_result_free(&result);
    return status;
}

static int take_part(Offer *offer, const Bundle *bundle, Error *err) {
    Part part = {.program = {.module = NULL}};
    Machine *machine = NULL;
    int count, status = EXIT_UNABLE;
    char **words = words_of(bundle, offer, &count);
    Text run = {0};
    text_format(&run, "the run %s", queue_run(offer->joint.queue));
    if (read_part(&part, bundle, count, words, text_string(&run), err) && prepare(&part, offer, bundle, err)) {
        joint_begin(&offer->joint, true);
        machine = confine_share(&part.program, &part.exploration.machine, NULL, exploration_seconds(&part.exploration),
                                &offer->joint.exchange, err);
    }
    if (machine) {
        status = search(&part, offer, machine);
        machine_free(machine);
    } else {
        terminal_trouble(err->text);
    }
    program_free(&part.program);
    text_free(&run);
    while (count) memory_free(words[--count]);
    memory_free(words);
    return status;
}

static int worker(int argc, char **argv) {
    Offer offer = {.program = {.module = NULL}};
    Bundle bundle = {.word_count = 0};
    Error err;
    int status = EXIT_UNABLE;
    interrupt_catch();
    bool ready = options_parse(worker_options, &offer, argc, argv, &err);
    if (ready && !offer.joint.address) ready = fail(&err, "say which run: --queue URL");
    if (ready && offer.program.file_count)
        ready = fail(&err, "%s: a worker takes no files: they come with the run", offer.program.files[0]);
    if (ready && joint_connect(&offer.joint, &err) && joint_look(&offer.joint, true, &bundle, &err))
        status = take_part(&offer, &bundle, &err);
    else
        terminal_trouble(err.text);
    bundle_free(&bundle);
    joint_free(&offer.joint);
    program_free(&offer.program);
    return status;
}

const Command command_worker = {
    .name = "worker",
    .usage = "--queue URL [--jobs N] [OPTION ...]",
    .about = "takes part in a search that weft check --queue has begun",
    .help =
        "The program and its options come with the run; OTP has to be there, in the same version. What the run may not "
        "say is what\n"
        "happens on this machine: its code is verified and confined as any other. It ends when the run has ended.\n"
        "Exit status: 0 the run has ended, or this worker was told to go; 2 weft could not do it.",
    .example = "worker --queue redis://localhost/night",
    .options = worker_options,
    .run = worker,
};
