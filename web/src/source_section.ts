// The source of the chosen step. Lines where steps of this interleaving happen are marked: before the chosen one, or after it.

import { el, fill, type Child } from "./dom";
import type { Model } from "./model";
import type { Section, View } from "./view";
import type { Report, SourceFile, Step } from "./types";
import { editorLink, userPlace, type Place } from "./words";

const AROUND = 400;              // lines of a long file that are shown at once

export class SourceSection implements Section {
    private readonly body = el("div", { class: "body" });
    private readonly choice = el("select", { "aria-label": "Source file" });
    readonly element = el("section", { class: "panel source", "aria-labelledby": "source-title" });
    private readonly lines = new Map<SourceFile, string[]>();
    private executed: { model: Model; byFile: Map<number, Map<number, number[]>> } | undefined;
    private view: View | undefined;
    private wanted: Place | undefined;      // that was chosen by hand
    private readonly edit = el("a", { class: "edit" }, "Edit");

    constructor(report: Report) {
        const title = el("h2", { id: "source-title" }, "Source");
        report.files.forEach((file, index) => this.choice.append(el("option", { value: index }, file.name)));
        this.choice.addEventListener("change", () => {
            this.wanted = { file: Number(this.choice.value), line: 0 };
            if (this.view) this.render(this.view);
        });
        this.element.append(el("div", { class: "title-line" }, title, this.edit, this.choice), this.body);
        this.element.hidden = report.files.length === 0;
    }

    update(view: View): void {
        this.view = view;
        this.wanted = undefined;
        this.render(view);
    }

    showPlace(place: Place): void {
        this.wanted = place;
        if (this.view) this.render(this.view);
        this.element.scrollIntoView({ block: "nearest" });
    }

    private render(view: View): void {
        const at = placeNear(view), here = at?.file, shown = this.wanted?.file ?? here;
        this.edit.hidden = true;
        if (shown === undefined) return fill(this.body, el("p", { class: "muted" }, "It is not known where in the source this happens."));
        this.choice.value = String(shown);
        const line = this.wanted?.line || (shown === here ? at?.line ?? 0 : 0);
        const link = editorLink(view.report, { file: shown, line });
        if (link !== undefined) this.edit.href = link;
        this.edit.hidden = link === undefined;
        const file = view.report.files[shown];
        if (!file || file.text === undefined)
            return fill(this.body, el("p", { class: "muted" }, file?.note ?? "The text of this file is not here."));
        fill(this.body, this.listing(view, file, shown, line));
        this.centre();
    }

    private linesOf(file: SourceFile): string[] {
        let lines = this.lines.get(file);
        if (!lines) {
            lines = (file.text ?? "").replace(/\n$/, "").split("\n");
            this.lines.set(file, lines);
        }
        return lines;
    }

    private listing(view: View, file: SourceFile, index: number, current: number): HTMLElement {
        const lines = this.linesOf(file), steps = this.stepsByLine(view.report, view.model).get(index) ?? new Map<number, number[]>();
        const anchor = current || Math.min(...steps.keys(), lines.length);
        const from = Math.max(0, Math.min(anchor - AROUND / 2, lines.length - AROUND)), to = Math.min(lines.length, from + AROUND);
        const rows: Child[] = [];
        if (from > 0) rows.push(el("div", { class: "cut" }, `${from} lines above`));
        for (let i = from; i < to; i++) rows.push(this.line(view, lines[i]!, i + 1, current, steps.get(i + 1)));
        if (to < lines.length) rows.push(el("div", { class: "cut" }, `${lines.length - to} lines below`));
        return el("div", { class: "listing", tabindex: 0, role: "region", "aria-label": `Source of ${file.name}` }, ...rows);
    }

    private line(view: View, text: string, number: number, current: number, steps: number[] | undefined): HTMLElement {
        const done = steps?.some((step) => step <= view.step), classes = ["line"];
        if (number === current) classes.push("current");
        if (steps) classes.push(done ? "done" : "later");
        const marks = steps ? stepsTold(steps) : "";
        const target = steps?.find((step) => step >= view.step) ?? steps?.[steps.length - 1];
        return el("div", { class: classes.join(" ") },
            el("span", { class: "line-number" }, String(number)),
            steps && target !== undefined
                ? el("button", { class: "line-steps", type: "button", title: `steps ${steps.map((s) => s + 1).join(", ")}`.slice(0, 200),
                                 "aria-label": `line ${number}: ${steps.length > 1 ? "steps" : "step"} ${marks}`,
                                 onclick: () => view.goTo(target) }, marks)
                : el("span", { class: "line-steps" }),
            el("code", {}, text || " "));
    }

    private stepsByLine(report: Report, model: Model): Map<number, Map<number, number[]>> {
        if (this.executed?.model === model) return this.executed.byFile;
        const byFile = new Map<number, Map<number, number[]>>();
        const note = (file: number | undefined, line: number | undefined, step: number): void => {
            if (file === undefined || !line) return;
            let lines = byFile.get(file);
            if (!lines) byFile.set(file, (lines = new Map()));
            const steps = lines.get(line);
            if (steps && steps[steps.length - 1] !== step) steps.push(step);
            else if (!steps) lines.set(line, [step]);
        };
        model.story.steps.forEach((step, index) => {
            const place = userPlace(report, step);
            note(step.file, step.line, index);
            note(place?.file, place?.line, index);
        });
        this.executed = { model, byFile };
        return byFile;
    }

    private centre(): void {
        const listing = this.body.querySelector<HTMLElement>(".listing"), line = this.body.querySelector<HTMLElement>(".current, .done, .later");
        if (listing && line) listing.scrollTop = line.offsetTop - listing.clientHeight / 2 + line.clientHeight / 2;
    }
}

// The step itself, or else the last one before it of the same process that is known to be somewhere; before the first step the
// first one that is.
function placeNear(view: View): Place | undefined {
    const { steps } = view.model.story, placeAt = (step: Step): Place | undefined => userPlace(view.report, step);
    for (let i = view.step; i >= 0; i = view.model.before[i]!) {
        const place = placeAt(steps[i]!);
        if (place) return place;
    }
    const first = view.step < 0 ? steps.find(placeAt) : undefined;
    return first && placeAt(first);
}

function stepsTold(steps: number[]): string {
    const numbers = steps.map((step) => step + 1);
    return numbers.length <= 2 && numbers[0]! < 1000 ? numbers.join(", ") : `${numbers[0]}${numbers.length > 1 ? " …" : ""}`;
}
