#include "engine/bundle.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/memory.h"
#include "base/parcel.h"
#include "base/sha.h"
#include "base/writing.h"
#include "engine/subject.h"

static const char title[] = "weft run 1";
enum { DIGEST = 32, WORDS_MAX = 256, FOLDERS_MAX = 4096, FILES_MAX = 1 << 18, NAME_SIZE_MAX = 255, ALL_MAX = 1 << 30 };

static void add_text(Text *out, const char *text) { parcel_add_text(out, text, strlen(text)); }

// --- a module ------------------------------------------------------------------------------------------------

static void digest_of(const uint8_t *bytes, size_t size, char letters[2 * DIGEST + 1]) {
    Sha sha;
    uint8_t digest[DIGEST];
    sha_init(&sha, SHA_256);
    sha_update(&sha, bytes, size);
    sha_final(&sha, digest);
    for (int i = 0; i < DIGEST; i++) snprintf(letters + 2 * i, 3, "%02x", digest[i]);
}

static void drop(Bytes bytes) { free((void *)(uintptr_t)bytes.data); }

typedef bool Visit(void *context, const char *name, Bytes bytes, Error *err);

static bool visit_file(const char *path, const char *name, Visit *visit, void *context, Error *err) {
    Bytes bytes;
    if (!bytes_read_file(path, &bytes, err)) return false;
    bool visited = visit(context, name, bytes, err);
    drop(bytes);
    return visited;
}

static int counts(const struct dirent *entry) { return subject_counts(entry->d_name); }

static bool visit_folder(const char *folder, struct dirent **entries, int count, Visit *visit, void *context,
                         Error *err) {
    Text path = {0};
    bool visited = true;
    for (int i = 0; i < count; i++) {
        text_clear(&path);
        text_format(&path, "%s/%s", folder, entries[i]->d_name);
        visited = visited && visit_file(text_string(&path), entries[i]->d_name, visit, context, err);
        free(entries[i]);
    }
    free(entries);
    text_free(&path);
    return visited;
}

// --- telling ---------------------------------------------------------------------------------------------------

void bundle_otp(const Project *project, Text *version) {
    Text path = {0};
    struct dirent **entries = NULL;
    Bytes bytes;
    Error err;
    text_format(&path, "%s/releases", project->otp_root);
    int count = scandir(text_string(&path), &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        text_clear(&path);
        text_format(&path, "%s/releases/%s/OTP_VERSION", project->otp_root, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.' && bytes_read_file(text_string(&path), &bytes, &err)) {
            text_clear(version);
            text_format(version, "%.*s", (int)strcspn((const char *)bytes.data, "\n"), (const char *)bytes.data);
            drop(bytes);
        }
        free(entries[i]);
    }
    free(entries);
    text_free(&path);
}

static bool tell_file(void *context, const char *name, Bytes bytes, Error *err) {
    char digest[2 * DIGEST + 1];
    (void)err;
    digest_of(bytes.data, bytes.size, digest);
    add_text(context, name);
    add_text(context, digest);
    return true;
}

static void tell_folder(const char *folder, Text *header) {
    struct dirent **entries = NULL;
    Error err;
    int count = scandir(folder, &entries, counts, alphasort);
    parcel_add_number(header, count > 0 ? (uint64_t)count : 0);
    visit_folder(folder, entries, count, tell_file, header, &err);
}

static void tell_options(const Program *p, Text *header) {
    Text word = {0};
    uint64_t count = 0;
    for (size_t i = 0; i < p->given_count; i++) count += subject_covers(p->given[i]);
    parcel_add_number(header, count);
    for (size_t i = 0; i < p->given_count; i++) {
        const Option *option = p->given[i];
        bool flag = option->kind == OPTION_FLAG, negated = flag && p->values[i];
        if (!subject_covers(option)) continue;
        text_clear(&word);
        text_format(&word, "%s%s", negated ? "--no-" : "", option->name + (negated ? 2 : 0));
        if (!flag) text_format(&word, "=%s", p->values[i]);
        parcel_add_text(header, text_string(&word), word.size);
    }
    text_free(&word);
}

