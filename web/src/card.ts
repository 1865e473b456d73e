// The card that appears beside a row under the mouse: what does not fit into the row.

import { el, fill } from "./dom";
import type { Model } from "./model";
import type { Report, Step } from "./types";
import { framesOf, placeOf, resultOf, userPlace } from "./words";

const DELAY = 250, FRAMES = 5;

export class Card {
    readonly element = el("div", { class: "card", role: "presentation", "aria-hidden": "true", hidden: true });
    private timer = 0;

    constructor(private readonly report: Report) {}

    show(model: Model, index: number, row: HTMLElement | undefined): void {
        clearTimeout(this.timer);
        const step = model.story.steps[index];
        if (!step || !row) {
            this.element.hidden = true;
            return;
        }
        this.timer = window.setTimeout(() => this.open(model, step, index, row), this.element.hidden ? DELAY : 60);
    }

    private open(model: Model, step: Step, index: number, row: HTMLElement): void {
        if (!row.isConnected) return;
        const place = userPlace(this.report, step), line = place?.line;
        const source = place && this.report.files[place.file];
        const frames = framesOf(this.report, step);
        const text = line ? source?.text?.split("\n", line)[line - 1]?.trim() : undefined;
        fill(this.element,
            el("p", { class: "muted" }, `step ${index + 1}, ${model.story.processes[step.process]?.name ?? "?"}`),
            el("pre", { class: "term" }, `${step.exact ?? step.what}\n${resultOf(step)}`.trimEnd()),
            source && el("p", { class: "muted" }, placeOf(source.name, line)),
            text !== undefined && el("pre", { class: "quote" }, text),
            frames.length > 1 && el("ol", {}, ...frames.slice(0, FRAMES).map((frame) => el("li", {}, frame))));
        this.element.hidden = false;
        const box = row.getBoundingClientRect(), mine = this.element.getBoundingClientRect();
        const below = box.bottom + 6 + mine.height < innerHeight;
        this.element.style.top = `${below ? box.bottom + 6 : Math.max(4, box.top - mine.height - 6)}px`;
        this.element.style.left = `${Math.max(4, Math.min(row.querySelector(".what")?.getBoundingClientRect().left ?? box.left, innerWidth - mine.width - 8))}px`;
    }
}
