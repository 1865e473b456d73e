// What of the interleaving is shown: which of the two, which steps.

import { el, fill } from "./dom";
import { colourOf, signPath } from "./graph";
import { svg } from "./dom";
import { everything, type Filter } from "./rows";
import type { Finding, Kind, Story } from "./types";
import { kindWord } from "./words";

export type Layout = "failing" | "both" | "passing";

const LISTED = 200;              // processes in the menu
const LONG = 40;                 // steps, from which on those that have nothing to do with the failure begin hidden

export class Toolbar {
    readonly element = el("div", { class: "toolbar", role: "toolbar", "aria-label": "What is shown" });
    readonly filter: Filter = everything();
    readonly search = el("input", { type: "search", placeholder: "Filter steps  /", "aria-label": "Filter steps by text", class: "filter" });
    private readonly note = el("span", { class: "muted note", role: "status" });
    private readonly layouts = el("div", { class: "segments", role: "group", "aria-label": "Interleaving" });
    private readonly processes = el("details", { class: "menu" });
    private readonly kinds = el("details", { class: "menu" });
    private readonly fold = toggle("Fold library calls");
    private readonly causes = toggle("Only causes");
    private readonly stage = toggle("Only the test");

    constructor(private readonly changed: () => void, private readonly lay: (layout: Layout) => void) {
        this.search.addEventListener("input", () => this.apply(() => (this.filter.text = this.search.value)));
        this.fold.box.addEventListener("change", () => this.apply(() => (this.filter.fold = this.fold.box.checked)));
        this.causes.box.addEventListener("change", () => this.apply(() => (this.filter.causes = this.causes.box.checked)));
        this.stage.box.addEventListener("change", () => this.apply(() => (this.filter.stage = this.stage.box.checked)));
        this.stage.label.title = "Without what runs the test, makes it ready and clears up behind it";
        this.element.append(this.layouts, this.search, this.processes, this.kinds, this.stage.label, this.fold.label, this.causes.label, this.note);
        document.addEventListener("click", (event) => {
            for (const menu of [this.processes, this.kinds]) if (!menu.contains(event.target as Node)) menu.open = false;
        });
    }

    // For another error: nothing is filtered but what a long story asks for.
    begin(finding: Finding): void {
        const { steps } = finding.story;
        const unrelated = steps.some((step) => step.unrelated), calls = steps.some((step) => step.callNumber), hands = steps.some((step) => step.offstage);
        this.forget();
        Object.assign(this.filter, { fold: calls, causes: unrelated && steps.length > LONG, stage: hands });
        this.stage.box.checked = hands;
        this.stage.label.hidden = !hands;
        this.search.value = "";
        this.fold.box.checked = this.filter.fold;
        this.fold.label.hidden = !calls;
        this.causes.box.checked = this.filter.causes;
        this.causes.label.hidden = !unrelated;
        this.menuOfProcesses(finding.story);
        this.menuOfKinds(finding.story);
        this.showLayouts("failing", finding.passing !== undefined);
    }

    // The menus keep their sets.
    private forget(): void {
        this.filter.processes.clear();
        this.filter.kinds.clear();
        this.filter.text = "";
        this.filter.causes = this.filter.stage = false;
    }

    tell(shown: number, hidden: number): void {
        fill(this.note, hidden ? `${shown.toLocaleString("en")} rows, ${hidden.toLocaleString("en")} steps hidden` : "");
        if (hidden) this.note.append(" ", el("button", { class: "link", type: "button", onclick: () => this.clear() }, "show all"));
    }

    clear(): void {
        this.apply(() => {
            this.forget();
            this.search.value = "";
            this.causes.box.checked = this.stage.box.checked = false;
            this.element.querySelectorAll<HTMLInputElement>(".menu input").forEach((box) => (box.checked = false));
            this.renameMenus();
        });
    }

    toggleFold(): void {
        this.apply(() => (this.filter.fold = this.fold.box.checked = !this.filter.fold));
    }

    showLayouts(chosen: Layout, passing: boolean): void {
        const words: [Layout, string][] = [["failing", "Failing"], ["both", "Side by side"], ["passing", "Passing"]];
        this.layouts.hidden = !passing;
        fill(this.layouts, ...words.map(([layout, word]) =>
            el("button", { type: "button", "aria-pressed": layout === chosen ? "true" : "false", onclick: () => this.lay(layout) }, word)));
    }

    private apply(change: () => void): void {
        change();
        this.changed();
    }

    private menuOfProcesses(story: Story): void {
        const acting = new Set(story.steps.map((step) => step.process));
        this.processes.hidden = acting.size < 2;
        const entries = story.processes.map((process, index) => ({ process, index })).filter(({ index }) => acting.has(index));
        fill(this.processes, el("summary", {}, "Processes"), el("div", { class: "menu-body" }, ...entries.slice(0, LISTED).map(({ process, index }) =>
            entry(el("b", { style: `color:${colourOf(index)}` }, process.name), process.registered ?? process.initial ?? "", this.filter.processes, index,
                () => this.fromMenu())),
            entries.length > LISTED && el("p", { class: "muted" }, `${entries.length - LISTED} more: filter by their names`)));
        this.renameMenus();
    }

    private menuOfKinds(story: Story): void {
        const counts = new Map<Kind, number>();
        for (const step of story.steps) counts.set(step.kind, (counts.get(step.kind) ?? 0) + 1);
        this.kinds.hidden = counts.size < 2;
        fill(this.kinds, el("summary", {}, "Kinds"), el("div", { class: "menu-body" }, ...[...counts].map(([kind, count]) =>
            entry(sign(kind), `${kindWord(kind)} (${count.toLocaleString("en")})`, this.filter.kinds, kind, () => this.fromMenu()))));
        this.renameMenus();
    }

    private fromMenu(): void {
        this.renameMenus();
        this.changed();
    }

    private renameMenus(): void {
        const name = (menu: HTMLElement, word: string, count: number): void => {
            const summary = menu.querySelector("summary");
            if (summary) summary.textContent = count ? `${word}: ${count}` : word;
        };
        name(this.processes, "Processes", this.filter.processes.size);
        name(this.kinds, "Kinds", this.filter.kinds.size);
    }
}

function toggle(word: string): { label: HTMLLabelElement; box: HTMLInputElement } {
    const box = el("input", { type: "checkbox" });
    return { box, label: el("label", { class: "toggle" }, box, word) };
}

function entry<T>(mark: Element, word: string, chosen: Set<T>, value: T, changed: () => void): HTMLElement {
    const box = el("input", { type: "checkbox" });
    box.addEventListener("change", () => {
        if (box.checked) chosen.add(value);
        else chosen.delete(value);
        changed();
    });
    return el("label", { class: "entry" }, box, mark, word);
}

export const sign = (kind: Kind): SVGElement =>
    svg("svg", { class: "sign-sample", width: 16, height: 16, viewBox: "0 0 16 16", "aria-hidden": "true" },
        svg("path", { class: `sign ${kind}`, d: signPath(kind, 8, 8), style: "--colour:var(--ink)" }));
