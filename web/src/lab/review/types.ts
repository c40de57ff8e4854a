/** What the lab says of a game looked back on, as in docs/api.md. */

import type { Point } from "../values/types";

export interface Explained {
  ply: number;
  better: string[];
  played: string[];
  sentences: { key: string; values: Record<string, string | number> }[];
}

export interface ReviewAnswer {
  points: Point[];
  mistakes: Explained[];
  /** Of the first player and the second: how much was kept, in percent, over so many decisions. */
  accuracy: [Accuracy, Accuracy];
  /** How many positions are valued exactly, and how deep the others at least. */
  exact: number;
  depth: number;
}

export interface Accuracy {
  decisions: number;
  percent: number | null;
}
