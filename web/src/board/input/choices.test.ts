import { describe, expect, it } from "vitest";
import { drawAhead, landingOf, openCells, piecesOf, slides, spokenMoves } from "./choices";
import type { Board, Choices, Position, Turn } from "../types";

const turn: Turn = { seat: 0, sign: "X", owner: 0 };

function board(cells: string, columns = 3): Board {
  const signs = [...cells].map((sign) => (sign === "." ? "" : sign));
  return {
    columns,
    rows: signs.length / columns,
    levels: 1,
    style: "crosses",
    numbered_columns: false,
    cells: signs,
    owners: signs.map((sign) => (sign === "X" ? 0 : sign === "O" ? 1 : null)),
    strikes: [],
  };
}

function position(cells: string): Position {
  return { kind: "board", over: false, board: board(cells), last_cells: [] };
}

const sliding: Choices = {
  "a1-b1": { clicks: [[0], [1]] },
  "a1-a2": { clicks: [[0], [3]] },
  "c3-b3": { clicks: [[8], [7]] },
};

describe("pointing at cells", () => {
  it("opens each cell that makes a move", () => {
    expect([...openCells({ b2: { clicks: [[4]] }, a1: { clicks: [[0]] } }, [])]).toEqual([
      [4, ["b2"]],
      [0, ["a1"]],
    ]);
  });

  it("opens every cell of a column for the same move", () => {
    expect([...openCells({ "1": { clicks: [[0, 3, 6]], lands: 6 } }, []).keys()]).toEqual([0, 3, 6]);
  });

  it("keeps the moves that share a cell together", () => {
    const choices: Choices = { "S@a1": { clicks: [[0]], sign: "S" }, "O@a1": { clicks: [[0]], sign: "O" } };
    expect(openCells(choices, []).get(0)).toEqual(["S@a1", "O@a1"]);
  });

  it("opens only where the chosen piece may go, after the first of two clicks", () => {
    expect([...openCells(sliding, []).keys()]).toEqual([0, 8]);
    expect([...openCells(sliding, [0]).keys()]).toEqual([1, 3]);
  });

  it("opens nothing without choices", () => {
    expect(openCells(null, []).size).toBe(0);
  });

  it("takes for buttons the moves that no cell and no node makes", () => {
    const choices: Choices = {
      black: { clicks: [], says: "choice.black" },
      B: { clicks: [], node: "B" },
      x7: { clicks: [] },
      a1: { clicks: [[0]] },
    };
    expect(spokenMoves(choices).map(([move]) => move)).toEqual(["black", "x7"]);
  });
});

describe("drawing a move ahead", () => {
  it("puts the mover's sign on the cell and marks it as last", () => {
    const drawn = drawAhead(position("........."), { b2: { clicks: [[4]] } }, turn, "b2");
    expect(drawn.board!.cells[4]).toBe("X");
    expect(drawn.board!.owners[4]).toBe(0);
    expect(drawn.last_cells).toEqual([4]);
  });

  it("leaves the position it was given as it was", () => {
    const before = position(".........");
    drawAhead(before, { b2: { clicks: [[4]] } }, turn, "b2");
    expect(before.board!.cells[4]).toBe("");
  });

  it("drops a disc where it lands", () => {
    const drawn = drawAhead(position("........."), { "1": { clicks: [[6, 3, 0]], lands: 6 } }, turn, "1");
    expect(drawn.board!.cells.indexOf("X")).toBe(6);
  });

  it("puts down the sign of the choice rather than the turn's", () => {
    const drawn = drawAhead(position("........."), { "S@a1": { clicks: [[0]], sign: "S" } }, { seat: 0 }, "S@a1");
    expect(drawn.board!.cells[0]).toBe("S");
    expect(drawn.board!.owners[0]).toBeNull();
  });

  it("moves a piece from the first click to the second", () => {
    const drawn = drawAhead(position("X.OX.O.OX"), sliding, turn, "a1-b1");
    expect(drawn.board!.cells.slice(0, 2)).toEqual(["", "X"]);
  });

  it("walks to a node of a tree", () => {
    const tree = { root: "A", nodes: { A: { children: ["B"], max: true }, B: { children: [], value: 1, max: false } } };
    const drawn = drawAhead(
      { kind: "tree", over: false, tree, node: "A", path: ["A"] },
      { B: { clicks: [], node: "B" } },
      turn,
      "B",
    );
    expect([drawn.node, drawn.path]).toEqual(["B", ["A", "B"]]);
  });

  it("changes nothing for a choice in words or a move that is not offered", () => {
    const before = position(".........");
    expect(drawAhead(before, { black: { clicks: [], says: "choice.black" } }, { seat: 1 }, "black")).toBe(before);
    expect(drawAhead(before, {}, turn, "z9")).toBe(before);
    expect(drawAhead(before, {}, turn, null)).toBe(before);
  });

  it("lands on the cell pointed at, if it is one that will do", () => {
    expect(landingOf({ clicks: [[4, 5]] }, 5)).toBe(5);
    expect(landingOf({ clicks: [[4, 5]] }, 8)).toBe(4);
    expect(landingOf({ clicks: [] })).toBeNull();
  });
});

describe("what slid", () => {
  it("pairs the piece that vanished with the one that came", () => {
    expect([...slides(piecesOf(board("X.O......")), piecesOf(board(".XO......")))]).toEqual([[1, 0]]);
  });

  it("is nothing when a piece is put down or taken back", () => {
    expect(slides(piecesOf(board("X........")), piecesOf(board("XO......."))).size).toBe(0);
    expect(slides(piecesOf(board("XO.......")), piecesOf(board("X........"))).size).toBe(0);
  });
});
