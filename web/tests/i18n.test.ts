import { expect, test } from "vitest";
import { filled, numeral } from "../src/core/i18n.svelte.ts";

test("values are filled in, numbers with a real minus", () => {
  expect(filled("{name}: {n}", { name: "Ada", n: -1234 }, "de")).toBe("Ada: −1.234");
});

test("a number chooses the form of the language", () => {
  const cards = "{n} carte|{n} cartes";
  expect(filled(cards, { n: 0 }, "fr")).toBe("0 carte");
  expect(filled("{n} Karte|{n} Karten", { n: 0 }, "de")).toBe("0 Karten");
  expect(filled(cards, { n: 1 }, "fr")).toBe("1 carte");
  expect(filled(cards, { n: 2 }, "fr")).toBe("2 cartes");
});

test("numerals", () => expect(numeral(-5, "it")).toBe("−5"));
