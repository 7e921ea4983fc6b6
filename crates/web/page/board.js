// The board: an SVG that is a grid for keyboards and screen readers.

import { drawn } from "./dom.js";
import { piece } from "./pieces.js";

/**
 * @typedef {{ row: number, column2: number, name: string, text: string, agent?: number,
 *   colour?: string, label?: boolean, shaded?: boolean }} Cell
 * @typedef {{ agent: string, text: string, cells: number[] }} Move
 * @typedef {{ shape: string, cells: Cell[], notes: string[], moves: Move[] }} Board
 * @typedef {{ move: string, verdict: string | null, score: number | null, distance?: number }} Verdict
 */

/** Half the width of a cell. */
const UNIT = 22;

/**
 * What a board is drawn with.
 * @typedef {object} Drawing
 * @property {string} name the name of the game
 * @property {Board} board
 * @property {Map<string, Verdict>} verdicts by move
 * @property {number[]} selected cells that were clicked
 * @property {Move | null} last the move that led here
 * @property {(cell: number) => void} clicked
 */

/**
 * Returns the moves that concern all of some cells.
 * @param {Board} board
 * @param {number[]} cells
 */
export function movesAt(board, cells) {
  return board.moves.filter((move) => cells.every((cell) => move.cells.includes(cell)));
}

/**
 * Returns the class of a verdict.
 * @param {string | null | undefined} verdict
 */
export function tone(verdict) {
  const tones = { wins: "win", draws: "draw", loses: "loss" };
  return /** @type {Record<string, string>} */ (tones)[verdict ?? ""] ?? "other";
}

/**
 * Draws a board.
 * @param {Drawing} drawing
 * @returns {SVGElement}
 */
export function drawBoard(drawing) {
  const { board } = drawing;
  const rise = board.shape === "hexagon" ? Math.sqrt(3) * UNIT : 2 * UNIT;
  const place = (/** @type {Cell} */ cell) => [cell.column2 * UNIT, cell.row * rise];
  const edges = board.cells.map((cell) => reach(board, cell).map((far) => place(cell)[0] + far));
  const ys = board.cells.map((cell) => place(cell)[1]);
  const [left, top] = [Math.min(0, ...edges.map((edge) => edge[0])), Math.min(0, ...ys) - 1.4 * UNIT];
  const right = Math.max(0, ...edges.map((edge) => edge[1]));
  const [width, height] = [right - left, Math.max(0, ...ys) + 1.4 * UNIT - top];
  const svg = drawn("svg", {
    class: `board ${board.shape}`, viewBox: `${left} ${top} ${width} ${height}`,
    role: "grid", "aria-label": drawing.name, style: `max-width: ${Math.max(width * 1.4, 160)}px`,
  });
  svg.append(...rows(drawing, place));
  svg.addEventListener("keydown", (event) => walk(svg, /** @type {KeyboardEvent} */ (event)));
  return svg;
}

/**
 * Returns how far a cell or label reaches to the left and to the right of its middle. Labels beside
 * the board grow away from it.
 * @param {Board} board
 * @param {Cell} cell
 */
function reach(board, cell) {
  const far = 1.4 * UNIT;
  const long = Math.max(far, cell.text.length * 8.5 - far / 2);
  if (!cell.label || cell.text.length < 3) return [-far, far];
  return side(board, cell) === "end" ? [-long, far] : [-far, long];
}

/**
 * Returns how a label is anchored: long ones on the left end at the board, those on the right start.
 * @param {Board} board
 * @param {Cell} cell
 */
function side(board, cell) {
  if (cell.text.length < 3) return "middle";
  const beside = board.cells.filter((other) => !other.label && other.row === cell.row);
  return beside.some((other) => other.column2 < cell.column2) ? "start" : "end";
}

/**
 * @param {Drawing} drawing
 * @param {(cell: Cell) => number[]} place
 */
function rows(drawing, place) {
  const { board } = drawing;
  const made = new Map();
  const labels = drawn("g", { "aria-hidden": "true" });
  const first = board.cells.findIndex((cell) => !cell.label);
  board.cells.forEach((cell, index) => {
    const [x, y] = place(cell);
    if (cell.label) {
      const anchor = side(board, cell);
      const shift = { middle: 0, end: UNIT - 6, start: 6 - UNIT }[anchor];
      labels.append(drawn("text", { x: x + shift, y: y + 5, class: "label", "text-anchor": anchor }, cell.text));
      return;
    }
    if (!made.has(cell.row)) made.set(cell.row, drawn("g", { role: "row" }));
    made.get(cell.row).append(drawCell(drawing, index, [x, y], index === first));
  });
  const sorted = [...made.entries()].sort((a, b) => a[0] - b[0]).map((entry) => entry[1]);
  return [labels, ...sorted];
}

/**
 * @param {Drawing} drawing
 * @param {number} index
 * @param {number[]} middle
 * @param {boolean} entry whether the tabulator key leads here
 */
