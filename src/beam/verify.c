#include "beam/verify.h"

#include <string.h>

#include "base/memory.h"
#include "beam/verify_state.h"

enum { VISITS_MAX = 64, WORK_MIN = 1 << 16, DEPTH_MAX = 100 };   // on average, an instruction may be visited so often

static void *zeroed(Verifier *v, size_t count, size_t size) {
    void *taken = arena_take(&v->arena, count * size + 1);
    memset(taken, 0, count * size);
    return taken;
}

// --- entries ------------------------------------------------------------------------------------------------

// Whoever calls it from outside brings any terms.
static bool open_entry(Verifier *v, uint32_t label) {
    uint32_t function = v->flow.function_at[label];
    v->function = &v->flow.functions[function];
    v->at = v->function->entry;
    v->state.head = (StateHead){.x_count = v->function->arity, .frame = NO_FRAME};
    for (uint32_t i = 0; i < v->function->arity; i++) v->state.x[i] = type_of(TYPE_TERM);
    return reach(v, function, label);
}

static bool open_entries(Verifier *v) {
    const BeamModule *module = v->flow.module;
    for (uint32_t i = 0; i < module->export_count; i++)
        if (!open_entry(v, module->exports[i].label)) return false;
    for (uint32_t i = 0; i < module->fun_count; i++)
        if (!open_entry(v, module->funs[i].label)) return false;
    return true;
}

static const FlowFunction *function_around(const Flow *flow, uint32_t at) {
    uint32_t low = 0, high = flow->function_count;
    while (high - low > 1) {   // the last one that starts at or before it
        uint32_t middle = (low + high) / 2;
        if (flow->functions[middle].start <= at)
            low = middle;
        else
            high = middle;
    }
    return &flow->functions[low];
}

// The machine calls the function that begins with on_load.
static bool open_on_load(Verifier *v) {
    if (v->flow.on_load == 0) return true;
    v->at = v->flow.on_load;
    v->function = function_around(&v->flow, v->at);
    bool first = flow_skip_lines(&v->flow, v->function->entry + 1) == v->at;
    bool own = !v->facts[v->function - v->flow.functions].foreign;
    if (!first || !own || v->function->arity > 0) return refuse(v, "not the beginning of a function without arguments");
    return open_entry(v, (uint32_t)flow_operands(&v->flow, v->function->entry)[0].value);
}

// --- walking ------------------------------------------------------------------------------------------------

static bool is_pending(const Verifier *v, uint32_t at) { return v->pending[at / 64] >> (at % 64) & 1; }

static void forget_pending(Verifier *v, uint32_t at) { v->pending[at / 64] &= ~((uint64_t)1 << (at % 64)); }

// A label on the way: what is known there already counts, too. False: nothing is new there.
static bool pass_label(Verifier *v, bool *news) {
    uint32_t label = (uint32_t)flow_operands(&v->flow, v->at)[0].value;
    *news = false;
    if (is_handler(v, label)) return true;
    bool first = !v->kept[label];
    if (!reach(v, (uint32_t)(v->function - v->flow.functions), label)) return false;
    *news = is_pending(v, v->at);
    if (!*news) return true;
    forget_pending(v, v->at);
    if (!first) load_state(v, label);
    v->block = label;
    return true;
}

// From the label at `at` on, until nothing goes on or nothing is new.
static bool walk(Verifier *v, uint32_t at) {
    const BeamInstruction *code = v->flow.module->code;
    bool goes_on = true;
    v->at = at;
    v->block = (uint32_t)flow_operands(&v->flow, at)[0].value;
    forget_pending(v, at);
    load_state(v, v->block);
    while (goes_on) {
        v->work++;
        if (!verify_instruction(v, &goes_on)) return false;
        if (!goes_on) return true;
        if (v->at + 1 >= v->function->end) return refuse(v, "the function does not end here");
        v->at++;
        if (code[v->at].opcode == BEAM_label && !pass_label(v, &goes_on)) return false;
    }
    return true;
}

