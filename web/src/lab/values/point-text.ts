/** The value of a position of a game, in words. */

import { number, t } from "../../i18n/index.svelte";
import type { Point } from "./types";

export const signed = (value: number): string => (value > 0 ? `+${number(value)}` : number(value).replace("-", "−"));

/** «the first player wins in 5», for whoever has the better of it. */
export function pointText(point: Point | undefined, isScored: boolean): string {
  if (!point) return t("history.unknown");
  if (isScored || point.value === null) {
    const score = point.to_move === 0 ? point.score : -point.score;
    return point.exact
      ? t("history.points", { score: signed(score) })
      : t("history.guess", { score: signed(score), count: point.depth });
  }
  if (point.value === "draw") return t("history.draw");
  const winner = (point.value === "win") === (point.to_move === 0) ? "first" : "second";
  return point.plies ? t(`history.${winner}_in`, { count: point.plies }) : t(`history.${winner}`);
}
