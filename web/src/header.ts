// The top of the page: the verdict in a sentence, why, and how to see it again.

import { historyFigure } from "./history";
import { copyText, el, fill, type Child } from "./dom";
import type { Finding, Test } from "./types";
import { explanationOf, partsOf, replayCommand, scheduleName, troubleSentence, verdictOf, type Piece } from "./words";

const DETAILS_SHOWN = 12;        // lines, where they are the heart of the matter

export class Header {
    readonly title = el("h1");                                 // one line, at the top
    readonly element = el("section", { class: "panel verdict" });

    constructor(private readonly goTo: (step: number) => void) {}

    show(test: Test, finding: Finding | undefined): void {
        const good = test.verdict === "ok" || test.verdict === "open" || test.verdict === "skipped";
        this.title.className = good ? "good" : "bad";
        this.title.title = `${test.title} ${verdictOf(test, finding)}`;
        fill(this.title, el("span", { class: "sign", "aria-hidden": "true" }, good ? "✓" : "✗"), " ", el("code", {}, test.title), " ",
            el("span", {}, verdictOf(test, finding)));
        this.element.className = `panel verdict ${good ? "good" : "bad"}`;
        this.element.setAttribute("aria-label", finding ? "The error" : "The verdict");
        fill(this.element,
            test.place !== undefined && el("p", { class: "place" }, test.place),
            test.message !== undefined && el("pre", { class: "term" }, test.message),
            ...(finding ? this.finding(test, finding) : []));
    }

    private finding(test: Test, finding: Finding): Child[] {
        const why = explanationOf(finding), lines = partsOf(finding).details;
        return [
            el("p", { class: "trouble" }, troubleSentence(finding)),
            why.length > 0 && el("p", { class: "why" }, ...why.map((piece) => this.piece(finding, piece))),
            finding.hint !== undefined && el("p", { class: "hint" }, el("b", {}, "What may help: "), finding.hint),
            finding.history && historyFigure(finding.history),
            lines !== "" && el("details", { class: "details", open: isHeart(finding) && lines.split("\n").length <= DETAILS_SHOWN },
                el("summary", {}, finding.kind === "deadlock" ? "Who waits for what" : "Details"), el("pre", { class: "term" }, lines)),
            finding.schedule !== undefined && replay(test, finding, finding.schedule),
        ];
    }

    private piece(finding: Finding, piece: Piece): Child {
        if (typeof piece === "string") return piece;
        if ("code" in piece) return el("code", {}, piece.code);
        const { step } = piece;
        if (step > finding.story.steps.length) return `step ${step}`;
        return el("button", { class: "link", type: "button", onclick: () => this.goTo(step - 1) }, `step ${step}`);
    }
}

const isHeart = (finding: Finding): boolean => finding.kind === "deadlock" || finding.kind === "assertion";

// The file that the command needs is in the page.
function replay(test: Test, finding: Finding, schedule: string): HTMLElement {
    const command = replayCommand(test, finding), name = scheduleName(test, finding);
    const file = URL.createObjectURL(new Blob([schedule], { type: "text/plain" }));
    const save = el("a", { class: "save", href: file, download: name }, "Save schedule");
    const code = el("code", {}, command), said = el("span", { class: "offscreen", role: "status" });
    const button = el("button", { type: "button", class: "copy" }, "Copy");
    button.addEventListener("click", async () => {
        const done = await copyText(command, code);
        button.textContent = done ? "Copied" : "Selected";
        said.textContent = done ? "The command is in the clipboard." : "The command is selected.";
        setTimeout(() => (button.textContent = "Copy"), 1500);
    });
    return el("p", { class: "replay" }, el("span", { class: "prompt", "aria-hidden": "true" }, "$"), code, button, save, said);
}
