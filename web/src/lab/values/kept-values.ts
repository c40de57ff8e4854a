/** Keeps the values of a game that stay valid when its moves change: a new move, moves taken back or replaced. */

import type { Point } from "./types";

/** By ply: a point; null, where nothing was found in time; undefined, where nothing has been asked yet. */
export type Points = readonly (Point | null | undefined)[];

/** *point* once *move* was played there, or none; undefined if nobody looked at that move. */
export function judged(point: Point, move: string | undefined): Point | undefined {
  if (move === undefined) return { ...point, move: null, mistake: null, lost: 0 };
  if (move === point.move) return point;
  const loss = point.losses.find((each) => each.move === move);
  return loss && { ...point, ...loss };
}

/** The *points* of a game of the moves *before* that still hold for a game of the moves *now*. */
export function carriedOver(points: Points, before: readonly string[], now: readonly string[]): Points {
  let common = 0;
  while (common < before.length && before[common] === now[common]) common++;
  const kept = points.slice(0, common + 1);
  const last = kept[common];
  if (last) kept[common] = judged(last, now[common]);
  return kept;
}

/** The first ply of a game of so many *plies* that has not been asked for. */
export function firstMissing(points: Points, plies: number): number | null {
  for (let ply = 0; ply <= plies; ply++) if (points[ply] === undefined) return ply;
  return null;
}
