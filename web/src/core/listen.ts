/** How a page is told things: by the stream that all tabs share, or by one of its own. */
import type { Event } from "../protocol";
import { type Link, follow } from "./stream";
import { NAME, Tab } from "./tabs";
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
  return tab ? tab.listen(wanted, tell, state) : alone(wanted, tell, state);
}

function alone(wanted: Omit<Wish, "seq">, tell: Tell, state: State): () => void {
  const wish: Wish = { ...wanted, seq: null };
  return follow(() => address([wish]), (event) => event && isNews(wish, event) && tell(event), state);
}

/** There before the first page wants something, because a lock takes a moment. Pages that came without encryption from another machine have none. */
const tab = "locks" in navigator && "BroadcastChannel" in globalThis ? open() : null;

function open(): Tab {
  const visible = () => document.visibilityState === "visible";
  const opened = new Tab({ locks: navigator.locks, channel: new BroadcastChannel(NAME), open: follow, visible });
  document.addEventListener("visibilitychange", () => visible() && opened.look());
  return opened;
}
