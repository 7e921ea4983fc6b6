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
 * A board that stands: what it was drawn with last, its cells by their places with what each looks like, its
 * rows, and what lies on top.
 * @typedef {{ drawing: Drawing, cells: Map<number, { group: SVGElement, look: string }>, rows: SVGElement[], over: SVGElement }} Standing
 */

/** @type {WeakMap<SVGElement, Standing>} */
const standing = new WeakMap();

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
  const over = overlay(board);
  const made = { drawing, cells: new Map(), rows: rows(board), over };
  standing.set(svg, made);
  svg.append(underlay(board), ...made.rows, over);
  drawCells(made);
  svg.addEventListener("click", (event) => {
    const cell = /** @type {Element} */ (event.target).closest("[data-cell]");
    if (cell) made.drawing.clicked(Number(cell.getAttribute("data-cell")));
  });
  if (drawing.dragged) svg.addEventListener("pointerdown", (event) => drag(svg, made, /** @type {PointerEvent} */ (event)));
  svg.addEventListener("keydown", (event) => walk(svg, /** @type {KeyboardEvent} */ (event)));
  return svg;
}

/**
 * Draws another position on a board that stands: only cells that look different are made anew, so that a click
 * is answered at once. Returns false, and changes nothing, if the boards have not the same cells.
 * @param {SVGElement} svg
 * @param {Drawing} drawing
 */
export function changeBoard(svg, drawing) {
  const made = standing.get(svg);
  if (!made || made.drawing.name !== drawing.name || !sameCells(made.drawing.board, drawing.board)) return false;
  const over = made.drawing.board.over === drawing.board.over ? made.over : overlay(drawing.board);
  made.over.replaceWith(over);
  [made.drawing, made.over] = [drawing, over];
  drawCells(made);
  return true;
}

/**
 * Returns whether two boards have the same cells in the same places on the same ground.
 * @param {Board} a
 * @param {Board} b
 */
function sameCells(a, b) {
  return a.shape === b.shape && String(a.size) === String(b.size) && a.under === b.under && a.cells.length === b.cells.length
    && a.cells.every((cell, i) => ["row", "x", "y", "label"].every((key) => /** @type {any} */ (cell)[key] === /** @type {any} */ (b.cells[i])[key]));
}

/** The width from which on labels are as large as the library writes them: small boards are shown larger. */
const WIDE = 380;

/** The smallest size of a label. */
const SMALLEST = 8.5;

/**
 * Makes what lies under the cells, with labels that are about as large on the screen on small boards as on
 * large ones.
 * @param {Board} board
 */
function underlay(board) {
  const under = fragment(board.under, { "aria-hidden": "true" });
  const scale = Math.min(board.size[0] / WIDE, 1);
  for (const label of scale < 1 ? under.querySelectorAll("text.label:not([transform])") : []) {
    const [size, y] = ["font-size", "y"].map((name) => Number(label.getAttribute(name)));
    const smaller = Math.min(Math.max(size * scale, SMALLEST), size);
    label.setAttribute("font-size", String(smaller));
    label.setAttribute("y", String(y - (size - smaller) * 0.35));
  }
  return under;
}

/**
 * Makes what lies on top of the cells.
 * @param {Board} board
 */
function overlay(board) {
  return fragment(board.over, { "aria-hidden": "true", class: "over" });
}

/** How far the pointer must go before a press becomes a drag, in pixels. */
const SLACK = 5;

/**
 * Follows the pointer with what stands on a cell that has moves; letting go on another cell is a drag.
 * @param {SVGElement} svg
 * @param {Standing} made
 * @param {PointerEvent} event
 */
