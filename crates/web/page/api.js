// Asking the server.

/**
 * What is wrong with a request.
 * @typedef {{ message: string, help?: string, span?: { start: number, end: number },
 *   input?: { name: string, text: string } }} Fault
 */

/** An error that the server explains. */
export class InputError extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/**
 * Fetches a list.
 * @param {string} path
 * @param {AbortSignal} [signal]
 */
export async function get(path, signal) {
  const response = await fetch(path, { signal });
  return answer(response);
}

/**
 * Asks for one answer.
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} [signal]
 */
export async function ask(path, body, signal) {
  return answer(await post(path, body, "application/json", signal));
}

/**
 * Asks for an answer that comes with events on the way: `told` is called with the name and the data
 * of each. Returns the answer.
 * @param {string} path
 * @param {object} body
 * @param {(name: string, data: any) => void} told
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function follow(path, body, told, signal) {
  const response = await post(path, body, "text/event-stream", signal);
  if (!response.ok || !response.body) return answer(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new InputError({ message: "the server ended the answer" });
    text += value;
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const [first, second] = event.split("\n");
      const [name, data] = [first.slice("event: ".length), JSON.parse(second.slice("data: ".length))];
      if (name === "answer") return data;
      if (name === "error") throw new InputError(data);
      told(name, data);
    }
  }
}

/**
 * Asks about what somebody is still typing. That it is wrong comes as an event, so that the browser does not
 * report a request that has failed.
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} [signal]
 */
export function attempt(path, body, signal) {
  return follow(path, body, () => {}, signal);
}

/**
 * @param {string} path
 * @param {object} body
 * @param {string} accept
 * @param {AbortSignal} [signal]
 */
function post(path, body, accept, signal) {
  const headers = { "content-type": "application/json", accept };
  return fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/** @param {Response} response */
async function answer(response) {
  const data = await response.json();
  if (!response.ok) throw new InputError(data);
  return data;
}
