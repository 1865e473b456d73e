// Help: what the catalog says, on a terminal.
#pragma once
#include "option/command.h"

void help_overview(Text *out);                          // weft --help
void help_command(const Command *command, Text *out);   // weft COMMAND --help
// weft help OPTION, or COMMAND. False: there is none of that name.
bool help_topic(const char *name, Text *out, Error *err);
