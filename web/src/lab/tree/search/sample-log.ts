/** A small search written down, for tests. */

import type { Log } from "./search-tree";

/** The server's log of alpha-beta on tree(A[B[D[-2 4] E[6 8]] C[F[-6 -4] G[3 -1]]]). */
export const LOG: Log = {
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
/** The tree itself. */
export const KNOWN = {
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
