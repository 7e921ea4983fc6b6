// Strategies as a text writes them.

/** @typedef {{ name: string, parameters: string[], parts: string[] }} Strategy */

/**
 * Lists the strategies of a text, with the rules that they try one after the other.
 * @param {string} text
 * @returns {Strategy[]}
 */
export function strategies(text) {
  const bare = text.replace(/#.*$/gm, "");
  return [...bare.matchAll(/\bstrategy\s+(\w+)\s*(?:\(([^)]*)\))?\s*:=([^;]*);/g)].map(([, name, parameters, body]) => ({
    name, parameters: (parameters ?? "").split(",").map((one) => one.trim()).filter((one) => one !== ""),
    parts: alternatives(body) }));
}

/**
 * Returns what stands between the words `else` that are in no parentheses.
 * @param {string} body
 */
function alternatives(body) {
  const parts = [""];
  let depth = 0;
  for (const token of body.split(/(\belse\b|[()])/)) {
    depth += token === "(" ? 1 : token === ")" ? -1 : 0;
    if (token === "else" && depth === 0) parts.push("");
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => part.trim().replace(/\s+/g, " "));
}
