// weft run: one deterministic run, as erl would do it.
#include <stdio.h>

#include "base/interrupt.h"
#include "engine/confine.h"
#include "engine/exploration.h"
#include "engine/network.h"
#include "option/command.h"

static void to_stdout(void *context, const char *bytes, size_t size) {
    (void)context;
    fwrite(bytes, 1, size, stdout);
}

static void to_stderr(void *context, const char *bytes, size_t size) {
    (void)context;
    fflush(stdout);
    fwrite(bytes, 1, size, stderr);
}

static void tell(const char *message, const char *end) {
    Text text = {0};
    text_format(&text, "%s%s", message, end);
    terminal_tell(stderr, &text);
    text_free(&text);
}

static int report(Machine *machine, MachineEnd end) {
    fflush(stdout);
    switch (end) {
    case MACHINE_RETURNED:
        if (!machine_result_is_ok(machine)) tell(machine_message(machine), "\n");
        return EXIT_OK;
    case MACHINE_CRASHED: tell(machine_message(machine), ""); return EXIT_FOUND;
    case MACHINE_HALTED: return machine_halt_status(machine);
    case MACHINE_INTERRUPTED: fprintf(stderr, "weft: interrupted\n"); return exploration_status();
    case MACHINE_DEADLOCK:
        fprintf(stderr, "deadlock: the test function waits for ever; no process can run and no timer is left\n");
        return EXIT_FOUND;
    case MACHINE_UNSUPPORTED:
    case MACHINE_LIMIT: terminal_trouble(machine_message(machine)); return EXIT_UNABLE;
    }
    return EXIT_UNABLE;
}

typedef struct {
    Program program;
    Network network;
} FreeRun;

static const OptionPart run_options[] = {
    {program_options, offsetof(FreeRun, program)}, {network_options, offsetof(FreeRun, network)}, {0}};

static int run(int argc, char **argv) {
    FreeRun given = {0};
    Program *program = &given.program;
    MachineConfig config = {.output = to_stdout, .error_output = to_stderr, .interrupted = interrupt_catch()};
    Error err;
    Machine *machine = NULL;
    if (options_parse(run_options, &given, argc, argv, &err) && program_is_named(program, &err) &&
        network_apply(&given.network, option_given(program, "--reconnects"), &config, &err) &&
        program_prepare(program, &err))
        machine = confine_start(program, &config, NULL, 0, &err);
    if (!machine) terminal_trouble(err.text);
    int status = machine                     ? report(machine, machine_run(machine))
                 : exploration_interrupted() ? exploration_status()
                                             : EXIT_UNABLE;
    if (machine) machine_free(machine);
    program_free(program);
    return status;
}

const Command command_run = {
    .name = "run",
    .usage = "-m MOD -t FUN [FILE|DIR ...] [OPTION ...] [-- ARG ...]",
    .about = "one deterministic run of a function, as erl would do it",
    .help = "FILE is .erl (compiled with the user's erlc), .beam, or a directory of them; a rebar3 or mix project\n"
            "works as it is. Calls FUN/0, or FUN/1 with the list of ARGs as strings when there is a --. What the\n"
            "program prints goes to standard output; the result, unless it is ok, to standard error.\n"
            "Exit status: 0, 1 the program crashed, 2 weft could not do it, 130 it was interrupted; what halt/1 says "
            "after a halt.",
    .example = "run -m primes -t main examples/primes.erl -- 100",
    .options = run_options,
    .run = run,
};
