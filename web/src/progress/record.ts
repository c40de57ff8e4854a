/** The record of progress as plain data: read from text that may be damaged, joined with another copy, and counted. */

export type Outcome = "win" | "draw" | "loss";
export const MISTAKES = ["win_draw", "win_loss", "draw_loss", "points", "estimate"] as const;
export type Mistake = (typeof MISTAKES)[number];

/** A finished game of this person against a machine. */
export interface GameRecord {
  /** The match and the number of the game in it. */
  id: string;
  /** The time at which it ended, in milliseconds. */
  at: number;
  game: string;
  opponent: string;
  /** True if this person made the first move. */
  isFirst: boolean;
  outcome: Outcome;
  position: string | null;
  moves: string[];
  /** From the review, once there was one: accuracy in percent, and each mistake with its ply. */
  accuracy?: number;
  mistakes?: { ply: number; kind: Mistake }[];
}

export interface PuzzleRecord {
  /** The number of wrong moves before the solution. */
  wrong: number;
  isSolved: boolean;
  at: number;
}

export interface Progress {
  games: GameRecord[];
  puzzles: Record<string, PuzzleRecord>;
  /** The days, as 2026-11-17, on which the puzzle of the day was solved. */
  days: string[];
}

export const FORMAT = "enraya.progress";
export const VERSION = 1;
export const MOST_GAMES = 1000;

export const nothing = (): Progress => ({ games: [], puzzles: {}, days: [] });

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isDay = (value: unknown): value is string => isText(value) && /^\d{4}-\d\d-\d\d$/.test(value);

function gameOf(value: unknown): GameRecord | null {
  if (!isObject(value)) return null;
  const { id, at, game, opponent, isFirst, outcome, position, moves, accuracy, mistakes } = value;
  if (!isText(id) || !isNumber(at) || !isText(game) || !isText(opponent) || !Array.isArray(moves)) return null;
  if (outcome !== "win" && outcome !== "draw" && outcome !== "loss") return null;
  const found: GameRecord = {
    id,
    at,
    game,
    opponent,
    isFirst: isFirst === true,
    outcome,
    position: isText(position) ? position : null,
    moves: moves.filter(isText),
  };
  if (isNumber(accuracy)) found.accuracy = accuracy;
  if (Array.isArray(mistakes))
    found.mistakes = mistakes.filter(
      (each): each is { ply: number; kind: Mistake } =>
        isObject(each) && isNumber(each["ply"]) && MISTAKES.some((kind) => kind === each["kind"]),
    );
  return found;
}

function puzzleOf(value: unknown): PuzzleRecord | null {
  if (!isObject(value) || !isNumber(value["wrong"]) || !isNumber(value["at"])) return null;
  return { wrong: value["wrong"], isSolved: value["isSolved"] === true, at: value["at"] };
}

/** The record in *text*, without its damaged parts; null if it is not a record at all. */
export function read(text: string): Progress | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(data) || data["format"] !== FORMAT || data["version"] !== VERSION) return null;
  const { games, puzzles, days } = data;
  return {
    games: (Array.isArray(games) ? games : []).map(gameOf).filter((each) => each !== null),
    puzzles: Object.fromEntries(
      Object.entries(isObject(puzzles) ? puzzles : {}).flatMap(([name, value]) => {
        const found = puzzleOf(value);
        return found ? [[name, found]] : [];
      }),
    ),
    days: [...new Set((Array.isArray(days) ? days : []).filter(isDay))].sort(),
  };
}

export const write = (record: Progress): string => JSON.stringify({ format: FORMAT, version: VERSION, ...record });

/** Two copies as one: a game or a puzzle that stands in both is the one that says more. */
export function join(one: Progress, two: Progress): Progress {
  const games = new Map(one.games.map((game) => [game.id, game]));
  for (const game of two.games) {
    const known = games.get(game.id);
    if (!known || (known.accuracy === undefined && game.accuracy !== undefined)) games.set(game.id, game);
  }
  const puzzles = { ...one.puzzles };
  for (const [name, puzzle] of Object.entries(two.puzzles)) {
    const known = puzzles[name];
    if (!known || (!known.isSolved && puzzle.isSolved)) puzzles[name] = puzzle;
  }
  return {
    games: [...games.values()].sort((left, right) => left.at - right.at).slice(-MOST_GAMES),
    puzzles,
    days: [...new Set([...one.days, ...two.days])].sort(),
  };
}

/** The date where this browser is, as 2026-11-17. */
export function dayOf(time: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** The streak of days, up to *today* or yesterday, with the puzzle of the day solved; and the longest ever. */
export function streaks(days: readonly string[], today: string): { now: number; most: number } {
  const number = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
  let [run, most, last] = [0, 0, Number.NaN];
  for (const day of [...days].sort()) {
    run = number(day) === last + 1 ? run + 1 : 1;
    last = number(day);
    most = Math.max(most, run);
  }
  return { now: number(today) - last <= 1 ? run : 0, most };
}
