import { describe, expect, it } from "vitest";
import { addChild, find, remove, rename, setValue, shift, type Sketch, sketchOf, writeSketch } from "./editing";

const node = (children: string[], value: number | null = null, max = true) => ({ children, value, max });
const sketch = (): Sketch =>
  sketchOf(
    {
      root: "A",
      nodes: { A: node(["B", "x"]), B: node(["B1", "B2"]), B1: node([], 3), B2: node([], -5), x: node([], 7) },
    },
    false,
  );

describe("a tree being drawn", () => {
  it("is written as it was read, names of leaves only where they are not the usual ones", () => {
    expect(writeSketch(sketch())).toBe("A[B[3 -5] x=7]");
    expect(writeSketch({ ...sketch(), isMin: true })).toBe("A[B[3 -5] x=7], root=min");
  });

  it("takes a child; a leaf that gets one hands its value down and takes a name", () => {
    const before = sketch();
    const [wider] = addChild(before, before.root.id);
    expect(writeSketch(wider)).toBe("A[B[3 -5] x=7 0]");
    const [deeper, child] = addChild(before, before.root.children[0]!.children[1]!.id);
    expect(writeSketch(deeper)).toBe("A[B[3 C[-5]] x=7]");
    expect(find(deeper.root, child)?.value).toBe(-5);
  });

  it("loses a node and all below it, but never its root", () => {
    const before = sketch();
    expect(writeSketch(remove(before, before.root.children[0]!.id))).toBe("A[x=7]");
    expect(remove(before, before.root.id)).toBe(before);
  });

  it("changes names, values and order, and leaves the tree before as it was", () => {
    const before = sketch();
    const [b, x] = before.root.children;
    expect(writeSketch(rename(before, x!.id, " y "))).toBe("A[B[3 -5] y=7]");
    expect(writeSketch(setValue(before, x!.id, null))).toBe("A[B[3 -5] x=?]");
    expect(writeSketch(shift(before, x!.id, -1))).toBe("A[x=7 B[3 -5]]");
    expect(shift(before, b!.id, -1)).toBe(before);
    expect(writeSketch(before)).toBe("A[B[3 -5] x=7]");
  });
});
