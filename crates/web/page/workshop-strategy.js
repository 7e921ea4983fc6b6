// Strategies as rules: a text that is checked while it is typed, what it guarantees, strategies that are
// found, and for every position of the game which rule decides it.

import { InputError, ask, follow, get } from "./api.js";
import { drawBoard, movesAt } from "./board.js";
import { button, choice, element, labelled, setChoices, show } from "./dom.js";
import { makeEditor } from "./editor.js";
import { alertFor } from "./alert.js";
import { Running } from "./running.js";
import { copyPanel, word } from "./share.js";

/** Games whose strategies are found in moments. */
const SMALL = ["tictactoe", "mk:m=3,n=4,k=3", "nim:heaps=3-4-5", "connect4:columns=4,rows=3,line=3", "hex:size=3"];

/** The seconds that a question may take unless it is stopped. */
const PATIENCE = 60;

/** @typedef {{ name: string, parameters: string[], parts: string[] }} Strategy */

/** A workshop of strategies. */
class StrategyView {
  /**
   * @param {HTMLElement} place
   * @param {string} text
   * @param {URLSearchParams} fields
   */
  constructor(place, text, fields) {
    this.running = new Running();
    /** @type {string[]} the moves so far, as the language writes them */
    this.actions = (fields.get("moves") ?? "").split("~").filter((action) => action !== "");
    /** @type {any} */ this.view = null;
    /** @type {number[]} */ this.selected = [];
    this.game = /** @type {HTMLInputElement} */ (element("input", { value: fields.get("game") ?? "tictactoe", list: "small-games", spellcheck: "false" }));
    this.player = choice([["", "the first player"]]);
    this.strategy = choice([["", "best"]]);
    this.field = element("div", { class: "board-place" });
    this.rules = element("div", { class: "rules", "aria-label": "Rules", role: "region" });
    this.status = element("output", { role: "status", class: "answer" });
    this.fault = element("div", {});
    this.wanted = { player: fields.get("player") ?? "", strategy: fields.get("strategy") ?? "" };
    this.editor = makeEditor("Text of the strategies", text, (now, signal) => this.changed(now, signal));
    const games = element("datalist", { id: "small-games" }, ...SMALL.map((value) => element("option", { value })));
    for (const list of [this.player, this.strategy]) list.addEventListener("change", () => this.update());
    this.undo = button("Undo", () => this.go(this.actions.slice(0, -1)));
    show(place, element("div", { class: "game" },
      element("section", {}, this.editor.box, this.fault),
      element("div", { class: "panels" },
        element("section", { "aria-label": "Find" }, element("h3", {}, "Find a strategy"), labelled("Game", this.game), games,
          button("Find a strategy", () => this.find())),
        element("section", { "aria-label": "Check" }, element("h3", {}, "What does it guarantee?"),
          labelled("Strategy", this.strategy), labelled("Player", this.player),
          button("Check", () => this.check(), { class: "main" }), this.running.stopButton),
        this.status,
        element("section", { "aria-label": "Position" }, element("h3", {}, "Which rule decides here?"),
          this.field, element("div", { class: "bar" }, this.undo, button("Start", () => this.go([]))), this.rules),
        copyPanel({ "command line": () => `ludex strategy ${word(this.gameName())} strategies.sgl --strategy ${word(this.strategy.value)} --player ${word(this.playerName())}` }))));
  }

  asked() {
    return { language: "sgl", text: this.editor.text() };
  }

