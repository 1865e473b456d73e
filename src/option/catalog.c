#include "option/catalog.h"

#include <assert.h>
#include <string.h>

const Command *const catalog_commands[] = {
#define COMMAND(name) &command_##name,
#include "option/command.def"
#undef COMMAND
    NULL,
};

const char *const catalog_headings[GROUP_COUNT] = {
    [GROUP_WHAT] = "What is run",
    [GROUP_SEARCH] = "How interleavings are searched",
    [GROUP_BOUND] = "How far",
    [GROUP_MEANING] = "What the system does",
    [GROUP_NODES] = "Nodes and faults",
    [GROUP_ERROR] = "What is an error",
    [GROUP_OUTPUT] = "What is told, and where",
    [GROUP_LIMIT] = "Limits",
};

const Command *catalog_command(const char *name) {
    for (const Command *const *command = catalog_commands; *command; command++)
        if (strcmp((*command)->name, name) == 0) return *command;
    return NULL;
}

static size_t find_line(const Catalog *catalog, const char *name) {
    size_t i = 0;
    while (i < catalog->count && strcmp(catalog->lines[i].option->name, name) != 0) i++;
    return i;
}

static void add_group(Catalog *catalog, OptionGroup group, uint32_t command) {
    for (const OptionPart *part = catalog_commands[command]->options; part && part->options; part++)
        for (const Option *o = part->options; o->name; o++) {
            if (o->group != group) continue;
            size_t line = find_line(catalog, o->name);
            assert(line < CATALOG_MAX);
            if (line == catalog->count) catalog->lines[catalog->count++] = (CatalogLine){.option = o};
            catalog->lines[line].commands |= 1u << command;
        }
}

void catalog_fill(Catalog *catalog) {
    catalog->count = 0;
    for (int group = 0; group < GROUP_COUNT; group++)
        for (uint32_t command = 0; catalog_commands[command]; command++)
            add_group(catalog, (OptionGroup)group, command);
}

const CatalogLine *catalog_find(const Catalog *catalog, const char *name) {
    Text dashed = {0};
    text_format(&dashed, "%s%s", *name == '-' ? "" : "--", name);
    size_t own = find_line(catalog, text_string(&dashed));   // before those that only have it as another name
    const CatalogLine *found = own < catalog->count ? &catalog->lines[own] : NULL;
    for (size_t i = 0; i < catalog->count && !found; i++) {
        const Option one[] = {*catalog->lines[i].option, {0}};
        const OptionPart parts[] = {{one, 0}, {0}};
        if (options_find(parts, text_string(&dashed), NULL)) found = &catalog->lines[i];
    }
    text_free(&dashed);
    return found;
}

void catalog_takers(const CatalogLine *line, Text *out) {
    const char *comma = "";
    for (uint32_t i = 0; catalog_commands[i]; i++) {
        if (!(line->commands >> i & 1)) continue;
        text_format(out, "%sweft %s", comma, catalog_commands[i]->name);
        comma = ", ";
    }
}

bool word_at(const char *words, size_t n, const char **word, size_t *size) {
    for (; words && *words; n--) {
        *size = strcspn(words, " ");
        *word = words;
        if (n == 0) return true;
        words += *size + strspn(words + *size, " ");
    }
    return false;
}

void option_usage(const Option *o, Text *out) {
    const char *word;
    size_t size;
    for (size_t i = 0; word_at(o->also, i, &word, &size); i++)
        if (size == 2) text_format(out, "%.*s, ", (int)size, word);
    text_add(out, o->name);
    for (size_t i = 0; word_at(o->also, i, &word, &size); i++)
        if (word[1] == '-') text_format(out, ", %.*s", (int)size, word);
    if (o->value) text_format(out, " %s", o->value);
}
