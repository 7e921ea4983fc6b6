// Playing against the program to the end, watching it play, a tournament, a search step by step, and the
// ways to take a view elsewhere.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { at, open, program } from "./support.js";

let server;
before(async () => { server = await open(); });
after(async () => { await server.close(); });

test("a game against the program, to the end", async () => {
  const page = await server.page();
  await page.goto(at(server.address, "tictactoe"));
  await page.getByLabel("Time").selectOption("0.05");
  await page.getByLabel("It makes").selectOption("O");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  for (let turn = 0; turn < 5; turn += 1) {
    // Until both have moved: the link changes first, then the board, and the program's moves are listed too.
    const over = await page.waitForFunction((played) => {
      const text = document.querySelector(".turn")?.textContent ?? "";
      if (text.startsWith("The game is over")) return "over";
      const moves = new URLSearchParams(location.hash.slice(1)).get("moves");
      return text.startsWith("X to move") && (moves ? moves.split("~").length : 0) === played && "open";
    }, 2 * turn);
    if (await over.jsonValue() === "over") break;
    await page.getByRole("list", { name: "Moves", exact: true }).getByRole("button").first().click();
  }
  await page.locator(".turn").filter({ hasText: "The game is over" }).waitFor();
  const moves = new URLSearchParams(page.url().split("#")[1]).get("moves").split("~");
  assert.equal(program("show", "tictactoe", undefined, moves).final, true);
  await page.close();
});

for (const game of ["connect4:columns=5,rows=4", "goofspiel:cards=4"]) {
  test(`${game}: players are watched to the end`, async () => {
    const page = await server.page();
    await page.goto(at(server.address, game));
    await page.getByLabel("Player", { exact: true }).selectOption("random");
    await page.getByLabel("Time").selectOption("0.05");
    await page.getByLabel("It makes").selectOption("*");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.locator(".turn").filter({ hasText: "The game is over" }).waitFor();
    await page.close();
  });
}

test("a tournament has a table with intervals", async () => {
  const page = await server.page();
  await page.goto(at(server.address, "tictactoe"));
  await page.getByText("Tournament", { exact: true }).click();
  await page.getByLabel("Players", { exact: true }).fill("mcts@50n,random");
  await page.getByLabel("Rounds").fill("3");
  await page.getByRole("button", { name: "Run the tournament" }).click();
  await page.getByRole("table").waitFor();
  const rows = await page.locator("table tr").evaluateAll((all) => all.map((row) => row.textContent));
  assert.equal(rows.length, 3);
  assert.match(rows[1], /mcts/);
  assert.match(rows[1], /0\.\d+–[01]\.\d+/);
  await page.getByRole("table").scrollIntoViewIfNeeded();
  await page.screenshot({ path: "screenshots/tournament.png" });
  await page.close();
});

for (const search of ["pns", "mcts"]) {
  test(`fifty steps of ${search} on tic-tac-toe are watched`, async () => {
    const page = await server.page();
    await page.goto(at(server.address, "tictactoe"));
    await page.getByText("Watch a search think").click();
    await page.getByLabel("Search", { exact: true }).selectOption(search);
    await page.getByRole("button", { name: "Watch the search" }).click();
    const said = page.getByRole("status").filter({ hasText: /^Step/ });
    await said.waitFor();
    assert.match(await said.textContent(), /^Step 0 of 50: 1 node;/);
    const told = await page.evaluate(() => {
      const [next] = [...document.querySelectorAll("button")].filter((one) => one.textContent === "Next step");
      return Array.from({ length: 50 }, () => { next.click(); return document.querySelector(".theatre").previousElementSibling.textContent; });
    });
    const sizes = [1];
    for (const [i, text] of told.entries()) {
      const [, step, nodes] = /^Step (\d+) of 50: (\d+) nodes; the root has \d/.exec(text) ?? [];
      assert.equal(Number(step), i + 1);
      assert.ok(Number(nodes) > sizes[i], "every step adds nodes");
      sizes.push(Number(nodes));
    }
    assert.match(told[0], search === "pns" ? /root has 1 \| 9/ : /of \d+ playouts won\.$/);
    assert.ok(await page.locator(".theatre .box.path").count() >= 2);
    await page.locator(".theatre").scrollIntoViewIfNeeded();
    await page.screenshot({ path: `screenshots/theatre-${search}.png` });
    await page.close();
  });
}

