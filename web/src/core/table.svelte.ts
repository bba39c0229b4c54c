/** A table as this page knows it: one store, fed by one stream; everything on the screen is a function of it. */
import { Refusal, api } from "./api";
import { t } from "./i18n.svelte";
import type { Event, Hint, Presence, TableEvent } from "../protocol";
import { play } from "./sound.svelte";
import { listen, type Link } from "./listen";
import type { View } from "./views";
import { seatName, why } from "./words";

export interface Said {
  name: string;
  text: string;
}
export type Entry = [seat: number, action: string];

/** Seats that other people play on this device, with the tokens that speak for them. */
const LOCAL = (table: string): string => `incognita.seats.${table}`;
export type LocalSeats = Record<number, string>;
export const localSeats = (table: string): LocalSeats => JSON.parse(localStorage.getItem(LOCAL(table)) ?? "{}") as LocalSeats;
export const keepLocalSeats = (table: string, seats: LocalSeats): void => localStorage.setItem(LOCAL(table), JSON.stringify(seats));

export class Table<V extends View = View> {
  event = $state.raw<TableEvent | null>(null);
  link = $state<Link>("connecting");
  gone = $state(false);
  trouble = $state("");
  /** The paragraph that refused the last action. */
  refused = $state<string | null>(null);
  waiting = $state(false);
  hint = $state.raw<Hint | null>(null);
  /** A hint was asked for. */
  thinking = $state(false);
  said = $state<Said[]>([]);
  /** Who looks at the table now; null until the server has told. */
  private present = $state.raw<Presence | null>(null);
  /** How many sheets of rounds have been put away. */
  sheetsSeen = $state<number | null>(null);
  /** Whose eyes the page has on a shared device: null is the guest's own seat. */
  eyes = $state<number | null>(null);
  /** The clock of the server, less ours. */
  private skew = $state(0);
  private readonly local: LocalSeats;
  private stop = () => {};
  /** The position for which an action is on its way, or was accepted. */
  private acted: number | null = null;

  constructor(readonly id: string, live = true) {
    this.local = live ? localSeats(id) : {};
    if (live) this.open();
  }

  /** Listen anew: a stream tells what the one who opened it may know. */
  open(): void {
    this.stop();
    const token = this.token;
    this.stop = listen({ table: this.id, ...(token ? { token } : {}) }, (event) => this.hear(event), (link) => (this.link = link));
  }

  close(): void {
    this.stop();
  }

  private hear(event: Event): void {
    if (event.type === "hello") this.skew = event.now - Date.now();
    if (event.type === "gone") this.gone = true;
    if (event.type === "presence") this.present = event;
    if (event.type !== "table" || (this.event && event.seq < this.event.seq)) return;
    if (event.happened.kind === "spoke" && event.happened.text) this.said = [...this.said, { name: event.happened.name ?? t("seat.spectator"), text: event.happened.text }];
    if (event.position !== this.event?.position) this.hint = null;
    this.sound(event);
    this.event = event;
    this.trouble = "";
    this.refused = null;
    this.sheetsSeen ??= event.state === "over" ? -1 : this.sheets;
  }

  /** Nothing is heard of what happened before the page was opened. */
  private sound(next: TableEvent): void {
    if (!this.event || next.seq === this.event.seq) return;
    const mine = (event: TableEvent) => event.you !== null && event.state === "running" && event.view?.["turn"] === event.you;
    if (next.state === "over" && this.event.state !== "over") play("end");
    else if (mine(next) && !mine(this.event)) play("turn");
    else if (next.happened.kind === "acted") play(/^[*<]/.test(next.happened.action ?? "") ? "draw" : "lay");
  }

  // --- what is so

