/** The geometry of a board. A cell is 100 units wide; the middle of the first one is (50, 50). */

import type { Board, Strike } from "./types";

export const UNIT = 100;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

export interface Point {
  x: number;
  y: number;
}

export interface Place {
  column: number;
  row: number;
  level: number;
}

/** The shape of a board is all that places need. */
export type Shape = Pick<Board, "columns" | "rows">;

export function placeOf(shape: Shape, cell: number): Place {
  const perLevel = shape.columns * shape.rows;
  const within = cell % perLevel;
  return {
    column: within % shape.columns,
    row: Math.floor(within / shape.columns),
    level: Math.floor(cell / perLevel),
  };
}

export function cellAt(shape: Shape, { column, row, level }: Place): number {
  return (level * shape.rows + row) * shape.columns + column;
}

/** How many of the levels of a cube stand side by side: up to three all, more of them in a square. */
export function levelsAcross(levels: number): number {
  return levels <= 3 ? levels : Math.ceil(Math.sqrt(levels));
}

/** The middle of a cell within its level. */
export function centre(shape: Shape, cell: number): Point {
  const { column, row } = placeOf(shape, cell);
  return { x: (column + 0.5) * UNIT, y: (row + 0.5) * UNIT };
}

/** The way from *to* back to *from*. */
export function offset(shape: Shape, from: number, to: number): Point {
  const [a, b] = [centre(shape, from), centre(shape, to)];
  return { x: a.x - b.x, y: a.y - b.y };
}

export function columnName(board: Pick<Board, "numbered_columns">, column: number): string {
  return board.numbered_columns ? String(column + 1) : LETTERS.charAt(column);
}

/** The name that a cell has in moves: `b3`, or `b3@2` where there are levels. */
export function cellName(board: Pick<Board, "columns" | "rows" | "levels">, cell: number): string {
  const { column, row, level } = placeOf(board, cell);
  const name = `${LETTERS.charAt(column)}${row + 1}`;
  return board.levels > 1 ? `${name}@${level + 1}` : name;
}

/** The points of a Go-like board that carry a dot, by size: three on each side, or one in the middle. */
export function starPoints({ columns, rows }: Shape): [column: number, row: number][] {
  const middle: [number, number] = [(columns - 1) / 2, (rows - 1) / 2];
  if (Math.min(columns, rows) < 7) return [];
  const along = (size: number) => {
    const edge = size < 13 ? 2 : 3;
    const both = [edge, size - 1 - edge];
    return size >= 15 && size % 2 === 1 ? [edge, (size - 1) / 2, size - 1 - edge] : both;
  };
  const points = along(columns).flatMap((column) => along(rows).map((row): [number, number] => [column, row]));
  const isMarked = points.some(([column, row]) => column === middle[0] && row === middle[1]);
  return columns % 2 === 1 && rows % 2 === 1 && !isMarked ? [...points, middle] : points;
}

/** True if all of a line's cells lie on one level. */
export function isFlat(board: Shape, cells: number[]): boolean {
  return new Set(cells.map((cell) => placeOf(board, cell).level)).size <= 1;
}

/** The two ends of a line through *cells*: the pair farthest apart, first the one named first. */
export function endsOf(shape: Shape, cells: number[], beyond = 0): [Point, Point] {
  const points = cells.map((cell) => centre(shape, cell));
  let best: [Point, Point] = [points[0]!, points[0]!];
  let longest = -1;
  points.forEach((from, index) => {
    for (const to of points.slice(index + 1)) {
      const distance = Math.hypot(to.x - from.x, to.y - from.y);
      if (distance > longest) [longest, best] = [distance, [from, to]];
    }
  });
  const [from, to] = best;
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [x, y] = [((to.x - from.x) / length) * beyond, ((to.y - from.y) / length) * beyond];
  return [
    { x: from.x - x, y: from.y - y },
    { x: to.x + x, y: to.y + y },
  ];
}

/** The straight lines that cover *cells*, longest first: for a position that says which cells won but not how. */
export function linesThrough(board: Pick<Board, "columns" | "rows" | "levels" | "owners">, cells: number[]): Strike[] {
  const among = new Set(cells);
  const left = new Set(cells);
  const lines: Strike[] = [];
  while (left.size > 0) {
    let best: number[] = [];
    for (const cell of among) {
      for (const run of runsFrom(board, cell, among)) {
        const gain = run.filter((one) => left.has(one)).length;
        if (gain > best.filter((one) => left.has(one)).length) best = run;
      }
    }
    if (best.length === 0) break;
    best.forEach((cell) => left.delete(cell));
    lines.push({ cells: best, owner: board.owners[best[0]!] ?? 0 });
  }
  return lines;
}

function* runsFrom(board: Pick<Board, "columns" | "rows" | "levels">, start: number, among: Set<number>) {
  const from = placeOf(board, start);
  for (const level of [0, 1, -1]) {
    for (const row of [0, 1, -1]) {
      for (const column of [0, 1, -1]) {
        if (level === 0 && row === 0 && column === 0) continue;
        const run = [start];
        for (let step = 1; ; step++) {
          const place = {
            column: from.column + column * step,
            row: from.row + row * step,
            level: from.level + level * step,
          };
          const isInside =
            place.column >= 0 &&
            place.column < board.columns &&
            place.row >= 0 &&
            place.row < board.rows &&
            place.level >= 0 &&
            place.level < board.levels;
          const cell = cellAt(board, place);
          if (!isInside || !among.has(cell)) break;
          run.push(cell);
        }
        yield run;
      }
    }
  }
}

/** The free space around the cells, in units: it holds the coordinates. */
export function marginOf({ columns, rows }: Shape, small: boolean): number {
  const size = Math.max(columns, rows) * UNIT;
  return small ? size * 0.045 : size * 0.072 + 6;
}
