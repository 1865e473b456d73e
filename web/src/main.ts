// The data stands in the page, in an element that is not run.

import { App } from "./app";
import { el } from "./dom";
import { tellInFull } from "./stories";
import type { Report } from "./types";

function read(): Report {
    const report = JSON.parse(document.getElementById("weft-data")?.textContent ?? "") as Report;
    tellInFull(report);
    return report;
}

const host = document.getElementById("page")!;
try {
    new App(read()).start(host);
} catch (error) {
    host.append(el("p", { role: "alert", class: "broken" }, `This page cannot show its data: ${String(error)}`));
    throw error;
}
