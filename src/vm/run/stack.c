// Stacks: how a process's frames survive being returned to after an undo.
//
// A frame is its Y registers and then the return address; callers lie above. The first time a process runs
// after a mark, all that is on its stack freezes: those words are needed again by an undo, so they are never
// written. What runs on works below them on a copy of the innermost frame, whose return address is the
// instruction `thaw`, followed by the real return address and where the caller's frame lies:
//
//     live:  | Y ... | thaw | return address | --+          frozen:  | Y ... | return address | Y ... | ... | 0 |
//                                                +-------------------------------------------->
//
// Returning there copies the caller's frame in the same way. So a step costs the frames it touches, however
// deep the stack is. The word 0 ends a stack; nothing returns to it.
#include "vm/run/machine_state.h"

enum { STACK_FIRST_WORDS = 48, STACK_MARGIN = 16 };

static size_t frame_size(const Term *frame) {
    const Term *end = frame;
    while ((end->bits & 3) != TAG_HEADER) end++;
    return (size_t)(end - frame);
}

static void new_block(Process *p, size_t words) {
    size_t header = sizeof(Record) / sizeof(Term);
    Record *block = store_record(p->store, RECORD_PLAIN, header + words, 0);
    p->stack_low = (Term *)(block + 1);
    p->stack_high = (Term *)block + block->words;
}

void stack_init(Process *p) {
    new_block(p, STACK_FIRST_WORDS);
    p->stack = p->stack_high - 2;
    p->stack[0].bits = (uint64_t)interp_exit_code;
    p->stack[1].bits = 0;
    p->stack_frozen = NULL;
    p->ran = p->store->mark_epoch;
}

static void free_block(Process *p, Term *low) { store_record_free(p->store, (Record *)low - 1); }

void stack_free(Process *p) { free_block(p, p->stack_low); }

// Moves the live part to a larger block. Frozen frames stay where they are.
Term *process_grow_stack(Process *p, Term *stack, size_t words) {
    Term *low = p->stack_low, *end = p->stack_frozen ? p->stack_frozen : p->stack_high;
    size_t used = (size_t)(end - stack), block = (size_t)(p->stack_high - low);
    size_t need = used + words + STACK_MARGIN;
    new_block(p, need > block * 2 ? need : block * 2);
    Term *moved = p->stack_high - used;
    memcpy(moved, stack, used * sizeof(Term));
    p->stack_frozen = NULL;
    p->stack = moved;
    free_block(p, low);
    return moved;
}

void process_ensure_stack(Process *p, size_t words) {
    if (p->stack - p->stack_low < (ptrdiff_t)words) process_grow_stack(p, p->stack, words);
}

static inline Term *copy_frame(const Term *frozen, size_t size, Term *live) {
    bool nested = frozen[size].bits == (uint64_t)interp_thaw_code;
    live -= 3;
    live[0].bits = (uint64_t)interp_thaw_code;
    live[1] = nested ? frozen[size + 1] : frozen[size];
    live[2].bits = nested ? frozen[size + 2].bits : (uint64_t)(frozen + size + 1);
    while (size > 0) *--live = frozen[--size];   // they are few
    return live;
}

static __attribute__((noinline)) Term *grow_and_copy_frame(Process *p, const Term *frozen, size_t size, Term *live) {
    return copy_frame(frozen, size, process_grow_stack(p, live, size + 3 + STACK_MARGIN));
}

Term *stack_copy_frame(Process *p, const Term *frozen, Term *live) {
    size_t size = frame_size(frozen);
    bool fits = live - p->stack_low >= (ptrdiff_t)(size + 3 + STACK_MARGIN);
    return fits ? copy_frame(frozen, size, live) : grow_and_copy_frame(p, frozen, size, live);
}

// The saved X registers below the stack pointer freeze too.
void stack_freeze(Process *p) {
    Term *top = p->stack;
    p->stack_frozen = p->stack - p->live;
    p->stack = stack_copy_frame(p, top, p->stack_frozen);
    p->ran = p->store->mark_epoch;
}

// Forgets all frames: the process will end when its next function returns.
void stack_reset(Process *p) {
    p->stack = (p->stack_frozen ? p->stack_frozen : p->stack_high) - 2;
    p->stack[0].bits = (uint64_t)interp_exit_code;
    p->stack[1].bits = 0;
    p->catches = 0;
}

// --- looking ---------------------------------------------------------------------------------------------

// The next return address from a word of the stack on, which then is above it. NULL: there is none.
static const Code *next_return(const Term **stack) {
    const Term *at = *stack + frame_size(*stack);
    if (at->bits != (uint64_t)interp_thaw_code) {
        *stack = at + 1;
        return (const Code *)at->bits;
    }
    *stack = (const Term *)at[2].bits;
    return (const Code *)at[1].bits;
}

size_t stack_returns(const Term *stack, const Code **addresses, size_t max) {
    size_t count = 0;
    while (count < max && (addresses[count] = next_return(&stack))) count++;
    return count;
}

size_t stack_depth(const Term *stack, size_t max) {
    size_t depth = 0;
    while (depth < max && next_return(&stack)) depth++;
    return depth;
}
