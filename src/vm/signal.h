// Signal: what processes do to each other besides sending messages: links, monitors, exits, names.
//
// Signals take effect at once (instant delivery). Both sides of a link or monitor are kept, so that the end of
// either side finds the other.
#pragma once
#include "vm/machine_state.h"

void signal_link(Process *a, Process *b);
void signal_unlink(Process *a, Term other);
// A reference to be told by {Tag, Ref, process, Item, Reason}. `target` may be NULL: gone already.
Term signal_monitor(Process *p, Process *target, Term item, Term tag, Term alias_option);
bool signal_demonitor(Process *p, Term reference);       // false: there was no such monitor
void signal_flush_down(Process *p, Term reference);      // takes a 'DOWN' out of the mailbox

// What identifies the messages that the end of a process makes, in footprints.
uint64_t signal_down_object(Term reference);
uint64_t signal_exit_object(Term from, Term to);

// Who is linked to whom and watches whom, of all processes: only questions mind that it changes.
uint64_t signal_relations_object(void);

// Names.
Process *name_find(Machine *machine, Term name);         // NULL: not registered
bool name_register(Process *p, Term name);               // false: taken, or p has one
void name_unregister(Machine *machine, Term name);

// The process that made an alias, as long as that is active; NULL: nobody. An alias for one use is used up.
Process *alias_find(Machine *machine, Term reference);
// What a send to a pid, name or alias touches; the same for a BIF whose first argument that is.
// `message` identifies the message.
void send_footprint(Machine *machine, Term to, uint64_t message, Footprint *out);
void footprint_send(Process *p, const Term *args, Footprint *out);
