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
  provide("origin", server.origin);
  provide("browser", browser.wsEndpoint());
  return async () => {
    await browser.close();
    await server.kill();
  };
}
