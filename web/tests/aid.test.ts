import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { cells, sections } from "../src/core/aid.ts";

const read = (name: string) => sections(readFileSync(`public/aids/${name}`, "utf-8"));

test.each(readdirSync("public/aids"))("%s becomes a page with titles, paragraphs and tables, without what is typed in a terminal", (name) => {
  const page = read(name);
  expect(page.heading).not.toBe("");
  expect(page.sections.length).toBeGreaterThan(4);
  for (const { title, parts } of page.sections) {
    expect(title).toMatch(/^(\*|\p{Lu}[^\p{Ll}]*[^\p{Ll}\s,:])$/u);
    expect(parts.map((part) => part.text).join(" ")).not.toMatch(/incognita|docs\//);
  }
});

test("a table has a cell for every number, its headings over them", () => {
  const [table] = read("adventure-tours.en.txt").sections.flatMap((section) => section.parts).filter((part) => part.table && part.text.includes("Betty McKlug"));
  const rows = cells(table!.text);
  expect(rows[0]!.slice(0, 2)).toEqual(["", ""]);
  expect(rows.find((row) => row[1] === "Betty McKlug")).toEqual(["f", "Betty McKlug", "4", "4", "+1", "3*", "give two"]);
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([7]));
});
