// The panels beside the board: judging moves, asking formulas, playing against the program.

import { InputError, ask, follow, get } from "./api.js";
import { rank } from "./board.js";
import { button, choice, element, labelled, show } from "./dom.js";
import { asked } from "./place.js";

/**
 * What the panels need of the page.
 * @typedef {object} Page
 * @property {() => import("./place.js").Place} place
 * @property {() => any} view
 * @property {Map<string, import("./board.js").Verdict>} verdicts
 * @property {() => void} redraw
 * @property {(move: string) => void} play
 * @property {(moves: string[]) => void} playLine
 * @property {(moves: string[]) => void} showLine
 */

/** The seconds that a question may take unless it is stopped. */
const PATIENCE = 60;

/** A question being answered: one at a time. */
class Running {
  constructor() {
    /** @type {number | null} */ this.job = null;
    /** @type {AbortController | null} */ this.controller = null;
    this.stopButton = button("Stop", () => this.stop(), { disabled: true });
  }

  /**
   * Runs a question and shows what is wrong with it.
   * @param {HTMLElement} out
   * @param {(told: (name: string, data: any) => boolean, signal: AbortSignal) => Promise<void>} work
   */
  async run(out, work) {
    this.cancel();
    const controller = new AbortController();
    this.controller = controller;
    this.stopButton.disabled = false;
    const told = (/** @type {string} */ name, /** @type {any} */ data) => {
      if (name === "job") this.job = data;
      return name === "job";
    };
    try {
      await work(told, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) show(out, alertFor(error));
    }
    if (this.controller === controller) this.cancel();
  }

  /** Asks the server to end with what it knows. */
  stop() {
    if (this.job !== null) ask("/api/stop", { job: this.job }).catch(() => {});
  }

  /** Forgets the question; the server ends it. */
  cancel() {
    this.controller?.abort();
    this.controller = null;
    this.job = null;
    this.stopButton.disabled = true;
  }
}

/**
 * Shows an error with its place underlined.
 * @param {unknown} error
 */
export function alertFor(error) {
  if (!(error instanceof InputError)) {
    return element("p", { role: "alert" }, `The server does not answer: ${error}`);
  }
  const { message, help, input, span } = error.fault;
  const box = element("div", { role: "alert" }, element("p", {}, message));
  if (input && span) box.append(underlined(input.text, span));
  if (help) box.append(element("p", { class: "help" }, help));
  return box;
}

/**
 * Shows the line of a text that has an error, with the place marked. Spans count bytes.
 * @param {string} text
 * @param {{ start: number, end: number }} span
 */
function underlined(text, span) {
  const bytes = new TextEncoder().encode(text);
  const part = (/** @type {number} */ from, /** @type {number} */ to) =>
    new TextDecoder().decode(bytes.slice(from, to));
  const before = part(0, span.start).split("\n").pop() ?? "";
  const wrong = part(span.start, span.end).split("\n")[0];
  const behind = part(span.end, bytes.length).split("\n")[0];
  return element("pre", {}, before, element("mark", {}, wrong || " "), behind);
}

/**
 * Makes the panels. Returns them and what ends their work.
 * @param {Page} page
 * @returns {{ panels: HTMLElement[], cancel: () => void }}
 */
export function makePanels(page) {
  const running = new Running();
  const status = element("output", { role: "status", class: "answer" });
  const panels = [
    judgePanel(page, running, status), status, askPanel(page, running, status),
    playPanel(page, running, status),
  ];
  return { panels, cancel: () => { running.cancel(); show(status); } };
}

/**
 * @param {Page} page
 * @param {Running} running
 * @param {HTMLElement} status
 */
function judgePanel(page, running, status) {
  const request = { limits: { max_seconds: PATIENCE } };
  const judge = () => running.run(status, async (told, signal) => {
    page.verdicts.clear();
    show(status, "Judging …");
    const verdicts = await follow("/api/judge", { ...asked(page.place()), request }, (name, data) => {
      if (told(name, data)) return;
      if (name === "verdict") page.verdicts.set(data.move, data);
      if (name === "verdict") page.redraw();
    }, signal);
    for (const verdict of verdicts) page.verdicts.set(verdict.move, verdict);
    page.redraw();
    show(status, summary(page.view(), verdicts));
  });
  const prove = () => running.run(status, async (told, signal) => {
    show(status, "Searching for the value and a proof …");
    const body = { ...asked(page.place()), request: { ...request, evidence: true } };
    const solved = await follow("/api/solve", body, (name, data) => {
      if (!told(name, data) && name === "progress") show(status, `Searching … ${data.nodes.toLocaleString("en")} nodes`);
    }, signal);
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
  if (solved.line?.length) parts.append(playable(page, solved.line));
  if (solved.evidence) parts.append(evidenceBar(page, solved.evidence));
  return parts;
}

/** @param {any} solved */
function solvedText(solved) {
  const nodes = `${solved.nodes.toLocaleString("en")} nodes`;
  if (solved.values) {
    const each = Object.entries(solved.values).map(([agent, value]) => `${agent} gets ${value}`);
    return `${each.join(", ")} (${nodes}).`;
  }
  const value = solved.fraction ?? solved.value;
  return `The value is ${value} for ${solved.first}, proved with ${nodes}.`;
}

/**
 * @param {Page} page
 * @param {number} evidence
 */
function evidenceBar(page, evidence) {
  const verdict = element("span", {});
  const verify = async () => {
    show(verdict, "Verifying …");
    try {
      const verified = await ask("/api/verify", { ...asked(page.place()), evidence });
      const nodes = verified.nodes.toLocaleString("en");
      show(verdict, verified.valid ? `Valid: ${verified.claim} (${nodes} nodes replayed)` : `Not valid: ${verified.reason}`);
    } catch (error) {
      show(verdict, alertFor(error));
    }
  };
  return element("div", {}, button("Verify", verify),
    element("a", { href: `/api/evidence/${evidence}`, download: "evidence.ludex" }, "Save the evidence"), verdict);
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
    agents.replaceChildren(...choice([["", "the agent on turn"], ...options], chosen).children);
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
  if (checked.evidence) parts.append(evidenceBar(page, checked.evidence));
  return parts;
}

/**
 * @param {Page} page
 * @param {Running} running
 * @param {HTMLElement} status
 */
function playPanel(page, running, status) {
  const players = choice([["auto", "auto"]]);
  get("/api/players").then((list) => {
    const options = list.filter((/** @type {any} */ p) => !p.argument && !["human", "function"].includes(p.name)).map((/** @type {any} */ p) => [p.name, p.name]);
    players.replaceChildren(...choice(options).children);
    players.value = "auto";
  }).catch(() => {});
  const seconds = choice([["0.2", "0.2 s"], ["1", "1 s"], ["5", "5 s"]], "1");
  const move = () => running.run(status, async (_told, signal) => {
    const view = page.view();
    if (view.final) { show(status, "The game is over."); return; }
    show(status, "Thinking …");
    const one = `${players.value}@${seconds.value}s`;
    const request = { players: view.agents.map(() => one).join(",") };
    const { moves } = await ask("/api/move", { ...asked(page.place()), request }, signal);
    show(status, moves.map((/** @type {any} */ m) => `${m.agent} plays ${m.move}`).join(", "));
    for (const played of moves) page.play(played.move);
  });
  return element("section", { "aria-label": "Play" }, element("h3", {}, "Let the program move"),
    labelled("Player", players), labelled("Time", seconds), button("Play", move));
}

