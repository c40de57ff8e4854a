/** The wording of a board: the names of cells, pieces and moves for a screen reader. */

import { cellName, placeOf } from "./geometry";
import type { Board, MoveValue, Piece, Position, Translate } from "./types";

export function sayPiece(board: Pick<Board, "style">, piece: Pick<Piece, "sign" | "owner">, t: Translate): string {
  if (board.style === "stones") return t(piece.owner === 1 ? "board.stone.white" : "board.stone.black");
  if (board.style === "discs") return t("board.disc", { sign: piece.sign });
  return piece.sign;
}

export function sayCell(board: Board, cell: number, t: Translate): string {
  const { column, row } = placeOf(board, cell);
  if (board.numbered_columns) return t("board.cell.column", { column: column + 1, row: row + 1 });
  return cellName(board, cell);
}

/** "b2, empty", or "b2, X, last move". */
export function sayContent(
  board: Board,
  cell: number,
  t: Translate,
  said: { last?: boolean; won?: boolean; chosen?: boolean } = {},
): string {
  const sign = board.cells[cell] ?? "";
  const parts = [sayCell(board, cell, t)];
  parts.push(sign === "" ? t("board.cell.empty") : sayPiece(board, { sign, owner: board.owners[cell] ?? null }, t));
  if (said.chosen) parts.push(t("board.cell.chosen"));
  if (said.last && sign !== "") parts.push(t("board.cell.last"));
  if (said.won) parts.push(t("board.cell.line"));
  return parts.join(", ");
}

/** The last move in one sentence; empty where there is none to tell. */
export function sayLastMove(position: Position, t: Translate): string {
  if (position.kind === "tree") {
    return position.path && position.path.length > 1 ? t("board.told.node", { node: position.node ?? "" }) : "";
  }
  const board = position.board;
  if (!board) return "";
  const placed = (position.last_cells ?? []).filter((cell) => board.cells[cell] !== "");
  const emptied = (position.last_cells ?? []).filter((cell) => board.cells[cell] === "");
  const to = placed[0];
  if (to === undefined || placed.length > 1) return "";
  const piece = sayPiece(board, { sign: board.cells[to]!, owner: board.owners[to] ?? null }, t);
  const cell = sayCell(board, to, t);
  if (emptied.length === 1) return t("board.told.moved", { piece, from: sayCell(board, emptied[0]!, t), to: cell });
  return t("board.told.placed", { piece, cell });
}

const WORDS = { win: "board.value.win", draw: "board.value.draw", loss: "board.value.loss" } as const;
const LETTERS = {
  win: "board.value.letter.win",
  draw: "board.value.letter.draw",
  loss: "board.value.letter.loss",
} as const;

/** A value in a few characters: its letter, and in how many plies; or points; or ≈ and an estimate. */
export function shortValue(value: MoveValue, t: Translate): string {
  const letter = value.value ? t(LETTERS[value.value]) : "";
  const number = value.plies ?? (value.value === null ? value.score : null);
  if (number === null) return letter || "?";
  const written = number < 0 ? `−${Math.abs(number)}` : String(number);
  return letter ? `${letter} ${written}` : (value.exact === false ? "≈" : "") + (number > 0 ? `+${written}` : written);
}

export function toneOf(value: MoveValue): "good" | "even" | "bad" | "unknown" {
  if (value.value === "win") return "good";
  if (value.value === "draw") return "even";
  if (value.value === "loss") return "bad";
  if (value.score === null) return "unknown";
  return value.score > 0 ? "good" : value.score < 0 ? "bad" : "even";
}

/** The same in words. */
export function sayValue(value: MoveValue, t: Translate): string {
  const said = sayWorth(value, t);
  return value.best && said ? t("board.value.best", { value: said }) : said;
}

function sayWorth(value: MoveValue, t: Translate): string {
  if (value.value === null) {
    const known = { ...value, exact: true };
    return value.score === null
      ? ""
      : t(value.exact === false ? "board.value.estimate" : "board.value.score", { score: shortValue(known, t) });
  }
  const words = t(WORDS[value.value]);
  return value.plies === null ? words : t("board.value.in", { value: words, plies: value.plies });
}
