// Builds dist/page.html: the page with an empty place for the data, which weft fills in. node build.mjs [OUT]
import { build } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? `${here}/dist/page.html`;

const bundle = async (entry, extra) => {
    const result = await build({ entryPoints: [`${here}/src/${entry}`], bundle: true, minify: true, write: false, legalComments: "none", ...extra });
    return result.outputFiles[0].text.trim();
};

const script = await bundle("main.ts", { format: "iife", target: "es2022", charset: "utf8" });
const style = await bundle("style.css", { charset: "utf8" });
if (/<\/(script|style)/i.test(script + style)) throw new Error("the code would end its own element");
const page = await readFile(`${here}/src/page.html`, "utf8");
await mkdir(dirname(out), { recursive: true });
await writeFile(out, page.replace("/*style*/", () => style).replace("/*script*/", () => script));