  gameName() {
    return this.editor.text().match(/^\s*game\s+"?([^";]+)"?\s*;/m)?.[1].trim() ?? "strategies.sgl";
  }

  playerName() {
    return this.player.value || (this.view?.agents[0] ?? "");
  }

  /**
   * Reads a text that was typed: its game, its strategies, its players.
   * @param {string} text
   * @param {AbortSignal} signal
   */
  async changed(text, signal) {
    try {
      this.view = await ask("/api/show", { language: "sgl", text }, signal);
      this.editor.mark(null);
      show(this.fault);
    } catch (error) {
      if (signal.aborted) return;
      show(this.fault, alertFor(error));
      if (error instanceof InputError && error.fault.input?.text === text) this.editor.mark(error.fault.span);
      return;
    }
    const names = strategies(text).map((one) => one.name);
    const strategy = [this.wanted.strategy, this.strategy.value, "best", "play"].find((name) => names.includes(name)) ?? names[names.length - 1] ?? "";
    setChoices(this.strategy, names.map((name) => [name, name]), strategy);
    const { agents } = this.view;
    const player = [this.wanted.player, this.player.value].find((name) => agents.includes(name)) ?? agents[0];
    setChoices(this.player, agents.map((/** @type {string} */ agent) => [agent, agent]), player);
    this.wanted = { player: "", strategy: "" };
    await this.update(signal);
  }

  /**
   * Shows the position after the moves, and what every rule plays there.
   * @param {AbortSignal} [signal]
   */
  async update(signal) {
    const { actions } = this;
    const fields = new URLSearchParams({ text: this.editor.text(), strategy: this.strategy.value, player: this.playerName() });
    if (actions.length > 0) fields.set("moves", actions.join("~"));
    history.replaceState(null, "", `#workshop/strategy?${fields}`);
    this.selected = [];
    try {
      const view = await ask("/api/show", { ...this.asked(), moves: actions.map((action) => this.plain(action)) }, signal);
      const rules = view.final || view.turn !== this.playerName() ? [] : await this.decisions(signal);
      if (this.actions !== actions) return;
      this.view = view;
      this.draw(rules);
    } catch (error) {
      if (signal?.aborted) return;
      if (actions.length > 0) return void this.go([]);
      show(this.rules, alertFor(error));
    }
  }

  /** @param {string[]} actions */
  go(actions) {
    this.actions = actions;
    return this.update();
  }

  /** Returns whether the text is about a game, not about rules of its own. */
  ofGame() {
    return this.gameName() !== "strategies.sgl";
  }

  /**
   * Returns an action as the game writes the move.
   * @param {string} action
   */
  plain(action) {
    return (this.ofGame() && action.match(/^move\([^,]*,\s*"?(.*?)"?\)$/)?.[1]) || action;
  }

  /**
   * Asks what every rule of the strategy plays in the position.
   * @param {AbortSignal} [signal]
   * @returns {Promise<{ rule: string, moves: string[] }[]>}
   */
  async decisions(signal) {
    const player = this.playerName();
    const chosen = strategies(this.editor.text()).find((one) => one.name === this.strategy.value);
    if (!chosen) return [];
    const call = chosen.parameters.length > 0 ? `${chosen.name}(${player})` : chosen.name;
    const parts = chosen.parts.map((part) => chosen.parameters.reduce((text, name) => text.replace(new RegExp(`\\b${name}\\b`, "g"), player), part));
    const rules = parts.length > 1 ? parts : [call];
    const quoted = this.actions.map((action) => (this.ofGame() ? action.replace(/^(move\([^,]*,)\s*"?(.*?)"?\)$/, '$1"$2")') : action));
    const after = quoted.length > 0 ? ` after ${quoted.join(", ")}` : "";
    return Promise.all(rules.map(async (rule) => {
      const request = { query: `moves ${rule} for ${player}${after}`, limits: { max_seconds: 10 } };
      const reply = await ask("/api/query", { ...this.asked(), request }, signal);
      return { rule, moves: Array.isArray(reply.result) ? reply.result.map(String) : [] };
    }));
  }

  /** @param {{ rule: string, moves: string[] }[]} rules */
  draw(rules) {
    const { view } = this;
    const board = view.board.cells.length > 0
      ? drawBoard({ name: view.game, board: view.board, verdicts: new Map(), selected: this.selected, clicked: (cell) => this.click(cell, rules) })
      : element("pre", { class: "drawing" }, view.drawing);
    const turn = view.final ? `The game is over: ${view.outcome} for ${view.first}.` : `${view.turn} to move.`;
    show(this.field, board, element("p", { class: "turn" }, turn));
    this.undo.disabled = this.actions.length === 0;
    const decides = rules.findIndex((one) => one.moves.length > 0);
    const played = decides >= 0 ? rules[decides].moves.map((move) => this.plain(move)) : [];
    const open = view.final ? [] : movesAt(view.board, this.selected);
    const own = view.turn === this.playerName();
    const list = rules.map((one, i) => element("li", { "aria-current": i === decides ? "true" : undefined },
      element("code", {}, one.rule), ` ${i === decides ? "decides" : one.moves.length > 0 ? "would play" : "has no move here"} `,
      ...one.moves.flatMap((move) => [element("code", {}, move), " "])));
    show(this.rules, list.length > 0 ? element("ol", {}, ...list) : element("p", { class: "help" }, own || view.final ? "" : `${view.turn} can play anything.`),
      element("ul", { class: "variations", "aria-label": "Moves" }, ...open.map((move) => element("li", {},
        button(move.text, () => this.play(move.text), { class: played.includes(move.text) ? "main" : "" })))));
  }

  /** @param {string} move */
  play(move) {
    return this.go([...this.actions, this.ofGame() ? `move(${this.view.turn},${move})` : move]);
  }

  /**
   * @param {number} cell
   * @param {{ rule: string, moves: string[] }[]} rules
   */
  click(cell, rules) {
    const { board } = this.view;
    const cells = [...this.selected, cell];
    const open = movesAt(board, cells);
    if (open.length === 1) return this.play(open[0].text);
    this.selected = open.length > 0 && !this.selected.includes(cell) ? cells : [];
    return this.draw(rules);
  }

  check() {
    return this.running.run(this.status, async (told, signal) => {
      show(this.status, "Checking …");
      const request = { strategy: this.strategy.value, player: this.playerName(), limits: { max_seconds: PATIENCE } };
      const checked = await follow("/api/strategy", { ...this.asked(), request }, (name, data) => { told(name, data); }, signal);
      show(this.status, ...this.verdicts(checked));
    });
  }

  /** @param {any} checked */
  verdicts(checked) {
    const words = /** @type {Record<string, [string, string]>} */ ({ true: ["yes", "win"], false: ["no", "loss"], null: ["not known yet", "draw"] });
    const items = checked.verdicts.map((/** @type {any} */ verdict) => {
      const [text, tone] = words[String(verdict.holds)];
      const line = verdict.holds === false ? verdict.witness?.line : null;
      const moves = Array.isArray(line) ? line.map(String) : [];
      return element("li", {}, element("span", { class: `tag ${tone}` }, text), ` ${verdict.name}`,
        verdict.stopped ? `: ${verdict.stopped}` : "",
        moves.length > 0 ? element("p", {}, "Counterexample: ", element("code", {}, moves.join(" ")), " ",
          button("Show on the board", () => this.go(moves))) : null);
    });
    return [element("p", {}, element("strong", {}, `${checked.strategy} of ${checked.player}:`)), element("ul", { class: "claims" }, ...items)];
  }

  find() {
    return this.running.run(this.status, async (told, signal) => {
      show(this.status, "Looking for rules …");
      const request = { player: null, limits: { max_seconds: PATIENCE } };
      const found = await follow("/api/find-strategy", { game: this.game.value.trim(), request }, (name, data) => { told(name, data); }, signal);
      if (!found.strategy) return show(this.status, `Not known yet: ${found.stopped}`);
      const verdict = found.holds ? "verified" : "not a guarantee";
      show(this.status, element("p", {}, element("strong", {}, `${found.goal}, ${verdict}`),
        `: ${found.rules.length} rules for ${found.player}, ${found.states.toLocaleString("en")} positions of play, ${found.mistakes} mistakes.`));
      this.actions = [];
      this.editor.set(found.strategy);
    });
  }
}

