/** The layout of a plot of nodes by depth, with a logarithmic scale. */

export interface Line {
  name: string;
  points: { depth: number; nodes: number }[];
}

/** A shape for each line, so that none is known by its colour alone; drawn around 0 0. */
export const MARKERS = [
  "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z",
  "M-4.5-4.5h9v9h-9Z",
  "M0-6L6 5H-6Z",
  "M0-6.5L6 0L0 6.5L-6 0Z",
  "M0 6L6-5H-6Z",
  "M-1.5-6h3v4.5h4.5v3h-4.5v4.5h-3v-4.5h-4.5v-3h4.5Z",
  "M-6-3.5L0-6.5L6-3.5V3.5L0 6.5L-6 3.5Z",
  "M-5-5L0-2L5-5L2 0L5 5L0 2L-5 5L-2 0Z",
  "M-6-2H6V2H-6Z",
  "M-2-6H2V6H-2Z",
] as const;
export const DASHES = ["", "7 4", "2 4", "10 3 2 3", "", "7 4", "2 4", "10 3 2 3", "", "7 4"] as const;

/** The powers of ten that a scale to *most* is marked with. */
export function powers(most: number): number[] {
  const count = Math.max(1, Math.ceil(Math.log10(Math.max(10, most))));
  return Array.from({ length: count + 1 }, (_, power) => 10 ** power);
}

/** Labels kept at least *gap* apart, each as near as that allows to where it wants to be, and none below *foot*. */
export function spread(wanted: readonly number[], gap: number, foot: number): number[] {
  const order = wanted.map((_, index) => index).sort((one, two) => wanted[one]! - wanted[two]!);
  const placed = [...wanted];
  let last = -Infinity;
  for (const index of order) last = placed[index] = Math.max(placed[index]!, last + gap);
  let next = foot;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(placed[index]!, next);
    next = placed[index] - gap;
  }
  return placed;
}
