// What code can do in a cage that can do everything: a process locks itself in and tries to get out. Prints a line for each thing
// that it could do; nothing is as it should be.
#define _GNU_SOURCE
#include "cli/cage.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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

static void what_it_needs(void) {
    pid_t child = fork();
    if (child == 0) _exit(7);
    int status = 0, ends[2];
    can(!(child > 0 && waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7), "not fork");
    can(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0, "not talk to those it forked");
    can(mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED, "not have memory");
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    folder = argv[1];
    unsigned walls = cage_walls();
    if (!(walls & CAGE_SECCOMP)) return printf("no seccomp here\n"), 3;
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    if (cage_close() != walls) return printf("the cage is not closed\n"), 2;
    what_it_needs();
    write_files();
    run_programs();
    reach_others();
    fflush(stdout);
    _exit(0);   // what looks for leaks at the end would want to leave
}
