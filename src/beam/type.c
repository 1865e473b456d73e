#include "beam/type.h"

enum { EXACT = 1, SIZES_KEPT = 8 };

BeamType type_tuple(uint32_t size, bool exact) { return (BeamType){TYPE_TUPLE, size << 1 | (exact ? EXACT : 0)}; }

bool type_is_tuple(BeamType type, uint32_t size, bool exact) {
    if (!type_is(type, TYPE_TUPLE)) return false;
    return exact ? type.detail == (size << 1 | EXACT) : type_tuple_size(type) >= size;
}

BeamType type_only(BeamType type, uint32_t kinds) {
    type.kinds &= kinds;
    if (!type_has(type, TYPE_TUPLE | TYPE_TAG)) type.detail = 0;
    return type;
}

// Of two different sizes the smaller one, and of large ones a power of two below it.
static uint32_t join_sizes(uint32_t a, uint32_t b) {
    uint32_t size = (a < b ? a : b) >> 1;
    if (a >> 1 != b >> 1 && size > SIZES_KEPT) size = 1u << (31 - __builtin_clz(size));
    return size << 1;
}

BeamType type_join(BeamType a, BeamType b) {
    BeamType join = {a.kinds | b.kinds, 0};
    if (type_same(a, b)) return a;
    if (!type_has(b, TYPE_TUPLE)) {
        join.detail = a.detail;
    } else if (!type_has(a, TYPE_TUPLE) || a.detail == b.detail) {
        join.detail = b.detail;
    } else {
        join.detail = join_sizes(a.detail, b.detail);
    }
    return join;
}

static uint32_t number_at(Bytes bytes, size_t at) {
    uint32_t number = 0;
    for (size_t i = at; i < at + 4 && i < bytes.size; i++) number = number << 8 | bytes.data[i];
    return bytes.size < at + 4 ? 0 : number;
}

// A list without elements is its tail, and a string without characters is no cons.
BeamType type_of_literal(Bytes external) {
    enum { TAG = 1, CONTENT };
    switch (external.data[TAG]) {
    case 97:
    case 98:
    case 110:
    case 111: return type_of(TYPE_INTEGER);
    case 70: return type_of(TYPE_FLOAT);
    case 100:
    case 115:
    case 118:
    case 119: return type_of(TYPE_ATOM);
    case 104: return external.size > CONTENT ? type_tuple(external.data[CONTENT], true) : type_of(TYPE_TERM);
    case 105: return type_tuple(number_at(external, CONTENT), true);
    case 106: return type_of(TYPE_NIL);
    case 107: return type_of(TYPE_LIST);
    case 108: return type_of(number_at(external, CONTENT) > 0 ? TYPE_CONS : TYPE_TERM);
    case 109:
    case 77: return type_of(TYPE_BITSTRING);
    case 116: return type_of(TYPE_MAP);
    case 112:
    case 113: return type_of(TYPE_FUN);
    default: return type_of(TYPE_TERM);
    }
}
