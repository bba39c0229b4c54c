/** What a card of Adventure Tours says, with its own numbers. */
import { known } from "./i18n.svelte";
import type { Adventurer } from "./views";

export const CATEGORY_ORDER = "RBY";

export interface Said {
  name: string;
  demand: number;
  money: number;
  /** As equipment: `+1`, or `+1 +1 +1`. */
  adds: string;
  action: string;
  house: string[];
}

export function adventurer(card: string, data: Record<string, Adventurer>): Said {
  const said = data[card[1]!]!;
  const i = CATEGORY_ORDER.indexOf(card[0]!);
  const [own, others] = [said.equipment[i]!, said.others[i]!];
  return {
    name: adventurerName(said.name),
    demand: said.demand[i]!,
    money: said.money[i]!,
    adds: others ? `+${own}/+${others}` : `+${own}`,
    action: said.action,
    house: said.house,
  };
}

/** Our own names are translated; those of the box are the same in all languages. */
export const adventurerName = (name: string): string => known(`adventurer.${name}`) || name;
export const boardName = (name: string): string => known(`board.${name}`) || name;
