/** The level that suits this person, by how their games against the levels ended; or the one they chose for good. */

import { progress } from "../progress/progress.svelte";
import { recall, remember } from "./local-storage";

const CHOSEN = "enraya.levels";
/** Easy, but not by chance alone: who never played before wins most of the time. */
export const FIRST_LEVEL = 2;
export const HIGHEST_LEVEL = 10;

const within = (level: number): number => Math.min(HIGHEST_LEVEL, Math.max(0, level));

/** The level in a player's text such as `level:3` or `level:level=3`; null for any other player. */
export function levelIn(player: string): number | null {
  const found = /^level:(?:level=)?(\d+)$/.exec(player);
  return found ? within(Number(found[1])) : null;
}

function chosen(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(recall(CHOSEN) ?? "{}");
    return kept && typeof kept === "object" ? (kept as Record<string, number>) : {};
  } catch {
    return {};
  }
}

/** The level that this person chose for *game* for good; null if it follows their results. */
export function chosenLevel(game: string): number | null {
  const level = chosen()[game];
  return typeof level === "number" ? within(level) : null;
}

/** Play *game* at *level* from now on; with null, at the level that suits the results. */
export function chooseLevel(game: string, level: number | null): void {
  const { [game]: _, ...others } = chosen();
  remember(CHOSEN, JSON.stringify(level === null ? others : { ...others, [game]: level }));
}

/** The level that suits this person's results at *game*: one up after a win, one down after a loss. */
export function suitedLevel(game: string): number {
  const last = progress.games.findLast((kept) => kept.game === game && levelIn(kept.opponent) !== null);
  const level = last ? levelIn(last.opponent) : null;
  if (!last || level === null) return FIRST_LEVEL;
  return within(level + { win: 1, draw: 0, loss: -1 }[last.outcome]);
}

/** The level to play *game* at. */
export const levelFor = (game: string): number => chosenLevel(game) ?? suitedLevel(game);
