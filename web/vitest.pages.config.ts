import { defineConfig } from "vitest/config";

// Whole games in a real browser: one file after the other, for each has a server of its own.
export default defineConfig({ test: { include: ["tests/pages/*.pages.ts"], fileParallelism: false, testTimeout: 60_000, hookTimeout: 120_000 } });
