// Where the page is: a game and a position of it. All of it is in the address, so that a link leads
// to the same place.

/**
 * @typedef {object} Place
 * @property {string} [game] a built-in game or the path of an example
 * @property {string} [language] the language of `text`
 * @property {string} [text] a game as a text
 * @property {string} [position] in the notation of the game
 * @property {string[]} moves all moves of the line
 * @property {number} at how many of them are played
 */

/**
 * Reads the part of the address behind `#`. Returns null where it names no game.
 * @param {string} hash
 * @returns {Place | null}
 */
export function parse(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const field = (/** @type {string} */ name) => fields.get(name) ?? undefined;
  if (!fields.has("game") && !fields.has("text")) return null;
  const moves = (field("moves") ?? "").split("~").filter((move) => move !== "");
  const at = Math.min(Number(field("at") ?? moves.length) || 0, moves.length);
  const { game, language, text, position } = {
    game: field("game"), language: field("language"), text: field("text"),
    position: field("position"),
  };
  return { game, language, text, position, moves, at };
}

/**
 * Writes a place as the part of an address behind `#`.
 * @param {Place} place
 */
export function format(place) {
  const fields = new URLSearchParams();
  for (const name of /** @type {const} */ (["game", "language", "text", "position"])) {
    const value = place[name];
    if (value) fields.set(name, value);
  }
  if (place.moves.length > 0) fields.set("moves", place.moves.join("~"));
  if (place.at < place.moves.length) fields.set("at", String(place.at));
  return "#" + fields.toString();
}

/**
 * Returns a place as the server takes it.
 * @param {Place} place
 */
export function asked(place) {
  const { game, language, text, position } = place;
  return { game, language, text, position, moves: place.moves.slice(0, place.at) };
}

/**
 * Returns the place after a move: the line goes on with it.
 * @param {Place} place
 * @param {string} move
 * @returns {Place}
 */
export function after(place, move) {
  const same = place.moves[place.at] === move;
  const moves = same ? place.moves : [...place.moves.slice(0, place.at), move];
  return { ...place, moves, at: place.at + 1 };
}

/**
 * Returns the command line that shows the place.
 * @param {Place} place
 * @param {string} command
 */
export function commandLine(place, command) {
  const quoted = (/** @type {string} */ text) => `"${text.replace(/(["\\$`])/g, "\\$1")}"`;
  const parts = ["ludex", command, place.game ?? "FILE"];
  if (place.position) parts.push("--position", quoted(place.position));
  const moves = place.moves.slice(0, place.at).join(" ");
  if (moves) parts.push("--moves", quoted(moves));
  return parts.join(" ");
}
