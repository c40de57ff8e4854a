import { cellAt, placeOf } from "../geometry";
import type { Board } from "../types";

/** The cell that a key leads to from *cell*: the nearest there is that way. Null for any other key. */
export function cellAfter(board: Board, cell: number, key: string, isControl: boolean): number | null {
  const place = placeOf(board, cell);
  const { column, row, level } = place;
  const [right, bottom] = [board.columns - 1, board.rows - 1];
  const go = (to: { column?: number; row?: number; level?: number }): number => {
    const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
    const { column, row, level } = { ...place, ...to };
    return cellAt(board, {
      column: within(column, right),
      row: within(row, bottom),
      level: within(level, board.levels - 1),
    });
  };
  switch (key) {
    case "ArrowLeft":
      return go({ column: column - 1 });
    case "ArrowRight":
      return go({ column: column + 1 });
    case "ArrowUp":
      return go({ row: row - 1 });
    case "ArrowDown":
      return go({ row: row + 1 });
    case "Home":
      return go(isControl ? { column: 0, row: 0 } : { column: 0 });
    case "End":
      return go(isControl ? { column: right, row: bottom } : { column: right });
    case "PageUp":
      return board.levels > 1 ? go({ level: level - 1 }) : null;
    case "PageDown":
      return board.levels > 1 ? go({ level: level + 1 }) : null;
  }
  return null;
}
