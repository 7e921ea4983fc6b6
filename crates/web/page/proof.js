// Evidence on the page: walking through it move by move, verifying it, exporting it, and evidence from
// a file.

import { alertFor } from "./alert.js";
import { InputError, ask, follow, get } from "./api.js";
import { drawBoard } from "./board.js";
import { button, choice, element, labelled, save, show, withCode, withOptions } from "./dom.js";
import { Latest } from "./latest.js";
import { asked, format, onLine } from "./place.js";
import { pointView } from "./walk.js";

/** @typedef {import("./place.js").Place} Place */
/** @typedef {import("./place.js").ProofPlace} ProofPlace */

/**
 * Makes the buttons for evidence: verify, export, save.
 * @param {() => Place} place
 * @param {number} evidence
 * @param {HTMLElement} verdict where it is said what they have found
 */
export function evidenceBar(place, evidence, verdict) {
  const about = () => ({ ...asked(place()), position: undefined, moves: [], evidence });
  const run = async (/** @type {string} */ doing, /** @type {() => Promise<string>} */ work) => {
    show(verdict, doing);
    try {
      show(verdict, ...withCode(await work()));
    } catch (error) {
      show(verdict, alertFor(error));
    }
  };
  const verify = () => run("Verifying …", async () => {
    const verified = await ask("/api/verify", about());
    const nodes = verified.nodes.toLocaleString("en");
    return verified.valid ? `Valid: ${verified.claim} (${nodes} nodes replayed)` : `Not valid: ${verified.reason}`;
  });
  const exported = () => run("Exporting …", async () => {
    const { html } = await ask("/api/export", about());
    save("proof.html", "text/html", html);
    return "Exported as proof.html, which works without this program.";
  });
  const { game, text } = place();
  const written = text !== undefined || game?.includes("/");
  const rules = () => run("Saving …", async () => {
    const file = await rulesFile(place());
    save(file.name, "text/plain", file.text);
    return `Saved as ${file.name}: keep it beside evidence.ludex, where \`ludex verify evidence.ludex\` looks for it.`;
  });
  const told = () => show(verdict, ...withCode(`Whoever has the file checks it by \`ludex verify evidence.ludex\`${written ? "; save the rules, too, and keep them beside it." : "."}`));
  return element("div", { class: "bar" }, button("Verify", verify), button("Export", exported),
    element("a", { href: `/api/evidence/${evidence}`, download: "evidence.ludex", onclick: told }, "Save the evidence"),
    written ? button("Save the rules", rules) : null);
}

/**
 * Returns the rules of a game that is a text, under the name by which evidence from this page calls them.
 * @param {Place} place
 */
async function rulesFile({ game, language, text }) {
  if (game) return { name: game.split("/").pop() ?? game, text: (await get(`/api/example/${game}`)).text };
  const { languages } = await get("/api/games");
  const known = languages.find((/** @type {any} */ one) => one.name === language || one.endings.includes(language));
  return { name: `game.${known.endings[0]}`, text: text ?? "" };
}

/** The seconds that it may take to make a proof again. */
const PATIENCE = 60;

/** The most moves of a line that is read off a proof. */
const LONGEST_LINE = 40;

/**
 * Reads a line of best play off the proof of a value: the side that proves plays its move, and where only
 * the other side has a choice it takes what is longest to refute.
 * @param {Place} place where the proof begins
 * @param {number} evidence
 * @param {AbortSignal} signal
 */
export async function bestLine(place, evidence, signal) {
  const about = { ...asked(place), position: undefined, moves: [], evidence };
  /** @type {string[]} */ const path = [];
  const { parts } = await ask("/api/walk", about, signal);
  while (path.length < LONGEST_LINE) {
    const points = await Promise.all(parts.map(async (/** @type {any} */ _, /** @type {number} */ part) =>
      (await ask("/api/walk", { ...about, part, path }, signal)).point));
    const steps = points.flatMap((point) => point?.steps ?? []);
    const longest = steps.filter((step) => step.role === "reply").sort((a, b) => b.size - a.size)[0];
    const step = steps.find((one) => one.role === "chosen") ?? longest;
    if (!step) break;
    path.push(...step.moves);
  }
  return path;
}

