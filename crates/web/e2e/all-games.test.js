// What a person does with a game: choose it, play three moves, judge, ask a concept, walk into the proof,
// verify, undo, come back by the link. In games of every language.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { at, labels, open, program, solved } from "./support.js";

let server;
before(async () => { server = await open(); });
after(async () => { await server.close(); });

/** Chooses a game in the gallery: a card, or a card with other keys. */
async function choose(page, game) {
  const [name, keys] = game.split(":");
  await page.goto(server.address);
  const card = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: new RegExp(`^${name}\\b`) }) }).first();
  if (!keys) return card.getByRole("link").click();
  await card.getByText("Variants of").click();
  for (const [key, value] of keys.split(",").map((pair) => pair.split("="))) await card.getByLabel(key, { exact: true }).fill(value);
  return card.getByRole("button", { name: `Open ${name}` }).click();
}

/** Plays a move from the list, or one move for each agent. */
async function play(page, move) {
  const before = page.url();
  if (Array.isArray(move)) {
    const choices = page.locator(".moves select");
    for (let i = 0; i < move.length; i += 1) await choices.nth(i).selectOption(move[i]);
    await page.getByRole("button", { name: "Make these moves" }).click();
  } else {
    await page.getByRole("list", { name: "Moves", exact: true }).getByRole("button", { name: move, exact: true }).click();
  }
  await page.waitForFunction((url) => location.href !== url, before);
}

/** Compares a verdict with what `ludex solve` says of the position after the move. */
function agrees(verdict, value, first) {
  const words = { wins: "win", draws: "draw", loses: "loss" };
  const swapped = { wins: "loss", draws: "draw", loses: "win" };
  const scores = { win: 100, draw: 50, loss: 0 };
  const word = (first ? words : swapped)[verdict];
  if (word) return assert.equal(value.value, typeof value.value === "number" ? scores[word] : word);
  const [, agent, score] = /^(?:(\S+) )?gets (\S+)$/.exec(verdict) ?? [];
  return assert.equal(Number(score), agent || first ? value.score : 0 - value.score, verdict);
}

/** Takes steps into the proof that is shown, each to where most of it is, or as many as there are. */
async function walk(page, steps) {
  const panel = page.getByRole("region", { name: "Proof" });
  for (let i = 0; i < steps; i += 1) {
    const sizes = await panel.locator(".steps .size").evaluateAll((all) => all.map((size) => Number(/^[\d,]+/.exec(size.textContent)?.[0].replaceAll(",", "") ?? 1)));
    if (sizes.length === 0) return i;
    const [before, url] = [await panel.locator(".point").textContent(), page.url()];
    await panel.locator(".steps button").nth(sizes.indexOf(Math.max(...sizes))).click();
    await page.waitForFunction((was) => location.href !== was, url);
    await page.waitForFunction((was) => document.querySelector(".point") && document.querySelector(".point").textContent !== was, before);
  }
  return steps;
}

/**
 * The games. Where a proof of the whole game takes too long a small position is set up: a race of two
 * pieces in Breakthrough, a mate in three moves with seven moves left by the fifty-move rule in chess.
 * Where all move at the same time `joint` says so: a move has no verdict of its own there, so that
 * judging shows the best mixtures; and the game must be proved from its start, for three rounds later it
 * is nearly over.
 */
const GAMES = [
  { game: "connect4:columns=4,rows=4", moves: ["2", "3", "2"], concept: "omega(3)" },
  { game: "gdl/tictactoe.kif", moves: ["(mark a 1)", "(mark b 2)", "(mark a 2)"], concept: "omega(2)" },
  { game: "toss/breakthrough.toss", concept: "omega(2)",
    position: ". . . . . . . ./. . . . . . B ./. . . . . . . ./. . . . . . . ./. . . . . . . ./. W . . . . . ./. . . . . . . ./. . . . . . . . @0",
    moves: ["Up:b3,b4", "Down:g7,g6", "Up:b4,b5"] },
  { game: "prolog/nim.gp", moves: 3, concept: "omega(2)", shallow: 2 },
  { game: "hex:size=4", moves: ["a1", "b2", "c1"], concept: "omega(3)" },
  { game: "chess", position: "1k6/8/8/4K3/8/7R/8/8 b - - 91 80", moves: ["b8a7", "e5d6", "a7b8"], concept: "omega(3)" },
  { game: "goofspiel:cards=6", moves: [["6", "5"], ["1", "2"], ["2", "1"]], concept: "<<First>>F win(First)", joint: true },
];

