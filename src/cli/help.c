#include "cli/help.h"

#include <stdio.h>
#include <string.h>

enum { NAME_WIDTH = 30 };

static const char *const headings[GROUP_COUNT] = {
    [GROUP_WHAT] = "What is run",
    [GROUP_SEARCH] = "How interleavings are searched",
    [GROUP_BOUND] = "How far",
    [GROUP_MEANING] = "What the system does",
    [GROUP_ERROR] = "What is an error",
    [GROUP_OUTPUT] = "What is told, and where",
    [GROUP_LIMIT] = "Limits",
};

// -m, --module MOD: names of one letter first.
static void add_names(const Option *o, Text *out) {
    const char *also = o->also;
    if (also && strlen(also) == 2) text_format(out, "%s, ", also);
    text_add(out, o->name);
    if (o->value) text_format(out, " %s", o->value);
}

static void print_option(const Option *o) {
    Text names = {0};
    add_names(o, &names);
    if (names.size >= NAME_WIDTH) printf("  %s\n  %*s", text_string(&names), NAME_WIDTH, "");
    else printf("  %-*s", NAME_WIDTH, text_string(&names));
    printf("%s", o->help);
    if (o->choices) {
        printf(": %.*s (default)", (int)strcspn(o->choices, " "), o->choices);
        for (const char *word = strchr(o->choices, ' '); word; word = strchr(word + 1, ' '))
            printf(", %.*s", (int)strcspn(word + 1, " "), word + 1);
    }
    if (o->usual) printf(" (%s)", o->usual);
    printf("\n");
    text_free(&names);
}

static void print_group(const OptionPart *parts, OptionGroup group) {
    bool begun = false;
    for (; parts->options; parts++)
        for (const Option *o = parts->options; o->name; o++) {
            if (o->group != group) continue;
            if (!begun) printf("\n%s:\n", headings[group]);
            begun = true;
            print_option(o);
        }
}

void help_command(const Command *c) {
    printf("usage: weft %s %s\n\n%s\n", c->name, c->usage, c->help);
    for (int group = 0; c->options && group < GROUP_COUNT; group++) print_group(c->options, (OptionGroup)group);
}
