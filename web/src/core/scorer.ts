/** The scorer of expeditions. The one place where a rule stands in the browser, so that it works at a table without a
 * network; a file that the Python scorer writes proves it. */
import type { Reckoning } from "./views";

export const NUMBERS = [2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const COST = 20;
const LONG = 8;
const BONUS = 20;

export interface Expedition {
  investments: number;
  numbers: number[];
}
export type Side = Record<string, Expedition>;

export const nothing = (): Expedition => ({ investments: 0, numbers: [] });

export function reckon({ investments, numbers }: Expedition): Reckoning {
  const cards = investments + numbers.length;
  if (!cards) return { sum: 0, cost: 0, factor: 1, bonus: 0, points: 0 };
  const sum = numbers.reduce((all, one) => all + one, 0);
  const [factor, bonus] = [1 + investments, cards >= LONG ? BONUS : 0];
  return { sum, cost: COST, factor, bonus, points: (sum - COST) * factor + bonus };
}

export const total = (side: Side): number => Object.values(side).reduce((all, one) => all + reckon(one).points, 0);

/** How many of a number there are of each colour: partners have the low ones twice. */
export const copies = (game: string, number: number): number => (game === "partners" && number <= 4 ? 2 : 1);
export const INVESTMENTS = 3;
