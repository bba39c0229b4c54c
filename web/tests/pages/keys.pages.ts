import { expect, test } from "vitest";
import { BOT, ME, farewell, guest, sitDown } from "./house.ts";

test("the keyboard alone plays a turn, and a refusal names the rule", async () => {
  const ada = await guest();
  const { page } = ada;
  await sitDown(page, "lost-cities", [ME, BOT], { rounds: 1 });
  await page.locator(".sentence.mine").waitFor();
  await page.locator(".held").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("d");
  await page.locator(".pile.lit").waitFor();
  const colour = (await page.locator(".camp", { has: page.locator(".top") }).first().getAttribute("data-target"))!.at(-1)!;
  await page.keyboard.press(String("YBWGRP".indexOf(colour) + 1));
  await page.getByText("(rule 3.7)").waitFor();
  await page.keyboard.press("r"); // the rules, and first of all the one that was just broken
  await page.locator(".rules .now p").first().getByText("What you have just discarded").waitFor();
  await page.keyboard.press("l");
  await page.keyboard.press("u");
  await page.locator(".held.idle").first().waitFor({ state: "detached" });
  await page.keyboard.press("d");
  await page.locator(".pile.lit").waitFor();
  await page.keyboard.press("p");
  await expect.poll(() => page.locator(".log p").count(), { timeout: 15_000 }).toBeGreaterThanOrEqual(4);
  await farewell(ada);
});
