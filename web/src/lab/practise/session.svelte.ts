/** One exercise being done: what was answered, how it was marked, the hints taken. */

import * as api from "./api";
import type { Answer, Exercise, Hint, Mark, Marks, Written } from "./types";

export class Session {
  /** By node: a value, or alpha and beta, as they were typed. */
  entries = $state<Record<string, string[]>>({});
  cut = $state<string[]>([]);
  chosen = $state<string | null>(null);
  marks = $state.raw<Marks | null>(null);
  hint = $state.raw<Hint | null>(null);
  hints = $state(0);
  /** The score of the first check: later ones have seen the reasons. */
  first = $state<number | null>(null);
  /** What was checked first, and after how many hints. */
  firstAnswer: { answers: Answer; hints: number } | null = null;
  isSolved = $state(false);
  isBusy = $state(false);

  constructor(readonly exercise: Exercise) {}

  /** The answer as it is sent and saved. */
  get answer(): Answer {
    if (this.exercise.kind === "move") return this.chosen;
    if (this.exercise.kind === "cuts") return [...this.cut];
    const said = Object.entries(this.entries).filter(([, texts]) => texts.some((text) => text.trim() !== ""));
    return Object.fromEntries(
      said.map(([node, texts]) => [
        node,
        this.exercise.kind === "values" ? (texts[0] ?? "") : [texts[0] ?? "", texts[1] ?? ""],
      ]),
    );
  }

  get isEmpty(): boolean {
    const { answer } = this;
    return (
      answer === null ||
      (Array.isArray(answer) ? answer.length === 0 : typeof answer === "object" && Object.keys(answer).length === 0)
    );
  }

  /** The move that leads to *node*, where that is not its name. */
  moveTo(node: string): string | null {
    return this.exercise.tree.nodes[node]?.move ?? null;
  }

  /** The name of *node*: its own, and the move to it. */
  called(node: string): string {
    const move = this.moveTo(node);
    return move === null ? node : `${node} (${move})`;
  }

  entry(node: string, place: number): string {
    return this.entries[node]?.[place] ?? "";
  }

  enter(node: string, place: number, text: string): void {
    const texts = [...(this.entries[node] ?? ["", ""])];
    texts[place] = text.replace(/infinity|infinito|inf|oo/i, "∞");
    this.entries[node] = texts;
    this.forget(node);
  }

  /** The box that was written in last. */
  at = $state.raw<{ node: string; place: number } | null>(null);

  /** Write *text* into the box that was written in last. */
  enterThere(text: string): void {
    if (this.at && !this.isSolved) this.enter(this.at.node, this.at.place, text);
  }

  toggle(node: string): void {
    this.cut = this.cut.includes(node) ? this.cut.filter((each) => each !== node) : [...this.cut, node];
    this.forget(node);
  }

  choose(node: string): void {
    this.chosen = node;
    this.marks = null;
  }

  /** Every mark at *node*, of one part where one is asked for. */
  marksAt(node: string, part?: Mark["part"]): Mark[] {
    return (this.marks?.marks ?? []).filter((mark) => mark.node === node && (part === undefined || mark.part === part));
  }

  async check(): Promise<void> {
    await this.busy(async () => {
      // The first check says what to think of, not yet what is right.
      const isFirst = this.first === null;
      this.firstAnswer ??= { answers: this.answer, hints: this.hints };
      this.marks = await api.markAnswer(this.exercise.question, this.answer, this.hints, false, isFirst);
      this.first ??= this.marks.score;
    });
  }

  async askHint(): Promise<void> {
    await this.busy(async () => {
      const { node = null, step = null } = this.hint ?? {};
      this.hint = await api.askHint(
        this.exercise.question,
        this.answer,
        node !== null && step !== null ? { node, step } : null,
      );
      if (this.hint.node !== null) this.hints += 1;
    });
  }

  /** Mark what there is, and then fill in what is right: nothing more can be earned. */
  async solve(): Promise<void> {
    await this.busy(async () => {
      this.firstAnswer ??= { answers: this.answer, hints: this.hints };
      const found = await api.markAnswer(this.exercise.question, this.answer, this.hints, true);
      this.first ??= found.score;
      this.fill(found.solution);
      this.marks = await api.markAnswer(this.exercise.question, found.solution, this.hints);
      this.isSolved = true;
    });
  }

  /** Write *solution* into its places. */
  fill(solution: Answer): void {
    if (typeof solution === "string") this.chosen = solution;
    else if (Array.isArray(solution)) this.cut = solution;
    else if (solution) {
      const texts = (value: Written | Written[]): string[] =>
        (Array.isArray(value) ? value : [value, ""]).map((each) => written(each));
      this.entries = Object.fromEntries(Object.entries(solution).map(([node, value]) => [node, texts(value)]));
    }
  }

  /** A changed answer loses its mark. */
  private forget(node: string): void {
    if (this.marks) this.marks = { ...this.marks, marks: this.marks.marks.filter((mark) => mark.node !== node) };
  }

  private async busy(work: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      await work();
    } finally {
      this.isBusy = false;
    }
  }
}

/** A number as people write it. */
export function written(value: Written | undefined): string {
  return String(value ?? "")
    .replace("-", "−")
    .replace("inf", "∞");
}
