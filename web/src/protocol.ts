// Made from src/incognita/server/protocol.py by `make docs`.

/** Stored as entry `seq`, then told. */
export interface Accepted {
  outcome: "accepted"
  seq: number
  table?: string | null
}

/** An action of the seat that must decide, in the notation of the game. */
export interface Act {
  key?: string | null
  type: "act"
  position: number
  action: string
}

/** To the take-back that was asked for at this position. */
export interface Answer {
  key?: string | null
  type: "answer"
  position: number
  agree: boolean
}

/** Somebody wants to go back to a ply; these have agreed. */
export interface AskedBack {
  seat: number
  ply: number
  agreed: Array<number>
}

/** What search thinks of an action: the mean margin in points after it, and one standard error. */
export interface Candidate {
  action: string
  value: number
  error: number
  tried: number
}

/** A seat as it is wanted: for you, for a bot of a level, or open. */
export interface Chair {
  who: "me" | "bot" | "open"
  level?: "stroller" | "traveller" | "scout" | "explorer" | "legend" | null
}

/** Milliseconds left when the event happened, and whose run since. */
export interface ClockShown {
  seconds: number
  increment: number
  left: Array<number>
  running: number | null
}

/** Time for each player: so many seconds, and so many more after every turn. */
export interface Control {
  seconds: number
  increment?: number
}

/** Be the guest of a private link, on another device. */
export interface Enter {
  key: string
}

/** Everything that is kept of what you have played. */
export interface Export {
  guest: string
  name: string
  tables: Array<Played>
  uploads: Array<string>
}

/** There is no such table. */
export interface Gone {
  type: "gone"
  table: string
}

/** The entry that an event tells, as you may see it. */
export interface Happened {
  kind: string
  seat: number | null
  action?: string | null
  text?: string | null
  name?: string | null
  ply?: number | null
  agree?: boolean | null
}

export interface Health {
  status: "well" | "ill"
  version: string
  tables: number
  streams: number
  database: string
}

/** The first event of a stream: what time the server has. */
export interface Hello {
  type: "hello"
  now: number
}

/** What a search would do on your seat, the best first. */
export interface Hint {
  position: number
  candidates: Array<Candidate>
}

/** Under which addresses others in the house find this server: none if it listens to its own machine only. */
export interface HouseShown {
  addresses: Array<string>
}

/** Take an open seat: this one, or the first. */
export interface Join {
  key?: string | null
  type: "join"
  seat?: number | null
}

/** Get up. Before the deal the seat is open again; later a bot takes it until you return. */
export interface Leave {
  key?: string | null
  type: "leave"
}

/** The tables to join and to watch; in a stream, all of them first and then those that change. */
export interface Lobby {
  type: "lobby"
  tables: Array<TableSummary>
}

export interface Made {
  table: string
}

/** Who you are. `link` is told once, when it is made: whoever has it is you. */
export interface Me {
  guest: string
  name: string
  link?: string | null
}

/** Be somebody: no account is needed. */
export interface NewGuest {
  name: string
}

/** Be called something else from now on, at all tables. */
export interface NewName {
  name: string
}

/** A table to play at. Chairs that are not named are open. */
export interface NewTable {
  game: string
  options?: Record<string, unknown>
  rounds?: number | null
  seats?: Array<Chair>
  clock?: Control | null
  listed?: boolean
}

/** One of your tables. The record, which tells all hands, is there once the match is over. */
export interface Played {
  table: TableSummary
  record: string | null
}

/** Who looks at a table: these seats, and so many others. Bots are always there and not counted. */
export interface Presence {
  type: "presence"
  table: string
  seats: Array<number>
  spectators: number
}

/** Not done. `rule` is a paragraph of a rule page, such as `lost-cities 3.2`, or one of the house, such as `house taken`; the words are made where they are shown, `english` is for everybody else. */
export interface Refused {
  outcome: "refused"
  rule: string
  values?: Record<string, string | number>
  english: string
}

/** Once it is over: the same again, everybody one seat further. */
export interface Rematch {
  key?: string | null
  type: "rematch"
}

/** A match after so many plies: `views` has the one view that was asked for, or those of all seats. */
export interface ReplayStep {
  ply: number
  plies: number
  action: string | null
  seat: number | null
  views: Array<Record<string, unknown>>
}

export interface Resign {
  key?: string | null
  type: "resign"
}

/** How it ended. The best rank is 1; whoever resigned or ran out of time ranks last. */
export interface Result {
  reason: "played" | "resigned" | "flag"
  winners: Array<number>
  ranks: Array<number>
  scores: Array<number>
}

/** Take your seat back from the bot. */
export interface Return {
  key?: string | null
  type: "return"
}

export interface Say {
  key?: string | null
  type: "say"
  text: string
}

/** Who sits on a seat. `level` is that of a bot, or of the one who stands in for a person. */
export interface SeatShown {
  who: "open" | "person" | "bot"
  name: string | null
  level: "stroller" | "traveller" | "scout" | "explorer" | "legend" | null
  stands_in: boolean
  fallen: "resigned" | "flag" | null
}

/** Before the deal, by the host: a bot of this level on a seat, or nobody. Only a person who is away can lose it. */
export interface SetSeat {
  key?: string | null
  type: "seat"
  seat: number
  level?: "stroller" | "traveller" | "scout" | "explorer" | "legend" | null
}

/** The match has moved on to this position; nothing was done. */
export interface Stale {
  outcome: "stale"
  position: number
}

/** Let a bot play for somebody who has been away for a while. */
export interface StandIn {
  key?: string | null
  type: "stand-in"
  seat: number
}

/** Deal, by the host, once all seats are taken. */
export interface Start {
  key?: string | null
  type: "start"
}

/** All that you may know of a table after entry `seq`. */
export interface TableEvent {
  type: "table"
  table: string
  seq: number
  position: number
  at: number
  happened: Happened
  state: "open" | "running" | "over"
  game: string
  options: Record<string, unknown>
  rounds: number
  listed: boolean
  seats: Array<SeatShown>
  sides: Array<Array<number>>
  you: number | null
  host: number | null
  clock: ClockShown | null
  view: Record<string, unknown> | null
  log: Array<Array<[number, string]>>
  may: Array<"undo" | "take-back">
  asked_back: AskedBack | null
  marked: boolean
  result: Result | null
  next: string | null
}

/** A table as the lobby shows it. */
export interface TableSummary {
  id: string
  game: string
  options: Record<string, unknown>
  rounds: number
  state: "open" | "running" | "over"
  seats: Array<SeatShown>
  clock: Control | null
  made: number
  result: Result | null
}

/** Go back to your last decision: at once against bots, else when all people agree. It marks the match. */
export interface TakeBack {
  key?: string | null
  type: "take-back"
  position: number
}

/** For a bot that plays on your seat: `Authorization: Bearer …`. */
export interface Token {
  token: string
}

/** Take back your last action, while nobody could learn anything from it. */
export interface Undo {
  key?: string | null
  type: "undo"
  position: number
}

/** A record to look at: `incognita play --save` writes one. */
export interface Upload {
  record: string
}

export interface Uploaded {
  replay: string
  plies: number
}

export type Asked = Join | Leave | SetSeat | Start | Act | Undo | TakeBack | Answer | Resign | StandIn | Return | Rematch | Say

export type Event = Hello | TableEvent | Presence | Lobby | Gone

export type Reply = Accepted | Stale | Refused
