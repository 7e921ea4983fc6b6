// A tournament: many games between players, with error bars.

import { follow } from "./api.js";
import { button, element, labelled, show } from "./dom.js";
import { asked } from "./place.js";

/**
 * Makes the panel.
 * @param {import("./panels.js").Page} page
 * @param {import("./running.js").Running} running
 */
export function tournamentPanel(page, running) {
  const players = /** @type {HTMLInputElement} */ (element("input", { value: "mcts@200n,random", spellcheck: "false" }));
  const rounds = /** @type {HTMLInputElement} */ (element("input", { value: "5", type: "number", min: 1, max: 1000 }));
  page.settings.keep("players", players);
  page.settings.keep("rounds", rounds);
  const out = element("div", { role: "status", "aria-label": "Tournament" });
  const run = () => running.answer(out, async (told, signal) => {
    show(out, "The first match …");
    signal.addEventListener("abort", () => show(out, "Not finished: something else was asked."));
    const request = { players: players.value, rounds: Number(rounds.value) || 1 };
    const body = { ...asked(page.place()), position: undefined, moves: [], request };
    const result = await follow("/api/tournament", body, (name, data) => {
      if (!told(name, data) && name === "matches") show(out, `${data.done} of ${data.all} matches`);
    }, signal);
    show(out, table(result));
  });
  return page.settings.keepOpen("tournament", element("details", { class: "panel" }, element("summary", {}, "Tournament"),
    element("p", { class: "help" }, "Every player meets every other on both sides. @200n means 200 nodes a move, @0.1s a tenth of a second."),
    labelled("Players", players), labelled("Rounds", rounds), button("Run the tournament", run), out));
}

/** @param {any} result */
function table(result) {
  const head = ["Player", "Games", "Won", "Drawn", "Lost", "Score", "95 % interval"];
  const rows = result.standings.map((/** @type {any} */ one) => element("tr", {},
    element("th", { scope: "row" }, one.player),
    ...[one.games, one.wins, one.draws, one.losses, one.score.toFixed(3)].map((x) => element("td", {}, String(x))),
    element("td", {}, bar(one), ` ${one.interval.low.toFixed(3)}–${one.interval.high.toFixed(3)}`)));
  const caption = `${result.game}: ${result.matches} matches of ${result.length.toFixed(1)} moves on average`;
  return element("div", { class: "wide" }, element("table", {}, element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...head.map((x) => element("th", { scope: "col" }, x)))),
    element("tbody", {}, ...rows)));
}

/**
 * Draws a score with its interval on a line from 0 to 1.
 * @param {any} one
 */
function bar(one) {
  const percent = (/** @type {number} */ x) => `${(100 * Math.min(1, Math.max(0, x))).toFixed(1)}%`;
  const width = `calc(${percent(one.interval.high)} - ${percent(one.interval.low)})`;
  return element("span", { class: "interval", "aria-hidden": "true" },
    element("span", { class: "range", style: `left: ${percent(one.interval.low)}; width: ${width}` }),
    element("span", { class: "mean", style: `left: ${percent(one.score)}` }));
}
