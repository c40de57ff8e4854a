/** The lab's comparisons, as in docs/api.md. */

export interface Row {
  algorithm: string;
  nodes: number;
  leaves: number | null;
  cuts: number | null;
  seconds: number;
  value: number | null;
  move: string | null;
  depth: number;
  branching: number | null;
  rate: number | null;
  exact: boolean;
  ended: "nodes" | "time" | "stopped" | null;
}

export interface GrowthPoint {
  algorithm: string;
  depth: number;
  nodes: number;
  ended?: Row["ended"];
}

export interface At {
  algorithm: string;
  depth: number;
  nodes: number;
}

export type Progress = { row: Row } | { point: GrowthPoint } | { at: At };

export const ALGORITHMS = [
  "minimax",
  "alphabeta",
  "alphabeta>",
  "best",
  "worst",
  "symmetry",
  "table",
  "table+symmetry",
  "alphabeta+",
  "native",
] as const;
const COLUMNS = [
  "algorithm",
  "nodes",
  "leaves",
  "cuts",
  "branching",
  "depth",
  "value",
  "move",
  "seconds",
  "rate",
  "exact",
  "ended",
] as const;

/** The rows as a file that spreadsheets open. */
export function csvOf(rows: readonly Row[]): string {
  const written = rows.map((row) => COLUMNS.map((column) => quoted(row[column])).join(","));
  return [COLUMNS.join(","), ...written].join("\r\n") + "\r\n";
}

function quoted(value: string | number | boolean | null): string {
  const text = value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
