// Chess problems: a position set up by drag, a stipulation, and the solutions as a tree whose moves
// are shown on the board.

import { ask, attempt, follow } from "./api.js";
import { drawBoard, fragment } from "./board.js";
import { button, choice, drawn, element, labelled, show } from "./dom.js";
import { alertFor } from "./alert.js";
import { Latest } from "./latest.js";
import { setAddress } from "./place.js";
import { Running } from "./running.js";
import { copyPanel, word } from "./share.js";

/** Letters of FEN, the figures that stand for them, and their names. */
const PIECES = /** @type {[string, string, string][]} */ ([
  ["K", "♔", "white king"], ["Q", "♕", "white queen"], ["R", "♖", "white rook"], ["B", "♗", "white bishop"],
  ["N", "♘", "white knight"], ["P", "♙", "white pawn"], ["k", "♚", "black king"], ["q", "♛", "black queen"],
  ["r", "♜", "black rook"], ["b", "♝", "black bishop"], ["n", "♞", "black knight"], ["p", "♟", "black pawn"]]);

/** A first problem: White mates in two moves (Paul Morphy). */
const START = "kbK5/pp6/1P6/8/8/8/8/R7";

/** @typedef {import("./board.js").Board} Board */

/** A workshop of chess problems. */
class ProblemView {
  /**
   * @param {HTMLElement} place
   * @param {Board} board the board of the start, from which pieces and squares are taken
   * @param {URLSearchParams} fields
   */
  constructor(place, board, fields) {
    this.board = board;
    /** @type {Map<string, string>} */ this.drawings = new Map();
    for (const cell of board.cells) if (cell.text) this.drawings.set(cell.text, cell.content);
    /** @type {Map<string, string>} by the name of the square: a letter of FEN */ this.men = new Map();
    /** @type {string | null} */ this.brush = null;
    /** @type {any} the position that is shown instead of the set-up */ this.shown = null;
    /** @type {number[]} */ this.marked = [];
    this.solving = new Running();
    this.showing = new Latest();
    this.field = element("div", { class: "board-place" });
    this.note = element("p", { class: "turn" });
    this.status = element("output", { role: "status", class: "answer" });
    this.palette = element("div", { class: "palette", role: "toolbar", "aria-label": "Pieces" });
    this.fen = /** @type {HTMLInputElement} */ (element("input", { spellcheck: "false" }));
    this.turn = choice([["", "as usual"], ["w", "White"], ["b", "Black"]], fields.get("turn") ?? "");
    this.stipulation = /** @type {HTMLInputElement} */ (element("input", { value: fields.get("stipulation") ?? "#2", list: "stipulations", spellcheck: "false" }));
    const box = (/** @type {boolean} */ checked) => /** @type {HTMLInputElement} */ (element("input", { type: "checkbox", checked }));
    this.setPlay = box(true);
    this.tries = box(false);
    this.read(fields.get("position") ?? START);
    this.fen.addEventListener("change", () => { this.read(this.fen.value); this.setUp(); });
    this.turn.addEventListener("change", () => this.setUp());
    this.makePalette();
    const common = ["#1", "#2", "#3", "h#1", "h#2", "h#2.5", "s#2", "r#2", "ser-h#3", "=2"];
    show(place, element("div", { class: "game" },
      element("section", { "aria-label": "Board" }, this.field, this.note, this.palette,
        element("div", { class: "bar" }, button("Back to the diagram", () => this.setUp()), button("Clear the board", () => { this.men.clear(); this.setUp(); }))),
      element("div", { class: "panels" },
        element("section", { "aria-label": "Problem" },
          labelled("Stipulation", this.stipulation), element("datalist", { id: "stipulations" }, ...common.map((value) => element("option", { value }))),
          labelled("First move", this.turn), labelled("Position", this.fen),
          labelled("Set play", this.setPlay), labelled("Tries", this.tries),
          button("Solve", () => this.solve(), { class: "main" }), this.solving.stopButton),
        this.status,
        copyPanel({ "command line": () => `ludex problem ${word(this.stipulation.value)} --position ${word(this.fen.value)} --all`,
          Python: () => `ludex.problem(${JSON.stringify(this.stipulation.value)}, ${JSON.stringify(this.fen.value)}, all=True)`,
          SVG: async () => (await ask("/api/svg", { game: "chess", position: this.shown?.position ?? this.fen.value })).svg }))));
    this.setUp();
  }

