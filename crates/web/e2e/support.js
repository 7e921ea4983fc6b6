// A server and a browser for the tests.

import { execFileSync, spawn } from "node:child_process";
import { chromium } from "playwright-core";

/**
 * Starts `ludex serve` and a browser. Modules and styles come from the folder PAGE, if it is set, so that
 * changes can be tried without compiling the program. Requests wait for a random time of at most SLOW
 * milliseconds, if it is set, as on a slow machine: what is clicked too early shows. `errors` collects what the console complains of, `ask`
 * asks the server without a page.
 */
export async function open() {
  const server = spawn(process.env.LUDEX, ["serve", "--port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  const port = await new Promise((resolve, reject) => {
    server.stderr.once("data", (line) => resolve(/http:\/\/[^;]*:(\d+)/.exec(String(line))?.[1]));
    server.once("exit", (code) => reject(new Error(`ludex serve ended with ${code}`)));
  });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM, headless: true, args: ["--no-sandbox"],
  });
  const errors = [];
  const page = async (options = {}) => {
    const made = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
    made.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    made.on("pageerror", (error) => errors.push(String(error)));
    made.setDefaultTimeout(60000);
    if (process.env.PAGE) await made.route(/\.(js|css)$/, (route) => route.fulfill({ path: `${process.env.PAGE}/${new URL(route.request().url()).pathname}` }));
    if (Number(process.env.SLOW) > 0) {
      await made.route(/\/api\//, async (route) => {
        await new Promise((resolve) => { setTimeout(resolve, Math.random() * Number(process.env.SLOW)); });
        await route.continue().catch(() => {});
      });
    }
    return made;
  };
  const close = async () => {
    await browser.close();
    server.kill("SIGINT");
  };
  const address = `http://localhost:${port}/`;
  const ask = async (path, body) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(address + path.slice(1), { method: "POST", headers, body: JSON.stringify(body) });
    return answer.json();
  };
  return { address, page, ask, errors, close };
}

/** Returns the address of a game with moves played. */
export function at(address, game, moves = [], position = undefined) {
  const fields = new URLSearchParams(position ? { game, position } : { game });
  if (moves.length > 0) fields.set("moves", moves.join("~"));
  return `${address}#${fields}`;
}

/** Returns the JSON that a command of the program prints about a position. */
export function program(command, game, position, moves, more = []) {
  const path = game.includes("/") ? `${process.env.GAMES}/${game}` : game;
  const args = [command, path, ...more, "--json"];
  if (position) args.push("--position", position);
  if (moves.length > 0) args.push("--moves", moves.join(" "));
  return JSON.parse(execFileSync(process.env.LUDEX, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
}

/** Returns what `ludex solve` says of a position, or null if it does not know within some seconds. */
export function solved(game, position, moves, seconds = 20) {
  try {
    return program("solve", game, position, moves, ["--max-seconds", String(seconds)]);
  } catch {
    return null;
  }
}

/** Returns what the cells of the board are called. */
export function labels(page) {
  return page.getByRole("gridcell").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
}

/** Returns the controls without a name, by their text in the page. Runs in the browser. */
export function unnamed() {
  const controls = document.querySelectorAll("button, a, input, select, textarea, [role=gridcell], [role=treeitem], [role=grid], [role=tree], svg[role=img]");
  const name = (control) => control.getAttribute("aria-label") || control.textContent.trim()
    || [...(control.labels ?? [])].map((label) => label.textContent.trim()).join("") || control.getAttribute("title");
  return [...controls].filter((control) => !control.closest("[aria-hidden=true]") && !name(control)).map((control) => control.outerHTML.slice(0, 120));
}

/** Returns texts whose contrast with their ground is below that of WCAG AA. Runs in the browser. */
export function faint() {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const light = (colour) => {
    const [r, g, b] = [...colour].slice(0, 3).map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] > 250) return colour;
    }
    return rgba("white");
  };
  const bad = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element || element.closest("svg, option, :disabled, noscript, title, [aria-hidden=true]") || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const [a, b] = [light(rgba(style.color)), light(ground(element))].sort((x, y) => y - x);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < (large ? 3 : 4.5)) bad.push(`${walker.currentNode.data.trim().slice(0, 40)}: ${contrast.toFixed(2)}`);
  }
  return bad;
}
