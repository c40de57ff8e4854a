import type { Played } from "../../api/types";

export interface Cell {
  ply: number;
  move: string;
  isTimedOut: boolean;
}

/** Moves in rows of two, the first player's on the left; whoever moves again starts a new row. */
export function rowsOf(
  history: readonly Pick<Played, "seat" | "move" | "timed_out">[],
  first: number,
): [Cell | null, Cell | null][] {
  const rows: [Cell | null, Cell | null][] = [];
  let previous = 1;
  history.forEach((played, ply) => {
    const column = played.seat === first ? 0 : 1;
    if (rows.length === 0 || column <= previous) rows.push([null, null]);
    const row = rows[rows.length - 1];
    if (row) row[column] = { ply, move: played.move, isTimedOut: played.timed_out };
    previous = column;
  });
  return rows;
}
