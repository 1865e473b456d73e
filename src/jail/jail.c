#include "jail/jail.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/door.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "explore/dpor/bound.h"
#include "explore/parallel/channel.h"
#include "jail/cage.h"
#include "report/source.h"
#include "vm/world/world.h"

enum { LOOK_EVERY_MS = 200, PATIENCE_SECONDS = 10 };
static const double TELLING_SHARE = 1.5, TELLING_SECONDS = 5;   // what telling may take beyond the limit of the search
enum {
    SAYS_ANSWER = 'A',
    SAYS_FAILED = 'F',
    NOTES = 'N',
    ASKS = 'Q',
    REPLY = 'R',
    KEEPS = 'K',
    KEEPS_ANEW = 'J',
    TRADES = 'T'
};

// --- inside ----------------------------------------------------------------------------------------------

static Channel outside = {.socket = -1};   // of a process that is inside
static pid_t inside_process;               // that one, not those that it forks

bool jail_is_inside(void) { return outside.socket >= 0; }

static void say_last_words(const char *words) {
    channel_send(&outside, SAYS_FAILED, words, strlen(words));
    _exit(EXIT_FAILURE);
}

void jail_answer(const Text *answer) {
    if (answer->size > CHANNEL_MESSAGE_MAX) say_last_words("what was found takes more than a gigabyte to tell");
    channel_send(&outside, SAYS_ANSWER, text_string(answer), answer->size);
}

void jail_note(const Text *partial) {
    if (getpid() == inside_process) channel_send(&outside, NOTES, text_string(partial), partial->size);
}

void jail_keep(const Text *record) {
    if (getpid() == inside_process) channel_send(&outside, KEEPS, text_string(record), record->size);
}

void jail_keep_anew(const Text *records) {
    if (getpid() == inside_process) channel_send(&outside, KEEPS_ANEW, text_string(records), records->size);
}

static bool ask(char what, const Text *question, Text *answer) {
    char kind;
    const char *bytes;
    size_t size;
    text_clear(answer);
    if (!channel_send(&outside, what, text_string(question), question->size)) return false;
    if (channel_receive(&outside, true, &kind, &bytes, &size) != CHANNEL_MESSAGE || kind != REPLY) return false;
    text_add_bytes(answer, bytes, size);
    return true;
}

bool jail_ask(const Text *question, Text *answer) {
    if (!ask(ASKS, question, answer)) return false;
    interrupt_forget();   // what came while nothing was done
    return true;
}

bool jail_trade(const Text *question, Text *answer) {
    return getpid() == inside_process && ask(TRADES, question, answer);
}

void jail_finish(int status) {
    fflush(NULL);
    _exit(status);
}

// Descriptors that weft itself was started with, which may be of files to write to: its own ones all close when a
// program is run. Nobody inside reads standard input.
static void drop_inherited(void) {
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC), flags;
    if (nothing >= 0) dup2(nothing, STDIN_FILENO);
    DIR *all = opendir("/proc/self/fd");
    for (const struct dirent *entry; all && (entry = readdir(all));) {
        int descriptor = atoi(entry->d_name);
        if (descriptor > STDERR_FILENO && (flags = fcntl(descriptor, F_GETFD)) >= 0 && !(flags & FD_CLOEXEC))
            close(descriptor);
    }
    if (all) closedir(all);
    if (nothing > STDERR_FILENO) close(nothing);
}

static void go_inside(const Jail *jail, Channel *back, int door, pid_t supervisor) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != supervisor) _exit(EXIT_FAILURE);
    outside = *back;
    inside_process = getpid();
    door_use(door);
    memory_on_end(say_last_words);
    if (jail->exchange) jail->exchange->leave(jail->exchange->context);
    if (jail->open) return;
    drop_inherited();
    cage_close(jail->forks);
}

// --- files -----------------------------------------------------------------------------------------------

typedef struct {
    const Jail *jail;
    Host *host;
    PathList folders;   // of sources
    Text path;          // that was asked for last, absolute
    pid_t inside;
} Keeper;

