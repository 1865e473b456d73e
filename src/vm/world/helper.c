#include "vm/world/helper.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"

enum { PATIENCE_SECONDS = 60, HELPER_READS = 3, HELPER_WRITES = 4 };

struct Helper {
    pthread_mutex_t mutex;   // of all who were forked from the one that started it
    int socket;
    pid_t child, owner;
};

// Every call has a process of its own, so that the end of weft is noticed meanwhile.
static const char program[] =
    "Port = open_port({fd, 3, 4}, [{packet, 4}, binary, eof]),"
    "Say = fun(New, {Class, Value}) -> port_command(Port, term_to_binary({New, Class, Value})) end,"
    "Allowed = init:get_plain_arguments(),"
    "Evaluate ="
    "    fun({M, F, Args}) ->"
    "        Name = atom_to_list(M) ++ \":\" ++ atom_to_list(F) ++ \"/\" ++ integer_to_list(length(Args)),"
    "        lists:member(Name, Allowed) orelse halt(),"
    "        Call = fun() -> exit({done, try {value, apply(M, F, Args)} catch C:R -> {C, R} end}) end,"
    "        {_, Ref} = spawn_monitor(Call),"
    "        receive"
    "            {'DOWN', Ref, process, _, {done, Answer}} -> Answer;"
    "            {'DOWN', Ref, process, _, Reason} -> {exit, Reason};"
    "            {Port, eof} -> halt()"
    "        end"
    "    end,"
    "Loop ="
    "    fun Loop(Known) ->"
    "        receive"
    "            {Port, {data, Bytes}} ->"
    "                Call = binary_to_term(Bytes),"
    "                New = not maps:is_key(Call, Known),"
    "                Answer = case New of true -> Evaluate(Call); false -> maps:get(Call, Known) end,"
    "                Say(New, Answer),"
    "                Loop(Known#{Call => Answer});"
    "            {Port, eof} -> halt()"
    "        end"
    "    end,"
    "Loop(#{}).";

// --- starting -------------------------------------------------------------------------------------------

_Noreturn static void become_erl(const char *erl, char **argv, int socket, pid_t parent) {
    setsid();   // an interrupt from the keyboard is for weft
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    int nothing = open("/dev/null", O_RDONLY), high = fcntl(socket, F_DUPFD, HELPER_WRITES + 1);
    if (nothing < 0 || high < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0 ||
        dup2(high, HELPER_READS) < 0 || dup2(high, HELPER_WRITES) < 0)
        _exit(127);
    close(high);
    execv(erl, argv);
    _exit(127);
}

static char **arguments(const char *erl, const HelperCode *code) {
    static const char *const first[] = {"-noinput", "-boot", "no_dot_erlang", "-eval", program};
    size_t count = 0, fixed = sizeof first / sizeof *first;
    const char **argv = memory_new((fixed + 2 * code->path_count + code->function_count + 3) * sizeof *argv);
    argv[count++] = erl;
    for (size_t i = 0; i < fixed; i++) argv[count++] = first[i];
    for (size_t i = code->path_count; i > 0; i--) {   // each comes before those so far
        argv[count++] = "-pa";
        argv[count++] = code->paths[i - 1];
    }
    argv[count++] = "-extra";
    for (size_t i = 0; i < code->function_count; i++) argv[count++] = code->functions[i];
    argv[count] = NULL;
    return (char **)(uintptr_t)argv;
}

static bool make_socket(int ends[2], Error *err) {
    struct timeval patience = {.tv_sec = PATIENCE_SECONDS};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return fail(err, "no socket for --external: %s", strerror(errno));
    setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    return true;
}

static Helper *new_helper(void) {
    Helper *helper = mmap(NULL, sizeof *helper, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (helper == MAP_FAILED) memory_exhausted(sizeof *helper);
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&helper->mutex, &attributes);
    pthread_mutexattr_destroy(&attributes);
    return helper;
}

Helper *helper_start(const char *otp_root, const HelperCode *code, Error *err) {
    char erl[PATH_MAX];
    int ends[2];
    snprintf(erl, sizeof erl, "%s/bin/erl", otp_root);
    if (access(erl, X_OK) != 0) return fail(err, "--external needs an erl: %s: %s", erl, strerror(errno)), NULL;
    if (!make_socket(ends, err)) return NULL;
    Helper *helper = new_helper();
    char **argv = arguments(erl, code);
    helper->owner = getpid();
    helper->socket = ends[0];
    fflush(NULL);
    pid_t child = fork();   // both see *helper
    if (child == 0) become_erl(erl, argv, ends[1], helper->owner);
    helper->child = child;
    close(ends[1]);
    memory_free(argv);
    if (helper->child > 0) return helper;
    fail(err, "erl for --external cannot be started: %s", strerror(errno));
    helper_end(helper);
    return NULL;
}

void helper_end(Helper *helper) {
    close(helper->socket);
    if (helper->owner != getpid()) return;
    if (helper->child > 0) {
        kill(helper->child, SIGKILL);   // it has nothing to lose
        while (waitpid(helper->child, NULL, 0) < 0 && errno == EINTR) {}
    }
    pthread_mutex_destroy(&helper->mutex);
    munmap(helper, sizeof *helper);
}

// --- asking ---------------------------------------------------------------------------------------------

static bool give(int socket, const void *bytes, size_t size, Error *err) {
    const char *at = bytes;
    while (size > 0) {
        ssize_t sent = send(socket, at, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) return fail(err, "the erl that answers --external calls is gone: %s", strerror(errno));
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

static bool take(int socket, void *bytes, size_t size, Error *err) {
    char *at = bytes;
    while (size > 0) {
        ssize_t got = recv(socket, at, size, 0);
        if (got < 0 && errno == EINTR) return fail(err, "interrupted while a real erl evaluated an --external call");
        if (got == 0) return fail(err, "the erl that answers --external calls has ended");
        if (got < 0)
            return fail(err, "the erl that answers --external calls has not answered for %d seconds", PATIENCE_SECONDS);
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static bool exchange(int socket, Bytes question, Text *answer, Error *err) {
    uint8_t head[4];
    for (unsigned i = 0; i < 4; i++) head[i] = (uint8_t)(question.size >> (24 - 8 * i));
    if (question.size > INT32_MAX) return fail(err, "arguments of an --external call take more than 2 gigabytes");
    if (!give(socket, head, 4, err) || !give(socket, question.data, question.size, err)) return false;
    if (!take(socket, head, 4, err)) return false;
    size_t size = bytes_u32(head);
    char *bytes = memory_new(size);
    bool taken = take(socket, bytes, size, err);
    if (taken) text_add_bytes(answer, bytes, size);
    memory_free(bytes);
    return taken;
}

bool helper_ask(Helper *helper, Bytes question, Text *answer, Error *err) {
    int locked = pthread_mutex_lock(&helper->mutex);
    if (locked != 0) return fail(err, "a process that searched ended while erl answered its --external call");
    bool answered = exchange(helper->socket, question, answer, err);
    pthread_mutex_unlock(&helper->mutex);
    return answered;
}
