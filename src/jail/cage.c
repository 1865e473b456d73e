#define _GNU_SOURCE   // CLONE_*
#include "jail/cage.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// --- calls that are let through --------------------------------------------------------------------------

static const int allowed[] = {
    SYS_read,
    SYS_write,
    SYS_readv,
    SYS_writev,
    SYS_pread64,
    SYS_lseek,
    SYS_close,
    SYS_fstat,
    SYS_newfstatat,
    SYS_getdents64,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_brk,
    SYS_futex,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_restart_syscall,
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_gettimeofday,
    SYS_getpid,
    SYS_gettid,
    SYS_getppid,
    SYS_getuid,
    SYS_getcwd,
    SYS_uname,
    SYS_getrandom,
    SYS_getrusage,
    SYS_sysinfo,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_ppoll,
    SYS_pselect6,
    SYS_dup,
    SYS_pipe2,
    SYS_recvfrom,
    SYS_sendmsg,
    SYS_recvmsg,
    SYS_wait4,
    SYS_set_robust_list,
    SYS_exit,
    SYS_exit_group,
#ifdef SYS_poll
    SYS_poll,
    SYS_select,
    SYS_pipe,
    SYS_time,
#endif
#ifdef SYS_rseq
    SYS_rseq,
#endif
};

// Calls that are let through if an argument has none of some bits, or is one of some values.
typedef struct {
    int call, argument;
    uint32_t without;     // bits that it must not have, among the lower 32; 0: it must be a value
    uint32_t values[3];   // 0 ends them
} Condition;

// A fork, and nothing that shares memory or has a name space of its own.
#define NOT_A_FORK                                                                                                  \
    (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_PARENT | CLONE_PTRACE | CLONE_NEWNS | \
     CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_VFORK)

static const Condition fork_condition = {SYS_clone, 0, .without = NOT_A_FORK};

// A socket that stays connected to what it was connected to: others send to whatever address they are told, and that is
// a file.
#define STREAM (SOCK_STREAM | SOCK_CLOEXEC)
#define PACKETS (SOCK_SEQPACKET | SOCK_CLOEXEC)

static const Condition conditions[] = {
    {SYS_socketpair, 1, .values = {STREAM, PACKETS}}, {SYS_mmap, 2, .without = PROT_EXEC},
    {SYS_mprotect, 2, .without = PROT_EXEC},          {SYS_prctl, 0, .values = {PR_SET_PDEATHSIG}},
    {SYS_ioctl, 1, .values = {TCGETS, TIOCGWINSZ}},   {SYS_fcntl, 1, .values = {F_GETFL, F_SETFD, F_DUPFD_CLOEXEC}},
};

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define OWN_ARCHITECTURE 0   // no filter is written for it
#endif

enum { FILTER_MAX = 512, X32_BIT = 0x40000000 };

typedef struct {
    struct sock_filter steps[FILTER_MAX];
    unsigned short count;
} Filter;

static void add(Filter *f, uint16_t code, uint32_t value, uint8_t if_true, uint8_t if_false) {
    f->steps[f->count++] = (struct sock_filter){code, if_true, if_false, value};
}

static void load(Filter *f, size_t offset) { add(f, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0); }
static void end_with(Filter *f, uint32_t verdict) { add(f, BPF_RET | BPF_K, verdict, 0, 0); }

// If the call is this one, all depends on its argument.
static void add_condition(Filter *f, const Condition *c) {
    uint8_t values = 0;
    while (values < 3 && c->values[values]) values++;
    uint8_t body = c->without ? 4 : (uint8_t)(values + 3);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)c->call, 0, body);
    load(f, offsetof(struct seccomp_data, args) + 8 * (size_t)c->argument);
    if (c->without) {
        add(f, BPF_JMP | BPF_JSET | BPF_K, c->without, 0, 1);
    } else {
        for (uint8_t i = 0; i < values; i++) add(f, BPF_JMP | BPF_JEQ | BPF_K, c->values[i], (uint8_t)(values - i), 0);
    }
    end_with(f, SECCOMP_RET_ERRNO | EPERM);
    end_with(f, SECCOMP_RET_ALLOW);
}

