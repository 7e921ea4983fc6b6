// Writing a game: its text is checked while it is typed, its board drawn and its questions answered.

import { solvedText } from "./answers.js";
import { InputError, ask, attempt, follow, get } from "./api.js";
import { drawBoard } from "./board.js";
import { button, choice, element, labelled, show } from "./dom.js";
import { makeEditor } from "./editor.js";
import { alertFor } from "./alert.js";
import { Latest } from "./latest.js";
import { format, setAddress } from "./place.js";
import { Running } from "./running.js";
import { copyPanel } from "./share.js";

/** Questions that files of a language answer, to begin with. */
const QUESTIONS = {
  gdl: ["translate"], toss: ["fluents", "nmoves", "heuristic X 1/4", "describe"],
  gp: ["?- turn(X).", "force {1} : win(1)", "plan win(1)", "states"], efg: ["equilibria"],
  sgl: ["complete play(First)", "ensures play(First) wins(First)", "valid wins(First)", "moves play(First)"],
};

/**
 * Shows the workshop.
 * @param {HTMLElement} place
 * @param {URLSearchParams} fields
 */
export async function showEditor(place, fields) {
  const lists = await get("/api/games");
  const languages = choice(lists.languages.map((/** @type {any} */ language) =>
    [language.name, `${language.title} (.${language.endings[0]})`]), fields.get("language") ?? "toss");
  const examples = choice([["", "choose an example"],
    ...lists.examples.map((/** @type {any} */ example) => [example.path, example.path])]);
  const file = /** @type {HTMLInputElement} */ (element("input", { type: "file" }));
  const preview = element("div", { class: "preview" });
  const fault = element("div", {});
  const facts = element("p", { class: "help" });
  const open = element("a", {}, "Open on the board");
  const start = fields.get("text") ?? (await get("/api/example/toss/tic-tac-toe.toss")).text;

  const changed = async (/** @type {string} */ text, /** @type {AbortSignal} */ signal) => {
    const game = { language: languages.value, text };
    const address = new URLSearchParams(game);
    setAddress(place, `#workshop/editor?${address}`);
    open.setAttribute("href", format({ ...game, moves: [], at: 0 }));
    suggest();
    try {
      const view = await attempt("/api/show", game, signal);
      editor.mark(null);
      preview.classList.remove("stale");
      show(fault, ...view.warnings.map((/** @type {any} */ warning) => element("p", { class: "help" }, warning.message)));
      show(preview, await drawn(view, game, signal));
      const legal = view.board.moves.length;
      show(facts, `${view.agents.join(", ")}; ${legal} ${legal === 1 ? "move" : "moves"} at the start`);
    } catch (error) {
      if (signal.aborted) return;
      preview.classList.add("stale");
      show(facts);
      show(fault, alertFor(error));
      if (error instanceof InputError && error.fault.input?.text === text) editor.mark(error.fault.span);
    }
  };
  const editor = makeEditor("Text of the game", start, changed);

  const question = /** @type {HTMLInputElement} */ (element("input", { spellcheck: "false", autocomplete: "off", list: "questions" }));
  const words = element("datalist", { id: "questions" });
  const answer = element("output", { role: "status", class: "answer" });
  const suggest = () => {
    const known = /** @type {Record<string, string[]>} */ (QUESTIONS)[languages.value] ?? [];
    show(words, ...known.map((value) => element("option", { value })));
    question.placeholder = known[0] ?? "";
    question.disabled = known.length === 0;
  };
  const running = new Running();
  const solve = () => running.answer(answer, async (told, signal) => {
    show(answer, "Searching …");
    const request = { limits: { max_seconds: 30 } };
    const solved = await follow("/api/solve", { language: languages.value, text: editor.text(), request }, (name, data) => {
      if (!told(name, data) && name === "progress") show(answer, `Searching … ${data.nodes.toLocaleString("en")} nodes`);
    }, signal);
    show(answer, element("p", {}, solved.exact ? solvedText(solved) : `Not known yet (${solved.stopped ?? "stopped"}).`),
      solved.best?.length > 0 ? element("p", {}, "Best: ", element("code", {}, solved.best.join(", "))) : null);
  });
  const askNow = () => running.answer(answer, async (told, signal) => {
    show(answer, "Asking …");
    const request = { query: question.value || question.placeholder, limits: { max_seconds: 30 } };
    const reply = await follow("/api/query", { language: languages.value, text: editor.text(), request }, (name, data) => { told(name, data); }, signal);
    show(answer, ...replyParts(reply));
  });
  question.addEventListener("keydown", (event) => { if (event.key === "Enter") askNow(); });
  languages.addEventListener("change", () => editor.check());
  const loading = new Latest();
  examples.addEventListener("change", () => loading.run(async (signal) => {
    if (!examples.value) return;
    const example = await get(`/api/example/${examples.value}`, signal);
    languages.value = example.language;
    editor.set(example.text);
  }, (error) => show(fault, alertFor(error))));
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    const ending = chosen.name.split(".").pop() ?? "";
    const known = lists.languages.find((/** @type {any} */ language) => language.endings.includes(ending));
    if (known) languages.value = known.name;
    editor.set(await chosen.text());
  });
  show(place, element("div", { class: "game" },
    element("section", {}, labelled("Language", languages), labelled("Example", examples), labelled("File", file), editor.box, fault),
    element("div", { class: "panels" },
      element("section", { "aria-label": "Preview" }, preview, facts, open),
      element("section", { "aria-label": "Ask the file" }, element("h3", {}, "Ask the file"), labelled("Question", question), words,
        button("Ask", askNow, { class: "main" }), button("Solve", solve), running.stopButton, answer),
      copyPanel({ "command line": () => `ludex show game.${languages.value}`,
        Python: () => `ludex.open_text(${JSON.stringify(editor.text())}, language=${JSON.stringify(languages.value)})`,
        SVG: () => preview.querySelector("svg")?.outerHTML ?? "" }))));
  return () => { editor.close(); running.cancel(); };
}

