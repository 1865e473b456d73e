// The part of the address behind #: which error, which interleaving, which step. #step=4&error=2&view=both

import type { Layout } from "./toolbar";
import type { Side } from "./view";

export interface Place {
    entry: number;               // among the errors of the page, from 0
    layout: Layout;
    side: Side;
    step: number;                // index; -1: before the first one
}

export function readPlace(hash: string): Partial<Place> {
    const words = new URLSearchParams(hash.replace(/^#/, ""));
    const place: Partial<Place> = {};
    const number = (name: string): number | undefined => (/^\d{1,9}$/.test(words.get(name) ?? "") ? Number(words.get(name)) : undefined);
    const step = number("step"), error = number("error"), view = words.get("view");
    if (step !== undefined) place.step = step - 1;
    if (error !== undefined && error > 0) place.entry = error - 1;
    if (view === "failing" || view === "both" || view === "passing") place.layout = view;
    if (words.get("side") === "passing") place.side = "passing";
    return place;
}

export function writePlace(place: Place): string {
    const words = [`step=${place.step + 1}`];
    if (place.entry > 0) words.push(`error=${place.entry + 1}`);
    if (place.layout !== "failing") words.push(`view=${place.layout}`);
    if (place.side === "passing" && place.layout === "both") words.push("side=passing");
    return "#" + words.join("&");
}
