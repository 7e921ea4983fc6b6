// The panels beside the board: judging moves, asking formulas.

import { alertFor } from "./alert.js";
import { ask, follow, get } from "./api.js";
import { rank } from "./board.js";
import { button, choice, element, labelled, setChoices, show } from "./dom.js";
import { heatMap, mixture, rounded } from "./heat.js";
import { asked } from "./place.js";
import { PlayPanel } from "./play.js";
import { bestLine, evidenceBar } from "./proof.js";
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
 * @property {(move: string) => void} play
 * @property {(moves: string[]) => void} playAll plays moves one after the other
 * @property {(moves: string[]) => void} playLine
 * @property {(evidence: number, moves?: string[]) => void} walk begins to walk through evidence about
 *   this place, or about the one after some moves
 * @property {(moves: string[]) => void} showLine
 */

/** The seconds that a question may take unless it is stopped. */
const PATIENCE = 60;

/**
 * What the page needs of the panels: the panels, what ends their work, what goes on after the position
 * has changed (forward, by a move, or not), what answers why a move is not a good one.
 * @typedef {object} Panels
 * @property {HTMLElement[]} panels beside the board
 * @property {HTMLElement[]} wide below it
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
  const panels = [
    judgePanel(page, running, status), status, askPanel(page, running, status), play.section,
    sharePanel(page),
  ];
  return {
    panels,
    wide: [tournamentPanel(page, running), theatrePanel(page, running)],
    cancel: () => { running.cancel(); show(status); },
    moved: (forward) => { if (!forward) play.end(); play.moved(); },
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
  return running.run(status, async (told, signal) => {
    show(status, `What does ${move} lead to …`);
    const solved = await follow("/api/solve", { ...after, request }, (name, data) => { told(name, data); }, signal);
    const value = solved.exact ? `After ${move}: ${solvedText(solved)}` : `Not known yet what ${move} leads to.`;
    const here = page.place();
    const end = { ...here, moves: [...here.moves.slice(0, here.at), move], at: here.at + 1 };
    const line = solved.line ?? (solved.evidence ? await bestLine(end, solved.evidence) : []);
    show(status, element("p", {}, value), playable(page, [move, ...line]),
      solved.evidence ? button("Walk through the proof", () => page.walk(solved.evidence, [move])) : null);
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
  const judgeTogether = () => running.run(status, async (told, signal) => {
    show(status, "Searching for the best mixed strategies …");
    const body = { ...asked(page.place()), request: { ...request, evidence: true, matrix: true } };
    const solved = await follow("/api/solve", body, (name, data) => { told(name, data); }, signal);
    show(status, solvedAnswer(page, solved));
  });
  const judgeMoves = () => running.run(status, async (told, signal) => {
    page.verdicts.clear();
    show(status, "Judging …");
    let nodes = 0;
    const verdicts = await follow("/api/judge", { ...asked(page.place()), request }, (name, data) => {
      if (told(name, data)) return;
      if (name === "progress") ({ nodes } = data);
      else if (name === "verdict") { page.verdicts.set(data.move, data); page.redraw(); }
      const known = [...page.verdicts.values()].filter((one) => one.verdict).length;
      show(status, `Judging … ${known} of ${page.view()?.board.moves.length} moves are known; ${nodes.toLocaleString("en")} nodes of the next search`);
    }, signal);
    for (const verdict of verdicts) page.verdicts.set(verdict.move, verdict);
    page.redraw();
    show(status, summary(page.view(), verdicts));
  });
  const judge = async () => {
    // Where the position cannot be shown, judging says why.
    const view = await page.shown().catch(() => null);
    return view?.simultaneous ? judgeTogether() : judgeMoves();
  };
  const prove = () => running.run(status, async (told, signal) => {
    show(status, "Searching for the value and a proof …");
    const body = { ...asked(page.place()), request: { ...request, evidence: true } };
    const solved = await follow("/api/solve", body, (name, data) => {
      if (!told(name, data) && name === "progress") show(status, `Searching … ${data.nodes.toLocaleString("en")} nodes`);
    }, signal);
    if (solved.evidence && !solved.line) solved.line = await bestLine(page.place(), solved.evidence);
    show(status, solvedAnswer(page, solved));
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
  const names = known.filter((verdict) => rank(verdict) === rank(best)).map((verdict) => verdict.move);
  const first = sure
    ? `${view.turn} ${best.verdict}: ${names.join(", ")}.`
    : `Best known for ${view.turn}: ${best.verdict} with ${names.join(", ")}.`;
  return open > 0 ? `${first} ${open} of ${verdicts.length} moves are not known yet.` : first;
}

/**
 * @param {Page} page
 * @param {any} solved
 */
