// VerifyState: what is known where the verifier stands, and what it knows of all places it has been to.
//
//     verify.c        functions, and the order in which places are visited
//     verify_state.c  registers, frames and how states meet
//     verify_code.c   what each instruction needs and does
#pragma once
#include "beam/flow.h"
#include "beam/type.h"
#include "beam/verify.h"

enum { NO_FRAME = UINT32_MAX };

// What holds before an instruction. Registers above the counts are unset.
typedef struct {
    uint32_t x_count;
    uint32_t frame;   // Y registers, or NO_FRAME
    bool any_frame;   // or more: places with different frames share instructions that raise
    uint32_t heap;    // words that may be written
    bool receiving;   // the mailbox stands at a message
    bool building;    // a binary is being filled
    bool fresh;       // X0 is a tuple that nobody else has seen
} StateHead;

typedef struct {
    StateHead head;
    uint32_t unset, tags;   // Y registers that are perhaps not set, or perhaps a tag
    bool handlers_know;     // nothing has changed in the frame since exceptions were considered
    BeamType x[BEAM_REGISTERS], y[BEAM_REGISTERS];
} State;

// A state that was kept: its X registers, then its Y registers.
typedef struct {
    StateHead head;
    BeamType registers[];
} KeptState;

// A block that goes on with what a function returns.
typedef struct Waiting {
    uint32_t label, function;   // where it begins, and in which function
    struct Waiting *next;
} Waiting;

typedef struct {
    BeamType result;   // no kind: it has not been seen to return
    Waiting *waiting;
    bool foreign, queued;
    bool walking;        // the verifier is in it, or in what it calls
    bool clear_frames;   // something looks at one of its frames that is not full of values
} FunctionFacts;

// Labels that a tag may stand for: a list.
typedef struct {
    uint32_t label, next;   // next: another one's number, 0: the end
} TagLabel;

typedef struct {
    Flow flow;
    Arena arena;
    VerifyConfig config;
    FunctionFacts *facts;
    KeptState **kept;          // of each label; NULL: never reached
    uint64_t *pending;         // a bit for each instruction: a label whose state has news
    uint64_t *known_callers;   // a bit for each instruction: a call whose block waits for its callee
    uint32_t *queue;           // functions with something pending: a ring
    uint32_t queue_first, queue_count;
    TagLabel *tags;
    uint32_t tag_count, tag_capacity;
    uint32_t *tag_of_label;   // the one with this label alone, 0: none yet
    uint8_t *imports;         // ImportKind of each, 0: not looked at yet
    size_t kept_registers;    // of all states
    size_t work, work_max;    // counted, because a file may be made to make it endless
    Verified *verified;
    Error *err;

    uint32_t depth;                 // of functions that wait for what they call
    const FlowFunction *function;   // where it stands
    uint32_t at, block;             // instruction; the label that its block begins with
    State state;
} Verifier;

// "m:f/1, byte 117 of its code: move: " and the reason. Returns false.
bool refuse(Verifier *v, const char *format, ...) __attribute__((format(printf, 2, 3)));

// --- registers ---------------------------------------------------------------------------------------
static inline uint32_t y_count(const StateHead *head) { return head->frame == NO_FRAME ? 0 : head->frame; }

BeamType constant_type(Verifier *v, const BeamOperand *operand);
bool refuse_type(Verifier *v, const BeamOperand *operand, BeamType type);

static inline BeamType operand_type(Verifier *v, const BeamOperand *operand) {
    const State *state = &v->state;
    uint64_t number = operand->value;
    if (operand->kind == OPERAND_X) return number < state->head.x_count ? state->x[number] : type_of(TYPE_UNSET);
    if (operand->kind == OPERAND_Y) return number < y_count(&state->head) ? state->y[number] : type_of(TYPE_UNSET);
    return constant_type(v, operand);
}

// Each of these is false after refusing. `kinds` is what the value may be.
static inline bool read_operand(Verifier *v, const BeamOperand *operand, uint32_t kinds) {
    if (operand->kind != OPERAND_X && operand->kind != OPERAND_Y) return true;
    BeamType type = operand_type(v, operand);
    return type_is(type, kinds) || refuse_type(v, operand, type);
}
bool read_registers(Verifier *v, uint32_t count);   // X0 ..., as terms
bool write_operand(Verifier *v, const BeamOperand *operand, BeamType type);
void refine(Verifier *v, const BeamOperand *operand, BeamType type);   // more is known now
void keep_x(Verifier *v, uint32_t count);                              // and no other X register

// --- frames ------------------------------------------------------------------------------------------
bool make_frame(Verifier *v, uint32_t size, BeamType content);
bool drop_frame(Verifier *v, uint32_t size);
bool trim_frame(Verifier *v, uint32_t count);
bool need_frame(Verifier *v);
bool need_no_frame(Verifier *v);
bool set_tag(Verifier *v, const BeamOperand *y, uint32_t label);
bool clear_tag(Verifier *v, const BeamOperand *y);
// Something looks at the stack. If the frame may not be full of values by then, frames of the function are to be
// cleared when they are made.
void show_stack(Verifier *v);
// An exception: the same, and what is known now holds in the handler.
bool may_raise(Verifier *v);

// --- going on ----------------------------------------------------------------------------------------
// The state reaches the label, which is behind the instruction, or raises function_clause. False after refusing.
bool branch(Verifier *v, const BeamOperand *label);
bool branch_back(Verifier *v, const BeamOperand *label);   // or before it
// The state reaches the label, which is one of that function; it may be new there.
bool reach(Verifier *v, uint32_t function, uint32_t label);
// Whether a label is for exceptions only: the machine looks that nothing else gets there.
bool is_handler(const Verifier *v, uint32_t label);
void load_state(Verifier *v, uint32_t label);
void wait_for_result(Verifier *v, uint32_t function);
void add_result(Verifier *v, BeamType type);

// Walks through a function that was just called before going on, if it has not been seen to return: so that most calls
// need not be looked at again. False after refusing.
bool walk_callee(Verifier *v, uint32_t function);
KeptState *keep_state(Verifier *v);
void restore_state(Verifier *v, const KeptState *kept);

// The instruction that the verifier stands before. *goes_on: to the next one. False after refusing.
bool verify_instruction(Verifier *v, bool *goes_on);
