// Pictures of every page and table for people to look at: npm run look -- ORIGIN OUT [only]
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";

const [origin = "http://127.0.0.1:8000", out = "look", only = ""] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });

async function newTable(page, game, options, players, turns) {
  return page.evaluate(
    async ([game, options, players, turns]) => {
      const post = async (path, body) => (await fetch(`/api${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();
      if (!(await fetch("/api/me")).ok) await post("/guests", { name: "Ada" });
      const seats = [{ who: "me" }, ...Array.from({ length: players - 1 }, () => ({ who: "bot", level: "scout" }))];
      const { table } = await post("/tables", { game, options, seats, listed: false });
      await post(`/tables/${table}`, { type: "start" });
      let seed = 7;
      for (let done = 0; done < turns; ) {
        const event = await (await fetch(`/api/tables/${table}`)).json();
        if (event.state === "over") break;
        if (event.view.turn !== event.you || !event.view.legal.length) { await new Promise((r) => setTimeout(r, 60)); continue; }
        seed = (seed * 1103515245 + 12345) % 2147483648;
        const plain = event.view.legal.filter((action) => !action.endsWith("-") && !action.endsWith(">"));
        const legal = plain.length ? plain : event.view.legal;
        await post(`/tables/${table}`, { type: "act", position: event.position, action: legal[seed % Math.min(legal.length, 4)] });
        done += 1;
      }
      return table;
    },
    [game, options, players, turns],
  );
}

const SHOTS = {
  start: async (page) => page.goto(`${origin}/`),
  setup: async (page) => page.goto(`${origin}/new/lost-cities`),
  "lost-cities": async (page) => page.goto(`${origin}/table/${await newTable(page, "lost-cities", {}, 2, 24)}`),
  "lost-cities-picked": async (page) => {
    await page.goto(`${origin}/table/${await newTable(page, "lost-cities", {}, 2, 12)}`);
    await page.locator(".held").nth(3).click();
  },
  "lost-cities-six": async (page) => page.goto(`${origin}/table/${await newTable(page, "lost-cities", { colours: 6 }, 2, 16)}`),
  "lost-cities-end": async (page) => page.goto(`${origin}/table/${await newTable(page, "lost-cities", {}, 2, 999)}`),
  partners: async (page) => page.goto(`${origin}/table/${await newTable(page, "partners", {}, 4, 16)}`),
  "board-game": async (page) => page.goto(`${origin}/table/${await newTable(page, "board-game", { players: 3 }, 3, 20)}`),
  "adventure-tours": async (page) => page.goto(`${origin}/table/${await newTable(page, "adventure-tours", { players: 4 }, 4, 12)}`),
  score: async (page) => page.goto(`${origin}/score/lost-cities`),
  "score-board-game": async (page) => page.goto(`${origin}/score/board-game`),
  "score-adventure-tours": async (page) => page.goto(`${origin}/score/adventure-tours`),
  rules: async (page) => page.goto(`${origin}/rules/lost-cities`),
  ...Object.fromEntries(["lost-cities", "partners", "board-game", "adventure-tours"].map((game) => [`learn-${game}`, async (page) => page.goto(`${origin}/learn/${game}?page=6`)])),
};

const sizes = process.env.LOOK_SIZES ? JSON.parse(process.env.LOOK_SIZES) : [[360, 740], [1280, 800]];
const schemes = (process.env.LOOK_SCHEMES ?? "light dark").split(" ");
for (const [width, height] of sizes)
  for (const colorScheme of schemes) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme, locale: process.env.LOOK_LOCALE ?? "en" });
    page.on("console", (m) => m.type() === "error" && !m.text().includes("401") && console.log("console:", m.text()));
    page.on("pageerror", (e) => console.log("error:", e.message));
    await page.goto(`${origin}/`);
    for (const [name, show] of Object.entries(SHOTS)) {
      if (only && !name.match(new RegExp(`^(${only})$`))) continue;
      await show(page);
      await page.waitForTimeout(700);
      await page.screenshot({ path: `${out}/${name}-${width}-${colorScheme}.png` });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) console.log(`${name} at ${width}: ${wide} px too wide`);
    }
    await page.close();
  }
await browser.close();
