#include "engine/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/display.h"

enum { WIDTH_PIPED = 100, WIDTH_LEAST = 40 };

void terminal_tell(FILE *stream, const Text *text) {
    Text plain = {0};
    display_add(&plain, text_string(text), text->size, true);
    fwrite(text_string(&plain), 1, plain.size, stream);
    text_free(&plain);
}

void terminal_trouble(const char *message) {
    Text plain = {0};
    display_add(&plain, message, strlen(message), false);
    fprintf(stderr, "weft: %s\n", text_string(&plain));
    text_free(&plain);
}

static const char *environment(const char *name) {
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

bool terminal_is_live(int file) {
    const char *kind = environment("TERM");
    return isatty(file) && kind && strcmp(kind, "dumb") != 0;
}

bool terminal_is_utf8(void) {
    const char *locale = environment("LC_ALL");
    if (!locale) locale = environment("LC_CTYPE");
    if (!locale) locale = environment("LANG");
    const char *dot = locale ? strchr(locale, '.') : NULL;
    return dot && (strncasecmp(dot, ".utf-8", 6) == 0 || strncasecmp(dot, ".utf8", 5) == 0);
}

uint32_t terminal_width(int file) {
    struct winsize size;
    const char *columns = environment("COLUMNS");
    unsigned long width = columns ? strtoul(columns, NULL, 10) : 0;
    if (width == 0 && isatty(file) && ioctl(file, TIOCGWINSZ, &size) == 0) width = size.ws_col;
    if (width == 0 || width > 10000) width = WIDTH_PIPED;
    return width < WIDTH_LEAST ? WIDTH_LEAST : (uint32_t)width;
}

static bool is_colored(const Look *look, int file) {
    if (look->color && strcmp(look->color, "always") == 0) return true;
    if (look->color && strcmp(look->color, "never") == 0) return false;
    return terminal_is_live(file) && !environment("NO_COLOR");
}

uint32_t look_depth(const Look *look) {
    enum { DEPTH_MOST = 100000 };
    return look->print_depth < DEPTH_MOST ? (uint32_t)look->print_depth : DEPTH_MOST;
}

Style look_style(const Look *look, int file) {
    return (Style){
        .width = terminal_width(file), .color = is_colored(look, file), .utf8 = !look->ascii && terminal_is_utf8()};
}
