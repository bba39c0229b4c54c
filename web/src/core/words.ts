/** Cards, people and refusals in words. */
import { Refusal, Stale, Unreachable } from "./api";
import { known, list, t, type Key, type Values } from "./i18n.svelte";
import type { SeatShown } from "../protocol";

export const destination = (colour: string): string => t(`colour.${colour}` as Key);

/** "Volcanoes 7", "Desert, investment". */
export function cardName(card: string): string {
  if (card === "?") return t("card.hidden");
  const rank = card.slice(1);
  const colour = destination(card[0]!);
  return rank === "I" ? t("card.investment", { colour }) : t("card.number", { colour, rank });
}

/** Bots are called by a name, so that three of one level can be told apart. */
const BOTS = ["Ida", "Bruno", "Clara", "Dario", "Elsa", "Felix"];

export function seatName(seat: SeatShown | undefined, index: number): string {
  if (!seat || seat.who === "open") return t("seat.open");
  if (seat.who === "bot") return BOTS[index % BOTS.length]!;
  return seat.name ?? t("seat.number", { n: index + 1 });
}

const CARD = /^[YBWGRP](I|\d+)$/;

/** Values of a refusal as a person reads them: cards and colours by name. */
function readable(values: Record<string, string | number>): Values {
  const words = Object.entries(values).map(([name, value]): [string, string | number] => {
    if (name === "seat" && typeof value === "number") return [name, value + 1];
    if (name === "colour" || name === "colours") return [name, list([...String(value)].map(destination))];
    if (name === "piece") return [name, known(`piece.${value}`) || String(value)];
    return [name, typeof value === "string" && CARD.test(value) ? cardName(value) : value];
  });
  return Object.fromEntries(words);
}

export function why(error: unknown): string {
  if (error instanceof Stale) return t("trouble.stale");
  if (error instanceof Unreachable) return t("trouble.unreachable");
  if (!(error instanceof Refusal)) throw error;
  const words = known(`refusal.${error.rule}`, readable(error.values)) || t("trouble.refused");
  return error.rule.startsWith("house") ? words : t("trouble.rule", { words, rule: error.rule.split(" ")[1]! });
}
