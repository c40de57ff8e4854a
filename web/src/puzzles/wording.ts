/** The task of a puzzle, in words. */

import { t } from "../i18n/index.svelte";
import type { Puzzle } from "./api";

/** «Win in 3 moves»: the task, as a heading. */
export function taskOf({ kind, misere, own_moves }: Puzzle): string {
  if (kind === "win") return t(misere ? "puzzle.task.win_misere" : "puzzle.task.win", { count: own_moves });
  return t(`puzzle.task.${kind}`, { count: own_moves });
}
