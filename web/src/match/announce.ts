/** The announcement of an event of a match: the words for a screen reader, the note on screen and the sound. */

import type { MatchEvent, MatchState, You } from "../api/types";
import { notices } from "../app/notices.svelte";
import { preferences } from "../app/preferences.svelte";
import { t } from "../i18n/index.svelte";
import { moveName } from "../i18n/moves";
import { pieceName, resultReason, resultTitle, seatName, turnKey } from "./wording";

/** Tell *you* what *event* made of the match; the board itself tells a move. */
export function announce(event: MatchEvent, before: MatchState, after: MatchState, you: You): void {
  const said: string[] = [];
  const last = after.history.at(-1);
  if ((event.event === "played" || event.event === "time_up") && last) {
    const isOwn = event.event === "played" && you.seats.includes(last.seat);
    if (!isOwn) preferences.play("piece");
    if (last.timed_out) {
      const isYou = you.seats.length === 1 && you.seats.includes(last.seat);
      const move = moveName(last.move, after.game.name);
      const text = isYou
        ? t("web.timed_out.you", { move })
        : t("web.timed_out.other", { move, name: seatName(after, last.seat, you) });
      said.push(text);
      notices.show(text);
    }
  }
  if (event.event === "undone") said.push(t("web.said.undone"));
  if (event.event === "declined" && before.request && you.seats.includes(before.request.seat)) {
    const text = t("web.request.declined");
    said.push(text);
    if (event.seat !== before.request.seat) notices.show(text);
  }
  if (event.event === "granted") said.push(t(before.request?.what === "pause" ? "web.paused" : "web.said.undone"));
  if (event.event === "redone") said.push(t("web.said.redone"));
  // A player who comes back is asked by a dialog.
  if (event.event === "paused" && !after.away) said.push(t("web.paused"));
  if (event.event === "resumed") said.push(t("web.said.resumed"));
  said.push(...(after.results.length > before.results.length ? result(after, you) : turn(after, you)));
  if (said.length > 0) notices.say(said.join(" "));
}

/** The result of the game that has just ended, with its sound. */
function result(after: MatchState, you: You): string[] {
  const ended = after.results.at(-1);
  if (!ended) return [];
  const winner = ended.winner ?? null;
  const isLost = you.seats.length === 1 && you.seats[0] !== winner;
  preferences.play(winner === null ? "draw" : isLost ? "loss" : "win");
  const reason = resultReason(ended, after.game, (seat) => seatName(after, seat, you), you);
  return [`${resultTitle(after, ended, you)} ${reason}`];
}

function turn(after: MatchState, you: You): string[] {
  if (!after.turn || after.phase !== "playing") return [];
  const { key, name } = turnKey(after, you);
  const owner = after.turn.owner ?? after.seats[after.turn.seat].plays;
  return [t(key, { name, piece: pieceName(after, owner) })];
}
