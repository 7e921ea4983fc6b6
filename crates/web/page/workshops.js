// The workshops: where games and strategies are written, problems set up, matrices and trees solved,
// fights watched, experiments run again.

import { element, show } from "./dom.js";
import { showCombat } from "./workshop-combat.js";
import { showEditor } from "./workshop-editor.js";
import { showLab } from "./workshop-lab.js";
import { showMatrix } from "./workshop-matrix.js";
import { showProblem } from "./workshop-problem.js";
import { showRuns } from "./workshop-runs.js";
import { showStrategy } from "./workshop-strategy.js";
import { showTree } from "./workshop-tree.js";

/**
 * What a workshop is made with: where it stands, and the fields of the address behind `?`. It returns
 * what ends its work.
 * @typedef {(place: HTMLElement, fields: URLSearchParams) => Promise<() => void>} Workshop
 */

/** @type {[string, string, string, Workshop][]} */
const WORKSHOPS = [
  ["editor", "Write a game", "Rules in any language, checked while you type, with the board and questions beside them", showEditor],
  ["problem", "Chess problems", "Set up a position by drag, choose a stipulation, walk through the solutions", showProblem],
  ["matrix", "Matrices", "A matrix as a heat map with its value and the best mixed strategies", showMatrix],
  ["tree", "Extensive games", "An .efg file as a drawn tree with backward induction folded in", showTree],
  ["strategy", "Strategies", "Rules in order of priority: what they guarantee, which rule decides a position, strategies that are found", showStrategy],
  ["combat", "Combat", "Fights of small armies, played back with a time slider", showCombat],
  ["lab", "Lab", "Published experiments run again: figures beside the published ones, with plots", showLab],
  ["runs", "Runs", "Searches on many machines whose stores are in the folder of the server: how far they are", showRuns],
];

/**
 * Shows what an address names: a workshop, or the list of them. Returns what ends its work.
 * @param {HTMLElement} main
 * @param {string} hash
 * @returns {Promise<() => void>}
 */
export async function showWorkshop(main, hash) {
  const found = hash.match(/^#workshops?(?:\/([a-z]+))?(?:\?(.*))?$/);
  const workshop = WORKSHOPS.find(([name]) => name === found?.[1]);
  const links = WORKSHOPS.map(([name, title]) => element("a", {
    href: `#workshop/${name}`, "aria-current": workshop?.[0] === name ? "page" : undefined }, title));
  const bar = element("nav", { class: "workshops", "aria-label": "Workshops" }, ...links);
  if (!workshop) {
    const cards = WORKSHOPS.map(([name, title, about]) => element("li", {},
      element("a", { href: `#workshop/${name}`, class: "card" }, element("strong", {}, title), element("span", {}, about))));
    show(main, element("h2", {}, "Workshops"), element("ul", { class: "gallery" }, ...cards));
    return () => {};
  }
  const place = element("div", { class: "workshop" }, element("p", {}, "Loading …"));
  show(main, bar, element("h2", {}, workshop[1]), place);
  return workshop[3](place, new URLSearchParams(found?.[2] ?? ""));
}
