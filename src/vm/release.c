#define _GNU_SOURCE // strverscmp

#include "vm/release.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const Release release_usual = {
    .number = 25,
    .version = "13.1.5",
    .integer_limbs = 524287,
    .fun_creators = true,
    .error_info = true,
    .operator_frames = FRAMES_UNOPTIMISED,
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
    release->utf8_atoms = number >= 26;
    release->fun_creators = number < 26;
    release->error_info = number >= 24;
    release->operator_frames = number >= 27 ? FRAMES_ALL : number >= 24 ? FRAMES_UNOPTIMISED : FRAMES_NONE;
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
