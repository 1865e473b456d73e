#include "queue/address.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>

static const char run_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";

static bool take(char *out, size_t room, const char *from, size_t size) {
    if (!size || size >= room) return false;
    memcpy(out, from, size);
    out[size] = 0;
    return true;
}

static bool read_run(Address *address, const char *text, const char *run, Error *err) {
    size_t size = strspn(run, run_letters);
    if (take(address->run, sizeof address->run, run, size) && !run[size]) return true;
    return fail(err, "--queue %.200s: a run is named by up to %d letters, digits and -_.", text, ADDRESS_RUN);
}

static bool read_port(Address *address, const char *port, size_t size) {
    if (!take(address->port, sizeof address->port, port, size) || strspn(address->port, "0123456789") != size)
        return false;
    long number = strtol(address->port, NULL, 10);
    return number > 0 && number < 65536;
}

// HOST, HOST:PORT or [HOST]:PORT as far as `end`.
static bool read_host(Address *address, const char *at, const char *end) {
    bool quoted = *at == '[';
    const char *close = memchr(at, ']', (size_t)(end - at)), *host = at + quoted;
    if (quoted && !close) return false;
    const char *behind = quoted ? close + 1 : at + strcspn(at, ":/");
    if (!take(address->host, sizeof address->host, host, (size_t)((quoted ? close : behind) - host))) return false;
    if (behind == end) return read_port(address, "6379", 4);
    return *behind == ':' && read_port(address, behind + 1, (size_t)(end - behind - 1));
}

static bool read_file(Address *address, const char *text, const char *path, Error *err) {
    const char *end = strrchr(path, '#');
    size_t room = sizeof((struct sockaddr_un *)0)->sun_path;
    if (*path != '/' || !end || (size_t)(end - path) >= room ||
        !take(address->host, sizeof address->host, path, (size_t)(end - path)))
        return fail(err, "--queue %.200s: for a unix socket say unix:///PATH#RUN", text);
    return read_run(address, text, end + 1, err);
}

bool address_read(Address *address, const char *text, Error *err) {
    static const char plain[] = "redis://", tls[] = "rediss://", file[] = "unix://";
    *address = (Address){.kind = ADDRESS_PLAIN};
    if (strncmp(text, file, sizeof file - 1) == 0) {
        address->kind = ADDRESS_FILE;
        return read_file(address, text, text + sizeof file - 1, err);
    }
    if (strncmp(text, tls, sizeof tls - 1) == 0) address->kind = ADDRESS_TLS;
    const char *host = address->kind == ADDRESS_TLS                  ? text + sizeof tls - 1
                       : strncmp(text, plain, sizeof plain - 1) == 0 ? text + sizeof plain - 1
                                                                     : NULL;
    if (!host)
        return fail(err, "--queue %.200s: say redis://HOST[:PORT]/RUN, rediss://HOST[:PORT]/RUN or unix:///PATH#RUN",
                    text);
    const char *slash = strchr(host, '/');
    if (slash && memchr(host, '@', (size_t)(slash - host)))
        return fail(err, "--queue: a password stands in the environment, as WEFT_QUEUE_PASSWORD, where others do not "
                         "see it");
    if (!slash || !read_host(address, host, slash))
        return fail(err, "--queue %.200s: say redis://HOST[:PORT]/RUN, with a name for the run", text);
    return read_run(address, text, slash + 1, err);
}
