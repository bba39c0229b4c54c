/** How a page is told things. */
import type { Event } from "../protocol";
import { type Link, follow } from "./stream";
import { type Wish, address, isNews } from "./wish";

export type { Link } from "./stream";

export interface Wanted {
  table?: string;
  lobby?: boolean;
  /** A seat on this device that is not the guest's own: what it sees is for this tab alone. */
  token?: string;
}

type Tell = (event: Event) => void;
type State = (link: Link) => void;

/** Begins to listen; the function that is returned ends it. */
export function listen({ token, ...wanted }: Wanted, tell: Tell, state: State): () => void {
  if (token) return follow(() => `/api/tables/${wanted.table}/events`, (event) => event && tell(event), state, token);
  return alone(wanted, tell, state);
}

function alone(wanted: Omit<Wish, "seq">, tell: Tell, state: State): () => void {
  const wish: Wish = { ...wanted, seq: null };
  return follow(() => address([wish]), (event) => event && isNews(wish, event) && tell(event), state);
}
