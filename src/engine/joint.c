#include "engine/joint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/interrupt.h"
#include "base/memory.h"
#include "base/parcel.h"
#include "engine/subject.h"
#include "explore/dpor/bound.h"

#define FIELD(name) offsetof(Joint, name)

const Option joint_options[] = {
    {"--queue", "URL", "share the search with other machines, by way of a server of Redis or Valkey", OPTION_TEXT,
     FIELD(address), GROUP_SEARCH, .spoken = true,
     .more = "URL is redis://HOST[:PORT]/RUN, rediss://HOST[:PORT]/RUN for TLS, or unix:///PATH#RUN, and RUN any name: "
             "the first one to use it begins the run, the same command elsewhere takes part in it and tells what came "
             "of it, and weft worker takes part in any. The password of the server stands in WEFT_QUEUE_PASSWORD. "
             "Whoever goes away, and be it by a power cut, is replaced by those who are left.",
     .example = "check -m ping_pong -t main examples/ping_pong.erl --keep-going --queue redis://localhost/night"},
    {"--queue-insecure", NULL, "nobody else can reach the server, or read what goes there", OPTION_FLAG,
     FIELD(insecure), GROUP_SEARCH, .spoken = true,
     .more =
         "Otherwise a server on another machine is refused unless it is talked to over TLS and asks for a password.",
     .example = "worker --queue redis://queue.example/night --queue-insecure"},
    {"--queue-patience", "S", "for so many seconds the server, or for workers the run, may not be there", OPTION_COUNT,
     FIELD(patience), GROUP_SEARCH, .usual = "60", .spoken = true,
     .more =
         "Until then it is asked again and again; what was found meanwhile is told when it is back. After that weft "
         "ends with status 2, and the same command goes on another time.",
     .example = "worker --queue redis://queue.example/night --queue-patience 3600"},
    {0},
};

enum { PATIENCE = 60 };
static const double seconds_between = 5;

// --- outside -------------------------------------------------------------------------------------------------

// Who has taken over the process inside shall not find it there.
static char *take_password(void) {
    char *given = getenv("WEFT_QUEUE_PASSWORD"), *copy = given && *given ? memory_text(given) : NULL;
    if (given) explicit_bzero(given, strlen(given));
    unsetenv("WEFT_QUEUE_PASSWORD");
    return copy;
}

static double patience(const Joint *j) { return j->patience ? (double)j->patience : PATIENCE; }

bool joint_connect(Joint *j, Error *err) {
    QueueConfig config = {.address = j->address, .trusted = j->insecure};
    char *password = take_password();
    config.password = password;
    config.patience = patience(j);
    j->queue = queue_open(&config, err);
    if (password) explicit_bzero(password, strlen(password));
    memory_free(password);
    return j->queue != NULL;
}

Reply *joint_do(Joint *j, const char *const *words, uint32_t count, Error *err) {
    QueueWord list[8];
    for (uint32_t i = 0; i < count && i < 8; i++) list[i] = (QueueWord){words[i], strlen(words[i])};
    return queue_do(j->queue, list, count, err);
}

static bool is_word(const Reply *reply, const char *word) {
    return strcmp(text_string(&reply->items[0].text), word) == 0;
}

static void identify(Joint *j, const Program *program) {
    uint8_t digest[SUBJECT_SIZE];
    subject_identify(program, digest);
    for (int i = 0; i < SUBJECT_SIZE; i++) snprintf(j->identity + 2 * i, 3, "%02x", digest[i]);
    queue_identify(j->queue, j->identity);
}

static bool load_header(Joint *j, const Reply *reply, Error *err) {
    if (reply->count != 2 || !is_word(reply, "run") || reply->items[1].kind != REPLY_TEXT)
        return fail(err, "--queue: the server's answers make no sense");
    text_add_bytes(&j->header, text_string(&reply->items[1].text), reply->items[1].text.size);
    return true;
}

