#include "vm/world/host.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "tap.h"

// FOLDER/in and FOLDER/too are roots, FOLDER/out is none.
static char folder[64];

static const char *at(const char *name) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void make_file(const char *name) {
    FILE *file = fopen(at(name), "w");
    fputs(name, file);
    fclose(file);
}

static void make_link(const char *target, const char *name) { (void)!symlink(target, at(name)); }

static Host *begin(void) {
    static const char *const folders[] = {"in", "too", "out", "in/deep"};
    char target[128];
    Host *host = host_new();
    strcpy(folder, "/tmp/weft-host-XXXXXX");
    if (!mkdtemp(folder)) abort();
    for (size_t i = 0; i < 4; i++) mkdir(at(folders[i]), 0700);
    make_file("in/file");
    make_file("in/deep/file");
    make_file("too/file");
    make_file("out/secret");
    make_link("../out/secret", "in/up");
    make_link("../out", "in/folder_up");
    make_link("/etc/passwd", "in/absolute");
    make_link("../too/file", "in/across");
    make_link("deep/../file", "in/inside");
    make_link("around", "in/around");
    snprintf(target, sizeof target, "%s/in/file", folder);
    make_link(target, "in/absolute_inside");
    mkfifo(at("in/pipe"), 0600);
    host_add_root(host, at("in"));
    host_add_root(host, at("too"));
    return host;
}

static void end(Host *host) {
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    host_free(host);
    if (system(command) != 0) abort();
}

static bool reads(Host *host, const char *name, const char *text) {
    Bytes bytes;
    if (!host_read(host, at(name), 100, &bytes)) return false;
    bool same = bytes.size == strlen(text) && memcmp(bytes.data, text, bytes.size) == 0;
    memory_free((void *)(uintptr_t)bytes.data);
    return same;
}

static bool is_there(Host *host, const char *name) {
    DoorInfo info;
    return host_look(host, at(name), true, &info);
}

static void look_at_links(Host *host) {
    CHECK(reads(host, "in/file", "in/file"));
    CHECK(reads(host, "in/deep/file", "in/deep/file"));
    CHECK(reads(host, "in/inside", "in/file"));
    CHECK(reads(host, "in/absolute_inside", "in/file"));
    CHECK(reads(host, "in/across", "too/file"));
    CHECK(!is_there(host, "in/up") && !reads(host, "in/up", "out/secret"));
    CHECK(!is_there(host, "in/folder_up") && !is_there(host, "in/folder_up/secret"));
    CHECK(!is_there(host, "in/absolute"));
    CHECK(!is_there(host, "in/around"));
    CHECK(!is_there(host, "out/secret"));
    CHECK(!is_there(host, "in/../out/secret"));
    CHECK(!is_there(host, "in/nothing") && errno == ENOENT);
    CHECK(!is_there(host, "in/file/nothing") && errno == ENOTDIR);
}

TEST(no_link_leads_out_of_the_roots) {
    Host *host = begin();
    look_at_links(host);
    end(host);
}

TEST(nor_does_one_where_the_kernel_does_not_help) {
    Host *host = begin();
    host_walk_by_hand(host);
    look_at_links(host);
    end(host);
}

TEST(a_link_itself_can_be_looked_at) {
    Host *host = begin();
    DoorInfo info;
    CHECK(host_look(host, at("in/up"), false, &info) && S_ISLNK(info.info.st_mode));
    end(host);
}

TEST(only_regular_files_are_read_and_none_that_is_too_large) {
    Host *host = begin();
    Bytes bytes;
    CHECK(!host_read(host, at("in/pipe"), 100, &bytes) && errno == ENODEV);
    CHECK(!host_read(host, at("in/deep"), 100, &bytes) && errno == EISDIR);
    CHECK(!host_read(host, at("in/file"), 6, &bytes) && errno == EFBIG);
    end(host);
}

static void count(void *context, const char *name) {
    (void)name;
    ++*(int *)context;
}

TEST(the_working_directory_is_there_and_nothing_in_it_is) {
    Host *host = host_new();
    Text name = {0};
    host_add_root(host, "/srv/project");
    host_be_at(host, "/home/somebody/desk");
    CHECK(host_view(host, "/home/somebody/desk") == VIEW_WAY && host_view(host, "/home") == VIEW_WAY);
    CHECK(host_view(host, "/home/somebody/desk/letter") == VIEW_NOTHING &&
          host_view(host, "/home/other") == VIEW_NOTHING);
    CHECK(host_way_name(host, "/home", 0, &name) && strcmp(name.data, "somebody") == 0);
    CHECK(!host_way_name(host, "/home/somebody/desk", 0, &name));
    text_free(&name);
    host_free(host);
}

TEST(directories_below_the_roots_are_listed) {
    Host *host = begin();
    int names = 0;
    CHECK(host_list(host, at("in/deep"), count, &names) && names == 1);
    CHECK(!host_list(host, at("out"), count, &names) && !host_list(host, at("in/folder_up"), count, &names));
    end(host);
}
