import type { Position } from "../api/types";

/** How much wider than tall a position is drawn, roughly: what a window's height allows in width. */
export function ratioOf(position: Position): number {
  const { board } = position;
  if (!board) return 1.3;
  if (board.levels > 1) return 1.15;
  return Math.min(1.6, (board.columns + 1) / (board.rows + 1));
}
