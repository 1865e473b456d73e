// Toy: the door of vm/machine.h with a page of machine behind it, for testing the search.
//
// A process is a string of actions; `r` is its only register, 0 at first.
//
//     x      r := variable x                 !3  sends r to process 3
//     X      variable x := r + 1             ?   waits for a message; r := its sender + 1
//     X7     variable x := 7                 ?3  waits for a message of process 3
//     +x     adds 1 to x, unseen             ~   r := the sender + 1 of a message, or 0 if there is none
//     ^x     r := 0 and takes x if it is 0; else r := 1       ~3  the same, of messages of process 3
//     (..)   only if r is not 0              *3  starts process 3, whose string begins with @
//     <..>   only if r is 0                  #3  kills process 3
//     $      touches everything              %xy r := variable x and, if that is 0, takes y
//     &      looks at its mailbox: r := the sender + 1 of the first message, or 0
// The verdict is clear when the first process has no action left.
#pragma once
#include "vm/machine.h"

enum { TOY_PROCESSES = 32 };

Machine *toy_new(const char *const *programs, uint32_t count);
void toy_free(Machine *machine);
int toy_value(const Machine *machine, char variable);
