import { describe, expect, it } from "vitest";
import { dayOf, join, nothing, read, streaks, write, type GameRecord } from "./record";

const game = (id: string, more: Partial<GameRecord> = {}): GameRecord => ({
  id,
  at: 1,
  game: "mnk(3,3,3)",
  opponent: "level:4",
  isFirst: true,
  outcome: "win",
  position: null,
  moves: ["b2"],
  ...more,
});

describe("a record of progress", () => {
  it("reads what it wrote", () => {
    const kept = { games: [game("a/1")], puzzles: { x: { wrong: 1, isSolved: true, at: 2 } }, days: ["2026-11-17"] };
    expect(read(write(kept))).toEqual(kept);
  });
  it("leaves out what is damaged and refuses what is no record", () => {
    const text = JSON.stringify({ format: "enraya.progress", version: 1, games: [{ id: 3 }], puzzles: 7, days: ["x"] });
    expect(read(text)).toEqual(nothing());
    expect(read("{")).toBeNull();
    expect(read('{"format": "other"}')).toBeNull();
  });
  it("joins two copies without counting a game twice", () => {
    const reviewed = game("a/1", { accuracy: 80 });
    const both = join(
      { ...nothing(), games: [game("a/1")] },
      { ...nothing(), games: [reviewed, game("b/1", { at: 0 })] },
    );
    expect(both.games.map(({ id, accuracy }) => [id, accuracy])).toEqual([
      ["b/1", undefined],
      ["a/1", 80],
    ]);
  });
});

describe("streaks", () => {
  it("counts days in a row until today or yesterday", () => {
    const days = ["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-05"];
    expect(streaks(days, "2026-03-06")).toEqual({ now: 1, most: 3 });
    expect(streaks(days, "2026-03-07")).toEqual({ now: 0, most: 3 });
    expect(streaks([], "2026-03-07")).toEqual({ now: 0, most: 0 });
  });
  it("takes the date of the place, not of Greenwich", () => {
    expect(dayOf(new Date(2026, 0, 5, 0, 1))).toBe("2026-01-05");
  });
});
