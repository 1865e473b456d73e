// What the search found altogether: how the test ends under different schedules, and what is left behind.

import { el, fill, type Child } from "./dom";
import type { Section, View } from "./view";
import type { Test } from "./types";
import { isRecorded, plural } from "./words";

const SHOWN = 20;

export class SearchSection implements Section {
    private readonly body = el("div", { class: "body" });
    readonly element = el("section", { class: "panel search", "aria-labelledby": "search-title" },
        el("h2", { id: "search-title" }, "Search"), this.body);
    private told: Test | undefined;

    update(view: View): void {
        this.show(view.test);
    }

    show(test: Test): void {
        if (this.told === test) return;
        this.told = test;
        fill(this.body, ...facts(test), ...outcomes(test), ...left(test), ...externals(test));
    }
}

function facts(test: Test): Child[] {
    if (!test.strategy) return [];
    if (isRecorded(test)) return [el("p", {}, `A recorded history, judged in ${test.seconds.toFixed(2)} s.`)];
    if (test.replayed) return [el("p", {}, `${plural(test.steps, "step")} replayed.`)];
    const words = [plural(test.explored, "interleaving") + " explored"];
    if (test.blocked) words.push(`${test.blocked.toLocaleString("en")} given up as seen already`);
    words.push(plural(test.steps, "step"), `${test.seconds.toFixed(2)} s`, `search ${test.strategy}`);
    return [el("p", {}, words.join(", ") + "."), ...test.cuts.map((cut) => el("p", { class: "cut-note" }, `Not exhaustive: ${cut}.`)),
            test.complete && el("p", { class: "muted" }, "Exhaustive: every schedule that can matter was explored.")];
}

function outcomes(test: Test): Child[] {
    if (!test.outcomes.length) return [];
    const all = test.outcomes.reduce((sum, outcome) => sum + outcome.count, 0);
    const rows = test.outcomes.slice(0, SHOWN).map((outcome) => {
        const share = all ? outcome.count / all : 0;
        return el("tr", {}, el("td", { class: "count" }, outcome.count.toLocaleString("en")),
            el("td", { class: "share" }, el("span", { class: "bar", style: `width:${Math.max(2, share * 100)}%` })),
            el("td", {}, el("code", {}, outcome.result)));
    });
    const more = test.outcomes.length - SHOWN;
    return [el("h3", {}, "Outcomes"),
        el("table", { class: "outcomes" },
            el("thead", { class: "offscreen" }, el("tr", {}, el("th", {}, "times"), el("th", {}, "share"), el("th", {}, "result"))),
            el("tbody", {}, ...rows)),
        more > 0 && el("p", { class: "muted" }, `and ${more} more ways`)];
}

function left(test: Test): Child[] {
    if (!test.left) return [];
    const { count, withMessages, told } = test.left;
    const words = `Processes are left behind after ${plural(count, "interleaving")}` +
        (withMessages ? `, after ${withMessages.toLocaleString("en")} of them with messages that nobody takes.` : ".");
    return [el("h3", {}, "Left behind"), el("p", {}, words), el("pre", { class: "term" }, told.trimEnd())];
}

function externals(test: Test): Child[] {
    return test.externals ? [el("h3", {}, "Answered by a real erl"), el("pre", { class: "term" }, test.externals.trimEnd())] : [];
}
