// The board: an SVG that is a grid for keyboards and screen readers. All that is drawn comes from the
// library (`board` of `/api/show`), so that the page, the program and Python draw the same; here it is
// put together and made to be clicked.

import { drawn } from "./dom.js";

/**
 * @typedef {{ row: number, column2: number, name: string, text: string, agent?: number,
 *   colour?: string, label?: boolean, shaded?: boolean, last?: boolean, x: number, y: number,
 *   ground: string, content: string }} Cell
 * @typedef {{ agent: string, text: string, cells: number[] }} Move
 * @typedef {{ shape: string, size: number[], under: string, over: string,
 *   badges: Record<string, string>, cells: Cell[], notes: string[], moves: Move[] }} Board
 * @typedef {{ move: string, verdict: string | null, score: number | null, value: any, distance?: number }} Verdict
 */

/**
 * What a board is drawn with.
 * @typedef {object} Drawing
 * @property {string} name the name of the game
 * @property {Board} board
 * @property {Map<string, Verdict>} verdicts by move
 * @property {number[]} selected cells that were clicked
 * @property {Move | null} [last] the move that led here, where the server does not know it
 * @property {(cell: number) => void} clicked
 * @property {(from: number, to: number) => void} [dragged] what stands on a cell was dragged to another
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
 * Returns the class of a verdict. Scores are told apart among those that are known: the best, the worst,
 * what is between; where all are equal they say nothing about a move.
 * @param {Verdict} verdict
 * @param {Map<string, Verdict>} verdicts all that are known
 */
export function tone(verdict, verdicts) {
  const tones = { wins: "win", draws: "draw", loses: "loss" };
  const known = /** @type {Record<string, string>} */ (tones)[verdict.verdict ?? ""];
  if (known || !verdict.verdict) return known ?? "other";
  const ranks = [...verdicts.values()].filter((one) => one.verdict).map(rank);
  const [worst, own, best] = [Math.min(...ranks), rank(verdict), Math.max(...ranks)];
  if (worst === best) return "other";
  return own === best ? "win" : own === worst ? "loss" : "draw";
}

/**
 * Draws a board.
 * @param {Drawing} drawing
 * @returns {SVGElement}
 */
export function drawBoard(drawing) {
  const { board } = drawing;
  const [width, height] = board.size;
  const svg = drawn("svg", {
    class: `board ${board.shape}`, viewBox: `0 0 ${width} ${height}`, "text-anchor": "middle",
    role: "grid", "aria-label": drawing.name, style: `--width: ${Math.max(width, 107)}; --ratio: ${width / height}`,
  });
  svg.append(fragment(board.under, { "aria-hidden": "true" }), ...rows(drawing),
    fragment(board.over, { "aria-hidden": "true", class: "over" }));
  if (drawing.dragged) svg.addEventListener("pointerdown", (event) => drag(svg, drawing, /** @type {PointerEvent} */ (event)));
  svg.addEventListener("keydown", (event) => walk(svg, /** @type {KeyboardEvent} */ (event)));
  return svg;
}

/** How far the pointer must go before a press becomes a drag, in pixels. */
const SLACK = 5;

/**
 * Follows the pointer with what stands on a cell that has moves; letting go on another cell is a drag.
 * @param {SVGElement} svg
 * @param {Drawing} drawing
 * @param {PointerEvent} event
 */
