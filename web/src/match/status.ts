/** The line under the heading: what the turn asks for, and why a click did nothing. */

import type { MatchState, You } from "../api/types";
import { t } from "../i18n/index.svelte";
import { isMine, seatName } from "./wording";

/** Stones put down before the first choice of a swap2 opening, and before the second. */
const OPENING = 3;
const EXTENDED = 2;
const isChoice = (move: string): boolean => move === "black" || move === "white" || move === "more";

/** The instruction of the turn in *state* beyond «your turn»; empty where the heading says it all. */
export function statusOf(state: MatchState, you: You): string {
  if (state.phase !== "playing" || state.paused || !state.turn) return "";
  const seat = state.turn.seat;
  const isYou = you.seats.includes(seat);
  const choices = Object.values(state.choices ?? {});
  if (choices.some((choice) => choice.says === "choice.black" || choice.says === "choice.white"))
    return t(isYou ? "web.status.choose" : "web.status.choosing");
  const opening = swapStatus(state, you);
  if (opening) return opening;
  const last = state.history.at(-1);
  if (state.game.scored && last?.seat === seat) return t(isYou ? "web.status.again" : "web.status.again_other");
  if (state.game.family === "terni" && choices.length > 0) {
    const isMoving = choices.every((choice) => choice.clicks.length > 1);
    if (isYou) return t(isMoving ? "web.status.slide" : "web.status.place");
  }
  return "";
}

/** The next stone of a swap2 opening, or the meaning of the choice that has just been made. */
function swapStatus(state: MatchState, you: You): string {
  if (!state.game.name.includes("swap2")) return "";
  const moves = state.history.map((played) => played.move);
  const chosen = moves.findLastIndex(isChoice);
  const colour = t(state.turn?.owner === 1 ? "web.piece.white_stone" : "web.piece.black_stone");
  if (chosen < 0) return t("web.status.opening", { number: moves.length + 1, stones: OPENING, colour });
  const choice = state.history[chosen];
  if (!choice) return "";
  const name = seatName(state, choice.seat, you);
  const placed = moves.length - chosen - 1;
  if (choice.move === "more") {
    const stone = t("web.status.more_stone", { number: placed + 1, stones: EXTENDED, colour });
    return isMine(you, choice.seat) ? stone : `${stone} ${t("web.status.more", { name })}`;
  }
  // Said once, when it has just been chosen.
  if (placed > 0) return "";
  const isBlack = choice.move === "black";
  if (isMine(you, choice.seat)) return t(isBlack ? "web.status.you_black" : "web.status.you_white");
  if (you.seats.length === 1) return t(isBlack ? "web.status.left_white" : "web.status.left_black", { name });
  return t(isBlack ? "web.status.took_black" : "web.status.took_white", { name });
}

/** The reason why pointing at *cell* did nothing. */
export function idleReason(state: MatchState, you: You, cell: number): string {
  if (state.phase !== "playing" || !state.turn) return t("web.idle.over");
  if (state.paused) return t("web.idle.paused");
  if (!you.seats.includes(state.turn.seat)) return t("web.move.not_now");
  const choices = Object.values(state.choices ?? {});
  if (choices.some((choice) => choice.says)) return t("web.idle.choose");
  const board = state.position.board;
  const isTaken = Boolean(board?.cells[cell]);
  if (choices.some((choice) => choice.clicks.length > 1)) {
    if (!isTaken) return t("web.idle.pick_first");
    return board?.owners[cell] === state.turn.owner ? t("web.idle.stuck") : t("web.idle.not_yours");
  }
  return t(isTaken ? "web.idle.taken" : "web.idle.nothing");
}
