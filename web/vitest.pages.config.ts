import { defineConfig } from "vitest/config";

// Whole games in a real browser. They wait more than they work, so there are more of them at once than cores.
const SLOW = process.env["SLOW"] ? [] : ["tests/pages/*.slow.pages.ts"];

export default defineConfig({
  test: { include: ["tests/pages/*.pages.ts"], exclude: SLOW, globalSetup: "tests/pages/setup.ts", maxWorkers: 2, maxConcurrency: 2, testTimeout: 120_000, hookTimeout: 300_000, teardownTimeout: 10_000 },
});
