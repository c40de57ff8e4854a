/** Everybody in an assignment, the best first: what the teacher publishes. */

import type { Ranked, Taught } from "./api";

export function rankedOf({ students }: Taught, number: number): Ranked {
  const rows = students.map(({ name, progress }) => {
    const here = progress.find((each) => each.number === number);
    return { name, done: here?.done ?? 0, score: here?.score ?? 0, is_you: false };
  });
  return rows.sort((one, two) => two.score - one.score || one.name.localeCompare(two.name));
}
