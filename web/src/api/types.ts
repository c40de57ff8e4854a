/** The shapes of docs/api.md. */

import type { Board, Choices, Position, Strike, Turn } from "../board/types";

export type { Board, Choice, Choices, Position, Strike, Turn } from "../board/types";

/** The code of a language: `es`. */
export type Language = string;
/** A text in every language. */
export type Both = Record<Language, string>;
/** The languages that the server speaks, with what each calls itself, and the one that this browser asks for. */
export interface Languages {
  languages: Record<Language, string>;
  preferred: Language;
}
export type Seat = 0 | 1;

export interface Option {
  name: string;
  kind: "number" | "word" | "flag";
  default: number | string | boolean | null;
  least: number | null;
  most: number | null;
  words: string[] | null;
  required: boolean;
  title: Both;
}

export type OptionValue = number | string | boolean | null;

export interface Preset {
  game: string;
  title: Both;
  options: Record<string, OptionValue>;
  sample: { board: Board | null; order: number[] };
}

export interface Family {
  family: string;
  kind: Position["kind"];
  title: Both;
  rules: Both;
  options: Option[];
  presets: Preset[];
  /** Why somebody's own game cannot be played, if it cannot. */
  fault?: Both | null;
}

export interface Settings {
  game: string;
  first: string;
  second: string;
  starter: "random" | "first" | "second";
  seconds: number | null;
  games: number;
  exam: boolean;
  position: string | null;
  names: [string | null, string | null];
  invite: Seat | null;
}

export interface Catalogue {
  families: Family[];
  defaults: Settings;
}

export interface Strategy {
  player: string;
  title: Both;
  options: Option[];
}

export interface EditorField {
  name: string;
  kind: "word" | "number";
  words: string[] | null;
  default: string;
  title: Both;
}

export interface Placed {
  game: string;
  position: Position;
  turn: Turn | null;
  choices: Choices;
}

export interface Description {
  game: string;
  family: string;
  kind: Position["kind"];
  title: Both;
  rules: Both;
  forms: string;
  strategies: Strategy[];
  editor: { signs: string[]; fields: EditorField[] } | null;
  start: Placed;
}

export interface Refusal {
  code: string;
  detail: string;
  /** The option of a game or a player that is wrong, where it is one. */
  option?: string | null;
}

export interface Problem extends Refusal {
  status: number;
  fields?: Record<string, Refusal> | null;
  retry_after?: number | null;
}

export interface You {
  seats: Seat[];
  owner: boolean;
}

export interface SeatState {
  kind: "human" | "machine";
  player: string;
  name: string | null;
  plays: 0 | 1;
  points: number | null;
  hints: number;
  seconds: number;
  moves: number;
  connected: boolean;
}

export interface Played {
  seat: Seat;
  move: string;
  seconds: number | null;
  timed_out: boolean;
  nodes: number | null;
  value: number | null;
  reason: string | null;
  /** What a machine tells of its move: plies looked ahead, whether the value is proven, its end, the play expected. */
  depth?: number | null;
  exact?: boolean | null;
  plies?: number | null;
  line?: string | null;
}

export interface Result {
  number: number;
  starter: Seat;
  first: Seat;
  winner: Seat | null;
  reason: string;
  outcome: number | null;
  /** Where outcomes are payoffs: what best play would have given. */
  par: number | null;
  resigned: Seat | null;
  plies: number;
}

export interface GameName {
  name: string;
  family: string;
  kind: Position["kind"];
  title: Both;
  rules: Both;
  forms: string;
  scored: boolean;
}

/** What a merge patch has removed is missing, which means null. */
export interface MatchState {
  number: number;
  time: number;
  settings: Settings;
  game: GameName;
  phase: "waiting" | "playing" | "between" | "finished";
  paused: boolean;
  /** Paused because the only person had gone: the clock waits for them. */
  away: boolean;
  /** Two people play, each from a place of their own: undo and pause are asked for. */
  apart: boolean;
  request?: { seat: Seat; what: "undo" | "pause" } | null;
  exam: boolean;
  game_number: number;
  games: number;
  seats: [SeatState, SeatState];
  turn?: Turn | null;
  clock?: { limit: number; remaining: number; running: boolean } | null;
  score: { wins: [number, number]; draws: number; leader?: Seat | null; margin: number };
  position: Position;
  choices?: Choices | null;
  may: {
    undo: boolean[];
    redo: boolean[];
    hint: boolean[];
    resign: boolean[];
    pause: boolean;
    resume: boolean;
    continue: boolean;
    stop: boolean;
  };
  results: Result[];
  history: Played[];
  rematch?: string | null;
  /** Why the rules of somebody's own game failed just now, if they did. */
  fault?: Both | null;
}

export interface MatchEvent {
  type: "event";
  number: number;
  event: string;
  seat: Seat | null;
  time: number;
  changes: Record<string, unknown>;
  history?: { keep: number; add: Played[] } | null;
}

export interface MatchAnswer {
  match: string;
  token?: string;
  invitation?: string;
  you: You;
  state: MatchState;
}

export interface MatchSummary {
  match: string;
  game: string;
  title: Both;
  players: string[];
  names: (string | null)[];
  phase: string;
  updated: number;
}

export interface Frame extends Played {
  cells: [number, string, number | null][];
  strikes: Strike[] | null;
  node: string | null;
  shown: string | null;
}

export interface Replay {
  game: GameName;
  number: number;
  players: [string, string];
  starter: Seat;
  result: Result | null;
  opening: Position;
  frames: Frame[];
  exports: string[];
}
