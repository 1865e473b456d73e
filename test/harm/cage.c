// What code can do in a cage that can do everything: a process locks itself in and tries to get out.
#include "attempts.h"
#include "jail/cage.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    bool forks = argc > 2 && strcmp(argv[2], "forks") == 0;
    unsigned walls = cage_walls();
    if (!(walls & CAGE_SECCOMP)) return printf("no seccomp here\n"), 3;
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    if (cage_close(forks) != walls) return printf("the cage is not closed\n"), 2;
    attempt_all(argv[1], forks);
    _exit(0);   // what looks for leaks at the end would want to leave
}
