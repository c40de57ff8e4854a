/** The subject of a bench of the lab: a game, its starting position, and the moves since; kept in the address. */

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

/** The query of an address that names *subject*. */
export function queryOf(subject: Subject): Record<string, string | null> {
  return { game: subject.game, position: subject.position, moves: subject.moves.join(" ") || null };
}
