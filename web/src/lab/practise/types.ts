/** Exercises, marks and hints, as in docs/api.md. */

import type { Both, Position } from "../../api/types";
import type { Tree, TreeNode } from "../../board/types";

export type Kind = "values" | "move" | "cuts" | "windows";
export const kinds: readonly Kind[] = ["values", "move", "cuts", "windows"];
export const difficulties = [1, 2, 3, 4, 5, 6] as const;

/** All that makes an exercise: what a set holds and an address names. */
export type Question = Record<string, string | number | boolean | null | string[]>;

export interface PractiseTree extends Tree {
  nodes: Record<string, TreeNode & { move: string | null }>;
}

export interface Exercise {
  question: Question;
  kind: Kind;
  convention: ">=" | ">" | null;
  either: boolean;
  points: number;
  seed: number | null;
  difficulty: number | null;
  task: Both;
  says: Both[];
  tree: PractiseTree;
  asked: string[];
  game: Both | null;
  position: Position | null;
}

export type Part = "value" | "move" | "cut" | "alpha" | "beta";
export type State = "right" | "wrong" | "follows" | "missing" | "extra" | "unasked";

export interface Mark {
  node: string;
  part: Part;
  state: State;
  reason: Both | null;
}

/** An answer as a file holds it: by node, a list of nodes, or one node. */
export type Written = string | number | null;
export type Answer = Record<string, Written | Written[]> | string[] | string | null;

export interface Marks {
  marks: Mark[];
  items: number;
  score: number;
  points: number;
  perfect: boolean;
  convention: ">=" | ">";
  other_convention: boolean;
  solution: Answer;
}

export interface Hint {
  node: string | null;
  step: number | null;
  last: boolean;
  text: Both | null;
}