// sendto is what send is; its fifth argument, an address, has to be none.
static void add_call_without_address(Filter *f) {
    size_t address = offsetof(struct seccomp_data, args) + 8 * 4;
    add(f, BPF_JMP | BPF_JEQ | BPF_K, SYS_sendto, 0, 6);
    load(f, address);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3);
    load(f, address + 4);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1);
    end_with(f, SECCOMP_RET_ALLOW);
    end_with(f, SECCOMP_RET_ERRNO | EPERM);
}

static void write_filter(Filter *f, bool forks) {
    load(f, offsetof(struct seccomp_data, arch));
    add(f, BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0);
    end_with(f, SECCOMP_RET_KILL_PROCESS);
    load(f, offsetof(struct seccomp_data, nr));
    add(f, BPF_JMP | BPF_JGE | BPF_K, X32_BIT, 0, 1);
    end_with(f, SECCOMP_RET_KILL_PROCESS);
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        add(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)allowed[i], 0, 1);
        end_with(f, SECCOMP_RET_ALLOW);
    }
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) add_condition(f, &conditions[i]);
    if (forks) add_condition(f, &fork_condition);
    add_call_without_address(f);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0,
        1);   // its arguments cannot be seen; libraries then fall back to clone
    end_with(f, SECCOMP_RET_ERRNO | ENOSYS);
    end_with(f, SECCOMP_RET_ERRNO | EPERM);
}

static bool close_seccomp(bool forks) {
    Filter filter = {.count = 0};
    if (!OWN_ARCHITECTURE) return false;
    write_filter(&filter, forks);
    struct sock_fprog program = {filter.count, filter.steps};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static bool has_seccomp(void) {
    return OWN_ARCHITECTURE && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) != 0 && errno == EFAULT;
}

// --- Landlock --------------------------------------------------------------------------------------------

// As the kernel's own header has it, which not every system has: version 4 adds the network, 6 the scopes.
typedef struct {
    uint64_t files, network, scopes;
} Ruleset;

enum { LANDLOCK_CREATE = 444, LANDLOCK_RESTRICT = 446, ASK_VERSION = 1 };

static long landlock_version(void) {
    long version = syscall(LANDLOCK_CREATE, NULL, 0, ASK_VERSION);
    return version > 0 ? version : 0;
}

// Everything that this version knows of is handled, and there is no rule that would allow any of it.
static bool close_landlock(void) {
    static const uint8_t rights[] = {0, 13, 14, 15, 15, 16};   // on files, by version
    long version = landlock_version();
    if (version == 0) return false;
    unsigned known = version > 5 ? 5 : (unsigned)version;
    Ruleset rules = {
        .files = (UINT64_C(1) << rights[known]) - 1, .network = version >= 4 ? 3 : 0, .scopes = version >= 6 ? 3 : 0};
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    int ruleset = (int)syscall(LANDLOCK_CREATE, &rules, size, 0);
    if (ruleset < 0) return false;
    bool closed = syscall(LANDLOCK_RESTRICT, ruleset, 0) == 0;
    close(ruleset);
    return closed;
}

// --- both ------------------------------------------------------------------------------------------------

unsigned cage_walls(void) { return (has_seccomp() ? CAGE_SECCOMP : 0u) | (landlock_version() ? CAGE_LANDLOCK : 0u); }

unsigned cage_close(bool forks) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
    unsigned walls = close_landlock() ? CAGE_LANDLOCK : 0;
    return walls | (close_seccomp(forks) ? CAGE_SECCOMP : 0u);
}

void cage_tell(Text *out) {
    unsigned walls = cage_walls();
    text_format(out, "confined by %s",
                walls & CAGE_SECCOMP ? "seccomp" : "no seccomp (this kernel has none, or forbids it)");
    if (walls & CAGE_LANDLOCK)
        text_format(out, ", Landlock %ld\n", landlock_version());
    else
        text_add(out, ", no Landlock (this kernel has none, or forbids it)\n");
}
