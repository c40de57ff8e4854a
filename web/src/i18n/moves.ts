/** Moves as people say them: a cell goes by its name, a choice of the opening by what it means. */

import type { Values } from "./format";
import { t } from "./index.svelte";

/** Moves that are choices in words: «takes white». */
const SPOKEN = new Set(["black", "white", "more"]);

/** *move* as people say it. */
export const moveName = (move: string): string => (SPOKEN.has(move) ? t(`web.moves.said_${move}`) : move);

/** A line of moves in words. */
export const lineName = (moves: readonly string[]): string => moves.map(moveName).join(", ");

/** The sentence *key* of the server, with the moves among its *values* as people say them. */
export function sentence({ key, values = {} }: { key: string; values?: Values }): string {
  return t(
    key,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? moveName(value) : value]),
    ),
  );
}