  /** Makes the pieces that are dragged onto the board, or chosen and then put by clicks. */
  makePalette() {
    const one = (/** @type {string} */ letter, /** @type {string} */ figure, /** @type {string} */ name) => {
      const svg = drawn("svg", { viewBox: "-20 -20 40 40", "aria-hidden": "true" }, fragment(this.drawings.get(figure) ?? ""));
      const made = element("button", { type: "button", "aria-label": name, "aria-pressed": "false", "data-piece": letter }, svg);
      made.addEventListener("click", () => this.choose(this.brush === letter ? null : letter));
      made.addEventListener("pointerdown", (event) => this.drag(event, letter, null));
      return made;
    };
    const remove = element("button", { type: "button", "aria-label": "remove pieces", "aria-pressed": "false", "data-piece": "" }, "✕");
    remove.addEventListener("click", () => this.choose(this.brush === "" ? null : ""));
    show(this.palette, ...PIECES.map(([letter, figure, name]) => one(letter, figure, name)), remove);
  }

  /** @param {string | null} letter */
  choose(letter) {
    this.brush = letter;
    for (const made of this.palette.querySelectorAll("button")) {
      made.setAttribute("aria-pressed", String(letter !== null && made.getAttribute("data-piece") === letter));
    }
  }

  /**
   * Follows the pointer with a piece, and puts it down where it is let go; beside the board it is gone.
   * @param {PointerEvent} event
   * @param {string} letter
   * @param {string | null} from
   */
  drag(event, letter, from) {
    if (event.button !== 0) return;
    event.preventDefault();
    const figure = PIECES.find((piece) => piece[0] === letter)?.[1] ?? "";
    const ghost = element("div", { class: "ghost" }, drawn("svg", { viewBox: "-20 -20 40 40" }, fragment(this.drawings.get(figure) ?? "")));
    const start = [event.clientX, event.clientY];
    let moved = false;
    const follow = (/** @type {PointerEvent} */ at) => {
      if (!moved && Math.hypot(at.clientX - start[0], at.clientY - start[1]) < 5) return;
      if (!moved) document.body.append(ghost);
      moved = true;
      ghost.style.transform = `translate(${at.clientX}px, ${at.clientY}px)`;
    };
    const end = (/** @type {PointerEvent} */ at) => {
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      ghost.remove();
      if (!moved || at.type === "pointercancel") return;
      const square = this.squareAt(at);
      if (from) this.men.delete(from);
      if (square) this.men.set(square, letter);
      this.setUp();
    };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /** @param {PointerEvent} event */
  squareAt(event) {
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
    return cell && this.field.contains(cell) ? this.board.cells[Number(cell.getAttribute("data-cell"))].name : null;
  }

  /** @param {number} cell */
  click(cell) {
    const { name } = this.board.cells[cell];
    if (this.brush === null || this.shown) return;
    if (this.brush === "" || this.men.get(name) === this.brush) this.men.delete(name);
    else this.men.set(name, this.brush);
    this.setUp();
    const cells = [...this.field.querySelectorAll("[data-cell]")];
    const again = cells.find((other) => other.getAttribute("data-cell") === String(cell));
    if (again instanceof SVGElement) again.focus();
  }

  /** Shows the position that is being set up. */
  setUp() {
    this.showing.cancel();
    [this.shown, this.marked] = [null, []];
    this.fen.value = this.write();
    const fields = { position: this.fen.value, stipulation: this.stipulation.value, turn: this.turn.value };
    setAddress(this.field, `#workshop/problem?${new URLSearchParams(fields)}`);
    show(this.note, "Drag pieces onto the board, or choose one and click squares.");
    this.draw();
  }

  draw() {
    const figures = new Map(PIECES.map(([letter, figure]) => [letter, figure]));
    const filled = (/** @type {import("./board.js").Cell} */ cell) => {
      const text = figures.get(this.men.get(cell.name) ?? "") ?? "";
      return { ...cell, text, content: this.drawings.get(text) ?? "" };
    };
    const board = this.shown?.board ?? { ...this.board, cells: this.board.cells.map((cell) => (cell.label ? cell : filled(cell))) };
    const svg = drawBoard({ name: "Chess problem", board: { ...board, moves: [] }, verdicts: new Map(),
      selected: this.marked, clicked: (cell) => this.click(cell) });
    for (const cell of svg.querySelectorAll("[data-cell]")) {
      // What can be dragged does not scroll the page under a finger.
      cell.classList.toggle("movable", !this.shown && this.men.has(this.board.cells[Number(cell.getAttribute("data-cell"))].name));
    }
    svg.addEventListener("pointerdown", (event) => {
      const cell = /** @type {Element} */ (event.target).closest("[data-cell]");
      const name = cell && this.board.cells[Number(cell.getAttribute("data-cell"))].name;
      const letter = name && this.men.get(name);
      if (letter && !this.shown && this.brush === null) this.drag(/** @type {PointerEvent} */ (event), letter, name);
    });
    show(this.field, svg);
  }

  /**
   * Reads the board of a FEN; what is no FEN is left out.
   * @param {string} fen
   */
  read(fen) {
    this.men.clear();
    const [rows, turn] = fen.trim().split(/\s+/);
    (rows ?? "").split("/").slice(0, 8).forEach((row, line) => {
      let column = 0;
      for (const letter of row) {
        if (/[1-8]/.test(letter)) { column += Number(letter); continue; }
        if (/[kqrbnp]/i.test(letter) && column < 8) this.men.set(`${"abcdefgh"[column]}${8 - line}`, letter);
        column += 1;
      }
    });
    if (turn === "w" || turn === "b") this.turn.value = turn;
  }

  /** Writes the set-up as FEN; who moves is left out unless it was chosen. */
  write() {
    const rows = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => [..."abcdefgh"]
      .map((file) => this.men.get(`${file}${rank}`) ?? "1").join("").replace(/1+/g, (ones) => String(ones.length)));
    return rows.join("/") + (this.turn.value ? ` ${this.turn.value}` : "");
  }

