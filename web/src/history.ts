// A history of operations that nothing explains: a lane for each client or branch, a bar for each operation, the longest order
// that the model agrees with, and what it does not accept after that.

import { el, type Child } from "./dom";
import type { History, Operation } from "./types";

export interface Bar {
    operation: Operation;
    lane: number;
    from: number;                // per cent of the width
    to: number;
    place: number;               // in the order, from 1; 0: it has none
    stuck: string | undefined;   // why it cannot be next
}

// Where times are not known, operations of a lane take places one after the other, and those of the first lane, which came
// before the others began, stand before them.
export function barsOf(history: History): Bar[] {
    const spans = history.lanes.map((lane, index) => spansOf(history, lane.operations, index));
    const end = Math.max(1, ...spans.flat().map(([, to]) => to).filter(Number.isFinite));
    const start = Math.min(end, ...spans.flat().map(([from]) => from));
    const scale = (time: number): number => (100 * (Math.min(time, end) - start)) / Math.max(1e-9, end - start);
    return history.lanes.flatMap((lane, index) => lane.operations.map((operation, i) => ({
        operation, lane: index, from: scale(spans[index]![i]![0]), to: scale(spans[index]![i]![1]),
        place: history.order.indexOf(operation.number) + 1, stuck: history.stuck.find((one) => one.number === operation.number)?.why,
    })));
}

function spansOf(history: History, operations: Operation[], lane: number): [number, number][] {
    const first = history.lanes[0]?.name === "first" && lane > 0 ? history.lanes[0].operations.length : 0;
    return operations.map((operation, i) =>
        operation.from !== undefined ? [operation.from, operation.to ?? Infinity] : [first + i, first + i + 1]);
}

export function historyFigure(history: History): HTMLElement {
    const bars = barsOf(history);
    const rows = history.lanes.map((lane, index) => lane.operations.length === 0 ? undefined :
        el("div", { class: "history-lane" }, el("span", { class: "history-name" }, lane.name),
            el("div", { class: "history-bars", role: "list" }, ...bars.filter((bar) => bar.lane === index).map(barOf))));
    return el("figure", { class: "history", "aria-label": "Operations" }, ...rows, el("figcaption", {}, ...caption(history)));
}

function barOf(bar: Bar): HTMLElement {
    const { number, call, result } = bar.operation;
    const kind = bar.stuck !== undefined ? "stuck" : bar.place ? "placed" : "open";
    return el("span", { class: `bar-operation ${kind}`, role: "listitem", title: `${call} → ${result}`,
                        style: `left:${bar.from}%;width:${Math.max(2, bar.to - bar.from)}%` },
        el("b", {}, String(number)), ` ${call} → ${result}`);
}

function caption(history: History): Child[] {
    const order = history.order.length ? history.order.join(", ") : "none";
    const stuck = history.stuck.map(({ number, why }) => `${number} (${why.replace(/_/g, " ")})`).join(", ");
    return [`The longest order that ${history.model} agrees with: ${order}. After it the state is `, el("code", {}, history.state),
            stuck ? `; then not ${stuck}.` : "."];
}
