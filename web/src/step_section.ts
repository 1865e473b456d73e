// The chosen step in words: who, what, where, with whom it races, what became of its message.

import { el, fill, type Child } from "./dom";
import { colourOf } from "./graph";
import { otherEnd } from "./model";
import type { Section, View } from "./view";
import type { Race, Step } from "./types";
import { editorLink, framesOf, kindWord, placeOf, placeOfFrame, resultOf, userPlace, type Place } from "./words";

const STACK_SHOWN = 6;           // frames; of a longer one only that it is there

export class StepSection implements Section {
    private readonly body = el("div", { class: "body", "aria-live": "polite" });
    private readonly title = el("h2");
    readonly element = el("section", { class: "panel step", "aria-labelledby": "step-title" }, this.title, this.body);

    constructor() {
        this.title.id = "step-title";
    }

    update(view: View): void {
        const step = view.model.story.steps[view.step];
        fill(this.title, step ? `Step ${view.step + 1}` : "Before the first step",
             el("small", {}, ` of ${view.model.story.steps.length.toLocaleString("en")}${view.side === "passing" ? ", passing interleaving" : ""}`));
        fill(this.body, ...(step ? this.step(view, step) : []), ...probes(step ? step.probes : view.model.story.probes));
    }

    private step(view: View, step: Step): Child[] {
        const process = view.model.story.processes[step.process];
        const result = resultOf(step);
        const who = [process?.registered, process?.initial].filter(Boolean).join(", ");
        return [
            el("p", { class: "actor" },
                el("b", { style: `color:${colourOf(step.process)}` }, step.actor ?? process?.name ?? "?"), who && el("span", { class: "muted" }, ` ${who}`),
                el("span", { class: "kind" }, kindWord(step.kind))),
            el("pre", { class: "term" }, step.exact ?? step.what),
            result !== "" && el("pre", { class: `term ${step.raises !== undefined ? "raises" : "result"}` }, result),
            el("dl", {}, ...this.facts(view, step)),
            ...this.stack(view, step),
        ];
    }

    private facts(view: View, step: Step): Child[] {
        const facts: Child[] = [];
        const add = (name: string, ...value: Child[]): void => {
            facts.push(el("dt", {}, name), el("dd", {}, ...value));
        };
        const at = step.file !== undefined ? { file: step.file, line: step.line ?? 0 } : userPlace(view.report, step);
        if (at) add("at", placeLink(view, at));
        if (step.userFile !== undefined && (step.userFile !== at?.file || step.userLine !== at.line))
            add("from", step.user ? `${step.user} ` : "", placeLink(view, { file: step.userFile, line: step.userLine ?? 0 }));
        if (step.call !== undefined) add("within", el("code", {}, step.call));
        const other = otherEnd(view.model, view.step);
        if (other >= 0) add(other > view.step ? "arrives at" : "comes from", stepLink(view, other));
        else if (step.kind === "send" && step.messages?.length) add("message", "is never received in this interleaving");
        for (const race of view.side === "failing" ? view.finding.races : []) {
            const words = raceWords(view, race);
            if (words) add(race.first === view.finding.race?.first && race.second === view.finding.race?.second
                ? "decisive race" : "races with", ...words);
        }
        if (step.twin) add(view.side === "failing" ? "passing run" : "failing run", twinLink(view, step.twin - 1));
        else if (view.finding.passing) add(view.side === "failing" ? "passing run" : "failing run", "does not have this step");
        return facts;
    }

    private stack(view: View, step: Step): Child[] {
        const frames = framesOf(view.report, step);
        if (!frames.length) return [];
        return [el("details", { class: "stack", open: frames.length <= STACK_SHOWN }, el("summary", {}, "Stack"),
            el("ol", {}, ...frames.map((frame) => el("li", {}, frameLink(view, frame)))))];
    }
}

// The source of a frame is shown if it is in the page.
function frameLink(view: View, frame: string): Child {
    const place = placeOfFrame(view.report, frame);
    if (!place || view.report.files[place.file]?.text === undefined) return frame;
    return el("button", { class: "link", type: "button", onclick: () => view.showSource(place) }, frame);
}

// A place that the reader's editor can show is a link to it.
function placeLink(view: View, place: Place): Child {
    const words = placeOf(view.report.files[place.file]?.name, place.line), link = editorLink(view.report, place);
    return link === undefined ? words : el("a", { href: link, title: "Open in the editor" }, words);
}

const stepLink = (view: View, index: number): HTMLElement =>
    el("button", { class: "link", type: "button", onclick: () => view.goTo(index) }, `step ${index + 1}`);

const twinLink = (view: View, index: number): HTMLElement => {
    const side = view.side === "failing" ? "passing" : "failing";
    return el("button", { class: "link", type: "button", onclick: () => view.goTo(index, side) }, `step ${index + 1}`);
};

function raceWords(view: View, race: Race): Child[] | undefined {
    const here = view.step + 1;
    if (race.first === here && race.second === undefined) return [el("code", {}, race.late ?? "a step that never happens")];
    if (race.first === here && race.second !== undefined) return [stepLink(view, race.second - 1)];
    return race.second === here ? [stepLink(view, race.first - 1)] : undefined;
}

function probes(lines: string[] | undefined): Child[] {
    return lines?.length ? [el("p", { class: "muted" }, "Marked by the program:"), el("pre", { class: "term" }, lines.join("\n"))] : [];
}
