// Whether a process is in a function: for those who say which functions matter to them.
#include "vm/run/interp_bits.h"
#include "vm/run/machine_state.h"

enum { FRAMES_MAX = 64 };

static bool is_called(Term module, Term function, const char *name) {
    const char *first = atom_string(module), *second = atom_string(function);
    size_t size = strlen(first);
    return strncmp(name, first, size) == 0 && name[size] == ':' && strcmp(name + size + 1, second) == 0;
}

static bool is_in(Machine *m, const Code *address, const char *name) {
    Place place;
    return code_place(m->code, address, &place) && is_called(place.module->name, place.function->function, name);
}

static bool calls(const Process *p, const char *name) {
    const Export *export;
    bool call = interp_stands_at(p, OP_call_bif) || interp_stands_at(p, OP_call_bif_last) ||
                interp_stands_at(p, OP_call_bif_only);
    if (!p->standing || p->unbegun || !call) return false;
    memcpy(&export, p->ip + 1, sizeof export);
    return is_called(export->module, export->function, name);
}

bool machine_acts_in(Machine *m, Actor actor, const char *name) {
    Process *p = actor < m->pid_count ? m->processes[actor] : NULL;
    if (!p) return false;
    if (is_in(m, p->ip, name)) return true;
    const Code *addresses[FRAMES_MAX];
    size_t count = exception_addresses(p->stack, addresses, FRAMES_MAX);
    for (size_t i = 0; i < count; i++)
        if (is_in(m, addresses[i], name)) return true;
    return calls(p, name);
}