/**
 * Opens an evidence file: goes to the game that it is about, at the start of the proof.
 * @param {File} file
 * @param {Place | null} place where the page is
 */
export async function openEvidence(file, place) {
  const response = await fetch("/api/evidence", {
    method: "POST", headers: { "content-type": "application/octet-stream" }, body: file });
  const kept = await response.json();
  if (!response.ok) throw new InputError(kept);
  const game = kept.place ?? (place && { ...place, position: kept.position });
  if (!game) {
    const help = "open that file first, then drop the evidence on its board";
    throw new InputError({ message: `the evidence is about a game in the file ${kept.game}`, help });
  }
  const { language, text, position } = game;
  location.hash = format({ game: game.game ?? undefined, language: language ?? undefined, text: text ?? undefined,
    position, moves: [], at: 0, proof: { evidence: kept.evidence, part: 0, from: 0 } });
}

/** The panel in which a proof is walked through. The board shows where the walk is. */
export class ProofPanel {
  /**
   * @param {() => Place} place
   * @param {(place: Place) => void} go
   * @param {HTMLElement} verdict where it is said what verifying has found
   * @param {(proof: ProofPlace) => void} replace goes on with another proof of the same
   */
  constructor(place, go, verdict, replace) {
    this.place = place;
    this.go = go;
    this.verdict = verdict;
    this.replace = replace;
    this.section = element("section", { "aria-label": "Proof" });
    this.aside = new Latest(this.section);
    this.proving = new Latest();
    /** @type {number | null} evidence that was made again already */ this.again = null;
    this.showForm();
  }

  /**
   * Shows the point of the proof that belongs to the place, or how evidence is opened.
   * @param {AbortSignal} signal
   */
  update(signal) {
    this.aside.cancel();
    this.proving.cancel();
    return this.walk(signal);
  }

  /** @param {AbortSignal} signal */
  async walk(signal) {
    const { proof, moves, at } = this.place();
    if (!proof) return this.showForm();
    try {
      const path = moves.slice(proof.from, at);
      this.showPoint(proof, await ask("/api/walk", { ...this.about(proof), part: proof.part, path }, signal));
    } catch (error) {
      if (signal.aborted) return;
      if (proof.question && error instanceof InputError && proof.evidence !== this.again) this.proveAgain(proof);
      else this.refuse(error);
    }
  }

  /** @param {unknown} error */
  refuse(error) {
    this.form = false;
    show(this.section, element("h3", {}, "Proof"), alertFor(error), this.leave());
  }

  /**
   * Proves again what this server has not kept: the link is of another one, or of an earlier time.
   * @param {ProofPlace} proof
   */
  proveAgain(proof) {
    const { formula, agent } = proof.question ?? {};
    const place = asked({ ...this.place(), at: proof.from });
    const request = { ...formula && { formula, agent: agent ?? null }, evidence: true, limits: { max_seconds: PATIENCE } };
    const nodes = element("span", {});
    this.form = false;
    show(this.section, element("h3", {}, "Proof"),
      element("p", {}, "This proof is not kept here; it is made again … ", nodes), this.leave());
    this.proving.run(async (signal) => {
      const answer = await follow(formula ? "/api/check" : "/api/solve", { ...place, request }, (name, data) => {
        if (name === "progress") show(nodes, `${data.nodes.toLocaleString("en")} nodes`);
      }, signal);
      if (!answer.evidence) throw new InputError({ message: `the proof was not found again within ${PATIENCE} seconds` });
      this.again = answer.evidence;
      this.replace({ ...proof, evidence: answer.evidence });
    }, (error) => this.refuse(error));
  }

  /** @param {ProofPlace} proof */
  about(proof) {
    return { ...asked(this.place()), position: undefined, moves: [], evidence: proof.evidence };
  }

  showForm() {
    if (this.form) return;
    this.form = true;
    const file = /** @type {HTMLInputElement} */ (element("input", { type: "file" }));
    const fault = element("div", {});
    file.addEventListener("change", async () => {
      const chosen = file.files?.[0];
      if (chosen) await openEvidence(chosen, this.place()).catch((error) => show(fault, alertFor(error)));
    });
    show(this.section, element("h3", {}, "Walk through a proof"),
      element("p", { class: "help" }, ...withOptions("Prove the value above or ask about a formula below, or open a file that was written with --evidence.")),
      labelled("Evidence file", file), fault);
  }

