// Runs: searches in jobs (`python -m ludex.cluster solve … --store FILE`) whose stores are in the
// folder of the server, and how far they are.

import { get } from "./api.js";
import { element, show, withOptions } from "./dom.js";

/** How often the list is read again, and after which silence a run is taken for stopped, in seconds. */
const [PAUSE, SILENCE] = [2, 30];

/**
 * Shows the list of runs, again and again.
 * @param {HTMLElement} place
 */
export async function showRuns(place) {
  const draw = async () => {
    const runs = await get("/api/runs");
    show(place, ...(runs.length > 0 ? [table(runs)] : [element("p", { class: "help" },
      "There is no run in the folder of the server. ",
      element("code", {}, ...withOptions("python -m ludex.cluster solve GAME --store run.ludex")), " starts one.")]));
  };
  await draw();
  // Without an answer the last list stays; the next one may come.
  const timer = setInterval(() => draw().catch(() => {}), 1000 * PAUSE);
  return () => clearInterval(timer);
}

/** @param {any[]} runs */
function table(runs) {
  const head = ["Store", "Game", "Search", "State", "Time", "Jobs done", "Open", "Lost", "Repeated", "Given up",
    "Proof", "Disproof", "Nodes", "Nodes a second"];
  const rows = runs.map((run) => {
    const { status } = run;
    const [proof, disproof] = status.efforts ?? [null, null];
    const figures = [status.done, status.open, status.lost, status.repeated, status.failed, proof, disproof, status.nodes,
      Math.round(status.nodes / Math.max(run.seconds, 0.001))];
    return element("tr", {}, element("th", { scope: "row" }, run.store),
      ...[run.game, run.algorithm, state(run), time(run.seconds), ...figures.map(figure)].map((text) => element("td", {}, text)));
  });
  return element("div", { class: "wide" }, element("table", {},
    element("caption", {}, "Since the run was started or resumed"),
    element("thead", {}, element("tr", {}, ...head.map((text) => element("th", { scope: "col" }, text)))),
    element("tbody", {}, ...rows)));
}

/** @param {any} run */
function state(run) {
  if (run.value !== null) return String(run.value);
  if (run.status.finished) return "ended without a value";
  const silence = Math.round(Date.now() / 1000 - run.written);
  return silence > SILENCE ? `silent for ${time(silence)}` : "running";
}

/** @param {number | null} number */
function figure(number) {
  return number === null ? "–" : Math.round(number).toLocaleString("en");
}

/** @param {number} seconds */
function time(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
