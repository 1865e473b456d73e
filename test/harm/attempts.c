#define _GNU_SOURCE   // unshare
#include "attempts.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *folder;

static void can(bool done, const char *what) {
    if (done) printf("it can %s\n", what);
}

static void write_files(void) {
    char path[4096];
    snprintf(path, sizeof path, "%s/made", folder);
    can(open(path, O_WRONLY | O_CREAT, 0600) >= 0, "create a file");
    can(openat(AT_FDCWD, path, O_RDONLY) >= 0, "open a file");
    can(open(folder, O_RDONLY | O_DIRECTORY) >= 0, "open a folder");
    can(mkdir(path, 0700) == 0, "make a folder");
    can(symlink("/etc", path) == 0, "make a link");
    can(rename(folder, path) == 0, "rename");
    can(unlink(folder) == 0 || rmdir(folder) == 0, "delete");
    can(chmod(folder, 0777) == 0, "change modes");
    can(truncate(folder, 0) == 0, "truncate");
    can(chdir("/") == 0, "change its folder");
    can(syscall(SYS_memfd_create, "x", 0) >= 0, "make a file in memory");
    can(syscall(437, AT_FDCWD, path, NULL, 0) >= 0 || errno != EPERM, "call openat2");
    can(syscall(425, 1, NULL) >= 0 || errno != EPERM, "call io_uring_setup");
}

static void run_programs(void) {
    char *const words[] = {(char[]){"/bin/true"}, NULL};
    execv(words[0], words);
    can(errno != EPERM, "call execve");
    can(syscall(SYS_execveat, AT_FDCWD, words[0], words, NULL, 0) >= 0 || errno != EPERM, "call execveat");
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    can(page != MAP_FAILED, "have memory that runs");
    page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    can(page != MAP_FAILED && mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0, "make memory run");
}

static void reach_others(void) {
    can(socket(AF_INET, SOCK_STREAM, 0) >= 0, "have a socket of the network");
    can(socket(AF_UNIX, SOCK_STREAM, 0) >= 0, "have a socket that can be connected");
    can(kill(getppid(), 0) == 0, "signal another process");
    can(kill(getpid(), 0) == 0, "signal itself by kill");
    can(ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) == 0 || errno != EPERM, "trace another process");
    can(syscall(SYS_process_vm_readv, getppid(), NULL, 0, NULL, 0, 0) >= 0 || errno != EPERM, "read another process");
    can(syscall(434, getppid(), 0) >= 0 || errno != EPERM, "call pidfd_open");
    can(unshare(CLONE_NEWUSER) == 0, "have a name space of its own");
    can(syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, NULL, NULL, NULL, NULL) >= 0, "fork into another name space");
    can(prctl(PR_SET_DUMPABLE, 0) == 0, "change what it is");
}

// Behind a descriptor that it was not given, but only did not lose.
static void use_what_is_there(void) {
    struct stat info;
    for (int descriptor = 0; descriptor < 256; descriptor++) {
        if (descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO || fstat(descriptor, &info) != 0) continue;
        can(S_ISREG(info.st_mode) && write(descriptor, "x", 1) == 1, "write to a file that was open");
        can(S_ISDIR(info.st_mode) && openat(descriptor, "made", O_WRONLY | O_CREAT, 0600) >= 0,
            "create a file in a folder that was open");
        can(ioctl(descriptor, TIOCSTI, "x") == 0, "type on a terminal");
    }
}

static void send_anywhere(void) {
    static const int kinds[] = {SOCK_DGRAM, SOCK_RAW, SOCK_DGRAM | SOCK_CLOEXEC, SOCK_RAW | SOCK_CLOEXEC};
    int ends[2];
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        can(socketpair(AF_UNIX, kinds[i], 0, ends) == 0, "have a socket that sends to any address");
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "nowhere"};
    can(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0 &&
            (sendto(ends[0], "x", 1, 0, (struct sockaddr *)&address, sizeof address) == 1 || errno != EPERM),
        "send with an address");
}

static void what_it_needs(bool forks) {
    int status = 0, ends[2];
    pid_t child = fork();
    if (child == 0) _exit(7);
    can(forks && !(child > 0 && waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7), "not fork");
    can(!forks && child > 0, "fork");
    can(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0 || send(ends[0], "x", 1, 0) != 1,
        "not talk to those it forked");
    can(mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED,
        "not have memory");
}

void attempt_all(const char *where, bool forks) {
    folder = where;
    what_it_needs(forks);
    write_files();
    use_what_is_there();
    run_programs();
    reach_others();
    send_anywhere();
    fflush(stdout);
}
