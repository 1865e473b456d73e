// load OTP-ROOT PATH ...: loads every .beam file that is named, or found below a folder that is named, into one
// machine for that OTP. One that is refused, or has an instruction or a guard the machine does not know, is a failure.
#define _XOPEN_SOURCE 700
#include <ftw.h>
#include <stdio.h>
#include <string.h>

#include "vm/run/machine_state.h"

static Machine *machine;
static unsigned passed, failed;

static void load(const char *path) {
    Error err;
    if (!machine_load(machine, path, &err)) {
        failed++;
        printf("%s\n", err.text);
        return;
    }
    const Module *module = code_module_at(machine->code, code_module_count(machine->code) - 1);
    if (module->unknown) {
        failed++;
        printf("%s: %s\n", path, beam_opcodes[module->unknown].name);
    } else {
        passed++;
    }
}

static int visit(const char *path, const struct stat *status, int type, struct FTW *where) {
    (void)status;
    (void)where;
    size_t length = strlen(path);
    if (type == FTW_F && length > 5 && strcmp(path + length - 5, ".beam") == 0) load(path);
    return 0;
}

int main(int argc, char **argv) {
    Error err;
    if (argc < 3) return fprintf(stderr, "usage: load OTP-ROOT PATH ...\n"), 2;
    MachineConfig config = {.max_memory = (size_t)1 << 30, .otp_root = argv[1]};
    machine = machine_new(&config, &err);
    for (int i = 2; i < argc; i++)
        if (nftw(argv[i], visit, 16, FTW_PHYS) != 0) perror(argv[i]), failed++;
    machine_free(machine);
    printf("%u passed, %u failed\n", passed, failed);
    return failed > 0;
}
