/** A search that stops and asks: the question at hand, what was answered, and the score of the run. */

import { t } from "../../../i18n/index.svelte";
import { isRight, type Question } from "./questions";
import { callNode, roleOf, written } from "../search/event-wording";
import { MAX, type SearchTree } from "../search/search-tree";

/** A number is asked for twice: after a first wrong answer the reason is given, and not yet the number. */
const TRIES = 2;

export class Prediction {
  place = $state(0);
  tries = $state(0);
  /** Answered rightly at the first try. */
  score = $state(0);
  /** The result of the last answer; null while none was given. */
  verdict = $state<"right" | "again" | "wrong" | null>(null);
  readonly question = $derived.by<Question | null>(() => this.questions[this.place] ?? null);
  readonly isOver = $derived.by(() => this.place >= this.questions.length);
  /** True if an answer is wanted now. */
  readonly isAsking = $derived(this.question !== null && (this.verdict === null || this.verdict === "again"));

  constructor(
    readonly tree: SearchTree,
    readonly questions: readonly Question[],
    readonly isStrict: boolean,
  ) {}

  answer(given: number): void {
    const question = this.question;
    if (!question || !this.isAsking) return;
    this.tries += 1;
    if (isRight(question, given)) {
      if (this.tries === 1) this.score += 1;
      this.verdict = "right";
    } else this.verdict = this.tries < TRIES && question.ask !== "cut" ? "again" : "wrong";
  }

  next(): void {
    this.place += 1;
    this.tries = 0;
    this.verdict = null;
  }

  /** The number of steps that the viewer shows: up to the question, and after the answer the event asked about. */
  get count(): number {
    const question = this.question;
    if (!question) return this.tree.steps;
    if (this.isAsking) return question.at;
    const after = this.questions[this.place + 1];
    return Math.max(question.at, Math.min(question.until, after?.at ?? question.until));
  }

  get #values(): Record<string, string> {
    const { node, child, right, before } = this.question!;
    const { tree } = this;
    const state = tree.stateAt(node, this.question!.at);
    const isMax = tree.player(node) === MAX;
    return {
      node: callNode(tree, node),
      role: roleOf(tree.player(node)),
      child: child < 0 ? "" : callNode(tree, child),
      given: child < 0 ? "" : written(tree.stateAt(child, this.question!.at).value ?? 0),
      right: ["next", "move"].includes(this.question!.ask)
        ? right.map((one) => callNode(tree, one)).join(", ")
        : written(right[0]!),
      before: before === null ? "" : written(before),
      value: written(state.value ?? 0),
      bound: isMax ? "α" : "β",
      opposite: isMax ? "β" : "α",
      sign: isMax ? (this.isStrict ? ">" : "≥") : this.isStrict ? "<" : "≤",
    };
  }

  /** The question, in words. */
  get asked(): string {
    return this.question ? t(`lab.predict.ask.${this.question.ask}`, this.#values) : "";
  }

  /** The result of the last answer, in words. */
  get said(): string {
    const question = this.question;
    if (!question || this.verdict === null) return "";
    const side = this.tree.player(question.node) === MAX ? "max" : "min";
    const values = this.#values;
    if (this.verdict === "again") return t(`lab.predict.hint.${question.ask}.${side}`, values);
    return t(`lab.predict.why.${question.ask}.${this.#turn(question)}.${side}`, values);
  }

  /** The kind of event: a value or bound that changed or stayed, a cut that was made or not. */
  #turn({ ask, right, before, node, at }: Question): string {
    if (ask === "value" || ask === "window") return right[0] === before ? "stays" : "changes";
    if (ask !== "cut") return "is";
    if (right[0] === 1) return "made";
    return this.isStrict && this.tree.stateAt(node, at).value === before ? "equal" : "not";
  }
}
