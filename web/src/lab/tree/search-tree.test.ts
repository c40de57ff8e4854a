import { describe, expect, it } from "vitest";
import { LOWER, MAX, MIN, NOBODY, type Log, SearchTree, UPPER } from "./search-tree";

/** What the server says of alpha-beta on tree(A[B[D[-2 4] E[6 8]] C[F[-6 -4] G[3 -1]]]). */
const LOG: Log = {
  nodes: {
    parent: [-1, 0, 1, 2, 2, 1, 5, 0, 7, 8, 8],
    move: [-1, 0, 1, 2, 3, 4, 5, 7, 8, 9, 10],
    player: [0, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1],
    kind: [0, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1],
    bound: [0, 0, 0, 0, 0, 1, 0, 2, 0, 0, 0],
    alpha: [null, null, null, null, -2, null, null, 4, 4, 4, 4],
    beta: [null, null, null, null, null, 4, 4, null, null, null, null],
  },
  steps: {
    what: [0, 0, 0, 0, 1, 2, 3, 0, 1, 2, 3, 5, 2, 3, 0, 0, 1, 2, 4, 5, 5, 2, 3, 0, 0, 0, 1, 2, 0, 1, 2, 5, 2, 4, 5, 5],
    node: [
      0, 1, 2, 3, 3, 2, 2, 4, 4, 2, 2, 2, 1, 1, 5, 6, 6, 5, 5, 5, 1, 0, 0, 7, 8, 9, 9, 8, 10, 10, 8, 8, 7, 7, 7, 0,
    ],
    value: [
      0, 0, 0, 0, -2, -2, -2, 0, 4, 4, 4, 4, 4, 4, 0, 0, 6, 6, 6, 6, 4, 4, 4, 0, 0, 0, -6, -6, 0, -4, -4, -4, -4, -4,
      -4, 4,
    ],
  },
  cuts: { count: [1, 1], move: [6, 11] },
  moves: ["B", "D", "D1", "D2", "E", "E1", "E2", "C", "F", "F1", "F2", "G"],
  leaves: 5,
  whole: true,
  depth: 3,
  automatic: true,
  lines: {},
  move: "B",
};
const node = (children: string[], value: number | null, max: boolean) => ({ children, value, max });
const KNOWN = {
  root: "A",
  nodes: {
    A: node(["B", "C"], null, true),
    B: node(["D", "E"], null, false),
    C: node(["F", "G"], null, false),
    D: node(["D1", "D2"], null, true),
    E: node(["E1", "E2"], null, true),
    F: node(["F1", "F2"], null, true),
    G: node(["G1", "G2"], null, true),
    D1: node([], -2, false),
    D2: node([], 4, false),
    E1: node([], 6, false),
    E2: node([], 8, false),
    F1: node([], -6, false),
    F2: node([], -4, false),
    G1: node([], 3, false),
    G2: node([], -1, false),
  },
};
const tree = new SearchTree(LOG, KNOWN);
const named = (name: string): number =>
  Array.from({ length: tree.size }, (_, at) => at).find((at) => tree.nameOf(at) === name)!;

describe("a search that was written down", () => {
  it("has the nodes that were entered, and behind them those that were skipped, with all below", () => {
    expect([tree.entered, tree.size, tree.steps]).toEqual([11, 15, 36]);
    expect([...tree.childrenOf(named("E"))].map(tree.nameOf)).toEqual(["E1", "E2"]);
    expect([...tree.childrenOf(named("G"))].map(tree.nameOf)).toEqual(["G1", "G2"]);
    expect([tree.player(named("G")), tree.player(named("C")), tree.player(named("E2"))]).toEqual([MAX, MIN, NOBODY]);
    expect([tree.given(named("G2")), tree.given(named("E2"))]).toEqual([-1, 8]);
  });

  it("knows of nothing before the first step, and of everything after the last", () => {
    expect(tree.stateAt(0, 0).phase).toBe("waiting");
    const end = tree.stateAt(0, tree.steps);
    expect([end.phase, end.value, end.alpha, end.best]).toEqual(["done", 4, 4, named("B")]);
    expect(tree.bestLine(0, tree.steps).map(tree.nameOf)).toEqual(["A", "B", "D", "D2"]);
  });

  it("shows a value as a bound while a node is open, and after it was cut", () => {
    const [d, e, c] = [named("D"), named("E"), named("C")];
    expect([tree.stateAt(d, 6).value, tree.stateAt(d, 6).bound]).toEqual([-2, LOWER]);
    expect(tree.stateAt(e, 19)).toMatchObject({ phase: "open", value: 6, bound: LOWER, isCut: true, beta: 4 });
    expect(tree.stateAt(c, 34)).toMatchObject({ phase: "open", value: -4, bound: UPPER, isCut: true, alpha: 4 });
    expect(tree.stateAt(named("F"), tree.steps).bound).toBe(0);
  });

  it("calls what a cut skips cut only once it has been cut", () => {
    expect(tree.stateAt(named("G2"), 33).phase).toBe("waiting");
    expect(tree.stateAt(named("G2"), 34).phase).toBe("cut");
  });

  it("counts as it goes, and goes from cut to cut", () => {
    expect(tree.countsAt(0)).toEqual({ nodes: 0, leaves: 0, cuts: 0 });
    expect(tree.countsAt(19)).toEqual({ nodes: 7, leaves: 3, cuts: 1 });
    expect(tree.countsAt(36)).toEqual({ nodes: 11, leaves: 5, cuts: 2 });
    expect([tree.cutAfter(0), tree.cutAfter(19), tree.cutAfter(34)]).toEqual([19, 34, null]);
    expect([tree.cutBefore(19), tree.cutBefore(34), tree.cutBefore(36)]).toEqual([null, 19, 34]);
  });
});
