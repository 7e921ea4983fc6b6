// A point of a proof: what is true there, what the side that proves plays, all that the other side can
// reply. The page and exported proofs show it the same way.

import { button, element } from "./dom.js";

/**
 * @typedef {{ agent: string | null, moves: string[], role: string, probability?: string | null,
 *   shows?: string | null, on_turn: boolean, node: number, size: number }} Step
 * @typedef {{ part: number, node: number, position: string, size: number, facts: string[],
 *   steps: Step[] }} Point
 */

/**
 * Returns what the steps of a role are, in words.
 * @param {Step} step
 * @param {number} count
 */
function heading(step, count) {
  const agent = step.agent ?? "The agent";
  const more = count > 1 ? ` (${count} moves)` : "";
  const words = {
    chosen: `${agent} plays:`,
    reply: step.agent ? `Whatever ${agent} replies${more}:` : `Whatever the others choose${more}:`,
    alternative: `${agent} gains nothing by:`,
    chance: `What can happen${more}:`,
    mixed: "What both sides may choose:",
  };
  const role = /** @type {Record<string, string>} */ (words)[step.role] ?? "Then:";
  return step.shows ? `${role} then ${step.shows}` : role;
}

/**
 * Counts points in words.
 * @param {number} size
 */
function points(size) {
  return size === 1 ? "ends here" : `${size.toLocaleString("en")} points`;
}

/**
 * Shows a point; `take` is called with the step that is taken.
 * @param {Point} point
 * @param {(step: Step) => void} take
 */
export function pointView(point, take) {
  /** @type {Map<string, Step[]>} */
  const groups = new Map();
  for (const step of point.steps) {
    const key = `${step.role} ${step.agent} ${step.shows}`;
    groups.set(key, [...(groups.get(key) ?? []), step]);
  }
  const view = element("div", { class: "point" });
  for (const fact of point.facts) view.append(element("p", {}, fact));
  for (const steps of groups.values()) {
    view.append(element("h4", {}, heading(steps[0], steps.length)));
    view.append(element("ul", { class: "steps", "aria-label": "Steps of the proof" },
      ...steps.map((step) => stepItem(step, take))));
  }
  const end = point.steps.length === 0 ? "The proof ends here." : `${points(point.size)} from here on.`;
  view.append(element("p", { class: "help" }, end));
  return view;
}

/**
 * @param {Step} step
 * @param {(step: Step) => void} take
 */
function stepItem(step, take) {
  const odds = step.probability ? ` with probability ${step.probability}` : "";
  return element("li", {}, button(step.moves.join(" "), () => take(step)),
    element("span", { class: "size" }, `${points(step.size)}${odds}`));
}
