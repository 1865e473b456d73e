#include "cli/manual.h"

#include <string.h>

#include "option/catalog.h"

// --- weft.toml ----------------------------------------------------------------------------------------------

// The example's value, if it is a word of its own behind the option.
static bool example_value(const Option *o, const char **value, size_t *size) {
    const char *word;
    size_t length;
    for (size_t i = 0; word_at(o->example, i, &word, &length); i++) {
        const Option one[] = {*o, {0}};
        const OptionPart parts[] = {{one, 0}, {0}};
        Text name = {0};
        text_add_bytes(&name, word, length);
        bool here = options_find(parts, text_string(&name), NULL) != NULL;
        text_free(&name);
        if (here) return word_at(o->example, i + 1, value, size);
    }
    return false;
}

void manual_toml_line(const Option *o, Text *out) {
    if (o->spoken) return;
    const char *value = "VALUE";
    size_t size = 5;
    for (const char *at = o->name + strspn(o->name, "-"); *at; at++) text_add_char(out, *at == '-' ? '_' : *at);
    if (o->kind == OPTION_FLAG) {
        text_add(out, " = true");
        return;
    }
    bool known = example_value(o, &value, &size);
    bool number = (o->kind == OPTION_NUMBER || o->kind == OPTION_COUNT) && known && strspn(value, "0123456789") == size;
    bool quoted = known && size > 2 && *value == '\'';
    if (quoted) value++, size -= 2;
    const char *quote = number ? "" : "\"";
    text_format(out, o->kind == OPTION_LIST ? " = [%s%.*s%s]" : " = %s%.*s%s", quote, (int)size, value, quote);
}

// --- roff ---------------------------------------------------------------------------------------------------

// A line that begins with a dot or a quote would be a request; dashes are to be copied as they are.
static void add_roff(Text *out, const char *text) {
    bool begins = out->size == 0 || out->data[out->size - 1] == '\n';
    for (; *text; text++) {
        if (begins && (*text == '.' || *text == '\'')) text_add(out, "\\&");
        if (*text == '\\')
            text_add(out, "\\e");
        else if (*text == '-')
            text_add(out, "\\-");
        else
            text_add_char(out, *text);
        begins = *text == '\n';
    }
}

static void add_code(Text *out, const char *text) {
    text_add(out, "\n.PP\n.RS 4\n.nf\nweft ");
    add_roff(out, text);
    text_add(out, "\n.fi\n.RE\n");
}

static void add_roff_option(const CatalogLine *line, Text *out) {
    const Option *o = line->option;
    const char *word;
    size_t size;
    Text usage = {0};
    option_usage(o, &usage);
    text_add(out, ".TP\n.B ");
    add_roff(out, text_string(&usage));
    text_add(out, "\n");
    add_roff(out, o->help);
    text_add(out, ".");
    for (size_t i = 0; word_at(o->choices, i, &word, &size); i++) {
        text_format(out, "%s%.*s", i == 0 ? "\nOne of: " : ", ", (int)size, word);
        if (i == 0 && o->kind != OPTION_LIST && !o->usual) text_add(out, " (default)");
    }
    if (o->choices) text_add(out, ".");
    if (o->usual) {
        text_add(out, "\nDefault: ");
        add_roff(out, o->usual);
        text_add(out, ".");
    }
    if (o->more) {
        text_add(out, "\n");
        add_roff(out, o->more);
    }
    text_add(out, "\n");
    text_free(&usage);
}

static void add_roff_command(const Command *c, Text *out) {
    text_add(out, ".SS weft ");
    add_roff(out, c->name);
    text_add(out, "\n.B weft ");
    add_roff(out, c->name);
    text_add(out, " ");
    add_roff(out, c->usage);
    text_add(out, "\n.PP\n");
    add_roff(out, c->help);
    if (c->example)
        add_code(out, c->example);
    else
        text_add(out, "\n");
}

