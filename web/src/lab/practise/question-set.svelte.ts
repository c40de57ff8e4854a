/** A teacher's set being gone through: its questions, where one is, and the answers to hand in. */

import type { Put } from "./api";
import { Session } from "./session.svelte";

export class QuestionSet {
  readonly title: string;
  readonly sessions: Session[];
  at = $state(0);
  student = $state("");

  constructor(put: Put) {
    this.title = put.title ?? "";
    this.sessions = put.questions.map((exercise) => new Session(exercise));
  }

  get current(): Session {
    return this.sessions[this.at]!;
  }

  get points(): number {
    return this.sessions.reduce((sum, session) => sum + session.exercise.points, 0);
  }

  get score(): number {
    return Math.round(this.sessions.reduce((sum, session) => sum + (session.first ?? 0), 0) * 100) / 100;
  }

  get checked(): number {
    return this.sessions.filter((session) => session.first !== null).length;
  }

  /** The answers as `enraya grade` reads them; a solution that was shown is no answer. */
  get handedIn(): string {
    const said = this.sessions.map((session, index) => [String(index + 1), session] as const);
    const answered = said.filter(([, session]) => !session.isEmpty && !session.isSolved);
    const hinted = said.filter(([, session]) => session.hints > 0);
    const file = {
      format: "enraya.answers",
      version: 1,
      set: this.title,
      student: this.student.trim(),
      answers: Object.fromEntries(answered.map(([number, session]) => [number, session.answer])),
      hints: Object.fromEntries(hinted.map(([number, session]) => [number, session.hints])),
    };
    return JSON.stringify(file, null, 2) + "\n";
  }
}
