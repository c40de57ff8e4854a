/** The query of an address that names an exercise: by a seed, or by a tree or position and what is asked about it. */

import { difficulties, kinds, type Kind, type Question } from "./types";

export const LARGEST_SEED = 999_999;

const numberIn = (query: URLSearchParams, key: string): number | null => {
  const text = query.get(key);
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
};

/** The difficulty that *query* names, or the nearest there is. */
function difficultyIn(query: URLSearchParams): number {
  const [least, most] = [difficulties[0] ?? 1, difficulties.at(-1) ?? 1];
  return Math.min(most, Math.max(least, numberIn(query, "difficulty") ?? least));
}

/** The question that *query* asks, a new seed being *seed*. */
export function questionOf(query: URLSearchParams, seed: number): Question {
  const said = query.get("kind");
  const kind: Kind = kinds.find((each) => each === said) ?? "values";
  const question: Question = { kind };
  const convention = query.get("convention");
  // The convention is somebody's choice; a seed would draw one.
  question["convention"] = convention === ">" ? ">" : ">=";
  if (query.get("accept") === "either") question["accept"] = "either";
  const game = query.get("game");
  if (game === null) return { ...question, seed: numberIn(query, "seed") ?? seed, difficulty: difficultyIn(query) };
  question["game"] = game;
  for (const key of ["position", "moves"]) if (query.get(key)) question[key] = query.get(key);
  const depth = numberIn(query, "depth");
  if (depth !== null) question["depth"] = depth;
  return question;
}

/** The query of an address that names *question*. */
export function queryOf(question: Question): Record<string, string | null> {
  const { tree, ...rest } = question;
  const said = Object.entries(rest).map(([key, value]) => [key, value === null ? null : String(value)] as const);
  return { ...Object.fromEntries(said), ...(typeof tree === "string" ? { game: `tree(${tree})` } : {}) };
}

export const anySeed = (): number => Math.floor(Math.random() * (LARGEST_SEED + 1));