function solvedAnswer(page, solved) {
  const value = solved.exact ? solvedText(solved) : `Not known yet (${solved.stopped ?? "stopped"}).`;
  const parts = element("div", {}, element("p", {}, value));
  if (solved.why) parts.append(element("p", { class: "help" }, `${solved.algorithm}: ${solved.why}`));
  for (const [agent, strategy] of Object.entries(solved.strategies ?? {})) {
    if (Object.keys(strategy).length > 0) parts.append(element("p", {}, `${mixture(agent, strategy)}`));
  }
  if (solved.matrix) parts.append(heatMap(solved));
  if (solved.line?.length) parts.append(playable(page, solved.line));
  if (solved.evidence) parts.append(walkButton(page, solved.evidence), evidenceBar(page.place, solved.evidence));
  return parts;
}

/** @param {any} solved */
function solvedText(solved) {
  const nodes = `${solved.nodes.toLocaleString("en")} nodes`;
  if (solved.values) {
    const each = Object.entries(solved.values).map(([agent, value]) => `${agent} gets ${value}`);
    return `${each.join(", ")} (${nodes}).`;
  }
  const value = solved.fraction ?? (typeof solved.value === "number" ? rounded(solved.value) : solved.value);
  return `The value is ${value} for ${solved.first}, proved with ${nodes}.`;
}

/**
 * @param {Page} page
 * @param {number} evidence
 */
function walkButton(page, evidence) {
  return button("Walk through the proof", () => page.walk(evidence));
}

/**
 * Shows a line of moves that can be played on the board.
 * @param {Page} page
 * @param {string[]} line
 */
function playable(page, line) {
  page.showLine(line);
  return element("p", {}, "Line: ", element("code", {}, line.join(" ")), " ",
    button("Show on the board", () => page.playLine(line)));
}

/**
 * @param {Page} page
 * @param {Running} running
 * @param {HTMLElement} status
 */
function askPanel(page, running, status) {
  const formula = /** @type {HTMLInputElement} */ (element("input", {
    spellcheck: "false", autocomplete: "off", placeholder: "omega(2)", list: "concepts" }));
  const names = element("datalist", { id: "concepts" });
  const meaning = element("p", { class: "help" });
  const fault = element("div", {});
  const agents = choice([["", "the agent on turn"]]);
  /** @type {any[]} */ let concepts = [];
  get("/api/concepts").then((list) => {
    concepts = list;
    const call = (/** @type {any} */ c) => (c.parameters.length > 0 ? `${c.name}(${c.parameters.join(", ")})` : c.name);
    names.append(...list.map((/** @type {any} */ c) => element("option", { value: call(c) }, c.summary)));
  }).catch(() => {});
  agents.addEventListener("focus", () => {
    const chosen = agents.value;
    const options = /** @type {[string, string][]} */ (page.view().agents.map((/** @type {string} */ a) => [a, a]));
    setChoices(agents, [["", "the agent on turn"], ...options], chosen);
  });
  const question = () => ({ formula: formula.value.trim() || "omega(2)", agent: agents.value || null });
  /** @type {number | undefined} */ let waiting;
  formula.addEventListener("input", () => {
    const concept = concepts.find((c) => formula.value.trim().split("(")[0] === c.name);
    show(meaning, concept ? `${concept.summary} ${concept.definition}` : null);
    clearTimeout(waiting);
    waiting = setTimeout(() => lint(page, question(), fault), 300);
  });
  const askNow = () => running.run(status, async (told, signal) => {
    show(fault);
    show(status, "Asking …");
    const request = { ...question(), evidence: true, limits: { max_seconds: PATIENCE } };
    const checked = await follow("/api/check", { ...asked(page.place()), request }, (name, data) => {
      if (!told(name, data) && name === "progress") show(status, `Asking … ${data.nodes.toLocaleString("en")} nodes`);
    }, signal);
    show(status, checkedAnswer(page, checked));
  });
  formula.addEventListener("keydown", (event) => { if (event.key === "Enter") askNow(); });
  return element("section", { "aria-label": "Ask" }, element("h3", {}, "Is it true here?"),
    labelled("Concept or formula", formula), names, labelled("A is", agents),
    button("Ask", askNow), meaning, fault);
}

