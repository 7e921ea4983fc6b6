// Questions that take a while: one at a time, to be stopped, forgotten when the page moves on.

import { alertFor } from "./alert.js";
import { ask } from "./api.js";
import { button, show } from "./dom.js";

/** A question being answered: one at a time. */
export class Running {
  constructor() {
    /** @type {number | null} */ this.job = null;
    /** @type {AbortController | null} */ this.controller = null;
    /** @type {(() => void) | null} what else ends when the person stops */ this.stopped = null;
    this.stopping = false;
    this.stopButton = button("Stop", () => this.stop(), { disabled: true });
  }

  /**
   * Runs a question and shows what is wrong with it.
   * @param {HTMLElement} out
   * @param {(told: (name: string, data: any) => boolean, signal: AbortSignal) => Promise<void>} work
   */
  async run(out, work) {
    this.cancel();
    const controller = new AbortController();
    this.controller = controller;
    this.stopped = null;
    this.stopping = false;
    this.stopButton.disabled = false;
    const told = (/** @type {string} */ name, /** @type {any} */ data) => {
      if (name !== "job") return false;
      this.job = data;
      if (this.stopping) this.stop();
      return true;
    };
    try {
      await work(told, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) show(out, alertFor(error));
    }
    if (this.controller === controller) this.cancel();
  }

  /** Asks the server to end with what it knows, as soon as the number of the job is known. */
  stop() {
    this.stopped?.();
    this.stopping = true;
    if (this.job !== null) ask("/api/stop", { job: this.job }).catch(() => {});
  }

  /** Forgets the question; the server ends it. */
  cancel() {
    this.controller?.abort();
    this.controller = null;
    this.job = null;
    this.stopButton.disabled = true;
  }
}
