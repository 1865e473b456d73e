#include "vm/store/release.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tap.h"

static void with_directory(const char *root, const char *name, int (*change)(const char *path)) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", root, name);
    change(path);
}

static int make(const char *path) { return mkdir(path, 0700); }

TEST(a_release_is_known_by_its_directories) {
    static const char *const names[] = {"releases", "releases/9",  "releases/27", "releases/RELEASES",
                                        "erts-9.3", "erts-15.1.2", "lib"};
    enum { COUNT = sizeof names / sizeof *names };
    char root[] = "/tmp/release_XXXXXX";
    CHECK(mkdtemp(root) != NULL);
    for (int i = 0; i < COUNT; i++) with_directory(root, names[i], make);

    Release release = release_of(root);

    CHECK(release.number == 27);
    CHECK_TEXT(release.version, "15.1.2");
    for (int i = COUNT; i-- > 0;) with_directory(root, names[i], rmdir);
    rmdir(root);
}

TEST(an_unknown_directory_is_taken_for_otp_25) {
    CHECK(release_of(NULL).number == 25);
    CHECK(release_of("/nonexistent").number == 25);
    CHECK_TEXT(release_of("/nonexistent").version, "13.1.5");
}

TEST(otp_25_behaves_as_usual_whether_found_or_not) {
    char root[] = "/tmp/release_XXXXXX";
    CHECK(mkdtemp(root) != NULL);
    with_directory(root, "releases", make);
    with_directory(root, "releases/25", make);

    Release release = release_of(root);

    CHECK(memcmp(&release, &release_usual, sizeof release) == 0);
    with_directory(root, "releases/25", rmdir);
    with_directory(root, "releases", rmdir);
    rmdir(root);
}
