import type { Got } from "../api/types";

export type Lesson = Got<"/api/lessons/{name}">;
export type Listed = Got<"/api/lessons">["course"][number];
export type Step = Lesson["steps"][number];
export type StepOf<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;
