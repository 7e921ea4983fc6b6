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
  thumbnail(picture, { game: game.name });
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
    picture, element("strong", {}, example.path), element("span", {}, example.summary)));
}

/**
 * Draws the start of a game once its card is looked at.
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
    const ending = chosen.name.split(".").pop() ?? "";
    const language = lists.languages.find((/** @type {any} */ known) => known.endings.includes(ending));
    if (language) languages.value = language.name;
  });
  const open = () => {
    location.hash = format({ language: languages.value, text: text.value, moves: [], at: 0 });
  };
  show(frame, element("h2", {}, "Open a file"),
    element("p", {}, "Choose a file, or paste its text. It is read by this program on this machine and goes nowhere else."),
    labelled("File", file), labelled("Language", languages), labelled("Text", text),
    button("Open", open));
}
