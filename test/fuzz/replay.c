// Runs a fuzz target over the files named on the command line: the corpus as a regression test.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/memory.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        Bytes file;
        Error err;
        if (!bytes_read_file(argv[i], &file, &err)) {
            fprintf(stderr, "%s\n", err.text);
            return 2;
        }
        printf("%s\n", argv[i]);   // the last line names the file that crashed
        fflush(stdout);
        // An exact copy: the sanitizer sees a read of even one byte too many.
        uint8_t *copy = malloc(file.size);
        memcpy(copy, file.data, file.size);
        LLVMFuzzerTestOneInput(copy, file.size);
        free(copy);
        memory_free((void *)(uintptr_t)file.data);
    }
    return 0;
}
