#include "vm/world/world.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixture.h"
#include "tap.h"
#include "vm/term/map.h"
#include "vm/world/code_path.h"
#include "vm/world/environment.h"
#include "vm/world/file.h"
#include "vm/world/filename.h"

// A machine with a world and one process, but nothing that runs.
static Process *process_in_world(void) {
    static Machine machine;
    static MachineConfig config;
    if (machine.world) world_free(machine.world);
    Process *p = fixture_process();
    memset(&machine, 0, sizeof machine);
    machine.config = &config;
    machine.world = world_new(&config);
    machine.globals = store_record(p->store, RECORD_PLAIN, sizeof(Globals) / sizeof(uint64_t), GLOBALS_TERMS);
    machine.globals->files = machine.globals->loaded = machine.globals->handles = map_empty(p->heap);
    machine.globals->environment = environment_new(p->heap);
    p->machine = &machine;
    return p;
}

static bool failed_with(Term error, Term wanted) { return term_same(error, wanted); }

// Opens, writes and forgets about the handle.
static Term write_text(Process *p, const char *name, const char *text) {
    Term identity;
    Term error = file_open(p, name, OPEN_WRITE, &identity);
    if (!term_is_none(error)) return error;
    Inode inode = inode_get(p, identity);
    error = inode_write(p, &inode, 0, (Bytes){(const uint8_t *)text, strlen(text)});
    inode.opens = 0;
    inode_put(p, identity, &inode);
    return error;
}

static bool contains(Process *p, const char *name, const char *text) {
    Term binary;
    if (!term_is_none(file_read(p, name, &binary))) return false;
    return term_binary_size(binary) == strlen(text) && memcmp(term_binary_bytes(binary), text, strlen(text)) == 0;
}

// --- paths ----------------------------------------------------------------------------------------------

TEST(a_path_is_made_absolute_by_its_letters) {
    Text path = {0};
    world_absolute(&path, "/home/user", "a/./b//../c/");
    CHECK_TEXT(path.data, "/home/user/a/c");
    world_absolute(&path, "/home/user", "../../../..");
    CHECK_TEXT(path.data, "/");
    world_absolute(&path, "/home", "/x/y");
    CHECK_TEXT(path.data, "/x/y");
    text_free(&path);
}

TEST(only_what_lies_below_the_roots_can_be_seen) {
    MachineConfig config = {.otp_root = "/opt/otp"};
    World *world = world_new(&config);
    CHECK(world_view(world, world_directory(world)) == VIEW_ALL);
    CHECK(world_view(world, "/opt/otp/lib") == VIEW_ALL);
    CHECK(world_view(world, "/opt") == VIEW_WAY);
    CHECK(world_view(world, "/") == VIEW_WAY);
    CHECK(world_view(world, "/opt/otpx") == VIEW_NOTHING);
    CHECK(world_view(world, "/etc") == VIEW_NOTHING);
    Text name = {0};
    CHECK(host_way_name(world_host(world), "/opt", 0, &name));
    CHECK_TEXT(name.data, "otp");
    CHECK(!host_way_name(world_host(world), "/opt", 1, &name));
    text_free(&name);
    world_free(world);
}

TEST(an_ebin_directory_on_the_path_shows_its_whole_application) {
    const char *paths[] = {"/somewhere/app/ebin"};
    MachineConfig config = {.paths = paths, .path_count = 1};
    World *world = world_new(&config);
    CHECK(world_view(world, "/somewhere/app/priv/data") == VIEW_ALL);
    CHECK(world_view(world, "/somewhere/other") == VIEW_NOTHING);
    CHECK_TEXT(world_path(world, 0), "/somewhere/app/ebin");
    CHECK_TEXT(world_path(world, 1), ".");
    world_free(world);
}

static void make_library(const char *root, const char *name) {
    Text path = {0};
    text_format(&path, "%s/lib/%s/ebin", root, name);
    for (char *slash = path.data + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(path.data, 0755);
        *slash = '/';
    }
    mkdir(path.data, 0755);
    text_free(&path);
}

