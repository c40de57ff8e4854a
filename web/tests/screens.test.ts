import { describe, expect, it } from "vitest";
import type { Replay } from "../src/api/types";
import { address, addressOfMoves, parse } from "../src/app/router";
import { positionAt } from "../src/match/frames";
import { rowsOf } from "../src/match/panel/rows";
import { afterMoves } from "../src/parts/sample";

describe("an address", () => {
  it("names its screen", () => {
    expect(parse("")).toEqual({ screen: "gallery" });
    expect(parse("#/match/abc")).toEqual({ screen: "match", match: "abc" });
    expect(parse("#/join/abc/xyz")).toEqual({ screen: "join", match: "abc", invitation: "xyz" });
    expect(parse("#/replay/abc/2?ply=3")).toEqual({
      screen: "replay",
      match: "abc",
      game: 2,
      ply: 3,
      isReview: false,
    });
    expect(parse("#/review/abc/2")).toMatchObject({ screen: "replay", isReview: true });
    expect(parse("#/nowhere")).toEqual({ screen: "unknown" });
    expect(parse("#/match/%E0%A4%A")).toMatchObject({ screen: "match" });
  });

  it("is read as it was written, whatever the game's name holds", () => {
    const game = "tree(A[B[3 12 8] C/D[2]])";
    expect(parse(address(["editor", game], { position: "X../.O." }))).toEqual({
      screen: "editor",
      game,
      position: "X../.O.",
    });
    for (const played of [
      { game, position: null, moves: ["a1", "b2"], players: ["Ana & Luis", ""] as [string, string], result: null },
      { game, position: "X../... x", moves: [], players: ["", "ñ=1"] as [string, string], result: -1 },
      { game, position: null, moves: ["a1"], players: ["", ""] as [string, string], result: 0 },
    ]) {
      expect(parse(addressOfMoves(played))).toEqual({ screen: "replay-moves", played, ply: null, isReview: false });
    }
  });
});

describe("the list of moves", () => {
  const played = (seat: 0 | 1, move: string) => ({ seat, move, timed_out: false });

  it("has the first player on the left, and a new row for whoever moves again", () => {
    const rows = rowsOf([played(1, "a"), played(0, "b"), played(0, "c"), played(1, "d")], 1);
    expect(rows.map((row) => row.map((cell) => cell?.move ?? null))).toEqual([
      ["a", "b"],
      [null, "c"],
      ["d", null],
    ]);
  });
});

const board = {
  columns: 3,
  rows: 1,
  levels: 1,
  style: "crosses" as const,
  numbered_columns: false,
  cells: ["", "", ""],
  owners: [null, null, null],
  strikes: [],
};

describe("a replay", () => {
  const frame = (move: string, cells: [number, string, number | null][]) => ({
    seat: 0 as const,
    move,
    seconds: 1,
    timed_out: false,
    nodes: null,
    value: null,
    reason: null,
    cells,
    strikes: null,
    node: null,
    shown: null,
  });
  const replay = {
    opening: { kind: "board", over: false, board, last_cells: [], winning_cells: [] },
    frames: [
      frame("a1", [[0, "X", 0]]),
      frame("a1-c1", [
        [0, "", null],
        [2, "X", 0],
      ]),
    ],
    result: null,
  } as unknown as Replay;

  it("shows any ply, and leaves the opening as it was", () => {
    expect(positionAt(replay, 0).board?.cells).toEqual(["", "", ""]);
    expect(positionAt(replay, 1).board?.cells).toEqual(["X", "", ""]);
    expect(positionAt(replay, 2).board?.cells).toEqual(["", "", "X"]);
    expect(positionAt(replay, 2).last_cells).toEqual([0, 2]);
    expect(board.cells).toEqual(["", "", ""]);
  });
});

describe("a thumbnail", () => {
  it("shows the sample as far as it has been played", () => {
    const sample = { ...board, cells: ["X", "O", "X"], owners: [0, 1, 0] };
    expect(afterMoves(sample, [1, 0, 2], 2).board?.cells).toEqual(["X", "O", ""]);
    expect(afterMoves(sample, [1, 0, 2], 0).last_cells).toEqual([]);
  });
});
