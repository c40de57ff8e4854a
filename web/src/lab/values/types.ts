/** The values of moves as a board shows them. */

import type { Valuation } from "../../api/types";
import type { Values } from "../../board/types";

export type { Explanation, Loss, Valuation, ValuePoint as Point, Worth } from "../../api/types";

/** An estimate short enough for a cell: whole from a hundred on, below that what three digits say. */
const short = (score: number): number => (Math.abs(score) >= 100 ? Math.round(score) : Number(score.toPrecision(3)));

/** The number of moves valued exactly. */
export const exactOnes = (found: Valuation): number => found.moves.filter(({ exact }) => exact).length;

/** *found* in the form of a board: numbers short enough for a cell; points stay points. */
export function asValues(found: Valuation, isScored: boolean): Values {
  const best = new Set(found.best);
  // If every move is as good as any other, none is marked as best.
  const hasBest = best.size < found.moves.length;
  return Object.fromEntries(
    found.moves.map(({ move, value, plies, score, exact }) => [
      move,
      { value: isScored ? null : value, plies, score: short(score), best: hasBest && best.has(move), exact },
    ]),
  );
}
