// Diagram: one interleaving as rows beside lanes. Only what is in sight is in the document.
//
// For assistive technology it is a list box: the focus stays on it, aria-activedescendant says which row is chosen.

import type { Mark } from "./diff";
import { el, fill, oncePerFrame, type Child } from "./dom";
import { colourOf, Graph, type Geometry, type Window } from "./graph";
import type { Model } from "./model";
import { nearestRow, type Rows } from "./rows";
import type { Report, Step } from "./types";
import { placeOf, resultOf, userPlace } from "./words";

export interface Tags {
    race: readonly [number, number] | undefined;   // indices of steps; the second may be -1
    outdated: number;                // writes by what the first of the two has read; -1: none
    failure: number;                 // -1: none
    doom: number;                    // the last step with a way out; -1: none
    marks: Mark[] | undefined;       // compared with the other interleaving
}

export interface Content {
    model: Model;
    rows: Rows;
    tags: Tags;
}

const ROW = 30, OVERSCAN = 6, NUMBER_WIDE = 58, NUMBER_NARROW = 42, TEXT_WIDTH = 260, LANE_MIN = 14, LANE_MAX = 104, LANE_SCROLLED = 26;
const PRINTED = 500, NARROW = 600;
const HEAD_LOW = 42, HEAD_TILTED = 96, LETTER = 7.8;

export class Diagram {
    readonly element: HTMLElement;
    private readonly box: HTMLElement;
    private readonly heads: HTMLElement;
    private readonly canvas: HTMLElement;
    private readonly rulerWidth = el("div");
    private readonly ruler = el("div", { class: "ruler", "aria-hidden": "true" });   // scrolls lanes, where there are too many
    private content: Content | undefined;
    private graph: Graph | undefined;
    private geometry: Geometry = { row: ROW, left: 0, spacing: 0, width: 0, from: 0, shown: 0 };
    private headHeight = HEAD_LOW;
    private numberWidth = NUMBER_WIDE;
    private selected = -1;
    private printing = false;
    private compared = false;
    private readonly render = oncePerFrame(() => this.renderNow());

    constructor(
        private readonly report: Report, private readonly id: string, label: string,
        private readonly onSelect: (step: number, rowWasFolded: boolean) => void,
        private readonly onHover: (step: number, row: HTMLElement | undefined) => void,
    ) {
        this.heads = el("div", { class: "heads", role: "presentation", "aria-hidden": "true" });
        this.ruler.append(this.rulerWidth);
        this.ruler.addEventListener("scroll", () => {
            this.geometry.from = this.ruler.scrollLeft;
            this.render();
        }, { passive: true });
        this.canvas = el("div", { class: "canvas", role: "presentation" });
        this.box = el("div", { class: "steps", role: "listbox", tabindex: 0, "aria-label": label, id }, this.heads, this.canvas);
        this.element = el("section", { class: `diagram ${id}`, "aria-label": label }, this.box, this.ruler);
        this.box.addEventListener("scroll", () => {
            this.onHover(-1, undefined);
            this.render();
        }, { passive: true });
        this.box.addEventListener("click", (event) => this.pick(event));
        this.box.addEventListener("mouseover", (event) => this.hover(event));
        this.box.addEventListener("mouseleave", () => this.onHover(-1, undefined));
        new ResizeObserver(() => this.layOut()).observe(this.box);
    }

    // Whether what differs from the other interleaving is marked.
    compare(compared: boolean): void {
        this.compared = compared;
        this.renderNow();
    }

    show(content: Content): void {
        this.content = content;
        this.layOut();
    }

    // Chooses a step; the row comes into sight.
    select(step: number): void {
        this.selected = step;
        if (step >= 0) this.reveal(step);
        this.renderNow();
    }

    focus(): void {
        this.box.focus({ preventScroll: true });
    }

    get hasFocus(): boolean {
        return this.box.contains(document.activeElement);
    }

    // --- where things are -------------------------------------------------------------------------------

