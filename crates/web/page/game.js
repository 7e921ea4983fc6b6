// The view of one game: a board, the moves, panels.

import { alertFor } from "./alert.js";
import { ask } from "./api.js";
import { changeBoard, drawBoard, markVerdicts, movesAt } from "./board.js";
import { button, element, show, withOptions } from "./dom.js";
import { Latest } from "./latest.js";
import { MoveList } from "./moves.js";
import { makePanels } from "./panels.js";
import { after, asked, commandLine, format, onLine, setAddress, splitMoves } from "./place.js";
import { saysTurn, textBoard, turnText } from "./position.js";
import { ProofPanel } from "./proof.js";
import { rulesPanel } from "./rules.js";
import { Settings } from "./settings.js";
import { variationTree } from "./variations.js";

/** @typedef {import("./place.js").Place} Place */

/** The view of one game. Where it is changes at once; the board follows when the server has answered. */
export class GameView {
  /** @param {Place} place */
  constructor(place) {
    this.place = place;
    /** @type {any} */ this.view = null;
    /** @type {any} the view without a line on it */ this.bare = null;
    /** @type {Promise<any>} */ this.shown = Promise.resolve(null);
    /** @type {number | null} the number of moves at the last place */ this.before = null;
    /** @type {Map<string, import("./board.js").Verdict>} */ this.verdicts = new Map();
    /** @type {number[]} */ this.selected = [];
    /** @type {import("./board.js").Move | null} */ this.last = null;
    /** @type {import("./board.js").Drawing | null} */ this.drawing = null;
    this.board = element("div", { class: "board-place", role: "group" }, element("p", {}, "Loading …"));
    /** what stands below the board */ this.under = element("div", {});
    this.texts = new Texts((position) => this.go({ ...this.place, position, moves: [], at: 0 }), (moves) => this.playText(moves));
    this.fault = element("div", {});
    this.title = element("h2", {});
    this.undo = button("Undo", () => this.step(-1));
    this.redo = button("Redo", () => this.step(1));
    this.variations = element("div", {});
    this.settings = new Settings(() => this.place, (settings) => this.rename({ ...this.place, settings }));
    this.panels = makePanels({
      place: () => this.place, view: () => this.view, shown: () => this.shown, verdicts: this.verdicts,
      redraw: () => this.mark(), play: (moves) => this.play(moves),
      playLine: (moves) => this.playLine(moves),
      walk: (evidence, question, moves = []) => this.walk(evidence, question, moves),
      asking: (question) => this.rename({ ...this.place, question }),
      settings: this.settings,
      showLine: (moves, signal) => this.showLine(moves, signal),
    });
    this.moves = new MoveList(this.verdicts, (moves) => this.play(moves), (move) => this.panels.whyNot(move));
    this.proof = new ProofPanel(() => this.place, (next) => this.go(next), this.panels.status, (proof) => {
      this.rename({ ...this.place, proof });
      return this.update(this.place);
    });
    this.latest = new Latest(this.board, this.moves.box, this.proof.section);
    this.root = element("div", {}, element("div", { class: "game" },
      element("section", { "aria-label": "Board" }, this.title,
        this.board, element("div", { class: "bar" }, this.undo, this.redo), this.moves.box, this.variations, this.settings.keepOpen("text", this.texts.box), this.fault, this.settings.keepOpen("rules", rulesPanel(place))),
      element("div", { class: "panels" }, ...this.panels.panels.slice(0, 2), this.proof.section, ...this.panels.panels.slice(2))),
      element("div", { class: "panels below" }, ...this.panels.wide));
  }

  /** Ends all work. */
  cancel() {
    this.latest.cancel();
    this.panels.cancel();
    this.proof.proving.cancel();
  }

  /**
   * Changes the address of what is shown.
   * @param {Place} place
   */
  rename(place) {
    this.place = place;
    setAddress(this.root, format(place));
  }

  /**
   * Goes to another place of the game.
   * @param {Place} place
   */
  go(place) {
    const address = format(place);
    if (address !== location.hash) history.pushState(null, "", address);
    return this.update(place);
  }

  /**
   * Goes along the line: by all agents' moves where they move at the same time.
   * @param {number} steps
   */
  step(steps) {
    const length = this.stride() * steps;
    return this.go({ ...this.place, at: Math.min(Math.max(this.place.at + length, 0), this.place.moves.length) });
  }

  /** Returns how many moves of the line are one step. */
  stride() {
    return this.view?.simultaneous ? this.view.agents.length : 1;
  }

  /**
   * Plays moves one after the other.
   * @param {string[]} moves
   */
  play(moves) {
    return this.go(moves.reduce(after, this.place));
  }

