// Print: terms as text on one line, for people and for the built-ins that write terms.
//
//     PRINT_WRITE      io_lib:format("~w"):     [97,98]  <<97,98>>   #{a => 1}  1.0
//     PRINT_PRETTY     "~p" without new lines:  "ab"     <<"ab">>    #{a => 1}  1.0
//     PRINT_DISPLAY    erlang:display:          "ab"     <<"ab">>    #{a=>1}    1.000000e+00
//     PRINT_ELIXIR     inspect (vm/elixir/inspect.h):  'ab'     "ab"        %{a: 1}    1.0
//
// The text is UTF-8. Nesting costs no C stack.
#pragma once
#include "base/text.h"
#include "vm/store/term.h"

typedef enum { PRINT_WRITE, PRINT_PRETTY, PRINT_DISPLAY, PRINT_ELIXIR } PrintStyle;

typedef struct {
    PrintStyle style;
    bool unicode;              // ~tw, ~tp: characters above 255 in atoms as they are, not as \x{...}
    bool any_printable;        // with unicode: strings of any characters are strings (erl +pc unicode)
    uint32_t depth;            // as in ~W and ~P: what lies deeper or further on is "..."; 0: no limit
    size_t length;             // in bytes; longer text is cut and ends with "..."; 0: no limit
    struct Machine *structs;   // of Elixir, whose modules define them; NULL: they are maps
    Term here;                 // node that numbers in pids are seen from; none: the one that each belongs to
    struct Machine *names;     // whose processes have the names of stories, P.1 and not <0.83.0>; NULL: nobody's
} PrintOptions;

// What reports use.
#define PRINT_READABLE ((PrintOptions){.style = PRINT_PRETTY, .unicode = true, .any_printable = true})

// For a machine's program: in its language; in stories with the names that these use.
PrintOptions print_options_for(struct Machine *machine, bool story);

void term_print(Text *out, Term term, PrintOptions options);

// For stories: '-main/0-fun-0-', which compilers make of a fun in main/0, without the marks around it.
void print_function_name(Text *out, const char *name);
