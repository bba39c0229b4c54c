/** One stream of events for a page: read line by line, and taken up again where it broke. */
import type { Event } from "../protocol";

export type Link = "connecting" | "live" | "lost";

export interface Wanted {
  table?: string;
  lobby?: boolean;
  /** A seat on this device that is not the guest's own. */
  token?: string;
}

const SILENCE = 40_000; // the server says something every 15 s
const MOST_WAIT = 8_000;

/** Begins to listen; the function that is returned ends it. */
export function listen(wanted: Wanted, tell: (event: Event) => void, state: (link: Link) => void): () => void {
  let ended = false;
  let seq: number | null = null;
  let broken = 0;
  let controller = new AbortController();
  let wake = () => {};

  const address = () => {
    if (wanted.token && wanted.table) return `/api/tables/${wanted.table}/events`;
    const query = new URLSearchParams();
    if (wanted.table) query.set("table", seq === null ? wanted.table : `${wanted.table}:${seq}`);
    if (wanted.lobby) query.set("lobby", "true");
    return `/api/events?${query}`;
  };

  async function read(): Promise<void> {
    controller = new AbortController();
    const headers: Record<string, string> = { accept: "application/x-ndjson" };
    if (wanted.token) headers["authorization"] = `Bearer ${wanted.token}`;
    const response = await fetch(address(), { headers, signal: controller.signal, cache: "no-store" });
    if (!response.ok || !response.body) throw new Error(response.statusText);
    state("live");
    broken = 0;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const silence = setTimeout(() => controller.abort(), SILENCE);
      const { done, value } = await reader.read().finally(() => clearTimeout(silence));
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop()!;
      for (const line of lines) if (line && !ended) hear(JSON.parse(line) as Event);
    }
  }

  function hear(event: Event): void {
    if (event.type === "table") seq = event.seq;
    tell(event);
  }

  async function run(): Promise<void> {
    while (!ended) {
      await read().catch(() => {});
      if (ended) return;
      broken += 1;
      state(broken > 1 ? "lost" : "connecting");
      const wait = Math.min(MOST_WAIT, 250 * 2 ** broken);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, wait);
        wake = () => (clearTimeout(timer), resolve());
      });
    }
  }

  const retry = () => wake();
  // A connection from before a change of network may hang without an error.
  const anew = () => (controller.abort(), wake());
  addEventListener("online", anew);
  addEventListener("offline", anew);
  document.addEventListener("visibilitychange", retry);
  void run();
  return () => {
    ended = true;
    removeEventListener("online", anew);
    removeEventListener("offline", anew);
    document.removeEventListener("visibilitychange", retry);
    controller.abort();
  };
}
