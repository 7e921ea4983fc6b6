// The page as a person uses it: choose a game, play, judge, ask, verify, undo, come back by the link.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { after, before, test } from "node:test";
import { at, open, solved } from "./support.js";

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

test("scores of a game have the colours of the best and the worst move, for the second player, too", async () => {
  const page = await server.page();
  const game = "connect4:columns=4,rows=4,line=3,scoring=distance";
  await page.goto(at(server.address, game, ["1"]));
  await page.getByRole("button", { name: "Judge" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".moves .tag").length === 4);
  const worth = [1, 2, 3, 4].map((move) => solved(game, undefined, ["1", String(move)]).score);
  const tags = async (tone) => (await page.locator(`.moves li:has(.tag.${tone}) button:first-child`).allTextContents()).toSorted();
  const moves = (value) => [1, 2, 3, 4].filter((move) => worth[move - 1] === value).map(String);
  assert.deepEqual(await tags("win"), moves(Math.min(...worth)));
  assert.deepEqual(await tags("loss"), moves(Math.max(...worth)));
  await page.screenshot({ path: "screenshots/scores-light.png" });
  await page.close();
});

test("numbers that mean a win, a draw or a loss are called so, beside the number", async () => {
  const page = await server.page();
  await page.goto(at(server.address, "gdl/tictactoe.kif", ["(mark a 1)"]));
  await page.getByRole("button", { name: "Judge" }).click();
  await page.getByRole("status").getByText("o draws with (mark b 2).").waitFor();
  const described = (name) => page.getByRole("gridcell", { name }).getAttribute("aria-description");
  assert.equal(await described("b2, empty"), "draws (50)");
  assert.equal(await described("b1, empty"), "loses (100)");
  const move = page.getByRole("list", { name: "Moves", exact: true }).getByRole("button", { name: "(mark b 2)", exact: true });
  assert.equal(await move.getAttribute("aria-description"), "draws (50)");
  await page.close();
});

test("a position without a board is a grid of its facts, and cards are clicked where all move together", async () => {
  const page = await server.page();
  await page.goto(at(server.address, "prolog/nim.gp"));
  await page.getByRole("grid", { name: "prolog/nim.gp" }).getByRole("gridcell", { name: "pile(7)" }).waitFor();
  await page.goto(at(server.address, "goofspiel:cards=4"));
  await page.getByRole("gridcell", { name: "First 3, 3" }).click();
  await page.getByRole("gridcell", { name: "Second 2, 2" }).click();
  await page.getByRole("gridcell", { name: "First 4, 4" }).click();
  assert.equal(await page.locator("[role=gridcell][aria-selected=true]").count(), 2);
  await page.getByRole("button", { name: "Make these moves" }).click();
  await page.waitForFunction(() => location.hash.endsWith("moves=4%7E2"));
  await page.getByRole("gridcell", { name: "First 4, empty" }).waitFor();
  await page.close();
});

test("games and evidence are opened by dropping their files on the page", async () => {
  const page = await server.page();
  const drop = async (name, path) => {
    const bytes = [...await readFile(path)];
    const data = await page.evaluateHandle(([file, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(content)], file));
      return transfer;
    }, [name, bytes]);
    await page.locator("main").dispatchEvent("drop", { dataTransfer: data });
  };
  await page.goto(server.address);
  await drop("breakthrough.toss", `${process.env.GAMES}/toss/breakthrough.toss`);
  await page.getByRole("gridcell", { name: "a1, W" }).waitFor();
  for (const name of ["proof.ludex", "proof.json"]) {
    const path = `${tmpdir()}/${process.pid}-${name}`;
    execFileSync(process.env.LUDEX, ["solve", "connect4:columns=4,rows=4", "--evidence", path], { stdio: "ignore" });
    await drop(name, path);
    await page.getByRole("grid", { name: /^connect4/ }).waitFor();
    await page.getByRole("region", { name: "Proof" }).locator(".point").waitFor();
    await page.getByRole("button", { name: "Verify" }).click();
    await page.getByRole("status").getByText("Valid:").waitFor();
    await rm(path);
    await page.goto(server.address);
  }
  await drop("notes.txt", `${process.env.GAMES}/toss/breakthrough.toss`);
  await page.getByRole("alert").waitFor();
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

test("on a slow machine clicks wait for the position, and old answers are dropped", async () => {
  const page = await server.page();
  let wait = 300;
  await page.route(/\/api\/show/, async (route) => {
    const now = wait;
    wait = 300 - wait; // every other answer overtakes the one before it
    await new Promise((resolve) => { setTimeout(resolve, now); });
    await route.continue().catch(() => {});
  });
  await page.goto(at(server.address, "tictactoe"));
  await page.getByRole("gridcell", { name: /^b2, / }).dblclick();
  await page.getByRole("button", { name: "Judge" }).click();
  await page.getByRole("gridcell", { name: "b2, X", exact: true }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".moves .tag").length === 8);
  assert.equal(new URL(page.url()).hash, "#game=tictactoe&moves=b2", "the second click was for the old position");
  const corner = page.getByRole("gridcell", { name: "a1, empty", exact: true });
  assert.equal(await corner.getAttribute("aria-description"), "draws");
  await page.goto(at(server.address, "tictactoe", ["a1", "a2", "b1", "b2"]));
  await page.getByRole("gridcell", { name: "b2, O", exact: true }).waitFor();
  await page.evaluate(() => { for (let i = 0; i < 3; i += 1) [...document.querySelectorAll("button")].find((one) => one.textContent === "Undo").click(); });
  await page.getByRole("gridcell", { name: "a2, empty", exact: true }).waitFor();
  await page.getByRole("gridcell", { name: "a1, X", exact: true }).waitFor();
  assert.match(page.url(), /at=1$/);
  await page.goBack();
  await page.getByRole("gridcell", { name: "a2, O", exact: true }).waitFor();
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
