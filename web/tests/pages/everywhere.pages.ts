import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LANGUAGES, read } from "../../tools/strings.ts";
import { BOT, House, ME, newTable, start } from "./house.ts";

const house = new House();
beforeAll(() => house.open(), 120_000);
afterAll(() => house.close());

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf-8");
const GAMES = [["lost-cities", 2], ["partners", 4], ["board-game", 2], ["adventure-tours", 3]] as const;

async function serious(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: { run: (options: object) => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> } }).axe.run({ rules: { "label-content-name-mismatch": { enabled: false } } }); // the numbers on a card are part of its picture
    return violations.filter((one) => ["serious", "critical"].includes(one.impact)).map((one) => `${one.id}: ${one.nodes[0]!.html.slice(0, 160)}`);
  });
}

const pages = (page: Page, game: string): Promise<number> => page.evaluate(async (name) => ((await (await fetch(`/lessons/${name}.json`)).json()) as { steps: unknown[] }).steps.length, game);

async function everyPage(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  await page.goto(house.origin);
  await look("start");
  await page.goto(`${house.origin}/new/lost-cities`);
  await page.locator("form").waitFor();
  await look("new");
  for (const address of ["score/lost-cities", "score/board-game", "score/adventure-tours", "rules/adventure-tours"]) {
    await page.goto(`${house.origin}/${address}`);
    await page.locator(".sheet").waitFor();
    for (const folded of await page.locator("summary").all()) await folded.click();
    await look(address);
  }
  for (const [game] of GAMES)
    for (const at of [2, 99]) {
      await page.goto(`${house.origin}/learn/${game}?page=${at === 99 ? await pages(page, game) : at}`);
      await page.locator(at === 99 ? ".invite" : ".hand .held").first().waitFor();
      await look(`learn/${game}`);
    }
  for (const [game, players] of GAMES) {
    const options = game === "lost-cities" || game === "partners" ? {} : { players };
    const table = await newTable(page, game, [ME, ...Array.from({ length: players - 1 }, () => BOT)], { options });
    await start(page, table);
    await page.goto(`${house.origin}/table/${table}`);
    await page.locator(".hand .held").first().waitFor();
    await look(game);
  }
}

test.each(["light", "dark"] as const)("axe finds nothing serious by %s, and nothing is wider than the phone", async (colorScheme) => {
  const { page, errors } = await house.guest({ viewport: { width: 320, height: 640 }, colorScheme });
  const found: string[] = [];
  await everyPage(page, async (name) => {
    found.push(...(await serious(page)).map((one) => `${name} ${one}`));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) found.push(`${name} is ${wide} px too wide`);
  });
  expect(found).toEqual([]);
  expect(errors).toEqual([]);
}, 120_000);

test.each(LANGUAGES.slice(1))("a walk in %s without an English word", async (language) => {
  const { page } = await house.guest({ locale: language });
  const column = LANGUAGES.indexOf(language);
  const all = Object.values(read());
  const own = new Set(all.map((texts) => texts[column]!));
  const english = all.filter((texts) => texts[0] !== texts[column] && !texts[0].includes("{") && texts[0].length > 3 && !own.has(texts[0])).map((texts) => texts[0]);
  const found: string[] = [];
  await everyPage(page, async (name) => {
    const shown = await page.evaluate(() => [...document.querySelectorAll("body *")].flatMap((one) => [...[...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent!.trim()), one.getAttribute("aria-label") ?? "", one.getAttribute("title") ?? ""]));
    found.push(...english.filter((text) => shown.includes(text)).map((text) => `${name}: ${text}`));
  });
  expect(found).toEqual([]);
}, 90_000);

test("the scorer and the rules work offline, and what cannot be is refused with the reason", async () => {
  const { page, context, errors } = await house.guest();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  await page.goto(`${house.origin}/rules/partners`);
  await page.locator("article section").first().waitFor();
  await page.goto(`${house.origin}/score/lost-cities`);
  const desert = page.getByRole("group", { name: "Desert" });
  for (const number of ["4", "7", "10"]) await desert.getByRole("button", { name: number, exact: true }).click();
  await desert.getByRole("button", { name: /investment/ }).click();
  expect(await desert.locator("b").textContent()).toBe("2");
  await page.locator(".player button").nth(1).click();
  await desert.getByRole("button", { name: "10", exact: true }).click();
  await page.getByText("Desert 10 lies before Player 1 already").waitFor();
  await page.reload();
  expect(await page.locator(".player button").first().textContent()).toContain("2");
  expect(errors.filter((error) => !error.includes("ERR_"))).toEqual([]);
}, 60_000);

test("the scorers of the board game and Adventure Tours reckon offline, with undo, a chart and a winner", async () => {
  const { page, context, errors } = await house.guest({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  await page.goto(`${house.origin}/score/board-game`);
  const points = (player: number) => page.locator(".player b").nth(player).textContent();
  const red = page.getByRole("group", { name: "Volcanoes" });
  await red.getByRole("button", { name: /^Stone 7/ }).click();
  await red.getByRole("button", { name: /researcher/ }).click();
  expect(await points(0)).toBe("60");
  await page.getByRole("textbox", { name: "Victory points from tiles" }).fill("7");
  await page.keyboard.press("Tab");
  await page.getByText("7 victory points cannot come from tiles", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Victory points from tiles: more" }).click();
  expect(await points(0)).toBe("65");
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await points(0)).toBe("60");
  await page.getByRole("button", { name: "Next round" }).click();
  await page.getByRole("button", { name: "Next round" }).click();
  expect(await page.locator("td", { hasText: "−60*" }).count()).toBe(2);
  await page.getByText("* house value").waitFor();
  await page.getByText("A shared win: Player 1 and Player 2").waitFor();
  await page.locator(".chart svg").waitFor();

  await page.goto(`${house.origin}/score/adventure-tours`);
  for (const coin of ["3 coins", "4 coins", "2 coins", "5 coins"]) await page.getByRole("group", { name: "Tap what each member pays." }).getByRole("button", { name: coin }).click();
  await page.getByRole("textbox", { name: "Cards left in hand" }).fill("2");
  await page.keyboard.press("Tab");
  expect(await points(0)).toBe("10");
  await page.getByRole("button", { name: "Share as text" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("Round 1: Player 1 10, Player 2 0, and Player 3 0");
  expect(errors.filter((error) => !error.includes("ERR_"))).toEqual([]);
}, 60_000);

test("the scripts of all pages together are smaller than what the first table may have", () => {
  const folder = "../src/incognita/server/static/assets";
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const size = scripts.reduce((sum, name) => sum + gzipSync(readFileSync(`${folder}/${name}`)).length, 0);
  expect(size).toBeLessThan(150_000);
});
