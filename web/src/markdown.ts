// An interleaving as Markdown, to paste into a pull request.

import type { Finding, Test } from "./types";
import { explanationOf, placeOf, replayCommand, scheduleName, troubleSentence, verdictOf, whatAndResult } from "./words";
import type { SourceFile } from "./types";

const STEPS = 60;

export function markdownOf(test: Test, finding: Finding, files: SourceFile[]): string {
    const why = explanationOf(finding)
        .map((piece) => (typeof piece === "string" ? piece : "code" in piece ? quote(piece.code) : `step ${piece.step}`)).join("");
    const lines = [`**${quote(test.title)} ${verdictOf(test, finding)}.** ${plain(troubleSentence(finding))}`, "", why, "",
                   "| step | process | what | where |", "|--:|---|---|---|"];
    const race = [finding.race?.first, finding.race?.second];
    finding.story.steps.slice(0, STEPS).forEach((step, index) => {
        const mark = race.includes(index + 1) ? " (race)" : finding.story.failure === index + 1 ? " (error)" : "";
        const place = placeOf(step.file === undefined ? undefined : files[step.file]?.name, step.line);
        lines.push(`| ${index + 1}${mark} | ${finding.story.processes[step.process]?.name ?? "?"} | ${quote(whatAndResult(step))} | ${place} |`);
    });
    const more = finding.story.steps.length - STEPS;
    if (more > 0) lines.push(`| … | | and ${more} more steps | |`);
    if (finding.schedule !== undefined)
        lines.push("", `Again, with this as ${quote(scheduleName(test, finding))}: ${quote(replayCommand(test, finding))}`, "",
                   "```", finding.schedule.trimEnd().replace(/^```/gm, " ```"), "```");
    return lines.join("\n") + "\n";
}

// As code within a table: a fence longer than any run of backquotes inside, bars escaped, one line.
export function quote(text: string): string {
    const line = text.replace(/\s*\n\s*/g, " ").replace(/\|/g, "\\|");
    const runs = line.match(/`+/g) ?? [];
    const fence = "`".repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
    return runs.length ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

const plain = (text: string): string => text.replace(/\n/g, " ").replace(/[\\`*_<>|#]/g, "\\$&");
