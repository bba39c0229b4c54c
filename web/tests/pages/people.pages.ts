import { expect, test } from "vitest";
import { ME, OPEN, farewell, guest, newTable, origin, playTurn } from "./house.ts";
import { Server } from "./server.ts";

test.concurrent("two people and a spectator; reload, network off and on, the server killed", async ({ expect }) => {
  const server = await Server.open();
  const [ada, ben, eve] = [await guest({}, server.origin), await guest({}, server.origin), await guest({ viewport: { width: 360, height: 740 } }, server.origin)];
  const table = await newTable(ada.page, "lost-cities", [ME, OPEN], { rounds: 1 });
  for (const one of [ada, ben, eve]) await one.page.goto(`${server.origin}/table/${table}`);
  await ben.page.getByRole("button", { name: "Take a seat" }).click();
  await ada.page.getByRole("button", { name: "Deal the cards" }).click();
  await eve.page.locator(".strip").waitFor();
  expect(await eve.page.locator(".hand").count()).toBe(0);

  await expect.poll(async () => (await ada.page.locator(".sentence.mine").count()) + (await ben.page.locator(".sentence.mine").count()), { timeout: 40_000 }).toBe(1);
  const [first, second] = (await ada.page.locator(".sentence.mine").count()) ? [ada, ben] : [ben, ada];
  await first.page.locator(".held").first().click();
  await first.page.locator(".camp.lit").click();
  await first.page.reload();
  await first.page.locator(".pile.lit").click();
  await second.context.setOffline(true);
  await second.page.waitForTimeout(300);
  await second.context.setOffline(false);
  await playTurn(second.page);
  await server.kill();
  await server.serve();
  await playTurn(first.page);
  await second.page.locator(".sentence.mine").waitFor();
  await expect.poll(() => eve.page.getByText("41").count(), { timeout: 40_000 }).toBeGreaterThan(0);
  await farewell(ada, ben, eve);
  await server.kill();
});

test.concurrent("two people on one device hand it over", async () => {
  const ada = await guest({ viewport: { width: 360, height: 740 } });
  const { page } = ada;
  await page.goto(`${origin}/new/lost-cities`);
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
  await farewell(ada);
});
