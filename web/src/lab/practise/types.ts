/** Exercises, marks and hints. A question and the answers to it are written as in a file, which the server reads. */

import type { ExerciseShown, Mark, MarksAnswer } from "../../api/types";

export type { Mark, PractiseHint as Hint, PractiseTree } from "../../api/types";

export type Kind = ExerciseShown["kind"];
export const kinds: readonly Kind[] = ["values", "move", "cuts", "windows"];
export const difficulties = [1, 2, 3, 4, 5, 6] as const;

/** All that makes an exercise: what a set holds and an address names. */
export type Question = Record<string, string | number | boolean | null | string[]>;
export type Exercise = Omit<ExerciseShown, "question"> & { question: Question };

export type Part = Mark["part"];
export type State = Mark["state"];

/** An answer as a file holds it: by node, a list of nodes, or one node. */
export type Written = string | number | null;
export type Answer = Record<string, Written | Written[]> | string[] | string | null;
export type Marks = Omit<MarksAnswer, "solution"> & { solution: Answer };