test("a poor move is refuted, lines become variations, the line is played on the board", async () => {
  const page = await server.page();
  await page.goto(at(server.address, "tictactoe", ["a1", "b1"]));
  await page.getByRole("button", { name: "Judge" }).click();
  const why = page.getByRole("button", { name: /^Why not/ });
  await why.first().waitFor();
  await why.first().click();
  await page.getByRole("status").filter({ hasText: /^After / }).waitFor();
  await page.getByRole("button", { name: "Show on the board" }).click();
  await page.waitForFunction(() => location.hash.includes("at=2"));
  const tree = page.getByRole("tree", { name: "Variations" });
  const length = await tree.getByRole("treeitem").count();
  assert.ok(length > 3);
  await page.getByRole("button", { name: "Redo" }).click();
  await page.waitForFunction(() => location.hash.includes("at=3"));
  await page.getByRole("list", { name: "Moves", exact: true }).getByRole("button").last().click();
  await page.waitForFunction(() => location.hash.includes("line="));
  assert.ok(await tree.getByRole("treeitem").count() >= length, "both lines are there");
  await page.screenshot({ path: "screenshots/variations.png" });
  const items = await tree.getByRole("treeitem").allTextContents();
  await page.reload();
  await tree.waitFor();
  assert.deepEqual(await tree.getByRole("treeitem").allTextContents(), items, "the link has the variations");
  await tree.getByRole("treeitem").first().click();
  await page.waitForFunction(() => location.hash.includes("at=1"));
  await page.close();
});

test("a view is copied as a link, a command line, Python and SVG", async () => {
  const page = await server.page();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(at(server.address, "connect4", ["4", "4"]));
  await page.getByText("Copy this view").click();
  const copied = async (name) => {
    await page.getByRole("button", { name: `Copy ${name}` }).click();
    await page.locator(".shared").filter({ hasText: "Copied" }).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied("link"), page.url());
  assert.equal(await copied("command line"), 'ludex show connect4 --moves "4 4"');
  assert.equal(await copied("Python"), 'ludex.open("connect4").position(moves="4 4").solve()');
  assert.match(await copied("SVG"), /^<svg/);
  await page.close();
});

test("what panels are set to and which are open is in the link", async () => {
  const page = await server.page();
  await page.goto(at(server.address, "connect4:columns=4,rows=4", ["1"]));
  await page.getByLabel("It makes").locator("option").nth(3).waitFor({ state: "attached" });
  await page.getByLabel("Player", { exact: true }).selectOption("random");
  await page.getByLabel("Time").selectOption("0.2");
  await page.getByLabel("It makes").selectOption("O");
  await page.getByText("Tournament", { exact: true }).click();
  await page.getByLabel("Players", { exact: true }).fill("auto@50n,random");
  await page.getByLabel("Rounds").fill("7");
  await page.getByText("Watch a search think").click();
  await page.getByLabel("Search", { exact: true }).selectOption("mcts");
  await page.getByLabel("Steps").fill("20");
  await page.getByText("Rules of the game").click();
  await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get("open") === "tournament theatre rules");
  await page.getByRole("list", { name: "Moves", exact: true }).getByRole("button").first().click();
  await page.waitForFunction(() => location.hash.includes("moves=1%7E1"));
  const there = await server.page();
  await there.goto(page.url());
  const values = { "It makes": "O", Player: "random", Time: "0.2", Players: "auto@50n,random", Rounds: "7", Search: "mcts", Steps: "20" };
  await there.waitForFunction(() => document.querySelector("[aria-label='It makes']")?.value === "O" && document.querySelector("[aria-label=Player]").value === "random");
  for (const [name, value] of Object.entries(values)) assert.equal(await there.getByLabel(name, { exact: true }).inputValue(), value, name);
  assert.ok(await there.getByRole("button", { name: "Run the tournament" }).isVisible());
  assert.ok(await there.getByRole("button", { name: "Watch the search" }).isVisible());
  assert.ok(!await there.getByLabel("Moves as text").isVisible());
  // What is as usual is not in the link, and an older link is followed back.
  await there.getByLabel("Time").selectOption("1");
  await there.getByText("Tournament", { exact: true }).click();
  await there.waitForFunction(() => !location.hash.includes("time=") && new URLSearchParams(location.hash.slice(1)).get("open") === "theatre rules");
  await there.goto(page.url());
  await there.waitForFunction(() => document.querySelector("[aria-label=Time]").value === "0.2");
  await there.close();
  await page.close();
});

test("nothing was complained of in the console", () => {
  assert.deepEqual(server.errors.filter((error) => !error.includes("status of 400")), []);
});
