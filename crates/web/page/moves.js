// The legal moves as a list, each with what it is worth.

import { movesAt, rank, tone, worth } from "./board.js";
import { button, element, show } from "./dom.js";

/** @typedef {import("./board.js").Move} Move */
/** @typedef {import("./board.js").Verdict} Verdict */

/** The list of moves. What is judged is marked in the list that stands, so that no click is lost. */
export class MoveList {
  /**
   * @param {Map<string, Verdict>} verdicts by move
   * @param {(moves: string[]) => void} play
   * @param {(move: string) => void} whyNot
   */
  constructor(verdicts, play, whyNot) {
    this.verdicts = verdicts;
    this.play = play;
    this.whyNot = whyNot;
    /** @type {Map<Move, HTMLElement>} */ this.items = new Map();
    /** @type {Map<string, HTMLSelectElement>} where all move at the same time */ this.choices = new Map();
    this.list = element("ul", { "aria-label": "Moves" });
    this.box = element("div", { class: "moves", role: "group", "aria-label": "Legal moves" });
  }

  /**
   * Lists the moves that concern all selected cells.
   * @param {any} view
   * @param {number[]} selected
   */
  draw(view, selected) {
    const focused = this.box.contains(document.activeElement);
    if (view.simultaneous && !view.final) show(this.box, ...this.jointForm(view));
    else this.drawList(view, movesAt(view.board, selected));
    if (focused) /** @type {HTMLElement | null} */ (this.box.querySelector("button, select"))?.focus();
  }

  /**
   * @param {any} view
   * @param {Move[]} open
   */
  drawList(view, open) {
    this.items = new Map(open.map((move) => [move, element("li", {}, button(move.text, () => this.play([move.text])))]));
    this.list = element("ul", { "aria-label": "Moves" });
    show(this.box, view.final ? null : element("h3", {}, "Moves"), this.list);
    this.mark();
  }

  /** Writes what is known behind every move, the best ones first once all are judged. */
  mark() {
    const known = [...this.verdicts.values()].filter((one) => one.verdict).map(rank);
    const best = Math.max(-Infinity, ...known);
    for (const [move, item] of this.items) this.markOne(item, move.text, best);
    const sorted = this.grouped([...this.items.keys()]).map((move) => /** @type {HTMLElement} */ (this.items.get(move)));
    if (sorted.some((item, i) => this.list.children[i] !== item)) this.list.append(...sorted);
  }

  /**
   * @param {HTMLElement} item
   * @param {string} move
   * @param {number} best what the best move is worth
   */
  markOne(item, move, best) {
    while (item.children.length > 1) item.lastElementChild?.remove();
    const verdict = this.verdicts.get(move);
    if (verdict?.verdict) item.firstElementChild?.setAttribute("aria-description", worth(verdict));
    else item.firstElementChild?.removeAttribute("aria-description");
    if (!verdict) return;
    if (verdict.verdict === null) {
      item.append(element("span", { class: "size" }, "not known yet"));
      return;
    }
    item.append(element("span", { class: `tag ${tone(verdict, this.verdicts)}` }, verdict.verdict));
    if (typeof verdict.value === "number" && worth(verdict) !== verdict.verdict) item.append(element("span", { class: "size", title: "the value for the first agent" }, String(verdict.value)));
    if (verdict.distance !== undefined) {
      item.append(element("span", { class: "size", title: "moves of all agents to the end, with best play" }, `in ${verdict.distance + 1}`));
    }
    if (rank(verdict) < best) item.append(button("Why not?", () => this.whyNot(move), { class: "small", "aria-label": `Why not ${move}?` }));
  }

  /**
   * Sorts moves by their verdicts, once all are judged: quick wins first, long losses before short ones.
   * @param {Move[]} moves
   */
  grouped(moves) {
    const { verdicts } = this;
    if (!moves.every((move) => verdicts.has(move.text))) return moves;
    const worth = (/** @type {Move} */ move) => {
      const verdict = /** @type {Verdict} */ (verdicts.get(move.text));
      const value = verdict.verdict ? rank(verdict) : -Infinity;
      return [value, (value < 0 ? 1 : -1) * (verdict.distance ?? 0)];
    };
    return moves.toSorted((a, b) => worth(b)[0] - worth(a)[0] || worth(b)[1] - worth(a)[1]);
  }

  /**
   * Chooses a move in the list of its agent, where all move at the same time.
   * @param {Move} move
   */
  choose(move) {
    const list = this.choices.get(move.agent);
    if (list) list.value = move.text;
  }

  /**
   * Makes a choice of one move for each agent.
   * @param {any} view
   */
  jointForm(view) {
    const lists = view.agents.map((/** @type {string} */ agent) => {
      const moves = view.board.moves.filter((/** @type {any} */ move) => move.agent === agent);
      const options = moves.map((/** @type {any} */ move) => element("option", { value: move.text }, move.text));
      return [agent, /** @type {HTMLSelectElement} */ (element("select", { "aria-label": `Move of ${agent}` }, ...options))];
    });
    this.choices = new Map(lists);
    return [element("h3", {}, "Moves of all agents"),
      ...lists.map((/** @type {any} */ [agent, list]) => element("label", {}, element("span", {}, agent), list)),
      button("Make these moves", () => this.play(lists.map((/** @type {any} */ pair) => pair[1].value)))];
  }
}