    private layOut(): void {
        if (!this.content) return;
        const { model, rows } = this.content;
        const room = this.box.clientWidth;
        const lanes = Math.max(1, model.laneCount);
        this.numberWidth = room < NARROW ? NUMBER_NARROW : NUMBER_WIDE;
        const budget = Math.max(2 * LANE_SCROLLED, Math.min(room * (room < NARROW ? 0.3 : 0.42), room - this.numberWidth - TEXT_WIDTH));
        const fits = LANE_MIN * lanes <= budget;
        const spacing = fits ? Math.min(LANE_MAX, budget / lanes) : LANE_SCROLLED;
        const edge = Math.max(14, Math.min(spacing / 2, 40));
        this.headHeight = lanes > 1 && widestHead(model) * LETTER > spacing ? HEAD_TILTED : HEAD_LOW;
        const width = 2 * edge + (lanes - 1) * spacing, shown = fits ? width : Math.round(budget);
        this.geometry = { row: ROW, left: edge, spacing, width, shown, from: Math.min(this.geometry.from, width - shown) };
        this.graph = new Graph(model, rows, this.geometry);
        this.element.style.setProperty("--number", `${this.numberWidth}px`);
        this.element.style.setProperty("--graph", `${shown}px`);
        this.ruler.hidden = fits;
        this.rulerWidth.style.width = `${width}px`;
        this.ruler.scrollLeft = this.geometry.from;
        this.heads.style.height = `${this.headHeight}px`;
        this.heads.classList.toggle("tilted", this.headHeight === HEAD_TILTED);
        this.canvas.style.height = `${rows.first.length * ROW}px`;
        this.canvas.style.minWidth = `${this.numberWidth + shown + Math.min(TEXT_WIDTH, room * 0.5)}px`;
        this.renderNow();
    }

    // All rows, as far as paper is sensible.
    layOutForPrint(): void {
        this.printing = true;
        this.renderNow();
        this.printing = false;
    }

    // The lanes of the step and of its partner come into sight, or else that of the step.
    private revealLane(step: number): void {
        const { from, shown, spacing, left } = this.geometry, { story, lives } = this.content!.model, told = story.steps[step];
        if (!told || this.ruler.hidden) return;
        const lanes = [told.process, told.partner ?? told.process].map((process) => left + (lives[process]?.lane ?? 0) * spacing);
        const least = Math.min(...lanes) - spacing, most = Math.max(...lanes) + spacing, own = lanes[0]!;
        const wide = most - least > shown, low = wide ? own - shown / 2 : least, high = wide ? own + shown / 2 : most;
        if (low < from) this.ruler.scrollLeft = this.geometry.from = Math.max(0, Math.round(low));
        else if (high > from + shown) this.ruler.scrollLeft = this.geometry.from = Math.round(high - shown);
    }

    private reveal(step: number): void {
        if (!this.content) return;
        this.revealLane(step);
        const row = nearestRow(this.content.rows, step);
        if (row < 0) return;
        const top = row * ROW, room = this.box.clientHeight - this.headHeight;
        if (room <= ROW) return;
        const above = this.box.scrollTop, margin = Math.min(3 * ROW, room / 3);
        if (top < above + margin) this.box.scrollTop = Math.max(0, top - margin);
        else if (top + ROW > above + room - margin) this.box.scrollTop = top + ROW - room + margin;
    }

    private inSight(): Window {
        const count = this.content?.rows.first.length ?? 0;
        if (this.printing) return { top: 0, bottom: Math.min(count, PRINTED) };
        const top = Math.max(0, Math.floor(this.box.scrollTop / ROW) - OVERSCAN);
        return { top, bottom: Math.min(count, top + Math.ceil(this.box.clientHeight / ROW) + 2 * OVERSCAN) };
    }

    // --- drawing ----------------------------------------------------------------------------------------

    private renderNow(): void {
        if (!this.content || !this.graph) return;
        const window = this.inSight();
        const children: Child[] = [this.graph.draw(window, this.selected, this.content.tags.race)];
        for (let row = window.top; row < window.bottom; row++) children.push(this.row(row));
        fill(this.canvas, ...children);
        this.renderHeads(window);
        const row = this.selected < 0 ? -1 : this.content.rows.rowOf[this.selected] ?? -1;
        if (row >= window.top && row < window.bottom) this.box.setAttribute("aria-activedescendant", this.rowId(row));
        else this.box.removeAttribute("aria-activedescendant");
    }

    private readonly rowId = (row: number): string => `${this.id}-${(this.content!.rows.first[row] ?? 0) + 1}`;

