/** Writes sw.js: the pages, the scorer and the rules work without a network; tables need the server. */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import type { Plugin } from "vite";

const worker = (version: string, files: string[]): string => `const CACHE = "incognita-${version}";
const FILES = ${JSON.stringify(files)};
addEventListener("install", (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))).then(() => clients.claim())));
addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/") || url.pathname === "/health") return;
  const page = event.request.mode === "navigate";
  const kept = () => caches.match(page ? "/" : event.request);
  event.respondWith(url.pathname.startsWith("/assets/") ? kept().then((found) => found ?? fetch(event.request)) : fetch(event.request).catch(async () => (await kept()) ?? Response.error()));
});
`;

export function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle(_, bundle) {
      const assets = Object.keys(bundle).filter((name) => name !== "index.html");
      const given = (readdirSync("public", { recursive: true }) as string[]).filter((name) => name.includes("."));
      const files = ["/", ...[...assets, ...given].map((name) => `/${name.replaceAll("\\", "/")}`)].sort();
      const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
      this.emitFile({ type: "asset", fileName: "sw.js", source: worker(version, files) });
    },
  };
}
