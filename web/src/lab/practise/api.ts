/** Asks the server for exercises, marks and hints. It keeps nothing: each request says the whole question. */

import { send } from "../../api/client";
import type { HintBefore } from "../../api/types";
import type { Answer, Exercise, Hint, Marks, Question } from "./types";

async function post<Found>(path: string, body: unknown): Promise<Found> {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return (await (await send(`/api/lab/${path}`, init)).json()) as Found;
}

export interface Put {
  title: string | null;
  questions: Exercise[];
}

/** The questions as a PDF. */
export async function printSheets(questions: Question[], title: string, solved: boolean): Promise<Blob> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ questions, title, solved }),
  };
  return (await send("/api/lab/sheets", init)).blob();
}

export const putQuestion = (question: Question) => post<Put>("exercises", { question });
export const putSet = (set: string) => post<Put>("exercises", { set });
export const markAnswer = (question: Question, answers: Answer, hints: number, solution = false, discreet = false) =>
  post<Marks>("marks", { question, answers, hints, solution, discreet });
export const askHint = (question: Question, answers: Answer, before: HintBefore | null) =>
  post<Hint>("hints", { question, answers, before });
