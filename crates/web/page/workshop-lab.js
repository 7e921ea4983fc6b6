// The lab: published experiments, run again. A table with the published figures beside the measured
// ones, the claims of the publication, and the plot.

import { follow, get } from "./api.js";
import { button, choice, element, labelled, show } from "./dom.js";
import { setAddress } from "./place.js";
import { Running } from "./running.js";
import { copyPanel } from "./share.js";
import { picture } from "./workshop-editor.js";
import { link } from "./workshop-tree.js";

/** The most seconds that a table may take, as the person chooses. */
const SECONDS = /** @type {[string, string][]} */ ([["10", "10 s"], ["30", "30 s"], ["60", "1 min"], ["120", "2 min"]]);

/**
 * Shows the workshop.
 * @param {HTMLElement} place
 * @param {URLSearchParams} fields
 */
export async function showLab(place, fields) {
  const tables = await get("/api/lab");
  const names = tables.map((/** @type {any} */ table) => [table.name, `${table.name}: ${table.title}`]);
  const name = choice(names, fields.get("table") ?? "table-5.3");
  const seconds = choice(SECONDS, fields.get("seconds") ?? "30");
  const about = element("p", { class: "help" });
  const status = element("output", { role: "status", class: "answer" });
  const report = element("div", { class: "report" });
  const running = new Running();
  const describe = () => {
    const table = tables.find((/** @type {any} */ one) => one.name === name.value);
    setAddress(place, `#workshop/lab?${new URLSearchParams({ table: name.value, seconds: seconds.value })}`);
    show(about, table ? `${table.shows} It takes about ${table.seconds} s.` : null);
  };
  const run = () => running.answer(status, async (told, signal) => {
    show(report);
    show(status, "The first search …");
    const body = { table: name.value, limits: { max_seconds: Number(seconds.value) } };
    const found = await follow("/api/lab", body, (event, data) => {
      if (!told(event, data) && event === "measured") show(status, `${data.next}: ${data.done} of ${data.all} searches`);
    }, signal);
    show(status, found.interrupted
      ? "The time is over: figures cover only a part of the positions, or none."
      : `${found.title}: ${found.rows.length} figures.`);
    show(report, ...reportParts(found));
  });
  for (const control of [name, seconds]) control.addEventListener("change", describe);
  describe();
  show(place, element("div", { class: "panels" },
    element("section", { "aria-label": "Table" }, labelled("Table", name), labelled("At most", seconds), about,
      button("Run", run, { class: "main" }), running.stopButton), status,
    copyPanel({ "command line": () => `ludex lab ${name.value} --max-seconds ${seconds.value}`,
      Python: () => `subprocess.run(["ludex", "lab", "${name.value}", "--max-seconds", "${seconds.value}"])`,
      SVG: () => report.querySelector("svg")?.outerHTML ?? "" })), report);
  return () => running.cancel();
}

/** @param {any} found */
function reportParts(found) {
  const verdicts = /** @type {Record<string, [string, string]>} */ ({ true: ["holds", "win"], false: ["fails", "loss"], null: ["open", "draw"] });
  const claims = found.claims.map((/** @type {any} */ claim) => {
    const [text, tone] = verdicts[String(claim.holds)];
    return element("li", {}, element("span", { class: `tag ${tone}` }, text), ` ${claim.board}: ${claim.says}`);
  });
  const notes = found.notes.map((/** @type {string} */ note) => element("p", { class: "help" }, note));
  return [table(found),
    claims.length > 0 ? element("h3", {}, "Claims of the publication") : null,
    claims.length > 0 ? element("ul", { class: "claims" }, ...claims) : null,
    found.svg ? picture(found.svg) : null, ...notes,
    element("p", {}, link("Save the figures", `${found.table}.csv`, "text/csv", found.csv), " ",
      found.svg ? link("Save the plot", `${found.table}.svg`, "image/svg+xml", found.svg) : null)];
}

/** @param {any} found */
function table(found) {
  const head = ["Board", "Measure", "Setting", "Positions", "Published", "Measured", "Ratio"];
  const rows = found.rows.map((/** @type {any} */ row) => element("tr", {},
    element("th", { scope: "row" }, row.board),
    ...[row.measure, row.setting, row.positions, row.published, row.measured, row.ratio].map((value) => element("td", {}, figure(value)))));
  return element("div", { class: "wide" }, element("table", {}, element("caption", {}, `${found.table}: ${found.title}`),
    element("thead", {}, element("tr", {}, ...head.map((text) => element("th", { scope: "col" }, text)))),
    element("tbody", {}, ...rows)));
}

/**
 * Writes a figure; texts such as `> 1000` are left as they are.
 * @param {any} value
 */
function figure(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value !== "number") return String(value);
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return Math.round(value).toLocaleString("en");
  return Math.abs(value) >= 0.01 ? String(Number(value.toPrecision(3))) : value.toExponential(1);
}
