import { describe, expect, it } from "vitest";
import { allQuestions, ASKS, isRight, questionsOf } from "./questions";
import { KNOWN, LOG } from "../search/sample-log";
import { SearchTree } from "../search/search-tree";

const tree = new SearchTree(LOG, KNOWN);
const name = tree.nameOf;

describe("what a search asks before it does it", () => {
  const all = allQuestions(tree, ASKS);
  const of = (ask: string) => all.filter((question) => question.ask === ask);

  it("asks for a value once there is something to compare", () => {
    const said = of("value").map(({ node, child, right, before }) => [name(node), name(child), before, right[0]]);
    expect(said).toEqual([
      ["D", "D2", -2, 4],
      ["B", "E", 4, 4],
      ["F", "F2", -6, -4],
      ["A", "C", 4, 4],
    ]);
  });

  it("asks cut or not only where a bound of the other side stands and children are left", () => {
    expect(of("cut").map(({ node, right }) => [name(node), right[0]])).toEqual([
      ["E", 1],
      ["C", 1],
    ]);
    expect(of("cut").map(({ at }) => tree.what[at])).toEqual([4, 4]);
  });

  it("asks for a bound that narrows, and for one that stays", () => {
    expect(of("window").map(({ node, before, right }) => [name(node), before, right[0]])).toEqual([
      ["D", -Infinity, -2],
      ["B", Infinity, 4],
      ["A", -Infinity, 4],
      ["F", 4, 4],
    ]);
  });

  it("asks where it goes after a cut, and which move is chosen in the end", () => {
    expect(of("next").map(({ node, right, choices }) => [name(node), name(right[0]!), choices.map(name)])).toEqual([
      ["E", "C", ["E2", "C"]],
    ]);
    expect(of("move").map(({ right, choices }) => [right.map(name), choices.map(name)])).toEqual([[["B"], ["B", "C"]]]);
  });

  it("never shows the answer before it is asked for", () => {
    for (const { ask, at, until, node, right } of all) {
      expect(at).toBeLessThanOrEqual(until);
      if (ask === "cut") expect(tree.stateAt(node, at).isCut).toBe(false);
      if (ask === "window" && until > at) expect(Object.values(tree.stateAt(node, at))).not.toContain(undefined);
      if (ask === "value" && until > at) expect(tree.stateAt(node, at).value).not.toBe(right[0]);
    }
  });

  it("asks no more often than wanted, each kind in its turn and in the order of the search", () => {
    const some = questionsOf(tree, ASKS, 5);
    expect(new Set(some.map(({ ask }) => ask)).size).toBe(5);
    expect(some.map(({ at }) => at)).toEqual(some.map(({ at }) => at).sort((one, two) => one - two));
    expect(questionsOf(tree, ["cut"], 99)).toHaveLength(2);
  });

  it("takes a number as people write it", () => {
    const [first] = of("value");
    expect(isRight(first!, 4.001)).toBe(true);
    expect(isRight(first!, -4)).toBe(false);
    expect(isRight(of("window")[0]!, -2)).toBe(true);
  });
});
