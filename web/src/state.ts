// State: what lies in mailboxes and tables, who has which name, after any step.
//
// A story tells changes only. The states at every so many steps are kept, so that jumping about in a long story
// costs no more than the steps since the last of them.

import type { Change, Story } from "./types";

export type State = Record<Change["kind"], Map<string, Change>>;

const KEEP_EVERY = 256;

export class Timeline {
    private readonly kept: State[] = [];

    constructor(private readonly story: Story) {}

    // After the step with this index; -1: before the first one.
    at(step: number): State {
        const block = Math.floor((step + 1) / KEEP_EVERY);
        while (this.kept.length <= block) this.keepNext();
        const state = copy(this.kept[block]!);
        for (let i = block * KEEP_EVERY; i <= step; i++) apply(state, this.story.steps[i]?.changes);
        return state;
    }

    private keepNext(): void {
        const block = this.kept.length;
        const state = block === 0 ? empty() : copy(this.kept[block - 1]!);
        if (block === 0) apply(state, this.story.start);
        for (let i = Math.max(0, (block - 1) * KEEP_EVERY); i < block * KEEP_EVERY; i++)
            apply(state, this.story.steps[i]?.changes);
        this.kept.push(state);
    }
}

const empty = (): State => ({ mailbox: new Map(), table: new Map(), name: new Map() });

const copy = (state: State): State => ({
    mailbox: new Map(state.mailbox), table: new Map(state.table), name: new Map(state.name),
});

function apply(state: State, changes: Change[] | undefined): void {
    for (const change of changes ?? []) {
        const content = state[change.kind];
        if (change.gone) content.delete(change.name);
        else content.set(change.name, change.keep ? { ...change, items: itemsAfter(content.get(change.name)?.items ?? [], change) } : change);
    }
}

function itemsAfter(old: string[], change: Change): string[] {
    const [prefix, from, count] = change.keep ?? [0, 0, 0];
    return [...old.slice(0, prefix), ...(change.items ?? []), ...old.slice(from, from + count), ...(change.tail ?? [])];
}
