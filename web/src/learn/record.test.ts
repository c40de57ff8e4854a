import { describe, expect, it } from "vitest";
import { read, scoreOf, withEnd, withStep, write } from "./record";

describe("what was done of the lessons", () => {
  it("comes back as it was written, and damage is left out", () => {
    const kept = withEnd(withStep({}, "cuts", 2, { right: 3, of: 4 }), "cuts", 5);
    expect(read(write(kept))).toEqual(kept);
    expect(read("{")).toEqual({});
    expect(read('{"format":"enraya.lessons","lessons":{"a":{"steps":{"1":{"right":9,"of":2},"x":{}}},"b":1}}')).toEqual(
      {
        a: { steps: { "1": {} }, finished: null },
      },
    );
  });

  it("keeps the first score of a step and the first end of a lesson", () => {
    let lessons = withStep({}, "cuts", 1, { right: 1, of: 2 });
    lessons = withStep(lessons, "cuts", 1, { right: 2, of: 2 });
    lessons = withStep(withStep(lessons, "cuts", 0, {}), "cuts", 0, { right: 1, of: 1 });
    lessons = withEnd(withEnd(lessons, "cuts", 10), "cuts", 20);
    expect(lessons["cuts"]!.finished).toBe(10);
    expect(scoreOf(lessons["cuts"])).toEqual({ right: 2, of: 3 });
    expect(scoreOf(undefined)).toEqual({ right: 0, of: 0 });
  });
});
