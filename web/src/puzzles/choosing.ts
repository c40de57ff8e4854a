/** The selection of puzzles in the address, and the puzzle that comes next. */

import type { Progress } from "../progress/record";
import type { Puzzle } from "./api";

export interface Wanted {
  game: string | null;
  kind: string | null;
  difficulty: number | null;
  /** True to include solved puzzles. */
  solved: boolean;
}

export function wantedOf(query: URLSearchParams): Wanted {
  return {
    game: query.get("game"),
    kind: query.get("kind"),
    difficulty: Number(query.get("difficulty")) || null,
    solved: query.get("solved") !== "no",
  };
}

export const queryOf = ({ game, kind, difficulty, solved }: Wanted): Record<string, string | null> => ({
  game,
  kind,
  difficulty: difficulty === null ? null : String(difficulty),
  solved: solved ? null : "no",
});

/** The *puzzles* that are *wanted*, the easy ones first, and of those one of each game after another. */
export function chosen(puzzles: readonly Puzzle[], wanted: Wanted, done: Progress["puzzles"]): Puzzle[] {
  const counts = new Map<string, number>();
  const rounds = new Map<string, number>();
  for (const { name, game, difficulty } of puzzles) {
    const key = `${game} ${difficulty}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    rounds.set(name, counts.get(key)!);
  }
  return puzzles
    .filter(
      ({ name, game, kind, difficulty }) =>
        (wanted.game === null || game === wanted.game) &&
        (wanted.kind === null || kind === wanted.kind) &&
        (wanted.difficulty === null || difficulty === wanted.difficulty) &&
        (wanted.solved || !done[name]?.isSolved),
    )
    .sort((one, two) => one.difficulty - two.difficulty || rounds.get(one.name)! - rounds.get(two.name)!);
}

/** The next of *puzzles* after *name* that is not solved, going round; null if there is none. */
export function nextAfter(puzzles: readonly Puzzle[], name: string, done: Progress["puzzles"]): Puzzle | null {
  const at = puzzles.findIndex((puzzle) => puzzle.name === name);
  const rest = [...puzzles.slice(at + 1), ...puzzles.slice(0, Math.max(0, at))];
  return rest.find((puzzle) => puzzle.name !== name && !done[puzzle.name]?.isSolved) ?? null;
}
