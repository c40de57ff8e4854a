import { describe, expect, it } from "vitest";
import { powers, spread } from "./growth";

describe("a logarithmic scale", () => {
  it.each([
    [5, [1, 10]],
    [10, [1, 10]],
    [549_946, [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]],
  ] as const)("to %d is marked by powers of ten", (most, marks) => {
    expect(powers(most)).toEqual(marks);
  });
});

describe("labels", () => {
  it("that are far apart stay where they are", () => {
    expect(spread([10, 50, 90], 14, 100)).toEqual([10, 50, 90]);
  });

  it("that would cover each other are moved apart, in their order", () => {
    expect(spread([50, 50, 52], 14, 100)).toEqual([50, 64, 78]);
    expect(spread([98, 99, 100], 14, 100)).toEqual([72, 86, 100]);
  });
});