/**
 * Lists the strategies of a text, with the rules that they try one after the other.
 * @param {string} text
 * @returns {Strategy[]}
 */
function strategies(text) {
  const bare = text.replace(/#.*$/gm, "");
  return [...bare.matchAll(/\bstrategy\s+(\w+)\s*(?:\(([^)]*)\))?\s*:=([^;]*);/g)].map(([, name, parameters, body]) => ({
    name, parameters: (parameters ?? "").split(",").map((one) => one.trim()).filter((one) => one !== ""),
    parts: alternatives(body) }));
}

/**
 * Returns what stands between the words `else` that are in no parentheses.
 * @param {string} body
 */
function alternatives(body) {
  const parts = [""];
  let depth = 0;
  for (const token of body.split(/(\belse\b|[()])/)) {
    depth += token === "(" ? 1 : token === ")" ? -1 : 0;
    if (token === "else" && depth === 0) parts.push("");
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => part.trim().replace(/\s+/g, " "));
}

/**
 * Shows the workshop.
 * @param {HTMLElement} place
 * @param {URLSearchParams} fields
 */
export async function showStrategy(place, fields) {
  const text = fields.get("text") ?? (await get("/api/example/sgl/nim.sgl")).text;
  const view = new StrategyView(place, text, fields);
  return () => { view.editor.close(); view.running.cancel(); };
}
