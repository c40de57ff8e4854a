import { describe, expect, it } from "vitest";
import { merge } from "../src/api/merge";
import { applyEvent, take } from "../src/api/reduce";
import type { MatchEvent, MatchState, Played } from "../src/api/types";

describe("a merge patch", () => {
  it("merges objects, removes what is null and replaces the rest, lists too", () => {
    const old = { a: { b: 1, c: [1, 2] }, d: "x" };
    expect(merge(old, { a: { b: null, c: [3], e: {} }, d: 2 })).toEqual({ a: { c: [3], e: {} }, d: 2 });
  });

  it("leaves what it was given untouched, and shares what did not change", () => {
    const old = { a: { b: 1 }, kept: { deep: true } };
    const next = merge(old, { a: { b: 2 } }) as typeof old;
    expect(old.a.b).toBe(1);
    expect(next.kept).toBe(old.kept);
  });

  // The examples of RFC 7396, appendix A.
  it.each([
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    [{ a: "b" }, { a: null }, {}],
    [{ a: ["b"] }, { a: "c" }, { a: "c" }],
    [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
    [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
    [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
    [
      ["a", "b"],
      ["c", "d"],
      ["c", "d"],
    ],
    [{ a: "b" }, ["c"], ["c"]],
    [{ a: "foo" }, null, null],
    [{ a: "foo" }, "bar", "bar"],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: "b", c: null }, { a: "b" }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])("does as RFC 7396 says: %j and %j", (old, patch, expected) => {
    expect(merge(old, patch)).toEqual(expected);
  });
});

const move = (text: string): Played => ({
  seat: 0,
  move: text,
  seconds: 1,
  timed_out: false,
  nodes: null,
  value: null,
  reason: null,
  depth: null,
  exact: null,
  plies: null,
  line: null,
});
const state = {
  number: 7,
  turn: { seat: 0 },
  history: [move("a1"), move("b2")],
  choices: { c3: { clicks: [[8]] } },
} as unknown as MatchState;
const event = (number: number, more: Partial<MatchEvent> = {}): MatchEvent => ({
  type: "event",
  number,
  event: "played",
  seat: 0,
  time: 0,
  changes: {},
  ...more,
});

describe("an event", () => {
  it("patches the match and rewrites the history from where it says", () => {
    const next = applyEvent(
      state,
      event(8, { changes: { turn: { seat: 1 }, choices: { c3: null } }, history: { keep: 1, add: [move("c3")] } }),
    );
    expect(next.number).toBe(8);
    expect(next.turn?.seat).toBe(1);
    expect(next.choices).toEqual({});
    expect(next.history.map((played) => played.move)).toEqual(["a1", "c3"]);
  });

  it("is ignored when it is known already, and betrays a gap when it comes too soon", () => {
    expect(take(state, event(7)).kind).toBe("ignore");
    expect(take(state, event(8)).kind).toBe("apply");
    expect(take(state, event(9)).kind).toBe("gap");
  });
});
