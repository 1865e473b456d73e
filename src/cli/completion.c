// weft completion: scripts that let shells complete commands, options and their values.
#include <stdio.h>
#include <string.h>

#include "option/catalog.h"

typedef enum { VALUE_NONE, VALUE_WORD, VALUE_CHOICE, VALUE_FILE, VALUE_FOLDER } ValueKind;

static ValueKind value_kind(const Option *o) {
    if (!o->value) return VALUE_NONE;
    if (o->choices) return VALUE_CHOICE;
    return strcmp(o->value, "FILE") == 0 ? VALUE_FILE : strcmp(o->value, "DIR") == 0 ? VALUE_FOLDER : VALUE_WORD;
}

// All names of an option, the long one first; false: there are fewer.
static bool name_at(const Option *o, size_t n, const char **name, size_t *size) {
    if (n > 0) return word_at(o->also, n - 1, name, size);
    *name = o->name;
    *size = strlen(o->name);
    return true;
}

static void add_names(const Option *o, const char *between, Text *out) {
    const char *name;
    size_t size;
    for (size_t i = 0; name_at(o, i, &name, &size); i++) text_format(out, "%s%.*s", i ? between : "", (int)size, name);
}

// --- bash ----------------------------------------------------------------------------------------------------

static void add_bash_values(const Catalog *catalog, Text *out) {
    static const char *const lists[] = {
        [VALUE_WORD] = "return", [VALUE_FILE] = "_weft_words -f; return", [VALUE_FOLDER] = "_weft_words -d; return"};
    for (size_t i = 0; i < catalog->count; i++) {
        const Option *o = catalog->lines[i].option;
        ValueKind kind = value_kind(o);
        if (kind == VALUE_NONE) continue;
        text_add(out, "    ");
        add_names(o, "|", out);
        if (kind == VALUE_CHOICE)
            text_format(out, ") _weft_words -W '%s'; return ;;\n", o->choices);
        else
            text_format(out, ") %s ;;\n", lists[kind]);
    }
}

static void add_all_names(const OptionPart *part, Text *out) {
    for (; part && part->options; part++)
        for (const Option *o = part->options; o->name; o++) {
            add_names(o, " ", out);
            text_add(out, " ");
        }
    text_add(out, "--help");
}

static void add_command_names(Text *out) {
    for (const Command *const *c = catalog_commands; *c; c++)
        text_format(out, "%s%s", c == catalog_commands ? "" : " ", (*c)->name);
}

static void write_bash(const Catalog *catalog, Text *out) {
    text_add(
        out,
        "# bash completion of weft, made by: weft completion bash\n"
        "_weft_words() { mapfile -t COMPREPLY < <(compgen \"$@\" -- \"$word\"); }\n"
        "_weft() {\n"
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
        "    COMPREPLY=()\n"
        "    if [[ $word == = ]]; then word=; elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi\n"
        "    if [[ $COMP_CWORD -eq 1 ]]; then\n        _weft_words -W '");
    add_command_names(out);
    text_add(out, " --help --version'\n        return\n    fi\n    case ${before//_/-} in\n");
    add_bash_values(catalog, out);
    text_add(out, "    esac\n    case ${COMP_WORDS[1]} in\n    help) _weft_words -W '");
    add_command_names(out);
    for (size_t i = 0; i < catalog->count; i++) text_format(out, " %s", catalog->lines[i].option->name);
    text_add(out, " --man --markdown'; return ;;\n    completion) _weft_words -W 'bash zsh fish'; return ;;\n    esac\n"
                  "    if [[ $word != -* ]]; then _weft_words -f; return; fi\n    case ${COMP_WORDS[1]} in\n");
    for (const Command *const *c = catalog_commands; *c; c++) {
        if (!(*c)->options) continue;
        text_format(out, "    %s) _weft_words -W '", (*c)->name);
        add_all_names((*c)->options, out);
        text_add(out, "' ;;\n");
    }
    text_add(out, "    esac\n}\ncomplete -o filenames -F _weft weft\n");
}

// --- zsh -----------------------------------------------------------------------------------------------------

// Within single quotes, where brackets end the text and colons begin the next part.
static void add_zsh(Text *out, const char *text) {
    for (; *text; text++) {
        if (strchr("[]:\\", *text)) text_add_char(out, '\\');
        text_add(out, *text == '\'' ? "'\\''" : (const char[]){*text, 0});
    }
}

static void add_zsh_option(const Option *o, Text *out) {
    static const char *const actions[] = {[VALUE_WORD] = " ", [VALUE_FILE] = "_files", [VALUE_FOLDER] = "_files -/"};
    const char *name;
    size_t size;
    ValueKind kind = value_kind(o);
    for (size_t i = 0; name_at(o, i, &name, &size); i++) {
        text_add(out, "        '");
        if (o->kind == OPTION_LIST)
            text_add(out, "*");
        else if (o->also) {
            text_add(out, "(");
            add_names(o, " ", out);
            text_add(out, ")");
        }
        text_format(out, "%.*s%s[", (int)size, name, kind == VALUE_NONE || size == 2 ? "" : "=");
        add_zsh(out, o->help);
        text_add(out, "]");
        if (kind == VALUE_CHOICE)
            text_format(out, ":%s:(%s)", o->value, o->choices);
        else if (kind != VALUE_NONE) {
            text_add(out, ":");
            add_zsh(out, o->value);
            text_format(out, ":%s", actions[kind]);
        }
        text_add(out, "'\n");
    }
}

