import { merge } from "./merge";
import type { MatchEvent, MatchState } from "./types";

/** The match after *event*. */
export function applyEvent(state: MatchState, event: MatchEvent): MatchState {
  const next = merge(state, event.changes) as MatchState;
  const history = event.history ? [...state.history.slice(0, event.history.keep), ...event.history.add] : next.history;
  return { ...next, history, number: event.number };
}

export type Step = { kind: "apply"; state: MatchState } | { kind: "ignore" } | { kind: "gap" };

/** Numbers have no gaps: what is known already is ignored, and what jumps ahead means that something was missed. */
export function take(state: MatchState, event: MatchEvent): Step {
  if (event.number <= state.number) return { kind: "ignore" };
  if (event.number > state.number + 1) return { kind: "gap" };
  return { kind: "apply", state: applyEvent(state, event) };
}