/**
 * Draws the start of a game: its tree, its board, or the text of it.
 * @param {any} view
 * @param {{ language: string }} game
 * @param {AbortSignal} signal
 */
async function drawn(view, game, signal) {
  if (game.language === "efg") {
    try {
      return picture((await ask("/api/tree", game, signal)).svg);
    } catch (error) {
      if (signal.aborted) throw error;
      return element("div", {}, alertFor(error), element("pre", { class: "drawing" }, view.drawing));
    }
  }
  if (view.board.cells.length === 0) return element("pre", { class: "drawing" }, view.drawing);
  return drawBoard({ name: view.game, board: view.board, verdicts: new Map(), selected: [], clicked: () => {} });
}

/**
 * Puts a drawing of the library on a sheet of paper.
 * @param {string} svg
 */
export function picture(svg) {
  const sheet = element("div", { class: "sheet" });
  sheet.innerHTML = svg;
  sheet.querySelector("svg")?.setAttribute("role", "img");
  return sheet;
}

/**
 * Shows the reply to a question: the answer, a drawing, what proves it, remarks.
 * @param {any} reply
 */
export function replyParts(reply) {
  const text = (/** @type {any} */ value) => (typeof value === "string" ? value : JSON.stringify(value, null, 1));
  const parts = [element("pre", {}, reply.stopped ? `unknown: ${reply.stopped}` : text(reply.result))];
  const { svg, text: table, ...rest } = reply.witness ?? {};
  if (svg) parts.push(picture(svg));
  else if (table) parts.push(element("pre", {}, table));
  else if (Object.keys(rest).length > 0) parts.push(element("pre", {}, text(reply.witness)));
  for (const note of reply.notes ?? []) parts.push(element("p", { class: "help" }, note));
  return parts;
}
