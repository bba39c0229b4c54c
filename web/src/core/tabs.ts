/**
 * One stream for all tabs, because a browser opens only six connections to a host.
 *
 * The tab that holds a lock listens for all: every tab says what it wants, and is told what comes for it. When that tab
 * goes, the browser gives the lock to another, which asks all tabs anew. Each wish brings the number of its last event
 * along, so that nothing is missed and nothing told twice, whoever listens.
 */
import type { Event } from "../protocol";
import type { Link, follow } from "./stream";
import { type Wish, address, concerns, isNews } from "./wish";

type Named = Wish & { id: string };
interface Wants {
  type: "wants";
  tab: string;
  wishes: Named[];
}
/** By the tab that listens, to the wishes with these ids. */
type Said = { type: "begins" } | { type: "here" } | { type: "link"; to: string[]; link: Link } | { type: "event"; to: string[]; event: Event };
/** `since` is when that tab began. */
type Dated = Said & { since: number };
export type Message = Wants | Dated;

/** What a tab takes from the browser; tests put in their own. */
export interface Outside {
  locks: Pick<LockManager, "request">;
  channel: Pick<BroadcastChannel, "postMessage" | "onmessage">;
  open: typeof follow;
  visible: () => boolean;
}

/** Another number when messages change: tabs with older pages may be open. */
export const NAME = "incognita stream 1";
const life = (tab: string): string => `incognita tab ${tab}`;
const FOREVER = new Promise<never>(() => {});
/** Milliseconds of silence after which a tab that is looked at takes over. The server says something every 15 s, which is passed on. */
const SILENCE = 20_000;
/** The same for a tab that has just asked. */
const ANSWER = 2_000;
/** That one stream serves. */
const MOST_TABLES = 32;

interface Own {
  wish: Named;
  tell: (event: Event) => void;
  state: (link: Link) => void;
}

export class Tab {
  private readonly id = crypto.randomUUID();
  private readonly own = new Map<string, Own>();
  /** Others may ask the browser whether this tab is still there. */
  private alive = false;
  /** Only while this tab listens for all. */
  private ears: Ears | null = null;
  /** When the one that listens began. */
  private since = 0;
  /** In the queue for the lock. */
  private place = new AbortController();
  private patience: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly outside: Outside) {
    outside.channel.onmessage = ({ data }) => this.receive(data as Message);
    void outside.locks.request(life(this.id), () => {
      this.alive = true;
      this.say();
      return FOREVER;
    });
    this.queue();
    this.wait(ANSWER);
  }

  listen(wish: Omit<Wish, "seq">, tell: Own["tell"], state: Own["state"]): () => void {
    const id = crypto.randomUUID();
    this.own.set(id, { wish: { ...wish, id, seq: null }, tell, state });
    this.say();
    return () => {
      this.own.delete(id);
      this.say();
    };
  }

  /** Somebody looks at this tab again: is it still told things? */
  look(): void {
    this.wait(ANSWER);
    this.say();
  }

  // --- the channel

  private say(): void {
    const wishes = [...this.own.values()].map(({ wish }) => ({ ...wish }));
    if (this.alive) this.post({ type: "wants", tab: this.id, wishes });
  }

  private post(message: Message): void {
    this.outside.channel.postMessage(message);
    this.receive(message);
  }

  private receive(message: Message): void {
    if (message.type === "wants") this.ears?.note(message);
    else if (message.since >= this.since) this.hear(message); // one that slept while another took over is not believed
  }

  private hear(message: Dated): void {
    this.since = message.since;
    this.wait(SILENCE);
    if (message.type === "begins") this.say();
    if (message.type === "link") for (const { state } of this.named(message.to)) state(message.link);
    if (message.type === "event") for (const { wish, tell } of this.named(message.to)) if (isNews(wish, message.event)) tell(message.event);
  }

  private named(ids: string[]): Own[] {
    return ids.flatMap((id) => this.own.get(id) ?? []);
  }

  // --- the lock

  private queue(): void {
    this.place = new AbortController();
    this.hold({ signal: this.place.signal });
  }

  /** Browsers put tabs in the background to sleep, with the lock in their hands. */
  private takeOver(): void {
    if (this.ears || !this.outside.visible()) return;
    this.place.abort();
    this.hold({ steal: true });
  }

  private wait(milliseconds: number): void {
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.takeOver(), milliseconds);
  }

  private hold(options: LockOptions): void {
    const lost = () => this.ears && !options.signal?.aborted && this.stepDown();
    this.outside.locks.request(NAME, options, () => this.lead()).catch(lost);
  }

  private lead(): Promise<never> {
    const since = Math.max(Date.now(), this.since + 1);
    this.ears = new Ears(this.outside, (said) => this.post({ ...said, since }));
    this.post({ type: "begins", since });
    return FOREVER;
  }

  /** Another took over, because this one slept: it may have missed that. */
  private stepDown(): void {
    this.ears?.end();
    this.ears = null;
    this.queue();
    this.say();
  }
}