    private row(row: number): HTMLElement {
        const { model, rows, tags } = this.content!;
        const first = rows.first[row]!, last = rows.last[row]!;
        const step = model.story.steps[first]!;
        const chosen = this.selected >= first && this.selected <= last;
        const has = (index: number): boolean => index >= first && index <= last;
        const race = tags.race?.some(has) ?? false, outdated = has(tags.outdated), failure = has(tags.failure), mark = this.compared ? tags.marks?.[first] : undefined;
        const gap = first > 0 && (row === 0 || rows.last[row - 1]! < first - 1);
        const classes = ["row", (race || outdated) && "race", failure && "failure", mark && mark !== "same" && mark, gap && "gap",
                         step.unrelated && "unrelated", tags.doom >= 0 && first > tags.doom && "doomed"];
        return el("div", {
            class: classes.filter(Boolean).join(" "), role: "option", id: this.rowId(row), "aria-selected": chosen ? "true" : "false",
            "aria-setsize": rows.first.length, "aria-posinset": row + 1, style: `top:${row * ROW}px`, "data-step": first,
        },
            el("span", { class: "number" }, String((failure ? tags.failure : outdated ? tags.outdated : tags.race?.find(has) ?? first) + 1)),
            el("span", { class: "lanes" }),
            el("span", { class: "who", style: `color:${colourOf(step.process)}` }, processName(model, step)),
            el("span", { class: "what" }, ...this.what(step, first, last - first)),
            ...this.tagsOf(race, outdated, failure, has(tags.doom), mark, step),
            el("span", { class: "place" }, this.place(step)));
    }

    private what(step: Step, index: number, folded: number): Child[] {
        if (folded > 0) {
            const { before, story } = this.content!.model, earlier = story.steps[before[index]!];
            const goesOn = earlier?.callNumber === step.callNumber;
            return [step.call ?? step.what, el("span", { class: "folded" }, `${goesOn ? " goes on" : ""} ⋯ ${folded + 1} steps`)];
        }
        const result = resultOf(step);
        return [step.what, result !== "" && el("span", { class: step.raises !== undefined ? "raises" : "result" }, ` ${result}`)];
    }

    private tagsOf(race: boolean, outdated: boolean, failure: boolean, doom: boolean, mark: Mark | undefined, step: Step): Child[] {
        const tag = (name: string, sign: string, word: string): HTMLElement =>
            el("span", { class: `tag ${name}` }, sign, el("span", { class: "more" }, `${sign ? " " : ""}${word}`));
        return [
            mark === "moved" && tag("moved", "↕", "moved"), mark === "only" && tag("only", "+", "only here"),
            step.probes && tag("probe", "", "probe"),
            race && tag(doom || failure ? "race brief" : "race", "⇄", "race"), outdated && tag("race", "⤷", "by what was read"), doom && !failure && tag("doom", "⚑", "no way back"), failure && tag("failure", "✗", "error"),
        ];
    }

    private place(step: Step): string {
        const place = userPlace(this.report, step);
        return place ? placeOf(this.report.files[place.file]?.name, place.line) : "";
    }

    // Of each lane, who lives there in this window.
    private renderHeads(window: Window): void {
        const { model, rows } = this.content!;
        const middle = rows.first[Math.min(rows.first.length - 1, Math.floor((window.top + window.bottom) / 2))] ?? 0;
        const heads = new Map<number, number>();
        model.lives.forEach((life, process) => {
            const known = heads.get(life.lane);
            if (life.lane < 0) return;
            if (known === undefined || Math.abs(life.first - middle) < Math.abs(model.lives[known]!.first - middle))
                heads.set(life.lane, process);
        });
        const { left, spacing, from, shown } = this.geometry;
        const inSight = [...heads].filter(([lane]) => left + lane * spacing >= from && left + lane * spacing <= from + shown);
        fill(this.heads, ...inSight.map(([lane, process]) => {
            const who = model.story.processes[process]!;
            return el("span", {
                class: "head", style: `left:${this.numberWidth + left + lane * spacing - from}px;` +
                    `color:${colourOf(process)};--room:${this.geometry.spacing}px`,
            }, el("b", {}, who.name), who.registered !== undefined && who.registered !== who.name && el("i", {}, who.registered));
        }));
    }

    // --- pointing ---------------------------------------------------------------------------------------

    private rowAt(event: Event): HTMLElement | undefined {
        return (event.target as Element).closest<HTMLElement>(".row") ?? undefined;
    }

    private pick(event: Event): void {
        const row = this.rowAt(event);
        if (!row || !this.content) return;
        const step = Number(row.dataset.step);
        const at = this.content.rows.rowOf[step]!;
        this.onSelect(step, this.content.rows.last[at]! > step);
        this.focus();
    }

    private hover(event: Event): void {
        const row = this.rowAt(event);
        this.onHover(row ? Number(row.dataset.step) : -1, row);
    }
}

// In letters.
const widestHead = (model: Model): number =>
    model.story.processes.reduce((widest, { name }) => Math.max(widest, name.length), 0);

export const processName = (model: Model, step: Step): string => {
    return step.actor ?? model.story.processes[step.process]?.name ?? "?";
};
