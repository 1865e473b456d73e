#include "base/bytes.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"

bool bytes_read_file(const char *path, Bytes *out, Error *err) {
    FILE *file = fopen(path, "rb");
    if (!file) return fail(err, "%s: %s", path, strerror(errno));
    struct stat info;
    if (fstat(fileno(file), &info) != 0 || !S_ISREG(info.st_mode)) {
        fclose(file);
        return fail(err, "%s: not a regular file", path);
    }
    size_t size = (size_t)info.st_size;
    uint8_t *data = memory_new(size + 1);
    size_t got = fread(data, 1, size, file);
    fclose(file);
    if (got != size) {
        memory_free(data);
        return fail(err, "%s: read %zu of %zu bytes", path, got, size);
    }
    data[size] = 0;
    *out = (Bytes){data, size};
    return true;
}
