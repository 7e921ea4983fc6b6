// A position in words: whose turn it is, and what stands there where nothing can be drawn.

import { element } from "./dom.js";

/**
 * Says whose turn it is, or how the game has ended.
 * @param {any} view
 */
export function turnText(view) {
  if (view.chance) return "Chance moves.";
  if (!view.final) return view.turn ? `${view.turn} to move.` : "All agents move at the same time.";
  const other = view.agents.length === 2 ? view.agents.find((/** @type {string} */ agent) => agent !== view.first) : null;
  return `The game is over: ${view.outcome} for ${view.first}.${other && view.outcome === "loss" ? ` ${other} has won.` : ""}`;
}

/**
 * Returns whether a line about a position says no more than whose turn it is.
 * @param {string} note
 * @param {string | null} turn
 */
export function saysTurn(note, turn) {
  return turn !== null && (note === `(control ${turn})` || note.replace(/ \(location \d+\)$/, "") === `${turn} to move`);
}

/**
 * Shows a position without cells line by line, as a grid of one column.
 * @param {string} name
 * @param {string} text
 */
export function textBoard(name, text) {
  const lines = text.trimEnd().split("\n");
  return element("div", { role: "grid", "aria-label": name, class: "drawing" }, ...lines.map((line, i) =>
    element("div", { role: "row" }, element("span", { role: "gridcell", tabindex: i === 0 ? 0 : -1, "aria-label": line.trim() }, line))));
}
