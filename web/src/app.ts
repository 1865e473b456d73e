// App: the page put together. One choice (which error, which interleaving, which step) and everything that follows it.

import { Card } from "./card";
import { Diagram, type Tags } from "./diagram";
import { aligned, diffOf, type Diff } from "./diff";
import { afterPaint, copyText, el } from "./dom";
import { Header } from "./header";
import { Help } from "./help";
import { keyActions } from "./keys";
import { markdownOf } from "./markdown";
import { modelOf, otherEnd, type Model } from "./model";
import { readPlace, writePlace, type Place } from "./permalink";
import { Rail, entriesOf, type Entry } from "./rail";
import { nearestRow, rowsOf, type Rows } from "./rows";
import { Scrubber } from "./scrubber";
import { splitterOf } from "./splitter";
import { passingInFull } from "./stories";
import { SearchSection } from "./search_section";
import { SourceSection } from "./source_section";
import { StateSection } from "./state_section";
import { StepSection } from "./step_section";
import { Timeline } from "./state";
import { Toolbar, type Layout } from "./toolbar";
import { countsOf } from "./words";
import type { Finding, Report, Test } from "./types";
import type { Section, Side, View } from "./view";

// One of the two interleavings.
interface Lane {
    model: Model;
    timeline: Timeline;
    rows: Rows;
    tags: Tags;
}

export class App {
    private readonly entries: Entry[];
    private entry = 0;
    private layout: Layout = "failing";
    private side: Side = "failing";
    private step = 0;
    private readonly lanes = new Map<Side, Lane>();
    private readonly open = new Set<number>();           // folded calls that were opened, by their first step
    private readonly header = new Header((step) => this.goTo(step, "failing"));
    private readonly rail: Rail;
    private readonly toolbar = new Toolbar(() => this.filterChanged(), (layout) => this.setLayout(layout));
    private readonly scrubber = new Scrubber((step) => this.goTo(step));
    private readonly diagrams: Record<Side, Diagram>;
    private readonly search = new SearchSection();
    private readonly source: SourceSection;
    private readonly sections: Section[];
    private readonly card: Card;
    private readonly help = new Help();
    private readonly status = el("div", { class: "toast", role: "status" });
    private readonly main = el("main");
    private painted = false;                             // once; what stands beside the diagram comes after that

    constructor(private readonly report: Report) {
        this.entries = entriesOf(report);
        this.rail = new Rail(report, this.entries, (entry) => this.show(entry));
        this.card = new Card(report);
        this.diagrams = { failing: this.diagram("failing", "Failing interleaving"), passing: this.diagram("passing", "Passing interleaving") };
        this.source = new SourceSection(report);
        this.sections = [new StepSection(), this.source, new StateSection(), this.search];
    }

    start(host: HTMLElement): void {
        const inspector = el("aside", { class: "inspector", "aria-label": "The error and the chosen step" },
            this.header.element, ...this.sections.map((section) => section.element));
        this.main.append(this.rail.element,
            el("div", { class: "trace" }, this.toolbar.element,
                el("div", { class: "diagrams" }, this.diagrams.failing.element, this.diagrams.passing.element), this.scrubber.element),
            splitterOf(this.main, inspector), inspector);
        host.append(el("header", {}, this.titleLine()), this.main, this.card.element, this.help.element, this.status);
        document.addEventListener("keydown", (event) => this.onKey(event));
        window.addEventListener("hashchange", () => this.goToPlace(readPlace(location.hash)));
        window.addEventListener("beforeprint", () => this.print());
        const place = readPlace(location.hash);
        this.show(place.entry !== undefined && place.entry < this.entries.length ? place.entry : 0);
        this.goToPlace(place);
        afterPaint(() => {
            this.painted = true;
            this.goTo(this.step);
            this.diagrams.failing.focus();
        });
    }

