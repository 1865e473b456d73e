// What the page works out before anything is drawn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hostile, large, small } from "./sample.mjs";

const logic = await import(process.env.LOGIC);
const story = () => small().tests[0].errors[0].story;
const passing = () => small().tests[0].errors[0].passing;
const filter = (some) => ({ ...logic.everything(), ...some });

test("a message goes from the step that sends it to the one that takes it", () => {
    const { arrows } = logic.modelOf(passing());
    const message = arrows.find((arrow) => arrow.kind === "message");
    assert.deepEqual([message.from, message.to, message.fromProcess, message.toProcess], [2, 3, 1, 0]);
});

test("a message that nobody takes never arrives", () => {
    const message = logic.modelOf(story()).arrows.find((arrow) => arrow.kind === "message");
    assert.deepEqual([message.from, message.to, message.toProcess], [1, -1, 0]);
});

test("a delivery is on the way of a message, not its end", () => {
    const told = { processes: [{ name: "P" }, { name: "P.1", parent: 0 }], steps: [
        { process: 0, kind: "send", what: "", partner: 1, messages: [7] },
        { process: 1, kind: "delivery", what: "", partner: 1, messages: [7] },
        { process: 1, kind: "receive", what: "", partner: 0, messages: [7] }] };
    const { arrows } = logic.modelOf(told);
    assert.deepEqual(arrows.map(({ from, to }) => [from, to]), [[0, 2]]);
});

test("the end of a process sends signals to all who watch it", () => {
    const told = { processes: [{ name: "P" }, { name: "P.1", parent: 0, ended: 1 }, { name: "P.2", parent: 0 }], steps: [
        { process: 1, kind: "exit", what: "", partner: 0, messages: [1, 2] },
        { process: 0, kind: "receive", what: "", messages: [1] },
        { process: 2, kind: "receive", what: "", messages: [2] }] };
    const { arrows } = logic.modelOf(told);
    assert.deepEqual(arrows.map(({ kind, to, toProcess }) => [kind, to, toProcess]), [["signal", 1, 0], ["signal", 2, 2]]);
});

test("a process begins with the step that spawns it and ends with its own", () => {
    const { lives } = logic.modelOf(story());
    assert.deepEqual([lives[0].first, lives[1].first, lives[1].last, lives[1].ended], [-1, 0, 2, true]);
});

test("many processes that live one after the other share lanes", () => {
    const processes = [{ name: "P" }], steps = [];
    for (let i = 1; i <= 40; i++) {
        processes.push({ name: `P.${i}`, parent: 0, ended: 2 * i });
        steps.push({ process: 0, kind: "spawn", what: "", partner: i }, { process: i, kind: "exit", what: "" });
    }
    assert.equal(logic.modelOf({ processes, steps }).laneCount, 2);
});

// The same stories each time.
function randomStory(seed) {
    const random = (below) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % below;
    const processes = [{ name: "P" }], steps = [], living = [0], sent = [];
    for (let i = 0; i < 20 + random(60); i++) {
        const process = living[random(living.length)], dice = random(10);
        if (dice < 3) {
            processes.push({ name: `P.${processes.length}`, parent: process });
            living.push(processes.length - 1);
            steps.push({ process, kind: "spawn", what: "", partner: processes.length - 1 });
        } else if (dice < 6) {
            sent.push(i + 1);
            steps.push({ process, kind: "send", what: "", partner: random(processes.length), messages: [i + 1] });
        } else if (dice < 8 && sent.length) {
            steps.push({ process, kind: "receive", what: "", messages: sent.splice(random(sent.length), 1) });
        } else if (living.length > 1 && process > 0) {
            steps.push({ process, kind: "exit", what: "" });
            processes[process].ended = steps.length;
            living.splice(living.indexOf(process), 1);
        } else {
            steps.push({ process, kind: "call", what: "", callNumber: random(3) });
        }
    }
    return { processes, steps };
}

test("in any story, processes that live at the same time have lanes of their own, and arrows begin and end at steps", () => {
    for (let seed = 1; seed <= 200; seed++) {
        const told = randomStory(seed), { lives, laneCount, arrows } = logic.modelOf(told);
        const seen = lives.filter((life) => life.lane >= 0);
        assert.ok(seen.every((life) => life.lane < laneCount), `seed ${seed}`);
        for (const one of seen) for (const other of seen)
            if (one !== other && one.lane === other.lane) assert.ok(one.last < other.first || other.last < one.first, `seed ${seed}: one lane for two`);
        for (const { from, to, toProcess } of arrows)
            assert.ok(from < told.steps.length && to < told.steps.length && (to < 0 || to >= from) && toProcess < told.processes.length, `seed ${seed}`);
        const rows = logic.rowsOf(told, filter({ fold: seed % 2 === 0 }), new Set());
        told.steps.forEach((_, step) => {
            const row = rows.rowOf[step];
            assert.ok(rows.first[row] <= step && step <= rows.last[row], `seed ${seed}: row of ${step}`);
        });
    }
});

test("the way along a process skips the steps of others", () => {
    const { before, after } = logic.modelOf(story());
    assert.deepEqual([after[0], before[3], after[2], before[0]], [3, 0, -1, -1]);
});

