// The view to be taken elsewhere: as a link, a command line, a line of Python, a picture.

import { ask } from "./api.js";
import { button, element, show } from "./dom.js";
import { asked, commandLine, format, pythonLine } from "./place.js";

/**
 * Makes the panel.
 * @param {import("./panels.js").Page} page
 */
export function sharePanel(page) {
  const out = element("output", { class: "shared" });
  const copy = (/** @type {string} */ name, /** @type {() => string | Promise<string>} */ make) => button(`Copy ${name}`, async () => {
    show(out);
    const text = await make();
    const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    show(out, copied ? "Copied: " : "To be copied: ", element("code", {}, text.length > 300 ? `${text.slice(0, 300)} …` : text));
  });
  const here = () => page.place();
  return element("details", { class: "panel" }, element("summary", {}, "Copy this view"),
    element("div", { class: "bar" },
      copy("link", () => new URL(format(here()), location.href).href),
      copy("command line", () => commandLine(here(), "show", page.view().moves)),
      copy("Python", () => pythonLine(here(), page.view().moves)),
      copy("SVG", async () => (await ask("/api/svg", asked(here()))).svg)), out);
}
