// Exported proofs: opened from disk without a network, walked at random, compared with the rules.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { at, labels, open } from "./support.js";

/** How many walks from the root to a leaf. */
const WALKS = 20;

let server;
const folder = mkdtempSync(join(tmpdir(), "ludex-"));
before(async () => { server = await open(); });
after(async () => { await server.close(); });

/** Writes evidence with the program and exports it. Returns the page. */
function exported(name, args) {
  const [evidence, html] = [join(folder, `${name}.ludex`), join(folder, `${name}.html`)];
  const run = (...list) => execFileSync(process.env.LUDEX, list, { stdio: ["ignore", "pipe", "ignore"] });
  run(...args, "--evidence", evidence);
  run("export", evidence, "--html", html);
  return html;
}

/** Opens a page from disk in a browser that has no network. */
async function offline(html) {
  const page = await server.page();
  const requests = [];
  await page.context().setOffline(true);
  page.on("request", (request) => !request.url().startsWith("file:") && !request.url().startsWith("data:") && requests.push(request.url()));
  await page.goto(pathToFileURL(html).href);
  await page.locator(".point").waitFor();
  return { page, requests };
}

/** Walks from the root to a leaf by random choices. Returns the moves. All of it happens in the browser. */
function randomWalk(page, random) {
  const choices = Array.from({ length: 200 }, random);
  return page.evaluate(async (numbers) => {
    const until = async (count) => {
      for (let wait = 0; document.querySelectorAll(".trail li").length !== count; wait += 1) {
        if (wait > 1000) throw new Error(`no step ${count}`);
        await new Promise((resolve) => { setTimeout(resolve, 5); });
      }
    };
    [...document.querySelectorAll("button")].find((one) => one.textContent === "Start").click();
    await until(0);
    const moves = [];
    for (const number of numbers) {
      const steps = document.querySelectorAll(".steps button");
      if (steps.length === 0) return moves;
      const step = steps[Math.floor(number * steps.length)];
      moves.push(step.textContent);
      step.click();
      await until(moves.length);
    }
    throw new Error("the walk has no end");
  }, choices);
}

