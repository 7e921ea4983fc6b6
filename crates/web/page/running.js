// Questions that take a while: one at a time, to be stopped, forgotten when the page moves on.

import { alertFor } from "./alert.js";
import { ask } from "./api.js";
import { button, show } from "./dom.js";
import { Latest } from "./latest.js";

/** A question being answered: one at a time. */
export class Running extends Latest {
  constructor() {
    super();
    /** @type {number | null} */ this.job = null;
    /** @type {(() => void) | null} what else ends when the person stops */ this.stopped = null;
    this.stopping = false;
    this.stopButton = button("Stop", () => this.stop(), { disabled: true });
  }

  /**
   * Answers a question. `told` takes the event that names the job, and returns whether it was that one.
   * @param {HTMLElement} out where errors are shown
   * @param {(told: (name: string, data: any) => boolean, signal: AbortSignal) => Promise<void>} work
   */
  answer(out, work) {
    this.stopped = null;
    return this.run((signal) => work((name, data) => {
      if (name === "job" && !signal.aborted) this.began(data);
      return name === "job";
    }, signal), (error) => show(out, alertFor(error)));
  }

  /** @param {number} job */
  began(job) {
    this.job = job;
    if (this.stopping) this.stop();
  }

  /** Asks the server to end with what it knows, as soon as the number of the job is known. */
  stop() {
    this.stopped?.();
    this.stopping = true;
    if (this.job !== null) ask("/api/stop", { job: this.job }).catch(() => {});
  }

  /**
   * Lets the button be used while there is something to be stopped.
   * @param {boolean} on
   * @override
   */
  wait(on) {
    this.job = null;
    this.stopping = false;
    this.stopButton.disabled = !on;
  }
}
