/** A lesson: a table whose moves were played out beforehand. It knows no rules: what may be done, what it comes to, and why
 * something is refused, was written into it by the rules themselves. */
import { Refusal } from "./api";
import { LANGUAGES, language, t } from "./i18n.svelte";
import { calm } from "./motion";
import { Table, type Entry } from "./table.svelte";
import type { View } from "./views";
import { why } from "./words";

/** In the order of the languages. */
type Texts = string[];

interface Frame {
  acts: Entry[];
  /** What has changed in the learner's view. */
  view: Partial<View>;
}
interface Step {
  /** What happens before the sentence is said: the learner's own move, then those of the others. */
  frames: Frame[];
  say: Texts;
  wrong?: Texts;
  /** What the learner is asked to do; without it there is only something to read. */
  play?: string;
  refusals?: Record<string, { rule: string; values: Record<string, string | number> }>;
}
export interface Script {
  game: string;
  options: Record<string, unknown>;
  sides: number[][];
  view: View;
  steps: Step[];
}
/** How long a move of the others is looked at. */
const pause = (action: string): number => (calm.matches ? 150 : action === "*" ? 350 : 850);

export class Lesson extends Table {
  at = $state(0);
  /** All moves before this step have been shown, and it is said what comes next. */
  ready = $state(false);
  private turning = 0;

  constructor(readonly script: Script, page = 0) {
    super("lesson", false);
    void this.turn(script.steps[page] ? page : 0);
  }

  get step(): Step {
    return this.script.steps[this.at]!;
  }
  get last(): boolean {
    return this.at === this.script.steps.length - 1;
  }
  override get myTurn(): boolean {
    return this.ready && this.step.play !== undefined;
  }
  override get legal(): Set<string> {
    return new Set(this.myTurn ? this.view!.legal : []);
  }

  /** In the reader's language, with the names of the others. */
  words(texts: Texts): string {
    const text = texts[Object.keys(LANGUAGES).indexOf(language())]!;
    return text.replace(/\{(\d)\}/g, (_, seat: string) => this.names[Number(seat)]!);
  }

  // --- turning pages

  /** To a page: forwards its moves are shown one by one, otherwise the table is as it was there. */
  async turn(to: number): Promise<void> {
    const turning = ++this.turning;
    const frames = this.script.steps.slice(0, to + 1).flatMap((step) => step.frames);
    const shown = to === this.at + 1 ? this.script.steps[to]!.frames.length : 0;
    [this.at, this.ready, this.trouble, this.hint] = [to, false, "", null];
    if (!shown) this.lay(frames);
    for (let left = shown; left > 0; left--) {
      this.lay(frames.slice(0, frames.length - left + 1));
      if (left > 1) await new Promise((resolve) => setTimeout(resolve, pause(frames.at(-left)!.acts.at(-1)![1])));
      if (turning !== this.turning) return;
    }
    this.ready = true;
  }

  /** The table after these moves; the last of them is seen to happen. */
  private lay(frames: Frame[]): void {
    const view = Object.assign({}, this.script.view, ...frames.map((frame) => frame.view)) as View;
    const log = frames.flatMap((frame) => frame.acts);
    const seats = view.hand_sizes.map((_, i) => ({ who: i === view.seat ? ("person" as const) : ("bot" as const), name: null, level: "stroller" as const, stands_in: false, fallen: null }));
    const acts = frames.at(-1)?.acts ?? [];
    const [seat, action] = acts.length === 1 ? acts[0]! : [null, null];
    this.event = {
      type: "table", table: this.id, seq: log.length, position: log.length, at: 0, happened: { kind: action ? "acted" : "", seat, action }, state: view.turn === null ? "over" : "running",
      game: view.game, options: this.script.options, rounds: view.rounds, listed: false, seats, sides: this.script.sides, you: view.seat, host: null, clock: null, view: view as unknown as Record<string, unknown>, log: [log], may: [], asked_back: null, marked: false, result: null, next: null,
    };
  }

  // --- what the learner does

  override async act(action: string): Promise<null> {
    if (!this.myTurn) return null;
    if (action === this.step.play) await this.turn(this.at + 1);
    else this.correct(action);
    return null;
  }

  /** Kindly: the rule if there is one against it, otherwise what would be better; and the card is marked. */
  private correct(action: string): void {
    const refused = this.step.refusals?.[action];
    if (refused) this.trouble = why(new Refusal(422, refused.rule, refused.values, ""));
    else this.trouble = this.step.wrong ? this.words(this.step.wrong) : t("lesson.other");
    this.hint = { position: this.event!.position, candidates: [{ action: this.step.play!, value: 0, error: 0, tried: 0 }] };
  }
}
