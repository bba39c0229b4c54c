/** A server of our own and a real browser, for tests of the pages. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";

const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const ROOT = new URL("../../..", import.meta.url).pathname;

export class House {
  private server: ChildProcess | null = null;
  private readonly database = `sqlite:///${join(mkdtempSync(join(tmpdir(), "incognita-")), "house.db")}`;
  port = 0;
  origin = "";
  browser!: Browser;

  async open(): Promise<void> {
    await this.serve();
    this.browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ARGS });
  }
  async serve(): Promise<void> {
    const server = spawn(join(ROOT, ".venv/bin/incognita"), ["serve", "--port", String(this.port), "--database", this.database, "--bots", "1"], { stdio: ["ignore", "ignore", "pipe"] });
    this.server = server;
    this.origin = await new Promise((resolve, reject) => {
      let said = "";
      server.stderr!.on("data", (data: Buffer) => {
        const found = /http:\/\/[\d.]+:(\d+)/.exec((said += data.toString()));
        if (found) resolve(found[0]);
      });
      server.on("exit", () => reject(new Error(said)));
    });
    this.port = Number(this.origin.split(":").at(-1));
    while (!(await fetch(`${this.origin}/health`).catch(() => null))?.ok) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  kill(): Promise<void> {
    return new Promise((resolve) => {
      this.server!.on("exit", () => resolve());
      this.server!.kill("SIGKILL");
    });
  }
  async close(): Promise<void> {
    await this.browser?.close();
    await this.kill();
  }
  /** Somebody with a browser of their own; whatever goes wrong in it fails the test. */
  async guest(options: Parameters<Browser["newContext"]>[0] = {}): Promise<{ page: Page; context: BrowserContext; errors: string[] }> {
    const context = await this.browser.newContext({ locale: "en", viewport: { width: 1100, height: 780 }, reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(20_000);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => message.type() === "error" && !/status of (401|409|422)|net::ERR_|Failed to fetch/.test(message.text()) && errors.push(message.text()));
    await page.goto(this.origin);
    return { page, context, errors };
  }
}

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

export async function newTable(page: Page, game: string, seats: unknown[], more: object = {}): Promise<string> {
  return page.evaluate(
    async ([game, seats, more]) => {
      const post = async (path: string, body: unknown) => (await (await fetch(`/api${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json()) as { table: string };
      if (!(await fetch("/api/me")).ok) await post("/guests", { name: "Ada" });
      return (await post("/tables", { game, seats, ...(more as object) })).table;
    },
    [game, seats, more] as const,
  );
}
export const start = (page: Page, table: string): Promise<unknown> =>
  page.evaluate((id) => fetch(`/api/tables/${id}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ type: "start" }) }).then((answer) => answer.status), table);
export const BOT = { who: "bot", level: "scout" };
export const ME = { who: "me" };