static bool may_quote(Keeper *k, const char *path) {
    Sources sources = {0};
    if (!k->folders.count) {
        project_source_folders(k->jail->project, &k->folders);
        project_library_folders(k->jail->project, &k->folders);
    }
    sources.folders = k->folders.items, sources.folder_count = k->folders.count;
    return sources_may_read(&sources, path);
}

static bool is_named(const Keeper *k, const char *path) {
    for (size_t i = 0; i < k->jail->project->file_count; i++)
        if (strcmp(k->jail->project->files[i], path) == 0) return true;
    return false;
}

static const char *absolute(Keeper *k, const char *path) {
    char here[PATH_MAX];
    world_absolute(&k->path, getcwd(here, sizeof here) ? here : "/", path);
    return k->path.data;
}

static bool is_for_all(Keeper *k, const char *path) {
    const JailExchange *exchange = k->jail->exchange;
    if (!exchange || !exchange->allows || exchange->allows(exchange->context, absolute(k, path))) return true;
    errno = ENOENT;
    return false;
}

static int open_for(void *context, const char *path) {
    Keeper *k = context;
    if (!is_for_all(k, path)) return -1;
    int descriptor = host_open(k->host, absolute(k, path));
    if (descriptor < 0 && (is_named(k, path) || may_quote(k, path)))
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    return descriptor;
}

static bool look_for(void *context, const char *path, bool follow, DoorInfo *out) {
    Keeper *k = context;
    if (!is_for_all(k, path)) return false;
    if (host_look(k->host, absolute(k, path), follow, out)) return true;
    int reason = errno;
    if (may_quote(k, path) && stat(path, &out->info) == 0) return out->readable = access(path, R_OK) == 0, true;
    errno = reason;
    return false;
}

// Whose child a process is; 0: nobody knows.
static pid_t parent_of(pid_t process) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)process);
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file) fclose(file);
    text[size] = 0;
    const char *behind = strrchr(text, ')');   // the name before it may be anything
    long parent = 0;
    return behind && sscanf(behind + 1, " %*c %ld", &parent) == 1 ? (pid_t)parent : 0;
}

static void end_child(void *context, pid_t child) {
    const Keeper *k = context;
    if (child > 1 && parent_of(child) == k->inside) kill(child, SIGKILL);
}

// --- limits ----------------------------------------------------------------------------------------------

typedef struct {
    pid_t inside;
    double end, kill_at;   // when it should have ended; when it will have to
    uint64_t memory;
    int told;           // the signal that was passed on
    unsigned ignored;   // so many signals do not force an end
    JailEndKind why;    // it was killed
    bool mute;          // it says nothing more, and should have ended
    bool fell_silent;   // that was so when it was killed
    double next_look;
} Watch;

static uint64_t resident(pid_t process) {
    char path[64];
    unsigned long pages = 0;
    snprintf(path, sizeof path, "/proc/%ld/statm", (long)process);
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%*u %lu", &pages) != 1) pages = 0;
    if (file) fclose(file);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

enum { CHILDREN_MAX = 256 };

typedef struct {
    pid_t processes[CHILDREN_MAX];
    size_t count;
} Children;

static Children children_of(pid_t process) {
    char path[64];
    Children all = {.count = 0};
    long child;
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)process, (long)process);
    FILE *file = fopen(path, "r");
    while (file && all.count < CHILDREN_MAX && fscanf(file, "%ld", &child) == 1)
        all.processes[all.count++] = (pid_t)child;
    if (file) fclose(file);
    return all;
}

// Of the process inside and of those that it has forked.
static uint64_t memory_inside(pid_t process) {
    uint64_t sum = resident(process);
    Children forked = children_of(process);
    for (size_t i = 0; i < forked.count; i++) sum += resident(forked.processes[i]);
    return sum;
}

// How many filters of system calls a process is behind.
static unsigned filters_of(pid_t process) {
    char path[64], line[256];
    unsigned filters = 0;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)process);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "Seccomp_filters: %u", &filters) == 1) break;
    if (file) fclose(file);
    return filters;
}

