// Version: which weft this is, and of what it was made. People paste it into bug reports.
#pragma once
#include "base/text.h"

void version_tell(bool verbose, Text *out);
