/** Classes, as in docs/api.md: what the teacher asks and what a student asks. */

import { send } from "../api/client";
import type { BodyOf, Got, Posted } from "../api/types";
import type { Answer, Exercise, Marks } from "../lab/practise/types";
import type { Tournament, Wanted } from "../arena/api";
import { teacher } from "../arena/teacher.svelte";
import type { Judged } from "../puzzles/session.svelte";
import { classes } from "./classes.svelte";

export type Taught = Got<"/api/classes/{id}">;
export type Assignment = Taught["assignments"][number];
export type StudentRow = Taught["students"][number];
export type Kind = Assignment["kind"];
export type Stage = Assignment["stage"];
export type Shows = Assignment["shows"];
export type Opened = Posted<"/api/classes">;
export type NewAssignment = BodyOf<"/api/classes/{id}/assignments">;
export type Joined = Posted<"/api/classes/join">;
export type Attended = Got<"/api/classes/{id}/me">;
export type Task = Attended["tasks"][number];
export type WholeTask = Got<"/api/classes/{id}/me/{number}">;
export type Work = WholeTask["work"][number];
export type HandedIn = Posted<"/api/classes/{id}/me/{number}/answers">;
export type Ranked = NonNullable<WholeTask["ranked"]>;
export type Options = Partial<Omit<NewAssignment, "kind" | "text" | "lessons" | "puzzles" | "game">>;

const part = encodeURIComponent;
const JSON_BODY = { "content-type": "application/json" };

async function ask<Found>(path: string, init: RequestInit = {}): Promise<Found> {
  const response = await send(path, init);
  return (response.status === 204 ? undefined : await response.json()) as Found;
}

// The teacher

function teach<Found>(id: string, path: string, method = "GET", body?: unknown, signal?: AbortSignal): Promise<Found> {
  const headers = { ...JSON_BODY, ...teacher.headers, ...classes.headers(id) };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return ask<Found>(`/api/classes/${part(id)}${path}`, { method, headers, ...sent, ...(signal ? { signal } : {}) });
}

export const openClass = (title: string) =>
  ask<Opened>("/api/classes", {
    method: "POST",
    headers: { ...JSON_BODY, ...teacher.headers },
    body: JSON.stringify({ title }),
  });

/** The class as it stands; with *after*, once something is new since that number. */
export const taught = (id: string, after: number | null, signal: AbortSignal) =>
  teach<Taught>(id, after === null ? "" : `?after=${after}`, "GET", undefined, signal);
export const changeClass = (id: string, changes: BodyOfPatch) => teach<Taught>(id, "", "PATCH", changes);
export const deleteClass = (id: string) => teach<void>(id, "", "DELETE");
export const assign = (id: string, wanted: NewAssignment) => teach<Assignment>(id, "/assignments", "POST", wanted);
export const changeAssignment = (id: string, number: number, options: Options) =>
  teach<Assignment>(id, `/assignments/${number}`, "PATCH", options);
export const deleteAssignment = (id: string, number: number) => teach<void>(id, `/assignments/${number}`, "DELETE");
export const beginTournament = (id: string, number: number, wanted: Wanted) =>
  teach<Tournament>(id, `/assignments/${number}/tournament`, "POST", wanted);
export const newWord = (id: string, student: string) =>
  teach<Posted<"/api/classes/{id}/students/{student}/word">>(id, `/students/${part(student)}/word`, "POST");
export const deleteStudent = (id: string, student: string) => teach<void>(id, `/students/${part(student)}`, "DELETE");
export const workOf = (id: string, student: string, number: number) =>
  teach<Work[]>(id, `/students/${part(student)}/${number}`);

type BodyOfPatch = { title?: string; is_joining?: boolean };

/** A file of the class: the marks, everything, or what a student handed in. */
export async function fileOf(id: string, path: string): Promise<Blob> {
  const headers = { ...teacher.headers, ...classes.headers(id) };
  return (await send(`/api/classes/${part(id)}${path}`, { headers })).blob();
}

// A student

function attend<Found>(id: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Found> {
  const sent = body === undefined ? {} : { method: "POST", headers: JSON_BODY, body: JSON.stringify(body) };
  return ask<Found>(`/api/classes/${part(id)}/me${path}`, { ...sent, ...(signal ? { signal } : {}) });
}

export const join = (code: string, name: string, word: string | null) =>
  ask<Joined>("/api/classes/join", {
    method: "POST",
    headers: JSON_BODY,
    body: JSON.stringify({ code, name, word }),
  });
export const attended = (id: string, after: number | null, signal: AbortSignal) =>
  attend<Attended>(id, after === null ? "" : `?after=${after}`, undefined, signal);
export const leave = (id: string) => attend<void>(id, "/leave", {});
export const doStep = (id: string, body: BodyOf<"/api/classes/{id}/me/steps">) => attend<Attended>(id, "/steps", body);
export const task = (id: string, number: number) => attend<WholeTask>(id, `/${number}`);
export const questions = (id: string, number: number) => attend<{ questions: Exercise[] }>(id, `/${number}/questions`);
export const solutions = (id: string, number: number) => attend<Marks[]>(id, `/${number}/solutions`);
export const answer = (id: string, number: number, question: number, answers: Answer) =>
  attend<HandedIn>(id, `/${number}/answers`, { question, answers });
export const tryPuzzle = (id: string, number: number, name: string, moves: string[], signal: AbortSignal) =>
  attend<Judged>(id, `/${number}/puzzles/${part(name)}`, { moves }, signal);

export function handInFile(id: string, number: number, file: File): Promise<HandedIn> {
  const path = `/api/classes/${part(id)}/me/${number}/file?file=${part(file.name)}`;
  return ask<HandedIn>(path, { method: "POST", headers: { "content-type": "application/octet-stream" }, body: file });
}
