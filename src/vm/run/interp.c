// The interpreter: runs one process over decoded instructions.
//
// Here is what holds for all of them: how they are reached, how a slice begins and ends, how exceptions leave them.
// What each one does stands in vm/run/instruction/.
//
// Instructions are threaded: each word that starts one is the distance of its label from that of the first. The
// heap's top, the stack pointer and the instruction pointer live in C variables; SYNC writes them back
// before anything that looks at the process or allocates, and RELOAD fetches what may have changed.
#ifndef __clang__
// Otherwise gcc pairs the instruction pointer and the stack pointer in one vector register, because they are
// loaded from neighbours, and merges all dispatches into one: three times slower. Instructions that begin anywhere in a
// cache line make programs faster or slower by a tenth, whenever code elsewhere grows by a few bytes.
#pragma GCC optimize("no-tree-slp-vectorize", "align-labels=32")
#endif
#include <math.h>

#include "vm/bif/bifs.h"
#include "vm/run/atomic.h"
#include "vm/run/entry.h"
#include "vm/run/glance.h"
#include "vm/run/happened.h"
#include "vm/run/interp_bits.h"
#include "vm/run/machine_state.h"
#include "vm/run/observed.h"
#include "vm/run/operator.h"
#include "vm/run/quiet.h"
#include "vm/run/record.h"
#include "vm/run/timer.h"
#include "vm/run/tracing.h"
#include "vm/term/bits.h"
#include "vm/term/compare.h"
#include "vm/term/map.h"
#include "vm/term/number.h"

#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

const char *const op_names[OP_COUNT] = {
#define OP(name) [OP_##name] = #name,
#include "vm/run/op.def"
#undef OP
};

Code op_words[OP_COUNT];
static Code exit_code[2], thaw_code[2], exit_raise_code[2], trace_return_code[2], trace_exception_code[2];
const Code *interp_exit_code = exit_code, *interp_thaw_code = thaw_code, *interp_exit_raise_code = exit_raise_code,
           *interp_trace_return_code = trace_return_code, *interp_trace_exception_code = trace_exception_code;

__attribute__((constructor)) static void learn_words(void) {
    interp_run(NULL, NULL, 0);
    exit_code[0] = op_words[OP_exit_normal];
    thaw_code[0] = op_words[OP_thaw];
    exit_raise_code[0] = op_words[OP_exit_raise];
    trace_return_code[0] = op_words[OP_trace_return];
    trace_exception_code[0] = op_words[OP_trace_exception];
}

bool interp_traced_stands_at(const Process *p, Op op) {
    return p->call_told ? code_traced_word(p->machine->code, p->ip) == op_words[op] : op == OP_traced_entry;
}

static inline Term *destination(Code w, Term *x, Term *stack) { return w & 1 ? &stack[w >> 1] : &x[w >> 1]; }

static inline Term constant(const Code *at) {
    Term t;
    memcpy(&t, at, sizeof t);
    return t;
}

static Term list_from_registers(Heap *heap, const Term *args, size_t count) {
    return heap_list_from(heap, args, count, TERM_NIL);
}

// Spreads a list over registers. -1: improper, or too long.
static int64_t spread_list(Term list, Term *x) {
    int64_t count = 0;
    for (; term_is_cons(list) && count < 256; list = term_tail(list)) x[count++] = term_head(list);
    return term_is_nil(list) ? count : -1;
}

// An atom made by an instruction is part of local code, where nobody could see that it comes to be. False: some module
// asks.
static bool may_act_here(Process *p, const Bif *bif, const Term *args) {
    Footprint footprint = {0};
    if (p->machine->stepping) bif->footprint(p, args, &footprint);
    if (footprint.count > 0)
        process_unsupported(p, "an atom that is made by an instruction, as OTP 29 compiles list_to_atom/1 within try, "
                               "in a program that asks which atoms there are");
    return footprint.count == 0;
}