test("both ends of a message lead to each other", () => {
    const model = logic.modelOf(passing());
    assert.deepEqual([logic.otherEnd(model, 2), logic.otherEnd(model, 3), logic.otherEnd(model, 0)], [3, 2, -1]);
});

test("words of a filter must all occur, in any case", () => {
    const rows = logic.rowsOf(story(), filter({ text: "REGISTER pong" }), new Set());
    assert.deepEqual([...rows.first], [3, 4]);
    assert.equal(rows.hidden, 3);
    assert.deepEqual([...rows.rowOf], [-1, -1, -1, 0, 1]);
});

test("a filter chooses processes and kinds", () => {
    const of = (some) => [...logic.rowsOf(story(), filter(some), new Set()).first];
    assert.deepEqual(of({ processes: new Set([1]) }), [1, 2]);
    assert.deepEqual(of({ kinds: new Set(["spawn", "crash"]) }), [0, 4]);
    assert.deepEqual(of({ processes: new Set([1]), kinds: new Set(["crash"]) }), []);
});

test("steps of one call into a library are one row, unless somebody else acts in between or it was opened", () => {
    const call = (process, callNumber) => ({ process, kind: "send", what: "", callNumber });
    const told = { processes: [{ name: "P" }, { name: "P.1" }], steps: [call(0, 1), call(0, 1), call(1, 1), call(0, 1), call(0, 2), call(0, 2)] };
    const folded = logic.rowsOf(told, filter({ fold: true }), new Set());
    assert.deepEqual([[...folded.first], [...folded.last]], [[0, 2, 3, 4], [1, 2, 3, 5]]);
    assert.equal(logic.rowsOf(told, filter({ fold: true }), new Set([4])).first.length, 5);
    assert.equal(logic.rowsOf(told, filter({}), new Set()).first.length, 6);
});

test("of a hidden step the nearest row is the one before it", () => {
    const rows = logic.rowsOf(story(), filter({ processes: new Set([0]) }), new Set());
    assert.deepEqual([0, 1, 2, 3].map((step) => logic.nearestRow(rows, step)), [0, 0, 0, 1]);
    assert.equal(logic.nearestRow(logic.rowsOf(story(), filter({ text: "nowhere" }), new Set()), 2), -1);
});

test("what stands elsewhere has moved, what has no twin is only here", () => {
    const diff = logic.diffOf(story(), passing());
    assert.deepEqual(diff.left, ["same", "same", "same", "moved", "only"]);
    assert.deepEqual(diff.right, ["same", "moved", "same", "only", "same", "only"]);
    assert.equal(diff.firstDifference, 1);
});

test("both stories number processes alike, whoever began first", () => {
    const told = passing();
    const swapped = { ...told, processes: [told.processes[1], told.processes[0]].map((process) => (process.name === "P.1" ? { ...process, parent: 1 } : process)),
                      steps: told.steps.map((step) => ({ ...step, process: 1 - step.process, ...(step.partner !== undefined && { partner: 1 - step.partner }) })) };
    assert.deepEqual(logic.aligned(story(), swapped), logic.aligned(story(), told));
    assert.deepEqual(logic.aligned(story(), swapped).steps.map((step) => step.process), told.steps.map((step) => step.process));
});

test("a process of the passing story alone comes last", () => {
    const told = passing();
    const more = { ...told, processes: [{ name: "P.9", parent: 1 }, ...told.processes.map((process) => (process.parent === 0 ? { ...process, parent: 1 } : process))],
                   steps: [{ process: 0, kind: "exit", what: "" }] };
    assert.deepEqual(logic.aligned(story(), more).processes.map(({ name, parent }) => [name, parent]), [["P", undefined], ["P.1", 0], ["P.9", 0]]);
});

test("the longest order is found among many", () => {
    assert.deepEqual([...logic.longestOrder(Int32Array.from([3, 0, 1, -1, 2, 5]))].sort(), [1, 2, 4, 5]);
    assert.equal(logic.longestOrder(Int32Array.from({ length: 50000 }, (_, i) => i)).size, 50000);
});

test("the state at a step is what the changes up to it make, wherever one comes from", () => {
    const { story: told } = large(2000).tests[0].errors[0];
    const timeline = new logic.Timeline(told), slowly = (last) => {
        const mailbox = [];
        let rows;
        for (const { kind, messages, changes } of told.steps.slice(0, last + 1)) {
            if (kind === "send") mailbox.push(`{item,${messages[0]}}`);
            if (kind === "receive") mailbox.shift();
            rows = changes?.find((change) => change.kind === "table")?.items ?? rows;
        }
        return { mailbox, rows };
    };
    for (const step of [1998, 3, -1, 255, 256, 257, 511, 512, 700]) {
        const state = timeline.at(step), expected = slowly(step);
        assert.deepEqual(state.mailbox.get("P")?.items ?? [], expected.mailbox, `mailbox after ${step}`);
        assert.deepEqual(state.table.get("items")?.items, expected.rows, `table after ${step}`);
    }
});

