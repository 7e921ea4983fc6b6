// Playing against the program, and watching it play.

import { follow, get } from "./api.js";
import { button, choice, element, labelled, setChoices, show } from "./dom.js";
import { asked } from "./place.js";
import { turnText } from "./position.js";

/** @typedef {import("./panels.js").Page} Page */

/**
 * Fills a list with the players that need nothing from outside.
 * @param {HTMLSelectElement} list
 * @param {Page} page
 */
async function listPlayers(list, page) {
  const players = await get("/api/players");
  const free = players.filter((/** @type {any} */ one) => !one.argument && !["human", "function"].includes(one.name));
  setChoices(list, free.map((/** @type {any} */ one) => [one.name, one.name]), list.value);
  page.settings.apply();
}

/** The panel: which player, how long it thinks, which side it plays. */
export class PlayPanel {
  /**
   * @param {Page} page
   * @param {import("./running.js").Running} running
   * @param {HTMLElement} status
   */
  constructor(page, running, status) {
    this.page = page;
    this.running = running;
    this.status = status;
    /** Whether the program goes on by itself. */
    this.active = false;
    this.player = page.settings.keep("player", choice([["auto", "auto"]]));
    listPlayers(this.player, page).catch(() => {});
    this.seconds = page.settings.keep("time", choice([["0.05", "0.05 s"], ["0.2", "0.2 s"], ["1", "1 s"], ["5", "5 s"]], "1"));
    this.side = page.settings.keep("makes", choice([["", "one move"]]));
    this.section = element("section", { "aria-label": "Play" }, element("h3", {}, "Let the program move"),
      labelled("Player", this.player), labelled("Time", this.seconds), labelled("It makes", this.side),
      button("Play", () => this.start()));
  }

  /** Lists the sides once the agents are known. */
  listSides() {
    const { agents, simultaneous } = this.page.view();
    if (this.side.options.length > 1) return;
    const sides = simultaneous ? [] : agents.map((/** @type {string} */ agent) => [agent, `all moves of ${agent}`]);
    setChoices(this.side, [["", "one move"], ...sides, ["*", "all moves to the end"]], this.side.value);
    this.page.settings.apply();
  }

  start() {
    this.active = this.side.value !== "";
    return this.move(true);
  }

  /** Goes on after the position has changed, if the game was started. */
  moved() {
    this.listSides();
    if (this.active) this.move(false);
  }

  /** Ends what goes on by itself. */
  end() {
    this.active = false;
  }

  /**
   * Makes a move, if it is for the program to move.
   * @param {boolean} asked whether the person has asked for it
   */
  move(asked) {
    return this.running.answer(this.status, async (told, signal) => {
      this.running.stopped = () => this.end();
      const view = await this.page.shown();
      const side = this.side.value;
      if (view.final) {
        this.end();
        return show(this.status, asked ? "The game is over." : turnText(view));
      }
      const own = side === "" || side === "*" || view.turn === side;
      return own ? this.think(view, told, signal) : show(this.status, `${view.turn} to move: it is for you to play.`);
    });
  }

  /**
   * @param {any} view
   * @param {(name: string, data: any) => boolean} told
   * @param {AbortSignal} signal
   */
  async think(view, told, signal) {
    const { page, status } = this;
    show(status, "Thinking …");
    const one = `${this.player.value}@${this.seconds.value}s`;
    const request = { players: view.agents.map(() => one).join(",") };
    const { moves } = await follow("/api/move", { ...asked(page.place()), request }, (name, data) => { told(name, data); }, signal);
    if (moves.length === 0) return show(status, "Stopped.");
    page.play(moves.map((/** @type {any} */ m) => m.move));
    return show(status, moves.map((/** @type {any} */ m) => `${m.agent} plays ${m.move}`).join(", "));
  }
}
