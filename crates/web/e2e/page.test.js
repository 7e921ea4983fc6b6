// The page as a person uses it: choose a game, play, judge, ask, verify, undo, come back by the link.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { at, open } from "./support.js";

let server;
before(async () => { server = await open(); });
after(async () => { await server.close(); });

test("the gallery shows the games with their boards, and a game is chosen", async () => {
  const page = await server.page();
  await page.goto(server.address);
  await page.getByRole("link", { name: /^connect4/ }).waitFor();
  await page.locator(".thumbnail svg").first().waitFor();
  await page.screenshot({ path: "screenshots/gallery-light.png" });
  await page.getByRole("link", { name: /^connect4/ }).click();
  await page.getByRole("grid", { name: /connect4/ }).waitFor();
  await page.close();
});

test("a concept is asked, its error underlined while it is typed", async () => {
  const page = await server.page();
  await page.goto(at(server.address, "tictactoe", ["a1", "b1"]));
  const formula = page.getByLabel("Concept or formula");
  await formula.fill("omega(");
  await page.getByRole("alert").waitFor();
  assert.ok(await page.locator("[role=alert] mark").count() > 0);
  await formula.fill("omega(3)");
  await page.getByRole("button", { name: "Ask" }).click();
  await page.getByRole("status").getByText("True").waitFor();
  await page.screenshot({ path: "screenshots/ask-light.png" });
  await page.close();
});

test("a whole game by the keyboard alone", async () => {
  const page = await server.page();
  await page.goto(at(server.address, "tictactoe"));
  const cell = (name) => page.getByRole("gridcell", { name, exact: true });
  await cell("a3, empty").focus();
  await page.keyboard.press("Enter");
  await cell("a3, X").waitFor();
  await cell("a3, X").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await cell("b3, O").waitFor();
  await page.close();
});

test("the program plays, in games of turns and of simultaneous moves", async () => {
  const page = await server.page();
  for (const game of ["connect4", "goofspiel", "prolog/nim.gp", "toss/breakthrough.toss"]) {
    await page.goto(at(server.address, game));
    await page.locator(".turn").waitFor();
    await page.getByLabel("Time").selectOption("0.2");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForFunction(() => location.hash.includes("moves="));
  }
  await page.close();
});

test("nothing was complained of in the console", () => {
  const real = server.errors.filter((error) => !error.includes("status of 400"));
  assert.deepEqual(real, []);
});
