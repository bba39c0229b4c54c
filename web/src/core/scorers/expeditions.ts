/** The scorer of Lost Cities and of partners. */
import type { Reckoning } from "../views";
import { cardName, destination } from "../words";
import { reason, sum, type Reason, type Scorer } from "./scorer";

export const NUMBERS = [2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
export const INVESTMENTS = 3;
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
  const [worth, factor, bonus] = [sum(numbers), 1 + investments, cards >= LONG ? BONUS : 0];
  return { sum: worth, cost: COST, factor, bonus, points: (worth - COST) * factor + bonus };
}

export const total = (side: Side): number => sum(Object.values(side).map((one) => reckon(one).points));

/** How many of a number there are of each colour: partners have the low ones twice. */
const copies = (game: string, number: number): number => (game === "partners" && number <= 4 ? 2 : 1);

function refused(game: string, round: Side[], player: number, name: (player: number) => string): Reason | null {
  const rule = game === "partners" ? "1.1" : "1.2";
  const other = 1 - player;
  for (const [colour, own] of Object.entries(round[player]!)) {
    const theirs = round[other]![colour] ?? nothing();
    const twice = own.numbers.find((number) => theirs.numbers.includes(number) && copies(game, number) === 1);
    if (twice) return reason(rule, "scorer.taken", { card: cardName(`${colour}${twice}`), name: name(other) });
    if (own.investments + theirs.investments > INVESTMENTS) return reason(rule, "scorer.investments", { colour: destination(colour), name: name(other), n: theirs.investments });
  }
  return null;
}

export const expeditions = (game: "lost-cities" | "partners"): Scorer<Side> => ({
  players: { least: 2, most: 2 },
  options: game === "lost-cities" ? ["six"] : [],
  rounds: () => 9,
  fixed: false,
  nothing: () => ({}),
  refused: (round, player, name) => refused(game, round, player, name),
  totals: (rounds) => rounds.map((_, i) => [0, 1].map((side) => sum(rounds.slice(0, i + 1).map((round) => total(round[side]!))))),
  ahead: (level) => level,
});
