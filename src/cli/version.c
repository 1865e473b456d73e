#include "cli/version.h"

#include <gmp.h>
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

#include "jail/cage.h"

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

#ifdef NDEBUG
#define ASSERTIONS "no assertions"
#else
#define ASSERTIONS "with assertions"
#endif

static void tell_libraries(Text *out) {
    char pcre[64] = "";
    if (pcre2_config(PCRE2_CONFIG_VERSION, NULL) < (int)sizeof pcre) pcre2_config(PCRE2_CONFIG_VERSION, pcre);
    pcre[strcspn(pcre, " ")] = 0;   // the date of its release follows
    text_format(out, "libraries   zlib %s, GMP %s, PCRE2 %s\n", zlibVersion(), gmp_version, pcre);
}

void version_tell(bool verbose, Text *out) {
    text_add(out, "weft " WEFT_VERSION "\n");
    if (!verbose) return;
    text_format(out, "programs    .beam files of OTP 23 to 29, Erlang and Elixir\n");
    tell_libraries(out);
    cage_tell(out);
    text_format(out, "built by    " COMPILER ", %u bits, " ASSERTIONS "\n", (unsigned)sizeof(void *) * 8);
}
