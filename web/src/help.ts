// The overlay that tells keys and signs.

import { el } from "./dom";
import { sign } from "./toolbar";
import type { Kind } from "./types";
import { kindWord } from "./words";

export const KEYS: [string, string][] = [
    ["j  k", "next and previous step (also the arrow keys)"],
    ["J  K", "next and previous step of the same process"],
    ["m", "follow the message: where it arrives, or comes from"],
    ["r", "the other step of the race"],
    ["e", "the error"],
    ["t", "the same step in the other interleaving"],
    ["v", "failing, side by side, passing"],
    ["f", "fold or unfold library calls"],
    ["o", "open the folded call of this row"],
    ["[  ]", "previous and next error"],
    ["Home  End", "first and last step"],
    ["/", "filter by text; Esc clears"],
    ["c", "copy the replay command"],
    ["x", "copy the interleaving as Markdown"],
    ["?", "this help"],
];

const SIGNS: Kind[] = ["send", "receive", "spawn", "call", "timeout", "choice", "exit"];

export class Help {
    readonly element: HTMLDialogElement;

    constructor() {
        const close = el("button", { type: "button", class: "close", onclick: () => this.element.close() }, "Close");
        this.element = el("dialog", { class: "help", "aria-labelledby": "help-title" },
            el("h2", { id: "help-title" }, "Keys"),
            el("dl", {}, ...KEYS.flatMap(([keys, what]) => [
                el("dt", {}, ...keys.split("  ").map((key) => el("kbd", {}, key))), el("dd", {}, what)])),
            el("h2", {}, "Signs"),
            el("ul", { class: "signs" }, ...SIGNS.map((kind) => el("li", {}, sign(kind), kindWord(kind)))),
            el("p", { class: "muted" }, "Time runs downwards. A message goes over to its receiver’s lane and then down beside it, ",
                "as long as it lies in the mailbox, to the step that takes it. A dashed line joins the two steps that race."),
            close);
        this.element.addEventListener("click", (event) => {
            if (event.target === this.element) this.element.close();
        });
    }

    toggle(): void {
        if (this.element.open) this.element.close();
        else this.element.showModal();
    }
}
