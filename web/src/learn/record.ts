/** The record of the lessons done, as plain data: read from text that may be damaged. */

/** The result of a step: done; of questions how many were right, of how many, where that was counted. */
export interface StepRecord {
  right?: number;
  of?: number;
}

export interface LessonRecord {
  /** The steps that were done, by their place. */
  steps: Record<string, StepRecord>;
  /** The time at which the last step was left for the first time, in milliseconds; null until then. */
  finished: number | null;
}

export type Lessons = Record<string, LessonRecord>;

export const FORMAT = "enraya.lessons";
const VERSION = 1;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number => typeof value === "number" && Number.isInteger(value) && value >= 0;

export function write(lessons: Lessons): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, lessons });
}

/** The record in *text*; empty if it is not ours, and otherwise whatever can be read. */
export function read(text: string | null): Lessons {
  let data: unknown;
  try {
    data = JSON.parse(text ?? "");
  } catch {
    return {};
  }
  if (!isObject(data) || data["format"] !== FORMAT || !isObject(data["lessons"])) return {};
  const found: Lessons = {};
  for (const [name, lesson] of Object.entries(data["lessons"])) {
    if (!isObject(lesson) || !isObject(lesson["steps"])) continue;
    const steps: LessonRecord["steps"] = {};
    for (const [place, step] of Object.entries(lesson["steps"])) {
      if (!isObject(step) || !/^\d{1,3}$/.test(place)) continue;
      const { right, of } = step;
      steps[place] = isCount(right) && isCount(of) && right <= of ? { right, of } : {};
    }
    const { finished } = lesson;
    found[name] = { steps, finished: typeof finished === "number" && Number.isFinite(finished) ? finished : null };
  }
  return found;
}

/** A step is done: the first score is the one that stays. */
export function withStep(lessons: Lessons, name: string, place: number, score: StepRecord): Lessons {
  const lesson = lessons[name] ?? { steps: {}, finished: null };
  const before = lesson.steps[place];
  if (before && (before.of !== undefined || score.of === undefined)) return lessons;
  return { ...lessons, [name]: { ...lesson, steps: { ...lesson.steps, [place]: score } } };
}

export function withEnd(lessons: Lessons, name: string, at: number): Lessons {
  const lesson = lessons[name] ?? { steps: {}, finished: null };
  return lesson.finished === null ? { ...lessons, [name]: { ...lesson, finished: at } } : lessons;
}

/** The number of right answers and of questions, over all steps. */
export function scoreOf(lesson: LessonRecord | undefined): { right: number; of: number } {
  const total = { right: 0, of: 0 };
  for (const { right = 0, of = 0 } of Object.values(lesson?.steps ?? {})) {
    total.right += right;
    total.of += of;
  }
  return total;
}
