/** The settings of a match that starts at one click, and of the one after it. */

import * as client from "../api/client";
import type { BodyOf, MatchAnswer, MatchState, Settings, You } from "../api/types";
import { recall, remember } from "../app/local-storage";
import { levelFor, levelIn } from "../app/levels";
import { progress } from "../progress/progress.svelte";

/** The settings that can be changed beside the board. */
export type Changes = Partial<Pick<Settings, "game" | "first" | "second" | "seconds" | "invite" | "position">>;

/** One game of *game* at once: you first, against the level that suits you, without a clock. */
export const quickSettings = (game: string): Partial<Settings> => ({
  game,
  first: "human",
  second: `level:${levelFor(game)}`,
  starter: "first",
  seconds: null,
  games: 1,
});

/** Start a match; the invitation to it, if there is one, is kept for who made it. */
export async function startMatch(settings: BodyOf<"/api/matches">): Promise<MatchAnswer> {
  const made = await client.createMatch(settings);
  if (made.invitation) remember(`enraya.invitation.${made.match}`, made.invitation);
  return made;
}

/** True if nobody has moved yet: then a change takes effect at once. */
export const isUntouched = (state: MatchState): boolean =>
  (state.phase === "playing" && state.history.length === 0 && state.results.length === 0) || state.phase === "waiting";

/** Keep how the last game of *match* ended for *you*, if it was played against a machine. */
export function keepEnding(match: string, after: MatchState, you: You): void {
  const [ended, [seat]] = [after.results.at(-1), you.seats];
  if (!ended || seat === undefined || you.seats.length !== 1) return;
  const { kind, player } = after.seats[seat === 0 ? 1 : 0];
  if (kind !== "machine") return;
  const winner = ended.winner ?? null;
  progress.addGame({
    id: `${match}/${ended.number}`,
    at: Date.now(),
    game: after.game.name,
    opponent: player,
    isFirst: ended.first === seat,
    outcome: winner === null ? "draw" : winner === seat ? "win" : "loss",
    position: after.settings.position,
    moves: after.history.map((played) => played.move),
  });
}

/**
 * The differences of the next match: the *changes* made beside the board; who did not start, starts; and a
 * level moves with the results.
 */
function nextChanges(state: MatchState, changes: Changes): Partial<Settings> {
  const game = changes.game ?? state.game.name;
  const next: Partial<Settings> = { ...changes };
  for (const side of ["first", "second"] as const)
    if (levelIn(changes[side] ?? state.settings[side]) !== null) next[side] = `level:${levelFor(game)}`;
  const last = state.results.at(-1);
  if (state.games === 1 && last) next.starter = last.starter === 0 ? "second" : "first";
  return next;
}

/** The match after that of *state*: between the same seats, unless somebody is to be invited to one of them. */
export async function startNext(match: string, state: MatchState, changes: Changes): Promise<MatchAnswer> {
  const next = nextChanges(state, changes);
  return next.invite === undefined || next.invite === null
    ? client.rematch(match, next)
    : startMatch({ ...state.settings, ...next });
}

const CHANGES = "enraya.changes";

/** The changes that were made beside the board of *match* for the game after it. */
export function recallChanges(match: string): Changes {
  try {
    const kept = JSON.parse(recall(CHANGES) ?? "{}") as { match?: string; changes?: Changes };
    return kept.match === match ? (kept.changes ?? {}) : {};
  } catch {
    return {};
  }
}

export const rememberChanges = (match: string, changes: Changes): void =>
  remember(CHANGES, JSON.stringify({ match, changes }));
