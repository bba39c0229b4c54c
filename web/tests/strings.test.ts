import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LANGUAGES, read } from "../tools/strings.ts";

const strings = read();
const sources = (readdirSync("src", { recursive: true }) as string[])
  .filter((name) => /\.(ts|svelte)$/.test(name) && name !== "protocol.ts")
  .map((name) => readFileSync(join("src", name), "utf-8"))
  .join("\n");
const refusals = JSON.parse(readFileSync("src/core/refusals.json", "utf-8")) as Record<string, string[]>;
const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!))].sort();

test("every string has four languages that say the same", () => {
  for (const [key, texts] of Object.entries(strings)) {
    expect(texts, key).toHaveLength(LANGUAGES.length);
    for (const text of texts) {
      expect(text.trim(), key).not.toBe("");
      expect(placeholders(text), key).toEqual(placeholders(texts[0]));
      expect(text.split("|").length, key).toBe(texts[0].split("|").length);
    }
  }
});

/** Keys that are put together: `level.${level}`. */
const families = [...sources.matchAll(/`([a-z][\w.]*\.)\$\{/g)].map((found) => found[1]!);

test("every string is used", () => {
  const unused = Object.keys(strings).filter((key) => !sources.includes(`"${key}"`) && !families.some((prefix) => key.startsWith(prefix)));
  expect(unused).toEqual([]);
});

test("every refusal of the server has words, with the values it brings", () => {
  for (const [rule, values] of Object.entries(refusals)) {
    const texts = strings[`refusal.${rule}`];
    expect(texts, rule).toBeDefined();
    for (const name of placeholders(texts![0])) expect(values, `${rule}: ${name}`).toContain(name);
  }
  const gone = Object.keys(strings).filter((key) => key.startsWith("refusal.") && !(key.slice(8) in refusals));
  expect(gone).toEqual([]);
});

test("no English is left in the pages", () => {
  const svelte = (readdirSync("src", { recursive: true }) as string[]).filter((name) => name.endsWith(".svelte") && !name.endsWith("Gallery.svelte"));
  for (const name of svelte) {
    let markup = readFileSync(join("src", name), "utf-8").replace(/<script[\s\S]*?<\/script>|<style[\s\S]*<\/style>|<!--[\s\S]*?-->/g, "");
    for (let before = ""; before !== markup; ) [before, markup] = [markup, markup.replace(/\{[^{}]*\}/g, "")];
    const words = [...markup.replace(/<[^>]*>/g, "\n").matchAll(/[A-Za-z]{3,}[^\n]*/g)].map((found) => found[0]);
    expect(words, name).toEqual([]);
  }
});
