import { landingOf } from "./input/choices";
import type { Choices, MoveValue, Values } from "./types";

/** The value of a move, where it is shown: the cell, and its place among several there. */
export interface Worth {
  cell: number;
  move: string;
  sign: string | null;
  slot: number;
}

/** The place of each move's value, in the cells that *isShown*; of moves in two clicks, the clicked piece's. */
export function placeValues(
  values: Values | null,
  choices: Choices | null,
  clicked: readonly number[],
  isShown: (cell: number) => boolean,
): Worth[] {
  const shown: Worth[] = [];
  const slots = new Map<number, number>();
  for (const [move, value] of Object.entries(values ?? {})) {
    const choice = choices?.[move];
    if (!choice || choice.clicks.length === 0 || !value) continue;
    if (choice.clicks.length > 1) {
      if (clicked.length === 0 || !choice.clicks[0]!.includes(clicked[0]!)) continue;
    } else if (clicked.length > 0) continue;
    const cell = landingOf(choice);
    if (cell === null || !isShown(cell)) continue;
    const slot = slots.get(cell) ?? 0;
    slots.set(cell, slot + 1);
    shown.push({ cell, move, sign: choice.sign ?? null, slot });
  }
  return shown;
}

/** The sort key of *value*, from the best move to the worst. */
export function rankOf(value: MoveValue | undefined): number {
  if (!value) return Number.NEGATIVE_INFINITY;
  const { value: outcome, plies, score } = value;
  const worth = outcome === null ? (score ?? 0) : { win: 1e9, draw: 0, loss: -1e9 }[outcome];
  return worth + (outcome === "win" ? -(plies ?? 0) : outcome === "loss" ? (plies ?? 0) : 0) + (value.best ? 0.5 : 0);
}

/** Cells that a value of more than two signs reaches over, itself included, where cells are small. */
const REACH = 2;

/**
 * The moves whose values are written out on a board of *columns* small cells, best first: each has the room it needs,
 * and whatever would lie over another is told by its sign alone.
 */
export function written(
  placed: readonly Worth[],
  values: Values,
  columns: number,
  length: (value: MoveValue) => number,
): Set<string> {
  const order = [...placed].sort((one, two) => rankOf(values[two.move]) - rankOf(values[one.move]));
  const taken = new Map<number, number>();
  const moves = new Set<string>();
  for (const { cell, move } of order) {
    const reach = length(values[move]!) > 2 ? REACH : 1;
    const row = Math.floor(cell / columns);
    const isFree = [...taken].every(
      ([other, width]) => Math.floor(other / columns) !== row || Math.abs(other - cell) >= Math.max(width, reach),
    );
    if (!isFree) continue;
    taken.set(cell, reach);
    moves.add(move);
  }
  return moves;
}
