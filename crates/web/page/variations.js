// The moves so far and all lines that were tried, as a tree.

import { element } from "./dom.js";

/** @typedef {import("./place.js").Place} Place */
/** @typedef {{ move: string, line: string[], next: Branch[] }} Branch */

/**
 * Makes a tree of lines.
 * @param {string[][]} lines the main line first
 */
function grow(lines) {
  /** @type {Branch} */ const root = { move: "", line: [], next: [] };
  for (const line of lines) {
    let at = root;
    line.forEach((move, i) => {
      let found = at.next.find((branch) => branch.move === move);
      if (!found) at.next.push((found = { move, line: line.slice(0, i + 1), next: [] }));
      at = found;
    });
  }
  return root;
}

/**
 * Shows the lines of a place as a tree; a click goes to a move of it.
 * @param {Place} place
 * @param {(line: string[], at: number) => void} go
 */
export function variationTree(place, go) {
  const root = grow([place.moves, ...(place.lines ?? [])]);
  const here = place.moves.slice(0, place.at).join("\n");
  const tree = element("ul", { role: "tree", "aria-label": "Variations", class: "variations" });
  const item = (/** @type {Branch} */ branch) => {
    const current = branch.line.join("\n") === here;
    return element("li", { role: "treeitem", tabindex: current || branch === root.next[0] ? 0 : -1, "aria-selected": String(current),
      onclick: (/** @type {Event} */ event) => { event.stopPropagation(); go(longest(branch), branch.line.length); } },
      `${branch.line.length}. ${branch.move}`);
  };
  /** Adds a line: its moves side by side, other choices indented below the move they replace. */
  const add = (/** @type {Branch} */ from, /** @type {HTMLElement} */ list) => {
    for (let at = from; at.next.length > 0; [at] = at.next) {
      list.append(item(at.next[0]));
      for (const other of at.next.slice(1)) {
        const inner = element("ul", { role: "group" }, item(other));
        list.append(element("li", { role: "none", class: "variation" }, inner));
        add(other, inner);
      }
    }
  };
  add(root, tree);
  tree.addEventListener("keydown", (event) => walkTree(tree, event));
  return tree;
}

/**
 * Returns the line through a branch and on along its first moves.
 * @param {Branch} branch
 */
function longest(branch) {
  let at = branch;
  while (at.next.length > 0) [at] = at.next;
  return at.line;
}

/**
 * Moves between the moves by the arrow keys, and goes to one by Enter.
 * @param {HTMLElement} tree
 * @param {KeyboardEvent} event
 */
function walkTree(tree, event) {
  const items = /** @type {HTMLElement[]} */ ([...tree.querySelectorAll('[role="treeitem"]')]);
  const place = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (place < 0) return;
  const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  const step = /** @type {Record<string, number>} */ (steps)[event.key];
  if (event.key === "Enter" || event.key === " ") items[place].click();
  else if (step) items[place + step]?.focus();
  else return;
  event.preventDefault();
}
