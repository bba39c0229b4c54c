/** The scorer of Adventure Tours. */
import { list, t, type Key } from "../i18n.svelte";
import { CATEGORY_ORDER, adventurer } from "../tours";
import type { Adventurer } from "../views";
import numbers from "./adventure-tours.json";
import { reason, sum, type Reason, type Scorer } from "./scorer";

export interface Place {
  /** Cards, or bare amounts of money: the box on a shelf may pay otherwise than ours. */
  members: string[];
  /** null: not said yet. */
  hand: number | null;
  ended: boolean;
}
export interface Reckoned {
  before: number[];
  income: number[];
  hand_sizes: number[];
  gained: number[];
  totals: number[];
  ended_by: number | null;
  members: string[][];
  house_money: string[];
}
export const CARDS: Record<string, Adventurer> = numbers.cards;
export const CODES = Object.keys(CARDS);
const COPIES: Record<string, number[]> = numbers.copies;
const COST_OF_A_CARD = 2;
const HOUSE_MONEY = CODES.filter((code) => CARDS[code]!.house.includes("money"));

const isAmount = (member: string): boolean => /^\d+$/.test(member);
export const pays = (member: string): number => (isAmount(member) ? Number(member) : adventurer(member, CARDS).money);
export const isHouse = (member: string): boolean => HOUSE_MONEY.includes(member[1] ?? "");
export const memberName = (member: string): string => (isAmount(member) ? t("scorer.tours.coins", { n: Number(member) }) : `${adventurer(member, CARDS).name}, ${t(`category.${member[0]}` as Key)}`);
export const income = (place: Place): number => sum(place.members.map(pays));
export const brings = (place: Place): number => income(place) - COST_OF_A_CARD * (place.hand ?? 0);
const copies = (card: string): number => COPIES[card[1]!]![CATEGORY_ORDER.indexOf(card[0]!)]!;

/** Who ended the round: as it was said, or whose hand is empty. */
export function endedBy(round: Place[]): number | null {
  const found = round.findIndex((place) => place.ended || place.hand === 0);
  return found < 0 ? null : found;
}

export function sheets(played: Place[][]): Reckoned[] {
  const found: Reckoned[] = [];
  for (const places of played) {
    const before = found.at(-1)?.totals ?? places.map(() => 0);
    const totals = places.map((place, i) => Math.max(0, before[i]! + brings(place)));
    found.push({ before, income: places.map(income), hand_sizes: places.map((place) => place.hand ?? 0), gained: totals.map((money, i) => money - before[i]!), totals, ended_by: endedBy(places), members: places.map((place) => place.members), house_money: HOUSE_MONEY });
  }
  return found;
}

// --- what cannot be

function deck(round: Place[]): Reason | null {
  const cards = round.flatMap((place) => place.members.filter((member) => !isAmount(member)));
  const over = cards.find((card) => cards.filter((other) => other === card).length > copies(card));
  if (over) return reason("1.2", "scorer.tours.copies", { card: memberName(over), n: copies(over) });
  const seen = sum(round.map((place) => place.members.length + (place.hand ?? 0)));
  return seen > numbers.deck ? reason("1.2", "scorer.tours.deck", { n: seen, most: numbers.deck }) : null;
}

/** A hand becomes empty in the turn of its owner, and that turn is the last one. */
function end(round: Place[], name: (player: number) => string): Reason | null {
  const those = (is: (place: Place) => boolean) => round.flatMap((place, i) => (is(place) ? [name(i)] : []));
  const [empty, ended] = [those((place) => place.hand === 0), those((place) => place.ended)];
  if (empty.length > 1) return reason("6.3", "scorer.tours.empty", { names: list(empty) });
  if (ended.length > 1) return reason("6.4", "scorer.tours.ended", { names: list(ended) });
  return empty.length && ended.length && empty[0] !== ended[0] ? reason("6.3", "scorer.tours.other", { name: empty[0]!, other: ended[0]! }) : null;
}

export const tours: Scorer<Place> = {
  players: { least: 3, most: 6 },
  options: [],
  rounds: () => 3,
  fixed: true,
  nothing: () => ({ members: [], hand: null, ended: false }),
  refused: (round, _, name) => deck(round) ?? end(round, name),
  totals: (played) => sheets(played).map((sheet) => sheet.totals),
  ahead: (level) => level,
};
