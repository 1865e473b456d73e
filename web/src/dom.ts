// Elements. All text gets into the page through textContent: what a program prints can be anything.

export type Child = Node | string | undefined | false;

type Attributes = Record<string, string | number | boolean | undefined | ((event: never) => void)>;

// el("button", { class: "copy", onclick: copy, "aria-label": "Copy" }, "Copy")
export function el<K extends keyof HTMLElementTagNameMap>(
    tag: K, attributes: Attributes = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    setAll(element, attributes);
    fill(element, ...children);
    return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg<K extends keyof SVGElementTagNameMap>(
    tag: K, attributes: Attributes = {}, ...children: Child[]
): SVGElementTagNameMap[K] {
    const element = document.createElementNS(SVG, tag);
    setAll(element, attributes);
    fill(element, ...children);
    return element;
}

function setAll(element: Element, attributes: Attributes): void {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === undefined || value === false) continue;
        if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
        else element.setAttribute(name, value === true ? "" : String(value));
    }
}

export function fill(element: Element, ...children: Child[]): void {
    element.replaceChildren(...children.filter((child): child is Node | string => child !== undefined && child !== false && child !== ""));
}

// At most once for each frame.
export function oncePerFrame(work: () => void): () => void {
    let planned = false;
    return () => {
        if (planned) return;
        planned = true;
        requestAnimationFrame(() => {
            planned = false;
            work();
        });
    };
}

// When what there is has come into sight.
export function afterPaint(work: () => void): void {
    requestAnimationFrame(() => setTimeout(work));
}

// From a page on disk the clipboard may be closed: then the text is selected, and Ctrl-C does it.
export async function copyText(text: string, shown?: Element): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        const area = el("textarea", { class: "offscreen" });
        area.value = text;
        document.body.append(area);
        area.select();
        const done = document.execCommand("copy");
        area.remove();
        if (!done && shown) getSelection()?.selectAllChildren(shown);
        return done;
    }
}
