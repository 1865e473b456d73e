// Which key does what. help.ts tells them.

export interface Actions {
    next(): void; previous(): void; pageDown(): void; pageUp(): void;
    nextInProcess(): void; previousInProcess(): void;
    message(): void; race(): void; error(): void; twin(): void;
    layout(): void; fold(): void; open(): void;
    first(): void; last(): void; filter(): void; clear(): void;
    previousError(): void; nextError(): void; copy(): void; markdown(): void; help(): void;
}

export function keyActions(actions: Actions): Map<string, () => void> {
    const keys: Record<string, keyof Actions> = {
        j: "next", ArrowDown: "next", k: "previous", ArrowUp: "previous", PageDown: "pageDown", PageUp: "pageUp",
        J: "nextInProcess", K: "previousInProcess", m: "message", r: "race", e: "error", t: "twin", v: "layout",
        f: "fold", o: "open", Enter: "open", Home: "first", End: "last", "/": "filter", Escape: "clear",
        "[": "previousError", "]": "nextError", c: "copy", x: "markdown", "?": "help",
    };
    return new Map(Object.entries(keys).map(([key, action]) => [key, actions[action]]));
}
