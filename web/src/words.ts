// Words: the sentences of the page.

import type { Doom, Finding, Kind, Race, Report, Step, Story, Test } from "./types";

export const plural = (count: number, one: string, many = one + "s"): string =>
    `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

const troubles: Record<string, string> = {
    abnormal_exit: "a process crashes",
    assertion: "an assertion fails",
    deadlock: "deadlock",
    depth_bound: "an interleaving does not end",
    livelock: "a process computes on and on",
    halt: "the program halts",
    monitor: "a property is violated",
    ltl: "a temporal property is violated",
    not_linearizable: "a history is not linearizable",
};

export const troubleOf = (finding: Finding): string => troubles[finding.kind] ?? finding.kind.replace(/_/g, " ");

// A history that was recorded elsewhere: weft has run nothing.
export const isRecorded = (test: Test): boolean => test.strategy === "linear";

// The verdict, one sentence; the title of the test stands before it.
export function verdictOf(test: Test, finding: Finding | undefined): string {
    if (test.message !== undefined) return "could not be checked";
    if (isRecorded(test)) return finding ? "is not linearizable" : "is linearizable";
    if (test.replayed) return finding ? "fails in this interleaving" : "passes in this interleaving";
    if (!finding) return test.complete ? "passes under every schedule" : "passes so far, but the search is not exhaustive";
    if (test.complete && finding.count === test.explored) return "fails in every interleaving";
    const among = plural(test.explored, "interleaving") + (test.complete ? "" : " explored so far");
    return `fails in ${finding.count.toLocaleString("en")} of ${among}`;
}

// What went wrong, one sentence.
export function troubleSentence(finding: Finding): string {
    if (finding.kind === "abnormal_exit") return `${finding.process} crashes with ${finding.reason}`;
    if (finding.kind === "assertion") return `An assertion of ${finding.process} fails: ${partsOf(finding).message || finding.reason}`;
    const trouble = troubleOf(finding);
    return `${trouble[0]!.toUpperCase()}${trouble.slice(1)}: ${finding.reason}`;
}

// The details of an assertion may begin with its message, in a line of its own.
export function partsOf(finding: Finding): { message: string; details: string } {
    const lines = finding.details.trimEnd();
    if (finding.kind !== "assertion" || !/^ {2}\S/.test(lines)) return { message: "", details: lines };
    const end = lines.indexOf("\n");
    return { message: (end < 0 ? lines : lines.slice(0, end)).trim(), details: end < 0 ? "" : lines.slice(end + 1) };
}

// Of a suite: "12 tests: 10 ok, 2 failed".
export function countsOf(counts: Record<string, number>): string {
    const told = Object.entries(counts).filter(([, count]) => count > 0);
    const all = told.reduce((sum, [, count]) => sum + count, 0);
    return `${plural(all, "test")}: ${told.map(([word, count]) => `${count.toLocaleString("en")} ${word}`).join(", ")}`;
}

export type Piece = string | { step: number } | { code: string };

// Why: the race that decides, in words with links to the steps.
export function explanationOf(finding: Finding): Piece[] {
    const pieces: Piece[] = [];
    switch (finding.cause) {
        case "race":
            if (finding.race) pieces.push(...raceWords(finding.story, finding.race, finding.outdated));
            break;
        case "no_race":
            pieces.push("There is no race: nothing in it could happen in another order.");
            break;
        case "always":
            pieces.push("No race is to blame: every interleaving fails.");
            break;
        case "gave_up":
            pieces.push("The race to blame was not found within the limits.");
            break;
    }
    if (finding.timing) pieces.push(pieces.length ? " " : "", `A matter of timing: it ${finding.timing}.`);
    if (finding.doom) pieces.push(pieces.length ? " " : "", ...doomWords(finding.doom));
    return pieces;
}

// Of a lost update, with the write that loses the other one.
function raceWords(story: Story, race: Race, outdated: number | undefined): Piece[] {
    const first: Piece[] = [{ step: race.first }, ", ", { code: stepLine(story, race.first) }];
    if (race.second === undefined)
        return ["It fails because ", ...first, ", takes away the chance of ", { code: race.late ?? "another step" },
                ". If that comes first, the test passes."];
    return ["It fails because ", ...first, ", comes before ", { step: race.second }, ", ",
            { code: stepLine(story, race.second) },
            ...(outdated ? [", and then ", { step: outdated }, ", ", { code: stepLine(story, outdated) }, ", goes by what ", { step: race.first }, " has read"] : []),
            ". The other way round, the test passes."];
}

function doomWords(doom: Doom): Piece[] {
    const what = doom.with === "same" ? "the failure is unavoidable" : "every continuation fails, in this way or another";
    return doom.after === 0 ? [`From the start on ${what}.`] : ["After ", { step: doom.after }, ` ${what}.`];
}

export const stepLine = (story: Story, number: number): string => {
    const step = story.steps[number - 1];
    return step ? `${step.actor ?? story.processes[step.process]?.name ?? "?"}: ${step.call ?? step.what}` : "";
};

const kinds: Record<Kind, string> = {
    spawn: "spawn", send: "send", receive: "receive", timeout: "timeout", delivery: "delivery", call: "call",
    choice: "choice", exit: "end", crash: "crash", other: "other",
};

export const kindWord = (kind: Kind): string => kinds[kind] ?? kind;

// "→ true", "✗ error:badarg", or nothing.
export const resultOf = (step: Step): string =>
    step.raises !== undefined ? `✗ ${step.raises}` : step.result !== undefined ? `→ ${step.result}` : "";

export const whatAndResult = (step: Step): string => `${step.what} ${resultOf(step)}`.trimEnd();

export const framesOf = (report: Report, step: Step): string[] =>
    step.stack === undefined ? [] : (report.stacks[step.stack] ?? "").split("\n").filter(Boolean);

export interface Place {
    file: number;
    line: number;
}

// Where in the program under test a step happens: of a step inside a library, where that was called; of a crash, the
// innermost frame whose file is known.
export function userPlace(report: Report, step: Step): Place | undefined {
    if (step.userFile !== undefined) return { file: step.userFile, line: step.userLine ?? 0 };
    if (step.file !== undefined) return { file: step.file, line: step.line ?? 0 };
    for (const frame of framesOf(report, step)) {
        const place = placeOfFrame(report, frame);
        if (place) return place;
    }
    return undefined;
}

// "m:f/1 (m.erl:12)", if that file is one of the report's.
export function placeOfFrame(report: Report, frame: string): Place | undefined {
    const [, name, line] = /\(([^()]+):(\d+)\)$/.exec(frame) ?? [];
    const file = name === undefined ? -1 : report.files.findIndex((one) => one.name === name || one.name.endsWith(`/${name}`));
    return file >= 0 ? { file, line: Number(line) } : undefined;
}

// Where the reader's editor shows a place; nothing: no editor was named, or the file is not known.
export function editorLink(report: Report, place: Place): string | undefined {
    const path = report.files[place.file]?.path;
    if (report.editor === undefined || path === undefined) return undefined;
    return report.editor.replaceAll("{file}", encodeURI(path)).replaceAll("{line}", String(place.line || 1));
}

// The command that shows it again, and the file that this needs.
export function scheduleName(test: Test, finding: Finding): string {
    const title = test.title.replace(/\/0$/, "").replace(/[^A-Za-z0-9_]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "test";
    const number = test.errors.indexOf(finding);
    return `${title}${number > 0 ? `-${number + 1}` : ""}.schedule`;
}

export const replayCommand = (test: Test, finding: Finding): string => finding.replay ?? `weft replay ${scheduleName(test, finding)}`;

// The last part of a path, and the line.
export function placeOf(file: string | undefined, line: number | undefined): string {
    if (!file) return "";
    const name = file.slice(file.lastIndexOf("/") + 1);
    return line ? `${name}:${line}` : name;
}
