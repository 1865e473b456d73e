// What the page shows, as weft writes it (src/report/html.c). Indices count from 0, numbers of steps from 1.

export interface Report {
    tool: "weft";
    version: string;
    tests: Test[];               // of a suite, those that did not go well
    counts?: Record<string, number>;   // of a suite, by verdict
    editor?: string;             // the address of a place in the reader's editor, with {file} and {line} in it
    stacks: string[];            // that steps refer to: a line for each frame, innermost first, "m:f/1 (m.erl:12)"
    files: SourceFile[];
}

export interface SourceFile {
    name: string;
    text?: string;
    note?: string;               // why there is no text
    path?: string;               // where it is, for the editor
}

export interface Test {
    title: string;
    place?: string;              // where the test stands, "file:line"
    verdict: "ok" | "error" | "timing" | "open" | "unable" | "skipped";
    message?: string;            // why it could not be done
    complete: boolean;
    replayed?: boolean;          // one interleaving was followed, nothing was searched
    explored: number;            // interleavings
    blocked: number;
    steps: number;
    seconds: number;
    strategy: string;
    cuts: string[];              // what made the search incomplete
    outcomes: Outcome[];
    left?: LeftBehind;
    externals?: string;
    errors: Finding[];
}

export interface Outcome {
    result: string;
    count: number;
}

export interface LeftBehind {
    count: number;
    withMessages: number;
    told: string;
}

export type Cause = "unknown" | "race" | "no_race" | "always" | "gave_up";

export interface Finding {
    kind: string;                // "abnormal_exit", "deadlock" ...
    process: string;
    reason: string;
    details: string;             // lines: a stack trace, or what everybody waits for
    count: number;               // interleavings that have it
    switches: number;
    schedule?: string;           // the file for weft replay
    replay?: string;             // the command, where weft has written such a file
    waiting?: Waiting[];         // of a deadlock
    history?: History;           // of operations that nothing explains
    timing?: string;             // it takes a timeout that fires early: which
    cause: Cause;
    hint?: string;               // what usually helps
    race?: Race;                 // that decides
    outdated?: number;           // the step that writes by what the first one of that race has read
    races: Race[];
    doom?: Doom;
    story: Story;
    passing?: Story;             // the nearest interleaving that passes
}

// As weft parallel has it in its JSON.
export interface History {
    model: string;
    lanes: { name: string; operations: Operation[] }[];
    order: number[];             // numbers of operations: the longest that the model agrees with
    state: string;               // after it
    stuck: { number: number; why: string }[];
}

export interface Operation {
    number: number;
    call: string;
    result: string;
    from?: number;               // when it was called and when it returned
    to?: number;
}

// A process that waits for ever, and where.
export interface Waiting {
    process: string;
    in?: string;
    file?: number;
    line?: number;
}

// After step `after` (0: from the start) every continuation fails: with this error, or with this or another one.
export interface Doom {
    after: number;
    with: "same" | "any";
}

export interface Race {
    first: number;
    second?: number;             // not there: the first took away the chance
    late?: string;               // then: who would have done what
}

// An error that the interleaving of an earlier one shows, too: only what is different is told.
export interface SameStory {
    same: number;                // the index of that error, in the same test
    failure?: number;
    past?: number[];             // its steps; not there: that is not known
}

export interface Story {
    processes: Process[];        // by when they began
    steps: Step[];
    probes?: string[];           // what the program marked before the first step
    start?: Change[];            // the visible state before the first step
    failure?: number;            // the step with which the error happens; not there: no single one, as in a deadlock
}

export interface Process {
    name: string;                // "P.1"
    initial?: string;            // what it was started with
    parent?: number;             // index; not there: the first process
    registered?: string;         // the first name it was registered with
    ending?: string;             // the reason it ended for
    ended?: number;              // the step with which it ended
}

// What a step is, for its sign in the diagram and for filtering.
export type Kind =
    | "spawn" | "send" | "receive" | "timeout" | "delivery" | "call" | "choice" | "exit" | "crash" | "other";

export interface Step {
    process: number;             // index into the story's processes: in whose lane it stands
    actor?: string;              // who acts, where it is not the process itself: a timer, a delivery, an alternative
    kind: Kind;
    what: string;                // in few words
    exact?: string;              // in all of them, where these are others
    result?: string;
    raises?: string;             // an exception in place of a result
    partner?: number;            // index of the process that it concerns: receiver, sender, child, who is linked
    messages?: number[];         // what it sends or takes; the step that takes a message has the number of the one that sends it
    file?: number;               // index into the report's files
    line?: number;
    stack?: number;              // index into the report's stacks
    library?: boolean;           // inside the library of Erlang or Elixir
    user?: string;               // the innermost function of the project's own code, where that is another one
    userFile?: number;
    userLine?: number;
    call?: string;               // the library's function that it called
    callNumber?: number;         // equal for steps of a process within one such call
    unrelated?: boolean;         // not in the past of the failure
    offstage?: boolean;          // of what runs the test, or makes it ready
    twin?: number;               // the same step of the other story; not there: it is in this one only
    like?: boolean;              // of a passing story: who, with whom, messages and changes aside, all is as in its twin (stories.ts)
    probes?: string[];
    changes?: Change[];          // of the visible state, as it is afterwards
}

export interface Change {
    kind: "mailbox" | "table" | "name";
    name: string;                // the process, the table, the registered name
    owner?: string;              // of a table, and who has the name
    items?: string[];            // messages or objects
    keep?: [number, number, number];   // what stays of those before: the first a, then items, then c from b on, then the tail
    tail?: string[];
    total?: number;              // how many there are, if not all are among the items
    gone?: boolean;              // table deleted, name free again, process ended
}
