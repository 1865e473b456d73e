// Display: how much room text takes on a terminal.
//
// Most letters take one column, those of East Asian scripts and most pictures two, marks that sit on the letter before
// them none. Text is UTF-8; a byte that is none counts as a letter.
#pragma once
#include <stddef.h>

#include "base/text.h"

size_t display_width(const char *text, size_t size);   // in columns

// How many bytes of a text fit into so many columns; never a part of a letter.
size_t display_fit(const char *text, size_t size, size_t columns);

// Adds text that does nothing but show itself: what would steer a terminal or turn the direction of writing becomes
// \x{1B}, bytes that are no UTF-8 too. Line ends and tabs stay, and with `inks` the colours that weft itself writes.
void display_add(Text *out, const char *text, size_t size, bool inks);

// For terminals that know ASCII only: a question mark for each column that other letters take.
void display_to_ascii(Text *text);
