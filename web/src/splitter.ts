// Splitter: a border between two parts of the page that can be moved, by mouse, by finger or by arrow keys.

import { el } from "./dom";

const LEAST = 260, STEP = 24, SHARE = 0.7;   // pixels; the right part has at most so much of the whole

export function splitterOf(whole: HTMLElement, right: HTMLElement): HTMLElement {
    const bar = el("div", { class: "splitter", role: "separator", tabindex: 0, "aria-orientation": "vertical", "aria-label": "Width of the right side" });
    const most = (): number => Math.max(LEAST, whole.clientWidth * SHARE);
    const set = (width: number): void => {
        const wanted = Math.round(Math.max(LEAST, Math.min(most(), width)));
        whole.style.setProperty("--side", `${wanted}px`);
        bar.setAttribute("aria-valuenow", String(wanted));
    };
    bar.setAttribute("aria-valuemin", String(LEAST));
    bar.setAttribute("aria-valuenow", "400");
    bar.addEventListener("pointerdown", (event) => {
        bar.setPointerCapture(event.pointerId);
        event.preventDefault();
    });
    bar.addEventListener("pointermove", (event) => {
        if (bar.hasPointerCapture(event.pointerId)) set(whole.getBoundingClientRect().right - event.clientX);
    });
    bar.addEventListener("dblclick", () => whole.style.removeProperty("--side"));
    bar.addEventListener("keydown", (event) => {
        const way = event.key === "ArrowLeft" ? STEP : event.key === "ArrowRight" ? -STEP : 0;
        if (!way) return;
        set(right.clientWidth + way);
        event.preventDefault();
        event.stopPropagation();
    });
    return bar;
}
