#include "engine/checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/md5.h"
#include "base/writing.h"
#include "engine/subject.h"
#include "engine/terminal.h"
#include "explore/dpor/bound.h"

static const char title[] = "weft checkpoint 1\n";
enum { DIGEST = SUBJECT_SIZE, CHECK = 8, TITLE = sizeof title - 1, HEADER = TITLE + DIGEST, RECORD_HEAD = 8 + CHECK };
static const double seconds_between_syncs = 1;

// --- records -----------------------------------------------------------------------------------------------------

static void extend_check(uint8_t check[MD5_SIZE], const void *bytes, size_t size) {
    Md5 md5;
    md5_init(&md5);
    md5_update(&md5, check, MD5_SIZE);
    md5_update(&md5, bytes, size);
    md5_final(&md5, check);
}

// Takes what comes behind `at` for a record, if it is one and whole.
static bool read_record(Checkpoint *c, const Bytes *file) {
    uint64_t size, left = file->size - c->size;
    uint8_t check[MD5_SIZE];
    const uint8_t *at = file->data + c->size;
    if (left < RECORD_HEAD) return false;
    memcpy(&size, at, sizeof size);
    if (size > left - RECORD_HEAD) return false;
    memcpy(check, c->check, MD5_SIZE);
    extend_check(check, at + RECORD_HEAD, size);
    if (memcmp(check, at + sizeof size, CHECK) != 0) return false;
    memcpy(c->check, check, MD5_SIZE);
    parcel_add_text(&c->kept, (const char *)at + RECORD_HEAD, size);
    c->size += RECORD_HEAD + size;
    return true;
}

static bool read_all(Checkpoint *c, const Bytes *file, const uint8_t digest[DIGEST], Error *err) {
    if (file->size < HEADER || memcmp(file->data, title, TITLE) != 0)
        return fail(err, "--checkpoint %s: that is something else: nothing is written there", c->path);
    if (memcmp(file->data + TITLE, digest, DIGEST) != 0)
        return fail(err,
                    "--checkpoint %s is of another search: the code, the options or weft itself were others. Remove it "
                    "to begin afresh",
                    c->path);
    c->size = HEADER;
    memcpy(c->check, digest, MD5_SIZE);
    while (read_record(c, file)) {}
    return true;
}

// --- the file ----------------------------------------------------------------------------------------------------

static bool begin_file(Checkpoint *c, const uint8_t digest[DIGEST], Error *err) {
    if (ftruncate(c->descriptor, 0) != 0 || !writing_all(c->descriptor, title, TITLE) ||
        !writing_all(c->descriptor, digest, DIGEST))
        return fail(err, "--checkpoint %s: %s", c->path, strerror(errno));
    c->size = HEADER;
    memcpy(c->check, digest, MD5_SIZE);
    return true;
}

// A file that ends within its header has not begun.
static bool has_begun(const Bytes *file, const uint8_t digest[DIGEST]) {
    uint8_t header[HEADER];
    memcpy(header, title, TITLE);
    memcpy(header + TITLE, digest, DIGEST);
    return file->size >= HEADER || memcmp(file->data, header, file->size) != 0;
}

static bool read_file(Checkpoint *c, const uint8_t digest[DIGEST], Error *err) {
    Bytes file;
    if (!bytes_read_descriptor(c->descriptor, BYTES_MOST, &file))
        return fail(err, "--checkpoint %s: %s", c->path, strerror(errno));
    bool good = has_begun(&file, digest) ? read_all(c, &file, digest, err) : begin_file(c, digest, err);
    bool whole = good && c->size >= file.size;
    free((void *)(uintptr_t)file.data);
    if (!good || whole || ftruncate(c->descriptor, (off_t)c->size) == 0) return good;
    return fail(err, "--checkpoint %s: %s", c->path, strerror(errno));
}

// Another weft may have put a new file in its place before the old one could be locked.
static bool is_still_there(const Checkpoint *c) {
    struct stat opened, named;
    return fstat(c->descriptor, &opened) == 0 && lstat(c->path, &named) == 0 && opened.st_ino == named.st_ino &&
           opened.st_dev == named.st_dev;
}

// Where a new file is written before it takes the place of the old one.
static void name_beside(const Checkpoint *c, Text *out) { text_format(out, "%s.anew", c->path); }

// What a weft that was killed has left there begins as a checkpoint does. Nobody else writes one: the file is locked.
static void remove_left_behind(const Checkpoint *c) {
    char begin[TITLE];
    struct stat info;
    Text beside = {0};
    name_beside(c, &beside);
    int descriptor = open(text_string(&beside), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
    if (descriptor >= 0 && fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode)) {
        ssize_t size = read(descriptor, begin, sizeof begin);
        if (size >= 0 && memcmp(begin, title, (size_t)size) == 0) unlink(text_string(&beside));
    }
    if (descriptor >= 0) close(descriptor);
    text_free(&beside);
}

