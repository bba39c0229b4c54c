import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BOT, House, ME, newTable, start } from "./house.ts";

const house = new House();
beforeAll(() => house.open(), 120_000);
afterAll(() => house.close());

/** Press whatever can be pressed: a question, a draw, a step, or a card and a place for it. */
async function press(page: Page): Promise<void> {
  const dialog = page.locator("dialog .button.main").filter({ hasNotText: "Rematch" }).first();
  if (await dialog.isVisible()) return dialog.click();
  for (const target of [".answers .button", ".pile.lit", "button.path.lit"]) {
    const found = page.locator(target);
    if (await found.count()) return found.first().click();
  }
  const cards = page.locator(".held");
  await cards.nth(Math.floor(Math.random() * (await cards.count()))).click();
  const place = page.locator("button.column.lit, button.path.lit, button.place.lit, .camp.lit");
  if (await place.count()) await place.first().click();
  if (await dialog.isVisible()) await dialog.click();
}

test.each([
  ["partners", [ME, BOT, BOT, BOT], { rounds: 1 }],
  ["board-game", [ME, BOT], { options: { players: 2, short: true } }],
  ["adventure-tours", [ME, BOT, BOT], { options: { players: 3, expert: true } }],
] as const)("a whole match of %s", async (game, seats, more) => {
  const { page, errors } = await house.guest();
  page.setDefaultTimeout(3000);
  const table = await newTable(page, game, [...seats], more);
  await start(page, table);
  await page.goto(`${house.origin}/table/${table}`);
  const rematch = page.getByRole("button", { name: "Rematch" });
  for (const until = Date.now() + 150_000; Date.now() < until; ) {
    await page.locator(".sentence.mine").or(page.locator("dialog")).first().waitFor({ timeout: 60_000 }); // the first time a bot has to compile its game
    if (await rematch.isVisible()) break;
    await press(page).catch(() => {}); // it was somebody else's turn by then
  }
  expect(await rematch.isVisible()).toBe(true);
  expect(errors).toEqual([]);
}, 180_000);
