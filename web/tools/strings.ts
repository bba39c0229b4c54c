/** Every word a person meets stands in strings.json, in four languages side by side; a page loads only its own. */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

export const LANGUAGES = ["en", "de", "fr", "it"] as const;
export const FILE = new URL("../strings.json", import.meta.url);

export type Strings = Record<string, [string, string, string, string]>;
export const read = (): Strings => JSON.parse(readFileSync(FILE, "utf-8")) as Strings;

/** `virtual:strings/de` is the German column of strings.json. */
export function strings(): Plugin {
  const prefix = "virtual:strings/";
  return {
    name: "strings",
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      this.addWatchFile(FILE.pathname);
      const column = LANGUAGES.indexOf(id.slice(prefix.length + 1) as (typeof LANGUAGES)[number]);
      const words = Object.fromEntries(Object.entries(read()).map(([key, texts]) => [key, texts[column]]));
      return `export default ${JSON.stringify(words)}`;
    },
  };
}
