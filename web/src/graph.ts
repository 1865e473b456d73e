// Graph: the lanes, arrows and signs of a window of rows, as one SVG.
//
// A message goes straight over to its receiver's lane and then down beside it, as long as it lies in the mailbox, to the
// step that takes it.

import { svg } from "./dom";
import type { Arrow, Model } from "./model";
import type { Rows } from "./rows";
import type { Kind } from "./types";

export interface Geometry {
    row: number;             // height
    left: number;            // of the first lane
    spacing: number;         // of lanes
    width: number;           // of the whole graph
    from: number;            // of it, what is in sight begins here
    shown: number;           // and is so wide
}

export interface Window {
    top: number;             // first row
    bottom: number;          // the one after the last
}

const DOT = 4.5, TRACK = 9, TRACKS = 3, TRACK_WIDTH = 3, BEND = 6, ARROWS_DRAWN = 400, BUCKET = 64;

export const COLOURS = 8;
export const colourOf = (process: number): string => `var(--lane-${process % COLOURS})`;

export class Graph {
    private readonly buckets: number[][];

    constructor(private readonly model: Model, private readonly rows: Rows, private readonly geometry: Geometry) {
        this.buckets = Array.from({ length: Math.ceil(model.story.steps.length / BUCKET) + 1 }, () => []);
        model.arrows.forEach((arrow, index) => {
            const end = arrow.to < 0 ? arrow.from : arrow.to;
            for (let b = Math.floor(arrow.from / BUCKET); b <= Math.floor(end / BUCKET); b++) this.buckets[b]!.push(index);
        });
    }

    draw(window: Window, selected: number, race: readonly [number, number] | undefined): SVGSVGElement {
        const { row, from, shown } = this.geometry;
        const top = window.top * row, height = Math.max(1, (window.bottom - window.top) * row);
        const picture = svg("svg", {
            class: "graph", width: shown, height, viewBox: `${from} ${top} ${shown} ${height}`, style: `top:${top}px`,
            "aria-hidden": "true", focusable: "false",
        });
        picture.append(...this.lifelines(window), ...this.arrows(window, selected), ...this.race(race), ...this.takenAlong(window), ...this.signs(window, selected));
        return picture;
    }

    x(process: number): number {
        return this.geometry.left + (this.model.lives[process]?.lane ?? 0) * this.geometry.spacing;
    }

    private y(row: number): number {
        return row * this.geometry.row + this.geometry.row / 2;
    }

