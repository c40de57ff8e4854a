/** Moves as people say them: a cell goes by its name, a column by its number, a choice of an opening by its meaning. */

import type { Values } from "./format";
import { t } from "./index.svelte";

/** Moves that are choices in words: «takes white». */
const SPOKEN = new Set(["black", "white", "more"]);

/** The values of a sentence that are one move each, and not a line of them. */
const SINGLE = new Set(["move", "better"]);

/** True if a move of *game* is the number of a column. */
const hasColumns = (game: string): boolean => game.startsWith("connect(");

/** *move* as people say it within a sentence; in a *game* of columns a bare number needs its noun. */
export function moveName(move: string, game = ""): string {
  if (SPOKEN.has(move)) return t(`web.moves.said_${move}`);
  return hasColumns(game) && /^\d+$/.test(move) ? t("web.moves.column", { column: move }) : move;
}

/** A line of moves in words. */
export const lineName = (moves: readonly string[]): string => moves.map((move) => moveName(move)).join(", ");

/** The sentence *key* of the server about *game*, with the moves among its *values* as people say them. */
export function sentence({ key, values = {} }: { key: string; values?: Values }, game = ""): string {
  const said: Values = {};
  for (const [name, value] of Object.entries(values))
    said[name] = typeof value === "string" ? moveName(value, SINGLE.has(name) ? game : "") : value;
  const text = t(key, said);
  // A column may come first.
  return hasColumns(game) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
