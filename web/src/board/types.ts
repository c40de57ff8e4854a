/** What the server says of a position, as in docs/api.md: all that a board needs in order to draw it. */

import type { Values as Words } from "../i18n/format";

export type Style = "crosses" | "stones" | "discs" | "letters";
export type Owner = 0 | 1;

/** A line drawn through cells, in its owner's colour. */
export interface Strike {
  cells: number[];
  owner: number;
}

/** Cells go row after row from the top, level after level: cell = (level × rows + row) × columns + column. */
export interface Board {
  columns: number;
  rows: number;
  levels: number;
  style: Style;
  numbered_columns: boolean;
  cells: string[];
  owners: (number | null)[];
  strikes: Strike[];
}

export interface TreeNode {
  children: string[];
  value?: number | null;
  max: boolean;
}

export interface Tree {
  root: string;
  nodes: Record<string, TreeNode>;
}

/** A key that the server left out, or that a patch removed, is the same as null. */
export interface Position {
  kind: "board" | "tree" | "text";
  text?: string | null;
  over: boolean;
  outcome?: number | null;
  board?: Board | null;
  last_cells?: number[] | null;
  winning_cells?: number[] | null;
  shown?: string | null;
  tree?: Tree | null;
  node?: string | null;
  path?: string[] | null;
}

/** How a legal move is made: each item of `clicks` is the set of cells that will do for that click. */
export interface Choice {
  clicks: number[][];
  lands?: number | null;
  sign?: string | null;
  says?: string | null;
  node?: string | null;
}

export type Choices = Record<string, Choice>;

export interface Turn {
  seat: number;
  sign?: string | null;
  owner?: number | null;
}

/** What a move is worth to whoever makes it, where it is known. */
export interface MoveValue {
  value: "win" | "draw" | "loss" | null;
  plies: number | null;
  score: number | null;
  /** Whether no other move is better. */
  best?: boolean;
  /** False where a search only estimates it. */
  exact?: boolean;
}

export type Values = Record<string, MoveValue>;

/** The words of a message, by its key. */
export type Translate = (key: string, values?: Words) => string;

/** A piece as it stands on a board. */
export interface Piece {
  cell: number;
  sign: string;
  owner: number | null;
}