    private titleLine(): HTMLElement {
        const help = el("button", { type: "button", class: "quiet", onclick: () => this.help.toggle() }, "Keys ", el("kbd", {}, "?"));
        const copy = el("button", { type: "button", class: "quiet", onclick: () => void this.copyMarkdown() }, "Copy as Markdown");
        const theme = el("button", { type: "button", class: "quiet", title: "Light or dark", onclick: () => this.changeTheme() }, "Theme");
        return el("div", { class: "title-bar" }, el("span", { class: "brand" }, el("b", {}, "weft"), ` ${this.report.version}`),
            this.header.title, el("span", { class: "command" }, this.report.counts ? countsOf(this.report.counts) : ""), copy, theme, help);
    }

    // --- what is shown ----------------------------------------------------------------------------------

    private get test(): Test {
        return this.report.tests[this.entries[this.entry]?.test ?? -1] ?? nothingWrong;
    }

    private get finding(): Finding | undefined {
        return this.test.errors[this.entries[this.entry]?.error ?? -1];
    }

    private get lane(): Lane | undefined {
        return this.laneOf(this.side);
    }

    private get hasPassing(): boolean {
        return this.finding?.passing !== undefined;
    }

    // The passing one is made ready when somebody wants to see it.
    private laneOf(side: Side): Lane | undefined {
        const finding = this.finding, known = this.lanes.get(side);
        if (known || !finding || (side === "passing" && !finding.passing)) return known;
        const story = side === "failing" ? finding.story : passingInFull(finding)!;
        const diff = side === "passing" ? diffOf(finding.story, story) : undefined;
        const told = side === "passing" ? aligned(finding.story, story) : story;
        const rows = rowsOf(told, this.toolbar.filter, side === "failing" ? this.open : new Set());
        const lane: Lane = { model: modelOf(told, this.toolbar.filter.stage), timeline: new Timeline(told), rows, tags: tagsOf(finding, side, diff) };
        if (diff) this.lanes.get("failing")!.tags.marks = diff.left;
        this.lanes.set(side, lane);
        this.diagrams[side].show(lane);
        return lane;
    }

    private show(entry: number): void {
        this.entry = entry;
        const finding = this.finding;
        this.lanes.clear();
        this.open.clear();
        this.side = "failing";
        this.layout = "failing";
        this.header.show(this.test, finding);
        this.rail.choose(entry);
        document.title = `${this.test.title} – weft`;
        const told = finding !== undefined && finding.story.steps.length > 0;
        document.body.classList.toggle("untold", !told);
        if (!told) return this.search.show(this.test);
        this.toolbar.begin(finding);
        this.laneOf("failing");
        this.step = startOf(finding);
        this.setLayout("failing");
        this.tellHidden();
    }

    private tellHidden(): void {
        const rows = this.lane?.rows;
        if (rows) this.toolbar.tell(rows.first.length, rows.hidden);
    }

    private filterChanged(): void {
        for (const [side, lane] of this.lanes) {
            lane.model = modelOf(lane.model.story, this.toolbar.filter.stage);
            lane.rows = rowsOf(lane.model.story, this.toolbar.filter, side === "failing" ? this.open : new Set());
            this.diagrams[side].show(lane);
        }
        this.tellHidden();
        this.goTo(this.step);
    }

    private setLayout(layout: Layout): void {
        if (layout !== "failing" && !this.laneOf("passing")) layout = "failing";
        this.layout = layout;
        this.toolbar.showLayouts(layout, this.hasPassing);
        this.diagrams.failing.element.hidden = layout === "passing";
        this.diagrams.passing.element.hidden = layout === "failing";
        this.main.classList.toggle("both", layout === "both");
        for (const diagram of Object.values(this.diagrams)) diagram.compare(layout !== "failing");
        const side: Side = layout === "both" ? this.side : layout;
        if (side !== this.side) this.goTo(this.twin(this.step), side);
        else this.goTo(this.step);
    }

    // The same step in the other interleaving, or else one near to it.
    private twin(step: number): number {
        const other = this.laneOf(this.side === "failing" ? "passing" : "failing");
        for (let i = step; i >= 0; i--) {
            const twin = this.lane?.model.story.steps[i]?.twin;
            if (twin) return twin - 1;
        }
        return Math.min(step, (other?.model.story.steps.length ?? 1) - 1);
    }

    // --- the chosen step --------------------------------------------------------------------------------

