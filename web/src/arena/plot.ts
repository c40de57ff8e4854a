/** The axis of a plot of ratings. */

const MOST_TICKS = 8;

/** A round number of which at most so many fit into *spread*. */
export function stepOf(spread: number): number {
  const rough = Math.max(spread, 10) / MOST_TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? rough;
}

/** The marks of an axis from *low* to *high*, at round numbers around them. */
export function ticksOf(low: number, high: number): number[] {
  const step = stepOf(high - low);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}
