/** The set of puzzles and tries at them, as in docs/api.md. */

import { get, post } from "../api/client";
import type { Both } from "../api/types";

export const KINDS = ["win", "double_threat", "forcing", "hold", "points"] as const;
export const GRADES = [1, 2, 3, 4, 5] as const;
export type Kind = (typeof KINDS)[number];

/** A puzzle without its solution. */
export interface Puzzle {
  name: string;
  game: string;
  title: Both;
  moves: string[];
  kind: Kind;
  /** Whether whoever completes a row loses. */
  misere: boolean;
  own_moves: number;
  difficulty: number;
}

export interface PuzzleSet {
  daily: string;
  puzzles: Puzzle[];
}

export interface Verdict {
  right: boolean;
  solved: boolean;
  reply: string | null;
  line: string[];
  sentence: { key: string; values: Record<string, string | number> };
}

let known: { day: string; asked: Promise<PuzzleSet> } | null = null;

/** The set, and the puzzle of *day*; asked for once a day. */
export function puzzlesOn(day: string): Promise<PuzzleSet> {
  if (known?.day !== day) {
    const asked = get<PuzzleSet>(`/api/puzzles?day=${day}`);
    known = { day, asked };
    asked.catch(() => (known = null));
  }
  return known.asked;
}

/** What the last of *moves*, both sides' since the start of the puzzle, comes to. */
export const tryMove = (name: string, moves: string[], signal: AbortSignal) =>
  post<Verdict>(`/api/puzzles/${encodeURIComponent(name)}/tries`, { moves }, signal);

export const solutionOf = (name: string, signal: AbortSignal) =>
  get<{ line: string[] }>(`/api/puzzles/${encodeURIComponent(name)}/solution`, signal);