// Milliseconds of a timeout. It may come from a register that was left when the process waited, so it is no address.
static bool is_timeout(Term t, uint64_t *milliseconds) {
    *milliseconds = (uint64_t)term_to_small(t);
    return term_is_small(t) && *milliseconds <= UINT32_MAX;
}

// Whether a receive that finds nothing, and so gets to `at`, may go on without a message at any moment: also if it
// waits already, and its time has come.
static bool may_time_out(const Process *p, const Code *at, const Term *frame) {
    uint64_t milliseconds;
    if (timer_is_due(p)) return true;
    if (*at == op_words[OP_wait]) return false;
    if (*at != op_words[OP_wait_timeout]) return true;   // after 0
    Term timeout = operand_source(&at[2], p->machine->x, frame);
    if (term_same(timeout, ATOM(infinity))) return false;
    return !is_timeout(timeout, &milliseconds) || milliseconds == 0 || !timer_waits(p, milliseconds * 1000000);
}

// Puts `code` of a function or fun in place of a call. Returns NULL after raising.
static const Code *enter_fun(Process *p, Term fun, uint32_t arity, Term *x) {
    if (term_is_kind(fun, KIND_FUN)) {
        FunEntry *entry = fun_entry(fun);
        if (LIKELY(entry->arity == arity)) {
            const Term *free_variables = term_words(fun) + 3;
            for (uint32_t i = 0; i < entry->free_count; i++) x[arity + i] = free_variables[i];
            return entry->address;
        }
    } else if (term_is_kind(fun, KIND_EXPORT)) {
        if (LIKELY(fun_export(fun)->arity == arity)) return fun_export(fun)->address;
    } else {
        process_raise(p, heap_tuple2(p->heap, ATOM(badfun), fun));
        return NULL;
    }
    Term args = list_from_registers(p->heap, x, arity);
    process_raise(p, heap_tuple2(p->heap, ATOM(badarity), heap_tuple2(p->heap, fun, args)));
    return NULL;
}

static const Code *enter_mfa(Process *p, Term module, Term function, uint32_t arity) {
    if (!term_is_atom(module) || !term_is_atom(function)) {
        process_badarg(p);
        return NULL;
    }
    return code_export(p->machine->code, module, function, arity)->address;
}

// Loads the module of a call that has nowhere to go. True: the call can be made now.
static bool resolve_export(Process *p, Export *export);