function drag(svg, drawing, event) {
  const cell = /** @type {SVGGElement | null} */ (/** @type {Element} */ (event.target).closest("[data-cell]"));
  const from = Number(cell?.getAttribute("data-cell"));
  const content = cell?.querySelector(".content");
  if (!cell || !content || event.button !== 0 || !drawing.board.cells[from].text || movesAt(drawing.board, [from]).length === 0) return;
  const scale = drawing.board.size[0] / svg.getBoundingClientRect().width;
  let moved = false;
  const follow = (/** @type {PointerEvent} */ at) => {
    const [dx, dy] = [at.clientX - event.clientX, at.clientY - event.clientY];
    if (!moved && Math.hypot(dx, dy) < SLACK) return;
    moved = true;
    cell.parentElement?.parentElement?.append(/** @type {Node} */ (cell.parentElement)); // above the others
    content.setAttribute("transform", `translate(${dx * scale} ${dy * scale})`);
    content.setAttribute("pointer-events", "none");
  };
  const end = (/** @type {PointerEvent} */ at) => {
    for (const [name, handler] of /** @type {[string, any][]} */ ([["pointermove", follow], ["pointerup", end], ["pointercancel", end]])) removeEventListener(name, handler);
    if (!moved) return;
    const under = at.type === "pointerup" ? document.elementFromPoint(at.clientX, at.clientY)?.closest("[data-cell]") : null;
    drawing.dragged?.(from, under && svg.contains(under) ? Number(under.getAttribute("data-cell")) : from);
  };
  addEventListener("pointermove", follow);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

/** Groups that were parsed: most cells of a board look the same. @type {Map<string, SVGElement>} */
const parsed = new Map();

/** The most groups that are kept. */
const MOST_PARSED = 400;

/**
 * Makes a group of SVG that the library drew.
 * @param {string} svg
 * @param {Record<string, any>} [attributes]
 */
export function fragment(svg, attributes = {}) {
  let known = parsed.get(svg);
  if (!known) {
    known = drawn("g");
    known.innerHTML = svg;
    if (parsed.size >= MOST_PARSED) parsed.clear();
    parsed.set(svg, known);
  }
  const group = /** @type {SVGElement} */ (known.cloneNode(true));
  for (const [name, value] of Object.entries(attributes)) group.setAttribute(name, value);
  return group;
}

/** @param {Drawing} drawing */
function rows(drawing) {
  const { board } = drawing;
  const made = new Map();
  const first = board.cells.findIndex((cell) => !cell.label);
  board.cells.forEach((cell, index) => {
    if (cell.label) return;
    if (!made.has(cell.row)) made.set(cell.row, drawn("g", { role: "row" }));
    made.get(cell.row).append(drawCell(drawing, index, index === first));
  });
  return [...made.entries()].sort((a, b) => a[0] - b[0]).map((entry) => entry[1]);
}

/**
 * @param {Drawing} drawing
 * @param {number} index
 * @param {boolean} entry whether the tabulator key leads here
 */
function drawCell(drawing, index, entry) {
  const { board, selected, last } = drawing;
  const cell = board.cells[index];
  const open = movesAt(board, [...selected, index]);
  const name = cell.name || `row ${cell.row + 1}, column ${cell.column2 / 2 + 1}`;
  const classes = ["cell", cell.shaded && "shaded", open.length > 0 && "open",
    open.length > 0 && cell.text && "movable", selected.includes(index) && "selected", last?.cells.includes(index) && "last"];
  const group = drawn("g", {
    class: classes.filter(Boolean).join(" "), transform: `translate(${cell.x} ${cell.y})`,
    role: "gridcell", "data-cell": index,
    tabindex: entry ? 0 : -1, "aria-label": `${name}, ${cell.text || "empty"}`,
    "aria-selected": selected.includes(index) ? "true" : undefined,
    onclick: () => drawing.clicked(index),
  });
  group.append(fragment(cell.ground), fragment(cell.content, { class: "content" }));
  if (!cell.text && open.length > 0) group.append(drawn("circle", { r: 4, class: "hint" }));
  markCell(group, drawing, index);
  return group;
}

/**
 * Shows the verdicts that are known by now on a board that is drawn.
 * @param {SVGElement} svg
 * @param {Drawing} drawing
 */
export function markVerdicts(svg, drawing) {
  for (const cell of svg.querySelectorAll("[data-cell]")) markCell(cell, drawing, Number(cell.getAttribute("data-cell")));
}

/**
 * Shows the verdict of the moves to a cell, if it is known: as a badge, and in words.
 * @param {Element} group
 * @param {Drawing} drawing
 * @param {number} index
 */
function markCell(group, { board, selected, verdicts }, index) {
  const [verdict, why] = cellVerdict(movesAt(board, [...selected, index]), verdicts);
  group.querySelector(":scope > .verdict")?.remove();
  if (why) group.setAttribute("aria-description", why);
  else group.removeAttribute("aria-description");
  if (verdict) group.append(badge(board.badges[tone(verdict, verdicts)], verdict, Boolean(board.cells[index].text)));
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

/**
 * Returns a number that is greater for a better move. Where only the score of the first agent is known, the
 * other one moves and wants it to be low.
 * @param {Verdict} verdict
 */
export function rank(verdict) {
  const ranks = { wins: 1e9, draws: 0, loses: -1e9 };
  const others = typeof verdict.value === "number" ? -verdict.value : 0;
  return /** @type {Record<string, number>} */ (ranks)[verdict.verdict ?? ""] ?? verdict.score ?? others;
}

/**
 * Makes the badge of a verdict: a letter, with the moves to the end if they are known, or a number.
 * @param {string} picture
 * @param {Verdict} verdict
 * @param {boolean} aside whether something stands on the cell
 */
function badge(picture, verdict, aside) {
  const letters = { wins: "W", draws: "D", loses: "L" };
  const known = /** @type {Record<string, string>} */ (letters)[verdict.verdict ?? ""];
  const plies = verdict.distance === undefined ? "" : String(verdict.distance + 1);
  const text = known ? known + plies : String(verdict.score ?? verdict.value ?? "?");
  const made = fragment(picture,
    { class: "verdict", transform: aside ? "translate(12 -12) scale(.8)" : "", "aria-hidden": "true" });
  const label = made.querySelector("text");
  if (label) label.textContent = text;
  if (label && text.length > 2) label.setAttribute("font-size", "9");
  return made;
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
