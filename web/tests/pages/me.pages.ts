import { expect, test } from "vitest";
import { BOT, ME, OPEN, farewell, guest, newTable, origin, post, sitDown } from "./house.ts";

test.concurrent("another name, a link for another device, and being forgotten", async () => {
  const [ada, phone] = [await guest(), await guest({ viewport: { width: 360, height: 740 } })];
  const { page } = ada;
  await sitDown(page, "lost-cities", [ME, BOT], { rounds: 1 });
  await page.goto(`${origin}/me`);
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByRole("button", { name: "Keep this name" }).click();
  await page.getByText("Noted.").waitFor();
  await page.getByRole("button", { name: "Make a private link" }).click();
  await phone.page.goto(await page.getByLabel("Share the link").inputValue());
  await phone.page.getByText("You play as Ada Lovelace.").waitFor();
  await phone.page.locator("a.line").first().click();
  await phone.page.locator(".hand .held").first().waitFor();

  await page.getByRole("button", { name: "Forget me" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Forget me" }).click();
  await page.waitForURL(`${origin}/`);
  expect(await page.evaluate(async () => (await fetch("/api/me")).status)).toBe(401);
  await farewell(ada, phone);
});

test.concurrent("a friend in the house gets an address that leads there, as a code for a camera", async () => {
  const ada = await guest();
  const { page } = ada;
  const table = await newTable(page, "lost-cities", [ME, OPEN]);
  await page.goto(`${origin}/table/${table}`);
  await page.getByText("This address works on this machine only.").waitFor();
  await page.route("**/api/house", (route) => route.fulfill({ json: { addresses: ["http://192.168.1.5:8000"] } }));
  await page.reload();
  await page.getByRole("img", { name: "The address as a code" }).waitFor();
  expect(await page.getByLabel("Share the link").inputValue()).toBe(`http://192.168.1.5:8000/table/${table}`);
  await farewell(ada);
});

test.concurrent("who goes away is marked, who gets up is replaced by a bot and comes back", async () => {
  const [ada, ben] = [await guest(), await guest()];
  const table = await newTable(ada.page, "lost-cities", [ME, OPEN], { rounds: 1 });
  for (const one of [ada, ben]) await one.page.goto(`${origin}/table/${table}`);
  await ben.page.getByRole("button", { name: "Take a seat" }).click();
  await ada.page.getByRole("button", { name: "Deal the cards" }).click();
  await ben.page.locator(".hand .held").first().waitFor();
  await ada.page.locator("[data-away]").waitFor({ state: "detached" });
  await ben.page.goto(origin);
  await ada.page.locator("[data-away]").waitFor();
  await ada.page.getByRole("button", { name: "Menu" }).click();
  await ada.page.getByRole("button", { name: "Let a bot play for Guest" }).click();
  await ada.page.getByText("a bot may stand in after 60 seconds").waitFor(); // too early

  await ben.page.goto(`${origin}/table/${table}`);
  await ben.page.getByRole("button", { name: "Menu" }).click();
  await ben.page.getByRole("button", { name: "Get up; a bot plays on" }).click();
  await ada.page.getByText("bot plays").waitFor();
  await ben.page.getByRole("button", { name: "Take your seat again" }).click();
  await ada.page.getByText("bot plays").waitFor({ state: "detached" });
  await farewell(ada, ben);
});

test.concurrent("a table that was over before the network came back is no longer offered", async () => {
  const [ada, ben] = [await guest(), await guest()];
  const table = await newTable(ada.page, "lost-cities", [ME, OPEN], { listed: true });
  const offer = ben.page.locator(`a[href="/table/${table}"]`);
  await offer.waitFor();
  await ben.context.setOffline(true);
  for (const wish of [{ type: "seat", seat: 1, level: "scout" }, { type: "start" }, { type: "resign" }]) await post(ada.page, `/tables/${table}`, wish);
  await ben.context.setOffline(false);
  await offer.waitFor({ state: "detached" });
  await farewell(ada, ben);
});
