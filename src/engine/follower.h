// Follower: a schedule followed in a program that has changed since it was written.
//
// Who is meant by a line is found by lineage (explore/lineage.h). What it was to do stands behind the line, as a
// comment. If it is about to do something else, then either what it was to do is gone, if that something comes later in
// the schedule, and the line is left out; or that something is new, and it is done on the way to what it was to do. A
// line whose actor cannot act is left out. Only what can happen is ever done.
#pragma once
#include "engine/schedule_file.h"
#include "explore/witness/stage.h"

// Follows the lines as far as possible. Returns how many were left out.
uint32_t follower_run(Stage *stage, const ScheduleFile *file);
