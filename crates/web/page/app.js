// The page: what is shown follows from the address.

import { alertFor } from "./alert.js";
import { ask } from "./api.js";
import { drawBoard, movesAt, rank, tone } from "./board.js";
import { button, element, show } from "./dom.js";
import { showFileForm, showGallery } from "./gallery.js";
import { makePanels } from "./panels.js";
import { after, asked, commandLine, format, onLine, parse, splitMoves } from "./place.js";
import { ProofPanel, openEvidence } from "./proof.js";
import { variationTree } from "./variations.js";
import { showWorkshop } from "./workshops.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** The view of one game: a board, the moves, panels. */
class GameView {
  /** @param {import("./place.js").Place} place */
  constructor(place) {
    this.place = place;
    /** @type {any} */ this.view = null;
    /** @type {Promise<any>} */ this.shown = Promise.resolve(null);
    /** @type {Map<string, import("./board.js").Verdict>} */ this.verdicts = new Map();
    /** @type {number[]} */ this.selected = [];
    /** @type {import("./board.js").Move | null} */ this.last = null;
    this.board = element("div", { class: "board-place" });
    this.moves = element("div", { class: "moves" });
    this.text = element("div", { class: "texts" });
    this.fault = element("div", {});
    this.title = element("h2", {});
    this.undo = button("Undo", () => this.go({ ...this.place, at: this.place.at - this.step() }));
    this.redo = button("Redo", () => this.go({ ...this.place, at: this.place.at + this.step() }));
    this.variations = element("div", {});
    this.panels = makePanels({
      place: () => this.place, view: () => this.view, shown: () => this.shown, verdicts: this.verdicts,
      redraw: () => this.draw(), play: (move) => this.play(move),
      playLine: (moves) => this.playLine(moves), playAll: (moves) => this.playAll(moves),
      walk: (evidence, moves = []) => this.walk(evidence, moves),
      showLine: (moves) => this.showLine(moves),
    });
    this.proof = new ProofPanel(() => this.place, (place) => this.go(place));
    this.cancel = this.panels.cancel;
    show(main, element("div", { class: "game" },
      element("section", { "aria-label": "Board" }, this.title,
        this.board, element("div", { class: "bar" }, this.undo, this.redo), this.moves, this.variations, this.text, this.fault),
      element("div", { class: "panels" }, ...this.panels.panels.slice(0, 2), this.proof.section, ...this.panels.panels.slice(2))),
      element("div", { class: "panels below" }, ...this.panels.wide));
  }

  /** Returns how many moves of the line are one step: all agents' where they move at the same time. */
  step() {
    return this.view?.simultaneous ? this.view.agents.length : 1;
  }

  /**
   * Goes to another place of the game.
   * @param {import("./place.js").Place} place
   */
  go(place) {
    location.hash = format(place);
  }

  /**
   * Plays a move.
   * @param {string} move
   */
  play(move) {
    this.place = after(this.place, move);
    this.go(this.place);
  }

  /** @param {string[]} moves */
  playLine(moves) {
    const line = [...this.place.moves.slice(0, this.place.at), ...moves];
    this.go(onLine(this.place, line, this.place.at));
  }

  /** @param {string[]} moves */
  playAll(moves) {
    let { place } = this;
    for (const move of moves) place = after(place, move);
    this.go(place);
  }

  /**
   * Begins to walk through evidence about the place after some moves.
   * @param {number} evidence
   * @param {string[]} moves
   */
  walk(evidence, moves) {
    let { place } = this;
    for (const move of moves) place = after(place, move);
    this.go({ ...place, proof: { evidence, part: 0, from: place.at } });
  }

  /**
   * Draws the moves of a line on the board as arrows.
   * @param {string[]} moves
   */
  async showLine(moves) {
    const { place } = this;
    try {
      const view = await ask("/api/show", { ...asked(place), line: moves });
      if (this.place !== place) return;
      this.view = view;
      this.draw();
    } catch {
      // The line is still written beside the board.
    }
  }

