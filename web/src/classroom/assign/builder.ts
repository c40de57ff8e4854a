/** A set of exercises being put together: its questions as plain data, and the YAML file that they make. */

import type { Kind } from "../../lab/practise/types";

export type Source = "seed" | "tree" | "game";

export interface Draft {
  kind: Kind;
  source: Source;
  difficulty: number;
  seed: number;
  tree: string;
  game: string;
  moves: string;
  depth: number | null;
  convention: ">=" | ">";
  accept: "stated" | "either";
  points: number;
}

export const fresh = (seed: number): Draft => ({
  kind: "values",
  source: "seed",
  difficulty: 1,
  seed,
  tree: "A[B[3 12 8] C[2 4 6] D[14 5 2]]",
  game: "mnk(3,3,3)",
  moves: "b2 a1 c3 a3 a2",
  depth: null,
  convention: ">=",
  accept: "stated",
  points: 10,
});

export const usesConvention = (kind: Kind): boolean => kind === "cuts" || kind === "windows";

/** *text* as YAML holds any text: in double quotes, as JSON writes it. */
const quoted = (text: string): string => JSON.stringify(text);

function keysOf(draft: Draft): [string, string][] {
  const keys: [string, string][] = [["kind", draft.kind]];
  if (draft.source === "seed") keys.push(["seed", String(draft.seed)], ["difficulty", String(draft.difficulty)]);
  else if (draft.source === "tree") keys.push(["tree", quoted(draft.tree.trim())]);
  else {
    keys.push(["game", quoted(draft.game)]);
    if (draft.moves.trim()) keys.push(["moves", quoted(draft.moves.trim())]);
    if (draft.depth !== null) keys.push(["depth", String(draft.depth)]);
  }
  if (usesConvention(draft.kind)) {
    keys.push(["convention", quoted(draft.convention)]);
    if (draft.accept === "either") keys.push(["accept", "either"]);
  }
  if (draft.points !== 10) keys.push(["points", String(draft.points)]);
  return keys;
}

/** The file that `docs/exercises.md` describes. */
export function toYaml(title: string, drafts: readonly Draft[]): string {
  const lines = ["format: enraya.set", "version: 1", `title: ${quoted(title.trim())}`, "questions:"];
  for (const draft of drafts)
    keysOf(draft).forEach(([key, value], place) => lines.push(`${place === 0 ? "  - " : "    "}${key}: ${value}`));
  return lines.join("\n") + "\n";
}
