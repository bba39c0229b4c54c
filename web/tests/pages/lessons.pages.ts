import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { farewell, guest, origin } from "./house.ts";

const page1 = async (page: Page, game: string): Promise<void> => {
  await page.goto(origin);
  await page.getByRole("radio", { name: new RegExp(game) }).check({ force: true });
  await page.getByRole("link", { name: "First lesson" }).click();
  await page.locator(".held").first().waitFor();
};
const at = (page: Page, n: number) => page.getByRole("img", { name: new RegExp(`^Page ${n} of`) }).waitFor();
const held = (page: Page, name: string) => page.locator(".hand").getByRole("button", { name, exact: true });

test.concurrent("a learner plays the first lesson of Lost Cities, offline, and wrong moves are met kindly", async () => {
  const { page, context, errors } = await guest();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page1(page, "Lost Cities");
  await context.setOffline(true);
  await page.reload();
  await page.getByRole("button", { name: "Next" }).click();
  await at(page, 2);
  await held(page, "Volcanoes 3").click();
  await page.locator("button.column.R").click();
  await page.getByText("investments can only be laid before the first number").waitFor();
  await held(page, "Volcanoes, investment").click();
  await page.locator("button.column.R").click();
  await at(page, 3);
  await page.locator(".camp.R").click(); // nothing lies there yet
  await page.locator(".pile.lit").click();
  await at(page, 4);
  await page.locator(".leaf .foot .button:not(.icon):enabled").waitFor();
  await page.locator(".pile").click();
  await page.getByText("rule 3.1").waitFor();
  await page.getByRole("button", { name: "Back" }).click();
  await at(page, 3);
  await page.reload();
  await at(page, 3);
  for (let n = 4; n <= 13; n++) {
    await page.locator(".leaf .foot .button:not(.icon):enabled").click();
    await at(page, n);
  }
  await page.getByText("(48−20)×2+20").waitFor();
  await page.getByRole("button", { name: "Play with the stroller" }).click();
  await page.getByRole("alert").waitFor(); // nobody answers without a network
  expect(errors.filter((error) => !error.includes("ERR_"))).toEqual([]);
  await context.close();
});

test.concurrent.each(["Partners", "The Board Game", "Adventure Tours"])("the first lesson of %s leads to its end", async (game) => {
  const ada = await guest();
  const { page } = ada;
  await page1(page, game);
  const last = Number(/of (\d+)/.exec((await page.locator(".leaf .trail").getAttribute("aria-label"))!)![1]);
  for (let n = 2; n <= last; n++) {
    await page.locator(".leaf .foot .button:not(.icon):enabled").click();
    await at(page, n);
  }
  await page.getByRole("button", { name: "Play with the stroller" }).waitFor();
  await farewell(ada);
});

test.concurrent("cards are handed over, paths begun and attacks answered on the real tables", async () => {
  const ada = await guest();
  const { page } = ada;
  await page.goto(`${origin}/learn/partners?page=6`);
  await page.getByRole("button", { name: "Hand over two" }).click();
  await held(page, "Rain forest 3").click();
  await at(page, 7);
  await held(page, "Rain forest 5").click();
  await at(page, 8);
  await page.goto(`${origin}/learn/board-game?page=2`);
  await held(page, "Volcanoes 1").first().click();
  await page.locator(".path.lit").click();
  await page.getByRole("button", { name: /^The researcher/ }).click();
  await page.getByText("The researcher will have his day").waitFor();
  await held(page, "Volcanoes 1").first().click();
  await page.locator(".path.lit").click();
  await page.getByRole("button", { name: "An adventurer" }).click();
  await at(page, 3);
  await page.goto(`${origin}/learn/adventure-tours?page=7`);
  await page.getByRole("button", { name: "Let it happen" }).click();
  await page.getByText("Protect her.").waitFor();
  await page.getByRole("button", { name: /^Discard Pater Miller/ }).click();
  await at(page, 8);
  await farewell(ada);
});
