/** All that a board needs in order to draw a position: what the server says of it, and what the page adds. */

import type { Worth } from "../api/types";
import type { Values as Words } from "../i18n/format";

export type { Board, Choice, Choices, Position, Strike, Tree, TreeNode, Turn } from "../api/types";

/** The value of a move for the player who makes it, where it is known. */
export interface MoveValue {
  value: Worth["value"];
  plies: Worth["plies"];
  score: number | null;
  /** True if no other move is better. */
  best?: boolean;
  /** False where a search only estimates it. */
  exact?: boolean;
}

export type Values = Record<string, MoveValue>;

/** The words of a message, by its key. */
export type Translate = (key: string, values?: Words) => string;

/** A piece as it stands on a board. */
export interface Piece {
  cell: number;
  sign: string;
  owner: number | null;
}
