/** The log in sentences: for every action a key and its values. */
import type { Key, Values } from "../core/i18n.svelte";
import type { Entry, Table } from "../core/table.svelte";

export interface Line {
  seat: number;
  key: Key;
  values: Values;
}

const PLAIN: Record<string, string> = { "*": "draw", ".": "pass" };

/** What an action of the expedition games and the board game says. */
function kind(action: string): [string, Values] {
  if (action in PLAIN) return [PLAIN[action]!, {}];
  if (action[0] === "<") return ["take", { colour: action[1]! }];
  if (action[0] === "+") return ["step", { colour: action[1]! }];
  if (action.endsWith("-")) return ["discard", { card: action.slice(0, -1) }];
  if (action === "?>") return ["handHidden", {}];
  if (action.endsWith(">")) return ["hand", { card: action.slice(0, -1) }];
  if (/[ar]$/.test(action)) return [action.endsWith("a") ? "beginA" : "beginR", { card: action.slice(0, -1) }];
  return ["add", { card: action }];
}

export function line(table: Table, [seat, action]: Entry, colourName: (colour: string) => string): Line {
  const [what, values] = kind(action);
  if (values["colour"]) values["colour"] = colourName(String(values["colour"]));
  const you = seat === table.you;
  return { seat, key: `log.${what}.${you ? "you" : "other"}` as Key, values: { ...values, name: table.names[seat] ?? "" } };
}
