// Tap: tests that register themselves and report in the Test Anything Protocol.
//
//     TEST(an_empty_list_has_no_head) { CHECK(...); }
//
// A name is a sentence that should hold. One program for each room links all its tests with tap.c.
#pragma once
#include <stdbool.h>
#include <string.h>

typedef struct TapTest {
    const char *name;
    void (*run)(void);
    bool done;
    struct TapTest *next;
} TapTest;

void tap_register(TapTest *test);
void tap_check(bool holds, const char *what, const char *file, int line);

#define TEST(sentence)                                                                                    \
    static void test_##sentence(void);                                                                    \
    static TapTest tap_##sentence = {#sentence, test_##sentence, false, NULL};                            \
    __attribute__((constructor)) static void register_##sentence(void) { tap_register(&tap_##sentence); } \
    static void test_##sentence(void)

#define CHECK(condition) tap_check((condition), #condition, __FILE__, __LINE__)
#define CHECK_TEXT(a, b) tap_check(strcmp((a), (b)) == 0, #a " is " #b, __FILE__, __LINE__)
