// Reads formulas, one in a line, and writes their automata for test/property/oracles.py: for each state a line of
// edges,
//     HOLDS FAILS TO MARKS; ...
// with the names of propositions joined by commas ("-": none), then a line "end MARKS".
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "property/automaton.h"
#include "property/property.h"

static void write_names(const Property *property, uint64_t bits) {
    if (bits == 0) printf("-");
    for (; bits; bits &= bits - 1)
        printf("%s%s", property->propositions.items[__builtin_ctzll(bits)].text, bits & (bits - 1) ? "," : "");
    printf(" ");
}

static void write_automaton(const Property *property, const Automaton *automaton) {
    for (uint32_t state = 0; state < automaton->state_count; state++) {
        for (uint32_t i = automaton->first[state]; i < automaton->first[state + 1]; i++) {
            const AutomatonEdge *edge = &automaton->edges[i];
            write_names(property, edge->holds);
            write_names(property, edge->fails);
            printf("%" PRIu32 " %" PRIu32 ";", edge->to, edge->marks);
        }
        printf("\n");
    }
    printf("end %" PRIu32 "\n", automaton->mark_count);
}

int main(void) {
    static char line[100000];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        Property property;
        Automaton automaton;
        Error err;
        if (!property_parse(&property, line, &err) ||
            !automaton_build(&automaton, &property.formulas, property.formula, &err)) {
            fprintf(stderr, "%s\n", err.text);
            return 1;
        }
        write_automaton(&property, &automaton);
        automaton_free(&automaton);
        property_free(&property);
    }
    return 0;
}
