// Pictures of every page and table, phone and desk, light and dark, for people to look at: npm run look -- [FOLDER] [NAMES]
// NAMES is a pattern: `board-game|start`. ORIGIN=http://… looks at a server that runs already.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [out = "../build/look", only = ".*"] = process.argv.slice(2);
const SIZES = [[360, 740], [1280, 800]];
const SCHEMES = ["light", "dark"];
const GAMES = [["lost-cities", {}, 2], ["partners", {}, 4], ["board-game", { players: 3 }, 3], ["adventure-tours", { players: 4, expert: true }, 4]];

/** A server of our own, if none was named. */
async function serve() {
  const database = `sqlite:///${join(mkdtempSync(join(tmpdir(), "incognita-")), "look.db")}`;
  const server = spawn("../.venv/bin/incognita", ["serve", "--port", "0", "--database", database], { stdio: ["ignore", "ignore", "pipe"] });
  const origin = await new Promise((resolve) => server.stderr.on("data", (data) => {
    const found = /http:\/\/[\d.]+:\d+/.exec(String(data));
    if (found) resolve(found[0]);
  }));
  return { origin, stop: () => server.kill() };
}

/** A table after so many of our own actions: careful ones, so that there is something to look at. */
async function newTable(page, game, options, players, actions) {
  return page.evaluate(
    async ([game, options, players, actions]) => {
      const post = async (path, body) => (await fetch(`/api${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();
      if (!(await fetch("/api/me")).ok) await post("/guests", { name: "Ada" });
      const seats = [{ who: "me" }, ...Array.from({ length: players - 1 }, () => ({ who: "bot", level: "explorer" }))];
      const { table } = await post("/tables", { game, options, seats, listed: false });
      await post(`/tables/${table}`, { type: "start" });
      for (let done = 0; done < actions; ) {
        const event = await (await fetch(`/api/tables/${table}`)).json();
        if (event.state === "over") break;
        const { legal, turn } = event.view;
        if (turn !== event.you || !legal.length) {
          await new Promise((resolve) => setTimeout(resolve, 60));
          continue;
        }
        const plain = legal.filter((action) => !/[->]$/.test(action));
        await post(`/tables/${table}`, { type: "act", position: event.position, action: (plain.length ? plain : legal)[0] });
        done += 1;
      }
      return table;
    },
    [game, options, players, actions],
  );
}

const goTo = (path) => (page, origin) => page.goto(`${origin}/${path}`);
const table = (i, actions, then = async () => {}) => async (page, origin) => {
  const [game, options, players] = GAMES[i];
  await page.goto(`${origin}/table/${await newTable(page, game, options, players, actions)}`);
  await page.locator(".table, dialog").first().waitFor();
  await then(page);
};
const pick = (page) => page.locator(".held").nth(3).click();

const SHOTS = {
  start: goTo(""),
  "set-up": goTo("new/board-game"),
  me: goTo("me"),
  ...Object.fromEntries(GAMES.flatMap(([game]) => ["score", "rules", "learn"].map((page) => [`${page}-${game}`, goTo(`${page}/${game}`)]))),
  room: async (page, origin) => {
    await page.goto(`${origin}/new/lost-cities`);
    await page.locator("fieldset select").nth(1).selectOption("open");
    await page.locator("form .button.main").click();
  },
  "lost-cities": table(0, 24),
  "lost-cities-picked": table(0, 12, pick),
  "lost-cities-rules": table(0, 8, (page) => page.keyboard.press("r")),
  "lost-cities-six": async (page, origin) => page.goto(`${origin}/table/${await newTable(page, "lost-cities", { colours: 6 }, 2, 16)}`),
  "lost-cities-menu": table(0, 2, (page) => page.locator("header .button").last().click()),
  "lost-cities-end": table(0, 999),
  partners: table(1, 16),
  "board-game": table(2, 20),
  "board-game-picked": table(2, 14, pick),
  "adventure-tours": table(3, 12),
  "adventure-tours-picked": table(3, 8, pick),
  replay: async (page, origin) => page.goto(`${origin}/replay/${await newTable(page, "lost-cities", {}, 2, 999)}?ply=60`),
};

const { origin, stop } = process.env.ORIGIN ? { origin: process.env.ORIGIN, stop: () => {} } : await serve();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
mkdirSync(out, { recursive: true });
const wanted = new RegExp(`^(${only})$`);
for (const [width, height] of SIZES)
  for (const colorScheme of SCHEMES) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme, locale: process.env.LOCALE ?? "en" });
    page.setDefaultTimeout(120_000);
    page.on("pageerror", (error) => console.log("error:", error.message));
    await page.goto(origin);
    for (const [name, show] of Object.entries(SHOTS).filter(([name]) => wanted.test(name))) {
      await show(page, origin).catch((error) => console.log(`${name}: ${error.message}`));
      await page.waitForTimeout(900); // until everything has arrived
      await page.screenshot({ path: `${out}/${name}-${width}-${colorScheme}.png` });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) console.log(`${name} at ${width}: ${wide} px too wide`);
    }
    await page.close();
  }
await browser.close();
stop();
console.log(`The pictures are in ${out}.`);
