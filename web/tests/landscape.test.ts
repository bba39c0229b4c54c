import { expect, test } from "vitest";
import { COLOURS } from "../src/art/destinations.ts";
import { landscape } from "../src/art/landscape.ts";

test.each([...COLOURS])("the journey %s has a picture for every number, each another one", (colour) => {
  const pictures = Array.from({ length: 9 }, (_, i) => landscape(colour, i + 2).map((shape) => shape.d).join(" "));
  expect(new Set(pictures).size).toBe(9);
  for (const picture of pictures) expect(picture).not.toMatch(/NaN|undefined/);
});
