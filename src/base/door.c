#define _GNU_SOURCE   // MSG_CMSG_CLOEXEC
#include "base/door.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef enum { QUESTION_OPEN, QUESTION_LOOK, QUESTION_LOOK_AT_LINK, QUESTION_END } QuestionKind;

typedef struct {
    QuestionKind kind;
    pid_t child;
    char path[PATH_MAX];
} Question;

typedef struct {
    int error;   // errno; 0: it went well
    DoorInfo info;
} Answer;

typedef union {   // room for one descriptor beside a message
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
} Aside;

static int asker_socket = -1;   // a process is locked in or it is not

void door_use(int socket) { asker_socket = socket; }
bool door_is_used(void) { return asker_socket >= 0; }

// --- messages with a descriptor -------------------------------------------------------------------------

static bool send_with(int socket, const void *bytes, size_t size, int descriptor, int flags) {
    Aside aside = {0};
    struct iovec part = {(void *)(uintptr_t)bytes, size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor >= 0) {
        message.msg_control = aside.bytes;
        message.msg_controllen = sizeof aside.bytes;
        aside.header =
            (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
        memcpy(CMSG_DATA(&aside.header), &descriptor, sizeof descriptor);
    }
    ssize_t sent;
    do sent = sendmsg(socket, &message, flags | MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)size;
}

// How many bytes came, -1: none. `descriptor` is -1 if there was none with them.
static ssize_t receive_with(int socket, void *bytes, size_t size, int flags, int *descriptor) {
    Aside aside = {0};
    struct iovec part = {bytes, size};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = aside.bytes, .msg_controllen = sizeof aside.bytes};
    ssize_t got;
    do got = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    *descriptor = -1;
    const struct cmsghdr *beside = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (beside && beside->cmsg_type == SCM_RIGHTS && beside->cmsg_len == CMSG_LEN(sizeof(int)))
        memcpy(descriptor, CMSG_DATA(beside), sizeof *descriptor);
    return got;
}

// --- asking ---------------------------------------------------------------------------------------------

static bool ask(const Question *question, Answer *answer, int *descriptor) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return false;
    size_t size = offsetof(Question, path) + strlen(question->path) + 1;
    bool asked = send_with(asker_socket, question, size, ends[1], 0);
    close(ends[1]);
    bool answered = asked && receive_with(ends[0], answer, sizeof *answer, 0, descriptor) == sizeof *answer;
    close(ends[0]);
    if (!answered)
        errno = EIO;
    else
        errno = answer->error;
    return answered && !answer->error;
}

static bool ask_about(QuestionKind kind, const char *path, Answer *answer, int *descriptor) {
    Question question = {.kind = kind};
    if (strlen(path) >= sizeof question.path) return errno = ENAMETOOLONG, false;
    strcpy(question.path, path);
    return ask(&question, answer, descriptor);
}

int door_open(const char *path) {
    Answer answer;
    int descriptor = -1;
    return ask_about(QUESTION_OPEN, path, &answer, &descriptor) ? descriptor : -1;
}

bool door_look(const char *path, bool follow, DoorInfo *out) {
    Answer answer;
    int none;
    if (!ask_about(follow ? QUESTION_LOOK : QUESTION_LOOK_AT_LINK, path, &answer, &none)) return false;
    *out = answer.info;
    return true;
}

bool door_reads(const char *path) {
    DoorInfo known;
    return door_is_used() ? door_look(path, true, &known) && known.readable : access(path, R_OK) == 0;
}

void door_end_child(pid_t child) {
    Question question = {.kind = QUESTION_END, .child = child};
    Answer answer;
    int none;
    if (door_is_used())
        ask(&question, &answer, &none);
    else
        kill(child, SIGKILL);
}

// --- answering ------------------------------------------------------------------------------------------

bool door_pair(int sockets[2]) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) == 0; }

static bool is_sound(const Question *question, ssize_t size) {
    size_t head = offsetof(Question, path);
    return size > (ssize_t)head && question->kind <= QUESTION_END && memchr(question->path, 0, (size_t)size - head);
}

static void answer(const Question *question, const DoorKeeper *keeper, int back) {
    Answer out = {0};
    int descriptor = -1;
    bool done = true;
    errno = 0;
    switch (question->kind) {
    case QUESTION_OPEN: done = (descriptor = keeper->open(keeper->context, question->path)) >= 0; break;
    case QUESTION_LOOK: done = keeper->look(keeper->context, question->path, true, &out.info); break;
    case QUESTION_LOOK_AT_LINK: done = keeper->look(keeper->context, question->path, false, &out.info); break;
    case QUESTION_END: keeper->end(keeper->context, question->child); break;
    }
    out.error = done ? 0 : errno ? errno : EACCES;
    send_with(back, &out, sizeof out, descriptor, MSG_DONTWAIT);   // whoever does not listen goes without
    if (descriptor >= 0) close(descriptor);
}

bool door_answer(int socket, const DoorKeeper *keeper) {
    Question question;
    int back;
    ssize_t size = receive_with(socket, &question, sizeof question, MSG_DONTWAIT, &back);
    if (back < 0) return size > 0 || (size < 0 && errno == EAGAIN);
    if (is_sound(&question, size)) answer(&question, keeper, back);
    close(back);
    return true;
}
