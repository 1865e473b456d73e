#include "vm/run/role.h"

#include "base/memory.h"
#include "vm/run/code.h"
#include "vm/run/code.h"
#include "vm/term/hash.h"

#define SHARED UINT64_MAX
#define FROM_STEPS ((uint64_t)1 << 63)   // of processes that were not there before

void roles_begin(Roles *roles, size_t max) {
    roles->max = max;
    roles->of = memory_reserve(max * sizeof *roles->of);
}

void roles_end(Roles *roles) {
    memory_unreserve(roles->of, roles->max * sizeof *roles->of);
    hash_free(&roles->holders);
}

static uint64_t role_of(Term module, Term function, Term args) {
    uint64_t role = hash_join(hash_join(atom_hash(module), atom_hash(function)), (uint64_t)term_list_length(args));
    if (term_is_cons(args) && term_is_kind(term_head(args), KIND_FUN))
        role = hash_join(role, (uintptr_t)fun_entry(term_head(args)));
    return role | FROM_STEPS;
}

void roles_give(Roles *roles, uint32_t index, bool resident, Term module, Term function, Term args) {
    uint64_t role = resident ? index + 1 : role_of(module, function, args);
    roles->of[index] = role;
    HashEntry *entry = hash_insert(&roles->holders, role);
    if (entry->number == 0) entry->number = (uint64_t)index + 1;
    if (entry->number == (uint64_t)index + 1 || entry->number == SHARED) return;
    entry->number = SHARED;
    roles->shared++;
}

bool roles_is_shared(const Roles *roles, uint64_t role) {
    const HashEntry *entry = hash_find(&roles->holders, role);
    return !entry || entry->number == SHARED;
}
