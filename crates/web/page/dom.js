// Making elements of HTML and SVG.

/** @typedef {Node | string | null | undefined} Child */

/**
 * Makes an HTML element with attributes, handlers (`onclick`) and children.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  fill(made, attributes, children);
  return made;
}

/**
 * Makes an SVG element.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function drawn(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  fill(made, attributes, children);
  return made;
}

/**
 * @param {Element} made
 * @param {Record<string, any>} attributes
 * @param {Child[]} children
 */
function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined)
      made.setAttribute(name, String(value));
  }
  for (const child of children)
    if (child !== null && child !== undefined)
      made.append(typeof child === "string" ? visible(child) : child);
}

/**
 * Writes out what is not shown but may change what is shown, such as marks that turn the direction of
 * writing: texts come from files of others.
 * @param {string} text
 */
export function visible(text) {
  const hidden = /(?![\n\t])[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu;
  return text.replace(hidden, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}

/**
 * Makes a button.
 * @param {string} text
 * @param {() => void} onclick
 * @param {Record<string, any>} [attributes]
 * @returns {HTMLButtonElement}
 */
export function button(text, onclick, attributes = {}) {
  return /** @type {HTMLButtonElement} */ (
    element("button", { type: "button", onclick, ...attributes }, text)
  );
}

/**
 * Makes a labelled control. It also carries its name itself: inside a label a list of choices would be
 * named with all its choices.
 * @param {string} text
 * @param {HTMLElement} control
 */
export function labelled(text, control) {
  control.setAttribute("aria-label", text);
  return element("label", {}, element("span", {}, text), control);
}

/**
 * Makes a list of choices.
 * @param {[string, string][]} options values and texts
 * @param {string} [chosen]
 * @returns {HTMLSelectElement}
 */
export function choice(options, chosen) {
  const list = options.map(([value, text]) =>
    element("option", { value, selected: value === chosen }, text),
  );
  return /** @type {HTMLSelectElement} */ (element("select", {}, ...list));
}

/**
 * Replaces the choices of a list.
 * @param {HTMLSelectElement} list
 * @param {[string, string][]} options values and texts
 * @param {string} chosen
 */
export function setChoices(list, options, chosen) {
  list.replaceChildren(...options.map(([value, text]) => element("option", { value }, text)));
  list.value = chosen;
}

/**
 * Splits a text so that an option such as `--moves` stays on one line.
 * @param {string} text
 * @returns {Child[]}
 */
export function withOptions(text) {
  return text.split(/(--[a-z-]+)/).map((part) => (part.startsWith("--") ? element("span", { class: "option" }, part) : part));
}

/**
 * Splits a text so that what stands between backticks is shown as code.
 * @param {string} text
 * @returns {Child[]}
 */
export function withCode(text) {
  return text.split(/`([^`]*)`/).map((part, i) => (i % 2 === 1 ? element("code", {}, part) : part));
}

/**
 * Replaces what an element contains.
 * @param {Element} place
 * @param {...Child} children
 */
export function show(place, ...children) {
  place.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
}

/**
 * Lets the browser save a text as a file.
 * @param {string} name
 * @param {string} kind
 * @param {string} text
 */
export function save(name, kind, text) {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