function drawCell(drawing, index, [x, y], entry) {
  const { board, selected, last, verdicts } = drawing;
  const cell = board.cells[index];
  const open = movesAt(board, [...selected, index]);
  const [verdict, why] = cellVerdict(open, verdicts);
  const name = cell.name || `row ${cell.row + 1}, column ${cell.column2 / 2 + 1}`;
  const classes = ["cell", cell.shaded && "shaded", open.length > 0 && "open",
    selected.includes(index) && "selected", last?.cells.includes(index) && "last"];
  const group = drawn("g", {
    class: classes.filter(Boolean).join(" "), transform: `translate(${x} ${y})`, role: "gridcell",
    tabindex: entry ? 0 : -1, "aria-label": `${name}, ${cell.text || "empty"}`,
    "aria-description": why, "aria-selected": selected.includes(index) ? "true" : undefined,
    onclick: () => drawing.clicked(index),
  });
  group.append(ground(board, cell));
  if (cell.text) group.append(piece(drawing.name, cell));
  else if (open.length > 0) group.append(drawn("circle", { r: 4, class: "hint" }));
  if (verdict) group.append(badge(verdict, Boolean(cell.text)));
  return group;
}

/**
 * Returns the best verdict of moves, and the verdict in words if it is that of all or of the only one.
 * @param {Move[]} moves
 * @param {Map<string, Verdict>} verdicts
 * @returns {[Verdict | null, string | undefined]}
 */
function cellVerdict(moves, verdicts) {
  const known = moves.map((move) => verdicts.get(move.text)).filter((verdict) => verdict?.verdict);
  if (known.length === 0) return [null, undefined];
  const best = /** @type {Verdict} */ (known.reduce((a, b) =>
    (rank(/** @type {Verdict} */ (b)) > rank(/** @type {Verdict} */ (a)) ? b : a)));
  const word = best.verdict ?? "";
  return [best, moves.length === 1 ? word : `best move: ${word}`];
}

/** @param {Verdict} verdict */
export function rank(verdict) {
  const ranks = { wins: 1e9, draws: 0, loses: -1e9 };
  return /** @type {Record<string, number>} */ (ranks)[verdict.verdict ?? ""] ?? verdict.score ?? 0;
}

/**
 * Draws the ground of a cell.
 * @param {Board} board
 * @param {Cell} cell
 */
function ground(board, cell) {
  if (board.shape === "hexagon") {
    const corner = (/** @type {number} */ i) => {
      const [angle, side] = [(Math.PI / 180) * (60 * i + 30), (2 * UNIT) / Math.sqrt(3)];
      return `${(side * Math.cos(angle)).toFixed(2)},${(side * Math.sin(angle)).toFixed(2)}`;
    };
    return drawn("polygon", { points: [0, 1, 2, 3, 4, 5].map(corner).join(" "), class: "ground" });
  }
  const box = { x: -UNIT, y: -UNIT, width: 2 * UNIT, height: 2 * UNIT };
  if (board.shape !== "point") return drawn("rect", { ...box, class: "ground" });
  const there = (/** @type {number} */ row, /** @type {number} */ column2) =>
    board.cells.some((other) => !other.label && other.row === row && other.column2 === column2);
  const lines = [[0, -2], [0, 2], [-1, 0], [1, 0]]
    .filter(([dr, dc]) => there(cell.row + dr, cell.column2 + dc))
    .map(([dr, dc]) => `M0 0l${(dc / 2) * UNIT} ${dr * UNIT}`);
  return drawn("g", {}, drawn("rect", { ...box, class: "wood" }),
    drawn("path", { d: lines.join(""), class: "line" }));
}

/**
 * Draws a verdict: a letter or a number on its colour.
 * @param {Verdict} verdict
 * @param {boolean} aside whether something stands on the cell
 */
function badge(verdict, aside) {
  const letters = { wins: "W", draws: "D", loses: "L" };
  const known = /** @type {Record<string, string>} */ (letters)[verdict.verdict ?? ""];
  const text = known ?? String(verdict.score ?? "?");
  const place = aside ? "translate(12 -12) scale(.8)" : "";
  return drawn("g", { class: `badge ${tone(verdict.verdict)}`, transform: place, "aria-hidden": "true" },
    drawn("circle", { r: 12 }), drawn("text", { y: 4.5, "font-size": text.length > 2 ? 9 : 13 }, text));
}

/**
 * Moves between cells by the arrow keys, and clicks by Enter and the space bar.
 * @param {SVGElement} svg
 * @param {KeyboardEvent} event
 */
function walk(svg, event) {
  const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  const step = /** @type {Record<string, number[]>} */ (steps)[event.key];
  const here = /** @type {Element | null} */ (document.activeElement);
  if (!here || here.getAttribute("role") !== "gridcell") return;
  if (event.key === "Enter" || event.key === " ") here.dispatchEvent(new MouseEvent("click"));
  else if (step) nextCell(svg, here, step)?.focus();
  else return;
  event.preventDefault();
}

/**
 * Returns the nearest cell in a direction.
 * @param {SVGElement} svg
 * @param {Element} here
 * @param {number[]} step
 */
function nextCell(svg, here, [dx, dy]) {
  const middle = (/** @type {Element} */ cell) => {
    const box = cell.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(here);
  const cells = /** @type {SVGElement[]} */ ([...svg.querySelectorAll('[role="gridcell"]')]);
  const ahead = cells
    .map((cell) => {
      const [cx, cy] = middle(cell);
      const along = (cx - x) * dx + (cy - y) * dy;
      const across = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
      return { cell, along, cost: along + 3 * across };
    })
    .filter((candidate) => candidate.along > 4)
    .sort((a, b) => a.cost - b.cost);
  return ahead[0]?.cell;
}
