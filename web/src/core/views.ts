/** The views of the games as the engine writes them: only what the pages read. */
export type Cards = Record<string, string[]>;

export interface Reckoning {
  sum: number;
  cost: number;
  factor: number;
  bonus: number;
  points: number;
}

interface Common {
  seat: number | null;
  turn: number | null;
  ply: number;
  round: number;
  rounds: number;
  starter: number;
  hand: string[];
  hand_sizes: number[];
  left: number;
  totals: number[];
  scores: number[];
  legal: string[];
}

export interface ExpeditionSheet {
  round: number;
  starter: number;
  expeditions: Cards[];
  reckonings: Record<string, Reckoning>[];
  points: number[];
  totals: number[];
}

/** Lost Cities for two, and partners. */
export interface ExpeditionView extends Common {
  game: "lost-cities" | "partners";
  phase: "play" | "draw" | "pass";
  known: string[][];
  expeditions: Cards[];
  piles: Cards;
  closed: string | null;
  reckonings: Record<string, Reckoning>[];
  sheets: ExpeditionSheet[];
  handed?: string | null;
  trusted?: string[];
}

export interface Explorer {
  stone: number;
  researcher: boolean;
}

export interface BoardSheet {
  round: number;
  starter: number;
  explorers: Record<string, Explorer | null>[];
  values: Record<string, number>[];
  before: number[];
  holdings: number[];
  net: number[];
  artifacts: number[];
  artifact_points: number[] | null;
  totals: number[];
  house: string[];
}

export interface BoardView extends Common {
  game: "board-game";
  phase: "play" | "step" | "draw";
  players: number;
  columns: Cards[];
  directions: Record<string, "up" | "down" | "open" | null>[];
  explorers: Record<string, Explorer | null>[];
  piles: Cards;
  closed: string | null;
  stones: number[];
  tiles: Record<string, (string | null)[]>;
  track: [number, number][];
  crossed: number;
  holdings: number[];
  artifacts: { tiles: number; tokens: number }[];
  values: Record<string, number>[];
  /** Of what the numbers are our own reconstruction. */
  house: string[];
  sheets: BoardSheet[];
}

export interface Adventurer {
  name: string;
  demand: number[];
  money: number[];
  equipment: number[];
  others: number[];
  action: string;
  house: string[];
}

export interface Board {
  name: string;
  start: number[];
  ability: string;
  house: string[];
}

export interface TourSheet {
  round: number;
  starter: number;
  ended_by: number;
  members: string[][];
  income: number[];
  hand_sizes: number[];
  before: number[];
  gained: number[];
  totals: number[];
  /** Whose money is a house value. */
  house_money: string[];
}

export interface TourView extends Common {
  game: "adventure-tours";
  active: number | null;
  players: number;
  expert: boolean;
  asked: { what: string; card: string | null; by_ability: boolean; against: string | null; cards: number; named: number | null } | null;
  boards: (number | null)[];
  free_boards: number[];
  equipment: string[][];
  members: string[][];
  protectors: string[][];
  discards: string[];
  values: number[][];
  income: number[];
  card_data: Record<string, Adventurer>;
  board_data: Record<string, Board>;
  sheets: TourSheet[];
}

export type View = ExpeditionView | BoardView | TourView;
