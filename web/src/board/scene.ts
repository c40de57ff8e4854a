import type { Pointing } from "./input/pointing.svelte";
import type { Board, Choices, Strike, Translate, Turn, Values } from "./types";

/** Everything that the parts of one board share. */
export interface Scene {
  /** The board as it is drawn: with the move drawn ahead, if there is one. */
  board: Board;
  /** The cells that the last move changed. */
  last: number[];
  /** The completed lines. */
  strikes: Strike[];
  choices: Choices | null;
  turn: Turn | null;
  hint: string | null;
  values: Values | null;
  pointing: Pointing;
  t: Translate;
  /** Takes the focus to a cell of another level. */
  focusLevel?: (cell: number) => void;
}
