/** Every word a person meets stands in strings.json, the rules in rules.json, in four languages side by side; a page loads only its own. */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

export const LANGUAGES = ["en", "de", "fr", "it"] as const;
type Language = (typeof LANGUAGES)[number];
export type Texts = [string, string, string, string];
export type Strings = Record<string, Texts>;
/** By game and number: `3` is the title of a chapter, `3.4` a paragraph of docs/rules. */
export type Rules = Record<string, Record<string, Texts>>;

const file = (name: string) => new URL(`../${name}.json`, import.meta.url);
const parsed = (name: string): unknown => JSON.parse(readFileSync(file(name), "utf-8"));

export const read = (): Strings => parsed("strings") as Strings;
export const readRules = (): Rules => parsed("rules") as Rules;

const column = (texts: Strings, language: Language) => Object.fromEntries(Object.entries(texts).map(([key, four]) => [key, four[LANGUAGES.indexOf(language)]]));
const MADE: Record<string, (language: Language) => unknown> = {
  strings: (language) => column(read(), language),
  // Pairs, because JavaScript would put the keys that look like numbers first.
  rules: (language) => Object.fromEntries(Object.entries(readRules()).map(([game, texts]) => [game, Object.entries(column(texts, language))])),
};

/** `virtual:strings/de` is the German column of strings.json. */
export function strings(): Plugin {
  const prefix = /^\0?virtual:(strings|rules)\/(\w+)$/;
  return {
    name: "strings",
    resolveId: (id) => (prefix.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, kind, language] = prefix.exec(id) ?? [];
      if (!kind) return undefined;
      this.addWatchFile(file(kind).pathname);
      return `export default ${JSON.stringify(MADE[kind]!(language as Language))}`;
    },
  };
}
