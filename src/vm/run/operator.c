#include "vm/run/operator.h"

#include "vm/term/number.h"

Term operator_apply(Heap *heap, Op op, Term a, Term b) {
    switch (op) {
    case OP_add: return number_add(heap, a, b);
    case OP_sub: return number_subtract(heap, a, b);
    case OP_mul: return number_multiply(heap, a, b);
    case OP_div: return number_quotient(heap, a, b);
    case OP_rem: return number_remainder(heap, a, b);
    case OP_band: return number_band(heap, a, b);
    case OP_bor: return number_bor(heap, a, b);
    case OP_bxor: return number_bxor(heap, a, b);
    case OP_bsl: return number_shift_left(heap, a, b);
    default: return number_shift_right(heap, a, b);
    }
}

Term operator_name(Op op) {
    switch (op) {
    case OP_add: return ATOM(plus);
    case OP_sub: return ATOM(minus);
    case OP_mul: return ATOM(times);
    case OP_div: return ATOM(div);
    case OP_rem: return ATOM(rem);
    case OP_band: return ATOM(band);
    case OP_bor: return ATOM(bor);
    case OP_bxor: return ATOM(bxor);
    case OP_bsl: return ATOM(bsl);
    default: return ATOM(bsr);
    }
}

static bool is_small_operand(const Code *at) { return (*at & 3) == 2 && term_is_small(operand_source(at, NULL, NULL)); }

static bool is_increment(Op op, const Code *ip) {
    if (*ip == op_words[OP_add_xc] || *ip == op_words[OP_sub_xc]) return true;
    if (*ip == op_words[OP_add_xx] || *ip == op_words[OP_sub_xx]) return false;
    return (op == OP_add && (is_small_operand(&ip[2]) || is_small_operand(&ip[3]))) ||
           (op == OP_sub && is_small_operand(&ip[3]));
}

bool operator_has_frame(const Process *p, Op op, const Code *ip, Term *operands) {
    const Release *release = p->heap->release;
    if (op == OP_mul && is_small_operand(&ip[2])) {
        Term constant_operand = operands[0];
        operands[0] = operands[1];
        operands[1] = constant_operand;
    }
    if (is_increment(op, ip)) return release->increments_show;
    return release->instructions_show || term_same(p->reason, ATOM(badarith));
}
