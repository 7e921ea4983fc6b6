// Answers as the page shows them: what a position is worth, lines to be played, evidence to be walked through.

import { button, element } from "./dom.js";
import { heatMap, mixture, rounded } from "./heat.js";
import { evidenceBar } from "./proof.js";

/** @typedef {import("./panels.js").Page} Page */

/**
 * Says what the value of a position is.
 * @param {any} solved
 */
export function solvedText(solved) {
  const nodes = `${solved.nodes.toLocaleString("en")} nodes`;
  if (solved.values) {
    const each = Object.entries(solved.values).map(([agent, value]) => `${agent} gets ${value}`);
    return `${each.join(", ")} (${nodes}).`;
  }
  const value = solved.fraction ?? (typeof solved.value === "number" ? rounded(solved.value) : solved.value);
  return `The value is ${value} for ${solved.first}, proved with ${nodes}.`;
}

/**
 * Shows the value of a position with what else is known.
 * @param {Page} page
 * @param {any} solved
 * @param {AbortSignal} signal
 */
export function solvedAnswer(page, solved, signal) {
  const value = solved.exact ? solvedText(solved) : `Not known yet (${solved.stopped ?? "stopped"}).`;
  const parts = element("div", {}, element("p", {}, value));
  if (solved.why) parts.append(element("p", { class: "help" }, `Found by ${solved.why}.`));
  for (const [agent, strategy] of Object.entries(solved.strategies ?? {})) {
    if (Object.keys(strategy).length > 0) parts.append(element("p", {}, `${mixture(agent, strategy)}`));
  }
  if (solved.matrix) parts.append(heatMap(solved));
  if (solved.line?.length) parts.append(playable(page, solved.line, signal));
  if (solved.evidence) parts.append(walkButton(page, solved.evidence, {}), answerBar(page, solved.evidence));
  return parts;
}

/**
 * Makes the button that begins to walk through evidence.
 * @param {Page} page
 * @param {number} evidence
 * @param {import("./place.js").Question} question what it answers
 */
export function walkButton(page, evidence, question) {
  return button("Walk through the proof", () => page.walk(evidence, question));
}

/**
 * Makes the buttons for the evidence of an answer; what they find is part of the answer.
 * @param {Page} page
 * @param {number} evidence
 */
export function answerBar(page, evidence) {
  const verdict = element("p", {});
  return element("div", {}, evidenceBar(page.place, evidence, verdict), verdict);
}

/**
 * Shows a line of moves that can be played on the board.
 * @param {Page} page
 * @param {string[]} line
 * @param {AbortSignal} signal
 */
export function playable(page, line, signal) {
  page.showLine(line, signal);
  return element("p", {}, "Line: ", element("code", {}, line.join(" ")), " ",
    button("Show on the board", () => page.playLine(line)));
}
