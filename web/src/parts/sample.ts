import type { Board, Position } from "../api/types";

/** The sample *board* when only the first *count* cells of *order* were filled. */
export function afterMoves(board: Board, order: number[], count: number): Position {
  const later = new Set(order.slice(count));
  const last = order[Math.min(count, order.length) - 1];
  return {
    kind: "board",
    over: false,
    board: {
      ...board,
      cells: board.cells.map((sign, cell) => (later.has(cell) ? "" : sign)),
      owners: board.owners.map((owner, cell) => (later.has(cell) ? null : owner)),
      strikes: board.strikes.filter((strike) => !strike.cells.some((cell) => later.has(cell))),
    },
    last_cells: last === undefined ? [] : [last],
    winning_cells: [],
  };
}

/** A small tree to stand for games that have no board. */
export function treeIn(game: string): Position | null {
  if (!game.startsWith("tree(")) return null;
  const leaf = (value: number) => ({ children: [], value, max: true });
  return {
    kind: "tree",
    over: false,
    tree: {
      root: "A",
      nodes: {
        A: { children: ["B", "C"], value: null, max: true },
        B: { children: ["B1", "B2"], value: null, max: false },
        C: { children: ["C1", "C2"], value: null, max: false },
        B1: leaf(3),
        B2: leaf(12),
        C1: leaf(2),
        C2: leaf(8),
      },
    },
    node: "A",
    path: ["A"],
  };
}
