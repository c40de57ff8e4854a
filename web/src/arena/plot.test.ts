import { describe, expect, it } from "vitest";
import { stepOf, ticksOf } from "./plot";

describe("the axis of ratings", () => {
  it("has round marks that hold every rating", () => {
    expect(ticksOf(-340, 290)).toEqual([-400, -300, -200, -100, 0, 100, 200, 300]);
    expect(ticksOf(0, 0)).toEqual([0, 2]);
  });

  it("never has more than nine marks", () => {
    for (const spread of [1, 37, 99, 760, 1520, 4001]) {
      expect(ticksOf(-spread / 2, spread / 2).length).toBeLessThanOrEqual(10);
      expect([1, 2, 5]).toContain(Number(String(stepOf(spread))[0]));
    }
  });
});
