// Watching a search think: the tree that it grows, step by step.

import { ask } from "./api.js";
import { button, choice, drawn, element, labelled, show } from "./dom.js";
import { asked } from "./place.js";

/**
 * @typedef {{ node: number, parent: number | null, move: string | null, first: boolean, up: number | null,
 *   down: number | null, decided: boolean | null }} Node
 * @typedef {{ algorithm: string, question: string, answer: boolean | null,
 *   steps: { path: number[], nodes: Node[] }[] }} Stepped
 * @typedef {{ label: string, title: string, kind: string, children: Shown[], count: number, node: number }} Shown
 */

/** The size of a level and of a row of the drawing. */
const [LEVEL, ROW] = [150, 26];

/**
 * Makes the panel.
 * @param {import("./panels.js").Page} page
 * @param {import("./running.js").Running} running
 */
export function theatrePanel(page, running) {
  const algorithm = page.settings.keep("search", choice([["pns", "proof number search"], ["mcts", "Monte Carlo tree search"]]));
  const count = /** @type {HTMLInputElement} */ (element("input", { value: "50", type: "number", min: 1, max: 1000 }));
  page.settings.keep("steps", count);
  const out = element("div", {});
  const run = () => running.answer(out, async (_told, signal) => {
    show(out, "Searching …");
    signal.addEventListener("abort", () => show(out));
    const request = { algorithm: algorithm.value, steps: Number(count.value) || 50, limits: { max_seconds: 10 } };
    const stepped = await ask("/api/steps", { ...asked(page.place()), request }, signal);
    new Theatre(stepped, out);
  });
  return page.settings.keepOpen("theatre", element("details", { class: "panel" }, element("summary", {}, "Watch a search think"),
    labelled("Search", algorithm), labelled("Steps", count), button("Watch the search", run), out));
}

/** The tree at one step, and the controls. */
class Theatre {
  /**
   * @param {Stepped} stepped
   * @param {HTMLElement} out
   */
  constructor(stepped, out) {
    this.stepped = stepped;
    this.step = 0;
    this.tree = element("div", { class: "theatre" });
    this.said = element("p", { role: "status" });
    const last = stepped.steps.length - 1;
    this.slider = /** @type {HTMLInputElement} */ (element("input", { type: "range", min: 0, max: last, value: 0, "aria-label": "Step" }));
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    const by = (/** @type {number} */ n) => () => this.go(Math.min(last, Math.max(0, this.step + n)));
    show(out, element("p", {}, `Is it true that ${stepped.question}?`),
      element("div", { class: "bar" }, button("Previous step", by(-1)), button("Next step", by(1)), this.slider),
      this.said, this.tree,
      element("p", { class: "help" }, stepped.algorithm === "pns"
        ? "A node shows its proof number and its disproof number: how many leaves must at least be decided to prove it, or to disprove it."
        : "A node shows how many of its playouts the first agent has won, and how many there were."));
    this.go(0);
  }

  /** @param {number} step */
  go(step) {
    this.step = step;
    this.slider.value = String(step);
    /** @type {Map<number, Node>} */ const nodes = new Map();
    for (const taken of this.stepped.steps.slice(0, step + 1)) for (const node of taken.nodes) nodes.set(node.node, node);
    /** @type {Map<number, Node[]>} */ const children = new Map();
    for (const node of nodes.values()) {
      if (node.parent !== null) children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
    }
    const path = new Set(this.stepped.steps[step].path);
    const root = /** @type {Node} */ (nodes.get(0));
    const end = this.stepped.steps.length - 1;
    const answer = step === end && this.stepped.answer !== null ? ` Decided: ${this.stepped.answer ? "yes" : "no"}.` : "";
    show(this.said, `Step ${step} of ${end}: ${nodes.size} ${nodes.size === 1 ? "node" : "nodes"}; the root has ${numbers(root, this.stepped.algorithm)}${this.stepped.algorithm === "pns" ? "" : " playouts won"}.${answer}`);
    show(this.tree, draw(this.shown(root, children, path)));
    const marked = this.tree.querySelectorAll(".path");
    const last = marked[0]?.getBoundingClientRect();
    const frame = this.tree.getBoundingClientRect();
    if (last) this.tree.scrollTop += last.top - frame.top - frame.height / 2;
    if (last) this.tree.scrollLeft += last.left - frame.left - frame.width / 2;
  }

