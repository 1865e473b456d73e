#include "vm/world/external.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/memory.h"
#include "base/words.h"
#include "vm/run/bif.h"
#include "vm/run/machine_state.h"
#include "vm/run/record.h"
#include "vm/term/etf.h"
#include "vm/term/hash.h"
#include "vm/term/map.h"
#include "vm/world/helper.h"

enum { BUCKETS = 1024, ARITY_MAX = 255 };

typedef struct Memory {
    struct Memory *next;
    uint64_t hash;
    Text question, answer;
} Memory;

struct External {
    Helper *helper;
    Bif *bifs;   // one for each function, and an end
    size_t count;
    uint32_t *answers;        // by function: different calls; shared by all who search
    Memory *known[BUCKETS];   // by question
};

// --- which functions --------------------------------------------------------------------------------------

static char *copy(const char *from, size_t size) {
    bool quoted = size >= 2 && from[0] == '\'' && from[size - 1] == '\'';
    char *text = memory_new(size + 1);
    memcpy(text, from + quoted, size - 2 * quoted);
    text[size - 2 * quoted] = 0;
    return text;
}

static bool parse_function(const char *text, Bif *out, Error *err) {
    const char *slash = strrchr(text, '/'), *colon = strchr(text, ':');
    char *end = NULL;
    unsigned long arity = slash ? strtoul(slash + 1, &end, 10) : 0;
    bool good = slash && colon && colon > text && slash > colon + 1 && slash[1] >= '0' && slash[1] <= '9' && !*end &&
                arity <= ARITY_MAX;
    if (!good) return fail(err, "--external %s: give MODULE:FUNCTION/ARITY, such as crypto:generate_key/2", text);
    if (strncmp(text, "erlang:", 7) == 0 || strncmp(text, "erts_internal:", 14) == 0)
        return fail(err, "--external %s: what the machine itself does cannot be asked elsewhere", text);
    out->module = copy(text, (size_t)(colon - text));
    out->function = copy(colon + 1, (size_t)(slash - colon - 1));
    out->arity = (unsigned)arity;
    return true;
}

static Term external_call(Process *p, const Term *args);

static Helper *start_helper(const External *external, const MachineConfig *config, Error *err) {
    char **names = memory_zeroed(external->count, sizeof *names);
    for (size_t i = 0; i < external->count; i++) {
        const Bif *bif = &external->bifs[i];
        Text name = {0};
        text_format(&name, "%s:%s/%u", bif->module, bif->function, bif->arity);
        names[i] = name.data;
    }
    HelperCode code = {config->paths, config->path_count, (const char *const *)names, external->count};
    Helper *helper = helper_start(config->otp_root, &code, err);
    for (size_t i = 0; i < external->count; i++) memory_free(names[i]);
    memory_free(names);
    return helper;
}

