// Verify: proves that the code of a module does nothing that the machine would have to trust it in.
//
// A file may say anything: read a register that nobody wrote, take an element of what is no tuple, return with a frame
// on the stack. The machine looks at none of that when it runs. So each function is walked through with types in
// place of values (beam/type.h), until nothing new is learned. What holds afterwards, whatever the program does:
//
//   registers  are read only after they were written, in the same call; those that a collection may
//              look at hold values
//   frames     are made once, given up in one piece, and full of values whenever something may look
//              at the stack: a call, a collection, an exception. Where that is not so, the instructions
//              that make the frames are marked: they must clear them
//   handlers   of exceptions are put into a free register of the frame and taken out of it again
//   heap       is only written where so much of it was asked for
//   contexts   of binaries stay in registers, and bits are only taken where they are known to be there
//   branches   stay in their function and go forward, unless the process waits or moves on to its
//              next message; none goes behind the end of a function
//
// What the arguments and results of functions are that only the module itself calls is learned from all of its calls,
// as compilers do it. Types that the file names are not believed. Where it cannot be proved that a value is a tuple, a
// list, a map or a float, although the instruction relies on it, that instruction is marked: the machine must look
// when it runs. Everything else that cannot be proved makes the whole module unusable.
#pragma once
#include "base/error.h"
#include "beam/beam.h"

typedef struct {
    // Whether a function has another body than the one in the file, so that nothing is known of what it returns.
    bool (*is_foreign)(void *context, uint32_t name, uint32_t arity);
    // Whether a function of the module erlang that is called from here is one of the machine's own.
    bool (*is_builtin)(void *context, const BeamImport *import);
    void *context;
} VerifyConfig;

// Instructions that build binaries may ask for so many words besides, and so many are left when other instructions come
// between asking for more and building.
enum { VERIFY_WORDS_BESIDES = 1 << 12 };

typedef struct {
    uint64_t *marks;   // a bit for each instruction
    uint32_t mark_count;
} Verified;

// False with module, function, place and reason if something cannot be proved. On success there are marks to free.
bool verify(const BeamModule *module, VerifyConfig config, Verified *verified, Error *err);
void verified_free(Verified *verified);

static inline bool verified_marked(const Verified *verified, uint32_t instruction) {
    return verified->marks[instruction / 64] >> (instruction % 64) & 1;
}
