// Manual: what the catalog says, as files: the manual page and the reference of options.
#pragma once
#include "option/command.h"

void manual_roff(Text *out);       // weft(1), with the macros of man(7)
void manual_markdown(Text *out);   // docs/options.md

// An option as a line of weft.toml; nothing, if it cannot stand there.
void manual_toml_line(const Option *option, Text *out);
