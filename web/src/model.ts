// Model: what follows from a story once, so that drawing a window of it is cheap: lanes, arrows, the way along a process.

import type { Step, Story } from "./types";

export type ArrowKind = "message" | "signal" | "spawn" | "touch";

export interface Arrow {
    kind: ArrowKind;
    from: number;            // index of a step
    to: number;              // index of a step; -1: it never arrives; the same step: it is there at once
    fromProcess: number;
    toProcess: number;
}

export interface Life {
    lane: number;            // -1: it takes no part
    first: number;           // index of the step that began it; -1: it was there before the first step
    last: number;            // index of its end, or of the last step of the story
    ended: boolean;
}

export interface Model {
    story: Story;
    lives: Life[];           // of each process
    laneCount: number;
    arrows: Arrow[];
    arrowsOf: number[][];    // of each step, indices of the arrows that begin or end there
    before: Int32Array;      // of each step, the one before it of the same process; -1: none
    after: Int32Array;
}

const REUSE_LANES = 16;      // from so many processes on, one that has ended leaves its lane to others

// stage: whoever only runs the test has no lane.
export function modelOf(story: Story, stage = false): Model {
    const lives = livesOf(story, stage);
    const laneCount = giveLanes(lives, story.processes.length >= REUSE_LANES);
    const arrows = arrowsIn(story);
    const arrowsOf: number[][] = story.steps.map(() => []);
    arrows.forEach((arrow, index) => {
        arrowsOf[arrow.from]!.push(index);
        if (arrow.to >= 0 && arrow.to !== arrow.from) arrowsOf[arrow.to]!.push(index);
    });
    return { story, lives, laneCount, arrows, arrowsOf, ...neighbours(story) };
}

// A process lives from the step that made it to its end, or else to the end of the story.
function livesOf(story: Story, stage: boolean): Life[] {
    const end = story.steps.length - 1;
    const lives: Life[] = story.processes.map((process) => ({
        lane: -1, first: -1, last: process.ended ? process.ended - 1 : end, ended: process.ended !== undefined,
    }));
    const seen = new Set<number>();
    const meet = (process: number | undefined, index: number): void => {
        if (process === undefined || seen.has(process) || !lives[process]) return;
        seen.add(process);
        if (story.processes[process]!.parent !== undefined) lives[process]!.first = index;
    };
    story.steps.forEach((step, index) => {
        meet(step.process, index);
        meet(step.partner, index);
    });
    const needed = stage ? onStage(story) : seen;
    lives.forEach((life, index) => {
        if (!needed.has(index)) life.last = -2;
    });
    return lives;
}

function onStage(story: Story): Set<number> {
    const there = new Set<number>();
    for (const step of story.steps) {
        if (step.offstage) continue;
        there.add(step.process);
        if (step.partner !== undefined) there.add(step.partner);
    }
    return there;
}

// In the order of their beginnings. When lanes are shared, a process gets the first one that is free: there are then as many
// lanes as processes that live at the same time.
function giveLanes(lives: Life[], share: boolean): number {
    const busyUntil: number[] = [];
    const order = lives.map((_, index) => index).sort((a, b) => lives[a]!.first - lives[b]!.first || a - b);
    for (const index of order) {
        const life = lives[index]!;
        if (life.last < -1) continue;
        let lane = share ? busyUntil.findIndex((until) => until < life.first) : -1;
        if (lane < 0) lane = busyUntil.push(-1) - 1;
        busyUntil[lane] = life.last;
        life.lane = lane;
    }
    return busyUntil.length;
}

// Who takes a message has the number that its sender has. What is sent and never taken ends at its receiver's lane.
function arrowsIn(story: Story): Arrow[] {
    const arrows: Arrow[] = [];
    const underway = new Map<number, Arrow>();
    story.steps.forEach((step, index) => {
        const sent: number[] = [];
        for (const message of step.messages ?? []) {
            const arrow = underway.get(message);
            if (arrow) arriveAt(arrow, index, step);
            else sent.push(message);
        }
        for (const message of sent) {
            const kind = step.kind === "exit" || step.kind === "crash" ? "signal" : "message";
            const arrow: Arrow = { kind, from: index, to: -1, fromProcess: step.process, toProcess: step.partner ?? -1 };
            underway.set(message, arrow);
            arrows.push(arrow);
        }
        const other = step.partner !== undefined && step.partner !== step.process;
        if (other && !step.messages?.length && step.kind !== "receive" && step.kind !== "delivery") {
            const kind = step.kind === "spawn" ? "spawn" : step.kind === "send" ? "message" : "touch";
            arrows.push({ kind, from: index, to: index, fromProcess: step.process, toProcess: step.partner! });
        }
    });
    return arrows.filter((arrow) => arrow.toProcess >= 0);
}

// A delivery is on the way: the arrow ends at the step that takes the message.
function arriveAt(arrow: Arrow, index: number, step: Step): void {
    arrow.to = index;
    arrow.toProcess = step.kind === "delivery" && step.partner !== undefined ? step.partner : step.process;
}

function neighbours(story: Story): { before: Int32Array; after: Int32Array } {
    const before = new Int32Array(story.steps.length).fill(-1);
    const after = new Int32Array(story.steps.length).fill(-1);
    const last = new Map<number, number>();
    story.steps.forEach((step, index) => {
        const previous = last.get(step.process);
        if (previous !== undefined) {
            before[index] = previous;
            after[previous] = index;
        }
        last.set(step.process, index);
    });
    return { before, after };
}

// The step that took what this one sent, or that sent what it took; -1: none.
export function otherEnd(model: Model, step: number): number {
    for (const index of model.arrowsOf[step] ?? []) {
        const arrow = model.arrows[index]!;
        if (arrow.to >= 0 && arrow.from !== arrow.to) return arrow.from === step ? arrow.to : arrow.from;
    }
    return -1;
}
