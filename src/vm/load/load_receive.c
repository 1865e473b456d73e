// Receives. Matching leaves nothing behind but registers, so that it can be run again for other messages
// (vm/run/receive.c): it must not write into the frame that it reads.
//
// What a clause keeps of its message is put into the frame when the clause is chosen, and perhaps into the place of
// what the pattern was compared with, which nobody needs any more. Where that cannot fail, it is done after the message
// has been taken out. Where it can, as with a map whose value is fetched, the receive is said to spoil its frame.
#include <string.h>

#include "base/memory.h"
#include "vm/load/loader.h"

static bool cannot_fail(const Loader *l, uint32_t index) {
    switch (l->beam->code[index].opcode) {
    case BEAM_move:
    case BEAM_swap:
    case BEAM_get_list:
    case BEAM_get_hd:
    case BEAM_get_tl:
    case BEAM_get_tuple_element:
    case BEAM_recv_marker_clear:
    case BEAM_init:
    case BEAM_init_yregs: return !verified_marked(&l->verified, index);
    default: return false;
    }
}

// Where the message is taken out after such instructions only; 0: nowhere.
static uint32_t taken_at(const Loader *l, uint32_t index) {
    uint32_t count = l->beam->code_count;
    while (index < count && cannot_fail(l, index)) index++;
    bool taken = index < count && l->beam->code[index].opcode == BEAM_remove_message;
    return taken && !verified_marked(&l->verified, index) ? index : 0;
}

bool loader_takes_early(Loader *l) {
    uint32_t at = l->next - 1;
    if (l->taken >= at || !cannot_fail(l, at)) return false;
    uint32_t taken = taken_at(l, at);
    if (taken) l->taken = taken;
    return taken;
}

// --- what matching writes --------------------------------------------------------------------------------

static bool has_frame_place(const Loader *l, const BeamOperand *operands, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const BeamOperand *o = &operands[i];
        if (o->kind == OPERAND_Y) return true;
        if (o->kind == OPERAND_LIST && has_frame_place(l, loader_list(l, o), o->list.count)) return true;
    }
    return false;
}

// Tests and choices only read; of the others some write where they might read.
static bool may_write_frame(const Loader *l, const BeamInstruction *i) {
    const BeamOperand *o = l->beam->operands + i->first;
    const char *name = beam_opcodes[i->opcode].name;
    if (i->opcode == BEAM_move) return o[1].kind == OPERAND_Y;
    static const char *const readers[] = {"is_", "test_", "select_", "has_map_fields", "recv_marker_clear"};
    for (size_t k = 0; k < sizeof readers / sizeof *readers; k++)
        if (strncmp(name, readers[k], strlen(readers[k])) == 0) return false;
    bool fetches = i->opcode == BEAM_get_tuple_element || i->opcode == BEAM_get_hd || i->opcode == BEAM_get_tl;
    bool computes = strncmp(name, "bif", 3) == 0 || strncmp(name, "gc_bif", 6) == 0;
    if (fetches || computes) return o[i->count - 1].kind == OPERAND_Y;
    return has_frame_place(l, o, i->count);
}

static bool ends_matching(uint16_t opcode) {
    switch (opcode) {
    case BEAM_remove_message:
    case BEAM_loop_rec:
    case BEAM_loop_rec_end:
    case BEAM_wait:
    case BEAM_wait_timeout:
    case BEAM_timeout:
    case BEAM_return:
    case BEAM_func_info:
    case BEAM_int_code_end: return true;
    default: return false;
    }
}

static bool goes_on(uint16_t opcode) {
    return opcode != BEAM_jump && opcode != BEAM_select_val && opcode != BEAM_select_tuple_arity;
}

typedef struct {
    const Loader *l;
    uint8_t *seen;       // instructions of the function, from `first` on
    uint32_t *places;    // of its labels
    uint32_t *waiting;   // instructions to be looked at
    uint32_t first, end, count;
} Walk;

static void visit(Walk *w, uint32_t index) {
    if (index >= w->end || w->seen[index - w->first]) return;
    w->seen[index - w->first] = 1;
    w->waiting[w->count++] = index;
}

static void visit_labels(Walk *w, const BeamOperand *operands, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const BeamOperand *o = &operands[i];
        if (o->kind == OPERAND_LIST) visit_labels(w, loader_list(w->l, o), o->list.count);
        if (o->kind != OPERAND_LABEL || o->value == 0) continue;
        for (uint32_t at = w->first; at < w->end; at++)
            if (w->places[at - w->first] == o->value) visit(w, at);
    }
}

static bool walk(Walk *w, uint32_t from) {
    const BeamModule *beam = w->l->beam;
    for (visit(w, from); w->count > 0;) {
        uint32_t at = w->waiting[--w->count];
        const BeamInstruction *i = &beam->code[at];
        if (ends_matching(i->opcode) || taken_at(w->l, at)) continue;
        if (may_write_frame(w->l, i)) return true;
        visit_labels(w, beam->operands + i->first, i->count);
        if (goes_on(i->opcode)) visit(w, at + 1);
    }
    return false;
}

// Whether matching, from the instruction after the one being translated, writes into its frame.
static bool spoils_frame(const Loader *l) {
    const BeamModule *beam = l->beam;
    Walk w = {.l = l, .first = l->next, .end = l->next};
    while (w.end < beam->code_count && beam->code[w.end].opcode != BEAM_func_info) w.end++;
    w.seen = memory_zeroed(w.end - w.first + 1, sizeof *w.seen);
    w.places = memory_zeroed(w.end - w.first + 1, sizeof *w.places);
    w.waiting = memory_new((w.end - w.first + 1) * sizeof *w.waiting);
    for (uint32_t at = w.first; at < w.end; at++)
        if (beam->code[at].opcode == BEAM_label)
            w.places[at - w.first] = (uint32_t)beam->operands[beam->code[at].first].value;
    bool spoils = walk(&w, w.first);
    memory_free(w.seen);
    memory_free(w.places);
    memory_free(w.waiting);
    return spoils;
}

// Without a pattern the message is taken at once.
static bool takes_any(const Loader *l) {
    return taken_at(l, l->next) ||
           (l->next < l->beam->code_count && l->beam->code[l->next].opcode == BEAM_remove_message);
}

void load_receive(Loader *l, Op op, const BeamOperand *o) {
    emit(l, op, "j0d1r", o);
    emit_number(l, takes_any(l) || spoils_frame(l));
}
