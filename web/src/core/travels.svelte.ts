/** Cards that travel: where everything was before an event, and what then moved. */
import { tick, untrack } from "svelte";
import { places } from "./motion";
import type { Table } from "./table.svelte";

export interface Move {
  action: string;
  seat: number;
  own: boolean;
  /** The card that came into the own hand. */
  drawn: string | null;
  was: Map<string, DOMRect>;
}

/** Called while a table is set up; `animate` sends cards on their way after every action. */
export function travels(root: () => HTMLElement | undefined, table: () => Table, animate: (move: Move) => void): void {
  let was: Map<string, DOMRect> | null = null;
  let held: string[] = [];
  $effect.pre(() => {
    void table().event;
    const element = root();
    if (element) was = untrack(() => places(element));
  });
  $effect(() => {
    const { event, view } = table();
    untrack(() => {
      const now = view?.hand ?? [];
      const drawn = newCard(now, held);
      held = now;
      const acted = event?.happened;
      if (!was || acted?.kind !== "acted" || !acted.action || acted.seat === null) return;
      const move: Move = { action: acted.action, seat: acted.seat, own: acted.seat === view?.seat, drawn, was };
      void tick().then(() => animate(move));
    });
  });
}

function newCard(now: string[], earlier: string[]): string | null {
  const rest = [...earlier];
  return now.find((card) => (rest.includes(card) ? (rest.splice(rest.indexOf(card), 1), false) : true)) ?? null;
}
