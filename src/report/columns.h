// Columns: a story with a column for each process, time downwards.
//
//              P                               P.1
//              ping_pong:main/0                fun in ping_pong:main/0
//              ──────────────────────────────  ───────────────────────
//       1      spawn P.1                   :8
//       2 ⇢                                    sends ping to P      :8
//       3 ▶                                    ends                     ╮
//       4 ▶    register(ping_pong, P.1)    :9                           ╯ race
//       5 ✗    crashes with error: badarg
//
// Where there are too many processes for the width, all stand in one column, with the process in front.
#pragma once
#include "report/page.h"
#include "report/rows.h"
#include "report/source.h"

void columns_show(Page *page, Sources *sources, const Finding *finding, const Rows *rows, Wording *wording);
