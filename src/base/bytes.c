#include "base/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/door.h"
#include "base/memory.h"

// As many as there are, up to `size`. A file may shrink while it is read.
static bool read_all(int descriptor, uint8_t *data, size_t *size) {
    size_t got = 0;
    for (ssize_t some = 1; some != 0 && got<*size; got += some> 0 ? (size_t)some : 0) {
        some = read(descriptor, data + got, *size - got);
        if (some < 0 && errno != EINTR) return false;
    }
    *size = got;
    return true;
}

bool bytes_read_descriptor(int descriptor, size_t limit, Bytes *out) {
    struct stat info;
    if (fstat(descriptor, &info) != 0) return false;
    if (!S_ISREG(info.st_mode)) return errno = S_ISDIR(info.st_mode) ? EISDIR : ENODEV, false;
    if ((uint64_t)info.st_size > limit) return errno = EFBIG, false;
    size_t size = (size_t)info.st_size;
    uint8_t *data = memory_new(size + 1);
    if (!read_all(descriptor, data, &size)) {
        memory_free(data);
        return false;
    }
    data[size] = 0;
    *out = (Bytes){data, size};
    return true;
}

// Opening a pipe must not wait for somebody who writes: it is not read anyway.
bool bytes_read_file(const char *path, Bytes *out, Error *err) {
    int descriptor = door_is_used() ? door_open(path) : open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    bool read = descriptor >= 0 && bytes_read_descriptor(descriptor, BYTES_MOST, out);
    int reason = errno;
    if (descriptor >= 0) close(descriptor);
    if (read) return true;
    if (reason == ENODEV || reason == EISDIR) return fail(err, "%s: not a regular file", path);
    if (reason == EFBIG) return fail(err, "%s: larger than %zu megabytes", path, (size_t)BYTES_MOST >> 20);
    return fail(err, "%s: %s", path, strerror(reason));
}