/** Judges the position, and compares what is shown with `ludex solve`. */
async function judge(page, { game, position, joint }, played) {
  await page.getByRole("button", { name: "Judge" }).click();
  if (joint) {
    const table = page.getByRole("table", { name: "What every pair of moves is worth" });
    await table.waitFor();
    const { strategies, matrix } = program("solve", game, position, played, ["--matrix"]);
    const answer = await page.getByRole("status").filter({ has: table }).textContent();
    for (const [agent, strategy] of Object.entries(strategies)) {
      const [best] = Object.entries(strategy).sort((a, b) => b[1] - a[1])[0];
      assert.match(answer, new RegExp(`${agent}: .*\\b${best} with \\d`), answer);
    }
    const shown = await table.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent))));
    const told = matrix.values.map((row) => row.map((value) => Number(value.toFixed(3)) || 0));
    return assert.deepEqual(shown, told);
  }
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length > 0
    && document.querySelectorAll(".moves .tag").length === document.querySelectorAll(".moves li").length);
  const verdicts = await page.locator(".moves li").evaluateAll((items) =>
    items.map((item) => [item.querySelector("button").textContent, item.querySelector(".tag").textContent]));
  const { first, turn } = program("show", game, position, played);
  for (const [move, verdict] of verdicts) {
    const value = solved(game, position, [...played, move]);
    assert.ok(value, `${game}: ${move} is not solved`);
    agrees(verdict, value, turn === first);
  }
  return undefined;
}

for (const scenario of GAMES) {
  const { game, position, moves, concept, joint, shallow } = scenario;
  test(`${game}: from the gallery to the proof and back by the link`, async () => {
    const page = await server.page();
    await choose(page, game);
    await page.locator(".turn").waitFor();
    if (position) {
      await page.getByText("Position and moves as text").click();
      await page.getByLabel("Position", { exact: true }).fill(position);
      const shown = page.waitForResponse((response) => response.url().endsWith("/api/show"));
      await page.getByRole("button", { name: "Set up" }).click();
      await shown;
      await page.waitForFunction(() => location.hash.includes("position="));
    }
    if (game.includes("/")) assert.equal(await page.locator("h2").textContent(), game);
    let played = [];
    for (let i = 0; i < 3; i += 1) {
      const move = Array.isArray(moves) ? moves[i] : await page.getByRole("list", { name: "Moves", exact: true }).getByRole("button").first().textContent();
      await play(page, move);
      played.push(...[move].flat());
      await page.waitForFunction((count) => document.querySelectorAll(".variations [aria-selected=true]").length === 1
        && document.querySelectorAll(".variations [role=treeitem]").length === count, played.length);
    }
    await judge(page, scenario, played);
    if (joint) {
      for (let i = 0; i < 3; i += 1) await page.getByRole("button", { name: "Undo" }).click();
      await page.waitForFunction(() => location.hash.includes("at=0"));
      played = [];
    }
    await page.getByLabel("Concept or formula").fill(concept);
    await page.getByRole("button", { name: "Ask" }).click();
    const answer = page.getByRole("status").filter({ hasText: /^(True|False)/ }).first();
    await answer.waitFor();
    const asked = program("check", game, position, played, [concept]);
    assert.equal(await answer.locator("strong").first().textContent(), asked.answer ? "True" : "False");
    await page.getByRole("button", { name: "Prove the value" }).click();
    const value = page.getByRole("status").filter({ hasText: /The value is|gets/ }).first();
    await value.waitFor();
    const [, shown] = /The value is (\S+) for/.exec(await value.textContent()) ?? [];
    const known = solved(game, position, played);
    if (shown) assert.equal(shown, String(known.fraction ?? (typeof known.value === "number" ? Number(known.value.toFixed(9)) || 0 : known.value)), game);
    await page.getByRole("button", { name: "Walk through the proof" }).click();
    await page.getByRole("region", { name: "Proof" }).locator(".point").waitFor();
    assert.equal(await walk(page, 5), shallow ?? 5, `${game}: steps`);
    await page.getByRole("button", { name: "Verify" }).click();
    await page.getByRole("status").getByText("Valid:").waitFor();
    const [link, cells] = [page.url(), await labels(page)];
    await page.screenshot({ path: `screenshots/proof-${game.replace(/\W+/g, "-")}.png`, fullPage: true });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction((url) => location.href !== url, link);
    await page.getByRole("button", { name: "Redo" }).click();
    await page.waitForURL(link);
    await page.reload();
    await page.getByRole("region", { name: "Proof" }).locator(".point").waitFor();
    assert.deepEqual(await labels(page), cells);
    await page.close();
  });
}