// What was forked inside and left behind there is a child of the supervisor now. So may be what others left, but that
// is in no cage.
static void end_left_behind(void) {
    unsigned own = filters_of(getpid());
    for (bool ended = true; ended;) {
        Children left = children_of(getpid());
        ended = false;
        for (size_t i = 0; i < left.count; i++) {
            if (filters_of(left.processes[i]) <= own) continue;
            kill(left.processes[i], SIGKILL);
            ended |= waitpid(left.processes[i], NULL, 0) > 0;
        }
    }
}

static void set_patience(Watch *w) {
    if (!w->kill_at) w->kill_at = bound_now() + PATIENCE_SECONDS;
}

static void pass_on(Watch *w, int signal) {
    w->told = signal;
    kill(w->inside, signal);
    set_patience(w);
}

static void force(Watch *w, JailEndKind why) {
    w->why = why;
    w->fell_silent = w->mute;
    kill(w->inside, SIGKILL);
    w->kill_at = 0;
}

// Its last descriptor is closed when it ends. If it is not, it closed it itself, or said what cannot be.
static void become_mute(Watch *w) {
    w->mute = true;
    if (w->why == JAIL_ENDED) set_patience(w);
}

static void watch(Watch *w) {
    double now = bound_now();
    if (now < w->next_look && !interrupt_signal()) return;
    w->next_look = now + LOOK_EVERY_MS / 1000.0;
    if (interrupt_signal() && !w->told) pass_on(w, interrupt_signal());
    if (interrupt_count() > w->ignored && w->kill_at) force(w, JAIL_INTERRUPTED);
    if (w->memory && !w->told && memory_inside(w->inside) > w->memory) pass_on(w, INTERRUPT_MEMORY);
    if (w->end && !w->told && now > w->end) pass_on(w, INTERRUPT_TIME);
    if (w->kill_at && now > w->kill_at) force(w, interrupt_signal() ? JAIL_INTERRUPTED : JAIL_STUCK);
}

// --- outside ---------------------------------------------------------------------------------------------

// Whatever was to end what was done before has done so.
static void reply(const JailTalk *talk, Watch *w, Channel *channel, const char *question, size_t size) {
    Text answer = {0};
    interrupt_forget();
    talk->reply(talk->context, question, size, &answer);
    channel_send(channel, REPLY, text_string(&answer), answer.size);
    text_free(&answer);
    w->told = 0;
    w->kill_at = 0;
    w->ignored = interrupt_count() + 1;
}

static void trade(const JailExchange *exchange, Channel *channel, const char *question, size_t size) {
    Text answer = {0};
    exchange->reply(exchange->context, question, size, &answer);
    channel_send(channel, REPLY, text_string(&answer), answer.size);
    text_free(&answer);
}

static void hear(char kind, const char *bytes, size_t size, JailEnd *end) {
    Text *out = kind == SAYS_ANSWER ? &end->answer : kind == NOTES ? &end->partial : &end->message;
    if (kind == SAYS_FAILED) end->kind = JAIL_FAILED;
    text_clear(out);
    text_add_bytes(out, bytes, size);
}

static bool listen_to(Channel *channel, const Jail *jail, Watch *w, JailEnd *end) {
    char kind;
    const char *bytes;
    size_t size;
    ChannelState state;
    while ((state = channel_receive(channel, false, &kind, &bytes, &size)) == CHANNEL_MESSAGE)
        if (kind == ASKS && jail->talk)
            reply(jail->talk, w, channel, bytes, size);
        else if (kind == TRADES && jail->exchange)
            trade(jail->exchange, channel, bytes, size);
        else if (kind == KEEPS && jail->journal)
            jail->journal->keep(jail->journal->context, bytes, size);
        else if (kind == KEEPS_ANEW && jail->journal)
            jail->journal->keep_anew(jail->journal->context, bytes, size);
        else
            hear(kind, bytes, size, end);
    return state != CHANNEL_CLOSED;
}