void bundle_tell(const Program *p, const char *identity, Text *header) {
    const Project *project = &p->project;
    char here[PATH_MAX];
    Text otp = {0};
    Error err;
    uint64_t folders = 0;
    bundle_otp(project, &otp);
    add_text(header, title);
    add_text(header, WEFT_VERSION);
    parcel_add_text(header, text_string(&otp), otp.size);
    add_text(header, identity);
    add_text(header, getcwd(here, sizeof here) ? here : "/");
    tell_options(p, header);
    parcel_add_number(header, p->arguments ? p->argument_count + 1 : 0);
    for (size_t i = 0; i < p->argument_count; i++) add_text(header, p->arguments[i]);
    parcel_add_number(header, project->elixir);
    parcel_add_number(header, project->file_count);
    for (size_t i = 0; i < project->file_count; i++) {
        const char *slash = strrchr(project->files[i], '/'), *name = slash ? slash + 1 : project->files[i];
        visit_file(project->files[i], name, tell_file, header, &err);
    }
    for (size_t i = 0; i < project->path_count; i++) folders += !subject_is_of_otp(project, project->paths[i]);
    parcel_add_number(header, folders);
    for (size_t i = 0; i < project->path_count; i++)
        if (!subject_is_of_otp(project, project->paths[i])) tell_folder(project->paths[i], header);
    text_free(&otp);
}

static bool put_file(void *context, const char *name, Bytes bytes, Error *err) {
    char digest[2 * DIGEST + 1];
    bool there;
    (void)name;
    digest_of(bytes.data, bytes.size, digest);
    if (!queue_has_code(context, digest, &there, err)) return false;
    return there || queue_put_code(context, digest, bytes.data, bytes.size, err);
}

bool bundle_put(const Program *p, Queue *queue, Error *err) {
    const Project *project = &p->project;
    for (size_t i = 0; i < project->file_count; i++)
        if (!visit_file(project->files[i], "", put_file, queue, err)) return false;
    for (size_t i = 0; i < project->path_count; i++) {
        struct dirent **entries = NULL;
        if (subject_is_of_otp(project, project->paths[i])) continue;
        int count = scandir(project->paths[i], &entries, counts, alphasort);
        if (!visit_folder(project->paths[i], entries, count, put_file, queue, err)) return false;
    }
    return true;
}

// --- reading ---------------------------------------------------------------------------------------------------

static char *take_word(Parcel *in) {
    Text text = {0};
    parcel_text(in, &text);
    in->broken |= strlen(text_string(&text)) != text.size;
    char *word = memory_text(text_string(&text));
    text_free(&text);
    return word;
}

static void take_line(Parcel *in, Text *out) {
    parcel_text(in, out);
    for (size_t i = 0; i < out->size; i++) in->broken |= (unsigned char)out->data[i] < 0x20;
}

static void take_words(Bundle *b, Parcel *in) {
    uint64_t count = parcel_number_below(in, WORDS_MAX);
    b->words = memory_zeroed(count + 2, sizeof *b->words);
    b->words[b->word_count++] = memory_text("weft");
    for (; count && !in->broken; count--) {
        char *word = b->words[b->word_count++] = take_word(in);
        in->broken |= strncmp(word, "--", 2) != 0 || !word[2];
    }
}

static void take_arguments(Bundle *b, Parcel *in) {
    uint64_t count = parcel_number_below(in, WORDS_MAX);
    if (!count) return;
    b->arguments = memory_zeroed(count, sizeof *b->arguments);
    for (; count > 1 && !in->broken; count--) b->arguments[b->argument_count++] = take_word(in);
}

bool bundle_read(Bundle *b, const Text *header, Error *err) {
    Text is = {0};
    Parcel in = parcel_open(text_string(header), header->size);
    *b = (Bundle){.word_count = 0};
    take_line(&in, &is);
    bool known = strcmp(text_string(&is), title) == 0;
    text_free(&is);
    if (!known || in.broken) return fail(err, "the run is of another version of weft");
    take_line(&in, &b->weft);
    take_line(&in, &b->otp);
    take_line(&in, &b->identity);
    take_line(&in, &b->folder);
    take_words(b, &in);
    take_arguments(b, &in);
    b->elixir = parcel_number_below(&in, 2);
    if (in.broken || b->identity.size != 2 * DIGEST || *text_string(&b->folder) != '/')
        return fail(err, "what the run says of itself cannot be read");
    text_add_bytes(&b->rest, in.at, (size_t)(in.end - in.at));
    return true;
}

