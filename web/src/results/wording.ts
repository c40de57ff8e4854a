/** Nodes, times and scores of results as people read them. */

import type { Got } from "../api/types";
import { language, number, t } from "../i18n/index.svelte";

export type Results = Got<"/api/results">;
export type Section = Results["sections"][number];
export type Solved = Section["rows"][number];
export type Outcome = Results["table"][number]["value"];

/** The least time that is told as a number. */
const LEAST_SECONDS = 0.005;

export const timeSaid = (seconds: number): string =>
  seconds < LEAST_SECONDS ? t("results.instant") : t("results.seconds", { count: seconds });

/** A count of nodes; one that is known in millions only says so. */
export const nodesSaid = (nodes: number, rounded: boolean): string =>
  rounded
    ? new Intl.NumberFormat(language(), {
        notation: "compact",
        compactDisplay: "long",
        maximumSignificantDigits: 3,
      }).format(nodes)
    : number(nodes);

/** A difference of points with its sign. */
export const scoreSaid = (score: number): string => (score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "0");

export const sizeSaid = ({ columns, rows }: { columns: number; rows: number }): string => `${columns}×${rows}`;
