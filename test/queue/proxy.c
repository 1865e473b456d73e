// A bad network in one process for each connection: what goes through comes late, sometimes much later, and sometimes
// the connection is cut in the middle of a word. proxy OWN-SOCKET SERVER-SOCKET SEED
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { CHUNK = 4096, DELAY_MS = 50, STALL_MS = 700, ONE_STALLS_OF = 40, ONE_IS_CUT_OF = 25 };

static struct sockaddr_un named(const char *path) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    memcpy(name.sun_path, path, strnlen(path, sizeof name.sun_path - 1));
    return name;
}

static int reach(const char *path) {
    struct sockaddr_un name = named(path);
    int made = socket(AF_UNIX, SOCK_STREAM, 0);
    if (made >= 0 && connect(made, (struct sockaddr *)&name, sizeof name) == 0) return made;
    close(made);
    return -1;
}

static int listen_at(const char *path) {
    struct sockaddr_un name = named(path);
    int made = socket(AF_UNIX, SOCK_STREAM, 0);
    unlink(path);
    return made >= 0 && bind(made, (struct sockaddr *)&name, sizeof name) == 0 && listen(made, 64) == 0 ? made : -1;
}

static void pause_for(long milliseconds) {
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000}, NULL);
}

static bool write_all(int to, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t written = write(to, bytes, size);
        if (written <= 0) return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

// What has come from one side to the other, late. False: the connection is over, perhaps after a part of it.
static bool pass_on(int from, int to) {
    char bytes[CHUNK];
    ssize_t size = read(from, bytes, sizeof bytes);
    if (size <= 0) return false;
    pause_for(random() % ONE_STALLS_OF ? 1 + random() % DELAY_MS : STALL_MS);
    bool cut = random() % ONE_IS_CUT_OF == 0;
    return write_all(to, bytes, cut ? (size_t)(random() % size) : (size_t)size) && !cut;
}

static void serve(int client, const char *path) {
    int server = reach(path);
    struct pollfd both[] = {{.fd = client, .events = POLLIN}, {.fd = server, .events = POLLIN}};
    while (server >= 0 && poll(both, 2, -1) > 0)
        for (int i = 0; i < 2; i++)
            if (both[i].revents && !pass_on(both[i].fd, both[1 - i].fd)) return;
}

int main(int argc, char **argv) {
    int own = argc == 4 ? listen_at(argv[1]) : -1;
    unsigned seed = argc == 4 ? (unsigned)atoi(argv[3]) : 0;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGCHLD, SIG_IGN);
    for (int client; own >= 0 && (client = accept(own, NULL, NULL)) >= 0; close(client)) {
        seed++;
        if (fork() != 0) continue;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        close(own);
        srandom(seed);
        serve(client, argv[2]);
        _exit(EXIT_SUCCESS);
    }
    return EXIT_FAILURE;
}