static void add_roff_options(Text *out) {
    Catalog catalog;
    catalog_fill(&catalog);
    text_add(out, ".SH OPTIONS\nDashes and underscores within names are the same. A value follows its option, or an "
                  "equals sign.\n"
                  "All words behind \\-\\- are arguments of the program.\n");
    for (size_t i = 0; i < catalog.count; i++) {
        OptionGroup group = catalog.lines[i].option->group;
        if (i == 0 || catalog.lines[i - 1].option->group != group)
            text_format(out, ".SS %s\n", catalog_headings[group]);
        add_roff_option(&catalog.lines[i], out);
    }
}

void manual_roff(Text *out) {
    text_add(out, ".\\\" made by weft help --man\n.TH WEFT 1 \"\" \"weft " WEFT_VERSION "\" \"User Commands\"\n"
                  ".SH NAME\nweft \\- find concurrency errors in Erlang and Elixir programs\n"
                  ".SH SYNOPSIS\n.B weft\n.I COMMAND\n[FILE|DIR ...] [OPTION ...]\n"
                  ".SH DESCRIPTION\n"
                  "weft loads the .beam files that your own compiler made, runs a test on a virtual machine of its own "
                  "under every\n"
                  "schedule that can matter, each once, and tells the shortest story of what goes wrong.\n"
                  ".PP\nFILE is a source (.erl, .ex, compiled with your own compiler), a .beam file, or a folder of "
                  "them; the folder\n"
                  "of a rebar3 or mix project works as it is.\n"
                  ".SH COMMANDS\n");
    for (const Command *const *c = catalog_commands; *c; c++) add_roff_command(*c, out);
    add_roff_options(out);
    text_add(out,
             ".SH FILES\n.TP\n.I weft.toml\n"
             "Options of a project, searched for in the working directory and the folders around it: see\n"
             ".BR \"weft help\" \" OPTION\"\nfor how each is written there. Keys above all sections hold for every "
             "command, those in a\n"
             "section such as [check] for that one. Words of the command line come after them and win.\n"
             "External functions, another OTP and files outside of the project need\n.BR \"weft trust\" .\n"
             ".TP\n.I ~/.local/state/weft/trusted\nDigests of the files that are trusted.\n"
             ".SH ENVIRONMENT\n.TP\n.B ERL_LIBS\nFolders whose libraries are added to the code path, as with erl.\n"
             ".TP\n.B COLUMNS\nThe width of texts for people.\n"
             ".TP\n.B GITHUB_ACTIONS\nWhen it is true, errors are also written as workflow commands, and a summary to\n"
             ".BR GITHUB_STEP_SUMMARY .\n"
             ".SH \"EXIT STATUS\"\n.TP\n.B 0\nno error found\n.TP\n.B 1\nan error of the program\n.TP\n.B 2\nweft "
             "could not do it\n.TP\n.BR 129 \", \" 130 \", \" 143\nit was interrupted by a hangup, the keyboard or a "
             "SIGTERM, and no error had been found\n"
             ".SH \"SEE ALSO\"\n.BR erl (1),\n.BR rebar3 (1),\n.BR mix (1)\n");
}

// --- Markdown -----------------------------------------------------------------------------------------------

// Names of values have no meaning to Markdown; stars and brackets of sentences would.
static void add_prose(Text *out, const char *text) {
    for (; *text; text++) {
        if (strchr("*_<>[]", *text)) text_add_char(out, '\\');
        text_add_char(out, *text);
    }
}

static void add_anchor_list(const Catalog *catalog, Text *out) {
    for (size_t i = 0; i < catalog->count; i++) {
        const Option *o = catalog->lines[i].option;
        bool begins = i == 0 || catalog->lines[i - 1].option->group != o->group;
        if (begins) text_format(out, "%s- %s: ", i ? "\n" : "", catalog_headings[o->group]);
        text_format(out, "%s[`%s`](#%s)", begins ? "" : ", ", o->name, o->name + 2);
    }
    text_add(out, "\n\n");
}

