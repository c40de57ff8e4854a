/** The wording of a match: players, turns and results. */

import type { Both, Done, MatchState, Played, Result, Seat, You } from "../api/types";
import { has, inBoth, number, t } from "../i18n/index.svelte";
import { lineName, moveName, sentence } from "../i18n/moves";
import { playerName } from "../setup/names";

const PIECES: Record<string, [string, string]> = {
  crosses: ["web.piece.cross", "web.piece.nought"],
  stones: ["web.piece.black", "web.piece.white"],
  discs: ["web.piece.blue_disc", "web.piece.red_disc"],
  letters: ["web.piece.blue", "web.piece.red"],
};

/** On a tree a side is what it wants: the larger value or the smaller one. */
const SIDES = ["MAX", "MIN"] as const;
const SIGNS: Record<string, [string, string]> = { crosses: ["X", "O"], discs: ["X", "O"] };

/** «blue X», «white»: what the side *owner* plays with. */
export function pieceName(state: MatchState, owner: number): string {
  if (state.position.kind === "tree") return SIDES[owner === 1 ? 1 : 0];
  const names = PIECES[state.position.board?.style ?? ""] ?? (["web.piece.first", "web.piece.second"] as const);
  return t(names[owner === 1 ? 1 : 0]);
}

/** The same, as short as it can be said: a sign where there is one. */
export function signOf(state: MatchState, owner: number): string {
  return SIGNS[state.position.board?.style ?? ""]?.[owner === 1 ? 1 : 0] ?? pieceName(state, owner);
}

/** Stones are black and white: nothing that belongs to them is blue or red. */
export const isTinted = (state: MatchState): boolean => state.position.board?.style !== "stones";

/** A game's title without what follows its colon, which explains the game: who plays it knows. */
export const shortTitle = (title: Both): string => inBoth(title).split(": ", 1)[0] ?? "";

/** The name of *seat*: its own, «you», or what plays there. */
export function seatName(state: MatchState, seat: Seat, you: You): string {
  const { name, kind, player } = state.seats[seat];
  if (name) return name;
  if (kind === "machine") return playerName(player);
  if (you.seats.length === 1 && you.seats[0] === seat) return t("web.you");
  return t("web.player.number", { number: seat + 1 });
}

export const isMine = (you: You, seat: number): boolean => you.seats.length === 1 && you.seats[0] === seat;

/** The player to move, in words, with `{piece}` still in its place. */
export function turnKey(state: MatchState, you: You): { key: string; name: string } {
  const seat = state.turn?.seat ?? 0;
  const name = seatName(state, seat, you);
  const isChoosing = Object.values(state.choices ?? {}).some((choice) => choice.says);
  if (isChoosing) return { key: isMine(you, seat) ? "web.turn.you_choose" : "web.turn.chooses", name };
  if (isMine(you, seat)) return { key: "web.turn.yours", name };
  if (state.seats[seat].kind === "machine") return { key: "web.turn.machine", name };
  return { key: "web.turn.other", name };
}

/** «Draw», or that nobody came off better than by best play. */
export function drawTitle({ par }: Result): string {
  return t(par === null || par === undefined ? "web.result.draw" : "web.result.par");
}

/** «Ana wins» or «draw». */
export function resultTitle(state: MatchState, result: Result, you: You): string {
  if (result.winner === null || result.winner === undefined) return drawTitle(result);
  if (isMine(you, result.winner)) return t("web.result.you_win");
  if (you.seats.length === 1 && state.seats[result.winner].kind === "machine") return t("web.result.you_lost");
  if (you.seats.length === 1) return t("web.result.you_lose", { name: seatName(state, result.winner, you) });
  return t("web.result.wins", { name: seatName(state, result.winner, you) });
}

/** The owner of the pieces of *seat*; null while a swap2 opening has not chosen the colours. */
export function ownerOf(state: MatchState, seat: Seat): number | null {
  if (!state.game.name.includes("swap2")) return state.seats[seat].plays;
  const choice = state.history.findLast(({ move }) => move === "black" || move === "white");
  if (!choice) return null;
  const isBlack = (choice.move === "black") === (choice.seat === seat);
  return isBlack ? 0 : 1;
}

/** Reasons that say what the loser did, and have other words where that is you. */
const REASONS_OF_LOSER = ["line_loses", "blocked"];

