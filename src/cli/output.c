#include "cli/output.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool output_check(const char *option, const char *path, Error *err) {
    struct stat info;
    char folder[PATH_MAX];
    if (!path) return true;
    if (stat(path, &info) == 0) {
        if (S_ISDIR(info.st_mode)) return fail(err, "%s %s: it is a folder", option, path);
        return access(path, W_OK) == 0 || fail(err, "%s %s: %s", option, path, strerror(errno));
    }
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    return access(folder, W_OK) == 0 || fail(err, "%s %s: %s", option, path, strerror(errno));
}

bool output_write(const char *path, const Text *text) {
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(text_string(text), 1, text->size, file) == text->size;
    if (file && fclose(file) != 0) written = false;
    if (!written) fprintf(stderr, "weft: cannot write %s\n", path);
    return written;
}
