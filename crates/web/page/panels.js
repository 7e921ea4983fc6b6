// The panels beside the board, and judging moves.

import { playable, solvedAnswer, solvedText } from "./answers.js";
import { follow } from "./api.js";
import { askPanel } from "./ask.js";
import { rank } from "./board.js";
import { button, element, show } from "./dom.js";
import { asked } from "./place.js";
import { PlayPanel } from "./play.js";
import { bestLine } from "./proof.js";
import { Running } from "./running.js";
import { sharePanel } from "./share.js";
import { theatrePanel } from "./theatre.js";
import { tournamentPanel } from "./tournament.js";

/**
 * What the panels need of the page.
 * @typedef {object} Page
 * @property {() => import("./place.js").Place} place
 * @property {() => any} view what is shown, null before the first answer
 * @property {() => Promise<any>} shown the answer that will be shown
 * @property {Map<string, import("./board.js").Verdict>} verdicts
 * @property {() => void} redraw
 * @property {(moves: string[]) => void} play plays moves one after the other
 * @property {(moves: string[]) => void} playLine
 * @property {(evidence: number, question: import("./place.js").Question, moves?: string[]) => void} walk begins
 *   to walk through evidence about this place, or about the one after some moves
 * @property {(question: import("./place.js").Question) => void} asking puts a question into the address
 * @property {import("./settings.js").Settings} settings
 * @property {(moves: string[], signal: AbortSignal) => void} showLine
 * @typedef {(name: string, data: any) => boolean} Told
 */

/** The seconds that a question may take unless it is stopped. */
const PATIENCE = 60;

/**
 * What the page needs of the panels: the panels, what ends their work, what goes on after the position
 * has changed (forward, by a move, or not), what answers why a move is not a good one.
 * @typedef {object} Panels
 * @property {HTMLElement[]} panels beside the board
 * @property {HTMLElement[]} wide below it
 * @property {HTMLElement} status where answers are shown
 * @property {() => void} cancel
 * @property {(forward: boolean) => void} moved
 * @property {(move: string) => void} whyNot
 */

/**
 * Makes the panels.
 * @param {Page} page
 * @returns {Panels}
 */
export function makePanels(page) {
  const running = new Running();
  const status = element("output", { role: "status", class: "answer" });
  const play = new PlayPanel(page, running, status);
  const asking = askPanel(page, running, status);
  const panels = [judgePanel(page, running, status), status, asking.section, play.section, page.settings.keepOpen("share", sharePanel(page))];
  return {
    panels, status,
    wide: [tournamentPanel(page, running), theatrePanel(page, running)],
    cancel: () => { running.cancel(); show(status); },
    moved: (forward) => { if (!forward) play.end(); asking.moved(); play.moved(); },
    whyNot: (move) => whyNot(page, running, status, move),
  };
}

/**
 * Shows what a move leads to with best play of all: its refutation, if it is a mistake.
 * @param {Page} page
 * @param {Running} running
 * @param {HTMLElement} status
 * @param {string} move
 */
function whyNot(page, running, status, move) {
  const place = page.place();
  const after = asked({ ...place, moves: [...place.moves.slice(0, place.at), move], at: place.at + 1 });
  const request = { evidence: true, limits: { max_seconds: PATIENCE } };
  return running.answer(status, async (told, signal) => {
    show(status, `What does ${move} lead to …`);
    const solved = await follow("/api/solve", { ...after, request }, (name, data) => { told(name, data); }, signal);
    const value = solved.exact ? `After ${move}: ${solvedText(solved)}` : `Not known yet what ${move} leads to.`;
    const line = solved.line ?? (solved.evidence ? await bestLine(place, solved.evidence, signal) : []);
    show(status, element("p", {}, value), playable(page, [move, ...line], signal),
      solved.evidence ? button("Walk through the proof", () => page.walk(solved.evidence, {}, [move])) : null);
  });
}

