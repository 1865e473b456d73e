// Stories as they are told in full: of errors that one interleaving shows, the data has the first one only.

import type { Finding, Report, SameStory, Step, Story } from "./types";

export function tellInFull(report: Report): void {
    for (const test of report.tests)
        for (const finding of test.errors) {
            const told = finding.story as Story | SameStory;
            if ("same" in told) finding.story = differing(test.errors[told.same]!.story, told);
            setStage(finding);
        }
}

function differing(story: Story, told: SameStory): Story {
    const past = told.past && new Set(told.past);
    const steps = story.steps.map((step, index) => ({ ...step, unrelated: past !== undefined && !past.has(index + 1) }));
    const { failure: _, ...rest } = story;
    return told.failure === undefined ? { ...rest, steps } : { ...rest, steps, failure: told.failure };
}

// The passing story with all that its steps have in common with their twins.
export function passingInFull(finding: Finding): Story | undefined {
    const { story, passing } = finding;
    if (!passing) return undefined;
    return { ...passing, steps: passing.steps.map((step) => (step.like ? { ...inCommon(story.steps[step.twin! - 1]!), ...step } : step)) };
}

function inCommon(twin: Step): Step {
    const { partner: _1, messages: _2, callNumber: _3, changes: _4, unrelated: _5, offstage: _6, actor: _7, ...common } = twin;
    return common;
}

// What races or fails is part of the test, whoever does it.
function setStage({ story, race }: Finding): void {
    for (const number of [story.failure, race?.first, race?.second]) {
        const step = number !== undefined ? story.steps[number - 1] : undefined;
        if (step) step.offstage = false;
    }
}
