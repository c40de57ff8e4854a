import { describe, expect, it } from "vitest";
import { fresh, toYaml } from "./builder";

describe("a set that is built", () => {
  it("is written as the file that a teacher would write", () => {
    const text = toYaml('Poda "α-β": 1', [
      { ...fresh(7), difficulty: 2 },
      { ...fresh(1), source: "tree", kind: "cuts", tree: " A[B[1 2] C[3 4]] ", accept: "either", points: 5 },
      { ...fresh(1), source: "game", moves: "", depth: 2 },
    ]);
    expect(text).toBe(
      [
        "format: enraya.set",
        "version: 1",
        'title: "Poda \\"α-β\\": 1"',
        "questions:",
        "  - kind: values",
        "    seed: 7",
        "    difficulty: 2",
        "  - kind: cuts",
        '    tree: "A[B[1 2] C[3 4]]"',
        '    convention: ">="',
        "    accept: either",
        "    points: 5",
        "  - kind: values",
        '    game: "mnk(3,3,3)"',
        "    depth: 2",
        "",
      ].join("\n"),
    );
  });
});
