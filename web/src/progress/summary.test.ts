import { describe, expect, it } from "vitest";
import type { GameRecord } from "./record";
import { mistakesOf, playedAfter, rowsOf } from "./summary";

let number = 0;
const game = (more: Partial<GameRecord>): GameRecord => ({
  id: String(++number),
  at: number,
  game: "mnk(3,3,3)",
  opponent: "level:4",
  isFirst: true,
  outcome: "win",
  position: null,
  moves: ["b2", "a1", "c3"],
  ...more,
});

describe("a summary of progress", () => {
  it("counts results by game and opponent, the latest first", () => {
    const games = [game({}), game({ outcome: "loss", accuracy: 60 }), game({ opponent: "random" })];
    expect(rowsOf(games).map(({ opponent, tally, accuracy }) => [opponent, tally, accuracy])).toEqual([
      ["random", { win: 1, draw: 0, loss: 0 }, null],
      ["level:4", { win: 1, draw: 0, loss: 1 }, 60],
    ]);
  });
  it("counts mistakes of the games that were reviewed", () => {
    const games = [game({ mistakes: [{ ply: 2, kind: "win_draw" }] }), game({})];
    expect(mistakesOf(games)).toEqual([["win_draw", 1]]);
  });
  it("knows what one played in an opening, when it was one's own turn", () => {
    const games = [game({}), game({ outcome: "draw", moves: ["b2", "c1", "a3"] }), game({ isFirst: false })];
    expect(playedAfter(games, "mnk(3,3,3)", [], 0)).toEqual({ b2: { win: 1, draw: 1, loss: 0 } });
    expect(playedAfter(games, "mnk(3,3,3)", ["b2"], 1)).toEqual({ a1: { win: 1, draw: 0, loss: 0 } });
    expect(playedAfter(games, "mnk(3,3,3)", ["b2", "a1"], 0)).toEqual({ c3: { win: 1, draw: 0, loss: 0 } });
  });
  it("counts a second move of the same turn as one's own, where the rules give it", () => {
    const games = [game({ game: "oso(3,3)", moves: ["O@a1", "S@b1", "O@c1", "S@a3"] })];
    const after = ["O@a1", "S@b1", "O@c1"];
    expect(playedAfter(games, "oso(3,3)", after, 0)).toEqual({ "S@a3": { win: 1, draw: 0, loss: 0 } });
    expect(playedAfter(games, "oso(3,3)", after, 1)).toEqual({});
  });
});
