#include "machine_fixture.h"

#include <stdio.h>

#include "base/memory.h"
#include "read_term.h"
#include "vm/bif/bifs.h"
#include "vm/ets/table.h"
#include "vm/term/print.h"

static Machine *machine;
static Process *processes[FIXTURE_PROCESSES];
static char answer[4096];

static Process *add_process(unsigned index) {
    Process *p = process_record(&machine->store);
    p->machine = machine;
    p->pid = term_pid(index);
    machine->processes[index] = p;
    return p;
}

static void machine_end(void) {
    code_free(machine->code);
    store_free(&machine->store);
    memory_free(machine->processes);
    memory_free(machine);
}

Process *machine_fixture(void) {
    if (machine) machine_end();
    machine = memory_zeroed(1, sizeof *machine);
    store_init(&machine->store, (size_t)1 << 32);
    machine->processes = memory_zeroed(FIXTURE_PROCESSES, sizeof *machine->processes);
    machine->pid_count = FIXTURE_PROCESSES;
    machine->globals = store_record(&machine->store, RECORD_PLAIN, sizeof(Globals) / sizeof(uint64_t), GLOBALS_TERMS);
    machine->tables = tables_new(&machine->store);
    machine->release = release_usual;
    machine->release.number = 26;   // with functions that OTP 25 does not have yet
    machine->code = code_new(&machine->release);
    const Bif *const tables[] = {ets_bifs,   ets_table_bifs,   ets_update_bifs,    ets_select_bifs,     atomics_bifs,
                                 lists_bifs, erlang_data_bifs, erlang_number_bifs, persistent_term_bifs};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) code_add_bifs(machine->code, tables[i]);
    for (unsigned i = 0; i < FIXTURE_PROCESSES; i++) processes[i] = add_process(i);
    return processes[0];
}

Process *machine_fixture_process(unsigned index) { return processes[index]; }

void machine_fixture_gone(unsigned index) { machine->processes[index] = NULL; }

static void print(Text *out, Term term) { term_print(out, term, PRINT_READABLE); }

const char *machine_fixture_call(Process *p, const char *function, const char *arguments) {
    char module[64];
    const char *colon = strchr(function, ':');
    snprintf(module, sizeof module, "%.*s", (int)(colon - function), function);
    Term args[8], list = read_term(p->heap, arguments);
    uint32_t arity = 0;
    for (; term_is_cons(list); list = term_tail(list)) args[arity++] = term_head(list);
    const Bif *bif = code_find_bif(machine->code, atom_from_text(module), atom_from_text(colon + 1), arity);
    if (!bif) return "no such function";
    machine->event.footprint = (Footprint){0};
    if (bif->footprint) bif->footprint(p, args, &machine->event.footprint);
    Term result = bif->call(p, args);
    Text text = {0};
    if (!term_is_none(result)) {
        print(&text, result);
    } else {
        print(&text, p->reason);
        text_add(&text, " ");
        if (!term_is_nil(p->cause)) print(&text, p->cause);
    }
    snprintf(answer, sizeof answer, "%s", text_string(&text));
    text_free(&text);
    return answer;
}
