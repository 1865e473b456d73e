#include "report/report.h"

#include <string.h>

const char *const report_verdicts[REPORT_VERDICTS] = {
    [REPORT_OK] = "ok", [REPORT_FAILED] = "FAILS", [REPORT_OPEN] = "open", [REPORT_SKIPPED] = "skipped",
    [REPORT_UNABLE] = "unable",
};

ReportVerdict report_verdict(const Report *r) {
    if (r->skipped) return REPORT_SKIPPED;
    if (r->message) return REPORT_UNABLE;
    if (r->findings->finding_count) return REPORT_FAILED;
    return r->search.complete || r->replayed ? REPORT_OK : REPORT_OPEN;
}

void report_name(const Report *r, Text *out) {
    if (r->title) text_add(out, r->title);
    else if (strncmp(r->module, "Elixir.", 7) == 0) text_format(out, "%s.%s/0", r->module + 7, r->function);
    else text_format(out, "%s:%s/0", r->module, r->function);
}
