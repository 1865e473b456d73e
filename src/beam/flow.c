#include "beam/flow.h"

const bool flow_ends[BEAM_OPCODE_COUNT] = {
    [BEAM_func_info] = true, [BEAM_int_code_end] = true,  [BEAM_return] = true,        [BEAM_call_last] = true,
    [BEAM_call_only] = true, [BEAM_call_ext_last] = true, [BEAM_call_ext_only] = true, [BEAM_apply_last] = true,
    [BEAM_jump] = true,      [BEAM_select_val] = true,    [BEAM_wait] = true,          [BEAM_select_tuple_arity] = true,
    [BEAM_raise] = true,     [BEAM_loop_rec_end] = true,  [BEAM_badmatch] = true,      [BEAM_if_end] = true,
    [BEAM_case_end] = true,  [BEAM_try_case_end] = true,  [BEAM_badrecord] = true,
};

uint32_t flow_skip_lines(const Flow *flow, uint32_t at) {
    const BeamInstruction *code = flow->module->code;
    while (code[at].opcode == BEAM_line || code[at].opcode == BEAM_executable_line) at++;
    return at;
}

// The label before a func_info, perhaps with a line between: beam_read has seen that it is there.
static uint32_t start_of(const BeamModule *module, uint32_t info) {
    return module->code[info - 1].opcode == BEAM_label ? info - 1 : info - 2;
}

static void add_function(Flow *flow, uint32_t info) {
    const BeamOperand *operands = flow_operands(flow, info);
    uint32_t start = start_of(flow->module, info);
    if (flow->function_count > 0) flow->functions[flow->function_count - 1].end = start;
    flow->function_at[flow_operands(flow, info + 1)[0].value] = flow->function_count;
    flow->functions[flow->function_count++] =
        (FlowFunction){(uint32_t)operands[1].value, (uint32_t)operands[2].value, start, info + 1, 0};
}

Flow flow_of(const BeamModule *module, Arena *arena) {
    Flow flow = {.module = module};
    flow.functions = arena_take(arena, module->function_count * sizeof *flow.functions);
    flow.label_at = arena_take(arena, module->label_count * sizeof *flow.label_at);
    flow.function_at = arena_take(arena, module->label_count * sizeof *flow.function_at);
    for (uint32_t i = 0; i < module->label_count; i++) flow.function_at[i] = NO_FUNCTION;
    for (uint32_t i = 0; i < module->code_count; i++) {
        if (module->code[i].opcode == BEAM_label)
            flow.label_at[flow_operands(&flow, i)[0].value] = i;
        else if (module->code[i].opcode == BEAM_func_info)
            add_function(&flow, i);
        else if (module->code[i].opcode == BEAM_on_load)
            flow.on_load = i;
    }
    if (flow.function_count > 0) flow.functions[flow.function_count - 1].end = module->code_count - 1;
    return flow;
}
