// Pictures of addresses: node tools/shot.mjs ORIGIN OUT [path…]; each at phone and desk, light and dark.
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";

const [origin, out, ...paths] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
for (const [width, height] of [[360, 740], [1280, 800]])
  for (const colorScheme of ["light", "dark"]) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme, locale: process.env.LOOK_LOCALE ?? "en" });
    page.on("console", (m) => m.type() === "error" && console.log("console:", m.text()));
    page.on("pageerror", (e) => console.log("error:", e.message));
    for (const path of paths) {
      await page.goto(origin + path);
      await page.waitForTimeout(500);
      await page.screenshot({ path: `${out}/${path.replace(/\W+/g, "_") || "start"}-${width}-${colorScheme}.png` });
    }
    await page.close();
  }
await browser.close();
