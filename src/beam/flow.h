// Flow: where the functions of a module lie, and where its labels are.
//
// A function is
//
//     label  [line]  func_info M F A  label (its entry)  instructions ...
//
// and ends where the next one begins. Nothing may go on from the last instruction of a function, nor jump from one
// function into another other than by a call of its entry: that is for beam/verify.h to see.
#pragma once
#include "base/arena.h"
#include "base/error.h"
#include "beam/beam.h"

typedef struct {
    uint32_t name, arity;   // name: an atom of the module
    uint32_t start;         // instruction: the label of its func_info
    uint32_t entry;         // instruction: the label that calls name
    uint32_t end;           // the instruction behind its last one
} FlowFunction;

typedef struct {
    const BeamModule *module;
    FlowFunction *functions;
    uint32_t function_count;
    uint32_t on_load;        // the last instruction on_load, 0: none
    uint32_t *label_at;      // the instruction where each label stands
    uint32_t *function_at;   // of each label that is an entry: its function; else NO_FUNCTION
} Flow;

enum { NO_FUNCTION = UINT32_MAX };

// The module was read by beam_read. Memory is the arena's.
Flow flow_of(const BeamModule *module, Arena *arena);

// Whether control never goes on to the instruction behind one with this opcode.
extern const bool flow_ends[BEAM_OPCODE_COUNT];

static inline const BeamOperand *flow_operands(const Flow *flow, uint32_t at) {
    return flow->module->operands + flow->module->code[at].first;
}

// The first instruction from `at` on that does something: no line.
uint32_t flow_skip_lines(const Flow *flow, uint32_t at);
