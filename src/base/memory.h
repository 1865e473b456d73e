// Memory: malloc that does not fail. Out of memory ends weft here and nowhere else.
#pragma once
#include <stddef.h>

void *memory_new(size_t size);   // uninitialised
void *memory_zeroed(size_t count, size_t size);
void *memory_resize(void *block, size_t size);
void memory_free(void *block);
char *memory_text(const char *text);   // a copy

// Reserves address space; pages cost nothing before they are touched.
void *memory_reserve(size_t size);
void memory_unreserve(void *start, size_t size);   // ends a reservation
// What is looked up all over is better kept in large pages, if the system has some.
void memory_prefer_large(void *start, size_t size);
// Gives the pages of [start, end) back to the system; they read as zero afterwards.
void memory_release(void *start, void *end);

// What is to be done with the reason, instead of telling it and ending with status 2. It does not return.
void memory_on_end(void (*end)(const char *reason));
_Noreturn void memory_exhausted(size_t size);
// The program under test needs more memory for something than it may have.
_Noreturn void memory_beyond(const char *what, size_t limit);
