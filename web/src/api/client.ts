/** Asks the server, and turns every refusal into a `Refused` with words for people. */

import type { PlayedMoves } from "../app/router";
import type { BodyOf, Got, Language, Posted, Problem } from "./types";

export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

/** The server could not be reached at all. */
export class Unreachable extends Error {}

let language: Language | undefined;
/** Request answers in *chosen* from now on; until then in the browser's own languages. */
export function speak(chosen: Language): void {
  language = chosen;
}

/** The server's answer to a request, if it is not a refusal. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  const spoken: Record<string, string> = language === undefined ? {} : { "accept-language": language };
  try {
    response = await fetch(path, { ...init, headers: { ...spoken, ...init.headers } });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Unreachable(String(error));
  }
  if (response.ok) return response;
  throw new Refused(await problemOf(response));
}

async function ask<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  return (await (await send(path, init)).json()) as Answer;
}

/** The file that the server makes of a game given by its moves. */
export async function exportOfMoves(played: PlayedMoves, format: string, ply?: number): Promise<Blob> {
  const path = `/api/replays/export/${format}${ply === undefined ? "" : `?ply=${ply}`}`;
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(played) };
  return (await send(path, init)).blob();
}

async function problemOf(response: Response): Promise<Problem> {
  const nothing = {
    code: `http.${response.status}`,
    detail: `${response.status} ${response.statusText}`,
    status: response.status,
  };
  try {
    return { ...nothing, ...((await response.json()) as Partial<Problem>) };
  } catch {
    return nothing;
  }
}

export const get = <Answer>(path: string, signal?: AbortSignal): Promise<Answer> => ask(path, signal ? { signal } : {});

export function post<Answer>(path: string, body: unknown, signal?: AbortSignal): Promise<Answer> {
  const init: RequestInit = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  return ask(path, signal ? { ...init, signal } : init);
}

const part = encodeURIComponent;

export const languages = () => ask<Got<"/api/languages">>("/api/languages");
export const words = (of: Language) => ask<Got<"/api/words/{language}">>(`/api/words/${of}`);
export const catalogue = () => ask<Got<"/api/games">>("/api/games");
export const describe = (game: string, signal?: AbortSignal) =>
  ask<Got<"/api/games/describe">>(`/api/games/describe?game=${part(game)}`, signal ? { signal } : {});

/** The refusals of *settings*, by field. */
export const checkSettings = (settings: BodyOf<"/api/settings/check">, signal?: AbortSignal) =>
  post<Posted<"/api/settings/check">>("/api/settings/check", settings, signal);

export const createMatch = (settings: BodyOf<"/api/matches">) => post<Posted<"/api/matches">>("/api/matches", settings);
export const joinMatch = (match: string, invitation: string, name: string | null) =>
  post<Posted<"/api/matches/{match}/join">>(`/api/matches/${part(match)}/join`, { invitation, name });
export const rematch = (match: string, changes: BodyOf<"/api/matches/{match}/rematch"> = {}) =>
  post<Posted<"/api/matches/{match}/rematch">>(`/api/matches/${part(match)}/rematch`, changes);
/** Take the seat in a rematch that was offered to this browser. */
export const acceptRematch = (match: string) => joinMatch(match, "-", null);

/** The address at which other machines reach the server, if they can. */
export const network = () => ask<Got<"/api/invitations/network">>("/api/invitations/network");

/** The rows of the QR code of *text*, 1 for a dark module. */
export const qrCode = (text: string) => post<Posted<"/api/invitations/code">>("/api/invitations/code", { text });

export const deleteMatch = (match: string) => send(`/api/matches/${part(match)}`, { method: "DELETE" });
export const matchState = (match: string) => ask<Got<"/api/matches/{match}">>(`/api/matches/${part(match)}`);
export const matches = () => ask<Got<"/api/matches">>("/api/matches");

export const place = (request: BodyOf<"/api/positions">, signal?: AbortSignal) =>
  post<Posted<"/api/positions">>("/api/positions", request, signal);

/** The algorithms that can be compared on a position. */
export const algorithms = (request: BodyOf<"/api/lab/algorithms">, signal?: AbortSignal) =>
  post<Posted<"/api/lab/algorithms">>("/api/lab/algorithms", request, signal);

export const replayOfMatch = (match: string, game: number) =>
  ask<Got<"/api/matches/{match}/games/{game}">>(`/api/matches/${part(match)}/games/${game}`);
export const replayOfMoves = (played: PlayedMoves) => post<Posted<"/api/replays">>("/api/replays", played);
export const importFile = (text: string) =>
  ask<Posted<"/api/imports">>("/api/imports", {
    method: "POST",
    body: text,
    headers: { "content-type": "text/plain" },
  });
export const exportAddress = (match: string, game: number, format: string, ply?: number) =>
  `/api/matches/${part(match)}/games/${game}/export/${format}${ply === undefined ? "" : `?ply=${ply}`}`;
