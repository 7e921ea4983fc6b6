// The page: what is shown follows from the address.

import { alertFor } from "./alert.js";
import { element, show } from "./dom.js";
import { openGame, showFileForm, showGallery } from "./gallery.js";
import { GameView } from "./game.js";
import { deferClicks } from "./latest.js";
import { parse } from "./place.js";
import { openEvidence } from "./proof.js";
import { showWorkshop } from "./workshops.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** @type {GameView | null} */
let shown = null;

/** Ends the work of the view that is shown. */
let leave = () => {};

/** Shows what the address says. */
function route() {
  const place = parse(location.hash);
  const same = shown && place && /** @type {const} */ (["game", "language", "text", "position"]).every((name) => shown?.place[name] === place[name]);
  if (same) return shown?.update(place);
  leave();
  shown = null;
  if (!place) return showView();
  shown = new GameView(place);
  leave = () => shown?.cancel();
  show(main, shown.root);
  return shown.update(place);
}

/** Shows a view that is no game. What arrives after it was left goes where nobody looks. */
async function showView() {
  const frame = element("div", {}, element("p", {}, "Loading …"));
  show(main, frame);
  document.title = "Ludex, the judge of games";
  leave = () => frame.remove();
  try {
    const { hash } = location;
    if (hash === "#open") await showFileForm(frame);
    else if (!hash.startsWith("#workshop")) await showGallery(frame);
    else {
      const left = await showWorkshop(frame, hash);
      if (frame.isConnected) leave = left;
      else left();
    }
  } catch (error) {
    show(frame, alertFor(error));
  }
}

/**
 * Opens a game or evidence that is dropped anywhere on the page.
 * @param {DragEvent} event
 */
async function drop(event) {
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  event.preventDefault();
  try {
    if (!await openGame(file)) await openEvidence(file, shown?.place ?? null);
  } catch (error) {
    main.querySelector(":scope > [role=alert]")?.remove();
    main.prepend(alertFor(error));
  }
}

deferClicks();
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", drop);
addEventListener("hashchange", route);
route();
