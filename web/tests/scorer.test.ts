import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { board, sheets as boardSheets, type Place as BoardPlace } from "../src/core/scorers/board.ts";
import { NUMBERS, expeditions, reckon } from "../src/core/scorers/expeditions.ts";
import { winners, type Options, type Reason } from "../src/core/scorers/scorer.ts";
import { sheets as tourSheets, tours, type Place as TourPlace } from "../src/core/scorers/tours.ts";

interface Cases<P> {
  matches: { options: Options; rounds: P[][]; sheets: Record<string, unknown>[] }[];
  refused: { round: P[]; rule: string }[];
}
const read = (name: string): unknown => JSON.parse(readFileSync(`tests/data/${name}.json`, "utf-8"));
const name = (player: number) => `player ${player}`;

test("every expedition is worth what the Python scorer says", () => {
  (read("expeditions") as number[][]).forEach((row, investments) =>
    row.forEach((points, bits) => expect(reckon({ investments, numbers: NUMBERS.filter((_, i) => (bits >> i) & 1) }).points).toBe(points)),
  );
});

test("a card lies before one side only, but partners have the low ones twice", () => {
  const round = (number: number) => [0, 1].map(() => ({ R: { investments: 1, numbers: [number] } }));
  expect(expeditions("lost-cities").refused(round(4), 0, name)?.rule).toBe("1.2");
  expect(expeditions("partners").refused(round(4), 0, name)).toBeNull();
  expect(expeditions("partners").refused(round(5), 0, name)?.rule).toBe("1.1");
  expect(expeditions("partners").refused([{ R: { investments: 2, numbers: [] } }, { R: { investments: 2, numbers: [] } }], 0, name)?.rule).toBe("1.1");
});

function proven<P>(file: string, sheets: (rounds: P[][], options: Options) => object[], refused: (round: P[]) => Reason | null): void {
  const cases = read(file) as Cases<P>;
  for (const match of cases.matches) {
    for (const round of match.rounds) expect(refused(round)).toBeNull();
    sheets(match.rounds, match.options).forEach((sheet, i) => expect(sheet).toMatchObject(match.sheets[i]!));
  }
  for (const { round, rule } of cases.refused) expect(refused(round)?.rule, JSON.stringify(round)).toBe(rule);
}

test("rounds of the board game come to what the Python scorer says, and what it refuses is refused", () => {
  proven<BoardPlace>("board-game", boardSheets, (round) => board.refused(round, 0, name));
});

test("rounds of Adventure Tours come to what the Python scorer says, and what it refuses is refused", () => {
  proven<TourPlace>("adventure-tours", tourSheets, (round) => tours.refused(round, 0, name));
});

test("board-game 8.3: on a tie more artifacts win, and if these are level, too, all have won", () => {
  const place = (points: number, artifacts: number): BoardPlace => ({ explorers: {}, points, artifacts });
  const short = { short: true };
  // Three artifacts bring 15 and two bring 10 in the short game.
  expect(winners(board, [[place(10, 2), place(5, 3)]], short)).toEqual([1]);
  expect(winners(board, [[place(10, 2), place(10, 2), place(5, 1)]], short)).toEqual([0, 1]);
});