/** The reason of a result, as a sentence. */
export function resultReason(result: Result, game: { name: string }, name: (seat: Seat) => string, you?: You): string {
  const { resigned } = result;
  if (resigned !== null && resigned !== undefined) {
    return you && isMine(you, resigned)
      ? t("web.reason.you_resigned")
      : t("web.reason.resigned", { name: name(resigned) });
  }
  const isEven = result.reason === "payoff" && result.outcome === result.par;
  const isReversed = result.reason === "line" && game.name.includes("misere=true");
  const reason = isEven ? "payoff_even" : isReversed ? "line_loses" : result.reason;
  const { winner } = result;
  const isLost = you?.seats.length === 1 && winner !== null && winner !== undefined && !isMine(you, winner);
  const key = `match.reason.${reason}${isLost && REASONS_OF_LOSER.includes(reason) ? "_you" : ""}`;
  if (!has(key)) return "";
  const reasons = [t(key, { outcome: result.outcome ?? 0, par: result.par ?? 0 })];
  if (result.misstep) reasons.push(t("match.reason.misstep", { ...result.misstep }));
  return reasons.map((reason) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`).join(" ");
}

/** The points of a scored game in words, the winner's or yours first: «16 to 1»; empty where none are counted. */
export function pointsSaid(state: MatchState, you: You): string {
  const points = state.seats.map((seat) => seat.points ?? null);
  const [first, second] = points;
  if (!state.game.scored || first === null || second === null || first === undefined || second === undefined) return "";
  const isTurned = you.seats.length === 1 ? you.seats[0] === 1 : second > first;
  return t("web.score.said", isTurned ? { one: second, other: first } : { one: first, other: second });
}

/** The score or the result of the match; a match of one game is that game. */
export function matchTitle(state: MatchState, you: You): string {
  const { leader, margin, wins } = state.score;
  const only = state.games === 1 ? state.results.at(-1) : undefined;
  if (only) return resultTitle(state, only, you);
  if (leader === null || leader === undefined) return t("web.match.tied", { wins: wins[0] });
  if (isMine(you, leader)) return t("web.match.you_win", { count: margin });
  return t("web.match.wins", { name: seatName(state, leader, you), count: margin });
}

export function duration(seconds: number): string {
  if (seconds < 0.0005) return t("web.time.ms", { time: number(Math.max(0.1, Math.round(seconds * 10_000) / 10)) });
  if (seconds < 0.9995) return t("web.time.ms", { time: number(Math.round(seconds * 1000)) });
  return t("web.time.s", { time: number(Math.round(seconds * 10) / 10) });
}

/** A hint in *game*, and why; or that none was found. */
export function adviceInWords(advice: Pick<Done, "move" | "reason">, game: string): string {
  if (!advice.move) return t("web.hint.none");
  const why = advice.reason ? sentence(advice.reason, game) : "";
  return t("web.hint.is", { move: moveName(advice.move, game), why });
}

/** The machine's value in words: «it sees a win in 3 moves», or an estimate marked as one. */
function valueSaid({ value, exact, plies }: Played, isScored: boolean): string {
  if (value === null || value === undefined) return "";
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  const size = `${sign}${number(Math.round(Math.abs(value) * 10) / 10)}`;
  if (!exact) return t("web.facts.estimate", { value: size });
  if (isScored) return t("web.facts.points", { value: size });
  const key = value > 0 ? "win" : value < 0 ? "loss" : "draw";
  const hasPlies = key !== "draw" && plies !== null && plies !== undefined;
  return hasPlies ? t(`web.facts.${key}_in`, { count: plies }) : t(`web.facts.${key}`);
}

/** The machine's facts: «Thought for 12 ms: 1,204 nodes. It looked 5 moves ahead. It sees a draw. It expects b2.» */
export function facts(played: Played, isScored: boolean): string {
  const parts: string[] = [];
  const time = duration(played.seconds ?? 0);
  if (played.nodes !== null && played.nodes !== undefined) {
    const { nodes: count, depth } = played;
    parts.push(t("web.facts.nodes", { time, count }));
    if (depth) parts.push(t("web.facts.ahead", { count: depth }));
  } else if (played.seconds !== null && played.seconds !== undefined) parts.push(t("web.facts.time", { time }));
  if (played.reason && has(played.reason)) parts.push(t(played.reason));
  parts.push(valueSaid(played, isScored));
  if (played.line) parts.push(t("web.facts.line", { line: lineName(played.line.split(" ")) }));
  return parts.filter(Boolean).join(" ");
}
