// Faults: a library to be loaded before others (LD_PRELOAD), behind which calls fail that hardly ever do.
//
//     FAULT=memory:WHO:N     the N-th piece of memory cannot be had, and none after it
//     FAULT=disk:WHO:N       there is no room for more than N bytes
//     FAULT=short:WHO:0      every write, send and receive does a part of what it was asked for
//     FAULT=signal:WHO:0     about every second call that may be interrupted is
//
// WHO is `outer', the process that is started, or `inner', those that it forks; programs that are run have no faults.
#define _GNU_SOURCE   // RTLD_NEXT
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef enum { NOTHING, MEMORY, DISK, SHORT, SIGNAL } Fault;

static Fault fault;
static bool inner;
static long left;
static pid_t first_process;

// Kept while the real functions are not known yet: finding them takes memory.
static _Alignas(16) char early[1 << 16];
static size_t early_used;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
    static const char *const names[] = {[MEMORY] = "memory", [DISK] = "disk", [SHORT] = "short", [SIGNAL] = "signal"};
    char name[16] = "", who[16] = "";
    const char *text = getenv("FAULT");
    if (text) sscanf(text, "%15[a-z]:%15[a-z]:%ld", name, who, &left);
    for (Fault i = MEMORY; i <= SIGNAL; i++)
        if (strcmp(name, names[i]) == 0) fault = i;
    inner = strcmp(who, "inner") == 0;
    first_process = getpid();
    unsetenv("FAULT");   // not for those that are run
    unsetenv("LD_PRELOAD");
}

static bool strikes(Fault which) { return fault == which && (getpid() != first_process) == inner; }

// --- memory ----------------------------------------------------------------------------------------------

static bool no_memory(void) {
    if (!strikes(MEMORY) || left-- > 0) return false;
    errno = ENOMEM;
    return true;
}

static void *early_piece(size_t size) {
    size_t from = early_used;
    early_used += (size + 31) & ~(size_t)15;
    return early_used <= sizeof early ? early + from : NULL;
}

static bool is_early(const void *block) {
    return (const char *)block >= early && (const char *)block < early + sizeof early;
}

static void *(*real_malloc)(size_t), *(*real_calloc)(size_t, size_t), *(*real_realloc)(void *, size_t);
static void (*real_free)(void *);

static bool find_real(void) {
    static bool finding;
    if (real_malloc) return true;
    if (finding) return false;
    finding = true;
    real_calloc = REAL(calloc);
    real_realloc = REAL(realloc);
    real_free = REAL(free);
    real_malloc = REAL(malloc);
    return true;
}

void *malloc(size_t size) { return !find_real() ? early_piece(size) : no_memory() ? NULL : real_malloc(size); }
void *calloc(size_t count, size_t size) {
    return !find_real() ? early_piece(count * size) : no_memory() ? NULL : real_calloc(count, size);
}
void *realloc(void *block, size_t size) {
    if (!find_real() || is_early(block)) return block ? memcpy(malloc(size), block, size) : malloc(size);
    return no_memory() ? NULL : real_realloc(block, size);
}
void free(void *block) {
    if (block && !is_early(block) && find_real()) real_free(block);
}

// --- calls to the system ---------------------------------------------------------------------------------

static bool is_interrupted(void) {
    static unsigned number = 1;
    if (!strikes(SIGNAL)) return false;
    number = number * 1103515245 + 12345;   // in turn would hit one call of a loop for ever
    if (number >> 16 & 1) return false;
    errno = EINTR;
    return true;
}

static size_t part_of(size_t size) { return strikes(SHORT) && size > 7 ? 7 : size; }

static bool is_file(int descriptor) {
    struct stat info;
    return fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode);
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
    if (is_interrupted()) return -1;
    if (strikes(DISK) && is_file(descriptor)) {
        if (left <= 0) return errno = ENOSPC, -1;
        if ((long)size > left) size = (size_t)left;
        left -= (long)size;
    }
    return REAL(write)(descriptor, bytes, part_of(size));
}

ssize_t read(int descriptor, void *bytes, size_t size) {
    return is_interrupted() ? -1 : REAL(read)(descriptor, bytes, part_of(size));
}
ssize_t send(int socket, const void *bytes, size_t size, int flags) {
    return is_interrupted() ? -1 : REAL(send)(socket, bytes, part_of(size), flags);
}
ssize_t recv(int socket, void *bytes, size_t size, int flags) {
    return is_interrupted() ? -1 : REAL(recv)(socket, bytes, part_of(size), flags);
}
ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
    return is_interrupted() ? -1 : REAL(sendmsg)(socket, message, flags);
}
ssize_t recvmsg(int socket, struct msghdr *message, int flags) {
    return is_interrupted() ? -1 : REAL(recvmsg)(socket, message, flags);
}
int poll(struct pollfd *polls, nfds_t count, int wait) {
    return is_interrupted() ? -1 : REAL(poll)(polls, count, wait);
}
pid_t waitpid(pid_t process, int *status, int options) {
    return is_interrupted() ? -1 : REAL(waitpid)(process, status, options);
}
int fsync(int descriptor) { return is_interrupted() ? -1 : REAL(fsync)(descriptor); }