  /**
   * Shows a place of the same game.
   * @param {import("./place.js").Place} place
   */
  async update(place) {
    this.cancel();
    this.verdicts.clear();
    this.selected = [];
    show(this.fault);
    const before = this.view;
    const forward = place.at > (this.shownAt ?? place.at);
    const next = place.at === (this.shownAt ?? place.at) + this.step();
    this.place = place;
    this.shownAt = place.at;
    try {
      this.shown = ask("/api/show", asked(place));
      const view = await this.shown;
      if (this.place !== place) return;
      const move = place.moves[place.at - 1];
      this.last = before && next
        ? before.board.moves.find((/** @type {any} */ m) => m.text === move) ?? null : null;
      this.view = view;
      this.draw();
      this.panels.moved(forward);
      await this.proof.update();
    } catch (error) {
      show(this.board, alertFor(error), button("Back to the start", () => this.go({ ...place, position: undefined, moves: [], at: 0 })));
    }
  }

  draw() {
    const { view } = this;
    if (!view) return;
    const focused = document.activeElement?.getAttribute("aria-label")?.split(",")[0];
    // The server knows examples as texts without a name.
    const name = this.place.game?.includes("/") ? this.place.game : view.game;
    show(this.title, name);
    const svg = view.board.cells.length > 0
      ? drawBoard({ name, board: view.board, verdicts: this.verdicts,
          selected: this.selected, last: this.last, clicked: (cell) => this.click(cell),
          dragged: (from, to) => this.drag(from, to) })
      : element("pre", { class: "drawing" }, view.drawing);
    const notes = view.board.notes.map((/** @type {string} */ note) => element("p", { class: "note" }, note));
    show(this.board, svg, ...(view.board.cells.length > 0 ? notes : []), element("p", { class: "turn" }, this.turn()));
    this.undo.disabled = this.place.at === 0;
    this.redo.disabled = this.place.at >= this.place.moves.length;
    this.drawMoves();
    this.drawTexts();
    show(this.variations, this.place.moves.length > 0 ? variationTree(this.place, (line, at) => this.go(onLine(this.place, line, at))) : null);
    if (focused) this.focus(focused);
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

  turn() {
    const { view } = this;
    if (view.final) return `The game is over: ${view.outcome} for ${view.first}.`;
    if (view.chance) return "Chance moves.";
    return view.turn ? `${view.turn} to move.` : "All agents move at the same time.";
  }

  drawMoves() {
    const { view } = this;
    const open = movesAt(view.board, this.selected);
    if (view.simultaneous && !view.final) return show(this.moves, ...this.jointForm());
    const best = Math.max(-Infinity, ...[...this.verdicts.values()].filter((one) => one.verdict).map(rank));
    const list = this.grouped(open).map((move) => {
      const verdict = this.verdicts.get(move.text);
      const mark = verdict?.verdict ? element("span", { class: `tag ${tone(verdict.verdict)}` }, verdict.verdict) : null;
      const plies = (verdict?.distance ?? 0) + 1;
      const distance = verdict?.distance === undefined ? null
        : element("span", { class: "size", title: "moves of all agents to the end, with best play" }, `in ${plies}`);
      const poor = verdict?.verdict && rank(verdict) < best;
      const why = poor ? button("Why not?", () => this.panels.whyNot(move.text), { class: "small", "aria-label": `Why not ${move.text}?` }) : null;
      return element("li", {}, button(move.text, () => this.play(move.text)), mark, distance, why);
    });
    show(this.moves, element("h3", {}, view.final ? "" : "Moves"), element("ul", { "aria-label": "Moves" }, ...list));
  }

  /**
   * Sorts moves by their verdicts, once all are judged: quick wins first, long losses before short ones.
   * @param {import("./board.js").Move[]} moves
   */
  grouped(moves) {
    const { verdicts } = this;
    if (!moves.every((move) => verdicts.has(move.text))) return moves;
    const worth = (/** @type {import("./board.js").Move} */ move) => {
      const verdict = /** @type {import("./board.js").Verdict} */ (verdicts.get(move.text));
      const value = verdict.verdict ? rank(verdict) : -Infinity;
      return [value, (value < 0 ? 1 : -1) * (verdict.distance ?? 0)];
    };
    return [...moves].sort((a, b) => worth(b)[0] - worth(a)[0] || worth(b)[1] - worth(a)[1]);
  }

  /** Makes a choice of one move for each agent. */
  jointForm() {
    const { view } = this;
    const lists = view.agents.map((/** @type {string} */ agent) => {
      const moves = view.board.moves.filter((/** @type {any} */ move) => move.agent === agent);
      const options = moves.map((/** @type {any} */ move) => element("option", { value: move.text }, move.text));
      return [agent, /** @type {HTMLSelectElement} */ (element("select", { "aria-label": `Move of ${agent}` }, ...options))];
    });
    const both = () => {
      let place = this.place;
      for (const [, list] of lists) place = after(place, list.value);
      this.go(place);
    };
    return [element("h3", {}, "Moves of all agents"),
      ...lists.map((/** @type {any} */ [agent, list]) => element("label", {}, element("span", {}, agent), list)),
      button("Make these moves", both)];
  }

  drawTexts() {
    const { place, view } = this;
    const position = /** @type {HTMLInputElement} */ (element("input", { value: view.position, "aria-label": "Position", spellcheck: "false" }));
    const set = () => this.go({ ...place, position: position.value, moves: [], at: 0 });
    position.addEventListener("keydown", (event) => { if (event.key === "Enter") set(); });
    const moves = /** @type {HTMLInputElement} */ (element("input", { value: view.moves, "aria-label": "Moves as text", spellcheck: "false" }));
    const play = () => this.playText(moves.value);
    moves.addEventListener("keydown", (event) => { if (event.key === "Enter") play(); });
    const open = this.text.querySelector("details")?.open;
    show(this.text, element("details", { open }, element("summary", {}, "Position and moves as text"),
      element("label", {}, element("span", {}, "Position"), position), button("Set up", set),
      element("label", {}, element("span", {}, "Moves"), moves), button("Play these moves", play),
      element("p", {}, "Command: ", element("code", {}, commandLine(place, "solve", view.moves)))));
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
      this.go(onLine(place, moves, moves.length));
    } catch (error) {
      show(this.fault, alertFor(error));
    }
  }

