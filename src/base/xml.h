// Xml: texts of programs as parts of an XML document.
//
// What XML cannot hold stays visible: control characters become their pictures (U+2400 ...), and what is no character
// of UTF-8 becomes U+FFFD.
#pragma once
#include "base/text.h"

void xml_text(Text *out, const char *text);                           // between tags
void xml_attribute(Text *out, const char *name, const char *value);   // with a blank in front
void xml_attribute_number(Text *out, const char *name, uint64_t value);
