// A server and a browser for the tests.

import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { chromium } from "playwright-core";

/** Returns a port that is free now. */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Starts `ludex serve` and a browser. `errors` collects what the console complains of. */
export async function open() {
  const port = await freePort();
  const server = spawn(process.env.LUDEX, ["serve", "--port", String(port)], { stdio: ["ignore", "ignore", "pipe"] });
  await new Promise((resolve, reject) => {
    server.stderr.once("data", resolve);
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
    return made;
  };
  const close = async () => {
    await browser.close();
    server.kill("SIGINT");
  };
  return { address: `http://localhost:${port}/`, page, errors, close };
}

/** Returns the address of a game with moves played. */
export function at(address, game, moves = []) {
  const fields = new URLSearchParams({ game });
  if (moves.length > 0) fields.set("moves", moves.join("~"));
  return `${address}#${fields}`;
}