bool checkpoint_open(Checkpoint *c, const char *path, const Program *program, Error *err) {
    struct stat info;
    *c = (Checkpoint){.path = path};
    c->descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW, 0600);
    if (c->descriptor < 0) return fail(err, "--checkpoint %s: %s", path, strerror(errno));
    if (fstat(c->descriptor, &info) == 0 && !S_ISREG(info.st_mode))
        fail(err, "--checkpoint %s: that is no file", path);
    else if (flock(c->descriptor, LOCK_EX | LOCK_NB) != 0 || !is_still_there(c))
        fail(err, "--checkpoint %s is in use by another weft", path);
    else {
        subject_identify(program, c->digest);
        remove_left_behind(c);
        if (read_file(c, c->digest, err)) return true;
    }
    checkpoint_close(c);
    return false;
}

void checkpoint_close(Checkpoint *c) {
    text_free(&c->kept);
    if (c->path) close(c->descriptor);
    *c = (Checkpoint){0};
}

// --- writing -----------------------------------------------------------------------------------------------------

static void give_up(Checkpoint *c, const char *why) {
    Text words = {0};
    c->broken = true;
    if (ftruncate(c->descriptor, (off_t)c->size) != 0) why = strerror(errno);
    text_format(&words, "--checkpoint %s: %s: what is found from now on is not kept", c->path, why);
    terminal_trouble(text_string(&words));
    text_free(&words);
}

static void sync_now_and_then(void *context) {
    Checkpoint *c = context;
    double now = bound_now();
    if (!c->dirty || now - c->synced < seconds_between_syncs) return;
    c->dirty = false;
    c->synced = now;
    if (fdatasync(c->descriptor) != 0 && !c->broken) give_up(c, strerror(errno));
}

// What a record is in the file, behind all that has led to this check.
static void add_record(uint8_t check[MD5_SIZE], const char *bytes, size_t size, Text *out) {
    uint64_t length = size;
    extend_check(check, bytes, size);
    text_add_bytes(out, &length, sizeof length);
    text_add_bytes(out, check, CHECK);
    text_add_bytes(out, bytes, size);
}

static void keep(void *context, const char *bytes, size_t size) {
    Checkpoint *c = context;
    uint8_t check[MD5_SIZE];
    Text record = {0};
    if (c->broken) return;
    if (c->size + RECORD_HEAD + size > BYTES_MOST) {
        give_up(c, "it has become too large");
        return;
    }
    memcpy(check, c->check, MD5_SIZE);
    add_record(check, bytes, size, &record);
    if (writing_all(c->descriptor, record.data, record.size)) {
        c->size += record.size;
        c->dirty = true;
        memcpy(c->check, check, MD5_SIZE);
        sync_now_and_then(c);
    } else {
        give_up(c, strerror(errno));
    }
    text_free(&record);
}

// --- in fewer bytes ------------------------------------------------------------------------------------------------

// The file with these records and no others. False: they are no records.
static bool add_file(const Checkpoint *c, Parcel *records, uint8_t check[MD5_SIZE], Text *out) {
    Text record = {0};
    text_add_bytes(out, title, TITLE);
    text_add_bytes(out, c->digest, DIGEST);
    memcpy(check, c->digest, MD5_SIZE);
    while (records->at < records->end && !records->broken) {
        parcel_text(records, &record);
        if (!records->broken) add_record(check, text_string(&record), record.size, out);
    }
    text_free(&record);
    return !records->broken;
}

// In place of the other one, whole or not at all. Who opens it from now on waits for the same lock.
static bool replace(Checkpoint *c, const char *beside, const Text *content) {
    int descriptor = open(beside, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor < 0) return false;
    bool replaced = flock(descriptor, LOCK_EX | LOCK_NB) == 0 &&
                    writing_all(descriptor, content->data, content->size) && fdatasync(descriptor) == 0 &&
                    rename(beside, c->path) == 0;
    if (replaced) {
        close(c->descriptor);
        c->descriptor = descriptor;
        return true;
    }
    unlink(beside);
    close(descriptor);
    return false;
}

// If there is no room, what is there stays.
static void keep_anew(void *context, const char *bytes, size_t size) {
    Checkpoint *c = context;
    Parcel records = parcel_open(bytes, size);
    Text beside = {0}, content = {0};
    uint8_t check[MD5_SIZE];
    if (c->broken) return;
    name_beside(c, &beside);
    if (add_file(c, &records, check, &content) && replace(c, text_string(&beside), &content)) {
        c->size = content.size;
        c->dirty = false;
        memcpy(c->check, check, MD5_SIZE);
    }
    text_free(&beside);
    text_free(&content);
}

JailJournal checkpoint_journal(Checkpoint *c) {
    return (JailJournal){.keep = keep, .keep_anew = keep_anew, .look = sync_now_and_then, .context = c};
}
