import { describe, expect, it } from "vitest";
import { KNOWN, LOG } from "./sample-log";
import { LOWER, MAX, MIN, NOBODY, SearchTree, UPPER } from "./search-tree";

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
