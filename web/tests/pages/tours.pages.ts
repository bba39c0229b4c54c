import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { BOT, ME, OPEN, PHONE, farewell, guest, newTable, origin, post, sitDown, type Guest } from "./house.ts";

interface Seen {
  position: number;
  you: number;
  view: { turn: number | null; legal: string[]; members: string[][]; equipment: string[][] };
}
const look = (page: Page, table: string): Promise<Seen> => page.evaluate(async (id) => (await (await fetch(`/api/tables/${id}`)).json()) as Seen, table);

test("an attack is answered by a player who is not on turn", async () => {
  const [ada, ben] = [await guest(), await guest({ viewport: { width: 360, height: 740 } })];
  const table = await newTable(ada.page, "adventure-tours", [ME, OPEN, BOT], { options: { players: 3 } });
  for (const one of [ada, ben]) await one.page.goto(`${origin}/table/${table}`);
  await ben.page.getByRole("button", { name: "Take a seat" }).click();
  await ada.page.getByRole("button", { name: "Deal the cards" }).click();
  await ben.page.locator(".hand .held").first().waitFor();

  const [attacker, victim, card] = await untilAttack(table, [ada, ben]);
  for (const one of [ada, ben]) for (const sheet of await one.page.locator("dialog .button.main").all()) await sheet.click(); // a round may have ended meanwhile
  const name = victim === ada ? "Ada" : "Guest";
  await attacker.page.locator(".held", { has: attacker.page.locator(`[aria-label^="${card}"]`) }).first().click();
  await attacker.page.locator('[data-target="members"].lit').click();
  await attacker.page.locator(".answers .button", { hasText: name }).click();
  const sheet = victim.page.getByRole("group", { name: "An attack" });
  await sheet.getByText("You would").waitFor();
  await attacker.page.locator(".sentence:not(.mine)").waitFor();
  expect(await sheet.getByRole("button").count()).toBeGreaterThanOrEqual(2);
  await sheet.getByRole("button", { name: /Discard Pater Miller/ }).first().click();
  // On a phone the bot's next move may already stand in the sentence's place; the log, which is closed there, still tells it.
  if (attacker === ben) await ben.page.getByRole("button", { name: "What happened" }).first().click();
  await attacker.page.getByText(`${name} is protected.`).locator("visible=true").first().waitFor();
  await farewell(ada, ben);
});

/** Both hire a Pater Miller when they can, and lay everything else as equipment, until one can attack the other, who is protected. */
async function untilAttack(table: string, people: [Guest, Guest]): Promise<[attacker: Guest, victim: Guest, card: string]> {
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    for (const [i, one] of people.entries()) {
      const { view, you, position } = await look(one.page, table);
      if (view.turn !== you) continue;
      const has = (pattern: RegExp) => view.legal.find((action) => pattern.test(action));
      const isProtected = (seat: number) => view.members[seat]!.some((card) => card[1] === "c");
      if (isProtected(1 - i) && has(/^.a\^/)) return [one, people[1 - i]!, "Scout"];
      if (isProtected(1 - i) && view.equipment[1 - i]!.length && has(/^.e\^/)) return [one, people[1 - i]!, "Saboteur"];
      const action = (isProtected(i) ? undefined : has(/^.c\^/)) ?? has(/^\.$/) ?? has(/^.[^ace]$/) ?? view.legal[0]!;
      await post(one.page, `/tables/${table}`, { type: "act", position, action });
    }
  }
  throw new Error("nobody could attack anybody for a minute");
}

test("twenty cards in hand fit on a phone, and each can be pressed", async () => {
  const ada = await guest({ viewport: PHONE });
  const { page } = ada;
  const table = await sitDown(page, "adventure-tours", [ME, BOT, BOT], { options: { players: 3 } });
  const event = await page.evaluate(async (id) => (await (await fetch(`/api/tables/${id}`)).json()) as { view: Record<string, unknown> }, table);
  const hand = ["R", "B", "Y"].flatMap((colour) => [..."abcdefg"].map((letter) => colour + letter)).slice(0, 20);
  event.view = { ...event.view, hand, legal: hand, turn: 0, hand_sizes: [20, 6, 6] };
  await page.route("**/api/events?*", (route) => route.fulfill({ body: `${JSON.stringify({ ...event, you: 0, seq: 10_000 })}\n` }));
  await page.reload();
  const held = page.locator(".held");
  await held.nth(19).waitFor();
  for (const box of await held.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))) {
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    expect(box.left).toBeGreaterThanOrEqual(0);
    expect(box.right).toBeLessThanOrEqual(PHONE.width);
  }
  await held.nth(19).click();
  await page.locator("button.place.lit").first().waitFor();
  await ada.context.close();
});
