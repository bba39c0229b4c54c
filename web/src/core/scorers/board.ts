/** The scorer of the board game. */
import { list } from "../i18n.svelte";
import type { BoardSheet, Explorer } from "../views";
import { destination } from "../words";
import numbers from "./board-game.json";
import { reason, sum, type Options, type Reason, type Scorer } from "./scorer";

export interface Place {
  explorers: Record<string, Explorer>;
  /** From tiles of this round. */
  points: number;
  artifacts: number;
}
/** What a round comes to; artifact points only after the last. */
export type Reckoned = Omit<BoardSheet, "round" | "starter" | "explorers" | "values">;
export const STONES: number[] = numbers.stones;
const ADVENTURERS = 4;
export const BEYOND_THE_BRIDGE = 7;
const CROSSINGS_THAT_END = 5;

export const rounds = (options: Options): number => (options["short"] ? 1 : 3);
export const track = (options: Options): number[][] => (options["short"] ? numbers.tracks.short : numbers.tracks.long);
export const houseTrack = (options: Options): boolean => numbers.house.includes(options["short"] ? "artifact_track.short" : "artifact_track.long");

export const value = ({ stone, researcher }: Explorer): number => STONES[stone - 1]! * (researcher ? 2 : 1);
export const net = (place: Place): number => sum(Object.values(place.explorers).map(value));
const artifactPoints = (tokens: number, options: Options): number => track(options).findLast(([from]) => tokens >= from!)![1]!;

/** The sheet of every round, each on what was held before it. */
export function sheets(played: Place[][], options: Options): Reckoned[] {
  const found: Reckoned[] = [];
  for (const places of played) {
    const last = found.at(-1);
    const before = last?.totals ?? places.map(() => 0);
    const holdings = places.map((place, i) => before[i]! + place.points);
    const nets = places.map(net);
    const artifacts = places.map((place, i) => (last?.artifacts[i] ?? 0) + place.artifacts);
    const after = holdings.map((held, i) => Math.max(0, held + nets[i]!));
    const points = found.length + 1 === rounds(options) ? artifacts.map((tokens) => artifactPoints(tokens, options)) : null;
    const totals = points ? after.map((held, i) => Math.max(0, held + points[i]!)) : after;
    found.push({ before, holdings, net: nets, artifacts, artifact_points: points, totals, house: houseTrack(options) ? ["artifact_track"] : [] });
  }
  return found;
}

// --- what cannot be

function pieces(place: Place, name: string): Reason | null {
  const led = Object.entries(place.explorers).filter(([, one]) => one.researcher).map(([path]) => path);
  if (led.length > 1) return reason("1.3", "scorer.board.researchers", { name, colours: list(led.map(destination)) });
  return Object.keys(place.explorers).length - led.length > ADVENTURERS ? reason("1.3", "scorer.board.fifth", { name }) : null;
}

/** Every tile can bring its points once: an explorer does not pass a stone twice. */
const possible = numbers.points.reduce((sums, points) => new Set([...sums, ...[...sums].map((one) => one + points)]), new Set([0]));

function tiles({ points }: Place): Reason | null {
  if (possible.has(points)) return null;
  const most = sum(numbers.points);
  return points > most ? reason("4.3", "scorer.board.most", { n: points, most }) : reason("4.3", "scorer.board.sum", { n: points, tiles: list(numbers.points.map(String)) });
}

function table(round: Place[]): Reason | null {
  const artifacts = sum(round.map((place) => place.artifacts));
  if (artifacts > numbers.artifacts) return reason("1.6", "scorer.board.artifacts", { n: artifacts, most: numbers.artifacts });
  const crossed = round.flatMap((place) => Object.values(place.explorers)).filter((one) => one.stone >= BEYOND_THE_BRIDGE).length;
  return crossed > CROSSINGS_THAT_END ? reason("7.1", "scorer.board.crossed", { n: crossed }) : null;
}

/** 8.3: more artifacts decide between players who are level. */
function ahead(level: number[], played: Place[][]): number[] {
  const tokens = level.map((player) => sum(played.map((round) => round[player]!.artifacts)));
  return level.filter((_, i) => tokens[i] === Math.max(...tokens));
}

export const board: Scorer<Place> = {
  players: { least: 2, most: 4 },
  options: ["short"],
  rounds,
  fixed: true,
  nothing: () => ({ explorers: {}, points: 0, artifacts: 0 }),
  refused: (round, _, name) => round.map((place, i) => pieces(place, name(i)) ?? tiles(place)).find(Boolean) ?? table(round),
  totals: (played, options) => sheets(played, options).map((sheet) => sheet.totals),
  ahead,
};
