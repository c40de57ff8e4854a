import { landingOf } from "./choices";
import type { Choices, Values } from "./types";

/** The value of a move, where it is shown: the cell, and its place among several there. */
export interface Worth {
  cell: number;
  move: string;
  sign: string | null;
  slot: number;
}

/** Where the value of each move stands, in the cells that *isShown*; of moves in two clicks, the clicked piece's. */
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
