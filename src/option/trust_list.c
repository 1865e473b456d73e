#include "option/trust_list.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/lines.h"
#include "base/memory.h"
#include "base/sha.h"
#include "base/writing.h"

static bool state_folder(Text *out) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && *state == '/')
        text_format(out, "%s/weft", state);
    else if (home && *home == '/')
        text_format(out, "%s/.local/state/weft", home);
    return out->size > 0;
}

static void read_list(Text *out) {
    Text path = {0};
    Bytes bytes;
    Error ignored;
    if (state_folder(&path)) text_add(&path, "/trusted");
    if (path.size && bytes_read_file(path.data, &bytes, &ignored)) {
        text_add_bytes(out, bytes.data, bytes.size);
        memory_free((void *)(uintptr_t)bytes.data);
    }
    text_free(&path);
}

static bool make_folders(char *path, Error *err) {
    for (char *slash = path + 1; slash; *slash++ = '/') {
        slash = strchr(slash, '/');
        if (slash) *slash = 0;
        if (mkdir(path, 0700) != 0 && errno != EEXIST) return fail(err, "%s: %s", path, strerror(errno));
        if (!slash) return true;
    }
    return true;
}

static bool write_list(const Text *list, Error *err) {
    Text path = {0};
    bool written = state_folder(&path) ||
                   fail(err, "no place to write down what is trusted: neither XDG_STATE_HOME nor HOME is set");
    written = written && make_folders(path.data, err);
    text_add(&path, "/trusted");
    written = written && writing_put(path.data, list, err);
    text_free(&path);
    return written;
}

static void add_digest(Bytes file, Text *out) {
    uint8_t digest[SHA_SIZE_MAX];
    Sha sha;
    sha_init(&sha, SHA_256);
    sha_update(&sha, file.data, file.size);
    sha_final(&sha, digest);
    for (size_t i = 0; i < sha_size(SHA_256); i++) text_format(out, "%02x", digest[i]);
}

static bool is_line(const char *line, size_t size, const Text *wanted) {
    return size == wanted->size && memcmp(line, wanted->data, size) == 0;
}

bool trust_holds(const char *path, Bytes file) {
    char real[PATH_MAX];
    Text list = {0}, wanted = {0};
    const char *rest, *line;
    size_t size;
    bool holds = false;
    read_list(&list);
    if (list.size && realpath(path, real)) {
        add_digest(file, &wanted);
        text_format(&wanted, "  %s", real);
        for (rest = list.data; !holds && (line = lines_next(&rest, &size));) holds = is_line(line, size, &wanted);
    }
    text_free(&list);
    text_free(&wanted);
    return holds;
}

// All lines about other files, and one about this if it is to be trusted.
bool trust_change(const char *path, bool forget, Error *err) {
    char real[PATH_MAX];
    Text old = {0}, new = {0};
    Bytes file;
    const char *rest, *line;
    size_t size, digest = 2 * sha_size(SHA_256) + 2;
    if (!realpath(path, real)) return fail(err, "%s: %s", path, strerror(errno));
    if (strchr(real, '\n')) return fail(err, "%s: its name has several lines", path);
    if (!bytes_read_file(path, &file, err)) return false;
    read_list(&old);
    for (rest = text_string(&old); (line = lines_next(&rest, &size));)
        if (size != digest + strlen(real) || memcmp(line + digest, real, strlen(real)) != 0)
            text_format(&new, "%.*s\n", (int)size, line);
    if (!forget) {
        add_digest(file, &new);
        text_format(&new, "  %s\n", real);
    }
    bool written = write_list(&new, err);
    memory_free((void *)(uintptr_t)file.data);
    text_free(&old);
    text_free(&new);
    return written;
}
