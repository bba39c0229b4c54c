/** What a page wants to be told, and how one stream tells many of them. */
import type { Event } from "../protocol";

export interface Wish {
  table?: string;
  lobby?: boolean;
  /** The last event of the table that was told. */
  seq: number | null;
}

/** Of a stream that tells all this, each table from where it was left. */
export function address(wishes: Wish[]): string {
  const query = new URLSearchParams();
  const tables = new Set(wishes.flatMap((wish) => wish.table ?? []));
  for (const table of tables) query.append("table", table + beginning(wishes.filter((wish) => wish.table === table)));
  if (wishes.some((wish) => wish.lobby)) query.set("lobby", "true");
  return `/api/events?${query}`;
}

/** After which event to begin, so that nobody misses one: whoever has none yet gets the last one of the others, which has the whole view. */
function beginning(wishes: Wish[]): string {
  const told = wishes.flatMap((wish) => wish.seq ?? []);
  if (!told.length) return "";
  const newcomer = told.length < wishes.length;
  return `:${Math.min(...told) - (newcomer ? 1 : 0)}`;
}

export function concerns(wish: Wish, event: Event): boolean {
  if (event.type === "hello") return true;
  if (event.type === "lobby") return wish.lobby ?? false;
  return event.table === wish.table;
}

/** Takes note of an event; false if it was told before. */
export function isNews(wish: Wish, event: Event): boolean {
  if (event.type !== "table") return true;
  if (wish.seq !== null && event.seq <= wish.seq) return false;
  wish.seq = event.seq;
  return true;
}
