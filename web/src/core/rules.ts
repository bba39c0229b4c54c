/** The rules in numbered paragraphs, and which of them matter now. */
import type { Language } from "./i18n.svelte";
import type { TourView, View } from "./views";

const LOAD = {
  en: () => import("virtual:rules/en"),
  de: () => import("virtual:rules/de"),
  fr: () => import("virtual:rules/fr"),
  it: () => import("virtual:rules/it"),
};

export interface Chapter {
  title: string;
  paragraphs: { number: string; text: string }[];
}

export async function chapters(game: string, language: Language): Promise<Chapter[]> {
  const found: Chapter[] = [];
  for (const [number, text] of inOrder((await LOAD[language]()).default[game] ?? [])) {
    if (number.includes(".")) found.at(-1)!.paragraphs.push({ number, text });
    else found.push({ title: text, paragraphs: [] });
  }
  return found;
}

/** A chapter has its title first; 5.10 comes after 5.9. */
export const inOrder = <T>(pairs: [string, T][]): [string, T][] => pairs.toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));

export const NOW: Record<string, Record<string, string[]>> = {
  "lost-cities": { play: ["3.2", "3.3", "3.4", "3.5"], draw: ["3.6", "3.7"], last: ["5.1"], over: ["5.3", "5.4", "5.5"] },
  partners: { play: ["3.1", "3.2", "3.3", "3.4"], pass: ["3.3", "3.5"], draw: ["3.1"], last: ["5.1"], over: ["5.1", "6.4"] },
  "board-game": { play: ["3.2", "3.4", "3.6"], step: ["4.4", "3.5", "4.5"], draw: ["5.1", "5.2"], last: ["7.2"], over: ["7.3", "8.1"] },
  "adventure-tours": {
    play: ["3.1", "3.2", "3.4", "3.6"], draw: ["7.3"], give_one: ["5.1"], give_two: ["5.2"], second_recipient: ["5.2"], extra_equipment: ["5.3"], discard_equipment: ["5.4", "4.3"],
    take_equipment: ["5.5", "4.3"], another_turn: ["5.6"], extra_member: ["5.7"], discard_member: ["5.8", "4.3"], take_member: ["5.9", "4.3"], move_equipment: ["5.10"],
    protect: ["5.11", "4.5"], choose_board: ["10.2"], last: ["6.1"], over: ["8.1", "8.2"],
  },
};
export const ABILITIES: Record<string, string> = { "extra equipment card": "7.2", "optional draw and gift": "7.3", "action of equipment": "7.4", "extra member": "7.5", "action twice": "7.6", "another turn": "7.7" };

/** The numbers of the paragraphs for what is asked now, the most important first. */
export function mattering(view: View): string[] {
  const table = NOW[view.game]!;
  if (view.turn === null) return table["over"]!;
  const last = view.left === 1 ? table["last"]! : [];
  if (view.game !== "adventure-tours") return [...(table[view.phase] ?? []), ...last];
  return [...ofTours(view), ...last];
}

function ofTours(view: TourView): string[] {
  const what = view.asked?.what ?? "play";
  const against = view.asked?.against ? NOW["adventure-tours"]![view.asked.against]! : [];
  const board = view.boards[view.turn!];
  const ability = board === null || board === undefined ? undefined : ABILITIES[view.board_data[board]?.ability ?? ""];
  return [...(NOW["adventure-tours"]![what] ?? []), ...against, ...(ability && (what === "play" || view.asked?.by_ability) ? [ability] : [])];
}
