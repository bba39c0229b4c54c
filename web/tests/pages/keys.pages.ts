import type { Page } from "playwright-core";
import { test } from "vitest";
import { BOT, ME, farewell, guest, rematch, sitDown } from "./house.ts";

test.concurrent("a refusal names the rule, which then stands on top beside the table", async ({ expect }) => {
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
  await page.keyboard.press("r");
  await page.locator(".rules .now p").first().getByText("What you have just discarded").waitFor();
  await page.keyboard.press("l");
  await page.keyboard.press("u");
  await page.locator(".held.idle").first().waitFor({ state: "detached" });
  await page.keyboard.press("d");
  await page.locator(".pile.lit").waitFor();
  await page.keyboard.press("p");
  await expect.poll(() => page.locator(".log p").count(), { timeout: 40_000 }).toBeGreaterThanOrEqual(4);
  await farewell(ada);
});

/** Press Tab until something has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`nobody reaches ${selector} with Tab`);
}

test.concurrent("the keyboard alone goes from the start page to the rematch", async () => {
  const ada = await guest();
  const { page } = ada;
  await tabTo(page, '.go a[href="/new/lost-cities"]');
  await page.keyboard.press("Enter");
  await page.locator("form").waitFor();
  await page.locator("form select").nth(1).evaluate((select) => select.setAttribute("data-rounds", "")); // rounds stand beside colours
  await tabTo(page, "select[data-rounds]");
  await page.keyboard.press("1");
  await tabTo(page, "form .button.main");
  await page.keyboard.press("Enter");
  await page.locator(".sentence.mine").waitFor();
  await tabTo(page, ".held");
  const mine = page.locator(".sentence.mine");
  for (let turn = 0; turn < 40; turn++) {
    await mine.or(rematch(page)).first().waitFor();
    if (await rematch(page).isVisible()) break;
    // Nothing but keys from turn to turn: the focus must find its way by itself.
    await page.keyboard.press("d");
    await page.locator(".pile.lit").waitFor();
    await page.keyboard.press("p");
    await page.locator(".pile.lit").waitFor({ state: "detached" });
  }
  await tabTo(page, "dialog .button.main");
  const before = page.url();
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.href !== before);
  await page.locator(".hand .held").or(page.getByRole("button", { name: "Deal the cards" })).first().waitFor();
  await farewell(ada);
});