    // The row where a step stands, or would stand.
    private rowNear(step: number): number {
        const exact = this.rows.rowOf[step];
        if (exact !== undefined && exact >= 0) return exact;
        let low = 0, high = this.rows.first.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.rows.first[middle]! < step) low = middle + 1;
            else high = middle;
        }
        return low - 0.5;
    }

    private lifelines(window: Window): SVGElement[] {
        const lines: SVGElement[] = [];
        this.model.lives.forEach((life, process) => {
            if (life.lane < 0) return;
            const from = Math.max(life.first < 0 ? -0.5 : this.rowNear(life.first), window.top - 1);
            const to = Math.min(life.ended ? this.rowNear(life.last) : this.rows.first.length - 0.5, window.bottom + 1);
            if (from > to) return;
            const x = this.x(process);
            lines.push(svg("line", {
                class: "life", x1: x, x2: x, y1: this.y(from), y2: this.y(to), style: `stroke:${colourOf(process)}`,
            }));
        });
        return lines;
    }

    // Those who end with a step of somebody else.
    private takenAlong(window: Window): SVGElement[] {
        return this.model.lives.flatMap((life, process) => {
            const row = life.ended ? this.rowNear(life.last) : -1, own = this.model.story.steps[life.last]?.process === process;
            if (life.lane < 0 || own || row < window.top || row >= window.bottom) return [];
            return [svg("path", { class: "sign exit", d: signPath("exit", this.x(process), this.y(row)), style: `--colour:${colourOf(process)}` })];
        });
    }

    private arrows(window: Window, selected: number): SVGElement[] {
        const drawn = new Set<number>(this.model.arrowsOf[selected] ?? []);
        const first = this.rows.first[window.top] ?? 0;
        const last = this.rows.last[Math.min(window.bottom, this.rows.last.length) - 1] ?? 0;
        for (let b = Math.floor(first / BUCKET); b <= Math.floor(last / BUCKET) && drawn.size < ARROWS_DRAWN; b++)
            for (const index of this.buckets[b] ?? []) {
                const arrow = this.model.arrows[index]!;
                if (arrow.from <= last && Math.max(arrow.to, arrow.from) >= first) drawn.add(index);
                if (drawn.size >= ARROWS_DRAWN) break;
            }
        const touched = new Set(this.model.arrowsOf[selected] ?? []);
        return [...drawn].sort((a, b) => Number(touched.has(a)) - Number(touched.has(b)))
            .flatMap((index) => this.arrow(this.model.arrows[index]!, this.trackOf(index), touched.has(index)));
    }

    // How far beside the lane a message lies, so that not all of a mailbox become one line.
    private trackOf(index: number): number {
        return TRACK + (this.geometry.spacing > 8 * TRACK_WIDTH ? (index % TRACKS) * TRACK_WIDTH : 0);
    }

    private arrow(arrow: Arrow, beside: number, strong: boolean): SVGElement[] {
        if (!this.isShown(arrow.from) && !this.isShown(arrow.to)) return [];
        if (!this.hasLane(arrow.fromProcess) || !this.hasLane(arrow.toProcess)) return [];
        const style = `--colour:${colourOf(arrow.fromProcess)}`;
        const group = svg("g", { class: `arrow ${arrow.kind}${strong ? " strong" : ""}`, style });
        const fx = this.x(arrow.fromProcess), tx = this.x(arrow.toProcess), fy = this.y(this.rowNear(arrow.from));
        const side = tx > fx ? 1 : -1;                       // where it goes; to oneself: to the left and back
        if (arrow.to === arrow.from) {
            group.append(svg("path", { class: "line", d: `M${fx + side * DOT} ${fy}H${tx - side * (arrow.kind === "touch" ? 0 : 5)}` }));
            if (arrow.kind !== "touch") group.append(head(tx - side, fy, side));
            else group.append(svg("circle", { class: "point", cx: tx, cy: fy, r: 2 }));
        } else if (arrow.to < 0) {
            const end = tx - side * beside;
            group.classList.add("lost");
            group.append(svg("path", { class: "line", d: elbow(fx + side * DOT, fy, end, fy + 12, side, end) }));
            group.append(svg("circle", { class: "point", cx: end, cy: fy + 13, r: 2.5 }));
        } else {
            const ty = this.y(this.rowNear(arrow.to)), track = tx - side * beside;
            group.append(svg("path", { class: "line", d: elbow(fx + side * DOT, fy, track, ty, side, tx - side * (DOT + 3)) }));
            group.append(head(tx - side * (DOT - 0.5), ty, side));
        }
        return [group];
    }

    // From the one of the two steps to the other.
    private race(race: readonly [number, number] | undefined): SVGElement[] {
        const [first, second] = race ?? [-1, -1];
        const a = this.model.story.steps[first], b = this.model.story.steps[second];
        if (!a || !b) return [];
        const ax = this.x(a.process), bx = this.x(b.process), ay = this.y(this.rowNear(first)), by = this.y(this.rowNear(second));
        const pull = Math.min(26, Math.abs(by - ay)), bow = ax === bx ? 20 : 0;
        return [svg("path", { class: "race-line", d: `M${ax} ${ay}C${ax + bow} ${ay + pull} ${bx + bow} ${by - pull} ${bx} ${by}` })];
    }

    private hasLane(process: number): boolean {
        return (this.model.lives[process]?.lane ?? -1) >= 0;
    }

    private isShown(step: number): boolean {
        return (this.rows.rowOf[step] ?? -1) >= 0;
    }

    private signs(window: Window, selected: number): SVGElement[] {
        const signs: SVGElement[] = [];
        for (let row = window.top; row < window.bottom; row++) {
            const index = this.rows.first[row];
            const step = index === undefined ? undefined : this.model.story.steps[index];
            if (!step || index === undefined) continue;
            const x = this.x(step.process), y = this.y(row);
            if (selected >= index && selected <= this.rows.last[row]!)
                signs.push(svg("circle", { class: "halo", cx: x, cy: y, r: 9, style: `stroke:${colourOf(step.process)}` }));
            signs.push(svg("path", { class: `sign ${step.kind}`, d: signPath(step.kind, x, y), style: `--colour:${colourOf(step.process)}` }));
        }
        return signs;
    }
}

// Over, down, and in.
function elbow(fx: number, fy: number, track: number, ty: number, side: number, end: number): string {
    const bend = Math.min(BEND, Math.abs(track - fx), Math.abs(ty - fy) / 2);
    const into = Math.min(bend, Math.abs(end - track));
    return `M${fx} ${fy}H${track - side * bend}Q${track} ${fy} ${track} ${fy + bend}V${ty - into}` +
        (into > 0 ? `Q${track} ${ty} ${track + side * into} ${ty}H${end}` : "");
}

const head = (x: number, y: number, side: number): SVGElement =>
    svg("path", { class: "tip", d: `M${x} ${y}L${x - side * 6} ${y - 3.5}V${y + 3.5}Z` });

export function signPath(kind: Kind, x: number, y: number): string {
    const r = DOT;
    switch (kind) {
        case "spawn": return `M${x} ${y - r - 1}L${x + r + 1} ${y}L${x} ${y + r + 1}L${x - r - 1} ${y}Z`;
        case "call": return `M${x - r + 0.5} ${y - r + 0.5}h${2 * r - 1}v${2 * r - 1}h${1 - 2 * r}Z`;
        case "timeout": return `M${x - r} ${y - r}h${2 * r}l${-2 * r} ${2 * r}h${2 * r}Z`;
        case "choice": return `M${x} ${y - r - 1}L${x + r + 1} ${y + r}H${x - r - 1}Z`;
        case "exit": case "crash": return `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`;
        default: return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
    }
}
