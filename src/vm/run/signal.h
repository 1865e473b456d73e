// Signal: what processes do to each other besides sending messages: links, monitors, exits, names.
//
// Whoever sends a signal does its own side at once. The other side happens when the signal has arrived and is handled,
// which may be later (vm/run/delivery.h). Both sides of a link or monitor are kept, so that the end of either side
// finds the other.
#pragma once
#include "vm/run/delivery.h"

bool signal_is_linked(const Process *p, Term other);
void signal_link(Process *p, Term other);
void signal_link_child(Process *parent, Process *child);   // both sides at once
void signal_unlink(Process *p, Term other);
void signal_unable_to_link(Process *p, Term other, Term reason);   // an exit signal says so
// A reference to be told by {Tag, Ref, process, Item, Reason}. `target` is a pid, or none: told at once.
Term signal_monitor(Process *p, Term target, Term item, Term tag, Term alias_option);
Term signal_monitor_child(Process *parent, Process *child, Term tag, Term alias_option);
bool signal_demonitor(Process *p, Term reference);         // false: there was no such monitor
bool signal_has_down(const Process *p, Term reference);    // a 'DOWN' is in the mailbox
void signal_flush_down(Process *p, Term reference);        // takes a 'DOWN' out of the mailbox
void signal_demonitor_flush(Process *p, Term reference);   // both: the end of who was watched may come before or after
void signal_exit(Process *p, Term to, Term alias, Term reason);   // alias: nil, or what `to` made
void signal_kill(Process *p, Term to);                            // at once, whatever the delivery
void signal_end(Process *p, Term reason);                         // a signal ends it
int64_t signal_times_suspended(const Process *p, Term other);     // by p
void signal_suspend(Process *p, Process *other);
void signal_resume(Process *p, Term other,
                   int64_t times);   // of those that p has suspended it; all of them when p ends
// Of a process that has ended, for that reason: one linked process is told, or one that watches it.
void signal_tell_link(Process *p, Term other, Term reason);
void signal_tell_watcher(Process *p, Term reference, Term watcher, Term reason);

// Lets a signal arrive: now, or when it is delivered if signals between these two take time.
void signal_send(Machine *machine, Term from, Term to, const Signal *signal);
void signal_arrive(Machine *machine, Term from, Term to, const Signal *signal);   // what it does at its receiver

// Whether a signal ends its receiver, as things stand.
bool signal_ends(const Process *p, Term from, const Signal *signal);
// The message that a signal is or becomes, as things stand; NO_TERM: none.
Term signal_message(Machine *machine, Term from, Term to, const Signal *signal);

// What identifies signals in footprints: the next one of a process, the
// answer to one, those that the end of a process makes.
uint64_t signal_next_object(Process *p);
uint64_t signal_answer_object(const Signal *signal);
uint64_t signal_down_object(Term reference);
uint64_t signal_demonitor_object(Term reference);
uint64_t signal_exit_object(Term from, Term to);

// One end's view of a link, and a monitor or alias as its maker sees it: what async signals may find changed.
uint64_t signal_link_object(const Machine *machine, Term end, Term other);
uint64_t signal_monitor_object(Term reference);

// Whom a process is linked to, which processes it watches and which have come to watch it: only questions mind that
// this changes.
uint64_t signal_relations_object(Term pid);
void signal_touches_relations(Term pid, Footprint *out);   // changes it

// Names.
Term name_pid(const Machine *machine, Term name);   // NO_TERM: not registered
Process *name_find(Machine *machine, Term name);    // NULL: not registered, or it has ended since
bool name_register(Process *p, Term name);          // false: taken, or p has one
void name_unregister(Machine *machine, Term name);

// The process that made an alias, as long as that is active; NULL: nobody. An alias for one use is used up.
Process *alias_find(Machine *machine, Term reference);
Term alias_maker(Term reference);
Term alias_mode(const Process *p,
                Term reference);   // the option it was made with; none: it is no alias, or not any more
// Whether a message to what may be an alias is one to oneself. Whether it comes is decided when signals are handled.
bool signal_waits_for_oneself(const Process *from, Term to);
// What a send to a pid, name or alias touches; the same for a BIF whose first argument that is.
// `message` identifies the message.
void send_footprint(Machine *machine, Term to, uint64_t message, Footprint *out);
void footprint_send(Process *p, const Term *args, Footprint *out);

void signal_resume_footprint(Machine *machine, Term other, Footprint *out);   // what that touches
// What taking away a process's next action touches. A message could have been what it needs for one.
void interruption_footprint(const Process *p, Footprint *out);
// What an exit signal touches where it arrives, and what the news touch that the end of a process sends (ending.c).
void exit_arrival_footprint(Machine *machine, Term from, Term to, Term reason, bool linked, uint64_t object,
                            Footprint *out);
void signal_link_ends_footprint(const Process *p, Term other, Term reason, Footprint *out);
void signal_down_footprint(Machine *machine, Term from, Term reference, Term to, Footprint *out);
// What the end of a process touches, of itself or by a signal: `normal` if for the reason normal. Where it takes steps,
// that is the first.
void exit_footprint(Process *p, bool normal, Footprint *out);
void kill_footprint(Process *p, bool normal, Footprint *out);
