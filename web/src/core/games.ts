/** The games as a page offers them. Which values are possible, the server says; these are the ones we show. */
import type { Chair } from "../protocol";

export type Level = NonNullable<Chair["level"]>;

export const LEVELS = ["stroller", "traveller", "scout", "explorer", "legend"] as const satisfies readonly Level[];

export interface Choice {
  name: string;
  values: (number | boolean | string)[];
  usual: number | boolean | string;
}

export interface GameOffer {
  id: "lost-cities" | "partners" | "board-game" | "adventure-tours";
  players: (options: Record<string, unknown>) => number;
  usualRounds: number;
  /** null: the rules fix them. */
  rounds: number[] | null;
  options: Choice[];
}

export const GAMES: GameOffer[] = [
  { id: "lost-cities", players: () => 2, usualRounds: 3, rounds: [1, 2, 3, 4, 5], options: [{ name: "colours", values: [5, 6], usual: 5 }] },
  { id: "partners", players: () => 4, usualRounds: 3, rounds: [1, 2, 3, 4, 5], options: [] },
  {
    id: "board-game",
    players: (options) => Number(options["players"] ?? 2),
    usualRounds: 3,
    rounds: null,
    options: [
      { name: "players", values: [2, 3, 4], usual: 2 },
      { name: "short", values: [false, true], usual: false },
      { name: "up_or_down", values: [false, true], usual: false },
    ],
  },
  {
    id: "adventure-tours",
    players: (options) => Number(options["players"] ?? 3),
    usualRounds: 3,
    rounds: null,
    options: [
      { name: "players", values: [3, 4, 5, 6], usual: 3 },
      { name: "expert", values: [false, true], usual: false },
    ],
  },
];
