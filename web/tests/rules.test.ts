import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ABILITIES, NOW, inOrder } from "../src/core/rules.ts";
import { LANGUAGES, readRules } from "../tools/strings.ts";

const rules = readRules();

test.each(Object.keys(rules))("the paragraphs of %s are those of the rule page, in four languages", (game) => {
  const page = readFileSync(`../docs/rules/${game}.md`, "utf-8");
  for (const [number, texts] of Object.entries(rules[game]!)) {
    expect(page, number).toContain(number.includes(".") ? `**${number}**` : `\n## ${number} `);
    expect(texts, number).toHaveLength(LANGUAGES.length);
    expect(new Set(texts.map((text) => text.endsWith("*"))).size, `${number}: a house rule is one in all languages`).toBe(1);
    if (number.includes(".")) expect(rules[game], number).toHaveProperty([number.split(".")[0]!]);
  }
});

test("what matters now is written", () => {
  for (const [game, table] of Object.entries(NOW)) for (const number of Object.values(table).flat()) expect(rules[game], `${game} ${number}`).toHaveProperty([number]);
  for (const number of Object.values(ABILITIES)) expect(rules["adventure-tours"]).toHaveProperty([number]);
});

test("paragraphs are in order", () => {
  expect(inOrder([["5.10", 0], ["5", 0], ["10.2", 0], ["5.9", 0], ["10", 0]]).map(([number]) => number)).toEqual(["5", "5.9", "5.10", "10", "10.2"]);
});
