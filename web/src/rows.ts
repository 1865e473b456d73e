// Rows: which steps are shown, after filtering and folding, and in which row each of them stands.

import type { Step, Story } from "./types";

export interface Filter {
    text: string;                // words that must all occur
    processes: Set<number>;      // empty: all
    kinds: Set<string>;          // empty: all
    fold: boolean;               // steps inside a call into a library become one row
    causes: boolean;             // only steps in the past of the failure
    stage: boolean;              // only steps of the test itself
}

export interface Rows {
    first: Int32Array;           // of each row, the index of its first step
    last: Int32Array;            // and of its last one; more than one step: it is folded
    rowOf: Int32Array;           // of each step; -1: it is not shown
    hidden: number;              // steps that are not shown
}

export const everything = (): Filter => ({ text: "", processes: new Set(), kinds: new Set(), fold: false, causes: false, stage: false });

export function rowsOf(story: Story, filter: Filter, open: Set<number>): Rows {
    const first: number[] = [], last: number[] = [];
    const rowOf = new Int32Array(story.steps.length).fill(-1);
    const wanted = matcher(story, filter);
    let hidden = 0;
    for (let index = 0; index < story.steps.length; ) {
        const end = filter.fold && !open.has(index) ? foldEnd(story.steps, index) : index;
        let shown = false;
        for (let i = index; i <= end && !shown; i++) shown = wanted(story.steps[i]!);
        if (shown) {
            for (let i = index; i <= end; i++) rowOf[i] = first.length;
            first.push(index);
            last.push(end);
        } else {
            hidden += end - index + 1;
        }
        index = end + 1;
    }
    return { first: Int32Array.from(first), last: Int32Array.from(last), rowOf, hidden };
}

// The steps of one call into a library, as long as nobody else acts in between.
export function foldEnd(steps: Step[], index: number): number {
    const start = steps[index]!;
    if (!start.callNumber) return index;
    let end = index;
    for (let next = steps[end + 1]; next && belongs(next, start); next = steps[end + 1]) end++;
    return end;
}

const belongs = (step: Step, start: Step): boolean =>
    step.process === start.process && step.callNumber === start.callNumber;

function matcher(story: Story, filter: Filter): (step: Step) => boolean {
    const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
    return (step) => {
        if (filter.causes && step.unrelated) return false;
        if (filter.stage && step.offstage) return false;
        if (filter.processes.size && !filter.processes.has(step.process)) return false;
        if (filter.kinds.size && !filter.kinds.has(step.kind)) return false;
        if (!words.length) return true;
        const text = searchable(story, step);
        return words.every((word) => text.includes(word));
    };
}

function searchable(story: Story, step: Step): string {
    const process = story.processes[step.process];
    const parts = [process?.name, process?.initial, process?.registered, step.kind, step.what, step.exact, step.result, step.raises, step.call];
    return [...parts, ...(step.probes ?? [])].filter(Boolean).join(" ").toLowerCase();
}

// The row at a step, or else the nearest one before or after it; -1: there is no row at all.
export function nearestRow(rows: Rows, step: number): number {
    if (!rows.first.length) return -1;
    const exact = rows.rowOf[step];
    if (exact !== undefined && exact >= 0) return exact;
    let low = 0, high = rows.first.length - 1;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (rows.first[middle]! <= step) low = middle;
        else high = middle - 1;
    }
    return low;
}
