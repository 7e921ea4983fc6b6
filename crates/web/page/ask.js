// Asking formulas: concepts or one's own, checked while they are typed.

import { alertFor } from "./alert.js";
import { answerBar, playable, walkButton } from "./answers.js";
import { ask, attempt, follow, get } from "./api.js";
import { button, choice, element, labelled, setChoices, show } from "./dom.js";
import { Latest } from "./latest.js";
import { asked } from "./place.js";

/** @typedef {import("./panels.js").Page} Page */

/** The seconds that a question may take unless it is stopped. */
const PATIENCE = 60;

/**
 * Makes the panel. `moved` is to be called when the position has changed.
 * @param {Page} page
 * @param {import("./running.js").Running} running
 * @param {HTMLElement} status
 */
export function askPanel(page, running, status) {
  const formula = /** @type {HTMLInputElement} */ (element("input", {
    spellcheck: "false", autocomplete: "off", placeholder: "omega(2)", list: "concepts",
    value: page.place().question?.formula ?? "" }));
  const names = element("datalist", { id: "concepts" });
  const meaning = element("p", { class: "help" });
  const fault = element("div", {});
  const agents = choice([["", "the agent on turn"]]);
  /** @type {any[]} */ let concepts = [];
  get("/api/concepts").then((list) => {
    concepts = list;
    const call = (/** @type {any} */ c) => (c.parameters.length > 0 ? `${c.name}(${c.parameters.join(", ")})` : c.name);
    names.append(...list.map((/** @type {any} */ c) => element("option", { value: call(c) }, c.summary)));
  }).catch(() => {});
  const moved = () => {
    const options = /** @type {[string, string][]} */ (page.view().agents.map((/** @type {string} */ a) => [a, a]));
    if (agents.options.length === 1) setChoices(agents, [["", "the agent on turn"], ...options], page.place().question?.agent ?? "");
  };
  const question = () => ({ formula: formula.value.trim() || "omega(2)", agent: agents.value || null });
  const linting = new Latest();
  formula.addEventListener("input", () => {
    const concept = concepts.find((c) => formula.value.trim().split("(")[0] === c.name);
    show(meaning, concept?.summary, concept ? element("code", { class: "definition" }, concept.definition) : null);
    linting.run((signal) => lint(page, question(), fault, signal), (error) => show(fault, alertFor(error)));
  });
  const askNow = () => {
    linting.cancel();
    show(fault);
    return running.answer(fault, async (told, signal) => {
      signal.addEventListener("abort", () => show(fault));
      show(status, "Asking …");
      page.asking({ formula: formula.value.trim() || undefined, agent: agents.value || undefined });
      const request = { ...question(), evidence: true, limits: { max_seconds: PATIENCE } };
      const checking = follow("/api/check", { ...asked(page.place()), request }, (name, data) => {
        if (!told(name, data) && name === "progress") show(status, `Asking … ${data.nodes.toLocaleString("en")} nodes`);
      }, signal);
      const checked = await checking.catch((error) => { show(status); throw error; });
      show(status, checkedAnswer(page, checked, signal));
    });
  };
  formula.addEventListener("keydown", (event) => { if (event.key === "Enter") askNow(); });
  const section = element("section", { "aria-label": "Ask" }, element("h3", {}, "Is it true here?"),
    labelled("Concept or formula", formula), names, labelled("Asked for", agents),
    button("Ask", askNow), meaning, fault);
  return { section, moved };
}

/**
 * Looks a moment later whether a formula can be read; throws what is wrong with it.
 * @param {Page} page
 * @param {object} question
 * @param {HTMLElement} fault where nothing is wrong any more
 * @param {AbortSignal} signal
 */
async function lint(page, question, fault, signal) {
  await new Promise((resolve) => { setTimeout(resolve, 300); });
  if (!signal.aborted) await attempt("/api/formula", { ...asked(page.place()), request: question }, signal);
  if (!signal.aborted) show(fault);
}

/**
 * @param {Page} page
 * @param {any} checked
 * @param {AbortSignal} signal
 */
function checkedAnswer(page, checked, signal) {
  const words = { true: "True", false: "False", null: "Not known yet" };
  const answer = /** @type {Record<string, string>} */ (words)[String(checked.answer)];
  const parts = element("div", {}, element("p", {}, element("strong", {}, answer),
    `: ${checked.formula} for ${checked.asked} (${checked.nodes.toLocaleString("en")} nodes).`));
  for (const warning of checked.warnings ?? []) parts.append(element("p", { class: "help" }, warning.message));
  if (checked.line.length > 0) parts.append(playable(page, checked.line, signal));
  if (checked.algorithm !== "fixpoint") parts.append(firstMoves(page, checked));
  if (checked.evidence) parts.append(walkButton(page, checked.evidence, { formula: checked.formula, agent: checked.asked }), answerBar(page, checked.evidence));
  return parts;
}

/**
 * Makes a button that lists the first moves by which a formula is true: what a concept allows, what is
 * threatened by an agent that is not on turn.
 * @param {Page} page
 * @param {any} checked
 */
function firstMoves(page, checked) {
  const out = element("p", {});
  const find = async () => {
    show(out, "Asking …");
    const request = { formula: checked.formula, agent: checked.asked, limits: { max_seconds: PATIENCE } };
    try {
      const moves = await ask("/api/first-moves", { ...asked(page.place()), request });
      show(out, ...firstMovesText(page, moves));
    } catch (error) {
      show(out, alertFor(error));
    }
  };
  return element("div", {}, button("Which moves?", find), out);
}

/**
 * @param {Page} page
 * @param {{ agent: string, move: string, holds: boolean | null }[]} moves
 */
function firstMovesText(page, moves) {
  if (moves.length === 0) return ["It does not depend on a move."];
  const { agent } = moves[0];
  const on = agent === page.view().turn;
  const named = (/** @type {boolean | null} */ holds) => moves.filter((one) => one.holds === holds).map((one) => one.move);
  const [good, open] = [named(true), named(null)];
  const head = on ? `True by ${good.length} of ${moves.length} moves of ${agent}` : `${agent} threatens it with ${good.length} of ${moves.length} moves`;
  const list = good.flatMap((move) => [on ? button(move, () => page.play([move]), { class: "small" }) : element("code", {}, move), " "]);
  return [element("strong", {}, head), good.length > 0 ? ": " : ". ", ...list, open.length > 0 ? ` Not known yet: ${open.join(", ")}.` : ""];
}