// True in `there`: the header is that of the run.
static bool look(Joint *j, bool *there, Error *err) {
    Reply *reply = joint_do(j, (const char *[]){"look"}, 1, err);
    if (!reply) return false;
    *there = !is_word(reply, "none");
    bool sound = !*there || load_header(j, reply, err);
    reply_free(reply);
    return sound;
}

bool joint_suits(const Joint *j, const Bundle *b, const Program *program, Error *err) {
    Text otp = {0};
    bool suits = false;
    const char *run = queue_run(j->queue);
    bundle_otp(&program->project, &otp);
    if (strcmp(text_string(&b->weft), WEFT_VERSION) != 0)
        fail(err, "--queue: the run %s is of weft %.40s, and this is weft %s", run, text_string(&b->weft),
             WEFT_VERSION);
    else if (strcmp(text_string(&b->otp), text_string(&otp)) != 0)
        fail(err, "--queue: the run %s is of OTP %.40s, and here is OTP %s (--otp DIR is for another one)", run,
             text_string(&b->otp), text_string(&otp));
    else
        suits = true;
    text_free(&otp);
    return suits;
}

static bool refuse_other(const Joint *j, const Bundle *b, const Program *program, Error *err) {
    return joint_suits(j, b, program, err) &&
           fail(err,
                "--queue: the run %s is of another search: the code, the options, OTP or weft itself are others. Take "
                "another name for this one",
                queue_run(j->queue));
}

static bool is_same(const Joint *j, const Bundle *b) { return strcmp(text_string(&b->identity), j->identity) == 0; }

bool joint_offer(Joint *j, const Program *program, Error *err) {
    bool there;
    Bundle bundle = {.word_count = 0};
    identify(j, program);
    if (!look(j, &there, err)) return false;
    if (!there) {
        bundle_tell(program, j->identity, &j->header);
        return bundle_put(program, j->queue, err);
    }
    bool sound =
        bundle_read(&bundle, &j->header, err) && (is_same(j, &bundle) || refuse_other(j, &bundle, program, err));
    bundle_free(&bundle);
    return sound;
}

// Workers are often started together with who begins the run.
static bool look_again(Joint *j, double end, bool *there, Error *err) {
    static const struct timespec pause = {.tv_nsec = 500 * 1000 * 1000};
    for (;;) {
        if (!look(j, there, err)) return false;
        if (*there || bound_now() >= end || interrupt_signal()) return true;
        nanosleep(&pause, NULL);
    }
}

bool joint_look(Joint *j, bool waits, Bundle *bundle, Error *err) {
    bool there;
    *bundle = (Bundle){.word_count = 0};
    if (!look_again(j, waits ? bound_now() + patience(j) : 0, &there, err)) return false;
    if (!there) return fail(err, "--queue: there is no run %s: weft check --queue begins one", queue_run(j->queue));
    if (!bundle_read(bundle, &j->header, err)) return fail_at(err, "--queue");
    queue_identify(j->queue, text_string(&bundle->identity));
    return true;
}

bool joint_accept(Joint *j, const Bundle *bundle, const Program *program, Error *err) {
    j->program = program;
    identify(j, program);
    return is_same(j, bundle) || refuse_other(j, bundle, program, err);
}

// --- between the two -----------------------------------------------------------------------------------------

enum { LEFT_UNDONE, DONE };

static void add_items(const Reply *reply, Text *out) {
    for (uint32_t i = 0; i < reply->count; i++) {
        const Reply *item = &reply->items[i];
        text_add_char(out, item->kind == REPLY_NUMBER ? 'n' : item->kind == REPLY_TEXT ? 't' : '-');
        if (item->kind == REPLY_NUMBER)
            parcel_add_number(out, (uint64_t)item->number);
        else
            parcel_add_text(out, text_string(&item->text), item->text.size);
    }
}

