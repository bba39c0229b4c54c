import { afterAll, beforeAll, expect, test } from "vitest";
import { BOT, House, ME, newTable, playTurn, start } from "./house.ts";

const house = new House();
beforeAll(() => house.open(), 120_000);
afterAll(() => house.close());

test("a whole match, from the start page to the rematch", async () => {
  const { page, errors } = await house.guest();
  await page.getByRole("button", { name: "Play now" }).click();
  await page.locator(".hand").waitFor();
  await page.goto(`${house.origin}/`);
  await page.locator("a.line").first().waitFor();

  const table = await newTable(page, "lost-cities", [ME, BOT], { rounds: 1 });
  await start(page, table);
  await page.goto(`${house.origin}/table/${table}`);
  const rematch = page.getByRole("button", { name: "Rematch" });
  for (let turn = 0; turn < 60; turn++) {
    await page.locator(".sentence.mine").or(rematch).first().waitFor();
    if (await rematch.isVisible()) break;
    await playTurn(page);
  }
  await page.locator("dialog table").first().waitFor();
  await rematch.click();
  await page.getByRole("button", { name: "Deal the cards" }).or(page.locator(".hand")).first().waitFor();
  expect(page.url()).not.toContain(table);
  await page.goto(`${house.origin}/replay/${table}?ply=5`);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("6/").waitFor();
  expect(errors).toEqual([]);
}, 120_000);

test("the keyboard alone plays a turn, and a refusal names the rule", async () => {
  const { page, errors } = await house.guest();
  const table = await newTable(page, "lost-cities", [ME, BOT], { rounds: 1 });
  await start(page, table);
  await page.goto(`${house.origin}/table/${table}`);
  await page.locator(".sentence.mine").waitFor();
  await page.locator(".held").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("d");
  await page.locator(".pile.lit").waitFor();
  const colour = (await page.locator(".camp", { has: page.locator(".top") }).first().getAttribute("data-target"))!.at(-1)!;
  await page.keyboard.press(String("YBWGRP".indexOf(colour) + 1));
  await page.getByText("(rule 3.7)").waitFor();
  await page.keyboard.press("u");
  await page.locator(".held.idle").first().waitFor({ state: "detached" });
  await page.keyboard.press("d");
  await page.locator(".pile.lit").waitFor();
  await page.keyboard.press("p");
  await expect.poll(() => page.locator(".log p").count(), { timeout: 15_000 }).toBeGreaterThanOrEqual(4);
  expect(errors).toEqual([]);
}, 60_000);

test("two people and a spectator; reload, network off and on, the server killed", async () => {
  const [ada, ben, eve] = [await house.guest(), await house.guest(), await house.guest({ viewport: { width: 360, height: 740 } })];
  const table = await newTable(ada.page, "lost-cities", [ME, { who: "open" }], { rounds: 1 });
  for (const one of [ada, ben, eve]) await one.page.goto(`${house.origin}/table/${table}`);
  await ben.page.getByRole("button", { name: "Take a seat" }).click();
  await ada.page.getByRole("button", { name: "Deal the cards" }).click();
  await eve.page.locator(".strip").waitFor();
  expect(await eve.page.locator(".hand").count()).toBe(0);

  await expect.poll(async () => (await ada.page.locator(".sentence.mine").count()) + (await ben.page.locator(".sentence.mine").count()), { timeout: 20_000 }).toBe(1);
  const [first, second] = (await ada.page.locator(".sentence.mine").count()) ? [ada, ben] : [ben, ada];
  await first.page.locator(".held").first().click();
  await first.page.locator(".camp.lit").click();
  await first.page.reload();
  await first.page.locator(".pile.lit").click();
  await second.context.setOffline(true);
  await second.page.waitForTimeout(300);
  await second.context.setOffline(false);
  await playTurn(second.page);
  await house.kill();
  await house.serve();
  await playTurn(first.page);
  await second.page.locator(".sentence.mine").waitFor();
  await expect.poll(() => eve.page.getByText("41").count(), { timeout: 20_000 }).toBeGreaterThan(0);
  for (const one of [ada, ben, eve]) expect(one.errors).toEqual([]);
}, 90_000);

test("two people on one device hand it over", async () => {
  const { page, errors } = await house.guest({ viewport: { width: 360, height: 740 } });
  await page.goto(`${house.origin}/new/lost-cities`);
  await page.getByLabel("Player 2").selectOption("here");
  await page.getByRole("button", { name: "Open the table" }).click();
  const ready = page.getByRole("button", { name: /^I am / });
  for (let turn = 0; turn < 3; turn++) {
    await page.locator(".sentence.mine").or(ready).first().waitFor();
    if (await ready.isVisible()) {
      expect(await page.locator(".held").count()).toBe(0);
      await ready.click();
    }
    await playTurn(page);
  }
  expect(errors).toEqual([]);
}, 60_000);
