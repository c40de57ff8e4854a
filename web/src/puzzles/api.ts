/** The set of puzzles and tries at them, as in docs/api.md. */

import { get, post } from "../api/client";
import type { Got, Posted } from "../api/types";

export const KINDS = ["win", "double_threat", "forcing", "hold", "points"] as const;
export const GRADES = [1, 2, 3, 4, 5] as const;
export type Kind = (typeof KINDS)[number];
export type PuzzleSet = Got<"/api/puzzles">;
/** A puzzle without its solution. */
export type Puzzle = PuzzleSet["puzzles"][number];
export type Verdict = Posted<"/api/puzzles/{name}/tries">;

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

/** The verdict on the last of *moves*, both sides' since the start of the puzzle. */
export const tryMove = (name: string, moves: string[], signal: AbortSignal) =>
  post<Verdict>(`/api/puzzles/${encodeURIComponent(name)}/tries`, { moves }, signal);

export const solutionOf = (name: string, signal: AbortSignal) =>
  get<Got<"/api/puzzles/{name}/solution">>(`/api/puzzles/${encodeURIComponent(name)}/solution`, signal);
