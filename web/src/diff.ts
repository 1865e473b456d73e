// Diff: two interleavings of the same test. weft says which step of the one is which of the other (Step.twin). Of those that
// are in both, the longest sequence that stands in the same order in both has not moved; the others have.

import type { Story } from "./types";

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
