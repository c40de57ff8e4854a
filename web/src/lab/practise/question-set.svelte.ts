/** A teacher's set being gone through: its questions, where one is, and the answers to hand in. */

import type { Put } from "./api";
import { Sitting } from "./sitting.svelte";

export class QuestionSet {
  readonly title: string;
  readonly sittings: Sitting[];
  at = $state(0);
  student = $state("");

  constructor(put: Put) {
    this.title = put.title ?? "";
    this.sittings = put.questions.map((exercise) => new Sitting(exercise));
  }

  get current(): Sitting {
    return this.sittings[this.at]!;
  }

  get points(): number {
    return this.sittings.reduce((sum, sitting) => sum + sitting.exercise.points, 0);
  }

  get score(): number {
    return Math.round(this.sittings.reduce((sum, sitting) => sum + (sitting.first ?? 0), 0) * 100) / 100;
  }

  get checked(): number {
    return this.sittings.filter((sitting) => sitting.first !== null).length;
  }

  /** The answers as `enraya grade` reads them; a solution that was shown is no answer. */
  get handedIn(): string {
    const said = this.sittings.map((sitting, index) => [String(index + 1), sitting] as const);
    const answered = said.filter(([, sitting]) => !sitting.isEmpty && !sitting.isSolved);
    const hinted = said.filter(([, sitting]) => sitting.hints > 0);
    const file = {
      format: "enraya.answers",
      version: 1,
      set: this.title,
      student: this.student.trim(),
      answers: Object.fromEntries(answered.map(([number, sitting]) => [number, sitting.answer])),
      hints: Object.fromEntries(hinted.map(([number, sitting]) => [number, sitting.hints])),
    };
    return JSON.stringify(file, null, 2) + "\n";
  }
}