test("contents that are told by what changed are put together", () => {
    const change = (more) => [{ kind: "mailbox", name: "P", ...more }];
    const timeline = new logic.Timeline({ processes: [], start: change({ items: ["a", "b", "c"] }), steps: [
        { changes: change({ keep: [1, 2, 1] }) }, { changes: change({ keep: [2, 0, 0], tail: ["d"] }) },
        { changes: change({ keep: [0, 1, 2], items: ["x"], tail: ["y"] }) }] });
    assert.deepEqual([-1, 0, 1, 2].map((step) => timeline.at(step).mailbox.get("P").items),
        [["a", "b", "c"], ["a", "c"], ["a", "c", "d"], ["x", "c", "d", "y"]]);
});

test("what is gone is not in the state", () => {
    const timeline = new logic.Timeline(passing());
    assert.equal(timeline.at(1).name.get("pong").owner, "P.1");
    assert.equal(timeline.at(4).name.has("pong"), false);
});

test("the verdict says in how many interleavings it fails, and whether that is all of them", () => {
    const one = small().tests[0], finding = one.errors[0];
    assert.equal(logic.verdictOf(one, finding), "fails in 1 of 2 interleavings");
    assert.equal(logic.verdictOf({ ...one, complete: false }, finding), "fails in 1 of 2 interleavings explored so far");
    assert.equal(logic.verdictOf({ ...one, explored: 1 }, finding), "fails in every interleaving");
    assert.equal(logic.verdictOf({ ...one, errors: [] }, undefined), "passes under every schedule");
    assert.equal(logic.verdictOf({ ...one, complete: false }, undefined), "passes so far, but the search is not exhaustive");
    assert.equal(logic.verdictOf({ ...one, message: "no such module" }, undefined), "could not be checked");
});

const told = (pieces) => pieces.map((piece) => piece.code ?? (piece.step ? `step ${piece.step}` : piece)).join("");

test("the explanation names the two steps, and from where on there is no way back", () => {
    const one = small().tests[0];
    assert.equal(told(logic.explanationOf(one.errors[0])),
        "It fails because step 3, P.1: exits with normal, comes before step 4, P: register(pong, P.1). The other way round, the test passes. " +
        "After step 3 the failure is unavoidable.");
    assert.match(told(logic.explanationOf({ ...one.errors[0], outdated: 5 })), /, and then step 5, .*, goes by what step 3 has read\. The other way round/);
});

test("a step that never happens is told by what it would have been", () => {
    const one = hostile().tests[0];
    assert.match(told(logic.explanationOf({ ...one.errors[0], race: { first: 1, late: "P times out" } })), /takes away the chance of P times out/);
});

test("Markdown keeps what programs print from meaning anything", () => {
    assert.equal(logic.quote("a|b"), "`a\\|b`");
    assert.equal(logic.quote("``x`"), "``` ``x` ```");
    const text = logic.markdownOf(hostile().tests[0], hostile().tests[0].errors[0], hostile().files);
    assert.equal(text.split("\n").filter((line) => line.startsWith("|")).length, 4);
});

test("a place in the page survives being written and read", () => {
    for (const place of [{ entry: 0, layout: "failing", side: "failing", step: 3 }, { entry: 2, layout: "both", side: "passing", step: -1 }]) {
        const read = logic.readPlace(logic.writePlace(place));
        assert.deepEqual({ entry: 0, layout: "failing", side: "failing", ...read }, place);
    }
    assert.deepEqual(logic.readPlace("#step=x&error=0&view=nonsense"), {});
});

test("a schedule gets a name that every file system takes", () => {
    const one = small().tests[0];
    assert.equal(logic.scheduleName(one, one.errors[0]), "ping_pong-start.schedule");
    assert.match(logic.scheduleName(hostile().tests[0], hostile().tests[0].errors[0]), /^[A-Za-z0-9_-]+\.schedule$/);
});

const operation = (number, more = {}) => ({ number, call: `f(${number})`, result: "ok", ...more });
const history = (lanes, order, stuck) => ({ model: "m", state: "1", order, stuck, lanes });

test("operations without times stand one after the other, those before the branches first", () => {
    const bars = logic.barsOf(history([{ name: "first", operations: [operation(1)] }, { name: "branch 1", operations: [operation(2), operation(3)] },
        { name: "branch 2", operations: [operation(4)] }], [1, 4], [{ number: 2, why: "postcondition" }]));
    assert.deepEqual(bars.map(({ from, to }) => [Math.round(from), Math.round(to)]), [[0, 33], [33, 67], [67, 100], [33, 67]]);
    assert.deepEqual(bars.map(({ place, stuck }) => [place, stuck]), [[1, undefined], [0, "postcondition"], [0, undefined], [2, undefined]]);
});

test("operations with times stand where they were, and one that never returned reaches the end", () => {
    const bars = logic.barsOf(history([{ name: "a", operations: [operation(1, { from: 10, to: 30 })] }, { name: "b", operations: [operation(2, { from: 20 })] }], [], []));
    assert.deepEqual(bars.map(({ from, to }) => [from, to]), [[0, 100], [50, 100]]);
});
