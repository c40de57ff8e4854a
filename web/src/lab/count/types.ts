/** The answers of `POST /api/lab/count`, as in docs/api.md. */

import type { Position } from "../../api/types";

/** How far the walk through every game is. */
export interface Tally {
  /** How many games there are; null, where play can go round for ever. */
  of: number | null;
  walks: boolean;
  games?: number;
  first?: number;
  second?: number;
  drawn?: number;
  plies?: number[];
}

export interface Counted extends Tally {
  count: {
    games: number | null;
    positions: number;
    positions_up_to_symmetry: number;
    terminal: number;
    terminal_up_to_symmetry: number;
    perft: number[] | null;
  };
  ends: { first: number; second: number; drawn: number };
  /** One of each class of drawn ends. */
  endings: Position[];
  images: Position[];
}
