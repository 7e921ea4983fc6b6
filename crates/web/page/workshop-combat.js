// Fights of small armies: a recording that can be played, stopped and looked at at any time.

import { follow, get } from "./api.js";
import { button, choice, element, labelled, show } from "./dom.js";
import { setAddress } from "./place.js";
import { Running } from "./running.js";
import { copyPanel } from "./share.js";

/**
 * Shows the workshop.
 * @param {HTMLElement} place
 * @param {URLSearchParams} fields
 */
export async function showCombat(place, fields) {
  const lists = await get("/api/combat");
  const players = lists.players.map((/** @type {string} */ name) => [name, name]);
  const red = choice(players, fields.get("red") ?? "nok-av");
  const blue = choice(players, fields.get("blue") ?? "kiter");
  const scenario = choice(lists.scenarios.map((/** @type {string} */ name) => [name, name]), fields.get("scenario") ?? "dragoon-zealot-4v4");
  const seed = /** @type {HTMLInputElement} */ (element("input", { type: "number", min: 0, max: 1000, value: fields.get("game") ?? "0" }));
  const field = element("div", { class: "preview" });
  const status = element("output", { role: "status", class: "answer" });
  const slider = /** @type {HTMLInputElement} */ (element("input", { type: "range", min: 0, max: 1, step: "any", value: 0, "aria-label": "Time", disabled: true }));
  const clock = element("span", {});
  const running = new Running();
  let playing = false;
  let length = 1;
  const svg = () => /** @type {SVGSVGElement | null} */ (field.querySelector("svg"));

  const seek = (/** @type {number} */ seconds) => {
    const at = Math.max(0, Math.min(seconds, length));
    svg()?.setCurrentTime(at);
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", `${at.toFixed(1)} seconds`);
    show(clock, `${at.toFixed(1)} s of ${length.toFixed(1)} s`);
  };
  const set = (/** @type {boolean} */ on) => {
    playing = on;
    show(play, playing ? "Pause" : "Play");
    if (!playing) return;
    let before = performance.now();
    const step = (/** @type {number} */ now) => {
      if (!playing || !svg()) return;
      const next = Number(slider.value) + (now - before) / 1000;
      before = now;
      seek(next);
      if (next >= length) set(false);
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  };
  const play = button("Play", () => {
    if (!playing && Number(slider.value) >= length) seek(0);
    set(!playing);
  }, { disabled: true });
  slider.addEventListener("input", () => { set(false); seek(Number(slider.value)); });

  const fight = () => running.answer(status, async (told, signal) => {
    const asked = { red: red.value, blue: blue.value, scenario: scenario.value, game: Number(seed.value) || 0 };
    setAddress(place, `#workshop/combat?${new URLSearchParams({ ...asked, game: String(asked.game) })}`);
    set(false);
    show(status, "Fighting …");
    const fought = await follow("/api/combat", asked, told, signal);
    field.innerHTML = fought.svg;
    length = fought.seconds;
    svg()?.pauseAnimations();
    svg()?.setAttribute("role", "img");
    slider.max = String(length);
    [slider.disabled, play.disabled] = [false, false];
    seek(0);
    show(status, fought.summary);
  });
  show(place, element("div", { class: "game" },
    element("section", { "aria-label": "Fight" }, field, element("div", { class: "bar slider" }, play, slider, clock), status),
    element("div", { class: "panels" }, element("section", {}, labelled("Red", red), labelled("Blue", blue),
      labelled("Scenario", scenario), labelled("Game", seed), button("Fight", fight, { class: "main" }), running.stopButton,
      element("p", { class: "help" }, "Games 0 and 1 have the same start with the sides exchanged, so have 2 and 3, and so on.")),
      copyPanel({ "command line": () => `ludex combat --red ${red.value} --blue ${blue.value} --scenario ${scenario.value}`, 
        Python: () => `subprocess.run(["ludex", "combat", "--red", "${red.value}", "--blue", "${blue.value}", "--scenario", "${scenario.value}"])`,
        SVG: () => svg()?.outerHTML ?? "" }))));
  fight();
  return () => { playing = false; running.cancel(); };
}
