// SARIF: what all that weft writes in it has in common. A run has rules first, then results, which whoever calls this
// writes in between, with the parts below.
#pragma once
#include "report/format.h"
#include "report/place.h"

typedef struct {
    const char *name, *about, *help;   // name and help: NULL for none
} SarifRule;

void sarif_begin(Sheet *sheet, void (*list_rules)(JsonWriter *writer));
void sarif_end(Sheet *sheet);

void sarif_rule(JsonWriter *writer, const char *id, const SarifRule *rule);
void sarif_message(JsonWriter *writer, const char *name, const char *text);
void sarif_place(Sheet *sheet, Place place);
// What a result is known by from run to run; `number` tells apart those with the same identity.
void sarif_fingerprint(JsonWriter *writer, const char *name, const Text *identity, uint32_t number);
