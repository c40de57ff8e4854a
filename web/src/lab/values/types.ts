/** The lab's answers about values, as in docs/api.md. */

import type { MoveValue, Values } from "../../board/types";

export interface Worth extends MoveValue {
  move: string;
  score: number;
  exact: boolean;
  level: number;
}

export interface Valuation {
  moves: Worth[];
  best: string[];
  depth: number;
  nodes: number;
  seconds: number;
  exact: boolean;
}

export interface Loss {
  move: string;
  mistake: "win_draw" | "win_loss" | "draw_loss" | "points" | "estimate" | null;
  lost: number;
}

export interface Point {
  ply: number;
  to_move: 0 | 1;
  value: MoveValue["value"];
  plies: number | null;
  score: number;
  level: number;
  exact: boolean;
  depth: number;
  best: string[];
  move: string | null;
  mistake: Loss["mistake"];
  lost: number;
  /** What each move that was looked at throws away. */
  losses: Loss[];
}

export interface Explanation {
  move: string;
  line: string[];
  values: Valuation;
  sentences: { key: string; values: Record<string, string | number> }[];
}

/** An estimate short enough for a cell: whole from a hundred on, below that what three digits say. */
const short = (score: number): number => (Math.abs(score) >= 100 ? Math.round(score) : Number(score.toPrecision(3)));

/** How many of the moves are valued exactly. */
export const exactOnes = (found: Valuation): number => found.moves.filter(({ exact }) => exact).length;

/** How a board is told *found*: numbers short enough for a cell; points stay points. */
export function asValues(found: Valuation, isScored: boolean): Values {
  const best = new Set(found.best);
  // Where every move is as good as any other there is nothing to point at.
  const hasBest = best.size < found.moves.length;
  return Object.fromEntries(
    found.moves.map(({ move, value, plies, score, exact }) => [
      move,
      { value: isScored ? null : value, plies, score: short(score), best: hasBest && best.has(move), exact },
    ]),
  );
}
