// Quote: lines of source with words on them, in the manner of compilers.
//
//      --> registry.erl:20
//        |
//     17 |     case whereis(cache) of
//        |          -------------- step 3, P.1: undefined
//        ...
//     20 |             register(cache, Pid),
//        |             ^^^^^^^^^^^^^^^^^^^^ step 9, P.1: badarg
#pragma once
#include "report/page.h"
#include "report/source.h"

typedef struct {
    const char *file;
    uint32_t line;
    const char *word;   // of the call that is meant, "ets:insert", or NULL: all of the line
    bool main;          // where it fails
    Text label;
} Quoted;

// Shows what can be found, by file and line; how many of them that were.
uint32_t quote_show(Page *page, Sources *sources, const Quoted *places, uint32_t count);
