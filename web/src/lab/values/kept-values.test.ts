import { describe, expect, it } from "vitest";
import { carriedOver, firstMissing, judged, type Points } from "./kept-values";
import type { Point } from "./types";

const at = (ply: number, move: string | null): Point => ({
  ply,
  to_move: 0,
  value: "draw",
  plies: null,
  score: 0,
  level: 0,
  exact: true,
  depth: 1,
  best: ["a1"],
  move,
  mistake: null,
  lost: 0,
  losses: [
    { move: "a1", mistake: null, lost: 0 },
    { move: "b1", mistake: "draw_loss", lost: 90 },
  ],
});
const game: Points = [at(0, "a1"), at(1, "a1"), at(2, null)];
const moves = ["a1", "a1"];

describe("what is known of a game's values", () => {
  it("stays when a move is made, which is judged without asking", () => {
    const kept = carriedOver(game, moves, [...moves, "b1"]);
    expect(kept.slice(0, 2)).toEqual(game.slice(0, 2));
    expect(kept[2]).toMatchObject({ move: "b1", mistake: "draw_loss", lost: 90 });
    expect(firstMissing(kept, 3)).toBe(3);
  });

  it("stays up to the move that was taken back, or played otherwise", () => {
    expect(carriedOver(game, moves, ["a1"])).toEqual([game[0], { ...at(1, "a1"), move: null }]);
    expect(carriedOver(game, moves, ["a1", "b1"])[1]).toMatchObject({ move: "b1", mistake: "draw_loss" });
    expect(carriedOver(game, moves, ["b1"])).toHaveLength(1);
  });

  it("asks again only for a position with a move that nobody looked at", () => {
    const kept = carriedOver(game, moves, [...moves, "c1"]);
    expect(judged(at(2, null), "c1")).toBeUndefined();
    expect(firstMissing(kept, 3)).toBe(2);
  });

  it("is all there where something was tried in vain", () => {
    expect(firstMissing([game[0], null, game[2]], 2)).toBeNull();
    expect(firstMissing([], 0)).toBe(0);
  });
});
