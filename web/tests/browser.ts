/** As much of a browser and of the server as tabs that share a stream need. */
import { setMaxListeners } from "node:events";
import { vi } from "vitest";
import type { Link } from "../src/core/stream.ts";
import { Tab } from "../src/core/tabs.ts";
import type { Event } from "../src/protocol.ts";

export const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

/** Whatever belongs to a tab happens only while it is there and awake. */
class Life {
  private tasks: (() => unknown)[] | null = null;
  private closed = false;

  get awake(): boolean {
    return this.tasks === null;
  }
  do(task: () => unknown): void {
    if (this.tasks) this.tasks.push(task);
    else queueMicrotask(() => this.closed || task());
  }
  sleep(): void {
    this.tasks = [];
  }
  wake(): void {
    const tasks = this.tasks ?? [];
    this.tasks = null;
    for (const task of tasks) this.do(task);
  }
  close(): void {
    this.closed = true;
  }
}

interface Stream {
  life: Life;
  guest: string;
  tables: string[];
  tell: (event: Event | null) => void;
}

/** An event has only its number, and in `next` the guest for whose eyes it is. */
export class Server {
  up = true;
  guest = "Ada";
  /** How many streams there ever were. */
  opened = 0;
  /** What happens before a stream begins. */
  meanwhile = () => {};
  streams: Stream[] = [];
  private readonly last: Record<string, number> = {};

  get tables(): string[] {
    return this.streams.flatMap((stream) => stream.tables);
  }
  happen(table: string): void {
    const seq = (this.last[table] = (this.last[table] ?? 1) + 1);
    for (const stream of this.streams) if (stream.tables.includes(table)) this.tell(stream, table, seq);
  }
  pulse(): void {
    for (const { life, tell } of this.streams) life.do(() => tell(null));
  }
  /** In the place of the one in `stream.ts`. */
  follow(life: Life, address: () => string, tell: Stream["tell"], state: (link: Link) => void): () => void {
    this.opened += 1;
    this.meanwhile();
    let ended = false;
    const asked = new URL(address(), "http://house").searchParams.getAll("table").map((one) => one.split(":") as [string, string?]);
    const stream = { life, guest: this.guest, tables: asked.map(([table]) => table), tell };
    if (this.up) this.streams.push(stream);
    life.do(() => ended || state(this.up ? "live" : "lost"));
    if (this.up) for (const [table, after] of asked) this.begin(stream, table, after);
    return () => {
      ended = true;
      this.forget((one) => one === stream);
    };
  }
  forget(which: (one: Stream) => boolean): void {
    this.streams = this.streams.filter((one) => !which(one));
  }
  private begin(stream: Stream, table: string, after?: string): void {
    const last = this.last[table] ?? 1;
    for (let seq = after ? Number(after) + 1 : last; seq <= last; seq++) this.tell(stream, table, seq);
  }
  private tell(stream: Stream, table: string, seq: number): void {
    const event = { type: "table", table, seq, next: stream.guest } as Event;
    stream.life.do(() => this.streams.includes(stream) && stream.tell(event));
  }
}

interface Request {
  name: string;
  life: Life;
  shared: boolean;
  grant: () => unknown;
  refuse: (why: Error) => void;
}

class Locks {
  private held: Request[] = [];
  private waiting: Request[] = [];

  of(life: Life): LockManager {
    const request = (name: string, ...rest: unknown[]) => this.request(life, name, rest.length > 1 ? (rest[0] as LockOptions) : {}, rest.at(-1) as () => unknown);
    return { request } as unknown as LockManager;
  }
  private request(life: Life, name: string, { mode, signal, steal }: LockOptions, use: () => unknown): Promise<unknown> {
    return new Promise((resolve, refuse) => {
      const end = (value: unknown) => (this.drop((one) => one === request), this.give(), resolve(value));
      const request: Request = { name, life, shared: mode === "shared", grant: () => void Promise.resolve(use()).then(end), refuse };
      if (signal) setMaxListeners(0, signal);
      signal?.addEventListener("abort", () => (this.drop((one) => one === request), refuse(new Error("given up"))));
      if (steal) for (const one of this.drop((one) => one.name === name && this.held.includes(one))) one.life.do(() => one.refuse(new Error("stolen")));
      if (steal) this.waiting.unshift(request);
      else this.waiting.push(request);
      this.give();
    });
  }
  drop(which: (one: Request) => boolean): Request[] {
    const dropped = [...this.held, ...this.waiting].filter(which);
    this.held = this.held.filter((one) => !dropped.includes(one));
    this.waiting = this.waiting.filter((one) => !dropped.includes(one));
    return dropped;
  }
  give(): void {
    for (const one of [...this.waiting]) {
      const free = this.held.every((other) => other.name !== one.name || (other.shared && one.shared));
      if (!free) continue;
      this.drop((other) => other === one);
      this.held.push(one);
      one.life.do(one.grant);
    }
  }
}

export interface Opened {
  tab: Tab;
  life: Life;
  channel: { postMessage: (message: unknown) => void; onmessage: (event: MessageEvent) => unknown };
  visible: boolean;
  link: Link;
  /** As `table:seq`, with whoever else than Ada may see it. */
  told: string[];
  listen: (table: string) => () => void;
}

export class Browser {
  private readonly locks = new Locks();
  private tabs: Opened[] = [];

  constructor(readonly server: Server) {}

  async open(...tables: string[]): Promise<Opened> {
    const life = new Life();
    const opened = { life, visible: true, link: "connecting", told: [] } as unknown as Opened;
    opened.channel = { onmessage: () => {}, postMessage: (message) => this.post(opened, structuredClone(message)) };
    opened.tab = new Tab({ locks: this.locks.of(life), channel: opened.channel as unknown as BroadcastChannel, open: (address, tell, state) => this.server.follow(life, address, tell, state), visible: () => opened.visible });
    opened.listen = (table) => opened.tab.listen({ table }, (event) => opened.told.push(written(event)), (link) => (opened.link = link));
    this.tabs.push(opened);
    for (const table of tables) opened.listen(table);
    await settle();
    return opened;
  }
  /** Or it crashes: it has no time to say anything. */
  async close(opened: Opened): Promise<void> {
    opened.life.close();
    this.tabs = this.tabs.filter((one) => one !== opened);
    this.server.forget((one) => one.life === opened.life);
    this.locks.drop((one) => one.life === opened.life);
    this.locks.give();
    await settle();
  }
  /** Nobody promises that messages wait for a tab that sleeps. */
  private post(from: Opened, data: unknown): void {
    for (const one of this.tabs) if (one !== from && one.life.awake) one.life.do(() => one.channel.onmessage({ data } as MessageEvent));
  }
}
function written(event: Event): string {
  if (event.type !== "table") return event.type;
  return `${event.table}:${event.seq}${event.next === "Ada" ? "" : ` ${event.next}`}`;
}
