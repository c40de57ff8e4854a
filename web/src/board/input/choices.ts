/** The moves meant by pointing at cells, from the server's choices alone. */

import type { Board, Choice, Choices, Piece, Position, Turn } from "../types";

/** The cells that may be pointed at next, each with the moves it leads to, after *clicked* cells. */
export function openCells(choices: Choices | null, clicked: number[]): Map<number, string[]> {
  const open = new Map<number, string[]>();
  for (const [move, choice] of Object.entries(choices ?? {})) {
    if (!follows(choice, clicked)) continue;
    for (const cell of choice.clicks[clicked.length] ?? []) {
      const moves = open.get(cell);
      if (moves) moves.push(move);
      else open.set(cell, [move]);
    }
  }
  return open;
}

function follows(choice: Choice, clicked: number[]): boolean {
  return choice.clicks.length > clicked.length && clicked.every((cell, index) => choice.clicks[index]!.includes(cell));
}

/** The moves that are made neither by pointing at a cell nor at a node: they are buttons. */
export function spokenMoves(choices: Choices | null): [move: string, choice: Choice][] {
  return Object.entries(choices ?? {}).filter(([, choice]) => choice.clicks.length === 0 && choice.node == null);
}

/** The cell on which the piece of a move lands; null where the move puts none on the board. */
export function landingOf(choice: Choice, pointed?: number): number | null {
  if (choice.lands != null) return choice.lands;
  const last = choice.clicks.at(-1);
  if (last === undefined) return null;
  return pointed !== undefined && last.includes(pointed) ? pointed : (last[0] ?? null);
}

/** The piece that a move puts down. */
export function pieceOf(choice: Choice, turn: Turn | null, pointed?: number): Piece | null {
  const cell = landingOf(choice, pointed);
  const sign = choice.sign ?? turn?.sign;
  if (cell === null || sign == null) return null;
  return { cell, sign, owner: turn?.owner ?? null };
}

/** *position* as it will look after *move*, before the server has said so. */
export function drawAhead(
  position: Position,
  choices: Choices | null,
  turn: Turn | null,
  move: string | null,
): Position {
  const choice = move === null ? undefined : choices?.[move];
  const board = position.board;
  if (!choice) return position;
  if (choice.node != null && position.tree) {
    return { ...position, node: choice.node, path: [...(position.path ?? []), choice.node] };
  }
  const piece = pieceOf(choice, turn);
  if (!board || !piece) return position;
  const cells = [...board.cells];
  const owners = [...board.owners];
  const changed = [piece.cell];
  const from = choice.clicks.length > 1 ? choice.clicks[0]![0] : undefined;
  if (from !== undefined) {
    piece.sign = cells[from] || piece.sign;
    piece.owner = owners[from] ?? piece.owner;
    cells[from] = "";
    owners[from] = null;
    changed.push(from);
  }
  cells[piece.cell] = piece.sign;
  owners[piece.cell] = piece.owner;
  return { ...position, board: { ...board, cells, owners }, last_cells: changed };
}

/** The pieces of one level, or of the whole board. */
export function piecesOf(board: Board, level?: number): Piece[] {
  const perLevel = board.columns * board.rows;
  const pieces: Piece[] = [];
  board.cells.forEach((sign, cell) => {
    if (sign !== "" && (level === undefined || Math.floor(cell / perLevel) === level)) {
      pieces.push({ cell, sign, owner: board.owners[cell] ?? null });
    }
  });
  return pieces;
}

/** The pieces that slid, with their origins: vanished ones paired with appeared ones, if as many and few. */
export function slides(before: Piece[], after: Piece[]): Map<number, number> {
  const same = (one: Piece, other: Piece) =>
    one.cell === other.cell && one.sign === other.sign && one.owner === other.owner;
  const gone = before.filter((piece) => !after.some((other) => same(piece, other)));
  const come = after.filter((piece) => !before.some((other) => same(piece, other)));
  const moved = new Map<number, number>();
  if (gone.length !== come.length || gone.length > 2) return moved;
  for (const piece of come) {
    const index = gone.findIndex((other) => other.sign === piece.sign && other.owner === piece.owner);
    if (index < 0) return new Map();
    moved.set(piece.cell, gone.splice(index, 1)[0]!.cell);
  }
  return moved;
}