TEST(of_several_versions_of_a_library_the_newest_is_used) {
    char root[] = "/tmp/weft_world_XXXXXX";
    CHECK(mkdtemp(root) != NULL);
    const char *const names[] = {"stdlib-4.9", "stdlib-4.10", "kernel-8.5", "abc-1", "xyz"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) make_library(root, names[i]);
    MachineConfig config = {.otp_root = root};
    World *world = world_new(&config);
    const char *const expected[] = {".", "kernel-8.5", "stdlib-4.10", "xyz", "abc-1"};
    CHECK(world_path_count(world) == 5);
    for (size_t i = 0; i < world_path_count(world); i++) CHECK(strstr(world_path(world, i), expected[i]) != NULL);
    world_free(world);
    Text command = {0};
    text_format(&command, "rm -r %s", root);
    CHECK(system(command.data) == 0);
    text_free(&command);
}

TEST(modules_of_weft_itself_are_found_without_a_path) {
    Bytes file;
    CHECK(world_embedded_module("weft_io", &file) && memcmp(file.data, "FOR1", 4) == 0);
    CHECK(!world_embedded_module("lists", &file));
}

// --- names ----------------------------------------------------------------------------------------------

TEST(a_name_may_be_a_nested_string_but_has_no_nul) {
    Process *p = fixture_process();
    Text text = {0};
    Term inner = heap_list_from_text(p->heap, "bc");
    Term name = heap_cons(p->heap, term_small('a'), heap_cons(p->heap, inner, TERM_NIL));
    CHECK(filename_add(&text, name));
    CHECK_TEXT(text.data, "abc");
    CHECK(!filename_add(&text, heap_cons(p->heap, term_small(0), TERM_NIL)));
    CHECK(!filename_add(&text, heap_cons(p->heap, ATOM(ok), TERM_NIL)));
    CHECK(!filename_add(&text, heap_cons(p->heap, term_small('a'), ATOM(ok))));
    text_free(&text);
}

TEST(a_name_nested_very_deep_needs_no_c_stack) {
    Process *p = fixture_process();
    Text text = {0};
    Term name = heap_list_from_text(p->heap, "x");
    for (int i = 0; i < 1000000; i++) name = heap_cons(p->heap, name, TERM_NIL);
    CHECK(filename_add(&text, name));
    CHECK_TEXT(text.data, "x");
    text_free(&text);
}

// --- files ----------------------------------------------------------------------------------------------

TEST(what_a_program_writes_can_be_read_and_stays_off_the_host) {
    Process *p = process_in_world();
    CHECK(term_is_none(write_text(p, "weft_world_test.txt", "hello")));
    CHECK(contains(p, "weft_world_test.txt", "hello"));
    CHECK(access("weft_world_test.txt", F_OK) != 0);
    FileInfo info;
    CHECK(term_is_none(file_info(p, "weft_world_test.txt", true, &info)));
    CHECK(info.inode.size == 5 && term_same(info.inode.type, ATOM(regular)));
}

TEST(going_back_takes_files_and_the_directory_back) {
    Process *p = process_in_world();
    CHECK(term_is_none(file_make_directory(p, "/tmp/a")));
    CHECK(term_is_none(write_text(p, "/tmp/a/x", "old")));
    size_t mark = store_mark(p->store);
    CHECK(term_is_none(write_text(p, "/tmp/a/x", "new and longer")));
    CHECK(term_is_none(file_set_directory(p, "/tmp/a")));
    CHECK(term_is_none(file_delete(p, "x")));
    CHECK(failed_with(file_delete(p, "/tmp/a/x"), ATOM(enoent)));
    store_undo(p->store, mark);
    CHECK(contains(p, "/tmp/a/x", "old"));
    CHECK_TEXT(file_directory(p), world_directory(p->machine->world));
}

TEST(a_directory_with_something_in_it_cannot_be_deleted) {
    Process *p = process_in_world();
    file_make_directory(p, "/tmp/d");
    write_text(p, "/tmp/d/x", "x");
    CHECK(failed_with(file_delete_directory(p, "/tmp/d"), ATOM(eexist)));
    CHECK(failed_with(file_delete(p, "/tmp/d"), ATOM(eperm)));
    CHECK(failed_with(file_delete_directory(p, "/tmp/d/x"), ATOM(enotdir)));
    CHECK(term_is_none(file_delete(p, "/tmp/d/x")));
    CHECK(term_is_none(file_delete_directory(p, "/tmp/d")));
    CHECK(failed_with(file_delete_directory(p, "/tmp/d"), ATOM(enoent)));
}

