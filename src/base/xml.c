#include "base/xml.h"

#include "base/utf8.h"

static void add_character(Text *out, uint32_t c, bool quoted) {
    switch (c) {
    case '&': text_add(out, "&amp;"); return;
    case '<': text_add(out, "&lt;"); return;
    case '>': text_add(out, "&gt;"); return;
    case '"': text_add(out, "&quot;"); return;
    }
    if (c == '\r' || (c < 0x20 && quoted))
        text_format(out, "&#%u;", c);   // a reader would make a blank or \n of it
    else
        text_add_utf8(out, c);
}

static void add(Text *out, const char *text, bool quoted) {
    while (*text) {
        uint32_t c;
        text += utf8_visible(text, &c);
        add_character(out, c, quoted);
    }
}

void xml_text(Text *out, const char *text) { add(out, text, false); }

void xml_attribute(Text *out, const char *name, const char *value) {
    text_format(out, " %s=\"", name);
    add(out, value, true);
    text_add(out, "\"");
}

void xml_attribute_number(Text *out, const char *name, uint64_t value) {
    text_format(out, " %s=\"%llu\"", name, (unsigned long long)value);
}
