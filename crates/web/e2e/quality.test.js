// What everybody needs: no error in the console, a name for every control, enough contrast, no view that
// is wider than the window, and everything by the keyboard.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { at, labels, open } from "./support.js";

let server;
before(async () => { server = await open(); });
after(async () => { await server.close(); });

/** Returns the controls without a name, by their text in the page. Runs in the browser. */
function unnamed() {
  const controls = document.querySelectorAll("button, a, input, select, textarea, [role=gridcell], [role=treeitem], [role=grid], [role=tree], svg[role=img]");
  const name = (control) => control.getAttribute("aria-label") || control.textContent.trim()
    || [...(control.labels ?? [])].map((label) => label.textContent.trim()).join("") || control.getAttribute("title");
  return [...controls].filter((control) => !control.closest("[aria-hidden=true]") && !name(control)).map((control) => control.outerHTML.slice(0, 120));
}

/** Returns texts whose contrast with their ground is below that of WCAG AA. Runs in the browser. */
function faint() {
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
    if (!walker.currentNode.data.trim() || !element || element.closest("svg, option, :disabled, noscript, title") || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const [a, b] = [light(rgba(style.color)), light(ground(element))].sort((x, y) => y - x);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < (large ? 3 : 4.5)) bad.push(`${walker.currentNode.data.trim().slice(0, 40)}: ${contrast.toFixed(2)}`);
  }
  return bad;
}

for (const [name, options] of [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["narrow", { viewport: { width: 360, height: 740 } }],
  ["wide", { viewport: { width: 1920, height: 1080 } }],
]) {
  test(`${name}: names, contrast, width`, async () => {
    const page = await server.page(options);
    const check = async (view) => {
      assert.deepEqual(await page.evaluate(unnamed), [], `${view}: controls without a name`);
      assert.deepEqual(await page.evaluate(faint), [], `${view}: contrast`);
      assert.ok(!await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), `${view} is wider than the window`);
      await page.screenshot({ path: `screenshots/${view}-${name}.png`, fullPage: view !== "gallery" });
    };
    await page.goto(server.address);
    await page.locator(".thumbnail svg").first().waitFor();
    await check("gallery");
    await page.goto(`${server.address}#open`);
    await page.getByRole("button", { name: "Open", exact: true }).waitFor();
    await check("open");
    await page.goto(at(server.address, "connect4:columns=5,rows=4", ["3", "3", "2"]));
    await page.getByRole("button", { name: "Judge" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".moves .tag").length > 0
      && document.querySelectorAll(".moves .tag").length === document.querySelectorAll(".moves li").length);
    await check("judged");
    await page.getByRole("button", { name: "Prove the value" }).click();
    await page.getByRole("button", { name: "Walk through the proof" }).click();
    await page.locator(".steps button").first().waitFor();
    for (const summary of await page.locator("details > summary").all()) await summary.click();
    await check("game");
    await page.goto(at(server.address, "hex:size=4", ["b2"]));
    await page.getByRole("grid").waitFor();
    await check("hex");
    await page.goto(at(server.address, "chess", ["e2e4"]));
    await page.getByRole("grid").waitFor();
    await check("chess");
    await page.close();
  });
}

test("a game is chosen, judged, proved and walked through by the keyboard alone", async () => {
  const page = await server.page();
  await page.goto(server.address);
  await page.getByRole("link", { name: /^hex/ }).waitFor();
  const reach = async (name) => {
    for (let i = 0; i < 300; i += 1) {
      await page.keyboard.press("Tab");
      const here = await page.evaluate(() => document.activeElement.getAttribute("aria-label") || document.activeElement.textContent);
      if (name.test(here ?? "")) return;
    }
    assert.fail(`the tabulator key does not reach ${name}`);
  };
  await reach(/Other sizes of hex/);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("3");
  await reach(/^Open hex/);
  await page.keyboard.press("Enter");
  await page.getByRole("grid").waitFor();
  await reach(/^a1, empty/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByRole("gridcell", { name: /^b1, / }).and(page.locator(":not([aria-label*=empty])")).waitFor();
  await reach(/^Judge$/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".moves .tag").length === 8);
  await reach(/^Prove the value$/);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Walk through the proof" }).waitFor();
  await reach(/^Walk through the proof$/);
  await page.keyboard.press("Enter");
  await page.locator(".steps button").first().waitFor();
  const cells = await labels(page);
  await reach(/^[abc][123]$/);
  await page.keyboard.press("Enter");
  await page.waitForFunction((before) => JSON.stringify([...document.querySelectorAll("[role=gridcell]")].map((cell) => cell.getAttribute("aria-label"))) !== before, JSON.stringify(cells));
  await reach(/^Undo$/);
  await page.keyboard.press("Enter");
  await page.waitForFunction((before) => JSON.stringify([...document.querySelectorAll("[role=gridcell]")].map((cell) => cell.getAttribute("aria-label"))) === before, JSON.stringify(cells));
  await page.close();
});

test("nothing was complained of in the console", () => {
  assert.deepEqual(server.errors, []);
});