TEST(a_renamed_directory_takes_its_files_along) {
    Process *p = process_in_world();
    file_make_directory(p, "/tmp/one");
    write_text(p, "/tmp/one/x", "inside");
    CHECK(failed_with(file_rename(p, "/tmp/one", "/tmp/one/two"), ATOM(einval)));
    CHECK(term_is_none(file_rename(p, "/tmp/one", "/tmp/two")));
    CHECK(contains(p, "/tmp/two/x", "inside"));
    Term binary;
    CHECK(failed_with(file_read(p, "/tmp/one/x", &binary), ATOM(enoent)));
}

TEST(two_names_of_one_file_show_the_same_contents) {
    Process *p = process_in_world();
    write_text(p, "/tmp/a", "first");
    CHECK(term_is_none(file_link(p, "/tmp/a", "/tmp/b")));
    write_text(p, "/tmp/b", "second");
    CHECK(contains(p, "/tmp/a", "second"));
    CHECK(term_is_none(file_delete(p, "/tmp/a")));
    CHECK(contains(p, "/tmp/b", "second"));
}

TEST(links_are_followed_but_not_in_circles) {
    Process *p = process_in_world();
    file_make_directory(p, "/tmp/weft_folder");
    write_text(p, "/tmp/weft_folder/x", "there");
    CHECK(term_is_none(file_symlink(p, "weft_folder", "/tmp/weft_link")));
    CHECK(contains(p, "/tmp/weft_link/x", "there"));
    CHECK(term_is_none(file_symlink(p, "weft_circle", "/tmp/weft_circle")));
    Term binary;
    CHECK(failed_with(file_read(p, "/tmp/weft_circle", &binary), ATOM(eloop)));
}

TEST(a_file_of_the_host_can_be_changed_for_the_program_alone) {
    char name[] = "weft_world_XXXXXX";
    int descriptor = mkstemp(name);
    CHECK(write(descriptor, "host", 4) == 4);
    close(descriptor);
    Process *p = process_in_world();
    CHECK(contains(p, name, "host"));
    CHECK(term_is_none(write_text(p, name, "changed")));
    CHECK(contains(p, name, "changed"));
    CHECK(term_is_none(file_delete(p, name)));
    CHECK(failed_with(file_delete(p, name), ATOM(enoent)));
    struct stat info;
    CHECK(stat(name, &info) == 0 && info.st_size == 4);
    unlink(name);
}

TEST(the_rest_of_the_host_is_not_there) {
    Process *p = process_in_world();
    Term result;
    CHECK(failed_with(file_read(p, "/etc/passwd", &result), ATOM(enoent)));
    CHECK(failed_with(file_list(p, "/etc", &result), ATOM(enoent)));
    CHECK(failed_with(write_text(p, "/weft", "x"), ATOM(eacces)));
    CHECK(term_is_none(file_list(p, FILE_HOME, &result)) && term_is_nil(result));
}

TEST(holes_in_a_file_are_zeros) {
    Process *p = process_in_world();
    Inode inode = inode_new(p, ATOM(regular), 0644);
    CHECK(term_is_none(inode_write(p, &inode, 5000, (Bytes){(const uint8_t *)"end", 3})));
    CHECK(inode.size == 5003);
    Term binary;
    CHECK(term_is_none(inode_read(p, &inode, 4998, 100, &binary)));
    CHECK(term_binary_size(binary) == 5 && memcmp(term_binary_bytes(binary), "\0\0end", 5) == 0);
    inode_truncate(p, &inode, 5001);
    CHECK(term_is_none(inode_read(p, &inode, 4999, 100, &binary)));
    CHECK(term_binary_size(binary) == 2 && memcmp(term_binary_bytes(binary), "\0e", 2) == 0);
}

TEST(a_file_of_many_pages_reads_as_it_was_written) {
    Process *p = process_in_world();
    uint8_t bytes[10 * INODE_PAGE + 7];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * 7);
    Inode inode = inode_new(p, ATOM(regular), 0644);
    for (size_t at = 0; at < sizeof bytes; at += 100) {
        size_t part = sizeof bytes - at < 100 ? sizeof bytes - at : 100;
        CHECK(term_is_none(inode_write(p, &inode, at, (Bytes){bytes + at, part})));
    }
    Term binary;
    CHECK(term_is_none(inode_read(p, &inode, 0, UINT64_MAX, &binary)));
    CHECK(term_binary_size(binary) == sizeof bytes);
    CHECK(memcmp(term_binary_bytes(binary), bytes, sizeof bytes) == 0);
}
