// What a person does with a game: choose it, play three moves, judge, ask a concept, walk into the proof,
// verify, undo, come back by the link. In games of every language.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { labels, open, program, solved } from "./support.js";

let server;
before(async () => { server = await open(); });
after(async () => { await server.close(); });

/** Chooses a game in the gallery: a card, or a card with other keys. */
async function choose(page, game) {
  const [name, keys] = game.split(":");
  await page.goto(server.address);
  const card = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: new RegExp(`^${name}\\b`) }) }).first();
  if (!keys) return card.getByRole("link").click();
  await card.getByText("Other sizes").click();
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
  if (words[verdict]) return assert.equal(value.value, (first ? words : swapped)[verdict]);
  const [, agent, score] = /^(?:(\S+) )?gets (\S+)$/.exec(verdict) ?? [];
  return assert.equal(Number(score), agent || first ? value.score : -value.score, verdict);
}

/** Takes steps into the proof that is shown, or as many as there are. */
async function walk(page, steps) {
  const panel = page.getByRole("region", { name: "Proof" });
  for (let i = 0; i < steps; i += 1) {
    const before = await panel.locator(".point").textContent();
    const step = panel.locator(".steps button").first();
    if (await step.count() === 0) return i;
    const url = page.url();
    await step.click();
    await page.waitForFunction((was) => location.href !== was, url);
    await page.waitForFunction((was) => document.querySelector(".point") && document.querySelector(".point").textContent !== was, before);
  }
  return steps;
}

const GAMES = [
  { game: "connect4:columns=4,rows=4", moves: ["2", "3", "2"], concept: "omega(3)", first: "X" },
  { game: "gdl/tictactoe.kif", moves: ["(mark a 1)", "(mark b 2)", "(mark a 2)"], concept: "omega(2)", first: "xplayer" },
  { game: "toss/breakthrough.toss", moves: 3, concept: "omega(2)", stop: 3, steps: 4 },
  { game: "prolog/nim.gp", moves: 3, concept: "omega(2)", least: 2 },
  { game: "hex:size=3", moves: ["a1", "b2", "c1"], concept: "omega(3)", first: "Black" },
  { game: "chess", position: "6k1/8/8/8/8/8/R7/1R2K3 b - - 0 1", moves: ["g8h8", "e1e2", "h8h7"], concept: "omega(3)", stop: 2, mate: true },
  { game: "goofspiel:cards=4", moves: [["4", "3"], ["1", "2"], ["2", "1"]], simultaneous: true },
];

for (const { game, position, moves, concept, first, stop, steps = 5, least = 3, simultaneous, mate } of GAMES) {
  test(`${game}: from the gallery to the proof and back by the link`, async () => {
    const page = await server.page();
    await choose(page, game);
    await page.locator(".turn").waitFor();
    if (position) {
      await page.getByText("Position and moves as text").click();
      await page.getByLabel("Position", { exact: true }).fill(position);
      await page.getByRole("button", { name: "Set up" }).click();
      await page.waitForFunction(() => location.hash.includes("position="));
    }
    const played = [];
    if (!simultaneous) {
      for (let i = 0; i < 3; i += 1) {
        const list = page.getByRole("list", { name: "Moves", exact: true }).getByRole("button");
        await page.locator(".turn").waitFor();
        const move = Array.isArray(moves) ? moves[i] : await list.first().textContent();
        await play(page, move);
        await page.waitForFunction((count) => document.querySelectorAll(".variations [aria-selected=true]").length === 1
          && document.querySelectorAll(".variations [role=treeitem]").length === count, i + 1);
        played.push(move);
      }
      await page.getByRole("button", { name: "Judge" }).click();
      if (stop) {
        await page.waitForTimeout(stop * 1000);
        await page.getByRole("button", { name: "Stop" }).click();
      }
      await page.getByRole("status").filter({ hasText: /known|wins|draws|loses|gets/ }).first().waitFor();
      const verdicts = await page.locator(".moves li").evaluateAll((items) =>
        items.map((item) => [item.querySelector("button").textContent, item.querySelector(".tag")?.textContent]));
      const turn = (await page.locator(".turn").textContent()).split(" ")[0];
      if (!stop) assert.ok(verdicts.every(([, word]) => word), `${game}: ${JSON.stringify(verdicts)}`);
      for (const [move, word] of verdicts.filter(([, known]) => known)) {
        const value = solved(game, position, [...played, move], stop);
        if (value) agrees(word, value, first ? turn === first : turn === program("show", game, position, []).first);
      }
      await page.getByLabel("Concept or formula").fill(concept);
      await page.getByRole("button", { name: "Ask" }).click();
      const answer = page.getByRole("status").filter({ hasText: /True|False/ }).first();
      await answer.waitFor();
      const asked = program("check", game, position, played, [concept]);
      assert.equal(await answer.locator("strong").textContent(), asked.answer ? "True" : "False");
    } else {
      for (const joint of moves) await play(page, joint);
      for (let i = 0; i < 3; i += 1) await page.getByRole("button", { name: "Undo" }).click();
      await page.waitForFunction(() => location.hash.includes("at=0"));
    }
    if (!stop) {
      await page.getByRole("button", { name: "Prove the value" }).click();
      const answer = page.getByRole("status").filter({ hasText: /The value is|gets/ }).first();
      await answer.waitFor();
      const value = solved(game, position, played);
      const [, shown] = /The value is (\S+) for/.exec(await answer.textContent()) ?? [];
      if (shown) assert.equal(shown, String(value.fraction ?? value.value), game);
    }
    await page.getByRole("button", { name: "Walk through the proof" }).click();
    await page.getByRole("region", { name: "Proof" }).locator(".point").waitFor();
    const taken = await walk(page, steps);
    assert.ok(mate ? taken === 5 : taken >= least, `${game}: ${taken} steps`);
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

test("nothing was complained of in the console", () => {
  assert.deepEqual(server.errors.filter((error) => !error.includes("status of 400")), []);
});
