// Queue: a run on a server of Redis or Valkey, which machines that search together share.
//
// All that can happen to a run is in queue.lua: each operation is done by the server as a whole, and may be said again
// when its answer was lost. So whatever is not a proper answer (a server that is gone, restarts or loads its data, a
// connection that is cut) means to wait for a while and say it once more, until the patience is over.
//
// What is known of a run that has come to an end is only what the server has said in so many words: that it is done, of
// this identity, with as many units as there ever were. Silence, errors and empty answers say nothing.
#pragma once
#include "base/text.h"
#include "queue/address.h"
#include "queue/reply.h"

enum { QUEUE_IDENTITY = 64, QUEUE_WORDS = 1 << 16 };   // letters; the most words of one operation

typedef struct Queue Queue;

typedef struct {
    const char *address;    // as --queue has it
    const char *password;   // NULL: none; it is copied
    bool trusted;           // nobody else reaches the server
    double patience;        // for so many seconds it may be gone
} QueueConfig;

// Connects, and sees to it that the server is one that keeps what it is given. False: that could not be.
Queue *queue_open(const QueueConfig *config, Error *err);
void queue_close(Queue *queue);
void queue_leave(Queue *queue);              // a fork of this process has no connection, and forgets the password
const char *queue_run(const Queue *queue);   // its name
void queue_identify(Queue *queue, const char *identity);   // what runs here, QUEUE_IDENTITY letters
const char *queue_name(const Queue *queue);                // of this process, among all that there are
uint64_t queue_asked(const Queue *queue);                  // how many questions it was asked

// Words of an operation of queue.lua, and its answer, a list whose first item is a word. NULL: it could not be had.
typedef struct {
    const char *bytes;
    size_t size;
} QueueWord;

Reply *queue_do(Queue *queue, const QueueWord *words, uint32_t count, Error *err);

// Modules, by their digest in letters.
bool queue_put_code(Queue *queue, const char *digest, const void *bytes, size_t size, Error *err);
bool queue_has_code(Queue *queue, const char *digest, bool *has, Error *err);
Reply *queue_get_code(Queue *queue, const char *digest, Error *err);   // a text
