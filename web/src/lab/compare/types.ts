/** The algorithms that are compared, and their rows as a file. */

import type { Row } from "../../api/types";

export type { GrowthPoint, Row, SearchAt as At } from "../../api/types";

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
