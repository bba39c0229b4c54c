import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { ME, OPEN, farewell, guest, newTable, origin, playTurn, post, type Guest } from "./house.ts";
import { Server } from "./server.ts";

const TABS = 8; // a browser opens six connections to a host
const WAIT = { timeout: 40_000 };

interface Played {
  table: string;
  page: Page;
}

/** A tab of Ada's, with a table at which Ben sits too. */
async function playIn(ada: Guest, ben: Guest): Promise<Played> {
  const table = await newTable(ada.page, "lost-cities", [ME, OPEN], { rounds: 1 });
  await post(ben.page, `/tables/${table}`, { type: "join" });
  await post(ada.page, `/tables/${table}`, { type: "start" });
  const page = await ada.context.newPage();
  page.on("pageerror", (error) => ada.errors.push(error.message));
  await page.goto(`${new URL(ada.page.url()).origin}/table/${table}`);
  await page.locator(".hand .held").first().waitFor();
  return { table, page };
}

/** Whoever must, does the first thing they may, on no page of this table. */
async function move(table: string, ...players: Guest[]): Promise<void> {
  for (const { page } of players) {
    const { view, you, position } = await page.evaluate(async (table) => (await (await fetch(`/api/tables/${table}`)).json()) as { view: { turn: number; legal: string[] }; you: number; position: number }, table);
    if (view.turn === you) return void (await post(page, `/tables/${table}`, { type: "act", position, action: view.legal[0] }));
  }
}

const said = (page: Page): Promise<string[]> => page.locator(".chat p").allTextContents();
const logged = (page: Page): Promise<number> => page.locator(".log p:not(.note)").count();

/** The page that opened a stream last. */
function listening({ context }: Guest): () => Page {
  let last: Page;
  context.on("request", (request) => request.url().includes("/api/events") && (last = request.frame().page()));
  return () => last;
}

/** A debugger stops a page as a browser does that puts it to sleep. */
async function sleep(page: Page): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Debugger.enable");
  session.send("Runtime.evaluate", { expression: "debugger" }).catch(() => {});
  await new Promise((resolve) => session.once("Debugger.paused", resolve));
  return () => session.send("Debugger.disable");
}

test.concurrent("eight tabs are told everything once by one stream, whichever of them is closed or sleeps", async ({ expect, onTestFinished }) => {
  const server = await Server.open();
  onTestFinished(() => server.kill());
  const [ada, ben] = [await guest({}, server.origin), await guest({}, server.origin)];
  for (const { page } of [ada, ben]) {
    await post(page, "/guests", { name: page === ada.page ? "Ada" : "Ben" });
    await page.goto(`${server.origin}/health`); // where nothing listens
  }
  const listener = listening(ada);
  const words: string[] = [];
  let tabs: Played[] = [];
  const all = <T>(look: (page: Page) => Promise<T>) => Promise.all(tabs.map(({ page }) => look(page)));
  const streams = async () => ((await (await fetch(`${server.origin}/health`)).json()) as { streams: number }).streams;

  async function speak(word: string): Promise<void> {
    for (const { table } of tabs) await post(ben.page, `/tables/${table}`, { type: "say", text: word });
    words.push(`Ben ${word}`);
  }
  async function everyTabHears(word: string): Promise<void> {
    const before = await all(logged);
    for (const { table } of tabs) await move(table, ada, ben);
    await speak(word);
    await expect.poll(() => all(said), WAIT).toEqual(tabs.map(() => words));
    expect(await all(logged)).toEqual(before.map((lines) => lines + 1));
    expect(await all((page) => page.locator(".lost").count())).toEqual(tabs.map(() => 0));
    await expect.poll(streams, WAIT).toBe(1);
  }

  for (let i = 0; i < TABS; i++) tabs.push(await playIn(ada, ben));
  await everyTabHears("one");

  const closed = listener();
  await closed.close();
  tabs = tabs.filter(({ page }) => page !== closed);
  await everyTabHears("two");

  const [sleeper, awake] = [listener(), tabs];
  const wake = await sleep(sleeper);
  await speak("three");
  tabs = awake.filter(({ page }) => page !== sleeper);
  await tabs[0]!.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange"))); // somebody turns to it
  await expect.poll(() => all(said), WAIT).toEqual(tabs.map(() => words));
  expect(listener()).not.toBe(sleeper);
  await wake();
  tabs = awake;
  await everyTabHears("four");
  await farewell(ada, ben);
});

test.concurrent("a tab through which somebody else looks is not told what the guest's other tab is", async () => {
  const ada = await guest();
  const { page } = ada;
  await page.goto(`${origin}/new/lost-cities`);
  await page.getByLabel("Player 2").selectOption("here");
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.waitForURL("**/table/*");
  const other = await ada.context.newPage();
  await other.goto(page.url());
  const ready = (page: Page) => page.getByRole("button", { name: /^I am / });

  await page.locator(".sentence.mine").or(ready(page)).first().waitFor();
  if (!(await ready(page).isVisible())) await playTurn(page);
  await ready(page).click(); // Player 2 has the device
  await ready(other).waitFor();
  expect(await other.locator(".held").count()).toBe(0);
  await playTurn(page);
  await other.locator(".sentence.mine").waitFor();
  await ready(page).waitFor();
  expect(await page.locator(".held").count()).toBe(0);
  await farewell(ada);
});

test.concurrent("where a browser has no locks, every tab listens by itself", async () => {
  const [ada, ben] = [await guest(), await guest()];
  for (const { page } of [ada, ben]) await post(page, "/guests", { name: page === ada.page ? "Ada" : "Ben" });
  await ada.context.addInitScript(() => void delete (Navigator.prototype as { locks?: unknown }).locks);
  const listener = listening(ada);
  for (const { table, page } of [await playIn(ada, ben), await playIn(ada, ben)]) {
    await post(ben.page, `/tables/${table}`, { type: "say", text: "Hello" });
    await page.getByText("Ben Hello").waitFor();
  }
  const { page } = await playIn(ada, ben);
  expect(listener()).toBe(page);
  await farewell(ada, ben);
});
