// PrimFile: what the two files of prim_file's functions have in common.
#pragma once
#include "base/text.h"
#include "vm/run/bif.h"
#include "vm/run/machine_state.h"
#include "vm/world/file.h"

Term prim_file_error(Process *p, Term reason);   // {error, Reason}
bool prim_file_path(Term binary, Text *path);    // false: no binary that ends with a NUL
void prim_file_touches(Process *p, Term binary, bool writes, Footprint *out);
Term prim_file_info_term(Process *p, const FileInfo *info);   // #file_info{}
