// Trust list: which weft.toml files may ask for whatever they like, because the person at the keyboard has said so.
//
// The state folder ($XDG_STATE_HOME/weft, usually ~/.local/state/weft) has a file `trusted` with a line for each of
// them: the SHA-256 of its bytes, two blanks, its path. A file that changes is trusted no more.
#pragma once
#include "base/bytes.h"
#include "base/error.h"

bool trust_holds(const char *path, Bytes file);
// Adds a file as it is now, or takes it off.
bool trust_change(const char *path, bool forget, Error *err);
