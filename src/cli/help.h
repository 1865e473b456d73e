// Help: what the tables of commands and options say, for people.
#pragma once
#include "cli/command.h"

void help_command(const Command *command);   // prints its usage and options
