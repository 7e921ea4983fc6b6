// What is wrong, said where a person looks.

import { InputError } from "./api.js";
import { element, withCode } from "./dom.js";

/**
 * Shows an error with its place underlined.
 * @param {unknown} error
 */
export function alertFor(error) {
  if (!(error instanceof InputError)) {
    return element("p", { role: "alert" }, `The server does not answer: ${error}`);
  }
  const { message, help, input, span } = error.fault;
  const box = element("div", { role: "alert" }, element("p", {}, ...withCode(message)));
  if (input && span) box.append(underlined(input.text, span));
  if (help) box.append(element("p", { class: "help" }, ...withCode(help)));
  return box;
}

/**
 * Shows the line of a text that has an error, with the place marked. Spans count bytes.
 * @param {string} text
 * @param {{ start: number, end: number }} span
 */
function underlined(text, span) {
  const bytes = new TextEncoder().encode(text);
  const part = (/** @type {number} */ from, /** @type {number} */ to) =>
    new TextDecoder().decode(bytes.slice(from, to));
  const before = part(0, span.start).split("\n").pop() ?? "";
  const wrong = part(span.start, span.end).split("\n")[0];
  const behind = part(span.end, bytes.length).split("\n")[0];
  return element("pre", {}, before, element("mark", {}, wrong || " "), behind);
}
