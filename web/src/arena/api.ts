/** Tournaments and handed-in players, as in docs/api.md. */

import { get, send } from "../api/client";
import type { BodyOf, Got, Posted } from "../api/types";
import { teacher } from "./teacher.svelte";

export type Tournament = Got<"/api/tournaments/{id}">;
export type Listed = Got<"/api/tournaments">["tournaments"][number];
export type Row = Tournament["table"]["rows"][number];
export type Entry = Tournament["players"][number];
export type PlayedGame = Tournament["last"][number];
export type Meeting = NonNullable<Tournament["bracket"]>[number][number];
export type HandedIn = Got<"/api/hand-ins">["players"][number];
export type HandInAnswer = Posted<"/api/hand-ins">;
export type Wanted = BodyOf<"/api/tournaments">;

const part = encodeURIComponent;

export const tournaments = () => get<Got<"/api/tournaments">>("/api/tournaments");

/** A tournament as it stands; with *after*, once something is new since that number. */
export const tournament = (id: string, after: number | null, signal: AbortSignal) =>
  get<Tournament>(`/api/tournaments/${part(id)}${after === null ? "" : `?after=${after}`}`, signal);

export const gamesOf = (id: string, player: number | null, skip: number) =>
  get<Got<"/api/tournaments/{id}/games">>(
    `/api/tournaments/${part(id)}/games?skip=${skip}${player === null ? "" : `&player=${player}`}`,
  );

/** What a tournament can be downloaded as. */
export const FILES = ["json", "table", "games", "pgn"] as const;

export const fileAddress = (id: string, kind: (typeof FILES)[number]) => `/api/tournaments/${part(id)}/files/${kind}`;

export const handedIn = () => get<Got<"/api/hand-ins">>("/api/hand-ins");

/** Hand in *file* as the next version of the player *name*, to be tried in *game*. */
export async function handIn(name: string, file: File, game: string): Promise<HandInAnswer> {
  const query = new URLSearchParams({ name, file: file.name, game });
  const headers = { "content-type": "application/octet-stream", ...teacher.headers };
  const response = await send(`/api/hand-ins?${query}`, { method: "POST", body: file, headers });
  return (await response.json()) as HandInAnswer;
}

/** The file of a version, as text. */
export async function fileOf(name: string, version: number): Promise<Blob> {
  return (await send(`/api/hand-ins/${part(name)}/${version}`, { headers: teacher.headers })).blob();
}

export const deletePlayer = (name: string) =>
  send(`/api/hand-ins/${part(name)}`, { method: "DELETE", headers: teacher.headers });

export async function createTournament(wanted: Wanted): Promise<Tournament> {
  const response = await send("/api/tournaments", {
    method: "POST",
    headers: { "content-type": "application/json", ...teacher.headers },
    body: JSON.stringify(wanted),
  });
  return (await response.json()) as Tournament;
}

export const act = (id: string, action: "stop" | "continue") =>
  send(`/api/tournaments/${part(id)}/${action}`, { method: "POST", headers: teacher.headers });

export const deleteTournament = (id: string) =>
  send(`/api/tournaments/${part(id)}`, { method: "DELETE", headers: teacher.headers });
