import { expect, test } from "vitest";
import { lineName, moveName } from "./moves";

test("only the bare number of a game of columns gets its noun", () => {
  expect(moveName("4", "connect(7,6,4)")).not.toBe("4");
  expect(moveName("4", "mine.py")).toBe("4");
  expect(moveName("b2", "mnk(3,3,3)")).toBe("b2");
  expect(lineName(["4", "3"])).toBe("4, 3");
});
