// The scrubber: the whole interleaving from left to right in a few pixels, and a slider to go through it.

import { el, oncePerFrame } from "./dom";
import { COLOURS } from "./graph";
import type { Tags } from "./diagram";
import type { Model } from "./model";

const HEIGHT = 36;

export class Scrubber {
    private readonly slider = el("input", { type: "range", min: 0, step: 1, "aria-label": "Step" });
    private readonly canvas = el("canvas", { "aria-hidden": "true" });
    readonly element = el("div", { class: "scrubber" }, this.canvas, this.slider);
    private model: Model | undefined;
    private tags: Tags | undefined;
    private readonly paint = oncePerFrame(() => this.paintNow());

    constructor(goTo: (step: number) => void) {
        this.slider.addEventListener("input", () => goTo(Number(this.slider.value) - 1));
        new ResizeObserver(this.paint).observe(this.element);
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.paint);
    }

    show(model: Model, tags: Tags): void {
        if (model === this.model) return;
        this.model = model;
        this.tags = tags;
        this.slider.max = String(model.story.steps.length);
        this.paint();
    }

    select(step: number): void {
        this.slider.value = String(step + 1);
        this.slider.setAttribute("aria-valuetext", step < 0 ? "before the first step" : `step ${step + 1}`);
    }

    repaint(): void {
        this.paint();
    }

    // As the browser has worked it out: a canvas does not know variables.
    private colour(variable: string): string {
        this.canvas.style.color = `var(${variable})`;
        return getComputedStyle(this.canvas).color;
    }

    private paintNow(): void {
        if (!this.model || !this.tags) return;
        const { canvas, model, tags } = this, scale = devicePixelRatio || 1, width = this.element.clientWidth;
        canvas.width = Math.max(1, Math.round(width * scale));
        canvas.height = Math.round(HEIGHT * scale);
        const pen = canvas.getContext("2d");
        if (!pen) return;
        const colours = Array.from({ length: COLOURS }, (_, i) => this.colour(`--lane-${i}`));
        pen.scale(scale, scale);
        const { steps } = model.story, inset = 8, room = width - 2 * inset;
        const x = (step: number): number => inset + ((step + 1) / Math.max(1, steps.length)) * room;
        const band = (HEIGHT - 8) / Math.max(1, model.laneCount), mark = Math.max(1.5, Math.min(6, (room / Math.max(1, steps.length)) * 0.7));
        if (tags.doom >= 0) {
            pen.fillStyle = this.colour("--bad-wash");
            pen.fillRect(x(tags.doom), 0, width - x(tags.doom), HEIGHT);
        }
        steps.forEach((step, index) => {
            pen.fillStyle = colours[step.process % COLOURS]!;
            pen.fillRect(x(index) - mark / 2, 4 + (model.lives[step.process]?.lane ?? 0) * band, mark, Math.max(1, band - 1));
        });
        pen.fillStyle = this.colour("--race");
        for (const step of tags.race ?? []) if (step >= 0) pen.fillRect(x(step) - 1, 0, 2, HEIGHT);
        pen.fillStyle = this.colour("--bad");
        if (tags.failure >= 0) pen.fillRect(x(tags.failure) - 1, 0, 2, HEIGHT);
    }
}
