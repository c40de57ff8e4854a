import { describe, expect, it } from "vitest";
import { Arrivals, keyOf } from "./arrivals";
import type { Piece } from "../types";

const x = (cell: number): Piece => ({ cell, sign: "X", owner: 0 });
const o = (cell: number): Piece => ({ cell, sign: "O", owner: 1 });

describe("the pieces that arrive", () => {
  it("are none at first", () => {
    expect([...new Arrivals().note([x(0), o(1)]).values()]).toEqual([null, null]);
  });

  it("are those put down since, and stay so while they stand", () => {
    const arrivals = new Arrivals();
    arrivals.note([x(0)]);
    expect(arrivals.note([x(0), o(4)]).get(keyOf(o(4)))).toEqual({ from: null });
    expect(arrivals.note([x(0), o(4)]).get(keyOf(o(4)))).toEqual({ from: null });
    expect(arrivals.note([x(0), o(4)]).get(keyOf(x(0)))).toBeNull();
  });

  it("arrive again when they were taken back and put down again", () => {
    const arrivals = new Arrivals();
    arrivals.note([]);
    arrivals.note([x(0)]);
    arrivals.note([]);
    expect(arrivals.note([x(0)]).get(keyOf(x(0)))).toEqual({ from: null });
  });

  it("come from where they slid", () => {
    const arrivals = new Arrivals();
    arrivals.note([x(0), o(2)]);
    expect(arrivals.note([x(1), o(2)]).get(keyOf(x(1)))).toEqual({ from: 0 });
  });

  it("are none when the whole position is another", () => {
    const arrivals = new Arrivals();
    arrivals.note([x(0)]);
    expect([...arrivals.note([x(3), x(4), x(5), o(6), o(7)]).values()].every((arrival) => arrival === null)).toBe(true);
  });
});