/** Returns a small generator of random numbers, the same in every run. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

for (const [name, game, moves, args] of [
  ["hex", "hex:size=3", [], ["solve", "hex:size=3"]],
  ["connect4", "connect4:columns=4,rows=4", ["2", "2", "3", "3", "2", "2"], ["solve", "connect4:columns=4,rows=4", "--moves", "2 2 3 3 2 2"]],
  ["chess", "chess", [], ["check", "chess", "omega(2)", "--position", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"]],
]) {
  test(`${name}: positions of random walks are those of the moves`, async () => {
    const { page, requests } = await offline(exported(name, args));
    const random = generator(23);
    const position = name === "chess" ? "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1" : undefined;
    for (let i = 0; i < WALKS; i += 1) {
      const walked = await randomWalk(page, random);
      const shown = await page.locator("code.position").textContent();
      const replayed = await server.ask("/api/show", { game, position, moves: [...moves, ...walked] });
      assert.equal(shown, replayed.position, walked.join(" "));
      if (i === 0) await page.screenshot({ path: `screenshots/exported-${name}.png` });
      if (i > 1) continue;
      const cells = await labels(page);
      const other = await server.page();
      await other.goto(at(server.address, game, [...moves, ...walked], position));
      await other.getByRole("grid").waitFor();
      assert.deepEqual(await labels(other), cells);
      await other.close();
    }
    assert.deepEqual(requests, []);
    await page.close();
  });
}

test("the page exports the file that the program writes", async () => {
  const page = await server.page();
  await page.goto(at(server.address, "hex:size=3"));
  await page.getByRole("button", { name: "Prove the value" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = await (await downloading).path();
  const html = exported("same", ["solve", "hex:size=3"]);
  assert.equal(readFileSync(file, "utf8"), readFileSync(html, "utf8"));
  await page.close();
});

test("evidence about a text is saved with its rules, and the program verifies it", async () => {
  const page = await server.page();
  await page.goto(at(server.address, "gdl/nim.kif"));
  await page.getByRole("button", { name: "Prove the value" }).click();
  const saved = async (button) => {
    const downloading = page.waitForEvent("download");
    await button.click();
    const file = await downloading;
    await file.saveAs(join(folder, "saved", file.suggestedFilename()));
    return file.suggestedFilename();
  };
  assert.equal(await saved(page.getByRole("link", { name: "Save the evidence" })), "evidence.ludex");
  await page.getByRole("status").getByText("save the rules, too").waitFor();
  const verify = () => execFileSync(process.env.LUDEX, ["verify", join(folder, "saved", "evidence.ludex"), "--json"], { stdio: ["ignore", "pipe", "ignore"] });
  assert.throws(verify, "the rules are not there yet");
  assert.equal(await saved(page.getByRole("button", { name: "Save the rules" })), "nim.kif");
  assert.equal(JSON.parse(verify()).valid, true);
  await page.close();
});

test("evidence dropped on the page is walked through", async () => {
  const page = await server.page();
  exported("dropped", ["solve", "nim:heaps=2-3-4"]);
  await page.goto(at(server.address, "tictactoe"));
  await page.getByLabel("Evidence file").setInputFiles(join(folder, "dropped.ludex"));
  await page.getByRole("region", { name: "Proof" }).locator(".steps button").first().waitFor();
  assert.match(await page.locator("h2").textContent(), /^nim/);
  await page.getByText("Search for a position").click();
  await page.getByLabel("Part of a position").fill("0-0-0");
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByRole("list", { name: "Positions found" }).getByRole("button").first().click();
  await page.getByText("The proof ends here.").waitFor();
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByRole("status").getByText("Valid:").waitFor();
  await page.close();
});

test("a proof of more than ten thousand nodes opens at once", async () => {
  const evidence = join(folder, "large.ludex");
  execFileSync(process.env.LUDEX, ["solve", "connect4:columns=5,rows=4", "--evidence", evidence], { stdio: "ignore" });
  const page = await server.page();
  await page.goto(at(server.address, "nim:heaps=1-2"));
  await page.getByLabel("Evidence file").setInputFiles(evidence);
  const start = Date.now();
  await page.getByRole("region", { name: "Proof" }).locator(".steps button").first().waitFor();
  const taken = Date.now() - start;
  const size = await page.locator(".point > .help").last().textContent();
  assert.ok(Number(size.replace(/\D/g, "")) > 10000, size);
  assert.ok(taken < 10000, `${taken} ms`);
  await page.close();
});

test("a link to a proof works on a server that has not kept it", async () => {
  const page = await server.page();
  const other = await open();
  const point = page.getByRole("region", { name: "Proof" }).locator(".point");
  await page.goto(at(server.address, "tictactoe", ["b2", "b3"]));
  for (const prove of ["Prove the value", "Ask"]) {
    if (prove === "Ask") await page.getByLabel("Concept or formula").fill("omega(4)");
    await page.getByRole("button", { name: prove }).click();
    await page.getByRole("button", { name: "Walk through the proof" }).click();
    await page.getByRole("region", { name: "Proof" }).locator(".steps button").first().click();
    await page.waitForURL(/moves=b2%7Eb3%7E\w/);
    await point.waitFor();
    const [link, cells, text] = [new URL(page.url()), await labels(page), await point.textContent()];
    await page.goto(`${other.address}${link.hash}`);
    await page.waitForFunction((before) => location.hash !== before, link.hash);
    await point.waitFor();
    assert.equal(await point.textContent(), text);
    assert.deepEqual(await labels(page), cells);
    const formula = await page.getByLabel("Concept or formula").inputValue();
    assert.equal(formula, prove === "Ask" ? "omega(4)" : "", "the question is in the link, too");
    await page.goto(at(server.address, "tictactoe", ["b2", "b3"]));
  }
  await page.close();
  await other.close();
});

test("nothing was complained of in the console", () => {
  assert.deepEqual(server.errors.filter((error) => !error.includes("status of 400")), []);
});