  /**
   * Plays the move from a cell to another one, or shows those there are to choose from.
   * @param {number} from
   * @param {number} to
   */
  drag(from, to) {
    const open = from === to ? [] : movesAt(this.view.board, [from, to]);
    if (open.length === 1) return this.play(open[0].text);
    this.selected = open.length > 0 ? [from, to] : [];
    return this.draw();
  }

  /** @param {number} cell */
  click(cell) {
    const { board } = this.view;
    const cells = this.selected.includes(cell) ? [] : [...this.selected, cell];
    const open = movesAt(board, cells);
    if (open.length === 1) return this.play(open[0].text);
    this.selected = open.length > 0 ? cells : movesAt(board, [cell]).length > 0 ? [cell] : [];
    if (movesAt(board, this.selected).length === 1 && this.selected.length > 0) {
      return this.play(movesAt(board, this.selected)[0].text);
    }
    this.draw();
  }
}

/** @type {GameView | null} */
let shown = null;

/** Ends the work of the workshop that is shown. */
let leave = () => {};

/** Shows what the address says. */
async function route() {
  const place = parse(location.hash);
  leave();
  leave = () => {};
  try {
    const left = await showWorkshop(main, location.hash);
    if (left) {
      shown?.cancel();
      [shown, leave] = [null, left];
      return;
    }
    if (!place) {
      shown?.cancel();
      shown = null;
      await (location.hash === "#open" ? showFileForm(main) : showGallery(main));
      return;
    }
    const same = shown && ["game", "language", "text", "position"].every((name) =>
      /** @type {any} */ (shown)?.place[name] === /** @type {any} */ (place)[name]);
    if (!same) {
      shown?.cancel();
      shown = new GameView(place);
    }
    await shown?.update(place);
  } catch (error) {
    show(main, alertFor(error));
  }
}

/**
 * Opens evidence that is dropped anywhere on the page.
 * @param {DragEvent} event
 */
async function drop(event) {
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  event.preventDefault();
  try {
    await openEvidence(file, shown?.place ?? null);
  } catch (error) {
    main.prepend(alertFor(error));
  }
}

addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", drop);
addEventListener("hashchange", route);
route();
