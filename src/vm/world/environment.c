#include "vm/world/environment.h"

#include "vm/term/map.h"
#include "vm/world/file.h"

Term environment_new(Heap *heap) {
    static const char *const variables[] = {
        "HOME", FILE_HOME, "LANG", "C.UTF-8", "PATH", "/usr/bin:/bin", "TZ", "UTC", "USER", "user",
    };
    enum { COUNT = sizeof variables / sizeof *variables };
    Term pairs[COUNT];
    for (size_t i = 0; i < COUNT; i++) pairs[i] = heap_list_from_text(heap, variables[i]);
    return map_from_pairs(heap, pairs, COUNT / 2, NULL);
}
