// What stands on cells: discs, stones, chess pieces of our own, texts.

import { drawn } from "./dom.js";

/** The outlines of chess pieces in a square of 40 by 40 around the origin. */
const CHESS = {
  P: "M-4 -4a5.5 5.5 0 1 1 8 0l-1.5 1.5q1 7 6 10.5h-17q5 -3.500 6 -10.500zM-10 14v-4h20v4z",
  R: "M-9 -13h4v3h3v-3h4v3h3v-3h4v7l-3 3v8l3 3h-18l3 -3v-8l-3 -3zM-11 14v-4h22v4z",
  N: "M-7 8q-1 -9 4 -12l-6 3l-3 -3q2 -8 10 -10l1 -3l3 3q9 4 8 22zM-11 14v-4h22v4z",
  B: "M0 -15a2.500 2.500 0 0 1 1.800 4.200q6 5 5.200 9.800q-.6 3.500 -4 5l1 4h-8l1 -4q-3.400 -1.500 -4 -5q-.8 -4.800 5.200 -9.800a2.500 2.500 0 0 1 1.800 -4.200zM-11 14q6 0 9 -4h4q3 4 9 4z",
  Q: "M-13 -9l5 7l2 -11l6 10l6 -10l2 11l5 -7l-4 17h-18zM-11 14v-4h22v4z",
  K: "M-1.500 -16h3v3h3v3h-3v3q6 -3 9.500 0q4 4 -1 10l-2 2h-16l-2 -2q-5 -6 -1 -10q3.500 -3 9.500 0v-3h-3v-3h3zM-11 14v-4h22v4z",
};

/** The letters of the figures that games write for chess pieces, white first. */
const FIGURES = { "♔": "K", "♕": "Q", "♖": "R", "♗": "B", "♘": "N", "♙": "P", "♚": "K", "♛": "Q", "♜": "R", "♝": "B", "♞": "N", "♟": "P" };

/** Games whose letters are drawn as discs. */
const DISCS = ["connect4", "breakthrough", "nogo", "pawn-whopping"];

/**
 * Draws the content of a cell around the origin.
 * @param {string} game the name of the game
 * @param {{ text: string, agent?: number, colour?: string }} cell
 * @returns {SVGElement}
 */
export function piece(game, cell) {
  const figure = /** @type {Record<string, string>} */ (FIGURES)[cell.text];
  if (figure) {
    const path = /** @type {Record<string, string>} */ (CHESS)[figure];
    const side = "♔♕♖♗♘♙".includes(cell.text) ? "white-piece" : "black-piece";
    return drawn("path", { d: path, class: `chess ${side}` });
  }
  if (cell.text === "●" || cell.text === "○") {
    const colour = cell.text === "●" ? "black-piece" : "white-piece";
    return drawn("circle", { r: 15, class: `stone ${cell.colour ? "" : colour}`, fill: cell.colour });
  }
  const owner = cell.agent === undefined ? "" : `agent-${cell.agent % 6}`;
  const disc = DISCS.some((name) => game.includes(name));
  if (disc && cell.agent !== undefined && cell.text.length === 1) {
    return drawn("circle", { r: 16, class: `disc ${owner}` });
  }
  const size = Math.max(6, Math.min(26, 54 / Math.max(1, cell.text.length)));
  const attributes = { class: `mark ${owner}`, "font-size": size, y: size * 0.35, fill: cell.colour };
  return drawn("text", attributes, cell.text);
}
