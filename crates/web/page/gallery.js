// The gallery: built-in games with drawn boards, examples in the languages, and files of one's own.

import { InputError, ask, get } from "./api.js";
import { drawBoard } from "./board.js";
import { button, choice, element, labelled, show } from "./dom.js";
import { format } from "./place.js";

/**
 * Shows the gallery.
 * @param {HTMLElement} frame
 */
export async function showGallery(frame) {
  const lists = await get("/api/games");
  const cards = lists.games.map((/** @type {any} */ game) => gameCard(game));
  const examples = lists.examples.map((/** @type {any} */ example) => exampleCard(example));
  show(frame,
    element("h2", {}, "Choose a game"),
    element("ul", { class: "gallery" }, ...cards),
    element("h2", {}, "Games written as texts"),
    element("ul", { class: "gallery" }, ...examples));
}

/** @param {any} game */
function gameCard(game) {
  const picture = element("div", { class: "thumbnail" });
  const place = { game: game.name, moves: [], at: 0 };
  thumbnail(picture, { game: game.name, moves: SHOWN[game.name] ?? "" });
  const link = element("a", { href: format(place), class: "card" },
    picture, element("strong", {}, game.name), element("span", {}, game.summary),
    game.aliases.length > 0 ? element("span", {}, `also called ${game.aliases.join(", ")}`) : null);
  return element("li", {}, link, keysForm(game));
}

/** @param {any} example */
function exampleCard(example) {
  const picture = element("div", { class: "thumbnail" });
  thumbnail(picture, { game: example.path });
  const href = format({ game: example.path, moves: [], at: 0 });
  return element("li", {}, element("a", { href, class: "card" },
    picture, element("strong", {}, ...breakable(example.path)), element("span", {}, example.summary)));
}

/** Moves that are played in the pictures of games that start with an empty board. @type {Record<string, string>} */
const SHOWN = {
  connect4: "4 4 3 5 4 3 5 2 3 4",
  domineering: "b1-b2 c3-d3 e2-e3 a5-b5",
  go: "c3 c2 b2 d3 d2 c4",
  hex: "c3 c4 d2 b4 b3 e2",
  mk: "b2 a1 c3 a3",
  nogo: "d1 g1 k1 n1",
  y: "c2 b2 c1 d3",
};

/**
 * Draws a game once its card is looked at.
 * @param {HTMLElement} picture
 * @param {object} place
 */
function thumbnail(picture, place) {
  const seen = new IntersectionObserver(async (entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    seen.disconnect();
    try {
      const view = await ask("/api/show", place);
      const svg = drawBoard({ name: view.game, board: { ...view.board, moves: [] },
        verdicts: new Map(), selected: [], last: null, clicked: () => {} });
      svg.removeAttribute("role");
      svg.setAttribute("aria-hidden", "true");
      for (const part of svg.querySelectorAll("[role], [tabindex]")) {
        part.removeAttribute("role");
        part.removeAttribute("tabindex");
        part.removeAttribute("aria-label");
      }
      show(picture, view.board.cells.length > 0 ? svg : element("pre", {}, view.drawing));
    } catch (error) {
      show(picture, element("pre", {}, error instanceof InputError ? error.message : "no picture"));
    }
  });
  seen.observe(picture);
}

/**
 * Lets a path go on in the next line behind a slash.
 * @param {string} path
 */
function breakable(path) {
  return path.split(/(?<=\/)/).flatMap((part) => [part, element("wbr")]);
}

/** @param {any} game */
function keysForm(game) {
  const keys = Object.entries(game.keys);
  if (keys.length === 0) return null;
  const inputs = keys.map(([name, key]) =>
    /** @type {HTMLInputElement} */ (element("input", { name, placeholder: key.default, title: key.meaning })));
  const open = () => {
    const chosen = inputs.filter((input) => input.value.trim() !== "")
      .map((input) => `${input.name}=${input.value.trim()}`);
    const name = chosen.length > 0 ? `${game.name}:${chosen.join(",")}` : game.name;
    location.hash = format({ game: name, moves: [], at: 0 });
  };
  const fields = inputs.map((input) => labelled(input.name, input));
  return element("details", {}, element("summary", {}, `Variants of ${game.name}`), ...fields,
    button(`Open ${game.name}`, open));
}

/**
 * Shows the form for a game of one's own.
 * @param {HTMLElement} frame
 */
export async function showFileForm(frame) {
  const lists = await get("/api/games");
  const languages = choice(lists.languages.map((/** @type {any} */ language) =>
    [language.name, `${language.title} (.${language.endings[0]})`]));
  const text = /** @type {HTMLTextAreaElement} */ (element("textarea", { rows: 20, spellcheck: "false" }));
  const file = /** @type {HTMLInputElement} */ (element("input", { type: "file" }));
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    text.value = await chosen.text();
    languages.value = languageOf(chosen, lists)?.name ?? languages.value;
  });
  const open = () => {
    location.hash = format({ language: languages.value, text: text.value, moves: [], at: 0 });
  };
  show(frame, element("h2", {}, "Open a file"),
    element("p", {}, "Choose a file, or paste its text. It is read by this program on this machine and goes nowhere else."),
    labelled("File", file), labelled("Language", languages), labelled("Text", text),
    button("Open", open));
}

/**
 * Returns the language of a file by the ending of its name.
 * @param {File} file
 * @param {any} lists
 */
function languageOf(file, lists) {
  const ending = file.name.split(".").pop() ?? "";
  return lists.languages.find((/** @type {any} */ known) => known.endings.includes(ending));
}

/**
 * Opens a file that holds a game in one of the languages. Returns whether it was one by its name.
 * @param {File} file
 */
export async function openGame(file) {
  const language = languageOf(file, await get("/api/games"));
  if (!language) return false;
  const text = await file.text();
  if (/^\s*\{\s*"format"\s*:\s*"ludex-evidence"/.test(text)) return false;
  location.hash = format({ language: language.name, text, moves: [], at: 0 });
  return true;
}
