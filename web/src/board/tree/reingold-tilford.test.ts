import { describe, expect, it } from "vitest";
import { arrange } from "./reingold-tilford";

type Tree = { [name: string]: string[] };
const place = (tree: Tree, room = { left: 10, right: 10 }) =>
  arrange(
    "a",
    (name: string) => tree[name] ?? [],
    () => room,
  );

describe("the layout of a tree", () => {
  it("puts a parent over the middle of its children, and the root at 0", () => {
    const { spots, left, right, depth } = place({ a: ["b", "c", "d"] });
    expect([...spots].map(([name, { x }]) => [name, x])).toEqual([
      ["a", 0],
      ["b", -20],
      ["c", 0],
      ["d", 20],
    ]);
    expect([left, right, depth]).toEqual([-30, 30, 1]);
  });

  it("lets no two nodes of a level come closer than they need", () => {
    const tree: Tree = {
      a: ["b", "c"],
      b: ["d", "e", "f"],
      c: ["g", "h"],
      f: ["i", "j", "k", "l"],
      g: ["m", "n", "o"],
    };
    const levels = new Map<number, number[]>();
    for (const { x, depth } of place(tree).spots.values()) levels.set(depth, [...(levels.get(depth) ?? []), x]);
    for (const xs of levels.values()) {
      xs.sort((one, two) => one - two);
      for (let at = 1; at < xs.length; at++) expect(xs[at]! - xs[at - 1]!).toBeGreaterThanOrEqual(20);
    }
  });

  it("stays narrow where only one path is open", () => {
    const tree: Tree = {};
    let at = "a";
    for (let level = 0; level < 20; level++) {
      const children = Array.from({ length: 9 }, (_, place) => `${level}.${place}`);
      tree[at] = children;
      at = children[4]!;
    }
    const { left, right } = place(tree);
    expect(right - left).toBe(180);
  });
});
