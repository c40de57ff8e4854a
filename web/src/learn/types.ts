import type { Got } from "../api/types";

export type Lesson = Got<"/api/lessons/{name}">;
export type Listed = Got<"/api/lessons">["course"][number];
export type Step = Lesson["steps"][number];
/** The first answer to a question of a lesson, as the server marks it: the place of a choice, or of an exercise. */
export interface FirstAnswer {
  answers: unknown;
  hints: number;
}
export type OnScore = (right: number, of: number, first?: FirstAnswer) => void;
export type StepOf<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;
