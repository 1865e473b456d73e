// Any bytes as what a process in a jail has to say: findings, and what it added to a sheet.
#include <stdlib.h>

#include "explore/witness/finding_bytes.h"
#include "report/format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *at = (const char *)data;
    Findings findings = {0};
    Sheet sheet = {0};
    Parcel parcel = parcel_open(at, size);
    sheet_load(&sheet, &parcel);
    if (sheet.json.depth < 0 || sheet.json.depth >= JSON_DEPTH) abort();
    sheet_free(&sheet);
    findings_load(&findings, &at, at + size);
    findings_free(&findings);
    return 0;
}
