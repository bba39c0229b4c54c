import { test } from "vitest";
import { BOT, ME, farewell, guest, origin, playOn, rematch, sitDown } from "./house.ts";

test.concurrent("a whole match of Lost Cities, from the start page to the rematch and the replay", async () => {
  const ada = await guest();
  const { page } = ada;
  await page.getByRole("button", { name: "Play now" }).click();
  await page.locator(".hand").waitFor();
  await page.goto(origin);
  await page.locator("a.line").first().waitFor();

  const table = await sitDown(page, "lost-cities", [ME, BOT], { rounds: 1 });
  await playOn(page);
  await page.locator("dialog table").first().waitFor();
  await rematch(page).click();
  await page.waitForURL((url) => url.pathname.startsWith("/table/") && !url.pathname.endsWith(table));
  await page.getByRole("button", { name: "Deal the cards" }).or(page.locator(".hand")).first().waitFor();
  await page.goto(`${origin}/replay/${table}?ply=5`);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("6/").waitFor();
  await farewell(ada);
});

test.concurrent.each([
  ["partners", [ME, BOT, BOT, BOT], { rounds: 1 }],
  ["board-game", [ME, BOT], { options: { players: 2, short: true } }],
  ["adventure-tours", [ME, BOT, BOT], { options: { players: 3, expert: true } }],
] as const)("a whole match of %s", async (game, seats, more) => {
  const ada = await guest();
  await sitDown(ada.page, game, [...seats], more);
  await playOn(ada.page);
  await farewell(ada);
});
