/** A stream of events, read line by line and taken up again where it broke. */
import type { Event } from "../protocol";

export type Link = "connecting" | "live" | "lost";

const SILENCE = 40_000; // the server says something every 15 s
const MOST_WAIT = 8_000;

/** Begins to read; the function that is returned ends it. An empty line, by which the server says that it is there, is told as null. */
export function follow(address: () => string, tell: (event: Event | null) => void, state: (link: Link) => void, token?: string): () => void {
  let ended = false;
  let broken = 0;
  let controller = new AbortController();
  let wake = () => {};

  async function read(): Promise<void> {
    controller = new AbortController();
    const headers: Record<string, string> = { accept: "application/x-ndjson" };
    if (token) headers["authorization"] = `Bearer ${token}`;
    const response = await inTime(fetch(address(), { headers, signal: controller.signal, cache: "no-store" }));
    if (ended || !response.ok || !response.body) throw new Error(response.statusText);
    state("live");
    broken = 0;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await inTime(reader.read());
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop()!;
      for (const line of lines) if (!ended) tell(line ? (JSON.parse(line) as Event) : null);
    }
  }

  function inTime<T>(answer: Promise<T>): Promise<T> {
    const silence = setTimeout(() => controller.abort(), SILENCE);
    return answer.finally(() => clearTimeout(silence));
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