function drag(svg, { drawing }, event) {
  const cell = /** @type {SVGGElement | null} */ (/** @type {Element} */ (event.target).closest("[data-cell]"));
  const from = Number(cell?.getAttribute("data-cell"));
  const content = cell?.querySelector(".content");
  if (!cell || !content || event.button !== 0 || !drawing.board.cells[from].text || movesAt(drawing.board, [from]).length === 0) return;
  const scale = drawing.board.size[0] / svg.getBoundingClientRect().width;
  /** @type {SVGElement | null} a picture of it that moves, above all cells */ let moving = null;
  const follow = (/** @type {PointerEvent} */ at) => {
    const [dx, dy] = [at.clientX - event.clientX, at.clientY - event.clientY];
    if (!moving && Math.hypot(dx, dy) < SLACK) return;
    if (!moving) {
      moving = drawn("g", { "aria-hidden": "true", "pointer-events": "none" }, content.cloneNode(true));
      svg.append(moving);
      content.setAttribute("visibility", "hidden");
    }
    const { x, y } = drawing.board.cells[from];
    moving.setAttribute("transform", `translate(${x + dx * scale} ${y + dy * scale})`);
  };
  const end = (/** @type {PointerEvent} */ at) => {
    for (const [name, handler] of /** @type {[string, any][]} */ ([["pointermove", follow], ["pointerup", end], ["pointercancel", end]])) removeEventListener(name, handler);
    if (!moving) return;
    moving.remove();
    content.removeAttribute("visibility");
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

/**
 * Makes an empty row for each that has cells, from the top.
 * @param {Board} board
 */
function rows(board) {
  const numbers = new Set(board.cells.filter((cell) => !cell.label).map((cell) => cell.row));
  return [...numbers].sort((a, b) => a - b).map((row) => drawn("g", { role: "row", "data-row": row }));
}

/**
 * Draws the cells that look different from those that stand there.
 * @param {Standing} made
 */
function drawCells(made) {
  const { drawing, cells } = made;
  const { board } = drawing;
  const open = new Set(board.moves.filter((move) => drawing.selected.every((cell) => move.cells.includes(cell))).flatMap((move) => move.cells));
  const first = board.cells.findIndex((cell) => !cell.label);
  const byNumber = new Map(made.rows.map((row) => [Number(row.getAttribute("data-row")), row]));
  board.cells.forEach((cell, index) => {
    if (cell.label) return;
    const attributes = cellAttributes(drawing, index, open.has(index), index === first);
    const look = JSON.stringify([cell.ground, cell.content, attributes]);
    const known = cells.get(index);
    if (known?.look === look) return markCell(known.group, drawing, index);
    const group = drawn("g", attributes, fragment(cell.ground), fragment(cell.content, { class: "content" }));
    if (!cell.text && open.has(index)) group.append(drawn("circle", { r: 4, class: "hint" }));
    markCell(group, drawing, index);
    cells.set(index, { group, look });
    if (!known) return byNumber.get(cell.row)?.append(group);
    const focused = known.group === document.activeElement;
    known.group.replaceWith(group);
    if (focused) group.focus();
  });
}

/**
 * Returns what a cell is called, where it is and which classes it has.
 * @param {Drawing} drawing
 * @param {number} index
 * @param {boolean} open whether a move concerns it
 * @param {boolean} entry whether the tabulator key leads here
 */
function cellAttributes({ board, selected, last }, index, open, entry) {
  const cell = board.cells[index];
  const name = cell.name || `row ${cell.row + 1}, column ${cell.column2 / 2 + 1}`;
  const classes = ["cell", cell.shaded && "shaded", open && "open", open && cell.text && "movable",
    selected.includes(index) && "selected", last?.cells.includes(index) && "last"];
  return {
    class: classes.filter(Boolean).join(" "), transform: `translate(${cell.x} ${cell.y})`,
    role: "gridcell", "data-cell": index,
    tabindex: entry ? 0 : -1, "aria-label": `${name}, ${cell.text || "empty"}`,
    "aria-selected": selected.includes(index) ? "true" : undefined,
  };
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
  else if (group.hasAttribute("aria-description")) group.removeAttribute("aria-description");
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
  const word = worth(best);
  return [best, moves.length === 1 ? word : `best move: ${word}`];
}

/**
 * Returns a verdict in words, with the value that the search has found where it is a number.
 * @param {Verdict} verdict
 */
export function worth({ verdict, value }) {
  return typeof value === "number" && /^(wins|draws|loses)$/.test(verdict ?? "") ? `${verdict} (${value})` : verdict ?? "";
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
  if (label && text.length > 2) {
    label.setAttribute("font-size", "9");
    label.setAttribute("y", "3.2");
  }
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
  if (event.key === "Enter" || event.key === " ") here.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
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
