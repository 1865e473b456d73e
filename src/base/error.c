#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool fail(Error *err, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    return false;
}

bool fail_at(Error *err, const char *where) {
    char reason[sizeof err->text];
    memcpy(reason, err->text, sizeof reason);
    snprintf(err->text, sizeof err->text, "%.200s: %.300s", where, reason);
    return false;
}
