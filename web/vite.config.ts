/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { offline } from "./tools/offline.ts";
import { strings } from "./tools/strings.ts";

// Built into the package, where the server finds it.
export default defineConfig({
  plugins: [svelte(), strings(), offline()],
  build: {
    outDir: "../src/incognita/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the server's policy allows no script or font from data: addresses
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000", "/health": "http://127.0.0.1:8000" } },
  test: { include: ["tests/**/*.test.ts"] },
});
