// Strategies as rules: a text that is checked while it is typed, what it guarantees, strategies that are
// found, and for every position of the game which rule decides it.

import { InputError, ask, attempt, follow, get } from "./api.js";
import { drawBoard, movesAt } from "./board.js";
import { button, choice, element, labelled, setChoices, show } from "./dom.js";
import { makeEditor } from "./editor.js";
import { alertFor } from "./alert.js";
import { Latest } from "./latest.js";
import { setAddress } from "./place.js";
import { turnText } from "./position.js";
import { Running } from "./running.js";
import { copyPanel, word } from "./share.js";
import { strategies } from "./strategies.js";

/** Games whose strategies are found in moments. */
const SMALL = ["tictactoe", "mk:m=3,n=4,k=3", "nim:heaps=3-4-5", "connect4:columns=4,rows=3,line=3", "hex:size=3"];

/** The seconds that a question may take unless it is stopped. */
const PATIENCE = 60;

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
    this.field = element("div", { class: "board-place", role: "group" });
    this.rules = element("div", { class: "rules", "aria-label": "Rules", role: "region" });
    this.status = element("output", { role: "status", class: "answer" });
    this.fault = element("div", {});
    this.wanted = { player: fields.get("player") ?? "", strategy: fields.get("strategy") ?? "" };
    this.checks = element("div", { role: "group", class: "checks" }, labelled("Strategy", this.strategy), labelled("Player", this.player),
      button("Check", () => this.check(), { class: "main" }), button("Positions by rule", () => this.positions()));
    this.latest = new Latest(this.field, this.rules, this.checks);
    this.editor = makeEditor("Text of the strategies", text, (now) => this.changed(now));
    const games = element("datalist", { id: "small-games" }, ...SMALL.map((value) => element("option", { value })));
    for (const list of [this.player, this.strategy]) list.addEventListener("change", () => this.refresh());
    this.undo = button("Undo", () => this.go(this.actions.slice(0, -1)));
    show(place, element("div", { class: "game" },
      element("section", {}, this.editor.box, this.fault),
      element("div", { class: "panels" },
        element("section", { "aria-label": "Find" }, element("h3", {}, "Find a strategy"), labelled("Game", this.game), games,
          button("Find a strategy", () => this.find())),
        element("section", { "aria-label": "Check" }, element("h3", {}, "What does it guarantee?"), this.checks, this.running.stopButton),
        this.status,
        element("section", { "aria-label": "Position" }, element("h3", {}, "Which rule decides here?"),
          this.field, element("div", { class: "bar" }, this.undo, button("Start", () => this.go([]))), this.rules),
        copyPanel({
          Python: () => `ludex.open_text(${JSON.stringify(this.editor.text())}, language="sgl").query(${JSON.stringify(this.question(this.ruleTexts().join(" else ")))})`,
          SVG: () => this.field.querySelector("svg")?.outerHTML ?? "",
          "command line": () => `ludex strategy ${word(this.gameName())} strategies.sgl --strategy ${word(this.strategy.value)} --player ${word(this.player.value)}` }))));
  }

  asked() {
    return { language: "sgl", text: this.editor.text() };
  }

  gameName() {
    return this.editor.text().match(/^\s*game\s+"?([^";]+)"?\s*;/m)?.[1].trim() ?? "strategies.sgl";
  }

  /**
   * Reads a text that was typed: its game, its strategies, its players.
   * @param {string} text
   */
  changed(text) {
    return this.latest.run(async (signal) => {
      const { agents } = await attempt("/api/show", { language: "sgl", text }, signal);
      this.editor.mark(null);
      show(this.fault);
      this.list(text, agents);
      await this.update(signal);
    }, (error) => {
      show(this.fault, alertFor(error));
      if (error instanceof InputError && error.fault.input?.text === text) this.editor.mark(error.fault.span);
    });
  }

  /**
   * Lists the strategies and the players of a text to be chosen from.
   * @param {string} text
   * @param {string[]} agents
   */
  list(text, agents) {
    const names = strategies(text).map((one) => one.name);
    const strategy = [this.wanted.strategy, this.strategy.value, "best", "play"].find((name) => names.includes(name)) ?? names[names.length - 1] ?? "";
    setChoices(this.strategy, names.map((name) => [name, name]), strategy);
    const player = [this.wanted.player, this.player.value].find((name) => agents.includes(name)) ?? agents[0];
    setChoices(this.player, agents.map((agent) => [agent, agent]), player);
    this.wanted = { player: "", strategy: "" };
  }

  /**
   * Shows the position after the moves, and what every rule plays there. Moves that the text does not
   * allow any more are taken back.
   * @param {AbortSignal} signal
   */
  async update(signal) {
    const { actions } = this;
    const fields = new URLSearchParams({ text: this.editor.text(), strategy: this.strategy.value, player: this.player.value });
    if (actions.length > 0) fields.set("moves", actions.join("~"));
    setAddress(this.field, `#workshop/strategy?${fields}`);
    this.selected = [];
    try {
      const view = await ask("/api/show", { ...this.asked(), moves: actions.map((action) => this.plain(action)) }, signal);
      const rules = view.final || view.turn !== this.player.value ? [] : await this.decisions(signal);
      this.view = view;
      this.draw(rules);
    } catch (error) {
      if (signal.aborted || actions.length === 0) throw error;
      this.actions = [];
      await this.update(signal);
    }
  }

  /** Shows the position again, with what is chosen now. */
  refresh() {
    return this.latest.run((signal) => this.update(signal), (error) => show(this.rules, alertFor(error)));
  }

  /** @param {string[]} actions */
  go(actions) {
    this.actions = actions;
    return this.refresh();
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

  /** Returns the rules of the chosen strategy, for the chosen player. */
  ruleTexts() {
    const player = this.player.value;
    const chosen = strategies(this.editor.text()).find((one) => one.name === this.strategy.value);
    if (!chosen) return [];
    const call = chosen.parameters.length > 0 ? `${chosen.name}(${player})` : chosen.name;
    const parts = chosen.parts.map((part) => chosen.parameters.reduce((text, name) => text.replace(new RegExp(`\\b${name}\\b`, "g"), player), part));
    return parts.length > 1 ? parts : [call];
  }

  /**
   * Returns the question what a rule plays in the position.
   * @param {string} rule
   */
  question(rule) {
    const quoted = this.actions.map((action) => (this.ofGame() ? action.replace(/^(move\([^,]*,)\s*"?(.*?)"?\)$/, '$1"$2")') : action));
    const after = quoted.length > 0 ? ` after ${quoted.join(", ")}` : "";
    return `moves ${rule} for ${this.player.value}${after}`;
  }

  /**
   * Asks what every rule of the strategy plays in the position.
   * @param {AbortSignal} signal
   * @returns {Promise<{ rule: string, moves: string[] }[]>}
   */
  async decisions(signal) {
    return Promise.all(this.ruleTexts().map(async (rule) => {
      const request = { query: this.question(rule), limits: { max_seconds: 10 } };
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
    show(this.field, board, element("p", { class: "turn" }, turnText(view)));
    this.undo.disabled = this.actions.length === 0;
    const decides = rules.findIndex((one) => one.moves.length > 0);
    const played = decides >= 0 ? rules[decides].moves.map((move) => this.plain(move)) : [];
    const open = view.final ? [] : movesAt(view.board, this.selected);
    const own = view.turn === this.player.value;
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

  /** Lists the positions that every rule decides, in all plays in which the player follows the strategy. */
  positions() {
    return this.running.answer(this.status, async (told, signal) => {
      show(this.status, "Walking through all plays …");
      const request = { rules: this.ruleTexts(), player: this.player.value, limits: { max_seconds: 20 } };
      const found = await follow("/api/decided", { ...this.asked(), request }, (name, data) => { told(name, data); }, signal);
      const parts = [...found.rules, { ...found.open, rule: "no rule" }].filter((one) => one.count > 0 || one.rule !== "no rule");
      show(this.status, element("p", {}, element("strong", {}, `Positions of ${found.player}${found.complete ? "" : ", as far as they were looked at"}:`)),
        element("ol", { class: "rules", "aria-label": "Positions by rule" }, ...parts.map((one) => this.decidedBy(one))));
    });
  }

  /** @param {{ rule: string, count: number, positions: { position: string, line: [string, string][], moves: string[] }[] }} one */
  decidedBy({ rule, count, positions }) {
    const go = (/** @type {[string, string][]} */ line) => this.go(line.map(([agent, move]) => (this.ofGame() ? `move(${agent},${move})` : move)));
    const items = positions.map(({ position, line, moves }) => element("li", {},
      button(position, () => go(line), { class: "small" }), moves.length > 0 ? ` → ${moves.join(", ")}` : ""));
    const more = count > positions.length ? element("li", {}, `and ${(count - positions.length).toLocaleString("en")} more`) : null;
    return element("li", {}, element("details", {}, element("summary", {}, element("code", {}, rule), ` decides ${count.toLocaleString("en")}`),
      element("ul", { class: "found" }, ...items, more)));
  }

  check() {
    return this.running.answer(this.status, async (told, signal) => {
      show(this.status, "Checking …");
      const request = { strategy: this.strategy.value, player: this.player.value, limits: { max_seconds: PATIENCE } };
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
    return this.running.answer(this.status, async (told, signal) => {
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
 * Shows the workshop.
 * @param {HTMLElement} place
 * @param {URLSearchParams} fields
 */
export async function showStrategy(place, fields) {
  const text = fields.get("text") ?? (await get("/api/example/sgl/nim.sgl")).text;
  const view = new StrategyView(place, text, fields);
  return () => { view.editor.close(); view.latest.cancel(); view.running.cancel(); };
}
