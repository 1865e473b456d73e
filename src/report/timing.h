// Timing: of errors that only a timeout brings about which fires early, which one that is. report_timing tells it.
#pragma once
#include "report/report.h"

// The step with which it fires; NULL: the error is no matter of timing, or has no story.
const StoryStep *timing_step(const Finding *finding);
