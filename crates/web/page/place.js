// Where the page is: a game and a position of it. All of it is in the address, so that a link leads
// to the same place.

import { SETTINGS } from "./settings.js";

/**
 * @typedef {object} Place
 * @property {string} [game] a built-in game or the path of an example
 * @property {string} [language] the language of `text`
 * @property {string} [text] a game as a text
 * @property {string} [position] in the notation of the game
 * @property {string[]} moves all moves of the line
 * @property {number} at how many of them are played
 * @property {string[][]} [lines] other lines that were tried
 * @property {ProofPlace} [proof] the proof that is walked through
 * @property {Question} [question] the formula that was asked about last
 * @property {Record<string, string>} [settings] what panels are set to, where it is not the usual
 * @typedef {object} Question
 * @property {string} [formula] the value is asked for where there is none
 * @property {string} [agent] the agent on turn where there is none
 * @typedef {object} ProofPlace
 * @property {number} evidence the number under which the server keeps it
 * @property {number} part
 * @property {number} from the number of moves before the proof
 * @property {Question} [question] what it answers, so that a server that has not kept it can prove it again;
 *   not known of evidence from a file
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
  const [evidence, part, from] = (field("proof") ?? "").split(".").map(Number);
  const proved = fields.has("proved") ? question(fields, "proved", "prover") : undefined;
  const proof = evidence ? { evidence, part: part || 0, from: from || 0, question: proved } : undefined;
  const lines = fields.getAll("line").map((line) => line.split("~"));
  const last = fields.has("formula") ? question(fields, "formula", "agent") : undefined;
  const settings = Object.fromEntries(SETTINGS.filter((name) => fields.has(name)).map((name) => [name, fields.get(name) ?? ""]));
  return { game, language, text, position, moves, at, lines, proof, question: last, settings };
}

/**
 * Reads a question of two fields.
 * @param {URLSearchParams} fields
 * @param {string} formula the names of the fields
 * @param {string} agent
 * @returns {Question}
 */
function question(fields, formula, agent) {
  return { formula: fields.get(formula) || undefined, agent: fields.get(agent) || undefined };
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
  for (const line of place.lines ?? []) fields.append("line", line.join("~"));
  const { proof, question: last } = place;
  if (proof) fields.set("proof", [proof.evidence, proof.part, proof.from].join("."));
  if (proof?.question) fields.set("proved", proof.question.formula ?? "");
  if (proof?.question?.agent) fields.set("prover", proof.question.agent);
  if (last?.formula) fields.set("formula", last.formula);
  if (last?.agent) fields.set("agent", last.agent);
  for (const [name, value] of Object.entries(place.settings ?? {})) fields.set(name, value);
  return "#" + fields.toString();
}

/**
 * Writes the address of a view, unless it has been left in the meantime.
 * @param {HTMLElement} view
 * @param {string} address
 */
export function setAddress(view, address) {
  if (view.isConnected) history.replaceState(null, "", address);
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
  return onLine(place, moves, place.at + 1);
}

/** The most lines that are kept beside the main one. */
const MOST_LINES = 30;

/**
 * Returns the place on another line; the line that is left stays as a variation.
 * @param {Place} place
 * @param {string[]} moves
 * @param {number} at
 * @returns {Place}
 */
export function onLine(place, moves, at) {
  const begins = (/** @type {string[]} */ long, /** @type {string[]} */ short) => short.every((move, i) => long[i] === move);
  const others = [...(place.lines ?? []), place.moves].filter((line) => line.length > 0 && !begins(moves, line));
  const lines = others.filter((line, i) => !others.some((other, j) => j !== i && begins(other, line) && (other.length > line.length || j < i)));
  return { ...place, moves, at, lines: lines.slice(-MOST_LINES) };
}

/**
 * Splits a text into moves: blanks separate them, unless they are in quotation marks or parentheses.
 * @param {string} text
 */
export function splitMoves(text) {
  const moves = [];
  let [move, depth, quoted] = ["", 0, false];
  for (const letter of `${text} `) {
    if (letter === '"') quoted = !quoted;
    if (!quoted && letter === "(") depth += 1;
    if (!quoted && letter === ")") depth -= 1;
    if (quoted || depth > 0 || !/\s/.test(letter)) move += letter;
    else if (move !== "") { moves.push(move.replace(/^"(.*)"$/, "$1")); move = ""; }
  }
  return move === "" ? moves : [...moves, move.trim()];
}

/**
 * Returns what a game is called outside of the page: examples are files of the project.
 * @param {Place} place
 */
function fileName({ game }) {
  return game?.includes("/") ? `games/${game}` : game ?? "FILE";
}

/**
 * Returns the line of Python that solves the place.
 * @param {Place} place
 * @param {string} movesText the moves so far as one text
 */
export function pythonLine(place, movesText) {
  const fields = [place.position && JSON.stringify(place.position), movesText && `moves=${JSON.stringify(movesText)}`];
  const position = fields.some(Boolean) ? `position(${fields.filter(Boolean).join(", ")})` : "start()";
  return `ludex.open(${JSON.stringify(fileName(place))}).${position}.solve()`;
}

/**
 * Returns the command line that shows the place.
 * @param {Place} place
 * @param {string} command
 * @param {string} movesText the moves so far as one text
 */
export function commandLine(place, command, movesText) {
  const quoted = (/** @type {string} */ text) => `"${text.replace(/(["\\$`])/g, "\\$1")}"`;
  const parts = ["ludex", command, fileName(place)];
  if (place.position) parts.push("--position", quoted(place.position));
  if (movesText) parts.push("--moves", quoted(movesText));
  return parts.join(" ");
}
