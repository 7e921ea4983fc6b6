// What the panels of a game are set to and which of them are open. It is in the address where it is not the usual.

/** @typedef {import("./place.js").Place} Place */

/** The names of settings in the address; `open` lists what is open. */
export const SETTINGS = ["player", "time", "makes", "players", "rounds", "search", "steps", "open"];

/** Keeps controls and the address the same. */
export class Settings {
  /**
   * @param {() => Place} place
   * @param {(settings: Record<string, string>) => void} changed
   */
  constructor(place, changed) {
    this.place = place;
    this.changed = changed;
    /** @type {(() => void)[]} what sets each control to what the address says */ this.controls = [];
  }

  /**
   * Keeps the value of a control; what it has now is the usual one.
   * @template {HTMLInputElement | HTMLSelectElement} C
   * @param {string} name
   * @param {C} control
   * @returns {C}
   */
  keep(name, control) {
    const usual = control.value;
    this.add(() => {
      const value = this.value(name) ?? usual;
      const known = control instanceof HTMLInputElement || [...control.options].some((option) => option.value === value);
      if (known && control.value !== value) control.value = value;
    });
    control.addEventListener("input", () => this.set(name, control.value === usual ? undefined : control.value));
    return control;
  }

  /**
   * Keeps whether a part of the page is open.
   * @template {HTMLElement} D
   * @param {string} name
   * @param {D} details
   * @returns {D}
   */
  keepOpen(name, details) {
    const part = /** @type {HTMLDetailsElement} */ (/** @type {HTMLElement} */ (details));
    const others = () => (this.value("open") ?? "").split(" ").filter((one) => one !== "" && one !== name);
    const open = () => (this.value("open") ?? "").split(" ").includes(name);
    this.add(() => { if (part.open !== open()) part.open = open(); });
    part.addEventListener("toggle", () => {
      if (part.open === open()) return;
      this.set("open", (part.open ? [...others(), name] : others()).join(" ") || undefined);
    });
    return details;
  }

  /** Sets all controls to what the address says. */
  apply() {
    for (const one of this.controls) one();
  }

  /** @param {() => void} apply */
  add(apply) {
    this.controls.push(apply);
    apply();
  }

  /**
   * Returns what the address says.
   * @param {string} name
   */
  value(name) {
    return this.place().settings?.[name];
  }

  /**
   * @param {string} name
   * @param {string | undefined} value nothing for the usual one
   */
  set(name, value) {
    const { [name]: _old, ...others } = this.place().settings ?? {};
    this.changed(value === undefined ? others : { ...others, [name]: value });
  }
}
