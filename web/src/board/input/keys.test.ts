import { describe, expect, it } from "vitest";
import { cellAfter } from "./keys";
import type { Board } from "../types";

function boardOf(columns: number, rows: number, levels = 1): Board {
  const count = columns * rows * levels;
  return {
    columns,
    rows,
    levels,
    style: "crosses",
    numbered_columns: false,
    cells: Array<string>(count).fill(""),
    owners: Array<null>(count).fill(null),
    strikes: [],
  };
}

describe("the keys on a board", () => {
  const board = boardOf(4, 3);

  it("lead to the neighbour, and no further than the edge", () => {
    expect(cellAfter(board, 5, "ArrowLeft", false)).toBe(4);
    expect(cellAfter(board, 4, "ArrowLeft", false)).toBe(4);
    expect(cellAfter(board, 5, "ArrowRight", false)).toBe(6);
    expect(cellAfter(board, 7, "ArrowRight", false)).toBe(7);
    expect(cellAfter(board, 5, "ArrowUp", false)).toBe(1);
    expect(cellAfter(board, 1, "ArrowUp", false)).toBe(1);
    expect(cellAfter(board, 5, "ArrowDown", false)).toBe(9);
    expect(cellAfter(board, 9, "ArrowDown", false)).toBe(9);
  });

  it("lead to the ends of the row, and of the board", () => {
    expect(cellAfter(board, 6, "Home", false)).toBe(4);
    expect(cellAfter(board, 6, "End", false)).toBe(7);
    expect(cellAfter(board, 6, "Home", true)).toBe(0);
    expect(cellAfter(board, 6, "End", true)).toBe(11);
  });

  it("lead from level to level of a cube, and mean nothing else on a flat board", () => {
    const cube = boardOf(3, 3, 3);
    expect(cellAfter(cube, 4, "PageDown", false)).toBe(13);
    expect(cellAfter(cube, 13, "PageUp", false)).toBe(4);
    expect(cellAfter(cube, 4, "PageUp", false)).toBe(4);
    expect(cellAfter(board, 4, "PageDown", false)).toBeNull();
  });

  it("are left alone where they lead nowhere", () => {
    expect(cellAfter(board, 4, "Enter", false)).toBeNull();
    expect(cellAfter(board, 4, "a", false)).toBeNull();
  });
});
