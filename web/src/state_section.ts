// Processes as a tree, with names, mailboxes and what became of them, and the tables: as they are after the chosen step.

import { el, fill, type Child } from "./dom";
import { colourOf } from "./graph";
import type { State } from "./state";
import type { Section, View } from "./view";
import type { Change, Process } from "./types";
import { placeOf } from "./words";

const SHOWN = 200;               // processes; of more than these, those that live, without their descent

export class StateSection implements Section {
    private readonly body = el("div", { class: "body" });
    private readonly note = el("small");
    readonly element = el("section", { class: "panel state", "aria-labelledby": "state-title" },
        el("h2", { id: "state-title" }, "State ", this.note), this.body);

    update(view: View): void {
        const state = view.timeline.at(view.step);
        const changed = new Set((view.model.story.steps[view.step]?.changes ?? []).map((change) => `${change.kind} ${change.name}`));
        fill(this.note, view.step < 0 ? "before the first step" : `after step ${view.step + 1}`);
        fill(this.body,
            el("ul", { class: "tree" }, ...tree(view, state, changed)),
            ...tables(state, changed));
    }
}

// Those that have begun by now, below their parents.
function tree(view: View, state: State, changed: Set<string>): Child[] {
    const { processes } = view.model.story;
    const children = new Map<number, number[]>();
    const roots: number[] = [], many = processes.length > SHOWN;
    let left = SHOWN, hidden = 0;
    processes.forEach((process, index) => {
        const life = view.model.lives[index]!;
        if (life.lane >= 0 && life.first > view.step) return;
        if (many && (life.lane < 0 || hasEnded(process, view) || --left < 0)) return void hidden++;
        if (process.parent === undefined || many) roots.push(index);
        else children.set(process.parent, [...(children.get(process.parent) ?? []), index]);
    });
    const node = (index: number): HTMLElement => {
        const below = children.get(index) ?? [];
        return el("li", {}, ...entry(view, state, changed, processes[index]!, index),
            below.length > 0 && el("ul", {}, ...below.map(node)));
    };
    return [...roots.map(node), hidden > 0 && el("li", { class: "muted" }, `and ${hidden.toLocaleString("en")} more that have ended or come later`)];
}

const hasEnded = (process: Process, view: View): boolean => process.ended !== undefined && process.ended <= view.step + 1;

function entry(view: View, state: State, changed: Set<string>, process: Process, index: number): Child[] {
    const ended = hasEnded(process, view);
    const names = [...state.name.values()].filter((name) => name.owner === process.name).map((name) => name.name);
    const mailbox = state.mailbox.get(process.name);
    const fresh = changed.has(`mailbox ${process.name}`) || names.some((name) => changed.has(`name ${name}`));
    return [
        el("div", { class: `process${ended ? " ended" : ""}${fresh ? " changed" : ""}` },
            el("b", { style: `color:${colourOf(index)}` }, process.name),
            ...names.map((name) => el("span", { class: "registered" }, name)),
            process.initial !== undefined && el("span", { class: "muted" }, process.initial),
            ended && el("span", { class: "ending" }, `ended: ${process.ending ?? "normal"}`),
            !ended && waiting(view, process)),
        !ended && mailbox && contents("mailbox", mailbox),
    ];
}

// Of a deadlock, when all has happened.
function waiting(view: View, process: Process): HTMLElement | undefined {
    if (view.side === "passing" || view.step < view.model.story.steps.length - 1) return undefined;
    const where = view.finding.waiting?.find((one) => one.process === process.name);
    if (!where) return undefined;
    const place = placeOf(where.file === undefined ? undefined : view.report.files[where.file]?.name, where.line);
    return el("span", { class: "waiting" }, `waits for ever in ${where.in ?? "a receive"}${place ? `, ${place}` : ""}`);
}

function tables(state: State, changed: Set<string>): Child[] {
    return [...state.table.values()].map((table) =>
        el("div", { class: `table${changed.has(`table ${table.name}`) ? " changed" : ""}` },
            el("h3", {}, "table ", el("b", {}, table.name), table.owner !== undefined && el("span", { class: "muted" }, ` of ${table.owner}`)),
            contents("objects", table) || el("p", { class: "muted" }, "empty")));
}

function contents(what: string, change: Change): HTMLElement | undefined {
    const items = change.items ?? [];
    if (!items.length) return undefined;
    const more = (change.total ?? items.length) - items.length;
    return el("ol", { class: `contents ${what}`, "aria-label": what }, ...items.map((item) => el("li", {}, el("code", {}, item))),
        more > 0 && el("li", { class: "muted" }, `and ${more} more`));
}
