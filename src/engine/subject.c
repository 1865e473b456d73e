#include "engine/subject.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/sha.h"
#include "beam/beam.h"

static void add_text(Sha *sha, const char *text) { sha_update(sha, text, strlen(text) + 1); }

// As compilers take it for its version: not where its source was.
static void add_module(Sha *sha, const char *path) {
    Bytes bytes;
    Error err;
    uint8_t digest[16] = {0};
    if (!bytes_read_file(path, &bytes, &err)) return;
    if (beam_md5(bytes, digest))
        sha_update(sha, digest, sizeof digest);
    else
        sha_update(sha, bytes.data, bytes.size);
    free((void *)(uintptr_t)bytes.data);
}

// weft itself, which is large: whoever can change it needs no file to lie with.
static void add_weft(Sha *sha) {
    Bytes bytes;
    Error err;
    uint64_t hash = HASH_BEGIN, word;
    add_text(sha, WEFT_VERSION);
    if (!bytes_read_file("/proc/self/exe", &bytes, &err)) return;
    for (size_t at = 0; at + sizeof word <= bytes.size; at += sizeof word) {
        memcpy(&word, bytes.data + at, sizeof word);
        hash = hash_extend(hash, word);
    }
    sha_update(sha, &hash, sizeof hash);
    free((void *)(uintptr_t)bytes.data);
}

bool subject_counts(const char *file) { return text_ends_with(file, ".beam") || text_ends_with(file, ".app"); }

static int counts(const struct dirent *entry) { return subject_counts(entry->d_name); }

static void add_folder(Sha *sha, const char *folder) {
    struct dirent **entries = NULL;
    Text path = {0};
    int count = scandir(folder, &entries, counts, alphasort);
    for (int i = 0; i < count; i++) {
        text_clear(&path);
        text_format(&path, "%s/%s", folder, entries[i]->d_name);
        add_text(sha, entries[i]->d_name);
        add_module(sha, text_string(&path));
        free(entries[i]);
    }
    free(entries);
    text_free(&path);
}

bool subject_is_of_otp(const Project *project, const char *folder) {
    size_t size = strlen(project->otp_root);
    return strncmp(folder, project->otp_root, size) == 0 && folder[size] == '/';
}

// Nothing runs without these.
static int is_basic(const struct dirent *entry) {
    return strncmp(entry->d_name, "kernel-", 7) == 0 || strncmp(entry->d_name, "stdlib-", 7) == 0;
}

static void add_basic_modules(Sha *sha, const Project *project) {
    Text path = {0};
    struct dirent **entries = NULL;
    text_format(&path, "%s/lib", project->otp_root);
    int count = scandir(text_string(&path), &entries, is_basic, alphasort);
    for (int i = 0; i < count; i++) {
        text_clear(&path);
        text_format(&path, "%s/lib/%s/ebin", project->otp_root, entries[i]->d_name);
        add_folder(sha, text_string(&path));
        free(entries[i]);
    }
    free(entries);
    text_free(&path);
}

// OTP by the files that say which one it is, and by its modules that every program uses.
static void add_otp(Sha *sha, const Project *project) {
    Text path = {0};
    struct dirent **entries = NULL;
    text_format(&path, "%s/releases", project->otp_root);
    int count = scandir(text_string(&path), &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        text_clear(&path);
        text_format(&path, "%s/releases/%s/OTP_VERSION", project->otp_root, entries[i]->d_name);
        add_module(sha, text_string(&path));
        free(entries[i]);
    }
    free(entries);
    text_free(&path);
    add_basic_modules(sha, project);
}

// Options that say where code is (it is looked at itself), how much is done at a time, or what is told.
bool subject_covers(const Option *option) {
    static const char *const others[] = {
        "--file",   "--jobs",      "--max-seconds", "--max-memory",     "--checkpoint",    "--pa", "--pz", "--otp",
        "--config", "--no-config", "--queue",       "--queue-insecure", "--queue-patience"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(option->name, others[i]) == 0) return false;
    return option->group != GROUP_OUTPUT;
}

static void add_options(Sha *sha, const Program *p) {
    for (size_t i = 0; i < p->given_count; i++) {
        if (!subject_covers(p->given[i])) continue;
        add_text(sha, p->given[i]->name);
        add_text(sha, p->values[i] ? p->values[i] : "");
    }
}

void subject_identify(const Program *p, uint8_t digest[SUBJECT_SIZE]) {
    const Project *project = &p->project;
    Sha sha;
    sha_init(&sha, SHA_256);
    add_weft(&sha);
    add_text(&sha, p->module);
    add_text(&sha, p->function);
    for (size_t i = 0; i < p->argument_count; i++) add_text(&sha, p->arguments[i]);
    add_options(&sha, p);
    add_otp(&sha, project);
    for (size_t i = 0; i < project->file_count; i++) add_module(&sha, project->files[i]);
    for (size_t i = 0; i < project->path_count; i++)
        if (!subject_is_of_otp(project, project->paths[i])) add_folder(&sha, project->paths[i]);
    sha_final(&sha, digest);
}