// Words as texts of a parcel. The words point into it.
static uint32_t take_words(const char *bytes, size_t size, Text *texts, QueueWord *words, uint32_t most) {
    uint32_t count = 0;
    Parcel in = parcel_open(bytes, size);
    while (count < most && in.at < in.end && !in.broken) {
        parcel_text(&in, &texts[count]);
        words[count] = (QueueWord){text_string(&texts[count]), texts[count].size};
        count++;
    }
    return in.broken || in.at < in.end ? 0 : count;
}

enum { WORDS = 1024 };

static Reply *trade(Joint *j, const char *question, size_t size, Error *err) {
    Text *texts = memory_zeroed(WORDS, sizeof *texts);
    QueueWord *words = memory_zeroed(WORDS, sizeof *words);
    uint32_t count = take_words(question, size, texts, words, WORDS);
    Reply *reply = NULL;
    if (j->stray.size)
        fail(err,
             "the program reads %.300s, which does not travel with the run: only weft check, where the project is, can "
             "do it",
             text_string(&j->stray));
    else if (!count)
        fail(err, "--queue: what is asked cannot be read: that is a mistake of weft, please report it");
    else
        reply = queue_do(j->queue, words, count, err);
    for (uint32_t i = 0; i < WORDS; i++) text_free(&texts[i]);
    memory_free(texts);
    memory_free(words);
    return reply;
}

static void reply_to(void *context, const char *question, size_t size, Text *answer) {
    Joint *j = context;
    Error err = {0};
    Reply *reply = trade(j, question, size, &err);
    parcel_add_number(answer, reply ? DONE : LEFT_UNDONE);
    if (reply)
        add_items(reply, answer);
    else
        text_add(answer, err.text);
    reply_free(reply);
}

static bool is_below(const char *folder, const char *path) {
    size_t size = folder ? strlen(folder) : 0;
    return size && strncmp(path, folder, size) == 0 && (!path[size] || path[size] == '/');
}

// What a folder of the run has besides modules has stayed where it was.
static bool is_of_run(const char *scratch, const char *path) {
    const char *name = path + strlen(scratch);
    name += *name == '/';
    name += strcspn(name, "/");
    return !*name || (!strchr(name + 1, '/') && subject_counts(name));
}

static bool allows(void *context, const char *path) {
    Joint *j = context;
    const Program *p = j->program;
    bool ours =
        is_below(p->project.scratch, path) ? is_of_run(p->project.scratch, path) : is_below(p->project.otp_root, path);
    if (ours || strcmp(path, p->folder) == 0) return true;   // that it was begun in some folder is no secret
    if (!j->stray.size) text_add(&j->stray, path);
    return false;
}

static void leave(void *context) {
    Joint *j = context;
    queue_leave(j->queue);
}

// --- inside --------------------------------------------------------------------------------------------------

static bool ask(void *context, const Text *words, Text *answer, Error *err) {
    Text all = {0};
    (void)context;
    bool heard = jail_trade(words, &all);
    Parcel in = parcel_open(text_string(&all), all.size);
    bool done = heard && parcel_number(&in) == DONE && !in.broken;
    text_clear(answer);
    if (done)
        text_add_bytes(answer, in.at, (size_t)(in.end - in.at));
    else
        fail(err, "%.*s", heard ? (int)(in.end - in.at) : 0, heard ? in.at : "");
    text_free(&all);
    return done;
}

void joint_begin(Joint *j, bool helps) {
    j->exchange = (JailExchange){reply_to, leave, helps ? allows : NULL, j};
    j->sharing = (JobsSharing){.ask = ask,
                               .name = queue_name(j->queue),
                               .header = text_string(&j->header),
                               .header_size = j->header.size,
                               .identity = j->identity,
                               .seconds = seconds_between,
                               .helps = helps};
}

void joint_free(Joint *j) {
    queue_close(j->queue);
    text_free(&j->header);
    text_free(&j->stray);
    *j = (Joint){.address = NULL};
}