/**
 * Looks whether a formula can be read, and underlines what cannot.
 * @param {Page} page
 * @param {object} question
 * @param {HTMLElement} fault
 */
async function lint(page, question, fault) {
  const request = { ...question, limits: { max_nodes: 1, max_seconds: 1 } };
  try {
    await ask("/api/check", { ...asked(page.place()), request });
    show(fault);
  } catch (error) {
    show(fault, alertFor(error));
  }
}

/**
 * @param {Page} page
 * @param {any} checked
 */
function checkedAnswer(page, checked) {
  const words = { true: "True", false: "False", null: "Not known yet" };
  const answer = /** @type {Record<string, string>} */ (words)[String(checked.answer)];
  const parts = element("div", {}, element("p", {}, element("strong", {}, answer),
    `: ${checked.formula} for ${checked.asked} (${checked.nodes.toLocaleString("en")} nodes).`));
  for (const warning of checked.warnings ?? []) parts.append(element("p", { class: "help" }, warning.message));
  if (checked.line.length > 0) parts.append(playable(page, checked.line));
  if (checked.algorithm !== "fixpoint") parts.append(firstMoves(page, checked));
  if (checked.evidence) parts.append(walkButton(page, checked.evidence), evidenceBar(page.place, checked.evidence));
  return parts;
}

/**
 * Makes a button that lists the first moves by which a formula is true: what a concept allows, what is
 * threatened by an agent that is not on turn.
 * @param {Page} page
 * @param {any} checked
 */
function firstMoves(page, checked) {
  const out = element("p", {});
  const find = async () => {
    show(out, "Asking …");
    const request = { formula: checked.formula, agent: checked.asked, limits: { max_seconds: PATIENCE } };
    try {
      const moves = await ask("/api/first-moves", { ...asked(page.place()), request });
      show(out, ...firstMovesText(page, moves));
    } catch (error) {
      show(out, alertFor(error));
    }
  };
  return element("div", {}, button("Which moves?", find), out);
}

/**
 * @param {Page} page
 * @param {{ agent: string, move: string, holds: boolean | null }[]} moves
 */
function firstMovesText(page, moves) {
  if (moves.length === 0) return ["It does not depend on a move."];
  const { agent } = moves[0];
  const on = agent === page.view().turn;
  const named = (/** @type {boolean | null} */ holds) => moves.filter((one) => one.holds === holds).map((one) => one.move);
  const [good, open] = [named(true), named(null)];
  const head = on ? `True by ${good.length} of ${moves.length} moves of ${agent}` : `${agent} threatens it with ${good.length} of ${moves.length} moves`;
  const list = good.flatMap((move) => [on ? button(move, () => page.play(move), { class: "small" }) : element("code", {}, move), " "]);
  return [element("strong", {}, head), good.length > 0 ? ": " : ". ", ...list, open.length > 0 ? ` Not known yet: ${open.join(", ")}.` : ""];
}
