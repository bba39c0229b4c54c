import { expect, test } from "vitest";
import { BOT, ME, PHONE, farewell, guest, sitDown } from "./house.ts";

test("a hint tells what search thinks, marks the card, and goes when something is done", async () => {
  const ada = await guest();
  const { page } = ada;
  await sitDown(page, "lost-cities", [ME, BOT], { rounds: 1 });
  await page.locator(".sentence.mine").waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".since.hint span").first().waitFor();
  await page.locator(".held.hinted").first().waitFor();
  expect(await page.locator(".since.hint > span > b").first().textContent()).toMatch(/^−?\d+[.,]\d$/);
  await page.locator(".held.hinted").first().click();
  await page.locator("button.column.lit, .camp.lit").first().click();
  await page.locator(".since.hint").waitFor({ state: "detached" });
  await farewell(ada);
});

test("with six colours everything on a small phone can be pressed with a thumb, and sounds are heard when wanted", async () => {
  const ada = await guest({ viewport: PHONE });
  const { page } = ada;
  await sitDown(page, "lost-cities", [ME, BOT], { options: { colours: 6 } });
  await page.locator(".sentence.mine").waitFor();
  await page.locator(".held").first().click();
  const small = await page.locator("button, a, select").evaluateAll((all) =>
    all.map((one) => ({ what: one.getAttribute("aria-label") ?? one.textContent, box: one.getBoundingClientRect() })).filter(({ box }) => box.width && Math.min(box.width, box.height) < 43.9).map(({ what, box }) => `${what}: ${box.width} × ${box.height}`),
  );
  expect(small).toEqual([]);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Sound is off" }).click(); // until somebody wants it
  await page.getByRole("button", { name: "Sound is on" }).waitFor();
  await farewell(ada);
});
