// Cases: commands for a state-machine model, made and made smaller by the machine that also runs them.
//
// One machine serves all cases: it stands before the first call of its first process, which is another one each time
// (machine_begin_call) and is taken back afterwards. A case is a text (erlang/weft_parallel.erl has its form); the
// machine lists cases as lines of text.
#pragma once
#include "explore/dpor/search.h"
#include "explore/random/random.h"
#include "explore/witness/stage.h"
#include "verdict/judge.h"

typedef struct {
    Machine *machine;
    Mark ready;   // before any call
    const char *model;
    Text property, shape;   // of the model, around the commands; empty: there is none
    bool setup;             // setup/0 and cleanup/0 of the model are around them
    uint32_t depth;         // steps of a run
    JudgeOptions judge;
    const char *arguments[4];   // of the case that is being run
    Stage stage;                // at the beginning of that case, or somewhere in one of its runs
    bool staged;
    uint64_t runs;   // so far
    uint64_t steps;
} Cases;

// The machine was started as weft_parallel:test. False: the module is no model, or has several properties.
bool cases_init(Cases *cases, Machine *machine, const char *model, const char *property, Error *err);
void cases_free(Cases *cases);

typedef struct {
    uint32_t length;   // how many commands it has
    const char *text;
} Case;

// Cuts the next case off some lines; false: there is none.
bool case_next(char **lines, Case *out);

// What is made follows from the numbers alone.
typedef struct {
    uint64_t seed, first, count;          // cases number first ... of that seed
    uint64_t commands, processes, tail;   // size of PropEr's generator; branches; commands in all of them, at most
} CaseOrder;
bool cases_generate(Cases *cases, const CaseOrder *order, Text *lines, Error *err);
// Smaller ones, the boldest first. `what`: those with fewer or moved "commands", or with smaller "arguments".
bool cases_shrink(Cases *cases, const char *text, const char *what, Text *lines, Error *err);

// The arguments that weft_parallel:test/1 takes for a case; how many.
size_t cases_arguments(const Cases *cases, const char *text, const char *arguments[4]);

// --- running one -------------------------------------------------------------------------------------------

void cases_choose(Cases *cases, const char *text);   // which case is run from now on; the text must stay

typedef enum { RUN_PASSES, RUN_FAILS, RUN_FAILS_OTHERWISE, RUN_UNABLE } RunEnd;

// Follows names as far as it can, leaving out those who cannot act, then goes on with who acted last. The stage stands
// at the end. `key`: of the error that counts as failing; empty: any does, and its key is put there.
RunEnd cases_follow(Cases *cases, const char *names, Text *key);

typedef struct {
    const Sampler *sampler;
    SamplerSetup setup;
    uint64_t seed, runs;
} CaseSampling;

// Runs the case at random, up to the first run that fails. The stage stands at the end of that one, or at the
// beginning.
RunEnd cases_sample(Cases *cases, const CaseSampling *sampling, Text *key);

// Every interleaving of the case, as the search's strategy and bound say, up to the first that fails. The stage stands
// at the end of that one, or else at the beginning.
RunEnd cases_explore(Cases *cases, const SearchConfig *search, SearchResult *result, Text *key);
