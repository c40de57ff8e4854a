import { describe, expect, it } from "vitest";
import type { Puzzle } from "./api";
import { chosen, nextAfter, queryOf, wantedOf } from "./choosing";

const puzzle = (name: string, difficulty: number, kind: Puzzle["kind"] = "win"): Puzzle => ({
  name,
  game: "terni",
  title: { es: "", en: "" },
  moves: [],
  kind,
  misere: false,
  own_moves: 2,
  difficulty,
});
const all = [puzzle("a", 3), puzzle("b", 1, "hold"), puzzle("c", 2)];
const solved = (name: string) => ({ [name]: { wrong: 0, isSolved: true, at: 1 } });

describe("choosing puzzles", () => {
  it("puts easy ones first and keeps to what the address asks for", () => {
    expect(chosen(all, wantedOf(new URLSearchParams()), {}).map(({ name }) => name)).toEqual(["b", "c", "a"]);
    const wanted = wantedOf(new URLSearchParams("kind=win&solved=no"));
    expect(chosen(all, wanted, solved("c")).map(({ name }) => name)).toEqual(["a"]);
    expect(queryOf(wanted)).toEqual({ game: null, kind: "win", difficulty: null, solved: "no" });
  });
  it("goes round to the next that is not solved", () => {
    expect(nextAfter(all, "c", {})?.name).toBe("a");
    expect(nextAfter(all, "a", solved("b"))?.name).toBe("c");
    expect(nextAfter([all[0]!], "a", {})).toBeNull();
  });
});
