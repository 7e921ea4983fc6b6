// The view to be taken elsewhere: as a link, a command line, a line of Python, a picture.

import { alertFor } from "./alert.js";
import { ask } from "./api.js";
import { button, element, show } from "./dom.js";
import { asked, commandLine, format, pythonLine } from "./place.js";

/**
 * Makes a panel that copies texts; the link is that of the page.
 * @param {Record<string, () => string | Promise<string>>} texts by what they are
 */
export function copyPanel(texts) {
  const out = element("output", { class: "shared" });
  const copy = async (/** @type {() => string | Promise<string>} */ make) => {
    show(out);
    try {
      const text = await make();
      const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
      show(out, copied ? "Copied: " : "To be copied: ", element("code", {}, copied && text.length > 300 ? `${text.slice(0, 300)} …` : text));
    } catch (error) {
      show(out, alertFor(error));
    }
  };
  const all = { link: () => location.href, ...texts };
  return element("details", { class: "panel" }, element("summary", {}, "Copy this view"),
    element("div", { class: "bar" }, ...Object.entries(all).map(([name, make]) => button(`Copy ${name}`, () => copy(make)))), out);
}

/**
 * Makes the panel of a game.
 * @param {import("./panels.js").Page} page
 */
export function sharePanel(page) {
  const here = () => page.place();
  return copyPanel({
    link: () => new URL(format(here()), location.href).href,
    "command line": async () => commandLine(here(), "show", (await page.shown()).moves),
    Python: async () => pythonLine(here(), (await page.shown()).moves),
    SVG: async () => (await ask("/api/svg", asked(here()))).svg,
  });
}

/**
 * Returns a text as one word of a command line.
 * @param {string} text
 */
export function word(text) {
  return /^[\w@./:=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