  leave() {
    return button("Leave the proof", () => this.go({ ...this.place(), proof: undefined }));
  }

  /**
   * @param {ProofPlace} proof
   * @param {{ parts: { claim: string }[], point: import("./walk.js").Point | null, view: any }} walked
   * @param {boolean} [aside] whether the board does not show the point
   */
  showPoint(proof, walked, aside = false) {
    this.form = false;
    const focused = this.section.contains(document.activeElement);
    const parts = choice(walked.parts.map((part, i) => [String(i), part.claim]), String(proof.part));
    parts.addEventListener("change", () => {
      const { moves } = this.place();
      this.go({ ...this.place(), moves: moves.slice(0, proof.from), at: proof.from, proof: { ...proof, part: Number(parts.value) } });
    });
    const { point } = walked;
    const body = point
      ? pointView(point, (step) => this.take(proof, step, aside))
      : element("p", {}, "This position is not in the proof: the side that proves plays another move.");
    show(this.section, element("h3", {}, "Proof"), labelled("Shown", parts),
      aside ? this.asideBoard(walked.view) : null, body, this.search(proof),
      evidenceBar(this.place, proof.evidence, this.verdict), this.leave());
    if (focused) /** @type {HTMLElement | null} */ (this.section.querySelector(".steps button") ?? this.section.querySelector("button"))?.focus();
  }

  /**
   * Takes a step: on the board if it is a move of the agent on turn, else beside it.
   * @param {ProofPlace} proof
   * @param {import("./walk.js").Step} step
   * @param {boolean} aside
   */
  take(proof, step, aside) {
    const { moves, at } = this.place();
    if (step.on_turn && !aside) {
      const line = [...moves.slice(0, at), ...step.moves];
      const same = line.every((move, i) => moves[i] === move);
      return this.go(onLine(this.place(), same ? moves : line, line.length));
    }
    return this.jump(proof, step.node);
  }

  /**
   * Shows a node that moves in turn do not reach.
   * @param {ProofPlace} proof
   * @param {number} node
   */
  jump(proof, node) {
    return this.aside.run(async (signal) => {
      const walked = await ask("/api/walk", { ...this.about(proof), part: proof.part, node }, signal);
      this.showPoint(proof, walked, true);
    }, (error) => show(this.section, alertFor(error), this.leave()));
  }

  /** @param {any} view */
  asideBoard(view) {
    const board = { ...view.board, moves: [] };
    const picture = board.cells.length > 0
      ? drawBoard({ name: view.game, board, verdicts: new Map(), selected: [], last: null, clicked: () => {} })
      : element("pre", { class: "drawing" }, view.drawing);
    picture.removeAttribute("role");
    return element("figure", {}, picture,
      element("figcaption", { class: "help" }, "The proof looks at a position that moves in turn do not reach."),
      button("Back to the board", () => this.aside.run((signal) => this.walk(signal), () => {})));
  }

  /** @param {ProofPlace} proof */
  search(proof) {
    const wanted = /** @type {HTMLInputElement} */ (element("input", { spellcheck: "false" }));
    const out = element("ul", { class: "found", "aria-label": "Positions found" });
    const find = async () => {
      const found = await ask("/api/find", { ...this.about(proof), part: proof.part, find: wanted.value });
      show(out, ...found.map((/** @type {any} */ one) => element("li", {}, button(one.position, () => this.open(proof, one)))));
      if (found.length === 0) show(out, element("li", {}, "No such position in this proof."));
    };
    const search = () => find().catch((error) => show(out, element("li", {}, alertFor(error))));
    wanted.addEventListener("keydown", (event) => { if (event.key === "Enter") search(); });
    return element("details", {}, element("summary", {}, "Search for a position"),
      labelled("Part of a position", wanted), button("Find", search), out);
  }

  /**
   * @param {ProofPlace} proof
   * @param {{ node: number, moves: string[], on_turn: boolean }} found
   */
  open(proof, found) {
    if (!found.on_turn) return this.jump(proof, found.node);
    const moves = [...this.place().moves.slice(0, proof.from), ...found.moves];
    return this.go(onLine(this.place(), moves, moves.length));
  }
}