  solve() {
    this.setUp();
    return this.solving.answer(this.status, async (told, signal) => {
      show(this.status, "Solving …");
      const request = { stipulation: this.stipulation.value.trim(), position: this.fen.value, all: true,
        set_play: this.setPlay.checked, tries: this.tries.checked, limits: { max_seconds: 60 } };
      const solved = await follow("/api/problem", { request }, (name, data) => { told(name, data); }, signal);
      show(this.status, ...this.solutions(solved));
    });
  }

  /**
   * Shows the position after moves, with the squares of a move marked that is only threatened.
   * @param {string} position
   * @param {string[]} moves
   * @param {string} text
   * @param {string} [threat]
   */
  showPosition(position, moves, text, threat) {
    return this.showing.run(async (signal) => {
      this.shown = await attempt("/api/show", { game: "chess", position, moves }, signal);
      const square = (/** @type {string | undefined} */ name) => this.board.cells.findIndex((cell) => !cell.label && cell.name === name);
      this.marked = threat ? [square(threat.slice(0, 2)), square(threat.slice(2, 4))] : [];
      show(this.note, text);
      this.draw();
    }, (error) => show(this.note, alertFor(error)));
  }

  /** @param {any} solved */
  solutions(solved) {
    const noun = solved.keys ? ["key", "keys"] : ["solution", "solutions"];
    const count = solved.count === 0 ? `no ${noun[0]}` : `${solved.count} ${noun[solved.count === 1 ? 0 : 1]}`;
    const sure = solved.complete ? "" : ", perhaps more";
    const parts = [element("p", {}, element("strong", {}, `${solved.stipulation}: ${count}${sure}`))];
    const tree = (/** @type {any[]} */ items) => element("ul", { class: "solutions", role: "tree", "aria-label": "Solutions" }, ...items);
    const base = solved.position;
    if (solved.variations?.length) parts.push(tree(solved.variations.map((/** @type {any} */ key) => this.variation(base, [], key, "key"))));
    else parts.push(tree(solved.solutions.map((/** @type {string[]} */ line, /** @type {number} */ i) => this.line(base, line, solved.printed[i]))));
    if (solved.tries?.length) {
      parts.push(element("h3", {}, "Tries"), tree(solved.tries.map((/** @type {any} */ one) => this.line(base, [one.move, one.refutation], one.printed))));
    }
    if (solved.set_variations?.length) {
      const flipped = flip(base);
      parts.push(element("h3", {}, "Set play"), tree(solved.set_variations.map((/** @type {any} */ one) => this.variation(flipped, [], one, "defence"))));
    }
    if (solved.set_play?.solutions.length) {
      const flipped = flip(base);
      parts.push(element("h3", {}, "Set play"), tree(solved.set_play.solutions.map((/** @type {string[]} */ line, /** @type {number} */ i) => this.line(flipped, line, solved.set_play.printed[i]))));
    }
    return parts;
  }

