/** The summary of a record of progress: results by game and opponent, mistakes, opening moves. */

import type { GameRecord, Mistake, Outcome } from "./record";

export type Tally = Record<Outcome, number>;

export interface Row {
  game: string;
  opponent: string;
  tally: Tally;
  /** The mean of what the reviews said, where there were any. */
  accuracy: number | null;
}

const none = (): Tally => ({ win: 0, draw: 0, loss: 0 });
export const sum = ({ win, draw, loss }: Tally): number => win + draw + loss;

/** Results by game and opponent, what was played last first. */
export function rowsOf(games: readonly GameRecord[]): Row[] {
  const rows = new Map<string, Row & { accuracies: number[] }>();
  for (const { game, opponent, outcome, accuracy } of [...games].reverse()) {
    const key = `${game} ${opponent}`;
    const row = rows.get(key) ?? { game, opponent, tally: none(), accuracy: null, accuracies: [] };
    row.tally[outcome] += 1;
    if (accuracy !== undefined) row.accuracies.push(accuracy);
    rows.set(key, row);
  }
  return [...rows.values()].map(({ accuracies, ...row }) => ({
    ...row,
    accuracy: accuracies.length > 0 ? Math.round(accuracies.reduce((one, two) => one + two) / accuracies.length) : null,
  }));
}

/** The number of mistakes of each kind in the reviewed games, the most frequent first. */
export function mistakesOf(games: readonly GameRecord[]): [Mistake, number][] {
  const counts = new Map<Mistake, number>();
  for (const { mistakes } of games)
    for (const { kind } of mistakes ?? []) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort((one, two) => two[1] - one[1]);
}

/** The kind of puzzle that practises against a kind of mistake. */
export const PRACTISE: Record<Mistake, string> = {
  win_draw: "double_threat",
  win_loss: "win",
  draw_loss: "hold",
  points: "points",
  estimate: "forcing",
};

/** The moves this person played after *moves* of *game* from its start, when *seat* was to move, with their results. */
export function playedAfter(
  games: readonly GameRecord[],
  game: string,
  moves: readonly string[],
  seat: number,
): Record<string, Tally> {
  const tallies: Record<string, Tally> = {};
  for (const each of games) {
    const isOwn = (seat === 0) === each.isFirst;
    const next = each.moves[moves.length];
    if (each.game !== game || each.position !== null || !isOwn || next === undefined) continue;
    if (!moves.every((move, ply) => each.moves[ply] === move)) continue;
    (tallies[next] ??= none())[each.outcome] += 1;
  }
  return tallies;
}
