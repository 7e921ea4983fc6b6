// A text that is checked while it is typed: what is wrong is underlined.

import { element } from "./dom.js";

/** How long nothing must be typed before a text is checked, in milliseconds. */
const PAUSE = 150;

/**
 * Makes an editor. `changed` is called a moment after every change, with a signal that is raised by
 * the next one.
 * @param {string} label
 * @param {string} text
 * @param {(text: string, signal: AbortSignal) => void} changed
 */
export function makeEditor(label, text, changed) {
  const area = /** @type {HTMLTextAreaElement} */ (element("textarea", {
    "aria-label": label, rows: 24, spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off" }));
  const behind = element("pre", { class: "behind", "aria-hidden": "true" });
  const box = element("div", { class: "editor" }, behind, area);
  let controller = new AbortController();
  let timer = 0;
  const check = (/** @type {number} */ pause) => {
    controller.abort();
    controller = new AbortController();
    clearTimeout(timer);
    const { signal } = controller;
    timer = window.setTimeout(() => changed(area.value, signal), pause);
  };
  const scroll = () => { [behind.scrollTop, behind.scrollLeft] = [area.scrollTop, area.scrollLeft]; };
  area.addEventListener("input", () => { mark(null); check(PAUSE); });
  area.addEventListener("scroll", scroll);

  /**
   * Underlines a place of the text, which counts bytes; nothing without one.
   * @param {{ start: number, end: number } | null | undefined} span
   */
  const mark = (span) => {
    if (!span) { behind.replaceChildren(area.value + "\n"); area.removeAttribute("aria-invalid"); return; }
    const bytes = new TextEncoder().encode(area.value);
    const part = (/** @type {number} */ from, /** @type {number} */ to) => new TextDecoder().decode(bytes.slice(from, to));
    const end = Math.max(span.end, span.start);
    const wrong = part(span.start, end);
    behind.replaceChildren(part(0, span.start), element("span", { class: "wrong" }, wrong.trim() === "" ? wrong + "   " : wrong),
      part(end, bytes.length) + "\n");
    area.setAttribute("aria-invalid", "true");
    scroll();
  };

  /** @param {string} next */
  const set = (next) => { area.value = next; mark(null); check(0); };
  set(text);
  return { box, area, mark, set, text: () => area.value, check: () => check(0), close: () => { clearTimeout(timer); controller.abort(); } };
}
