import { describe, expect, it, vi } from "vitest";
import { Pointing } from "./pointing.svelte";
import type { Choices } from "../types";

function handOver(choices: Choices, interactive = true) {
  const onplay = vi.fn<(move: string) => void>();
  return { hand: new Pointing(() => ({ choices, interactive, onplay })), onplay };
}

const sliding: Choices = { "a1-b1": { clicks: [[0], [1]] }, "c3-b3": { clicks: [[8], [7]] } };
const letters: Choices = { "S@a1": { clicks: [[0]], sign: "S" }, "O@a1": { clicks: [[0]], sign: "O" } };

describe("a hand over the board", () => {
  it("plays the move of a cell", () => {
    const { hand, onplay } = handOver({ b2: { clicks: [[4]] } });
    expect(hand.point(4)).toBe(true);
    expect(onplay).toHaveBeenCalledExactlyOnceWith("b2");
  });

  it("does nothing on a cell that is not offered, or out of turn", () => {
    const taken = handOver({ b2: { clicks: [[4]] } });
    expect(taken.hand.point(0)).toBe(false);
    expect(taken.onplay).not.toHaveBeenCalled();
    const waiting = handOver({ b2: { clicks: [[4]] } }, false);
    expect(waiting.hand.point(4)).toBe(false);
    expect(waiting.hand.open.size).toBe(0);
  });

  it("asks where one move ends at a cell from which another goes on", () => {
    const { hand, onplay } = handOver({ "a1=Q": { clicks: [[0]] }, "a1-b1": { clicks: [[0], [1]] } });
    hand.point(0);
    expect(onplay).not.toHaveBeenCalled();
    expect(hand.asking).toEqual({ cell: 0, moves: ["a1=Q", "a1-b1"] });
    hand.choose("a1-b1");
    expect(onplay).toHaveBeenCalledExactlyOnceWith("a1-b1");
  });

  it("lifts a piece, then puts it down", () => {
    const { hand, onplay } = handOver(sliding);
    hand.point(0);
    expect(hand.clicked).toEqual([0]);
    hand.point(1);
    expect(onplay).toHaveBeenCalledExactlyOnceWith("a1-b1");
    expect(hand.clicked).toEqual([]);
  });

  it("takes another piece instead, puts the same one back, and lets go on cancel", () => {
    const { hand, onplay } = handOver(sliding);
    hand.point(0);
    hand.point(8);
    expect(hand.clicked).toEqual([8]);
    hand.point(8);
    expect(hand.clicked).toEqual([]);
    hand.point(0);
    expect(hand.cancel()).toBe(true);
    expect(hand.cancel()).toBe(false);
    expect(onplay).not.toHaveBeenCalled();
  });

  it("asks which letter, and plays the one chosen", () => {
    const { hand, onplay } = handOver(letters);
    hand.point(0);
    expect(hand.asking).toEqual({ cell: 0, moves: ["S@a1", "O@a1"] });
    hand.choose("O@a1");
    expect(onplay).toHaveBeenCalledExactlyOnceWith("O@a1");
    expect(hand.asking).toBeNull();
  });

  it("plays a letter at once by its key", () => {
    const { hand, onplay } = handOver(letters);
    expect(hand.pointWithSign(0, "S")).toBe(true);
    expect(hand.pointWithSign(0, "Q")).toBe(false);
    expect(onplay).toHaveBeenCalledExactlyOnceWith("S@a1");
  });
});
