import { levelsAcross } from "../board/geometry";
import type { Position } from "../api/types";

/** The approximate aspect ratio of a position's picture: the width that a window's height allows. */
export function ratioOf(position: Position): number {
  const { board } = position;
  if (!board) return 1.3;
  // Levels stand side by side, each under its name.
  if (board.levels > 1) {
    const across = levelsAcross(board.levels);
    return Math.min(1.6, (0.88 * across) / Math.ceil(board.levels / across));
  }
  return Math.min(1.6, (board.columns + 1) / (board.rows + 1));
}
