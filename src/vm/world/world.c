#include "vm/world/world.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "vm/world/embedded.h"

typedef struct {
    char **items;
    size_t count, capacity;
} Strings;

typedef struct Listing {
    char *directory;
    Strings names;   // sorted
    struct Listing *next;
} Listing;

struct World {
    char *directory;   // where weft was started
    char *otp_root;
    Strings libraries;   // absolute; what OTP and Elixir brought
    Strings path;        // as the program sees it
    Host *host;          // what can be read of it
    Listing *listings;   // most recently made first
};

// --- lists of strings ----------------------------------------------------------------------------------

static void strings_add(Strings *strings, char *owned) {
    if (strings->count == strings->capacity) {
        strings->capacity = strings->capacity ? strings->capacity * 2 : 16;
        strings->items = memory_resize(strings->items, strings->capacity * sizeof(char *));
    }
    strings->items[strings->count++] = owned;
}

static void strings_free(Strings *strings) {
    for (size_t i = 0; i < strings->count; i++) memory_free(strings->items[i]);
    memory_free(strings->items);
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void strings_sort(Strings *strings) {
    if (strings->count > 1) qsort(strings->items, strings->count, sizeof(char *), by_text);
}

static bool strings_has(const Strings *sorted, const char *text) {
    return sorted->count && bsearch(&text, sorted->items, sorted->count, sizeof(char *), by_text) != NULL;
}

static void add_visible(void *names, const char *name) {
    if (name[0] != '.') strings_add(names, memory_text(name));
}

static void list_directory(Host *host, const char *directory, Strings *names) {
    host_list(host, directory, add_visible, names);
    strings_sort(names);
}

// --- paths ---------------------------------------------------------------------------------------------

static void add_components(Text *out, const char *path) {
    while (*path) {
        size_t size = strcspn(path, "/");
        if (size == 2 && path[0] == '.' && path[1] == '.') {
            while (out->size > 0 && out->data[out->size - 1] != '/') out->size--;
            if (out->size > 0) out->size--;
        } else if (size > 0 && !(size == 1 && path[0] == '.')) {
            text_add_char(out, '/');
            text_add_bytes(out, path, size);
        }
        path += size;
        path += strspn(path, "/");
    }
}

void world_absolute(Text *out, const char *base, const char *path) {
    text_clear(out);
    if (path[0] != '/') add_components(out, base);
    add_components(out, path);
    if (out->size == 0) text_add_char(out, '/');
    out->data[out->size] = '\0';
}

// Whether `path` is `directory` or lies below it.
static bool is_below(const char *path, const char *directory) {
    size_t size = strlen(directory);
    if (size == 1 && directory[0] == '/') return true;
    return strncmp(path, directory, size) == 0 && (path[size] == '/' || path[size] == '\0');
}

// Its "ebin" belongs to an application, all of which can be read.
static void add_root(World *world, const char *directory) {
    Text absolute = {0};
    world_absolute(&absolute, world->directory, directory);
    char *last = strrchr(absolute.data, '/');
    if (strcmp(last, "/ebin") == 0 && last != absolute.data) *last = '\0';
    host_add_root(world->host, absolute.data);
    text_free(&absolute);
}

Host *world_host(const World *world) { return world->host; }
View world_view(const World *world, const char *path) { return host_view(world->host, path); }

// --- the libraries of OTP -------------------------------------------------------------------------------

// Compares "stdlib-4.10" and "stdlib-4.9": by name, then by the numbers of the version.
static int compare_libraries(const char *a, const char *b) {
    size_t name_a = strcspn(a, "-"), name_b = strcspn(b, "-");
    int order = strncmp(a, b, name_a < name_b ? name_a : name_b);
    if (order != 0 || name_a != name_b) return order ? order : name_a < name_b ? -1 : 1;
    a += name_a, b += name_b;
    while (*a && *b) {
        char *end_a, *end_b;
        long number_a = strtol(a + 1, &end_a, 10), number_b = strtol(b + 1, &end_b, 10);
        if (number_a != number_b) return number_a < number_b ? -1 : 1;
        if (end_a == a + 1 || end_b == b + 1) return strcmp(a, b);
        a = end_a, b = end_b;
    }
    return (*a != '\0') - (*b != '\0');
}

static int by_library_descending(const void *a, const void *b) {
    return -compare_libraries(*(char *const *)a, *(char *const *)b);
}

static bool same_library(const char *a, const char *b) {
    size_t size = strcspn(a, "-");
    return size == strcspn(b, "-") && strncmp(a, b, size) == 0;
}

// OTP is the user's own: where links in it lead to belongs to it.
static void add_where_it_leads(World *world, const char *directory) {
    struct stat info;
    char real[PATH_MAX];
    if (lstat(directory, &info) == 0 && S_ISLNK(info.st_mode) && realpath(directory, real))
        host_add_root(world->host, real);
}

static void add_library(World *world, const char *name) {
    Text ebin = {0};
    text_format(&ebin, "%s/lib/%s", world->otp_root, name);
    add_where_it_leads(world, ebin.data);
    text_clear(&ebin);
    text_format(&ebin, "%s/lib/%s/ebin", world->otp_root, name);
    if (access(ebin.data, F_OK) == 0) strings_add(&world->path, memory_text(ebin.data));
    text_free(&ebin);
}

// The newest version of each; kernel and stdlib first, the others backwards, as in erl.
static void add_libraries(World *world) {
    Strings names = {0};
    Text directory = {0};
    text_format(&directory, "%s/lib", world->otp_root);
    add_where_it_leads(world, directory.data);
    list_directory(world->host, directory.data, &names);
    if (names.count > 1) qsort(names.items, names.count, sizeof(char *), by_library_descending);
    static const char *const first[] = {"kernel", "stdlib"};
    for (size_t round = 0; round < 3; round++) {
        for (size_t i = 0; i < names.count; i++) {
            const char *name = names.items[i];
            if (i > 0 && same_library(name, names.items[i - 1])) continue;
            bool early = same_library(name, first[0]) || same_library(name, first[1]);
            if (round < 2 ? same_library(name, first[round]) : !early) add_library(world, name);
        }
    }
    strings_free(&names);
    text_free(&directory);
}

// --- the libraries of Elixir -----------------------------------------------------------------------------

static void add_library_root(World *world, const char *directory) {
    Text absolute = {0};
    world_absolute(&absolute, world->directory, directory);
    strings_add(&world->libraries, memory_text(absolute.data));
    text_free(&absolute);
}

// Its applications lie beside each other.
static void find_elixir(World *world, const char *ebin) {
    Text kernel = {0};
    text_format(&kernel, "%s/Elixir.Kernel.beam", ebin);
    if (access(kernel.data, F_OK) == 0) {
        text_clear(&kernel);
        text_format(&kernel, "%s/../..", ebin);
        add_library_root(world, kernel.data);
    }
    text_free(&kernel);
}

bool world_is_library(const World *world, const char *path) {
    for (size_t i = 0; i < world->libraries.count; i++)
        if (is_below(path, world->libraries.items[i])) return true;
    return false;
}

// --- making one -----------------------------------------------------------------------------------------

World *world_new(const MachineConfig *config) {
    World *world = memory_zeroed(1, sizeof *world);
    char *here = getcwd(NULL, 0);
    world->host = host_new();
    world->directory = memory_text(config->directory ? config->directory : here ? here : "/");
    host_be_at(world->host, world->directory);
    world->otp_root = memory_text(config->otp_root ? config->otp_root : "");
    if (here && !config->roots) add_root(world, ".");
    for (size_t i = 0; i < config->root_count; i++) add_root(world, config->roots[i]);
    free(here);
    for (size_t i = 0; i < config->path_count; i++) {
        strings_add(&world->path, memory_text(config->paths[i]));
        add_root(world, config->paths[i]);
        find_elixir(world, config->paths[i]);
    }
    strings_add(&world->path, memory_text("."));
    if (world->otp_root[0]) {
        add_root(world, world->otp_root);
        add_library_root(world, world->otp_root);
        add_libraries(world);
    }
    return world;
}

void world_free(World *world) {
    for (Listing *listing = world->listings, *next; listing; listing = next) {
        next = listing->next;
        strings_free(&listing->names);
        memory_free(listing->directory);
        memory_free(listing);
    }
    strings_free(&world->path);
    host_free(world->host);
    memory_free(world->directory);
    memory_free(world->otp_root);
    strings_free(&world->libraries);
    memory_free(world);
}

size_t world_path_count(const World *world) { return world->path.count; }
const char *world_path(const World *world, size_t index) { return world->path.items[index]; }
const char *world_otp_root(const World *world) { return world->otp_root; }
const char *world_directory(const World *world) { return world->directory; }

// --- modules --------------------------------------------------------------------------------------------

static Listing *listing_of(World *world, const char *directory) {
    for (Listing *listing = world->listings; listing; listing = listing->next)
        if (strcmp(listing->directory, directory) == 0) return listing;
    Listing *listing = memory_zeroed(1, sizeof *listing);
    listing->directory = memory_text(directory);
    Text absolute = {0};
    world_absolute(&absolute, world->directory, directory);
    list_directory(world->host, absolute.data, &listing->names);
    text_free(&absolute);
    listing->next = world->listings;
    world->listings = listing;
    return listing;
}

bool world_directory_has(World *world, const char *directory, const char *name) {
    return strings_has(&listing_of(world, directory)->names, name);
}

bool world_find_module(World *world, const char *module, Text *path) {
    Text name = {0};
    text_format(&name, "%s.beam", module);
    bool found = false;
    for (size_t i = 0; i < world->path.count && !found; i++) {
        const char *directory = world->path.items[i];
        found = world_directory_has(world, directory, name.data);
        if (!found) continue;
        Text relative = {0};
        text_format(&relative, "%s/%s", directory, name.data);
        world_absolute(path, world->directory, relative.data);
        text_free(&relative);
    }
    text_free(&name);
    return found;
}

bool world_embedded_module(const char *module, Bytes *file) {
    for (const Embedded *e = embedded_modules; e->name; e++) {
        if (strcmp(e->name, module) != 0) continue;
        *file = (Bytes){e->bytes, e->size};
        return true;
    }
    return false;
}

// What prim_socket asks the system for, in all releases, and the process that knows of all sockets.
static void replace_sockets(CodeServer *code) {
    static const struct {
        const char *name;
        uint32_t arity;
    } of_system[] =
        {
            {"nif_info", 0},           {"nif_info", 1},     {"nif_command", 1},  {"nif_supports", 0},
            {"nif_supports", 1},       {"nif_open", 2},     {"nif_open", 4},     {"nif_bind", 2},
            {"nif_bind", 3},           {"nif_connect", 1},  {"nif_connect", 3},  {"nif_listen", 2},
            {"nif_accept", 2},         {"nif_send", 4},     {"nif_sendto", 5},   {"nif_sendmsg", 5},
            {"nif_sendv", 3},          {"nif_sendfile", 1}, {"nif_sendfile", 4}, {"nif_sendfile", 5},
            {"nif_recv", 4},           {"nif_recvfrom", 4}, {"nif_recvmsg", 5},  {"nif_close", 1},
            {"nif_finalize_close", 1}, {"nif_shutdown", 2}, {"nif_setopt", 5},   {"nif_getopt", 3},
            {"nif_getopt", 4},         {"nif_sockname", 1}, {"nif_peername", 1}, {"nif_ioctl", 2},
            {"nif_ioctl", 3},          {"nif_ioctl", 4},    {"nif_cancel", 3},   {"p_get", 1},
            {"nif_getopt", 5},         {"nif_sendmmsg", 4}, {"nif_recvmmsg", 6},
        },
      of_registry[] = {
          {"number_of", 0},
          {"which_sockets", 1},
          {"monitor", 1},
          {"monitor", 2},
          {"cancel_monitor", 1},
          {"number_of_monitors", 0},
          {"number_of_monitors", 1},
          {"which_monitors", 1},
          {"monitored_by", 1},
      };
    for (size_t i = 0; i < sizeof of_system / sizeof *of_system; i++)
        code_replace(code, "prim_socket", of_system[i].name, of_system[i].arity, "weft_socket");
    for (size_t i = 0; i < sizeof of_registry / sizeof *of_registry; i++)
        code_replace(code, "socket_registry", of_registry[i].name, of_registry[i].arity, "weft_socket");
}

void world_replace_servers(CodeServer *code) {
    code_replace(code, "file", "call", 2, "weft_file");
    code_replace(code, "erl_prim_loader", "request", 1, "weft_file");
    code_replace(code, "erl_prim_loader", "get_loader_config", 0, "weft_file");
    code_replace(code, "code_server", "call", 1, "weft_code");
    code_replace(code, "code_server", "is_sticky", 1, "weft_code");
    code_replace(code, "beam_lib", "uncompress", 1, "weft_code");
    code_replace(code, "supervisor", "call", 2, "weft_kernel");
    code_replace(code, "inet", "gethostname", 0, "weft_inet");
    code_replace(code, "inet_gethost_native", "gethostbyname", 1, "weft_inet");
    code_replace(code, "inet_gethost_native", "gethostbyname", 2, "weft_inet");
    code_replace(code, "inet_gethost_native", "gethostbyaddr", 1, "weft_inet");
    code_replace(code, "inet_gethost_native", "control", 1, "weft_inet");
    static const struct {
        const char *name;
        uint32_t arity;
    } of_ports[] = {
        {"port_info", 1},    {"port_info", 2},    {"port_call", 3},    {"port_close", 1},
        {"port_command", 3}, {"port_connect", 2}, {"port_control", 3},
    };
    for (size_t i = 0; i < sizeof of_ports / sizeof *of_ports; i++)
        code_replace(code, "erts_internal", of_ports[i].name, of_ports[i].arity, "weft_port");
    replace_sockets(code);
    code_replace(code, "erlang", "port_get_data", 1, "weft_port");
    code_replace(code, "erlang", "port_set_data", 2, "weft_port");
    code_replace(code, "asn1rt_nif", "decode_ber_tlv_raw", 1, "weft_asn1");
    code_replace(code, "asn1rt_nif", "encode_ber_tlv", 1, "weft_asn1");
    code_replace(code, "logger", "allow", 2, "weft_logger");
    code_replace(code, "kernel", "init", 1, "weft_kernel");
    code_replace(code, "erl_signal_handler", "start", 0, "weft_kernel");
    code_replace(code, "net_kernel", "request", 1, "weft_net");
    static const char *const orders[] = {"start_node", "crash_node", "restart_node"};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) code_replace(code, "weft", orders[i], 1, "weft_net");
    code_replace(code, "weft", "connect", 2, "weft_net");
    code_replace(code, "weft", "disconnect", 2, "weft_net");
    code_replace(code, "auth", "get_cookie", 0, "weft_net");
    code_replace(code, "auth", "get_cookie", 1, "weft_net");
    code_replace(code, "auth", "set_cookie", 1, "weft_net");
    code_replace(code, "auth", "set_cookie", 2, "weft_net");
    code_replace(code, "net_kernel", "start", 1, "weft_kernel");
    code_replace(code, "net_kernel", "start", 2, "weft_kernel");
}

void world_replace_commands(CodeServer *code) {
    for (uint32_t arity = 2; arity <= 3; arity++) {
        code_replace(code, "proper_statem", "run_commands", arity, "weft_parallel");
        code_replace(code, "proper_statem", "run_parallel_commands", arity, "weft_parallel");
    }
}
