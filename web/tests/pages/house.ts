/** People with browsers of their own at the server of the tests, and what they do there. */
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from "playwright-core";
import { afterAll, expect, inject } from "vitest";

export interface Guest {
  page: Page;
  context: BrowserContext;
  /** Whatever went wrong in the page. */
  errors: string[];
}
type Wishes = NonNullable<Parameters<Browser["newContext"]>[0]>;

export const origin = inject("origin");
export const PHONE = { width: 320, height: 640 };
export const BOT = { who: "bot", level: "scout" };
export const ME = { who: "me" };
export const OPEN = { who: "open" };

const browser = await chromium.connect(inject("browser"));
afterAll(() => browser.close());

const EXPECTED = /status of (401|409|422)|net::ERR_|Failed to fetch/;

export async function guest(wishes: Wishes = {}, home = origin): Promise<Guest> {
  const context = await browser.newContext({ locale: "en", viewport: { width: 1100, height: 780 }, reducedMotion: "reduce", ...wishes });
  context.setDefaultTimeout(40_000);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && !EXPECTED.test(message.text()) && errors.push(message.text()));
  await page.goto(home);
  return { page, context, errors };
}

/** Nothing went wrong in any of their pages; they go. */
export async function farewell(...guests: Guest[]): Promise<void> {
  expect(guests.flatMap((one) => one.errors)).toEqual([]);
  await Promise.all(guests.map((one) => one.context.close()));
}

// --- tables

export async function post<T>(page: Page, path: string, body: unknown): Promise<T> {
  return page.evaluate(async ([path, body]) => (await (await fetch(`/api${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json()) as T, [path, body] as const);
}
export async function newTable(page: Page, game: string, seats: unknown[], more: object = {}): Promise<string> {
  if (!(await page.evaluate(async () => (await fetch("/api/me")).ok))) await post(page, "/guests", { name: "Ada" });
  return (await post<{ table: string }>(page, "/tables", { game, seats, listed: false, ...more })).table;
}
/** A table at which all seats are taken, dealt and looked at. */
export async function sitDown(page: Page, game: string, seats: unknown[], more: object = {}): Promise<string> {
  const table = await newTable(page, game, seats, more);
  await post(page, `/tables/${table}`, { type: "start" });
  await page.goto(`${new URL(page.url()).origin}/table/${table}`);
  await page.locator(".hand .held").first().waitFor();
  return table;
}

// --- turns

export const rematch = (page: Page): Locator => page.getByRole("button", { name: "Rematch" });

/** One turn of Lost Cities by pressing: the first card that can be laid or else discarded, then a draw. */
export async function playTurn(page: Page): Promise<void> {
  await page.locator(".sentence.mine").waitFor();
  if (await page.locator(".pile.lit").count()) return draw(page);
  await page.locator(".held").nth(Math.floor(Math.random() * 8)).click();
  const own = page.locator("button.column.lit");
  await page.locator(".camp.lit").first().waitFor(); // every card can be discarded
  await ((await own.count()) ? own : page.locator(".camp.lit")).first().click();
  await draw(page);
}
async function draw(page: Page): Promise<void> {
  await page.locator(".pile.lit").click();
  await page.locator(".pile.lit").waitFor({ state: "detached" });
}

/** To the end of the match: some presses with a real pointer, then all others from within the page, which is many times faster. */
export async function playOn(page: Page): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await page.locator(".sentence.mine").waitFor();
    await page.locator(".held").nth(turn).click();
    await page.locator("button.column.lit, button.path.lit, button.place.lit, .camp.lit").first().click({ timeout: 1000 }).catch(() => {}); // something else may be asked
    await page.evaluate(press);
  }
  await page.evaluate(async (press) => {
    const once = new Function(`return (${press})()`) as () => boolean;
    while (!once()) await new Promise((resolve) => setTimeout(resolve, 25));
  }, press.toString());
  await rematch(page).waitFor();
}

/** Press whatever can be pressed: a dialog, a question, a draw, a step, or a card and then a place for it. True at the end. */
function press(): boolean {
  const found = (selector: string) => [...document.querySelectorAll<HTMLButtonElement>(selector)];
  const any = (buttons: HTMLButtonElement[]) => buttons[Math.floor(Math.random() * buttons.length)];
  const dialog = found("dialog .button.main")[0];
  if (dialog?.textContent === "Rematch") return true;
  if (dialog) dialog.click();
  else if (document.querySelector(".sentence.mine")) (found(".answers .button")[0] ?? found(".pile.lit")[0] ?? any(found("button.path.lit, button.column.lit, button.place.lit")) ?? found(".camp.lit")[0] ?? any(found(".held")))?.click();
  return false;
}