void bundle_free(Bundle *b) {
    while (b->word_count) memory_free(b->words[--b->word_count]);
    while (b->argument_count) memory_free(b->arguments[--b->argument_count]);
    memory_free(b->words);
    memory_free(b->arguments);
    text_free(&b->weft);
    text_free(&b->otp);
    text_free(&b->identity);
    text_free(&b->folder);
    text_free(&b->rest);
    *b = (Bundle){.word_count = 0};
}

// --- unpacking -------------------------------------------------------------------------------------------------

typedef struct {
    Queue *queue;
    Parcel in;
    Text folder, path;
    uint64_t size;   // of what was unpacked
    Error *err;
} Unpacking;

// A name of a module's file, and nothing that leads elsewhere.
static bool is_name(const Text *name) {
    const char *text = text_string(name);
    return strlen(text) == name->size && name->size <= NAME_SIZE_MAX && *text != '.' && !strchr(text, '/') &&
           subject_counts(text);
}

static bool fetch(Unpacking *u, const char *digest) {
    char is[2 * DIGEST + 1];
    Reply *reply = queue_get_code(u->queue, digest, u->err);
    if (!reply) return false;
    digest_of((const uint8_t *)text_string(&reply->text), reply->text.size, is);
    u->size += reply->text.size;
    bool written = u->size > ALL_MAX         ? fail(u->err, "--queue: the modules of the run take more than a gigabyte")
                   : strcmp(is, digest) == 0 ? writing_put(text_string(&u->path), &reply->text, u->err)
                                             : fail(u->err, "--queue: a module of the run is not what it should be");
    reply_free(reply);
    return written;
}

static bool is_digest(const Text *digest) {
    return digest->size == 2 * DIGEST && strspn(text_string(digest), "0123456789abcdef") == digest->size;
}

// One file into the folder, whose path is then in `path`.
static bool unpack_file(Unpacking *u) {
    Text name = {0}, digest = {0};
    parcel_text(&u->in, &name);
    parcel_text(&u->in, &digest);
    bool sound = !u->in.broken && is_name(&name) && is_digest(&digest);
    if (!sound) fail(u->err, "--queue: what the run says of its modules cannot be read");
    text_clear(&u->path);
    text_format(&u->path, "%s/%s", text_string(&u->folder), text_string(&name));
    bool unpacked = sound && fetch(u, text_string(&digest));
    text_free(&name);
    text_free(&digest);
    return unpacked;
}

static bool make_folder(Unpacking *u, const Project *project, const char *kind, uint64_t number) {
    text_clear(&u->folder);
    text_format(&u->folder, "%s/%s%llu", project->scratch, kind, (unsigned long long)number);
    return mkdir(text_string(&u->folder), 0700) == 0 || fail(u->err, "%s: no folder", text_string(&u->folder));
}

static void push_file(Project *project, const char *path) {
    if (project->file_count == project->file_capacity) {
        project->file_capacity = project->file_capacity * 2 + 8;
        project->files = memory_resize(project->files, project->file_capacity * sizeof *project->files);
    }
    project->files[project->file_count++] = memory_text(path);
}

// Files that were named one by one may have the same name.
static bool unpack_files(Unpacking *u, Project *project) {
    uint64_t count = parcel_number_below(&u->in, FILES_MAX);
    for (uint64_t i = 0; i < count; i++) {
        if (!make_folder(u, project, "f", i) || !unpack_file(u)) return false;
        push_file(project, text_string(&u->path));
    }
    return true;
}

static bool unpack_folders(Unpacking *u, Project *project) {
    uint64_t folders = parcel_number_below(&u->in, FOLDERS_MAX);
    for (uint64_t i = 0; i < folders; i++) {
        if (!make_folder(u, project, "p", i)) return false;
        for (uint64_t left = parcel_number_below(&u->in, FILES_MAX); left; left--)
            if (!unpack_file(u)) return false;
        project_add_path(project, text_string(&u->folder));
    }
    return parcel_is_sound(&u->in) || fail(u->err, "--queue: what the run says of its modules cannot be read");
}

bool bundle_unpack(const Bundle *b, Queue *queue, Project *project, Error *err) {
    Unpacking u = {.queue = queue, .in = parcel_open(text_string(&b->rest), b->rest.size), .err = err};
    if (!scratch_make(&project->scratch_folder, err)) return false;
    project->scratch = project->scratch_folder.path;
    project->elixir = b->elixir;
    bool unpacked = unpack_files(&u, project) && unpack_folders(&u, project);
    text_free(&u.folder);
    text_free(&u.path);
    return unpacked;
}
