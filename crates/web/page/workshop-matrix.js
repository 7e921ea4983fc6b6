// Matrices: numbers in a grid, coloured by what they are worth, with the value and both mixed
// strategies, which are solved again after every change.

import { follow } from "./api.js";
import { button, drawn, element, show } from "./dom.js";
import { alertFor } from "./alert.js";
import { mixture, percent } from "./heat.js";
import { Latest } from "./latest.js";
import { setAddress } from "./place.js";
import { copyPanel, word } from "./share.js";

/** The largest matrix of the page. */
const MOST = 12;

/**
 * Shows the workshop.
 * @param {HTMLElement} place
 * @param {URLSearchParams} fields
 */
export async function showMatrix(place, fields) {
  let entries = parse(fields.get("m")) ?? [["0", "-1", "1"], ["1", "0", "-1"], ["-1", "1", "0"]];
  const table = element("table", { class: "matrix", "aria-label": "Matrix" });
  const answer = element("output", { role: "status", class: "answer" });
  const open = element("a", {}, "Open as a game");
  const latest = new Latest();

  /** @type {(HTMLInputElement)[][]} */ let inputs = [];
  /** @type {HTMLElement[][]} */ let weights = [[], []];
  const build = () => {
    inputs = entries.map((row, i) => row.map((entry, j) => {
      const input = /** @type {HTMLInputElement} */ (element("input", { value: entry, size: 4, "aria-label": `row ${i + 1}, column ${j + 1}` }));
      input.addEventListener("input", () => { entries[i][j] = input.value.trim(); solve(); });
      input.addEventListener("keydown", (event) => walk(event, i, j));
      return input;
    }));
    weights = [entries.map(() => element("th", { scope: "row" })), entries[0].map(() => element("th", { scope: "col" }))];
    show(table, element("thead", {}, element("tr", {}, element("td", {}), ...weights[1])),
      element("tbody", {}, ...inputs.map((row, i) => element("tr", {}, weights[0][i], ...row.map((input) => element("td", {}, input))))));
    solve();
  };
  const walk = (/** @type {KeyboardEvent} */ event, /** @type {number} */ i, /** @type {number} */ j) => {
    const steps = /** @type {Record<string, number[]>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], Enter: [1, 0] });
    const step = steps[event.key];
    if (step) inputs[i + step[0]]?.[j + step[1]]?.focus();
  };
  const solve = () => {
    setAddress(place, `#workshop/matrix?m=${entries.map((row) => row.join("_")).join("~")}`);
    const text = JSON.stringify({ matrix: entries.map((row) => row.map(number)) });
    open.setAttribute("href", `#${new URLSearchParams({ language: "json", text })}`);
    return latest.run(async (signal) => {
      const request = { matrix: true, evidence: false, limits: { max_seconds: 20 } };
      paint(await follow("/api/solve", { language: "json", text, request }, () => {}, signal));
    }, (error) => show(answer, alertFor(error)));
  };
  const paint = (/** @type {any} */ solved) => {
    const values = solved.matrix?.values ?? [];
    const all = values.flat().filter((/** @type {any} */ value) => value !== null);
    const [low, high] = [Math.min(...all), Math.max(...all)];
    inputs.forEach((row, i) => row.forEach((input, j) => {
      const share = high > low ? (values[i]?.[j] - low) / (high - low) : 0.5;
      const cell = /** @type {HTMLElement} */ (input.parentElement);
      cell.style.setProperty("--share", `${Math.round(share * 100)}%`);
    }));
    const [rows, columns] = /** @type {Record<string, any>[]} */ (Object.values(solved.strategies));
    [rows, columns].forEach((strategy, side) => weights[side].forEach((head, i) => {
      const name = (side === 0 ? solved.matrix?.rows : solved.matrix?.columns)?.[i] ?? String(i + 1);
      const share = Number(strategy?.[name] ?? 0);
      show(head, element("meter", { min: 0, max: 1, value: share, title: "probability" }), element("span", {}, percent(share)));
    }));
    const value = solved.fraction ?? solved.value;
    show(answer, element("p", {}, element("strong", {}, solved.exact ? `The value is ${value}.` : `The value lies in ${solved.bounds.join(" … ")}.`)),
      element("p", {}, mixture("Rows", rows)), element("p", {}, mixture("Columns", columns)),
      element("p", { class: "help" }, solved.exact
        ? `By these mixtures rows get at least ${value}, whatever columns do, and columns pay at most ${value}.`
        : "The mixtures guarantee the ends of this interval."));
  };
  const resize = (/** @type {number} */ rows, /** @type {number} */ columns) => {
    if (rows < 1 || columns < 1 || rows > MOST || columns > MOST) return;
    entries = Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (__, j) => entries[i]?.[j] ?? "0"));
    build();
  };
  const [height, width] = [() => entries.length, () => entries[0].length];
  show(place, element("div", { class: "game" },
    element("section", {}, element("div", { class: "scroll" }, table), element("div", { class: "bar" },
      button("Add a row", () => resize(height() + 1, width())), button("Add a column", () => resize(height(), width() + 1)),
      button("Remove a row", () => resize(height() - 1, width())), button("Remove a column", () => resize(height(), width() - 1)))),
    element("div", { class: "panels" }, answer, element("section", {}, open,
      element("p", { class: "help" }, "The first agent chooses a row and gets the number, the second a column and pays it. Fractions such as 1/3 are exact.")),
      copyPanel({
      "command line": () => `echo ${word(JSON.stringify({ matrix: entries.map((row) => row.map(number)) }))} > game.json && ludex solve game.json --matrix`,
      SVG: () => drawing(inputs.map((row) => row.map((input) => [input.value, /** @type {HTMLElement} */ (input.parentElement).style.getPropertyValue("--share")]))),
      Python: () => `ludex.matrix([${entries.map((row) => `[${row.map((entry) => (entry.includes("/") ? `Fraction("${entry}")` : entry)).join(", ")}]`).join(", ")}])` }))));
  build();
  return () => latest.cancel();
}

/**
 * Draws a matrix as a picture: numbers on the colours of the page.
 * @param {string[][][]} cells texts and shares
 */
function drawing(cells) {
  const [width, height] = [72, 36];
  const one = (/** @type {string[]} */ [text, share], /** @type {number} */ i, /** @type {number} */ j) => {
    const [blue, red] = [Number.parseInt(share || "50", 10) / 100, 1 - Number.parseInt(share || "50", 10) / 100];
    const mixed = [[42, 245], [120, 211], [200, 196]].map(([a, b]) => Math.round(a * blue + b * red));
    return drawn("g", { transform: `translate(${j * width} ${i * height})` },
      drawn("rect", { width, height, fill: `rgb(${mixed})`, stroke: "#fff" }),
      drawn("text", { x: width / 2, y: height / 2 + 5, "text-anchor": "middle", "font-family": "sans-serif", "font-size": 14 }, text));
  };
  const size = [cells[0].length * width, cells.length * height];
  return drawn("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${size.join(" ")}`, width: size[0], height: size[1] },
    ...cells.flatMap((row, i) => row.map((cell, j) => one(cell, i, j)))).outerHTML;
}

/** @param {string | null} text */
function parse(text) {
  if (!text) return null;
  const rows = text.split("~").map((row) => row.split("_"));
  const even = rows.every((row) => row.length === rows[0].length) && rows.length <= MOST && rows[0].length <= MOST;
  return even ? rows : null;
}

/** @param {string} entry */
function number(entry) {
  const value = Number(entry.replace("−", "-"));
  return entry === "" || Number.isNaN(value) ? entry : value;
}
