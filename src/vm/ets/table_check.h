// Table check: what holds of the tables of ets and of who owns them, walked through in builds with assertions.
#pragma once
#include "vm/ets/table.h"

#ifdef NDEBUG
#define tables_check(machine) ((void)0)
#else
void tables_check(const Machine *machine);
#endif