  /**
   * Puts moves behind those so far, without playing them.
   * @param {string[]} moves
   */
  playLine(moves) {
    return this.go(onLine(this.place, [...this.place.moves.slice(0, this.place.at), ...moves], this.place.at));
  }

  /**
   * Begins to walk through evidence about the place after some moves.
   * @param {number} evidence
   * @param {import("./place.js").Question} question what it answers
   * @param {string[]} moves
   */
  walk(evidence, question, moves) {
    const place = moves.reduce(after, this.place);
    return this.go({ ...place, proof: { evidence, part: 0, from: place.at, question } });
  }

  /**
   * Draws the moves of a line on the board as arrows.
   * @param {string[]} moves
   * @param {AbortSignal} signal
   */
  async showLine(moves, signal) {
    try {
      this.view = await ask("/api/show", { ...asked(this.place), line: moves }, signal);
      this.drawBoard();
    } catch {
      // The line is still written beside the board.
    }
  }

  /**
   * Shows a place of the same game.
   * @param {Place} place
   */
  update(place) {
    this.panels.cancel();
    this.verdicts.clear();
    this.selected = [];
    show(this.fault);
    const moved = place.at - (this.before ?? place.at);
    const [before, next] = [this.view, moved === this.stride()];
    [this.place, this.before] = [place, place.at];
    this.undo.disabled = place.at === 0;
    this.redo.disabled = place.at >= place.moves.length;
    this.drawLines();
    this.settings.apply();
    return this.latest.run(async (signal) => {
      this.shown = ask("/api/show", asked(place), signal);
      this.shown.catch(() => {});
      this.bare = await this.shown;
      this.view = this.bare;
      const move = place.moves[place.at - 1];
      // Where the library has marked it, it is not marked a second time.
      this.last = before && next && !this.view.board.cells.some((/** @type {any} */ cell) => cell.last)
        ? before.board.moves.find((/** @type {any} */ m) => m.text === move) ?? null : null;
      this.draw();
      await this.proof.update(signal);
      this.panels.moved(moved > 0);
    }, (error) => this.refuse(error));
  }

  /**
   * Says why a place cannot be shown.
   * @param {unknown} error
   */
  refuse(error) {
    this.view = null;
    show(this.moves.box);
    show(this.board, alertFor(error), button("Back to the start", () => this.go({ ...this.place, position: undefined, moves: [], at: 0 })));
  }

  draw() {
    this.drawBoard();
    this.moves.draw(this.view, this.selected);
    this.texts.show(this.place, this.view);
  }

  /** Shows all lines that were tried. They are known before the server has answered. */
  drawLines() {
    const { place } = this;
    const focused = this.variations.contains(document.activeElement);
    show(this.variations, place.moves.length > 0 ? variationTree(place, (line, at) => this.go(onLine(this.place, line, at))) : null);
    if (focused) /** @type {HTMLElement | null} */ (this.variations.querySelector("[aria-selected=true], [role=treeitem]"))?.focus();
  }

  drawBoard() {
    const { view } = this;
    const focused = this.board.contains(document.activeElement) && document.activeElement?.getAttribute("aria-label")?.split(",")[0];
    const name = this.place.game ?? view.game;
    show(this.title, name, view.game.length > name.length && view.game.includes(":") ? element("small", { class: "keys" }, ...breakable(view.game)) : null);
    document.title = `${name} – Ludex`;
    this.drawing = { name, board: view.board, verdicts: this.verdicts, selected: this.selected, last: this.last,
      clicked: (cell) => this.click(cell), dragged: (from, to) => this.drag(from, to) };
    const svg = /** @type {SVGElement | null} */ (this.board.querySelector("svg[role=grid]"));
    const board = view.board.cells.length === 0 ? textBoard(name, view.drawing)
      : svg && changeBoard(svg, this.drawing) ? svg : drawBoard(this.drawing);
    const drawn = view.board.cells.length === 0 ? view.drawing.split("\n") : [];
    const under = [notes(view.board.notes.filter((/** @type {string} */ note) => !drawn.includes(note) && !saysTurn(note, view.turn))),
      element("p", { class: "turn" }, this.swatch(), turnText(view))];
    if (board === svg) this.under.replaceChildren(...under);
    else show(this.board, board, (this.under = element("div", {}, ...under)));
    // Numbers of a line stand where verdicts would.
    this.board.classList.toggle("lined", view !== this.bare);
    if (focused && board !== svg) this.focus(focused);
  }

  /** Shows verdicts that have become known on what stands there, instead of a line. */
  mark() {
    if (this.view !== this.bare) {
      this.view = this.bare;
      this.drawBoard();
    }
    const svg = /** @type {SVGElement | null} */ (this.board.querySelector("svg[role=grid]"));
    if (svg && this.drawing) markVerdicts(svg, this.drawing);
    this.moves.mark();
  }

