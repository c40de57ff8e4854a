/** The actions that the viewer of a match may take now. */

import type { MatchState, You } from "../api/types";

export interface Rights {
  undo: boolean;
  redo: boolean;
  hint: boolean;
  resign: boolean;
  pause: boolean;
  resume: boolean;
}

/** The actions open to *you*; *isMyTurn* is whether the next move is to be made at this screen. */
export function rightsOf(state: MatchState, you: You, isMyTurn: boolean): Rights {
  const may = (rights: boolean[]): boolean => you.seats.some((seat) => rights[seat] ?? false);
  const decides = you.seats.length > 0 || you.owner;
  return {
    undo: may(state.may.undo),
    redo: may(state.may.redo),
    hint: may(state.may.hint) && isMyTurn,
    resign: may(state.may.resign) && state.phase === "playing",
    pause: decides && state.may.pause,
    resume: decides && state.may.resume,
  };
}

/**
 * True if the lab may look on: never in an exam while it lasts, and never for somebody who is playing against another
 * person elsewhere. Watchers, people at one screen and people who practise against a machine decide for themselves.
 */
export function mayLookOn(state: MatchState, you: You): boolean {
  if (state.phase === "waiting") return false;
  if (state.phase === "finished") return true;
  return !state.exam && !(state.apart && you.seats.length > 0);
}