    private goTo(step: number, side: Side = this.side): void {
        const lane = this.laneOf(side), finding = this.finding;
        if (!lane || !finding) return;
        const changed = side !== this.side;
        this.side = side;
        this.step = Math.max(-1, Math.min(step, lane.model.story.steps.length - 1));
        if (this.layout !== "both" && this.layout !== side) return this.setLayout(side);
        const other: Side = side === "failing" ? "passing" : "failing";
        this.diagrams[side].element.classList.add("chosen");
        this.diagrams[other].element.classList.remove("chosen");
        this.diagrams[side].select(this.step);
        if (this.layout === "both") this.diagrams[other].select((lane.model.story.steps[this.step]?.twin ?? 0) - 1);
        if (changed) {
            this.tellHidden();
            if (this.diagrams[other].hasFocus) this.diagrams[side].focus();
        }
        this.scrubber.show(lane.model, lane.tags);
        this.scrubber.select(this.step);
        const view: View = { report: this.report, test: this.test, finding, side, model: lane.model, timeline: lane.timeline, step: this.step,
                             goTo: (to, on) => this.goTo(to, on), showSource: (at) => this.source.showPlace(at) };
        if (this.painted) for (const section of this.sections) section.update(view);
        history.replaceState(null, "", writePlace({ entry: this.entry, layout: this.layout, side, step: this.step }));
    }

    private goToPlace(place: Partial<Place>): void {
        if (place.entry !== undefined && place.entry !== this.entry && place.entry < this.entries.length) this.show(place.entry);
        if (place.layout) this.setLayout(place.layout);
        if (place.step !== undefined) this.goTo(place.step, place.side ?? (this.layout === "both" ? "failing" : this.layout));
    }

    private moveRows(count: number): void {
        if (!this.lane) return;
        const { rows } = this.lane;
        const row = nearestRow(rows, this.step), exact = (rows.rowOf[this.step] ?? -1) >= 0;
        const to = this.step < 0 ? (count > 0 ? 0 : -1) : row + (exact || count < 0 ? count : count - 1 || 1);
        this.goTo(to < 0 ? -1 : rows.first[Math.min(to, rows.first.length - 1)] ?? this.step);
    }

    private moveInProcess(forward: boolean): void {
        const way = forward ? this.lane?.model.after : this.lane?.model.before;
        const to = this.step < 0 ? 0 : way?.[this.step] ?? -1;
        if (to >= 0) this.goTo(to);
        else this.say(forward ? "That was its last step." : "That was its first step.");
    }

    private followMessage(): void {
        const to = this.lane ? otherEnd(this.lane.model, this.step) : -1;
        if (to >= 0) this.goTo(to);
        else this.say("No message leads away from this step.");
    }

    // The other one of the two; from elsewhere, the first of the race that decides.
    private goToRace(): void {
        const race = this.lane?.tags.race;
        if (!race) return this.say("There is no race to show.");
        const [first, second] = race;
        this.goTo(this.step === first && second >= 0 ? second : first >= 0 ? first : second);
    }

    private goToError(): void {
        if (this.finding) this.goTo(startOf(this.finding), "failing");
    }

    private openFold(): void {
        const at = this.lane?.rows.rowOf[this.step] ?? -1, first = this.lane?.rows.first[at];
        if (first === undefined || this.side !== "failing") return;
        if (this.open.has(first)) this.open.delete(first);
        else this.open.add(first);
        this.filterChanged();
    }

    private nextLayout(): void {
        const all: Layout[] = ["failing", "both", "passing"];
        if (this.hasPassing) this.setLayout(all[(all.indexOf(this.layout) + 1) % all.length]!);
        else this.say("No passing interleaving is known.");
    }

    // --- keys, mouse, paper -----------------------------------------------------------------------------

