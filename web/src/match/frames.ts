import type { Position, Replay } from "../api/types";

/** The position of *replay* after its first *ply* moves. */
export function positionAt(replay: Replay, ply: number): Position {
  const { opening, frames } = replay;
  let { board } = opening;
  let { node, shown, path } = opening;
  let last: number[] = opening.last_cells ?? [];
  if (board) board = { ...board, cells: [...board.cells], owners: [...board.owners] };
  for (const frame of frames.slice(0, ply)) {
    if (board) {
      for (const [cell, sign, owner] of frame.cells) {
        board.cells[cell] = sign;
        board.owners[cell] = owner;
      }
      if (frame.strikes) board = { ...board, strikes: frame.strikes };
    }
    last = frame.cells.map(([cell]) => cell);
    node = frame.node ?? node;
    shown = frame.shown ?? shown;
    if (frame.node && path) path = [...path, frame.node];
  }
  const isEnd = ply >= frames.length && replay.result !== null;
  return {
    ...opening,
    board: board ?? null,
    node: node ?? null,
    shown: shown ?? null,
    path: path ?? null,
    last_cells: last,
    over: isEnd,
  };
}
