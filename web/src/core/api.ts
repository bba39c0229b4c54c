/** Requests to the server, and why one was not granted. */
import type { Accepted, Hint, HouseShown, Lobby, Made, Me, NewTable, Refused, ReplayStep, TableEvent, Token, Uploaded } from "../protocol";

/** Not granted; the words are made where they are shown. */
export class Refusal extends Error {
  constructor(readonly status: number, readonly rule: string, readonly values: Record<string, string | number>, english: string) {
    super(english);
  }
}
/** The match has moved on meanwhile. */
export class Stale extends Error {}
/** The server did not answer. */
export class Unreachable extends Error {}

/** A token speaks for another seat on the same device. */
async function send<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (token) headers["authorization"] = `Bearer ${token}`;
  let response: Response;
  try {
    response = await fetch(`/api${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Unreachable();
  }
  if (response.status === 204) return undefined as T;
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  if (response.status === 409) throw new Stale();
  const refused = (answer ?? {}) as Partial<Refused>;
  throw new Refusal(response.status, refused.rule ?? "house http", refused.values ?? {}, refused.english ?? response.statusText);
}

type Wanted = { type: string } & Record<string, unknown>;
const key = (): string => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36).padStart(2, "0")).join("");

export const api = {
  me: () => send<Me>("GET", "/me"),
  guest: (name: string) => send<Me>("POST", "/guests", { name }),
  enter: (secret: string) => send<Me>("POST", "/guests/enter", { key: secret }),
  rename: (name: string) => send<Me>("PATCH", "/me", { name }),
  house: () => send<HouseShown>("GET", "/house"),
  link: () => send<Me>("POST", "/me/link"),
  forget: () => send<undefined>("DELETE", "/me"),
  lobby: () => send<Lobby>("GET", "/tables"),
  create: (wanted: NewTable) => send<Made>("POST", "/tables", wanted),
  look: (table: string) => send<TableEvent>("GET", `/tables/${table}`),
  token: (table: string) => send<Token>("POST", `/tables/${table}/token`),
  hint: (table: string) => send<Hint>("GET", `/tables/${table}/hint`),
  mine: () => send<Lobby>("GET", "/me/tables"),
  replay: (replay: string, ply: number, seat: number | "open" | "none") => send<ReplayStep>("GET", `/replays/${replay}?ply=${ply}&seat=${seat}`),
  upload: (record: string) => send<Uploaded>("POST", "/replays", { record }),
  /** Sent again with the same key if the connection broke: it is done once. */
  async ask(table: string, wanted: Wanted, token?: string): Promise<Accepted> {
    const body = { key: key(), ...wanted };
    for (let attempt = 0; ; attempt++) {
      try {
        return await send<Accepted>("POST", `/tables/${table}`, body, token);
      } catch (error) {
        if (!(error instanceof Unreachable) || attempt === 3) throw error;
        await new Promise((resolve) => setTimeout(resolve, 300 * 2 ** attempt));
      }
    }
  },
};
