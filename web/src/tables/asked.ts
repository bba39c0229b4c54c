/** What is asked now, and of whom: one sentence. */
import { t, type Key, type Values } from "../core/i18n.svelte";
import type { Table } from "../core/table.svelte";
import { adventurerName } from "../core/tours";

export interface Sentence {
  key: Key;
  values: Values;
}

export function asked(table: Table, picked: string | null): Sentence {
  const [view, event] = [table.view!, table.event!];
  if (event.state === "over" || view.turn === null) return { key: "asked.over", values: {} };
  if (!table.myTurn) return { key: table.you === view.turn ? "asked.wait" : "asked.other", values: { name: table.names[view.turn] ?? "" } };
  if (view.game === "adventure-tours") return tours(table);
  if (picked && view.phase === "play") return { key: view.game === "board-game" ? "asked.picked.board" : "asked.picked", values: { card: picked } };
  if (view.phase === "draw") return { key: view.left === 1 ? "asked.draw.last" : "asked.draw", values: {} };
  if (view.phase === "pass") return { key: "asked.pass", values: {} };
  if (view.phase === "step") return { key: "asked.step", values: {} };
  return { key: view.game === "board-game" ? "asked.play.board" : "asked.play", values: {} };
}

function tours(table: Table): Sentence {
  const view = table.view!;
  if (view.game !== "adventure-tours" || !view.asked) return { key: "asked.over", values: {} };
  const card = view.asked.card;
  const source = card ? adventurerName(view.card_data[card[1]!]!.name) : t("tours.board");
  const named = view.asked.named === null ? "" : table.name(view.asked.named);
  return { key: `asked.tours.${view.asked.what}` as Key, values: { source, named, name: view.active === null ? "" : table.name(view.active) } };
}