    private readonly keys = keyActions({
        next: () => this.moveRows(1), previous: () => this.moveRows(-1),
        pageDown: () => this.moveRows(15), pageUp: () => this.moveRows(-15),
        nextInProcess: () => this.moveInProcess(true), previousInProcess: () => this.moveInProcess(false),
        message: () => this.followMessage(), race: () => this.goToRace(), error: () => this.goToError(),
        twin: () => {
            if (this.hasPassing) this.goTo(this.twin(this.step), this.side === "failing" ? "passing" : "failing");
        },
        layout: () => this.nextLayout(), fold: () => this.toolbar.toggleFold(), open: () => this.openFold(),
        first: () => this.goTo(this.lane?.rows.first[0] ?? 0), last: () => this.goTo(this.lane?.model.story.steps.length ?? 0),
        filter: () => this.toolbar.search.focus(), clear: () => this.toolbar.clear(),
        previousError: () => this.show((this.entry + this.entries.length - 1) % this.entries.length),
        nextError: () => this.show((this.entry + 1) % this.entries.length),
        copy: () => document.querySelector<HTMLButtonElement>(".replay .copy")?.click(),
        markdown: () => void this.copyMarkdown(), help: () => this.help.toggle(),
    });

    private onKey(event: KeyboardEvent): void {
        const target = event.target as HTMLElement;
        if (event.ctrlKey || event.metaKey || event.altKey || (this.help.element.open && event.key !== "?")) return;
        if (target === this.toolbar.search && (event.key === "Escape" || event.key === "Enter")) {
            if (event.key === "Escape") this.toolbar.clear();
            this.diagrams[this.side].focus();
            return event.preventDefault();
        }
        const control = target.closest("input, select, textarea, button, summary, [role=region]");
        const action = this.keys.get(event.key);
        if (!action || target.closest("input, select, textarea") || (control && event.key.length > 1)) return;
        event.preventDefault();
        action();
    }

    private diagram(side: Side, label: string): Diagram {
        return new Diagram(this.report, side, label,
            (step, openIt) => {
                this.goTo(step, side);
                if (openIt) this.openFold();
            },
            (step, row) => {
                const lane = this.lanes.get(side);
                if (lane) this.card.show(lane.model, step, row);
            });
    }

    private async copyMarkdown(): Promise<void> {
        if (!this.finding) return;
        const done = await copyText(markdownOf(this.test, this.finding, this.report.files));
        this.say(done ? "Copied as Markdown." : "The clipboard cannot be reached from here.");
    }

    private say(words: string): void {
        this.status.textContent = words;
        this.status.classList.add("visible");
        setTimeout(() => this.status.classList.remove("visible"), 1800);
    }

    private changeTheme(): void {
        const root = document.documentElement;
        const chosen = root.style.colorScheme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
        root.style.colorScheme = chosen === "dark" ? "light" : "dark";
        this.scrubber.repaint();
    }

    // Paper has no scrolling: all rows are laid out, as far as that is sensible.
    private print(): void {
        for (const side of this.lanes.keys()) this.diagrams[side].layOutForPrint();
        window.addEventListener("afterprint", () => this.filterChanged(), { once: true });
    }
}

// Of a suite without a test that is to be shown.
const nothingWrong: Test = {
    title: "Every test", verdict: "ok", complete: true, explored: 0, blocked: 0, steps: 0, seconds: 0, strategy: "", cuts: [], outcomes: [], errors: [],
};

// The step with which the error happens; -1: no single one.
function failureOf({ story, process }: Finding): number {
    if (story.failure !== undefined) return story.failure - 1;
    return story.steps.map((step) => step.kind === "crash" && story.processes[step.process]?.name === process).lastIndexOf(true);
}

// Where a reader begins: at the error, or else at the end.
function startOf(finding: Finding): number {
    const failure = failureOf(finding);
    return failure >= 0 ? failure : finding.story.steps.length - 1;
}

function tagsOf(finding: Finding, side: Side, diff: Diff | undefined): Tags {
    const race = finding.race ? ([finding.race.first - 1, (finding.race.second ?? 0) - 1] as const) : undefined;
    if (side === "failing")
        return { race, outdated: (finding.outdated ?? 0) - 1, failure: failureOf(finding), doom: finding.doom ? finding.doom.after - 1 : -1, marks: diff?.left };
    const twinOf = (step: number): number => (finding.story.steps[step]?.twin ?? 0) - 1;
    const there = race && ([twinOf(race[1]), twinOf(race[0])] as const);
    return { race: there, outdated: -1, failure: -1, doom: -1, marks: diff?.right };
}
