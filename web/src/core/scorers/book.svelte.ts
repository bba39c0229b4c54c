/** A match at a real table as it is written down: kept in the browser, and every change can be undone. */
import { numeral, list, t, type Key } from "../i18n.svelte";
import { winners, type Options, type Scorer } from "./scorer";

export interface Written<P> {
  names: string[];
  options: Options;
  rounds: P[][];
}
const MOST_UNDONE = 100;

export class Book<P> {
  written = $state<Written<P>>() as Written<P>;
  /** The round and the player that are shown. */
  at = $state(0);
  player = $state(0);
  refused = $state("");
  private past = $state<string[]>([]);

  constructor(readonly game: string, readonly scorer: Scorer<P>) {
    this.written = (JSON.parse(localStorage.getItem(this.stored) ?? "null") as Written<P> | null) ?? this.fresh(Array(scorer.players.least).fill(""), {});
    this.at = this.written.rounds.length - 1;
  }
  private get stored(): string {
    return `incognita.sheet.${this.game}`;
  }
  private fresh(names: string[], options: Options): Written<P> {
    return { names, options, rounds: [names.map(() => this.scorer.nothing())] };
  }

  // --- what is so

  get players(): number[] {
    return this.written.names.map((_, i) => i);
  }
  get round(): P[] {
    return this.written.rounds[this.at]!;
  }
  get place(): P {
    return this.round[this.player]!;
  }
  get totals(): number[][] {
    return this.scorer.totals(this.written.rounds, this.written.options);
  }
  /** Points of a player in the round that is shown. */
  points(player: number): number {
    return this.totals[this.at]![player]! - (this.totals[this.at - 1]?.[player] ?? 0);
  }
  get most(): number {
    return this.scorer.rounds(this.written.options);
  }
  get winners(): number[] {
    return winners(this.scorer, this.written.rounds, this.written.options);
  }
  get canUndo(): boolean {
    return this.past.length > 0;
  }
  name = (player: number): string => this.written.names[player] || t(this.game === "partners" ? "scorer.side" : "seat.number", { n: player + 1 });

  // --- what one may do

  keep(): void {
    localStorage.setItem(this.stored, JSON.stringify(this.written));
  }
  /** Make a change, unless the table could not be so; then say why. */
  change(make: () => void): void {
    const before = JSON.stringify(this.written);
    make();
    const reason = this.scorer.refused(this.round, this.player, this.name);
    this.refused = reason ? t("trouble.rule", { words: reason.words, rule: reason.rule }) : "";
    if (reason) this.written = JSON.parse(before) as Written<P>;
    else if (before !== JSON.stringify(this.written)) this.past = [...this.past.slice(1 - MOST_UNDONE), before];
  }
  put(place: P): void {
    this.change(() => (this.written.rounds[this.at]![this.player] = place));
  }
  undo(): void {
    const last = this.past.at(-1);
    if (!last) return;
    this.past = this.past.slice(0, -1);
    this.refused = "";
    this.written = JSON.parse(last) as Written<P>;
    this.at = Math.min(this.at, this.written.rounds.length - 1);
    this.player = Math.min(this.player, this.written.names.length - 1);
  }
  next(): void {
    this.change(() => this.written.rounds.push(this.written.names.map(() => this.scorer.nothing())));
    this.at = this.written.rounds.length - 1;
    this.player = 0;
  }
  anew(): void {
    this.change(() => (this.written = this.fresh(this.written.names, this.written.options)));
    this.at = this.player = 0;
  }
  seat(count: number): void {
    const resized = <T>(all: T[], more: () => T): T[] => Array.from({ length: count }, (_, i) => all[i] ?? more());
    this.player = Math.min(this.player, count - 1);
    this.change(() => {
      this.written.names = resized(this.written.names, () => "");
      this.written.rounds = this.written.rounds.map((round) => resized(round, () => this.scorer.nothing()));
    });
  }
  choose(option: string, on: boolean): void {
    this.change(() => {
      this.written.options[option] = on;
      this.written.rounds = this.written.rounds.slice(0, this.most);
    });
    this.at = Math.min(this.at, this.written.rounds.length - 1);
  }
  call(player: number, name: string): void {
    this.change(() => (this.written.names[player] = name.trim()));
  }

  // --- as text

  get text(): string {
    const shown = (points: number[]) => list(points.map((one, i) => `${this.name(i)} ${numeral(one)}`));
    const rounds = this.totals.map((totals, i) => `${t("round.title", { n: i + 1 })}: ${shown(totals.map((now, player) => now - (this.totals[i - 1]?.[player] ?? 0)))}`);
    return [t(`game.${this.game}` as Key), ...rounds, `${t("sheet.total")}: ${shown(this.totals.at(-1)!)}`].join("\n");
  }
}
