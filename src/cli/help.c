#include "cli/help.h"
#include "engine/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/manual.h"
#include "option/catalog.h"

enum { NAME_WIDTH = 30, WIDTH_LEAST = 60, WIDTH_MOST = 110 };

static size_t page_width(void) {
    const char *columns = getenv("COLUMNS");
    long width = columns ? strtol(columns, NULL, 10) : 0;
    return width <= 0 ? 100 : width < WIDTH_LEAST ? WIDTH_LEAST : width > WIDTH_MOST ? WIDTH_MOST : (size_t)width;
}

// Adds words that begin at a column, on as many lines as they need.
static void add_wrapped(Text *out, const char *words, size_t indent) {
    size_t width = page_width(), column = indent;
    while (*words) {
        size_t size = strcspn(words, " ");
        if (column > indent && column + 1 + size > width) {
            text_format(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            text_add(out, " ");
            column++;
        }
        text_add_bytes(out, words, size);
        column += size;
        words += size + strspn(words + size, " ");
    }
    text_add(out, "\n");
}

// What it does, the words that it takes and what holds without it, in one sentence.
static void add_summary(const Option *o, Text *out) {
    const char *word;
    size_t size;
    text_add(out, o->help);
    for (size_t i = 0; word_at(o->choices, i, &word, &size); i++) {
        text_format(out, "%s%.*s", i == 0 ? ": " : ", ", (int)size, word);
        if (i == 0 && o->kind != OPTION_LIST && !o->usual) text_add(out, " (default)");
    }
    if (o->usual) text_format(out, " (default: %s)", o->usual);
}

static void add_option(const Option *o, Text *out) {
    Text names = {0}, summary = {0};
    option_usage(o, &names);
    add_summary(o, &summary);
    if (names.size + 2 > NAME_WIDTH)
        text_format(out, "  %s\n%*s", text_string(&names), NAME_WIDTH + 2, "");
    else
        text_format(out, "  %-*s", NAME_WIDTH, text_string(&names));
    add_wrapped(out, text_string(&summary), NAME_WIDTH + 2);
    text_free(&names);
    text_free(&summary);
}

static void add_group(const OptionPart *parts, OptionGroup group, Text *out) {
    bool begun = false;
    for (; parts->options; parts++)
        for (const Option *o = parts->options; o->name; o++) {
            if (o->group != group) continue;
            if (!begun) text_format(out, "\n%s:\n", catalog_headings[group]);
            begun = true;
            add_option(o, out);
        }
}

void help_command(const Command *c, Text *out) {
    text_format(out, "usage: weft %s %s\n\n%s\n", c->name, c->usage, c->help);
    if (c->example) text_format(out, "\nExample:\n  weft %s\n", c->example);
    for (int group = 0; c->options && group < GROUP_COUNT; group++) add_group(c->options, (OptionGroup)group, out);
    if (c->options)
        text_add(out, "\nweft help OPTION tells more about one of them. Options may stand in weft.toml, too.\n");
}

void help_overview(Text *out) {
    text_add(out, "weft finds concurrency errors in Erlang and Elixir programs.\n\nusage: weft COMMAND ...\n\n");
    for (const Command *const *c = catalog_commands; *c; c++) text_format(out, "  %-11s %s\n", (*c)->name, (*c)->about);
    text_add(out, "\nExamples:\n");
    for (const Command *const *c = catalog_commands; *c; c++)
        if ((*c)->options) text_format(out, "  weft %s\n", (*c)->example);
    text_add(out, "\nweft COMMAND --help tells more about a command, weft help OPTION about an option.\n"
                  "Exit status: 0 no error, 1 an error of the program, 2 weft could not do it.\n");
}

// --- one option ---------------------------------------------------------------------------------------------

static void add_field(Text *out, const char *name, const char *value) {
    text_format(out, "  %-10s ", name);
    add_wrapped(out, value, 13);
}

static void describe_option(const CatalogLine *line, Text *out) {
    const Option *o = line->option;
    Text text = {0};
    option_usage(o, out);
    text_add(out, "\n\n  ");
    add_wrapped(out, o->help, 2);
    if (o->more) {
        text_add(out, "\n  ");
        add_wrapped(out, o->more, 2);
    }
    text_add(out, "\n");
    if (o->choices) add_field(out, "one of:", o->choices);
    if (o->choices && o->kind != OPTION_LIST)
        text_format(&text, "%.*s", (int)strcspn(o->choices, " "), o->choices);
    else if (o->usual)
        text_add(&text, o->usual);
    if (text.size) add_field(out, "default:", text_string(&text));
    if (o->kind == OPTION_LIST) add_field(out, "again:", "may be given several times");
    text_clear(&text);
    catalog_takers(line, &text);
    add_field(out, "taken by:", text_string(&text));
    text_clear(&text);
    manual_toml_line(o, &text);
    if (text.size) add_field(out, "weft.toml:", text_string(&text));
    text_format(out, "\nExample:\n  weft %s\n", o->example);
    text_free(&text);
}

static const char *nearest_topic(const Catalog *catalog, const char *name) {
    Option all[CATALOG_MAX + 1] = {0};
    const OptionPart parts[] = {{all, 0}, {0}};
    Text dashed = {0};
    for (size_t i = 0; i < catalog->count; i++) all[i] = *catalog->lines[i].option;
    text_format(&dashed, "%s%s", *name == '-' ? "" : "--", name);
    const char *near = options_nearest(parts, text_string(&dashed));
    size_t best = near ? text_distance(text_string(&dashed), near) : 3;
    for (const Command *const *c = catalog_commands; *c; c++)
        if (text_distance(name, (*c)->name) < best) best = text_distance(name, (*c)->name), near = (*c)->name;
    text_free(&dashed);
    return near;
}

bool help_topic(const char *name, Text *out, Error *err) {
    Catalog catalog;
    const Command *command = catalog_command(name);
    if (command) {
        help_command(command, out);
        return true;
    }
    catalog_fill(&catalog);
    const CatalogLine *line = catalog_find(&catalog, name);
    if (line) {
        describe_option(line, out);
        return true;
    }
    const char *near = nearest_topic(&catalog, name);
    if (near) return fail(err, "there is no command and no option %s; did you mean %s?", name, near);
    return fail(err, "there is no command and no option %s; weft --help lists commands, weft COMMAND --help options",
                name);
}

// --- the command --------------------------------------------------------------------------------------------

static int help(int argc, char **argv) {
    Text text = {0};
    Error err;
    bool known = true;
    if (argc < 2)
        help_overview(&text);
    else if (strcmp(argv[1], "--man") == 0)
        manual_roff(&text);
    else if (strcmp(argv[1], "--markdown") == 0)
        manual_markdown(&text);
    else
        known = help_topic(argv[1], &text, &err);
    if (known)
        terminal_tell(stdout, &text);
    else
        terminal_trouble(err.text);
    text_free(&text);
    return known ? EXIT_OK : EXIT_UNABLE;
}

const Command command_help = {
    .name = "help",
    .usage = "[COMMAND|OPTION]",
    .about = "what a command or an option does",
    .help = "Tells about a command, or an option with all that is to be said and an example. With --man it prints the "
            "manual\n"
            "page (roff), with --markdown the reference of all options.",
    .example = "help --depth-bound",
    .run = help,
};
