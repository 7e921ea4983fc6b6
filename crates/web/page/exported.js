// A proof as a page of its own: all points are in it, nothing is fetched.

import { drawBoard, movesAt } from "./board.js";
import { button, choice, element, labelled, show } from "./dom.js";
import { pointView } from "./walk.js";

/**
 * @typedef {[string[], string, number | null, number | null, string | null, number]} PackedStep
 * @typedef {[string, [number, number, string], number[], PackedStep[]]} PackedPoint
 * @typedef {{ claim: string, root: number, points: (PackedPoint | null)[] }} Part
 */

/** The most positions that a search finds. */
const MOST_FOUND = 20;

/** @type {{ game: string, claim: string, version: string, parts: Part[], texts: string[], boards: any }} */
const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");

/**
 * Returns a point.
 * @param {number} part
 * @param {number} node
 * @returns {PackedPoint}
 */
function packed(part, node) {
  return /** @type {PackedPoint} */ (data.parts[part].points[node]);
}

/**
 * Counts the points from a node on, each once.
 * @param {number} part
 * @param {number} node
 */
function size(part, node) {
  const seen = new Uint8Array(data.parts[part].points.length);
  const stack = [node];
  seen[node] = 1;
  let count = 0;
  while (stack.length > 0) {
    count += 1;
    for (const step of packed(part, /** @type {number} */ (stack.pop()))[3]) {
      if (seen[step[5]] === 0) stack.push(step[5]);
      seen[step[5]] = 1;
    }
  }
  return count;
}

/**
 * Returns a point as the page shows it.
 * @param {number} part
 * @param {number} node
 * @returns {import("./walk.js").Point}
 */
function point(part, node) {
  const [position, , facts, steps] = packed(part, node);
  const text = (/** @type {number | null} */ index) => (index === null ? null : data.texts[index]);
  return {
    part, node, position, size: size(part, node), facts: facts.map((fact) => data.texts[fact]),
    steps: steps.map(([moves, role, agent, shows, probability, next]) => ({
      moves, role, agent: text(agent), shows: text(shows), probability, node: next, on_turn: true,
      size: size(part, next),
    })),
  };
}

/**
 * Returns the board of a node, without moves; null where there is only a drawing as text.
 * @param {number} part
 * @param {number} node
 * @returns {import("./board.js").Board | null}
 */
function board(part, node) {
  const [layout, rest, contents] = packed(part, node)[1];
  const places = data.boards.layouts[layout];
  if (places === "") return null;
  const filled = [...places].map((at, i) => {
    const { row, column2, x, y, name, ground, label, shaded } = data.boards.places[at];
    return { ...data.boards.contents[contents[i]], row, column2, x, y, name, ground, label, shaded };
  });
  return { ...data.boards.rests[rest], cells: filled, moves: [] };
}

/**
 * Returns the places of the cells that look different on another board.
 * @param {import("./board.js").Board} before
 * @param {import("./board.js").Board | null} after
 */
function changed(before, after) {
  if (!after || after.cells.length !== before.cells.length) return [];
  const look = (/** @type {any} */ cell) => JSON.stringify(cell);
  return before.cells.map((_, i) => i)
    .filter((i) => !before.cells[i].label && look(before.cells[i]) !== look(after.cells[i]));
}

/** Where the walk is: the nodes from the root on. */
class Walk {
  constructor() {
    this.main = /** @type {HTMLElement} */ (document.getElementById("main"));
    /** @type {number[]} */ this.selected = [];
    this.part = 0;
    this.path = [data.parts[0].root];
    addEventListener("hashchange", () => this.read());
    this.read();
  }