static void add_markdown_option(const CatalogLine *line, Text *out) {
    const Option *o = line->option;
    const char *word;
    size_t size;
    Text text = {0};
    option_usage(o, &text);
    text_format(out, "<a id=\"%s\"></a>\n\n### `%s`\n\n", o->name + 2, text_string(&text));
    add_prose(out, o->help);
    text_add(out, ".");
    if (o->more) text_add(out, " ");
    if (o->more) add_prose(out, o->more);
    text_add(out, "\n\n");
    for (size_t i = 0; word_at(o->choices, i, &word, &size); i++)
        text_format(out, "%s`%.*s`%s", i == 0 ? "- One of: " : ", ", (int)size, word,
                    i == 0 && o->kind != OPTION_LIST && !o->usual ? " (default)" : "");
    if (o->choices) text_add(out, "\n");
    if (o->usual) {
        text_add(out, "- Default: ");
        add_prose(out, o->usual);
        text_add(out, "\n");
    }
    if (o->kind == OPTION_LIST) text_add(out, "- May be given several times.\n");
    text_add(out, "- Taken by:");
    for (uint32_t i = 0, taken = 0; catalog_commands[i]; i++)
        if (line->commands >> i & 1) text_format(out, "%s `weft %s`", taken++ ? "," : "", catalog_commands[i]->name);
    text_clear(&text);
    manual_toml_line(o, &text);
    if (text.size) text_format(out, "\n- In `weft.toml`: `%s`", text_string(&text));
    text_format(out, "\n\n```sh\nweft %s\n```\n\n", o->example);
    text_free(&text);
}

static void add_markdown_commands(Text *out) {
    text_add(out, "## Commands\n\n");
    for (const Command *const *c = catalog_commands; *c; c++) {
        text_format(out, "### `weft %s %s`\n\n%s\n\n", (*c)->name, (*c)->usage, (*c)->help);
        if ((*c)->example) text_format(out, "```sh\nweft %s\n```\n\n", (*c)->example);
    }
}

static const char toml_section[] = "## Options of a project: weft.toml\n\n"
                                   "```toml\n"
                                   "depth_bound = 20000          # for every command that has the option\n"
                                   "timeouts = \"any\"\n\n"
                                   "[test]                       # for weft test\n"
                                   "max_seconds = 10\n"
                                   "keep_going = true\n"
                                   "```\n\n"
                                   "The file is looked for in the working folder and those around it, up to the root "
                                   "of the repository, then around the first\n"
                                   "file that the command line names; `--config FILE` names another one, `--no-config` "
                                   "leaves it out. Keys are the long names\n"
                                   "of options, with dashes or underscores. Those above all sections hold for every "
                                   "command that has the option; those in a\n"
                                   "section are for that command, and come after them. The command line comes last: it "
                                   "wins, `--no-keep-going` takes a flag\n"
                                   "back, and to options that may be given several times it adds. Names of files are "
                                   "as from the folder of `weft.toml`. The\n"
                                   "key `file` says what to check when the command line names no file. What has a say "
                                   "in what a schedule leads to is kept in\n"
                                   "schedule files, so `weft replay` takes nothing of that from here.\n\n"
                                   "A file of the project may be somebody else's. `external` and `otp`, and files "
                                   "outside of the project, hold only if the command line says\n"
                                   "the same, or if you have said `weft trust`, which holds until the file changes. "
                                   "The same goes for schedule files.\n\n";

void manual_markdown(Text *out) {
    Catalog catalog;
    catalog_fill(&catalog);
    text_add(
        out,
        "# Commands and options\n\n<!-- made by weft help --markdown -->\n\n"
        "Dashes and underscores within names are the same. A value follows its option, or an equals sign. Words that "
        "are\n"
        "no options are files and folders; all behind `--` are arguments of the program. `weft help OPTION` says on a\n"
        "terminal what stands here.\n\n");
    add_markdown_commands(out);
    text_add(out, toml_section);
    text_add(out, "## Options\n\n");
    add_anchor_list(&catalog, out);
    for (size_t i = 0; i < catalog.count; i++) {
        OptionGroup group = catalog.lines[i].option->group;
        if (i == 0 || catalog.lines[i - 1].option->group != group)
            text_format(out, "## %s\n\n", catalog_headings[group]);
        add_markdown_option(&catalog.lines[i], out);
    }
    while (out->size > 1 && out->data[out->size - 2] == '\n') out->data[--out->size] = 0;
}
