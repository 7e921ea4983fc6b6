// Work of which only the latest counts: answers that arrive late for an older question are dropped, and
// controls wait for the latest one.

/** Work that takes the place of what was begun before it. */
export class Latest {
  /** @param {...Element} waiting what is of no use until the work is done */
  constructor(...waiting) {
    this.waiting = waiting;
    /** @type {AbortController | null} */ this.controller = null;
  }

  /**
   * Does work. Its signal is raised once other work takes its place; what it throws after that is
   * dropped, so that requests made with the signal need no further care.
   * @param {(signal: AbortSignal) => Promise<void> | void} work
   * @param {(error: unknown) => void} failed
   */
  async run(work, failed) {
    this.controller?.abort();
    const controller = new AbortController();
    this.controller = controller;
    this.wait(true);
    try {
      await work(controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) failed(error);
    }
    if (this.controller !== controller) return;
    this.controller = null;
    this.wait(false);
    clickNow(this.waiting);
  }

  /** Forgets the work. */
  cancel() {
    this.controller?.abort();
    this.controller = null;
    this.wait(false);
  }

  /**
   * Says whether the controls wait.
   * @param {boolean} on
   */
  wait(on) {
    for (const one of this.waiting) {
      if (on) one.setAttribute("aria-disabled", "true");
      else one.removeAttribute("aria-disabled");
    }
  }
}

/** @type {Element | null} what was clicked last while it waited */
let clicked = null;

/**
 * Does the click that came too early, unless what was clicked is there no more.
 * @param {Element[]} waiting
 */
function clickNow(waiting) {
  const late = clicked;
  if (!late?.isConnected || !waiting.some((one) => one.contains(late))) return;
  clicked = null;
  late.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

/** Lets clicks on what waits wait with it. It stays in reach of the keyboard. */
export function deferClicks() {
  const waits = (/** @type {Event} */ event) => event.target instanceof Element && event.target.closest("[aria-disabled=true]");
  addEventListener("click", (event) => {
    clicked = null;
    if (!waits(event)) return;
    clicked = /** @type {Element} */ (event.target);
    event.stopImmediatePropagation();
    event.preventDefault();
  }, true);
  addEventListener("pointerdown", (event) => { if (waits(event)) event.stopImmediatePropagation(); }, true);
}