/** What the tab that listens does for all. */
class Ears {
  private readonly wanted = new Map<string, Named[]>();
  private served: Named[] = [];
  private link: Link = "connecting";
  /** No answer yet: whatever else is wanted meanwhile has to wait, so that a crowd of tabs does not open a crowd of streams. */
  private opening = false;
  private changed = false;
  private stop = () => {};
  private readonly ended = new AbortController();

  constructor(private readonly outside: Outside, private readonly say: (said: Said) => void) {}

  end(): void {
    this.stop();
    this.ended.abort();
  }

  /** A new wish opens the stream anew even if its table is told already: the guest may be another one by now, who sees another seat. */
  note({ tab, wishes }: Wants): void {
    this.say({ type: "here" });
    if (this.serves(tab, wishes)) return;
    if (!this.wanted.has(tab)) this.watch(tab);
    this.wanted.delete(tab);
    this.wanted.set(tab, wishes); // as the last one
    this.open();
  }

  private serves(tab: string, wishes: Named[]): boolean {
    const same = this.wanted.get(tab)?.length === wishes.length && wishes.every(({ id, seq }) => this.served.some((one) => one.id === id && one.seq === seq));
    return same && (this.opening || this.link === "live");
  }

  /** The lock that a tab holds all its life is given on when it is gone, however it went. */
  private watch(tab: string): void {
    const gone = () => {
      this.wanted.delete(tab);
      this.open();
    };
    this.outside.locks.request(life(tab), { mode: "shared", signal: this.ended.signal }, gone).catch(() => {});
  }

  private open(): void {
    this.changed = this.opening;
    if (this.opening) return;
    this.stop();
    const wishes = [...this.wanted.values()].flat();
    this.served = newest(wishes);
    this.opening = this.served.length > 0;
    this.stop = this.opening ? this.outside.open(() => address(this.served), (event) => this.pass(event), (link) => this.found(link)) : () => {};
    this.tell(wishes.filter((wish) => !this.served.includes(wish)), "lost");
  }

  private found(link: Link): void {
    this.link = link;
    this.opening = false;
    this.tell(this.served, link);
    if (this.changed) this.open();
  }

  private tell(wishes: Named[], link: Link): void {
    this.say({ type: "link", to: ids(wishes), link });
  }

  private pass(event: Event | null): void {
    if (!event) this.say({ type: "here" });
    else this.say({ type: "event", to: ids(this.served.filter((wish) => concerns(wish, event) && isNews(wish, event))), event });
  }
}

const ids = (wishes: Named[]): string[] => wishes.map(({ id }) => id);

/** As many as one stream serves, for the tabs that asked last. */
function newest(wishes: Named[]): Named[] {
  const tables = [...new Set(wishes.map(({ table }) => table).reverse())].slice(0, MOST_TABLES);
  return wishes.filter(({ table }) => tables.includes(table));
}
