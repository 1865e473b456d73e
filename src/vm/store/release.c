#define _GNU_SOURCE   // strverscmp

#include "vm/store/release.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const Release release_usual = {
    .number = 25,
    .version = "13.1.5",
    .integer_limbs = 524287,
    .half_floats = true,
    .fun_creators = true,
    .error_info = true,
    .instructions_show = true,
    .bags_take_last_first = true,
};

static void read_number(const char *root, Release *release) {
    char path[1024];
    snprintf(path, sizeof path, "%s/releases", root);
    DIR *directory = opendir(path);
    if (!directory) return;
    int highest = 0;
    for (struct dirent *entry; (entry = readdir(directory));) {
        char *end;
        long number = strtol(entry->d_name, &end, 10);
        if (*end == '\0' && number > highest && number < 1000) highest = (int)number;
    }
    closedir(directory);
    if (highest) release->number = highest;
}

// Of several, the one with the highest number.
static void read_version(const char *root, Release *release) {
    DIR *directory = opendir(root);
    if (!directory) return;
    char best[sizeof release->version] = "";
    for (struct dirent *entry; (entry = readdir(directory));) {
        const char *version = entry->d_name + 5;
        if (strncmp(entry->d_name, "erts-", 5) != 0 || strlen(version) >= sizeof best) continue;
        if (strverscmp(version, best) > 0) memcpy(best, version, strlen(version) + 1);
    }
    closedir(directory);
    if (best[0]) memcpy(release->version, best, sizeof best);
}

static void set_behaviour(Release *release) {
    int number = release->number;
    release->integer_limbs = number >= 27 ? 65535 : 524287;
    release->signed_zeros = number >= 27;
    release->minus_subtracts = number < 24;
    release->half_floats = number >= 24;
    release->absolute_zero = number >= 27;
    release->checks_unused = number >= 27;
    release->utf8_atoms = number >= 26;
    release->local_terms = number >= 26;
    release->native_records = number >= 29;
    release->modern_regex = number >= 28;
    release->fun_creators = number < 26;
    release->error_info = number >= 24;
    release->instructions_show = number >= 24;
    release->increments_show = number >= 27;
    release->bags_take_last_first = number < 26;
}

Release release_of(const char *root) {
    Release release = release_usual;
    if (!root) return release;
    read_number(root, &release);
    read_version(root, &release);
    set_behaviour(&release);
    return release;
}

bool release_has_bif(const Release *release, const char *module, const char *function, unsigned arity) {
    static const struct {
        int first, last;
        const char *module, *function;
        unsigned arity;
    } bifs[] = {
#define RELEASE_BIF(first, last, module, function, arity) {first, last, #module, #function, arity},
#include "vm/store/release.def"
#undef RELEASE_BIF
    };
    for (size_t i = 0; i < sizeof bifs / sizeof *bifs; i++) {
        if (bifs[i].arity != arity || strcmp(bifs[i].function, function) != 0 || strcmp(bifs[i].module, module) != 0)
            continue;
        return release->number >= bifs[i].first && (bifs[i].last == 0 || release->number <= bifs[i].last);
    }
    return true;
}
