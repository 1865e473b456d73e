// Door: how a process that may open nothing gets at files: it asks one that may.
//
// One end of a pair of sockets stays with the process that opens files, which decides about each question
// (door_answer); the other one is used by a process that has locked itself in, and by all that it forks. A question is
// one packet and brings the socket for its answer along, so askers do not get into each other's way. A process without
// a door does everything itself.
#pragma once
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>

// --- the one who asks -----------------------------------------------------------------------------------
void door_use(int socket);   // from now on this process asks there
bool door_is_used(void);
int door_open(const char *path);   // a descriptor for reading; -1 and errno
typedef struct {
    struct stat info;
    bool readable, writable;
} DoorInfo;
bool door_look(const char *path, bool follow, DoorInfo *out);   // false and errno
bool door_reads(const char *path);                              // whether a file could be opened
void door_end_child(pid_t child);   // ends a child of the asker, or of this process if there is no door

// --- the one who answers --------------------------------------------------------------------------------
typedef struct {
    int (*open)(void *context, const char *path);
    bool (*look)(void *context, const char *path, bool follow, DoorInfo *out);
    void (*end)(void *context, pid_t child);   // whose child that is, the asker only claims
    void *context;
} DoorKeeper;

bool door_pair(int sockets[2]);   // the keeper's, the asker's; false and errno
bool door_answer(int socket,
                 const DoorKeeper *keeper);   // the next question, if there is one; false: nobody can ask any more
