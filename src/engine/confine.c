#include "engine/confine.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/interrupt.h"
#include "engine/surroundings.h"
#include "option/command.h"

enum { OWN_MEMORY = 128 << 20 };   // what weft needs for itself, besides what a program may have

Jail confine_jail(const Program *p, const MachineConfig *config, Machine *machine, uint64_t seconds, uint64_t jobs) {
    uint64_t memory = config->max_memory * (jobs ? jobs + 1 : 1) + OWN_MEMORY;
    return (Jail){.machine = machine,
                  .project = &p->project,
                  .seconds = seconds,
                  .memory = memory,
                  .forks = jobs > 1,
                  .open = p->unconfined};
}

// Nothing came of it; who reads the files learns why.
static void tell_failure(const Program *p, Outputs *outputs, const char *message) {
    Findings none = {0};
    Report report = surroundings_refuse(p, &none, "", message);
    terminal_trouble(message);
    if (outputs) outputs_refuse(outputs, &report, false);
}

static bool write_outputs(Outputs *outputs, const JailEnd *end) {
    Parcel parcel = parcel_open(text_string(&end->answer), end->answer.size);
    if (!outputs || (!end->answer.size && end->status == EXIT_UNABLE)) return true;   // it has said why
    outputs_load(outputs, &parcel);
    if (parcel_is_sound(&parcel)) return outputs_end(outputs);
    fprintf(stderr, "weft: what the search has to say cannot be read: that is a mistake of weft, please report it\n");
    return false;
}

static int conclude(const Program *p, Outputs *outputs, const JailEnd *end) {
    if (end->kind != JAIL_ENDED) tell_failure(p, outputs, text_string(&end->message));
    if (end->kind == JAIL_INTERRUPTED) return EXIT_SIGNAL + interrupt_signal();
    if (end->kind != JAIL_ENDED) return EXIT_UNABLE;
    return write_outputs(outputs, end) ? end->status : EXIT_UNABLE;
}

bool confine_can_recall(Program *p, JailEnd *end) {
    bool again = p->partial.size > 0;   // even telling failed
    if (end->kind == JAIL_ENDED || !end->partial.size || again) return false;
    text_add_bytes(&p->partial, end->partial.data, end->partial.size);
    text_add(&p->partial_reason, text_string(&end->message));
    jail_end_free(end);
    return true;
}

typedef struct {
    const JailTalk *talk;
    const JailJournal *journal;
    const JailExchange *exchange;
} Company;   // of the process inside; NULL: there is none

static Machine *start(Program *p, MachineConfig *config, Outputs *outputs, uint64_t seconds, Company company,
                      Error *err) {
    JailEnd end;
    Machine *machine;
    if (outputs) outputs_begin(outputs, false);
    do {
        machine = program_new(p, config, err);
        if (!machine) return NULL;
        Jail jail = confine_jail(p, config, machine, seconds, p->jobs);
        jail.talk = company.talk;
        jail.journal = company.journal;
        jail.exchange = company.exchange;
        jail.forks |= company.journal || company.exchange;
        if (jail_begin(&jail, &end)) {
            if (outputs) outputs_go_inside(outputs);
            if (program_begin(p, machine, err)) return machine;
            machine_free(machine);
            return NULL;
        }
        machine_free(machine);
    } while (confine_can_recall(p, &end));
    int status = conclude(p, outputs, &end);
    jail_end_free(&end);
    program_free(p);
    exit(status);
}

Machine *confine_start(Program *p, MachineConfig *config, Outputs *outputs, uint64_t seconds, Error *err) {
    return start(p, config, outputs, seconds, (Company){0}, err);
}

Machine *confine_keep(Program *p, MachineConfig *config, Outputs *outputs, uint64_t seconds, const JailJournal *journal,
                      Error *err) {
    return start(p, config, outputs, seconds, (Company){.journal = journal}, err);
}

Machine *confine_share(Program *p, MachineConfig *config, Outputs *outputs, uint64_t seconds,
                       const JailExchange *exchange, Error *err) {
    return start(p, config, outputs, seconds, (Company){.exchange = exchange}, err);
}

Machine *confine_converse(Program *p, MachineConfig *config, const JailTalk *talk, Error *err) {
    return start(p, config, NULL, 0, (Company){.talk = talk}, err);
}