bool external_new(const MachineConfig *config, CodeServer *code, External **out, Error *err) {
    *out = NULL;
    if (config->external_count == 0) return true;
    External *external = memory_zeroed(1, sizeof *external);
    external->bifs = memory_zeroed(config->external_count + 1, sizeof *external->bifs);
    external->answers = mmap(NULL, config->external_count * sizeof(uint32_t), PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (external->answers == MAP_FAILED) memory_exhausted(config->external_count * sizeof(uint32_t));
    bool good = true;
    for (size_t i = 0; good && i < config->external_count; i++) {
        Bif *bif = &external->bifs[external->count++];
        good = parse_function(config->externals[i], bif, err);
        bif->call = external_call;
    }
    if (good) external->helper = start_helper(external, config, err);
    if (!external->helper) {
        external_free(external);
        return false;
    }
    code_add_bifs(code, external->bifs);
    *out = external;
    return true;
}

static void free_memories(Memory *memory) {
    for (Memory *next; memory; memory = next) {
        next = memory->next;
        text_free(&memory->question);
        text_free(&memory->answer);
        memory_free(memory);
    }
}

void external_free(External *external) {
    if (!external) return;
    if (external->helper) helper_end(external->helper);
    for (size_t i = 0; i < BUCKETS; i++) free_memories(external->known[i]);
    for (size_t i = 0; i < external->count; i++) {
        memory_free((void *)(uintptr_t)external->bifs[i].module);
        memory_free((void *)(uintptr_t)external->bifs[i].function);
    }
    munmap(external->answers, external->count * sizeof(uint32_t));
    memory_free(external->bifs);
    memory_free(external);
}

// --- what can travel --------------------------------------------------------------------------------------

static const char *stays_home(Term t) {
    if (term_is_pid(t)) return "a pid";
    if (term_is_port(t)) return "a port";
    if (term_is_reference(t)) return "a reference";
    return term_is_kind(t, KIND_FUN) ? "a fun" : NULL;
}

static void push_parts(Words *todo, Term t) {
    Term key, value;
    if (term_is_cons(t)) {
        words_push(todo, term_head(t).bits);
        words_push(todo, term_tail(t).bits);
    } else if (term_is_tuple(t)) {
        for (uint32_t i = 0; i < term_tuple_size(t); i++) words_push(todo, term_elements(t)[i].bits);
    } else if (term_is_map(t)) {
        MapIterator it;
        for (map_iterate(&it, t); map_next(&it, &key, &value);) {
            words_push(todo, key.bits);
            words_push(todo, value.bits);
        }
    } else if (term_is_record(t)) {
        for (size_t i = 1; i <= term_size(t); i++) words_push(todo, term_words(t)[i].bits);
    }
}

// What a term contains that cannot travel, in words; NULL: nothing.
static const char *find_obstacle(Term term) {
    const char *obstacle = NULL;
    Words todo;
    words_init(&todo);
    for (words_push(&todo, term.bits); !obstacle && todo.count > 0;) {
        Term t = {words_pop(&todo)};
        obstacle = stays_home(t);
        if (!obstacle) push_parts(&todo, t);
    }
    words_free(&todo);
    return obstacle;
}

// --- asking -----------------------------------------------------------------------------------------------

static Term refuse(Process *p, const Export *export, const char *why) {
    Text text = {0};
    text_format(&text, "--external %s:%s/%u: %s", atom_string(export->module), atom_string(export->function),
                export->arity, why);
    process_unsupported(p, text_string(&text));
    text_free(&text);
    return NO_TERM;
}

static Memory *remember(External *external, Text *question) {
    uint64_t hash = hash_bytes(question->data, question->size);
    Memory **bucket = &external->known[hash % BUCKETS];
    for (Memory *memory = *bucket; memory; memory = memory->next)
        if (memory->hash == hash && memory->question.size == question->size &&
            memcmp(memory->question.data, question->data, question->size) == 0) {
            text_free(question);
            return memory;
        }
    Memory *memory = memory_zeroed(1, sizeof *memory);
    *memory = (Memory){.next = *bucket, .hash = hash, .question = *question};
    *bucket = memory;
    return memory;
}

static void count_answer(External *external, const Export *export) {
    for (size_t i = 0; i < external->count; i++)
        if (external->bifs[i].arity == export->arity &&
            strcmp(external->bifs[i].function, atom_string(export->function)) == 0 &&
            strcmp(external->bifs[i].module, atom_string(export->module)) == 0)
            __atomic_fetch_add(&external->answers[i], 1, __ATOMIC_RELAXED);
}

// {IsNew, Class, Value} as a result or an exception of the call.
static Term give_answer(Process *p, const Export *export, const Text *bytes, bool first) {
    Error err;
    Bytes answer = {(const uint8_t *)bytes->data, bytes->size};
    Term term = etf_decode(p->heap, answer, (EtfOptions){.code = p->machine->code}, NULL, &err);
    const char *obstacle = term_is_none(term) ? "what weft cannot read" : find_obstacle(term);
    if (obstacle) {
        Text why = {0};
        text_format(&why, "its answer contains %s, which means nothing in the simulated world", obstacle);
        refuse(p, export, text_string(&why));
        text_free(&why);
        return NO_TERM;
    }
    const Term *fields = term_elements(term);
    if (first && term_same(fields[0], ATOM(true))) count_answer(p->machine->external, export);
    if (term_same(fields[1], ATOM(value))) return fields[2];
    ExceptionClass class = term_same(fields[1], ATOM(error))  ? CLASS_ERROR
                           : term_same(fields[1], ATOM(exit)) ? CLASS_EXIT
                                                              : CLASS_THROW;
    return process_raise_class(p, class, fields[2]);
}

static Term external_call(Process *p, const Term *args) {
    const Export *export;
    memcpy(&export, p->ip + 1, sizeof export);   // it stands before the call
    Term list = heap_list_from(p->heap, args, export->arity, TERM_NIL);
    const char *obstacle = find_obstacle(list);
    if (obstacle) {
        Text why = {0};
        text_format(&why, "an argument contains %s, which means nothing to the erl beside weft", obstacle);
        refuse(p, export, text_string(&why));
        text_free(&why);
        return NO_TERM;
    }
    Text question = {0};
    Error err;
    etf_encode(&question, heap_tuple3(p->heap, export->module, export->function, list),
               (EtfEncodeOptions){.minor_version = 2, .deterministic = true});
    Memory *memory = remember(p->machine->external, &question);
    bool first = memory->answer.size == 0;
    Bytes bytes = {(const uint8_t *)memory->question.data, memory->question.size};
    if (first && !helper_ask(p->machine->external->helper, bytes, &memory->answer, &err))
        return refuse(p, export, err.text);
    return give_answer(p, export, &memory->answer, first);
}

// --- telling ----------------------------------------------------------------------------------------------

void machine_externals(const Machine *m, Text *out) {
    const External *external = m->external;
    for (size_t i = 0; external && i < external->count; i++) {
        const Bif *bif = &external->bifs[i];
        uint32_t answers = external->answers[i];
        text_format(out, "%s:%s/%u  %u answer%s\n", bif->module, bif->function, bif->arity, answers,
                    answers == 1 ? "" : "s");
    }
}
