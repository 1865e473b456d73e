// View: what the page shows at the moment, for the sections beside the diagram.

import type { Model } from "./model";
import type { Timeline } from "./state";
import type { Finding, Report, Test } from "./types";
import type { Place } from "./words";

export type Side = "failing" | "passing";

export interface View {
    report: Report;
    test: Test;
    finding: Finding;
    side: Side;
    model: Model;            // of that side
    timeline: Timeline;
    step: number;            // index; -1: before the first one
    goTo(step: number, side?: Side): void;
    showSource(place: Place): void;
}

// A part of the page that follows the chosen step.
export interface Section {
    readonly element: HTMLElement;
    update(view: View): void;
}