__attribute__((aligned(64))) RunResult interp_run(Machine *m, Process *p, int64_t reductions) {
    static const int32_t distances[OP_COUNT] = {
#define OP(name) [OP_##name] = (int32_t)((const char *)&&do_##name - (const char *)&&do_call),
#include "vm/run/op.def"
#undef OP
    };
    if (!m) {
        for (int i = 0; i < OP_COUNT; i++) op_words[i] = (Code)distances[i];
        return RUN_EXITED;
    }

    Term *const x = m->x;
    Heap *const heap = &m->store.heap;
    const Code *ip;
    Term *E, *top;
    m->slice = m->slice_left = reductions;
    RunResult result;
    const Code *told = NULL;   // the traced function whose call was told of last

#define SYNC() (heap->top = top, p->stack = E)
#define RELOAD() (top = heap->top)
#define X(n) x[ip[n]]
#define Y(n) E[ip[n]]
#define S(n) operand_source(&ip[n], x, E)
#define D(n) (*destination(ip[n], x, E))
#define C(n) constant(&ip[n])
#define POINTER(n, type) ((type *)C(n).bits)
#define LABEL(n) (ip + (int32_t)ip[n])
#define DISPATCH() goto *((const char *)&&do_call + (int32_t)*ip)
#define NEXT(size)    \
    do {              \
        ip += (size); \
        DISPATCH();   \
    } while (0)
#define JUMP(n)        \
    do {               \
        ip = LABEL(n); \
        DISPATCH();    \
    } while (0)
#define FAIL_UNLESS(condition, size)       \
    do {                                   \
        if (LIKELY(condition)) NEXT(size); \
        JUMP(1);                           \
    } while (0)
#define BODY(name) do_##name
// Entering a function: its arity stands right before its code.
#define ENTER(address)                                       \
    do {                                                     \
        ip = (address);                                      \
        if (UNLIKELY(--m->slice_left <= 0)) goto slice_over; \
        DISPATCH();                                          \
    } while (0)
#define PUSH_RETURN(size) ((--E)->bits = (uint64_t)(ip + (size)))
#define RETURN()                        \
    do {                                \
        ip = (const Code *)(E++)->bits; \
        DISPATCH();                     \
    } while (0)
#define COLLECT(live)                \
    do {                             \
        SYNC();                      \
        gc_collect(m, p, E, (live)); \
        RELOAD();                    \
    } while (0)
#define GRANTED(count)         \
    do {                       \
        if (!m->granted) {     \
            p->live = (count); \
            goto stop;         \
        }                      \
        m->granted = false;    \
    } while (0)
#define VISIBLE(count)                                   \
    do {                                                 \
        if (UNLIKELY(m->stepping && !quiet_serves(p))) { \
            if (p->atomic)                               \
                NOTE();                                  \
            else                                         \
                GRANTED(count);                          \
        }                                                \
    } while (0)
#define VISIBLE_BIF()                                                    \
    do {                                                                 \
        if (UNLIKELY(m->stepping && export->bif->footprint)) {           \
            if (quiet_serves(p))                                         \
                step_note_system(p, export->bif, x);                     \
            else if (p->atomic) {                                        \
                p->ip = ip;                                              \
                if (!atomic_note_call(p, export, x)) goto attention;     \
            } else if (m->granted || step_is_visible(p, export->bif, x)) \
                GRANTED(export->arity);                                  \
        }                                                                \
    } while (0)
#define NOTE()                 \
    do {                       \
        SYNC();                \
        atomic_note(p, ip, x); \
        RELOAD();              \
    } while (0)
// An action that only tracers learn of.
#define ACTS(count)                                                    \
    do {                                                               \
        if (UNLIKELY(m->stepping && !quiet_serves(p) && !p->atomic)) { \
            p->telling = !p->telling;                                  \
            if (p->telling) {                                          \
                p->live = (count);                                     \
                goto stop;                                             \
            }                                                          \
        }                                                              \
    } while (0)
#define TELL_CALL()                                                                                  \
    do {                                                                                             \
        SYNC();                                                                                      \
        Term frame = tracing_calls(p, &call, x, E);                                                  \
        RELOAD();                                                                                    \
        if (!term_is_nil(frame)) {                                                                   \
            if (UNLIKELY(E - p->stack_low < 16)) E = process_grow_stack(p, E, 16);                   \
            bool catches = tracing_catches(frame);                                                   \
            *--E = frame;                                                                            \
            *--E = catches ? (Term){(uint64_t)trace_exception_code << 8 | SPECIAL_CATCH} : TERM_NIL; \
            (--E)->bits = (uint64_t)trace_return_code;                                               \
            p->catches += catches;                                                                   \
        }                                                                                            \
    } while (0)
#define RAISE_IF_NONE(t)                           \
    do {                                           \
        if (UNLIKELY(term_is_none(t))) goto raise; \
    } while (0)

    process_touch_run(p);
    p->status = PROCESS_READY;
    m->current = p;
    memcpy(x, p->stack - p->live, p->live * sizeof(Term));
    if (UNLIKELY(p->ran != m->store.mark_epoch)) stack_freeze(p);
    ip = p->ip;
    E = p->stack;
    RELOAD();
    DISPATCH();

    // Each family of instructions stands in a file of its own: they are one function, and its words mean the same in
    // all of them.
#include "vm/run/instruction/control.inc"
#include "vm/run/instruction/proof.inc"
#include "vm/run/instruction/move.inc"
#include "vm/run/instruction/test.inc"
#include "vm/run/instruction/arithmetic.inc"
#include "vm/run/instruction/float.inc"
#include "vm/run/instruction/fun.inc"
#include "vm/run/instruction/exception.inc"
#include "vm/run/instruction/message.inc"
#include "vm/run/instruction/map.inc"
#include "vm/run/instruction/bits.inc"
#include "vm/run/instruction/record.inc"
#include "vm/run/instruction/tracing.inc"

    // --- endings -------------------------------------------------------------------------------------------
raise_bif : {
    const Export *export = POINTER(1, const Export);
    if (m->attention) goto attention;
    if (UNLIKELY(m->again)) {
        m->again = false;
        p->live = export->arity;
        goto stop;
    }
    if (p->plain_raise) {
        exception_capture(p, *ip == op_words[OP_call_bif_only] && ip[3] ? NULL : ip, E);
        goto handle;
    }
    bool only = *ip == op_words[OP_call_bif_only], last = *ip == op_words[OP_call_bif_last];
    bool caller_left = (only && ip[3]) || (p->function_raise && (only || last));
    if (p->function_raise && last) E += ip[3];
    exception_capture_call(p, export->module, export->function, x, export->arity, true, caller_left ? NULL : ip, E);
    goto handle;
}
raise_apply : {
    uint32_t arity = ip[1];
    Term args[3] = {x[arity], x[arity + 1], list_from_registers(heap, x, arity)};
    RELOAD();
    exception_capture_call(p, ATOM(erlang), ATOM(apply), args, 3, true, ip, E);
    goto handle;
}
raise:
    SYNC();
    exception_capture(p, ip, E);
    goto handle;
handle : {   // heap->top is right here, `top` may not be
    p->stack = E;
    p->plain_raise = false;
    Term *frame = E;   // not &E: that would keep E in memory everywhere
    const Code *handler = exception_handler(p, &frame);
    E = frame;
    RELOAD();
    if (!handler) {
        ip = exit_raise_code;
        DISPATCH();
    }
    x[0] = NO_TERM;
    x[1] = exception_class_atom(p);
    x[2] = p->reason;
    x[3] = p->trace;
    p->trace = p->reason = p->cause = TERM_NIL;
    ip = handler;
    if (UNLIKELY(top > heap->soft)) {
        x[0] = TERM_NIL;
        COLLECT(4);
        x[0] = NO_TERM;
    }
    DISPATCH();
}
exit_normal:
    p->reductions += (uint64_t)(reductions - m->slice_left);
    process_exit(p, ATOM(normal));
    result = RUN_EXITED;
    goto leave;
slice_over:
    p->live = ip[-1];
    if (top > heap->soft) COLLECT(p->live);
    result = RUN_YIELDED;
    goto save;
stop:
    p->call_told = UNLIKELY(told == ip);
    result = RUN_STOPPED;
    goto save;
waiting:
    if (UNLIKELY(p->refused)) {   // inside weft:atomic/1
        SYNC();
        if (m->stepping) atomic_note(p, ip, x);
        timer_disarm_receive(p);
        p->save = TERM_NIL;
        p->receive_ip = NULL;
        p->refused = false;
        process_raise(p, heap_tuple2(heap, ATOM(weft_atomic), ATOM(receive_would_wait)));
        RELOAD();
        goto raise;
    }
    p->live = 0;
    p->status = PROCESS_WAITING;
    result = RUN_WAITING;
    goto save;
attention:
    p->live = 1;
attention_saved:
    result = RUN_ATTENTION;
save:
    SYNC();
    p->ip = ip;
    process_ensure_stack(p, p->live + 16);
    memcpy(p->stack - p->live, x, p->live * sizeof(Term));
    p->reductions += (uint64_t)(reductions - m->slice_left);
leave:
    m->reductions += (uint64_t)(reductions - m->slice_left);
    m->slice = m->slice_left = 0;
    m->current = NULL;
    return result;
}

static bool resolve_export(Process *p, Export *export) {
    if (!code_autoload(p, export->module)) return false;
    if (p->machine->inquisitive) entry_done(p, export->module);
    return export->defined;
}
