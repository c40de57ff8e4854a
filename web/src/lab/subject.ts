/** What a bench of the lab works on: a game, where it starts, and the moves since. It stands in the address. */

export interface Subject {
  game: string;
  position: string | null;
  moves: string[];
}

export const TIC_TAC_TOE: Subject = { game: "mnk(3,3,3)", position: null, moves: [] };

/** The subject that an address names. */
export function subjectOf(query: URLSearchParams, otherwise: Subject = TIC_TAC_TOE): Subject {
  const game = query.get("game");
  if (!game) return otherwise;
  return { game, position: query.get("position"), moves: (query.get("moves") ?? "").split(" ").filter(Boolean) };
}

/** How an address names *subject*. */
export function queryOf(subject: Subject): Record<string, string | null> {
  return { game: subject.game, position: subject.position, moves: subject.moves.join(" ") || null };
}
