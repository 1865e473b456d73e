// Data for the page that no program under test made: large, or hostile.
import { readFileSync } from "node:fs";

// As src/report/html.c does it.
export function pageWith(template, report) {
    const json = JSON.stringify(report).replace(/</g, "\\u003c");
    return readFileSync(template, "utf8").replace("/*data*/", () => json);
}

const test = (title, finding) => ({
    title, verdict: "error", complete: true, explored: 2, blocked: 0, steps: 12, seconds: 0.01, strategy: "optimal", cuts: [],
    outcomes: [{ result: "ok", count: 1 }], errors: [finding],
});

const report = (tests, files, stacks = []) => ({ tool: "weft", version: "0.0.0", tests, stacks, files });

// Workers that send to a server which keeps a table, step after step.
export function large(count, workers = 8) {
    const processes = [{ name: "P", initial: "large:test/0" }];
    for (let i = 1; i <= workers; i++) processes.push({ name: `P.${i}`, initial: "large:worker/1", parent: 0, registered: `worker_${i}` });
    const steps = [];
    let message = 0, stored = 0;
    for (let i = 1; i <= workers; i++) steps.push({ process: 0, kind: "spawn", what: `spawn P.${i}`, partner: i, file: 0, line: 3 });
    const waiting = [];
    while (steps.length < count - 1) {
        const worker = 1 + (steps.length * 7 + (steps.length >> 3)) % workers;
        if (waiting.length < 5 || steps.length % 3 === 0) {
            waiting.push([++message, worker]);
            steps.push({ process: worker, kind: "send", what: `P ! {item, ${message}}`, partner: 0, messages: [message], file: 0, line: 8,
                         stack: 0, twin: steps.length + 1,
                         changes: [{ kind: "mailbox", name: "P", keep: [waiting.length - 1, 0, 0], tail: [`{item,${message}}`] }] });
        } else {
            const [taken, from] = waiting.shift();
            steps.push({ process: 0, kind: "receive", what: `receives {item, ${taken}}`, partner: from, messages: [taken], file: 0, line: 5,
                         twin: steps.length + 1, unrelated: steps.length % 5 === 0,
                         changes: [{ kind: "mailbox", name: "P", keep: [0, 1, waiting.length] },
                                   { kind: "table", name: "items", owner: "P", items: [`{count,${++stored}}`] }] });
        }
    }
    steps.push({ process: 0, kind: "crash", what: "exits with badarg", file: 0, line: 6 });
    const story = { processes, steps, failure: steps.length };
    const passing = { processes, steps: steps.slice(0, -1).map(({ process, partner, messages, changes }, index) =>
        ({ process, like: true, partner, messages, changes, twin: index + 1 })) };
    const first = steps.length - 20;
    const text = "-module(large).\ntest() ->\n    [spawn(fun() -> worker(P) end) || _ <- Workers],\n    loop().\nloop() -> receive {item, N} ->\n" +
        "    ets:insert(items, {count, N}), loop() end.\n\nworker(P) -> P ! {item, 1}, worker(P).\n";
    return report([test("large:test/0", {
        kind: "abnormal_exit", process: "P", reason: "badarg", details: "", count: 1, switches: 1, schedule: "P\n",
        cause: "race", race: { first, second: first + 7 }, races: [{ first, second: first + 7 }], doom: { after: first, with: "same" }, story, passing,
    })], [{ name: "src/large.erl", text }], ["large:worker/1 (large.erl:8)"]);
}

// Everything that a program prints, and every name, tries to become a part of the page.
export function hostile() {
    const evil = "'</script><script>window.harmed=1</script><img src=x onerror=window.harmed=1>'";
    const comment = "<!--<script>";
    const story = {
        processes: [{ name: evil, initial: evil, registered: evil }, { name: comment, initial: comment, parent: 0 }],
        steps: [{ process: 0, kind: "spawn", what: evil, partner: 1, file: 0, line: 1, stack: 0, probes: [evil], call: comment, callNumber: 1 },
                { process: 1, kind: "crash", what: comment, result: evil, file: 0, line: 2, changes: [
                    { kind: "mailbox", name: evil, items: [evil] }, { kind: "table", name: evil, owner: evil, items: [evil] },
                    { kind: "name", name: evil, owner: evil }] }],
        failure: 2,
    };
    return report([{ ...test(evil, {
        kind: "abnormal_exit", process: evil, reason: evil, details: evil, count: 1, switches: 1, schedule: evil, cause: "race",
        race: { first: 1, late: evil }, races: [{ first: 1, late: evil }], story, passing: { ...story, failure: undefined },
    }), outcomes: [{ result: evil, count: 3 }], left: { count: 1, withMessages: 1, told: evil }, place: evil, externals: evil }],
    [{ name: evil, text: `${evil}\n${comment}\n` }], [evil]);
}