test("a piece is dragged, a line is played as text, and a concept says which moves it allows", async () => {
  const page = await server.page();
  await page.goto(at(server.address, "chess"));
  const square = (name) => page.getByRole("gridcell", { name: new RegExp(`^${name}, `) });
  const middle = async (name) => {
    const box = await square(name).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await square("e2").waitFor();
  const drag = async (from, to) => {
    await page.mouse.move(...await middle(from));
    await page.mouse.down();
    await page.mouse.move(...await middle(to), { steps: 4 });
    await page.mouse.up();
  };
  await drag("e2", "e5");
  assert.ok(!page.url().includes("moves="), "a move that is not legal is not played");
  await drag("e2", "e4");
  await page.waitForFunction(() => location.hash.includes("moves=e2e4"));
  await page.getByRole("gridcell", { name: "e4, ♙", exact: true }).waitFor();
  await page.getByText("Position and moves as text").click();
  await page.getByLabel("Moves as text").fill("f2f3 e7e5 g2g4");
  await page.getByRole("button", { name: "Play these moves" }).click();
  await page.getByRole("gridcell", { name: "g4, ♙", exact: true }).waitFor();
  await page.getByLabel("Concept or formula").fill("<A> w");
  await page.getByRole("button", { name: "Ask" }).click();
  await page.getByRole("button", { name: "Which moves?" }).click();
  await page.getByText("True by 1 of 30 moves of Black").waitFor();
  await page.getByRole("status").getByRole("button", { name: "d8h4", exact: true }).click();
  await page.locator(".turn").filter({ hasText: "The game is over: loss for White." }).waitFor();
  await page.getByLabel("Moves as text").fill("e2e9");
  await page.getByRole("button", { name: "Play these moves" }).click();
  await page.getByRole("alert").waitFor();
  await page.close();
});

test("what a coalition can force is walked through", async () => {
  const page = await server.page();
  await page.goto(at(server.address, "nim:heaps=1-2"));
  await page.getByLabel("Concept or formula").fill("<<First>>F win(First)");
  await page.getByRole("button", { name: "Ask" }).click();
  await page.getByRole("button", { name: "Walk through the proof" }).click();
  await page.getByRole("region", { name: "Proof" }).getByText("First plays:").waitFor();
  assert.equal(await walk(page, 5), 3);
  await page.getByText("what was asked for is so").waitFor();
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByRole("status").getByText("Valid:").waitFor();
  await page.close();
});

test("nothing was complained of in the console", () => {
  assert.deepEqual(server.errors.filter((error) => !error.includes("status of 400")), []);
});
