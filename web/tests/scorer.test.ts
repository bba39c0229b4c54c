import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { NUMBERS, reckon } from "../src/core/scorer.ts";

test("every expedition is worth what the Python scorer says", () => {
  const expected = JSON.parse(readFileSync("tests/data/expeditions.json", "utf-8")) as number[][];
  expected.forEach((row, investments) =>
    row.forEach((points, bits) => expect(reckon({ investments, numbers: NUMBERS.filter((_, i) => (bits >> i) & 1) }).points).toBe(points)),
  );
});