static void add_zsh_command(const Command *c, Text *out) {
    text_format(out, "    %s)\n        arguments=(\n", c->name);
    for (const OptionPart *part = c->options; part && part->options; part++)
        for (const Option *o = part->options; o->name; o++) add_zsh_option(o, out);
    text_add(out, "        '--help[what it does]' '*:file:_files')\n        _arguments -S : $arguments ;;\n");
}

static void write_zsh(const Catalog *catalog, Text *out) {
    text_add(out, "#compdef weft\n# zsh completion of weft, made by: weft completion zsh\n_weft() {\n"
                  "    local -a commands arguments\n    commands=(\n");
    for (const Command *const *c = catalog_commands; *c; c++) {
        text_format(out, "        '%s:", (*c)->name);
        add_zsh(out, (*c)->about);
        text_add(out, "'\n");
    }
    text_add(out, "    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        return\n    fi\n"
                  "    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n    case $command in\n    help)\n"
                  "        _describe command commands\n        compadd --");
    for (size_t i = 0; i < catalog->count; i++) text_format(out, " %s", catalog->lines[i].option->name);
    text_add(out, " --man --markdown ;;\n    completion) compadd bash zsh fish ;;\n");
    for (const Command *const *c = catalog_commands; *c; c++)
        if ((*c)->options) add_zsh_command(*c, out);
    text_add(out, "    esac\n}\nif [ \"$funcstack[1]\" = _weft ]; then _weft \"$@\"; else compdef _weft weft; fi\n");
}

// --- fish ----------------------------------------------------------------------------------------------------

static void add_fish_text(Text *out, const char *text) {
    text_add_char(out, '\'');
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\') text_add_char(out, '\\');
        text_add_char(out, *text);
    }
    text_add_char(out, '\'');
}

static void add_fish_option(const CatalogLine *line, Text *out) {
    const Option *o = line->option;
    const char *name;
    size_t size;
    text_add(out, "complete -c weft -n '__fish_seen_subcommand_from");
    for (uint32_t i = 0; catalog_commands[i]; i++)
        if (line->commands >> i & 1) text_format(out, " %s", catalog_commands[i]->name);
    text_add(out, "'");
    for (size_t i = 0; name_at(o, i, &name, &size); i++) {
        if (size == 2)
            text_format(out, " -s %c", name[1]);
        else
            text_format(out, " -%c %.*s", name[1] == '-' ? 'l' : 'o', (int)size - (name[1] == '-' ? 2 : 1),
                        name + (name[1] == '-' ? 2 : 1));
    }
    switch (value_kind(o)) {
    case VALUE_NONE: break;
    case VALUE_WORD: text_add(out, " -x"); break;
    case VALUE_CHOICE: text_format(out, " -x -a '%s'", o->choices); break;
    case VALUE_FILE: text_add(out, " -r -F"); break;
    case VALUE_FOLDER: text_add(out, " -x -a '(__fish_complete_directories)'"); break;
    }
    text_add(out, " -d ");
    add_fish_text(out, o->help);
    text_add(out, "\n");
}

static void write_fish(const Catalog *catalog, Text *out) {
    text_add(out, "# fish completion of weft, made by: weft completion fish\n");
    for (const Command *const *c = catalog_commands; *c; c++) {
        text_format(out, "complete -c weft -n __fish_use_subcommand -f -a %s -d ", (*c)->name);
        add_fish_text(out, (*c)->about);
        text_add(out, "\n");
    }
    text_add(out, "complete -c weft -n __fish_use_subcommand -f -l help -d 'what commands there are'\n"
                  "complete -c weft -n __fish_use_subcommand -f -l version\n"
                  "complete -c weft -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'\n"
                  "complete -c weft -n '__fish_seen_subcommand_from help' -f -a '");
    add_command_names(out);
    for (size_t i = 0; i < catalog->count; i++) text_format(out, " %s", catalog->lines[i].option->name);
    text_add(out, "'\n");
    for (size_t i = 0; i < catalog->count; i++) add_fish_option(&catalog->lines[i], out);
}

// --- the command ---------------------------------------------------------------------------------------------

static int completion(int argc, char **argv) {
    static const struct {
        const char *shell;
        void (*write)(const Catalog *catalog, Text *out);
    } shells[] = {{"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}};
    Catalog catalog;
    Text text = {0};
    catalog_fill(&catalog);
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (argc == 2 && strcmp(argv[1], shells[i].shell) == 0) shells[i].write(&catalog, &text);
    if (!text.size) fprintf(stderr, "weft: say for which shell: weft completion bash, zsh or fish\n");
    fwrite(text_string(&text), 1, text.size, stdout);
    int status = text.size ? EXIT_OK : EXIT_UNABLE;
    text_free(&text);
    return status;
}

const Command command_completion = {
    .name = "completion",
    .usage = "bash|zsh|fish",
    .about = "a script that lets your shell complete words of weft",
    .help = "Prints the script. For bash, put it where bash-completion looks, or evaluate it in ~/.bashrc; for zsh, "
            "call it _weft\n"
            "in a folder of $fpath; for fish, put it into ~/.config/fish/completions. ./dev install does that.",
    .example = "completion bash > ~/.local/share/bash-completion/completions/weft",
    .run = completion,
};
