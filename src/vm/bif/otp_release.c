#define _GNU_SOURCE // strverscmp

#include "vm/bif/otp_release.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const OtpRelease usual = {25, "13.1.5"};

static void read_release(const char *root, OtpRelease *release) {
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
static void read_version(const char *root, OtpRelease *release) {
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

OtpRelease otp_release_of(const char *root) {
    OtpRelease release = usual;
    if (!root) return release;
    read_release(root, &release);
    read_version(root, &release);
    return release;
}
