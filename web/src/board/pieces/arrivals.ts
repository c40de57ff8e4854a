/** The pieces that have just come to a board, so that they alone are animated. */

import { slides } from "../input/choices";
import type { Piece } from "../types";

/** More new pieces than this at once is another position, not a move: nothing moves. */
const MOST = 4;

export interface Arrival {
  /** The cell that it slid from; null where it was put down. */
  from: number | null;
}

export const keyOf = (piece: Piece): string => `${piece.cell} ${piece.sign} ${piece.owner ?? ""}`;

/**
 * Remembers the pieces from one drawing to the next. A piece drawn ahead of the server keeps its arrival when the
 * server confirms it; the pieces of the first drawing were always there.
 */
export class Arrivals {
  #before: Piece[] | null = null;
  #known = new Map<string, Arrival | null>();

  /** The arrival of each of *pieces*, by its key; null for those that stood there already. */
  note(pieces: Piece[]): Map<string, Arrival | null> {
    const isNew = (piece: Piece) => !this.#known.has(keyOf(piece));
    const moves = this.#before !== null && pieces.filter(isNew).length <= MOST;
    const slid = moves ? slides(this.#before!, pieces) : new Map<number, number>();
    const now = new Map<string, Arrival | null>();
    for (const piece of pieces) {
      const arrival =
        isNew(piece) && moves ? { from: slid.get(piece.cell) ?? null } : (this.#known.get(keyOf(piece)) ?? null);
      now.set(keyOf(piece), arrival);
    }
    [this.#before, this.#known] = [pieces, now];
    return now;
  }
}