// The first pending label of a function from `at` on, or its end.
static uint32_t next_pending(const Verifier *v, uint32_t at) {
    while (at < v->function->end) {
        uint64_t bits = v->pending[at / 64] >> (at % 64);
        if (bits) {
            at += (uint32_t)__builtin_ctzll(bits);
            break;
        }
        at = (at | 63) + 1;
    }
    return at < v->function->end ? at : v->function->end;
}

static bool walk_function(Verifier *v, uint32_t function) {
    v->function = &v->flow.functions[function];
    v->facts[function].walking = true;
    for (uint32_t at; (at = next_pending(v, v->function->start)) < v->function->end;) {
        if (!walk(v, at)) return false;
        if (v->work > v->work_max) return refuse(v, "too much to prove in one module");
    }
    v->facts[function].walking = false;
    return true;
}

bool walk_callee(Verifier *v, uint32_t function) {
    const FunctionFacts *facts = &v->facts[function];
    if (facts->foreign || facts->walking || facts->result.kinds || v->depth == DEPTH_MAX) return true;
    const FlowFunction *here = v->function;
    uint32_t at = v->at, block = v->block;
    KeptState *kept = keep_state(v);
    v->depth++;
    if (!walk_function(v, function)) return false;
    v->depth--;
    v->function = here;
    v->at = at;
    v->block = block;
    restore_state(v, kept);
    return true;
}

static bool walk_all(Verifier *v) {
    while (v->queue_count > 0) {
        uint32_t function = v->queue[v->queue_first];
        v->queue_first = (v->queue_first + 1) % v->flow.function_count;
        v->queue_count--;
        v->facts[function].queued = false;
        if (!walk_function(v, function)) return false;
    }
    return true;
}

// Those of its instructions that make a frame are marked.
static void clear_frames(Verifier *v, const FlowFunction *function) {
    for (uint32_t at = function->start; at < function->end; at++) {
        unsigned opcode = v->flow.module->code[at].opcode;
        if (opcode == BEAM_allocate || opcode == BEAM_allocate_heap)
            v->verified->marks[at / 64] |= (uint64_t)1 << (at % 64);
    }
}

static void mark_frames(Verifier *v) {
    for (uint32_t i = 0; i < v->flow.function_count; i++)
        if (v->facts[i].clear_frames) clear_frames(v, &v->flow.functions[i]);
}

// --- the module ---------------------------------------------------------------------------------------------

static void prepare(Verifier *v, const BeamModule *module) {
    size_t words = module->code_count / 64 + 1;
    v->flow = flow_of(module, &v->arena);
    v->facts = zeroed(v, v->flow.function_count, sizeof *v->facts);
    v->kept = zeroed(v, module->label_count, sizeof *v->kept);
    v->pending = zeroed(v, words, sizeof *v->pending);
    v->known_callers = zeroed(v, words, sizeof *v->known_callers);
    v->queue = zeroed(v, v->flow.function_count, sizeof *v->queue);
    v->tag_of_label = zeroed(v, module->label_count, sizeof *v->tag_of_label);
    v->imports = zeroed(v, module->import_count, sizeof *v->imports);
    v->work_max = WORK_MIN + (size_t)module->code_count * VISITS_MAX;
    v->verified->marks = memory_zeroed(words, sizeof *v->verified->marks);
}

static void look_at_functions(Verifier *v) {
    for (uint32_t i = 0; i < v->flow.function_count; i++) {
        const FlowFunction *function = &v->flow.functions[i];
        v->facts[i].foreign = v->config.is_foreign(v->config.context, function->name, function->arity);
    }
}

bool verify(const BeamModule *module, VerifyConfig config, Verified *verified, Error *err) {
    Verifier *v = memory_zeroed(1, sizeof *v);
    *verified = (Verified){0};
    v->config = config;
    v->verified = verified;
    v->err = err;
    arena_init(&v->arena);
    prepare(v, module);
    look_at_functions(v);
    bool good = open_on_load(v) && open_entries(v) && walk_all(v);
    if (good) mark_frames(v);
    arena_free(&v->arena);
    memory_free(v->tags);
    memory_free(v);
    if (!good) verified_free(verified);
    return good;
}

void verified_free(Verified *verified) {
    memory_free(verified->marks);
    *verified = (Verified){0};
}
