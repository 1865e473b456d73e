#include "report/format.h"

void sheet_begin(Sheet *sheet, const Format *format, bool many) {
    *sheet = (Sheet){.many = many};
    if (format->begin) format->begin(sheet);
}

void sheet_add(Sheet *sheet, const Format *format, const Report *report) {
    sheet->counts[report_verdict(report)]++;
    sheet->interleavings += report->search.explored;
    sheet->seconds += report->search.seconds;
    format->add(sheet, report);
}

void sheet_end(Sheet *sheet, const Format *format) {
    if (format->end) format->end(sheet);
}

void sheet_free(Sheet *sheet) {
    text_free(&sheet->out);
    text_free(&sheet->body);
    names_free(&sheet->files);
    names_free(&sheet->stacks);
}
