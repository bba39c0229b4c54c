/** What the scorers of all games have in common. They are the one place where rules stand in the browser, so that they
 * work at a table without a network; files that the Python scorers write prove them. */
import { t, type Key, type Values } from "../i18n.svelte";

export type Options = Record<string, boolean>;

/** Why something cannot lie on a table: the paragraph of the rule page, and the words. */
export interface Reason {
  rule: string;
  words: string;
}
export const reason = (rule: string, key: Key, values: Values): Reason => ({ rule, words: t(key, values) });

/** A game as a scorer meets it; `P` is what one player has when a round is over. */
export interface Scorer<P> {
  players: { least: number; most: number };
  /** Options of yes or no that change a sum. */
  options: string[];
  /** The most rounds there can be; a match with fewer is over when people say so. */
  rounds: (options: Options) => number;
  /** Whether the match is over after the last of these rounds, by the rules. */
  fixed: boolean;
  nothing: () => P;
  /** Why these places cannot lie on one table, after `player` has changed something. */
  refused: (round: P[], player: number, name: (player: number) => string) => Reason | null;
  /** Everybody's points after each round. */
  totals: (rounds: P[][], options: Options) => number[][];
  /** On a tie: who of those who are level has won. */
  ahead: (level: number[], rounds: P[][]) => number[];
}

export const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

export function winners<P>(scorer: Scorer<P>, rounds: P[][], options: Options): number[] {
  const points = scorer.totals(rounds, options).at(-1)!;
  const best = Math.max(...points);
  const level = points.map((_, player) => player).filter((player) => points[player] === best);
  return level.length > 1 ? scorer.ahead(level, rounds) : level;
}
