/** The log in sentences: for every action a key and its values. */
import type { Key, Values } from "../core/i18n.svelte";
import type { Entry, Table } from "../core/table.svelte";
import { adventurerName } from "../core/tours";
import { destination } from "../core/words";

export interface Line {
  seat: number;
  key: Key;
  values: Values;
}

/** What an action of the expedition games and the board game says. */
function kind(action: string): [string, Values] {
  if (action === "*") return ["draw", {}];
  if (action === ".") return ["pass", {}];
  if (action[0] === "<") return ["take", { colour: destination(action[1]!) }];
  if (action[0] === "+") return ["step", { colour: destination(action[1]!) }];
  if (action.endsWith("-")) return ["discard", { card: action.slice(0, -1) }];
  if (action === "?>") return ["handHidden", {}];
  if (action.endsWith(">")) return ["hand", { card: action.slice(0, -1) }];
  if (/[ar]$/.test(action)) return [action.endsWith("a") ? "beginA" : "beginR", { card: action.slice(0, -1) }];
  return ["add", { card: action }];
}

function tourKind(table: Table, action: string): [string, Values] {
  const data = table.view?.game === "adventure-tours" ? table.view.card_data : {};
  if (action === "*") return ["draw", {}];
  if (action === ".") return ["pass", {}];
  if (action === "&") return ["accept", {}];
  if (action[0] === "@") return ["name", { whom: table.name(Number(action[1])) }];
  if (action[0] === "!") return ["protect", {}];
  if (action[0] === "#") return ["board", { n: Number(action[1]) }];
  const card = adventurerName(data[action[1]!]?.name ?? action);
  return [action.endsWith("^") ? "hire" : "equip", { card }];
}

export function line(table: Table, [seat, action]: Entry): Line {
  const [what, values] = table.view?.game === "adventure-tours" ? tourKind(table, action) : kind(action);
  return { seat, key: `log.${what}.${seat === table.you ? "you" : "other"}` as Key, values: { ...values, name: table.names[seat] ?? "" } };
}
