// The rules of a game, to be read beside its board.

import { alertFor } from "./alert.js";
import { get } from "./api.js";
import { element, show } from "./dom.js";

/** @typedef {import("./place.js").Place} Place */

/**
 * Makes a part of the page that shows the rules once it is opened.
 * @param {Place} place
 */
export function rulesPanel(place) {
  const out = element("div", {}, "Loading …");
  let loaded = false;
  const load = async () => {
    if (loaded) return;
    loaded = true;
    show(out, await rules(place).catch(alertFor));
  };
  return element("details", { ontoggle: load }, element("summary", {}, "Rules of the game"), out);
}

/**
 * Returns the rules in words, or the text that they are.
 * @param {Place} place
 */
async function rules({ game, text }) {
  if (!game) return element("pre", {}, text ?? "");
  if (game.includes("/")) return element("pre", {}, (await get(`/api/example/${game}`)).text);
  const { games } = await get("/api/games");
  const name = game.split(/[:(]/)[0].trim().toLowerCase();
  const known = games.find((/** @type {any} */ one) => one.name === name || one.aliases.includes(name));
  return element("p", {}, known?.rules ?? "They are not written down here.");
}
