/** Tournaments in people's words. */

import { addressOfMoves } from "../app/router";
import { inBoth, number, t } from "../i18n/index.svelte";
import { playerName } from "../setup/names";
import type { Entry, PlayedGame, Row, Tournament } from "./api";

/** The display name of a player: a handed-in one by its name, one of Enraya's in words. */
export function entryName(entry: Entry | undefined): string {
  if (!entry) return "";
  if (entry.player === null) return entry.name;
  const copy = /\((\d+)\)$/.exec(entry.name)?.[1];
  return playerName(entry.player) + (copy && entry.name !== entry.player ? ` (${copy})` : "");
}

/** A rating with its sign: +120, 0, −35. */
export const signed = (rating: number): string => {
  const whole = Math.round(rating);
  return whole > 0 ? `+${number(whole)}` : whole < 0 ? `−${number(-whole)}` : "0";
};

/** «+120 ± 85»; a line ends before the «±» only. */
export const ratingText = (row: Row): string =>
  `${signed(row.rating)} ±\u00a0${number(Math.round((row.high - row.low) / 2))}`;

/** What a sequential test says so far. */
export function testText(test: NonNullable<Tournament["sprt"]>): string {
  const [lower, upper] = test.bounds;
  const fixed = (value: number): string => number(Math.round(value * 100) / 100).replace("-", "−");
  const said = [
    t(`tournament.test.${test.decision ?? "open"}`, { elo0: number(test.elo0), elo1: number(test.elo1) }),
    t("tournament.ratio", { ratio: fixed(test.ratio), lower: fixed(lower), upper: fixed(upper) }),
  ];
  if (test.elo) {
    const [elo, low, high] = test.elo.map(signed);
    said.push(t("tournament.elo", { elo: elo ?? "", low: low ?? "", high: high ?? "" }));
  }
  return said.join(" ");
}

/** The failures of a player: «2 by a crash, 1 on time». */
export const failuresText = (row: Row): string =>
  Object.entries(row.failures)
    .map(([reason, count]) => `${number(count)} ${t(`tournament.reason.${reason}`)}`)
    .join(", ");

/** The result of a finished game. */
export function resultText(tournament: Tournament, game: PlayedGame): string {
  const reason = t(`tournament.reason.${game.reason}`);
  if (game.winner === null) return `${t("web.arena.draw")}, ${reason}`;
  const winner = entryName(tournament.players[game.winner === 0 ? game.first : game.second]);
  return t(game.failed === null ? "web.arena.won" : "web.arena.other_failed", { name: winner, reason });
}

/** Why a player failed, in a sentence that calls it as the tables do. */
export function failureText(tournament: Tournament, game: PlayedGame): string {
  if (!game.failure) return "";
  const failed = tournament.players[game.failed === 0 ? game.first : game.second];
  const said = inBoth(game.failure);
  return failed?.player ? said.replaceAll(failed.player, entryName(failed)) : said;
}

/** The address at which a finished game is replayed, or reviewed. */
export const addressOfGame = (
  tournament: Tournament,
  game: PlayedGame,
  screen: "replay" | "review" = "replay",
): string =>
  addressOfMoves(
    {
      game: tournament.game,
      position: null,
      moves: game.moves,
      players: [entryName(tournament.players[game.first]), entryName(tournament.players[game.second])],
      result: game.winner === null ? 0 : game.winner === 0 ? 1 : -1,
    },
    screen,
  );
