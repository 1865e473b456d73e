// What tools/mutants.py is tried on: a line for each thing that it changes, and for each that it must leave alone.
#include "base/array.h"
// clang-format off
enum { OUTSIDE = 3 };
static const int table[] = {1, 2};

static bool is_between(int low, int x, int high) {
    return low <= x && x < high;   // x == high || x == low
}

static bool chain(int a, int b, int c) {
    if ((a && b) || c || f(a && b, c)) return true;
    for (int i = 0; i < 10; i++) c += i;
    return false;
}

static int ternary(int x) { return x > 0 ? f(x) : (y = x != 2) ? 5 : 0x1f; }

static void statements(Thing *thing, int *p) {
    assert(p[0] == 1 && "a && b");
    Thing copy = {0}, *other = thing + 1;
    unsigned count = 0;
    *p = 7;
    f(1,
      2);
    memory_free(p);
    thing_free(thing);
    while (next(&copy)) {
        if (copy.end) break;
        count++;
    }
    switch (count) {
    case 1: other->x = 'a'; break;
    default: g("a < b");
    }
    array_push(&things, (Thing){.x = 1});
    if (count) return;
    else h();
}

void thing_check(const Thing *thing) {
    if (thing->x == 1) f(thing);
}

bool outside(void) { return table[0] == OUTSIDE; }
