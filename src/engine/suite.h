// Suite: the tests of a project, one by one.
//
// A module has tests if it exports functions named as EUnit or ExUnit do, or is a suite of Common Test. Which tests
// they stand for only the module knows, so it is asked, in a run of its own (erlang/weft_eunit.erl,
// erlang/weft_exunit.erl, erlang/weft_ct.erl).
#pragma once
#include "option/program.h"
#include "verdict/judge.h"

typedef struct {
    const char *runner;    // the module that finds and runs tests of this kind
    char *module, *name;   // which together say which one it is
    char *about;           // what it says of itself, perhaps nothing
    char *file;            // of the source, perhaps nothing
    uint32_t line;         // 0: unknown
    char *skipped;         // why it is not to be run; nothing: it is
    bool follows;          // others of its fixture come before it
    char *unable;          // why its module could not be asked; nothing: this is a test
    uint32_t number;       // from 1, among all tests that are to be run, on whatever machine; 0: it is not run here
} Test;

typedef struct {
    Test *tests;
    size_t count, capacity;
    const TextList *excluded;   // tags of tests that are to be skipped
} Suite;

// Asks all modules with tests of a prepared project.
bool suite_find(Suite *suite, Program *program, const MachineConfig *config, Error *err);
void suite_free(Suite *suite);

bool test_is_of_suite(const Test *test);   // of Common Test
// The name for people: module, name, and what it says of itself.
void test_title(const Test *test, Text *out);
// Makes the program one that runs the test; `arguments` must live as long.
void test_choose(const Test *test, Program *program, const char *arguments[2]);
// Makes it one that makes ready for the tests of the module, if there is something to do first. False: there is not.
bool test_prepare(const Test *test, Program *program);
// The arguments for a machine that stands ready to run any test of the module; how many.
size_t test_ready_arguments(const Test *test, const char *arguments[3]);
// If a program is one that runs a test, its framework says when it is over and what fails it.
void test_apply(const Program *program, MachineConfig *config, JudgeOptions *judge);
