// Store check: what holds of the memory of a state, walked through in builds with assertions.
#pragma once
#include "vm/store/store.h"

#ifdef NDEBUG
#define store_check(store) ((void)0)
#else
void store_check(const Store *store);
#endif