static int wait_for(Watch *w, Channel *channel, const Jail *jail, int door, const DoorKeeper *keeper, JailEnd *end) {
    int status = 0;
    struct pollfd polls[] = {{.fd = door, .events = POLLIN}, {.fd = channel->socket, .events = POLLIN}};
    for (int pause = LOOK_EVERY_MS; waitpid(w->inside, &status, WNOHANG) != w->inside;) {
        polls[1].fd = w->mute ? -1 : channel->socket;
        if (poll(polls, 2, pause) < 0) polls[0].revents = polls[1].revents = 0;
        if (polls[0].revents && !door_answer(door, keeper)) polls[0].fd = -1;
        if (!w->mute && polls[1].revents && !listen_to(channel, jail, w, end))
            become_mute(w), pause = 1;
        else if (w->mute && pause < LOOK_EVERY_MS)
            pause++;
        watch(w);
        if (jail->journal) jail->journal->look(jail->journal->context);
    }
    listen_to(channel, jail, w, end);
    return status;
}

static void explain(const Watch *w, int status, JailEnd *end) {
    if (end->kind == JAIL_FAILED) return;
    end->kind = w->why != JAIL_ENDED ? w->why : WIFSIGNALED(status) ? JAIL_CRASHED : JAIL_ENDED;
    end->status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    if (end->kind == JAIL_CRASHED && end->status == SIGKILL)
        text_add(&end->message,
                 "the process that ran the program was killed: by somebody, or by the system for want of memory");
    else if (end->kind == JAIL_CRASHED)
        text_format(&end->message,
                    "weft itself crashed (%s): that is a mistake of weft, not of the program; please report it",
                    strsignal(end->status));
    if (end->kind == JAIL_STUCK && w->fell_silent)
        text_add(&end->message, "the process that ran the program answered no more, and did not end: that is a mistake "
                                "of weft; please report it");
    else if (end->kind == JAIL_STUCK)
        text_format(&end->message, "a step did not come back within %d seconds after %s was reached", PATIENCE_SECONDS,
                    w->told == INTERRUPT_MEMORY ? "--max-memory" : "--max-seconds");
    if (end->kind == JAIL_INTERRUPTED) text_add(&end->message, "interrupted, within a step that did not come back");
}

static void supervise(const Jail *jail, pid_t inside, Channel *channel, int door, JailEnd *end) {
    Keeper k = {.jail = jail, .host = machine_host(jail->machine), .inside = inside};
    DoorKeeper keeper = {.open = open_for, .look = look_for, .end = end_child, .context = &k};
    double end_at = jail->seconds ? bound_now() + TELLING_SHARE * (double)jail->seconds + TELLING_SECONDS : 0;
    Watch w = {.inside = inside,
               .end = end_at,
               .memory = jail->memory,
               .ignored = interrupt_count() > 1 ? interrupt_count() : 1};
    int status = wait_for(&w, channel, jail, door, &keeper, end);
    if (jail->forks) end_left_behind();
    explain(&w, status, end);
    path_list_free(&k.folders);
    text_free(&k.path);
}

static void warn_if_open(const Jail *jail) {
    static bool warned;
    if (jail->open || warned || cage_walls() & CAGE_SECCOMP) return;
    warned = true;
    fprintf(stderr, "weft: the kernel has no seccomp, or forbids it: nothing but weft itself keeps the program from "
                    "this machine\n");
}

bool jail_begin(const Jail *jail, JailEnd *end) {
    int doors[2];
    Channel here, there;
    pid_t supervisor = getpid(), inside = -1;
    *end = (JailEnd){0};
    warn_if_open(jail);
    fflush(NULL);
    if (jail->forks) prctl(PR_SET_CHILD_SUBREAPER, 1);
    interrupt_be_patient(true);
    if (door_pair(doors) && channel_pair(&here, &there)) inside = fork();
    if (inside < 0) {
        end->kind = JAIL_FAILED;
        text_format(&end->message, "no more processes can be started: %s", strerror(errno));
        return false;
    }
    close(doors[inside == 0 ? 0 : 1]);
    channel_close(inside == 0 ? &here : &there);
    if (inside == 0) {
        go_inside(jail, &there, doors[1], supervisor);
        return true;
    }
    supervise(jail, inside, &here, doors[0], end);
    interrupt_be_patient(false);
    channel_close(&here);
    close(doors[0]);
    return false;
}

void jail_end_free(JailEnd *end) {
    text_free(&end->answer);
    text_free(&end->partial);
    text_free(&end->message);
}
