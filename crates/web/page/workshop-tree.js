// Extensive games: the text of an .efg file beside its tree, with backward induction folded in.

import { InputError, attempt, follow, get } from "./api.js";
import { element, show } from "./dom.js";
import { makeEditor } from "./editor.js";
import { alertFor } from "./alert.js";
import { setAddress } from "./place.js";
import { copyPanel } from "./share.js";
import { picture, replyParts } from "./workshop-editor.js";

/**
 * Shows the workshop.
 * @param {HTMLElement} place
 * @param {URLSearchParams} fields
 */
export async function showTree(place, fields) {
  const tree = element("div", { class: "preview" });
  const fault = element("div", {});
  const answer = element("output", { role: "status", class: "answer" });
  const save = element("p", {});
  const start = fields.get("text") ?? (await get("/api/example/efg/entry.efg")).text;
  const changed = async (/** @type {string} */ text, /** @type {AbortSignal} */ signal) => {
    const game = { language: "efg", text };
    setAddress(place, `#workshop/tree?${new URLSearchParams({ text })}`);
    try {
      const { svg, dot } = await attempt("/api/tree", game, signal);
      editor.mark(null);
      show(fault);
      tree.classList.remove("stale");
      show(tree, picture(svg));
      show(save, link("Save as SVG", "tree.svg", "image/svg+xml", svg), " ", link("Save as DOT", "tree.dot", "text/plain", dot));
      const request = { query: "equilibria", limits: { max_seconds: 20 } };
      const reply = await follow("/api/query", { ...game, request }, () => {}, signal);
      show(answer, ...equilibria(reply));
    } catch (error) {
      if (signal.aborted) return;
      tree.classList.add("stale");
      show(answer);
      show(fault, alertFor(error));
      if (error instanceof InputError && error.fault.input?.text === text) editor.mark(error.fault.span);
    }
  };
  const editor = makeEditor("Text of the game", start, changed);
  show(place, element("div", { class: "game" },
    element("section", { "aria-label": "Tree" }, tree, save, element("h3", {}, "Subgame-perfect equilibria"), answer),
    element("section", {}, editor.box, fault,
      element("p", { class: "help" }, "Thick moves are played; the numbers below a player are what all get from there on."),
      copyPanel({ "command line": () => "ludex show game.efg --svg tree.svg",
        Python: () => `ludex.open_text(${JSON.stringify(editor.text())}, language="efg")`,
        SVG: () => tree.querySelector("svg")?.outerHTML ?? "" }))));
  return editor.close;
}

/**
 * Lists equilibria in sentences.
 * @param {any} reply
 */
function equilibria(reply) {
  if (!Array.isArray(reply.result)) return replyParts(reply);
  const gets = (/** @type {Record<string, string>} */ payoffs) =>
    Object.entries(payoffs).map(([agent, payoff]) => `${agent} gets ${payoff}`).join(", ");
  const items = reply.result.map((/** @type {any} */ one) =>
    element("li", {}, one.play ? element("strong", {}, `${one.play.join(" ")}: `) : null, gets(one.payoffs)));
  return [element("ul", {}, ...items)];
}

/**
 * Makes a link that saves a text as a file.
 * @param {string} text
 * @param {string} name
 * @param {string} kind
 * @param {string} content
 */
export function link(text, name, kind, content) {
  return element("a", { href: `data:${kind};charset=utf-8,${encodeURIComponent(content)}`, download: name }, text);
}
