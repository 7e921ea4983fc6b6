// Matrices that were solved: as a heat map, with the mixed strategies of both sides in words.

import { element } from "./dom.js";

/**
 * Writes a number without the errors of floating point arithmetic.
 * @param {number} value
 */
export function rounded(value) {
  return String(Number(value.toFixed(9)) || 0);
}

/** @param {number} share */
export function percent(share) {
  return `${(share * 100).toFixed(1).replace(/\.0$/, "")} %`;
}

/**
 * Says what a side plays.
 * @param {string} name
 * @param {Record<string, any> | undefined} strategy
 */
export function mixture(name, strategy) {
  const parts = Object.entries(strategy ?? {}).filter(([, share]) => Number(share) > 0);
  return `${name}: ${parts.map(([move, share]) => `${move} with ${percent(Number(share))}`).join(", ")}.`;
}

/**
 * Draws what every pair of moves is worth, with the probabilities at the sides.
 * @param {any} solved
 */
export function heatMap(solved) {
  const { rows, columns, values } = solved.matrix;
  const all = values.flat().filter((/** @type {any} */ value) => value !== null);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const [first, second] = /** @type {Record<string, any>[]} */ (Object.values(solved.strategies));
  const head = (/** @type {string} */ move, /** @type {Record<string, any>} */ strategy, /** @type {string} */ scope) =>
    element("th", { scope }, element("strong", {}, move), ` ${percent(Number(strategy?.[move] ?? 0))}`);
  const cell = (/** @type {number | null} */ value) => {
    const share = value !== null && high > low ? (value - low) / (high - low) : 0.5;
    return element("td", { style: `--share: ${Math.round(share * 100)}%`, title: value === null ? undefined : rounded(value) },
      value === null ? "?" : String(Number(value.toFixed(3)) || 0));
  };
  return element("div", { class: "scroll" }, element("table", { class: "matrix", "aria-label": "What every pair of moves is worth" },
    element("thead", {}, element("tr", {}, element("td", {}), ...columns.map((/** @type {string} */ move) => head(move, second, "col")))),
    element("tbody", {}, ...rows.map((/** @type {string} */ move, /** @type {number} */ i) =>
      element("tr", {}, head(move, first, "row"), ...values[i].map(cell))))));
}