// A process that races with its own registration, as weft would tell it.
export function small() {
    const files = [{ name: "examples/ping_pong.erl", text: "-module(ping_pong).\n-export([start/0]).\n\nstart() ->\n    Ping = self(),\n" +
        "    Pong = spawn(fun() -> pong(Ping) end),\n    register(pong, Pong),\n    receive\n        pong -> ok\n    end.\n\npong(Ping) ->\n    Ping ! pong.\n" }];
    const processes = (ended) => [{ name: "P", initial: "ping_pong:start/0", ...ended[0] },
        { name: "P.1", initial: "ping_pong:start/0 fun", parent: 0, ...ended[1] }];
    const spawn = { process: 0, kind: "spawn", what: "spawn P.1", partner: 1, file: 0, line: 6, stack: 0 };
    const send = { process: 1, kind: "send", what: "P ! pong", partner: 0, messages: [1], file: 0, line: 13,
                   stack: 1, changes: [{ kind: "mailbox", name: "P", items: ["pong"] }] };
    const exit = { process: 1, kind: "exit", what: "exits with normal" };
    const register = { process: 0, kind: "call", what: "register(pong, P.1)", partner: 1, file: 0, line: 7, stack: 2 };
    const story = { processes: processes([{ ending: "badarg", ended: 5 }, { ending: "normal", ended: 3 }]), failure: 5, steps: [
        { ...spawn, twin: 1 }, { ...send, twin: 3 }, { ...exit, twin: 5 }, { ...register, twin: 2, raises: "error:badarg" },
        { process: 0, kind: "crash", what: "exits with {badarg,[{erlang,register,[pong,<0.1.0>],[]},{ping_pong,start,0,[{file,\"ping_pong.erl\"},{line,7}]}]}", file: 0, line: 7 }] };
    const passing = { processes: processes([{ ending: "normal", ended: 6 }, { ending: "normal", ended: 5 }]), steps: [
        { ...spawn, twin: 1 }, { ...register, twin: 4, result: "true", changes: [{ kind: "name", name: "pong", owner: "P.1" }] }, { ...send, twin: 2 },
        { process: 0, kind: "receive", what: "receives pong", partner: 1, messages: [1], file: 0, line: 8, changes: [{ kind: "mailbox", name: "P", items: [] }] },
        { ...exit, twin: 3, changes: [{ kind: "name", name: "pong", gone: true }] }, { process: 0, kind: "exit", what: "returns ok" }] };
    return report([test("ping_pong:start/0", {
        kind: "abnormal_exit", process: "P", reason: "badarg", count: 1, switches: 1, cause: "race", hint: "register the child before it can end",
        details: "  erlang:register/2\n  ping_pong:start/0 (ping_pong.erl:7)\n", schedule: "module: ping_pong\nfunction: start\n\nP\nP.1\nP.1\nP\nP\n",
        race: { first: 3, second: 4 }, races: [{ first: 3, second: 4 }], doom: { after: 3, with: "same" }, story, passing,
    })], files, ["ping_pong:start/0 (ping_pong.erl:6)", "ping_pong:pong/1 (ping_pong.erl:13)", "ping_pong:start/0 (ping_pong.erl:7)"]);
}

// Processes that come and go.
export function crowd(count) {
    const processes = [{ name: "P" }], steps = [];
    for (let i = 1; i <= count; i++) {
        processes.push({ name: `P.${i}`, initial: "crowd:one/0", parent: 0, ending: "normal", ended: 2 * i });
        steps.push({ process: 0, kind: "spawn", what: `spawn P.${i}`, partner: i }, { process: i, kind: "exit", what: "ends" });
    }
    return report([test("crowd:test/0", { kind: "deadlock", process: "P", reason: "nobody can act any more", details: "", count: 1, switches: 1,
        cause: "no_race", races: [], story: { processes, steps } })], []);
}

// So many that live at the same time, each told one thing.
export function wide(count) {
    const processes = [{ name: "P", initial: "wide:test/0" }], steps = [];
    for (let i = 1; i <= count; i++) {
        processes.push({ name: `P.${i}`, initial: "wide:one/0", parent: 0 });
        steps.push({ process: 0, kind: "spawn", what: `spawn P.${i}`, partner: i });
    }
    for (let i = 1; i <= count; i++)
        steps.push({ process: i, kind: "send", what: `sends ${i} to P`, partner: 0, messages: [i] },
                   { process: 0, kind: "receive", what: `receives ${i}`, partner: i, messages: [i] });
    return report([test("wide:test/0", { kind: "deadlock", process: "P", reason: "nobody can act any more", details: "", count: 1, switches: 1,
        cause: "no_race", races: [], story: { processes, steps } })], []);
}

// What runs a test stands around it; two errors of one interleaving, of which the second is told as it differs.
export function staged() {
    const data = small(), [first] = data.tests[0].errors;
    first.story.steps.forEach((step, index) => (step.offstage = index === 0 || index === 3));
    first.story.processes.push({ name: "hand", initial: "weft_eunit:run/1" });
    first.story.steps[0].partner = 2;
    data.tests[0].errors.push({ ...first, reason: "the second one", race: undefined, races: [], doom: undefined, story: { same: 0, failure: 2, past: [1, 2] } });
    return data;
}
