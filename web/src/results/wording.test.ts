import { describe, expect, it } from "vitest";
import { scoreSaid, sizeSaid } from "./wording";

describe("the words of results", () => {
  it("gives a difference of points its sign", () => {
    expect([2, 0, -1].map(scoreSaid)).toEqual(["+2", "0", "−1"]);
  });

  it("tells columns before rows", () => {
    expect(sizeSaid({ columns: 9, rows: 4 })).toBe("9×4");
  });
});