  /**
   * Gives the focus back to a cell of the board that was drawn anew.
   * @param {string} name
   */
  focus(name) {
    const cells = [...this.board.querySelectorAll('[role="gridcell"]')];
    const cell = cells.find((c) => c.getAttribute("aria-label")?.split(",")[0] === name);
    if (cell instanceof SVGElement) cell.focus();
  }

  /** Shows which disc is that of the agent on turn, where discs have no letters. */
  swatch() {
    const { view } = this;
    const agent = view.final || view.board.shape !== "hole" ? -1 : view.agents.indexOf(view.turn);
    return agent < 0 ? null : element("span", { class: `swatch agent-${agent}`, "aria-hidden": "true" });
  }

  /**
   * Plays a text of moves from the start or the position that was set up.
   * @param {string} text
   */
  async playText(text) {
    const { place } = this;
    const moves = splitMoves(text);
    try {
      await ask("/api/show", { ...asked(place), moves });
      if (this.place === place) this.go(onLine(place, moves, moves.length));
    } catch (error) {
      if (this.place === place) show(this.fault, alertFor(error));
    }
  }

  /**
   * Plays the move from a cell to another one, or shows those there are to choose from.
   * @param {number} from
   * @param {number} to
   */
  drag(from, to) {
    if (this.view.simultaneous) return undefined;
    const open = from === to ? [] : movesAt(this.view.board, [from, to]);
    if (open.length === 1) return this.play([open[0].text]);
    return this.select(open.length > 0 ? [from, to] : []);
  }

  /** @param {number} cell */
  click(cell) {
    const { board } = this.view;
    if (this.view.simultaneous) return this.choose(cell);
    const cells = this.selected.includes(cell) ? [] : [...this.selected, cell];
    for (const chosen of [cells, [cell]]) {
      const open = movesAt(board, chosen);
      if (open.length === 1 && chosen.length > 0) return this.play([open[0].text]);
      if (open.length > 0) return this.select(chosen);
    }
    return this.select([]);
  }

  /**
   * Chooses the move of an agent that concerns a cell, where all move at the same time.
   * @param {number} cell
   */
  choose(cell) {
    const { board, agents } = this.view;
    const [move, other] = movesAt(board, [cell]);
    if (!move || other) return;
    const own = board.moves.filter((/** @type {any} */ one) => one.agent === move.agent).flatMap((/** @type {any} */ one) => one.cells);
    this.moves.choose(move);
    this.selected = agents.length === 1 ? [cell] : [...this.selected.filter((one) => !own.includes(one)), cell];
    this.drawBoard();
  }

  /** @param {number[]} cells */
  select(cells) {
    this.selected = cells;
    this.drawBoard();
    this.moves.draw(this.view, cells);
  }
}

/** Position and moves as texts that can be changed. */
class Texts {
  /**
   * @param {(position: string) => void} setUp
   * @param {(moves: string) => void} play
   */
  constructor(setUp, play) {
    const field = (/** @type {string} */ name, /** @type {(text: string) => void} */ enter) => {
      const input = /** @type {HTMLInputElement} */ (element("input", { "aria-label": name, spellcheck: "false" }));
      input.addEventListener("keydown", (event) => { if (event.key === "Enter") enter(input.value); });
      return input;
    };
    this.position = field("Position", setUp);
    this.moves = field("Moves as text", play);
    this.command = element("code", {});
    this.box = element("details", { class: "texts" }, element("summary", {}, "Position and moves as text"),
      element("label", {}, element("span", {}, "Position"), this.position), button("Set up", () => setUp(this.position.value)),
      element("label", {}, element("span", {}, "Moves"), this.moves), button("Play these moves", () => play(this.moves.value)),
      element("p", {}, "Command: ", this.command));
  }

  /**
   * @param {Place} place
   * @param {any} view
   */
  show(place, view) {
    this.position.value = view.position;
    this.moves.value = view.moves;
    show(this.command, ...withOptions(commandLine(place, "solve", view.moves)));
  }
}

/**
 * Lets a long name of a game go on in the next line behind a comma.
 * @param {string} name
 */
function breakable(name) {
  return name.split(/(?<=,)/).flatMap((part) => [part, element("wbr")]);
}

/** The most lines about a position that are shown without being asked for. */
const MOST_NOTES = 3;

/**
 * Shows what a board does not: a few lines, or a list that is opened.
 * @param {string[]} lines
 */
function notes(lines) {
  const list = lines.map((line) => element("p", { class: "note" }, line));
  return lines.length <= MOST_NOTES ? element("div", {}, ...list)
    : element("details", { class: "note" }, element("summary", {}, `${lines.length} more facts`), ...list);
}