  /**
   * Makes the item of a move with what comes after it.
   * @param {string} base
   * @param {string[]} before
   * @param {any} variation
   * @param {"key" | "threat" | "defence" | "answer"} kind
   * @returns {HTMLElement}
   */
  variation(base, before, variation, kind) {
    const moves = [...before, variation.move];
    const text = `${variation.printed}${kind === "key" ? "!" : ""}`;
    const move = kind === "threat"
      ? button(text, () => this.showPosition(base, before, `The threat: ${text}`, variation.move))
      : button(text, () => this.showPosition(base, moves, text));
    const item = element("li", { role: "treeitem" }, kind === "key" || kind === "threat" ? element("span", { class: "kind" }, kind) : null, move);
    const threats = (variation.threats ?? []).map((/** @type {any} */ threat) => this.variation(base, moves, { ...threat, next: [], threats: [] }, "threat"));
    const after = kind === "defence" ? "answer" : "defence";
    const next = (variation.next ?? []).map((/** @type {any} */ one) => this.variation(base, moves, one, after));
    if (threats.length + next.length > 0) item.append(element("ul", { role: "group" }, ...threats, ...next));
    return item;
  }

  /**
   * Makes the item of a line whose moves are shown one by one.
   * @param {string} base
   * @param {string[]} line
   * @param {string} printed
   */
  line(base, line, printed) {
    const words = (printed ?? "").replace(/(\d+\.)\s*(\.\.\.)?\s*/g, "$1").split(/\s+/).filter((word) => word !== "");
    const texts = words.length === line.length ? words : line;
    const moves = texts.map((text, i) => button(text, () => this.showPosition(base, line.slice(0, i + 1), texts.slice(0, i + 1).join(" "))));
    return element("li", { role: "treeitem" }, ...moves);
  }
}

/**
 * Returns a FEN with the other side on turn.
 * @param {string} fen
 */
function flip(fen) {
  const [rows, turn, castling] = fen.split(" ");
  return `${rows} ${turn === "b" ? "w" : "b"} ${castling ?? "-"} -`;
}

/**
 * Shows the workshop.
 * @param {HTMLElement} place
 * @param {URLSearchParams} fields
 */
export async function showProblem(place, fields) {
  const start = await ask("/api/show", { game: "chess" });
  const view = new ProblemView(place, start.board, fields);
  return () => { view.solving.cancel(); view.showing.cancel(); };
}
