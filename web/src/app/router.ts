/** Addresses after the `#`: what stands there reaches no log, so invitations are safe in it. */

/** A game by its moves; who played it, and how it ended where the board does not tell. */
export interface PlayedMoves {
  game: string;
  position: string | null;
  moves: string[];
  players: [string, string];
  result: number | null;
}

export type Route =
  | { screen: "gallery" }
  | { screen: "play"; game: string }
  | { screen: "setup"; game: string | null; query: URLSearchParams }
  | { screen: "match"; match: string }
  | { screen: "join"; match: string; invitation: string }
  | { screen: "replay"; match: string; game: number; ply: number | null; isReview: boolean }
  | { screen: "replay-moves"; played: PlayedMoves; ply: number | null; isReview: boolean }
  | { screen: "editor"; game: string; position: string | null }
  | { screen: "lab"; tab: string | null; query: URLSearchParams }
  | { screen: "analyse"; query: URLSearchParams }
  | { screen: "puzzles"; query: URLSearchParams }
  | { screen: "puzzle"; name: string; query: URLSearchParams }
  | { screen: "learn" }
  | { screen: "lesson"; name: string; step: number }
  | { screen: "certificate"; lesson: string | null }
  | { screen: "openings"; query: URLSearchParams }
  | { screen: "progress" }
  | { screen: "results" }
  | { screen: "import" }
  | { screen: "matches" }
  | { screen: "arena"; isNew: boolean }
  | { screen: "tournament"; id: string; query: URLSearchParams }
  | { screen: "class"; code: string }
  | { screen: "class-student"; id: string; task: number | null }
  | { screen: "class-teacher"; id: string; part: string | null; query: URLSearchParams }
  | { screen: "settings" }
  | { screen: "unknown" };

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The screen that the address *hash* names. */
export function parse(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split(/\?(.*)/s);
  const [screen = "", ...rest] = path.split("/").filter(Boolean).map(decode);
  const params = new URLSearchParams(query);
  const ply = params.has("ply") ? Number(params.get("ply")) || 0 : null;
  const [one, two, three] = rest;
  switch (screen) {
    case "":
      return { screen: "gallery" };
    case "play":
      return one ? { screen: "play", game: one } : { screen: "unknown" };
    case "new":
      return { screen: "setup", game: one ?? null, query: params };
    case "match":
      return one ? { screen: "match", match: one } : { screen: "unknown" };
    case "join":
      return one && two ? { screen: "join", match: one, invitation: two } : { screen: "unknown" };
    case "replay":
    case "review": {
      const isReview = screen === "review";
      if (one === "moves" && params.get("game")) {
        const moves = (params.get("moves") ?? "").split(" ").filter(Boolean);
        const players: [string, string] = [params.get("first") ?? "", params.get("second") ?? ""];
        const result = { won: 1, drawn: 0, lost: -1 }[params.get("result") ?? ""] ?? null;
        return {
          screen: "replay-moves",
          played: { game: params.get("game") ?? "", position: params.get("position"), moves, players, result },
          ply,
          isReview,
        };
      }
      return one && two && /^\d+$/.test(two)
        ? { screen: "replay", match: one, game: Number(two), ply, isReview }
        : { screen: "unknown" };
    }
    case "editor":
      return one ? { screen: "editor", game: one, position: params.get("position") } : { screen: "unknown" };
    case "lab":
      return { screen: "lab", tab: one ?? null, query: params };
    case "analyse":
      return { screen: "analyse", query: params };
    case "puzzles":
      return one ? { screen: "puzzle", name: one, query: params } : { screen: "puzzles", query: params };
    case "learn":
      if (one === "certificate") return { screen: "certificate", lesson: params.get("lesson") };
      return one ? { screen: "lesson", name: one, step: Number(params.get("step")) || 1 } : { screen: "learn" };
    case "openings":
      return { screen: "openings", query: params };
    case "arena":
      return !one || one === "new"
        ? { screen: "arena", isNew: one === "new" }
        : { screen: "tournament", id: one, query: params };
    case "class":
      if (one === "in" && two) return { screen: "class-student", id: two, task: Number(three) || null };
      if (one === "teach" && two) return { screen: "class-teacher", id: two, part: three ?? null, query: params };
      return !one || one === "join" ? { screen: "class", code: two ?? "" } : { screen: "unknown" };
    case "import":
    case "progress":
    case "results":
    case "matches":
    case "settings":
      return { screen };
    default:
      return { screen: "unknown" };
  }
}

/** An address: `address(["new", "mnk(3,3,3)"], { games: "1" })` is `#/new/mnk(3%2C3%2C3)?games=1`. */
export function address(parts: readonly string[], query: Record<string, string | null | undefined> = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== null && value !== undefined) params.set(name, value);
  const tail = params.toString();
  return `#/${parts.map(encodeURIComponent).join("/")}${tail ? `?${tail}` : ""}`;
}

/** The address at which a game given by its moves is replayed, or reviewed. */
export function addressOfMoves(
  { game, position, moves, players: [first, second], result }: PlayedMoves,
  screen: "replay" | "review" = "replay",
): string {
  return address([screen, "moves"], {
    game,
    position,
    moves: moves.join(" "),
    first: first || null,
    second: second || null,
    result: result === null ? null : result > 0 ? "won" : result < 0 ? "lost" : "drawn",
  });
}

export function go(target: string): void {
  location.hash = target;
}

/** Go to *target* in place of the present address, which Back then does not lead to. */
export function replace(target: string): void {
  location.replace(target);
}
