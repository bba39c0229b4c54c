/** One server and one browser for all tests of the pages; only a test that kills its server has one of its own. */
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { Server } from "./server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    origin: string;
    browser: string;
  }
}
// As root Chromium has no sandbox, and it has no business with anybody but our server.
const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const [server, browser] = await Promise.all([Server.open(), chromium.launchServer({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ARGS })]);
  const close = async () => {
    await browser.close();
    await server.kill();
  };
  provide("origin", server.origin);
  provide("browser", browser.wsEndpoint());
  await warmUp(server.origin).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return close;
}

/** The first time a game is played its rules are compiled, and bots load them: no test should wait for that. */
async function warmUp(origin: string): Promise<void> {
  const json = { "content-type": "application/json" };
  const made = await fetch(`${origin}/api/guests`, { method: "POST", headers: json, body: JSON.stringify({ name: "Zoe" }) });
  const headers = { ...json, cookie: made.headers.get("set-cookie")!.split(";")[0]! };
  const post = async (path: string, body: object) => (await (await fetch(`${origin}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json()) as { table: string };
  for (const [game, players, options] of GAMES) {
    const bots = Array.from({ length: players - 1 }, () => ({ who: "bot" }));
    const { table } = await post("/tables", { game, options, seats: [{ who: "me" }, ...bots], listed: false });
    await post(`/tables/${table}`, { type: "start" });
    for (let moved = false; !moved; ) {
      const seen = (await (await fetch(`${origin}/api/tables/${table}`, { headers })).json()) as Seen;
      moved = seen.log.flat().some(([seat]) => seat !== 0);
      if (!moved && seen.view.turn === 0) await post(`/tables/${table}`, { type: "act", position: seen.position, action: seen.view.legal[0] });
      else await new Promise((resolve) => setTimeout(resolve, 50));
    }
    while ((await fetch(`${origin}/api/tables/${table}/hint`, { headers })).status === 422) await new Promise((resolve) => setTimeout(resolve, 50)); // until it is our turn
  }
}
const GAMES = [["lost-cities", 2, {}], ["partners", 4, {}], ["board-game", 2, { players: 2 }], ["adventure-tours", 3, { players: 3 }]] as const;
interface Seen {
  position: number;
  log: [number, string][][];
  view: { turn: number | null; legal: string[] };
}
