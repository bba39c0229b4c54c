import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { LANGUAGES, read } from "../../tools/strings.ts";
import { BOT, ME, PHONE, farewell, guest, origin, sitDown } from "./house.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf-8");
const GAMES = [["lost-cities", 2], ["partners", 4], ["board-game", 2], ["adventure-tours", 3]] as const;

async function serious(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: { run: (options: object) => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> } }).axe.run({ rules: { "label-content-name-mismatch": { enabled: false } } }); // the numbers on a card are part of its picture
    return violations.filter((one) => ["serious", "critical"].includes(one.impact)).map((one) => `${one.id}: ${one.nodes[0]!.html.slice(0, 160)}`);
  });
}

async function everyPage(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  await page.goto(origin);
  await look("start");
  await page.goto(`${origin}/new/lost-cities`);
  await page.locator("form").waitFor();
  await look("new");
  for (const address of ["me", "score/lost-cities", "score/board-game", "score/adventure-tours", "rules/adventure-tours"]) {
    await page.goto(`${origin}/${address}`);
    await page.locator(".sheet").waitFor();
    for (const folded of await page.locator("summary").all()) await folded.click();
    await look(address);
  }
  for (const [address, ready] of [...GAMES.map(([game]) => [`learn/${game}?page=4`, ".hand .held"]), ["learn/lost-cities?page=13", ".invite"]]) {
    await page.goto(`${origin}/${address}`);
    await page.locator(ready!).first().waitFor();
    await look(address!);
  }
  for (const [game, players] of GAMES) {
    const options = game === "lost-cities" || game === "partners" ? {} : { players };
    await sitDown(page, game, [ME, ...Array.from({ length: players - 1 }, () => BOT)], { options });
    await look(game);
    await page.keyboard.press("r");
    await page.locator(".rules .now p").first().waitFor();
    await look(`${game} with its rules`);
  }
  await page.reload();
  await page.locator("header .button").last().click();
  await look("menu");
}

test.concurrent.each(["light", "dark"] as const)("axe finds nothing serious by %s, and nothing is wider than the phone", async (colorScheme) => {
  const ada = await guest({ viewport: PHONE, colorScheme });
  const { page } = ada;
  const found: string[] = [];
  await everyPage(page, async (name) => {
    found.push(...(await serious(page)).map((one) => `${name} ${one}`));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) found.push(`${name} is ${wide} px too wide`);
  });
  expect(found).toEqual([]);
  await farewell(ada);
});

/** A text with places to fill in, as a pattern for what a page may show of it. */
const pattern = (text: string) => new RegExp(`^(${text.split("|").map((form) => form.replace(/[.*+?^$()[\]\\]/g, "\\$&").replace(/\{\w+\}/g, ".+")).join("|")})$`);
const hasWords = (text: string) => /\p{L}{3}/u.test(text.replace(/\{\w+\}/g, ""));

test.concurrent.each(LANGUAGES.slice(1))("a walk in %s without an English word", async (language) => {
  const ada = await guest({ locale: language });
  const { page } = ada;
  const column = LANGUAGES.indexOf(language);
  const all = Object.values(read());
  const own = all.map((texts) => pattern(texts[column]!));
  const english = all.filter((texts) => texts[0] !== texts[column] && hasWords(texts[0])).map((texts) => pattern(texts[0]));
  const found: string[] = [];
  await everyPage(page, async (name) => {
    const shown = await page.evaluate(() => [...document.querySelectorAll("body *")].flatMap((one) => [...[...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent!.trim()), one.getAttribute("aria-label") ?? "", one.getAttribute("title") ?? ""]));
    found.push(...[...new Set(shown)].filter((text) => english.some((one) => one.test(text)) && !own.some((one) => one.test(text))).map((text) => `${name}: ${text}`));
  });
  expect(found).toEqual([]);
  await farewell(ada);
});

test.concurrent("the scorer and the rules work offline, and what cannot be is refused with the reason", async () => {
  const { page, context, errors } = await guest();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  await page.goto(`${origin}/rules/partners`);
  await page.locator("article section").first().waitFor();
  await page.goto(`${origin}/score/lost-cities`);
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
  await context.close();
});

test.concurrent("the scorers of the board game and Adventure Tours reckon offline, with undo, a chart and a winner", async () => {
  const { page, context, errors } = await guest({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  await page.goto(`${origin}/score/board-game`);
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

  await page.goto(`${origin}/score/adventure-tours`);
  for (const coin of ["3 coins", "4 coins", "2 coins", "5 coins"]) await page.getByRole("group", { name: "Tap what each member pays." }).getByRole("button", { name: coin }).click();
  await page.getByRole("textbox", { name: "Cards left in hand" }).fill("2");
  await page.keyboard.press("Tab");
  expect(await points(0)).toBe("10");
  await page.getByRole("button", { name: "Share as text" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("Round 1: Player 1 10, Player 2 0, and Player 3 0");
  expect(errors.filter((error) => !error.includes("ERR_"))).toEqual([]);
  await context.close();
});

test.concurrent.each(LANGUAGES)("every player aid in %s is one page of paper", async (locale) => {
  const ada = await guest({ locale });
  for (const [game] of GAMES) {
    await ada.page.goto(`${origin}/rules/${game}`);
    await ada.page.locator("article section").first().waitFor();
    for (const format of ["A4", "Letter"]) expect((await ada.page.pdf({ format })).toString("latin1").match(/\/Type\s*\/Page\b/g), `${game} on ${format}`).toHaveLength(1);
  }
  await farewell(ada);
});

test("the first table needs few scripts; scorers, lessons, replays and other languages come when they are wanted", () => {
  const folder = "../src/incognita/server/static";
  const script = (name: string) => readFileSync(`${folder}/assets/${name}`, "utf-8");
  const needed = new Set<string>();
  const follow = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const [, imported] of script(name).matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) follow(imported!);
  };
  follow(/assets\/(index-[\w-]+\.js)/.exec(readFileSync(`${folder}/index.html`, "utf-8"))![1]!);
  follow(readdirSync(`${folder}/assets`).find((name) => /^de-.*\.js$/.test(name))!);
  const size = [...needed].reduce((sum, name) => sum + gzipSync(script(name)).length, 0);
  expect(size).toBeGreaterThan(40_000);
  expect(size).toBeLessThan(100_000);
  for (const later of ["Lesson", "Scorer", "Replay", "en"]) expect([...needed].filter((name) => name.startsWith(`${later}-`))).toEqual([]);
});