  /** Reads where the walk is from the address: the part, then the steps by their places. */
  read() {
    const [part, ...places] = location.hash.replace(/^#/, "").split(".").map(Number);
    this.part = data.parts[part] ? part : 0;
    this.path = [data.parts[this.part].root];
    for (const place of places) {
      const step = packed(this.part, this.node())[3][place];
      if (!step) break;
      this.path.push(step[5]);
    }
    this.selected = [];
    this.draw();
  }

  node() {
    return this.path[this.path.length - 1];
  }

  /**
   * Goes to a path of nodes.
   * @param {number} part
   * @param {number[]} path
   */
  go(part, path) {
    const places = path.slice(1).map((node, i) => packed(part, path[i])[3].findIndex((step) => step[5] === node));
    location.hash = [part, ...places].join(".");
  }

  /** @param {number} node */
  step(node) {
    this.go(this.part, [...this.path, node]);
  }

  draw() {
    const here = point(this.part, this.node());
    const parts = choice(data.parts.map((part, i) => [String(i), part.claim]), String(this.part));
    parts.addEventListener("change", () => this.go(Number(parts.value), [data.parts[Number(parts.value)].root]));
    const back = button("Undo", () => this.go(this.part, this.path.slice(0, -1)), { disabled: this.path.length < 2 });
    show(this.main, element("h1", {}, `A proof in ${data.game}`), element("p", {}, `${data.claim}.`),
      element("p", { class: "help" }, `The checker of Ludex ${data.version} has accepted this proof. `,
        "Click a move, on the board or in the list, to see what is done against it."),
      element("div", { class: "game" },
        element("section", { "aria-label": "Board" }, this.board(here),
          element("p", {}, "Position: ", element("code", { class: "position" }, here.position)),
          element("div", { class: "bar" }, back, button("Start", () => this.go(this.part, [data.parts[this.part].root]))),
          this.trail()),
        element("div", { class: "panels" }, element("section", { "aria-label": "Proof" },
          labelled("Shown", parts), pointView(here, (step) => this.step(step.node)), this.search()))));
  }

  /** @param {import("./walk.js").Point} here */
  board(here) {
    const now = board(this.part, here.node);
    const notes = data.boards.rests[packed(this.part, here.node)[1][1]].notes;
    if (!now) return element("pre", { class: "drawing" }, packed(this.part, here.node)[1][2]);
    now.moves = here.steps.map((step) => ({ agent: step.agent ?? "", text: step.moves.join(" "),
      cells: changed(now, board(this.part, step.node)) }));
    const before = this.path.length > 1 ? board(this.part, this.path[this.path.length - 2]) : null;
    const last = before ? { agent: "", text: "", cells: changed(now, before) } : null;
    const svg = drawBoard({ name: data.game, board: now, verdicts: new Map(), selected: this.selected, last,
      clicked: (cell) => this.click(now, here, cell) });
    return element("div", {}, svg, ...notes.map((/** @type {string} */ note) => element("p", { class: "note" }, note)));
  }

  /**
   * @param {import("./board.js").Board} now
   * @param {import("./walk.js").Point} here
   * @param {number} cell
   */
  click(now, here, cell) {
    const cells = this.selected.includes(cell) ? [] : [...this.selected, cell];
    const open = movesAt(now, cells);
    if (open.length === 1) return this.step(here.steps[now.moves.indexOf(open[0])].node);
    this.selected = open.length > 0 ? cells : [];
    this.draw();
  }

  /** Shows the moves so far; each leads back to where it was played. */
  trail() {
    const items = this.path.slice(1).map((node, i) => {
      const step = packed(this.part, this.path[i])[3].find((candidate) => candidate[5] === node);
      return element("li", {}, button(step ? step[0].join(" ") : "?", () => this.go(this.part, this.path.slice(0, i + 2))));
    });
    return element("ol", { class: "trail", "aria-label": "Moves so far" }, ...items);
  }

  search() {
    const wanted = /** @type {HTMLInputElement} */ (element("input", { spellcheck: "false" }));
    const out = element("ul", { class: "found", "aria-label": "Positions found" });
    const find = () => {
      const found = this.find(wanted.value.trim().toLowerCase());
      show(out, ...found.map((path) => element("li", {}, button(packed(this.part, path[path.length - 1])[0], () => this.go(this.part, path)))));
      if (found.length === 0) show(out, element("li", {}, "No such position in this proof."));
    };
    wanted.addEventListener("keydown", (event) => { if (event.key === "Enter") find(); });
    return element("details", {}, element("summary", {}, "Search for a position"),
      labelled("Part of a position", wanted), button("Find", find), out);
  }

  /**
   * Finds positions that contain a text, each with the nodes that lead there.
   * @param {string} text
   */
  find(text) {
    const root = data.parts[this.part].root;
    /** @type {Map<number, number | null>} */ const parents = new Map([[root, null]]);
    const [queue, found] = [[root], /** @type {number[]} */ ([])];
    for (let i = 0; i < queue.length && found.length < MOST_FOUND; i += 1) {
      const [position, , , steps] = packed(this.part, queue[i]);
      if (position.toLowerCase().includes(text)) found.push(queue[i]);
      for (const step of steps) {
        if (parents.has(step[5])) continue;
        parents.set(step[5], queue[i]);
        queue.push(step[5]);
      }
    }
    return found.map((node) => {
      const path = [];
      for (let at = /** @type {number | null | undefined} */ (node); at !== null && at !== undefined; at = parents.get(at)) path.unshift(at);
      return path;
    });
  }
}

new Walk();