  get view(): V | null {
    return (this.event?.view ?? null) as V | null;
  }
  get you(): number | null {
    return this.event?.you ?? null;
  }
  get legal(): Set<string> {
    return new Set(this.handover === null ? this.view?.legal : []);
  }
  get myTurn(): boolean {
    return this.you !== null && this.view?.turn === this.you && this.event?.state === "running" && this.handover === null;
  }
  get names(): string[] {
    return (this.event?.seats ?? []).map((seat, i) => seatName(seat, i));
  }
  name(seat: number): string {
    return seat === this.you ? t("you") : (this.names[seat] ?? "");
  }
  /** A person sits there who does not look. */
  isAway(seat: number): boolean {
    const person = this.event?.seats[seat]?.who === "person" && !this.event.seats[seat].stands_in;
    return person && this.present !== null && seat !== this.you && !(seat in this.local) && !this.present.seats.includes(seat);
  }
  /** People who watch. */
  get watching(): number {
    return this.present?.spectators ?? 0;
  }
  /** A bot plays on this seat until the guest returns. */
  get replaced(): boolean {
    return this.you !== null && this.event?.state === "running" && (this.event.seats[this.you]?.stands_in ?? false) && !this.event.seats[this.you]?.fallen;
  }
  get sheets(): number {
    return this.view?.sheets.length ?? 0;
  }
  get entries(): Entry[] {
    return (this.event?.log ?? []).flat() as Entry[];
  }
  /** What the others did since this seat decided last, in this round. */
  get since(): Entry[] {
    const round = (this.event?.log.at(-1) ?? []) as Entry[];
    const last = round.findLastIndex(([seat]) => seat === this.you);
    return this.you === null ? round.slice(-1) : round.slice(last + 1);
  }
  get token(): string | undefined {
    return this.eyes === null ? undefined : this.local[this.eyes];
  }
  /** The seat on this device that must decide but is not the one looking: the page is covered until they take it. */
  get handover(): number | null {
    const turn = this.event?.view ? (this.event.view as unknown as View).turn : null;
    if (this.event?.state !== "running" || turn === null || turn === this.you) return null;
    if (turn in this.local) return turn;
    return this.eyes !== null && !(turn in this.local) && this.event.seats[turn]?.who === "person" && this.own === turn ? turn : null;
  }
  private own: number | null = null;

  /** Somebody else takes the device. */
  take(seat: number): void {
    if (this.eyes === null) this.own = this.you;
    this.eyes = seat in this.local ? seat : null;
    this.event = this.event && { ...this.event, view: null, you: seat };
    this.open();
  }

  /** Milliseconds left on a clock now. */
  left(seat: number, now: number): number | null {
    const clock = this.event?.clock;
    if (!clock || !this.event) return null;
    const run = clock.running === seat ? now + this.skew - this.event.at : 0;
    return Math.max(0, clock.left[seat]! - run);
  }

  // --- what one may do

  async ask(wanted: { type: string } & Record<string, unknown>): Promise<string | null> {
    this.waiting = true;
    this.trouble = "";
    try {
      return (await api.ask(this.id, wanted, this.token)).table ?? "";
    } catch (error) {
      this.trouble = why(error);
      this.refused = error instanceof Refusal ? (error.rule.split(" ")[1] ?? null) : null;
      return null;
    } finally {
      this.waiting = false;
    }
  }
  /** A second press before the first was answered is a slip of the finger. */
  async act(action: string): Promise<string | null> {
    const position = this.event!.position;
    if (this.acted === position) return null;
    this.acted = position;
    const done = await this.ask({ type: "act", position, action });
    if (done === null) this.acted = null;
    return done;
  }
  back(): Promise<string | null> {
    const undo = this.event!.may.includes("undo");
    return this.ask({ type: undo ? "undo" : "take-back", position: this.event!.position });
  }
  async think(): Promise<void> {
    this.waiting = this.thinking = true;
    try {
      this.hint = await api.hint(this.id);
    } catch (error) {
      this.trouble = why(error);
    } finally {
      this.waiting = this.thinking = false;
    }
  }
}
