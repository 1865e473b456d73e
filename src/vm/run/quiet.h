// Quiet: the system's own processes, which a search does not see as actors.
//
// The io servers, the logger, the application controller and their like run within the step that wakes them, and what
// they do is part of its footprint. In what order processes print or log is not even that. Both leave something out, so
// a machine notes whom it concerned; nothing is left out when MachineConfig.system_races is set.
#pragma once
#include "vm/run/machine_state.h"

// Acts within the steps that wake it.
static inline bool quiet_serves(const Process *p) { return p->system && p->machine->quiet; }

// Of these, one that only passes on text: in what order it does that makes no difference to a program. These are their
// own group leaders and have a name, or are Elixir's Logger.
bool quiet_passes_text(const Process *p);
bool quiet_leads_itself(const Process *p);   // as masters of applications do, too

// Whether that is all that comes of a message. The master of an application leads it, so it passes on text, too, but
// does other things as well.
bool quiet_takes_text(const Process *server, Term message);

void quiet_note(const Process *server, Term message);   // it was sent that
void quiet_note_text(Machine *machine);                 // something was written