/**
 * @param {Page} page
 * @param {Running} running
 * @param {HTMLElement} status
 */
function judgePanel(page, running, status) {
  const request = { limits: { max_seconds: PATIENCE } };
  /** Where all move at the same time a move has no value of its own: the best mixtures are shown. */
  const judgeTogether = async (/** @type {Told} */ told, /** @type {AbortSignal} */ signal) => {
    show(status, "Searching for the best mixed strategies …");
    const body = { ...asked(page.place()), request: { ...request, evidence: true, matrix: true } };
    const solved = await follow("/api/solve", body, (name, data) => { told(name, data); }, signal);
    show(status, solvedAnswer(page, solved, signal));
  };
  const judgeMoves = async (/** @type {any} */ view, /** @type {Told} */ told, /** @type {AbortSignal} */ signal) => {
    let nodes = 0;
    const verdicts = await follow("/api/judge", { ...asked(page.place()), request }, (name, data) => {
      if (told(name, data)) return;
      if (name === "progress") ({ nodes } = data);
      else if (name === "verdict") { page.verdicts.set(data.move, data); page.redraw(); }
      const known = [...page.verdicts.values()].filter((one) => one.verdict).length;
      const all = view.board.moves.length;
      show(status, `Judging … ${known} of ${all} moves are known${known < all ? `; ${nodes.toLocaleString("en")} nodes of the next search` : ""}`);
    }, signal);
    for (const verdict of verdicts) page.verdicts.set(verdict.move, verdict);
    page.redraw();
    show(status, summary(view, verdicts));
  };
  const judge = () => running.answer(status, async (told, signal) => {
    page.verdicts.clear();
    page.redraw();
    show(status, "Judging …");
    const view = await page.shown();
    await (view.simultaneous ? judgeTogether(told, signal) : judgeMoves(view, told, signal));
  });
  const prove = () => running.answer(status, async (told, signal) => {
    show(status, "Searching for the value and a proof …");
    const body = { ...asked(page.place()), request: { ...request, evidence: true } };
    const solved = await follow("/api/solve", body, (name, data) => {
      if (!told(name, data) && name === "progress") show(status, `Searching … ${data.nodes.toLocaleString("en")} nodes`);
    }, signal);
    if (solved.evidence && !solved.line) solved.line = await bestLine(page.place(), solved.evidence, signal);
    show(status, solvedAnswer(page, solved, signal));
  });
  return element("section", { "aria-label": "Judge" }, element("h3", {}, "What is every move worth?"),
    button("Judge", judge, { class: "main" }), button("Prove the value", prove), running.stopButton);
}

/**
 * Says in a sentence what verdicts mean for the agent on turn.
 * @param {any} view
 * @param {import("./board.js").Verdict[]} verdicts
 */
function summary(view, verdicts) {
  const known = verdicts.filter((verdict) => verdict.verdict);
  if (verdicts.length === 0) return "Nobody is on turn.";
  if (known.length === 0) return "Not known yet: no move was decided in this time.";
  const best = known.reduce((a, b) => (rank(b) > rank(a) ? b : a));
  const open = verdicts.length - known.length;
  const sure = open === 0 || best.verdict === "wins";
  const names = known.filter((verdict) => rank(verdict) === rank(best))
    .map(({ move, distance }) => (distance === undefined ? move : `${move} (${distance + 1} ${distance === 0 ? "move" : "moves"} to the end)`));
  const own = /^(wins|draws|loses|gets )/.test(best.verdict ?? "");
  const first = sure
    ? `${own ? `${view.turn} ${best.verdict} with` : `Best for ${view.turn}, so that ${best.verdict}:`} ${names.join(", ")}.`
    : `Best known for ${view.turn}: ${best.verdict} with ${names.join(", ")}.`;
  return open > 0 ? `${first} ${open} of ${verdicts.length} moves are not known yet.` : first;
}
