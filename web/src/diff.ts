// Diff: two interleavings of the same test. weft says which step of the one is which of the other (Step.twin). Of those that
// are in both, the longest sequence that stands in the same order in both has not moved; the others have.

import type { Process, Step, Story } from "./types";

export type Mark = "same" | "moved" | "only";

export interface Diff {
    left: Mark[];                // of each step
    right: Mark[];
    firstDifference: number;     // index of the first step that is not the same in both
}

export function diffOf(left: Story, right: Story): Diff {
    const partner = Int32Array.from(left.steps, (step) => (step.twin ?? 0) - 1);
    const stays = longestOrder(partner);
    let firstDifference = 0;
    while (firstDifference < partner.length && partner[firstDifference] === firstDifference) firstDifference++;
    return {
        left: marksOf(left, (index) => stays.has(index)),
        right: marksOf(right, (_, twin) => stays.has(twin)),
        firstDifference,
    };
}

// The passing story told like the failing one: processes have the same numbers, and so colours, and what has nothing to do with
// the failure there is marked here, too.
export function aligned(failing: Story, passing: Story): Story {
    const numbers = new Map(failing.processes.map((process, index) => [process.name, index]));
    for (const { name } of passing.processes) if (!numbers.has(name)) numbers.set(name, numbers.size);
    const number = (index: number): number => numbers.get(passing.processes[index]!.name)!;
    const processes = [...numbers.keys()].map((name): Process => {
        const known = passing.processes.find((process) => process.name === name) ?? { name };
        return known.parent === undefined ? known : { ...known, parent: number(known.parent) };
    });
    const steps = passing.steps.map((step): Step => ({
        ...step, process: number(step.process), ...(step.partner !== undefined && { partner: number(step.partner) }),
        ...(step.twin && failing.steps[step.twin - 1]?.unrelated && { unrelated: true }),
    }));
    return { ...passing, processes, steps };
}

const marksOf = (story: Story, stays: (index: number, twin: number) => boolean): Mark[] =>
    story.steps.map((step, index) => (!step.twin ? "only" : stays(index, step.twin - 1) ? "same" : "moved"));

// Indices of the longest increasing subsequence (patience sorting); entries below 0 are left out.
export function longestOrder(values: Int32Array): Set<number> {
    const tops: number[] = [];                                   // index of the smallest end of a sequence of each length
    const previous = new Int32Array(values.length).fill(-1);
    values.forEach((value, index) => {
        if (value < 0) return;
        let low = 0, high = tops.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (values[tops[middle]!]! < value) low = middle + 1;
            else high = middle;
        }
        if (low > 0) previous[index] = tops[low - 1]!;
        tops[low] = index;
    });
    const chosen = new Set<number>();
    for (let at = tops.length ? tops[tops.length - 1]! : -1; at >= 0; at = previous[at]!) chosen.add(at);
    return chosen;
}
