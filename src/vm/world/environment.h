// Environment: the variables a program finds. They are the same on every host, so that runs are too.
#pragma once
#include "vm/store/heap.h"

Term environment_new(Heap *heap);   // a map: name => value, both strings