  /**
   * Makes a node to be drawn; leaves that know the same are drawn once.
   * @param {Node} node
   * @param {Map<number, Node[]>} children
   * @param {Set<number>} path
   * @returns {Shown}
   */
  shown(node, children, path) {
    const { algorithm } = this.stepped;
    const below = children.get(node.node) ?? [];
    const open = below.filter((child) => children.has(child.node) || path.has(child.node));
    /** @type {Map<string, Node[]>} */ const leaves = new Map();
    for (const leaf of below.filter((child) => !open.includes(child))) {
      const key = numbers(leaf, algorithm) + leaf.decided;
      leaves.set(key, [...(leaves.get(key) ?? []), leaf]);
    }
    const grouped = [...leaves.values()].map((same) => ({ ...this.shown(same[0], new Map(), path),
      count: same.length, title: same.map((leaf) => leaf.move).join(", ") }));
    const verdict = node.decided === null ? "" : node.decided ? "proved" : "disproved";
    return { node: node.node, label: `${node.move ?? "root"}  ${numbers(node, algorithm)}`, count: 1,
      title: `${node.move ?? "root"}: ${numbers(node, algorithm)} ${verdict}`,
      kind: `${node.first ? "max" : "min"} ${verdict} ${path.has(node.node) ? "path" : ""}`,
      children: [...open.map((child) => this.shown(child, children, path)), ...grouped] };
  }
}

/**
 * Returns what a node knows as text.
 * @param {Node} node
 * @param {string} algorithm
 */
function numbers(node, algorithm) {
  const text = (/** @type {number | null} */ x) => (x === null ? "∞" : Number.isInteger(x) ? String(x) : x.toFixed(1));
  return algorithm === "pns" ? `${text(node.up)} | ${text(node.down)}` : `${text(node.up)} of ${text(node.down)}`;
}

/**
 * Draws a tree from left to right.
 * @param {Shown} root
 */
function draw(root) {
  let [row, depth] = [0, 0];
  /** @type {SVGElement[]} */ const lines = [];
  /** @type {SVGElement[]} */ const boxes = [];
  /** @type {(node: Shown, level: number) => number} */
  const place = (node, level) => {
    depth = Math.max(depth, level);
    const rows = node.children.map((child) => place(child, level + 1));
    const y = rows.length > 0 ? (rows[0] + rows[rows.length - 1]) / 2 : (row += 1) - 1;
    for (const below of rows) {
      lines.push(drawn("path", { class: "edge", d: `M${level * LEVEL + 110} ${y * ROW + 13}C${level * LEVEL + 130} ${y * ROW + 13} ${level * LEVEL + 130} ${below * ROW + 13} ${(level + 1) * LEVEL} ${below * ROW + 13}` }));
    }
    boxes.push(box(node, level * LEVEL, y * ROW));
    return y;
  };
  place(root, 0);
  const [width, height] = [(depth + 1) * LEVEL, row * ROW];
  return drawn("svg", { width: width + 4, height, viewBox: `-2 0 ${width + 4} ${height}`, role: "img",
    "aria-label": `The tree of the search, ${boxes.length} nodes drawn` }, ...lines, ...boxes);
}

/**
 * @param {Shown} node
 * @param {number} x
 * @param {number} y
 */
function box(node, x, y) {
  const many = node.count > 1 ? `${node.count} moves  ${node.label.split("  ")[1]}` : node.label;
  return drawn("g", { class: `box ${node.kind}`, transform: `translate(${x} ${y})`, "data-node": node.node },
    drawn("title", {}, node.title), drawn("rect", { y: 2, width: 110, height: 22, rx: node.kind.startsWith("max") ? 2 : 11 }),
    drawn("text", { x: 55, y: 17 }, many.length > 17 ? `${many.slice(0, 16)}…` : many));
}
