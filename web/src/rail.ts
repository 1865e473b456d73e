// The list of errors, where there is more than one: of one test, or of many.

import { el, fill } from "./dom";
import type { Report, Test } from "./types";
import { troubleOf } from "./words";

export interface Entry {
    test: number;
    error: number;               // -1: the test has none
}

export const entriesOf = (report: Report): Entry[] =>
    report.tests.flatMap((test, index): Entry[] =>
        test.errors.length ? test.errors.map((_, error) => ({ test: index, error })) : [{ test: index, error: -1 }]);

export class Rail {
    readonly element = el("nav", { class: "rail", "aria-label": "Errors" });
    private readonly buttons: HTMLButtonElement[] = [];

    constructor(report: Report, entries: Entry[], choose: (entry: number) => void) {
        const items: HTMLElement[] = [];
        entries.forEach((entry, index) => {
            const test = report.tests[entry.test]!, finding = test.errors[entry.error];
            if (entry.error <= 0) items.push(el("h2", {}, test.title));
            const button = el("button", { type: "button", onclick: () => choose(index) },
                el("span", { class: finding || test.message ? "sign bad" : "sign good", "aria-hidden": "true" }, finding || test.message ? "✗" : "✓"),
                el("span", { class: "entry-title" }, finding ? troubleOf(finding) : wordFor(test)),
                finding ? el("small", {}, `${finding.process}: ${finding.reason}`) : undefined);
            this.buttons.push(button);
            items.push(button);
        });
        fill(this.element, ...items);
        this.element.hidden = entries.length < 2;
    }

    choose(entry: number): void {
        this.buttons.forEach((button, index) => {
            if (index === entry) button.setAttribute("aria-current", "true");
            else button.removeAttribute("aria-current");
        });
        if (!this.element.hidden) this.buttons[entry]?.scrollIntoView({ block: "nearest" });
    }
}

const wordFor = (test: Test): string =>
    test.message !== undefined ? "could not be checked" : test.complete ? "passes under every schedule" : "passes so far";
