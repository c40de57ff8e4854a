/** The session at a puzzle: the moves so far, the board, and the verdict on the last try. */

import * as client from "../api/client";
import type { Placed } from "../api/types";
import { reasonOf } from "../app/failure";
import { notices } from "../app/notices.svelte";
import { preferences } from "../app/preferences.svelte";
import { t } from "../i18n/index.svelte";
import { sentence } from "../i18n/moves";
import { progress } from "../progress/progress.svelte";
import { solutionOf, tryMove, type Puzzle, type Verdict } from "./api";

/** Milliseconds between one's own move and the answer to it. */
const BEAT = 600;

/** What a try comes to; in a class perhaps without the reason. */
export type Judged = Omit<Verdict, "sentence"> & { sentence: Verdict["sentence"] | null };

export type Stage = "yours" | "judging" | "wrong" | "solved" | "shown";

export class Session {
  stage = $state<Stage>("yours");
  placed = $state.raw<Placed | null>(null);
  pending = $state<string | null>(null);
  verdict = $state.raw<Judged | null>(null);
  /** The solution, once it was asked for. */
  solution = $state.raw<string[] | null>(null);
  #failure = $state.raw<unknown>(null);
  readonly failure = $derived(reasonOf(this.#failure));
  /** The moves of both sides since the start. */
  played = $state.raw<string[]>([]);
  /** The move that was wrong. */
  tried = $state("");
  #asking = new AbortController();

  constructor(
    readonly puzzle: Puzzle,
    /** The day whose puzzle this is, if it is one. */
    readonly day: string | null,
    /** Who judges a try. */
    readonly judge: (name: string, moves: string[], signal: AbortSignal) => Promise<Judged> = tryMove,
  ) {
    void this.#do(() => this.#place());
  }

  get moves(): string[] {
    return [...this.puzzle.moves, ...this.played];
  }

  get said(): string {
    return this.verdict?.sentence ? sentence(this.verdict.sentence) : "";
  }

  /** Try *move*: right ones are answered, wrong ones refuted. */
  play(move: string): Promise<void> {
    this.pending = move;
    this.stage = "judging";
    return this.#do(async () => {
      const verdict = await this.judge(this.puzzle.name, [...this.played, move], this.#asking.signal);
      this.verdict = verdict;
      if (!verdict.right) {
        progress.addWrongMove(this.puzzle.name);
        this.tried = move;
        this.stage = "wrong";
      } else {
        this.played = [...this.played, move];
        await this.#place();
        this.pending = null;
        if (verdict.reply !== null) {
          await this.#wait();
          this.played = [...this.played, verdict.reply];
          await this.#place();
        }
        preferences.play(verdict.solved ? "win" : "piece");
        if (verdict.solved) progress.addSolved(this.puzzle.name, this.day);
        this.stage = verdict.solved ? "solved" : "yours";
      }
      this.pending = null;
      notices.say(this.said);
    });
  }

  /** Take the wrong move back. */
  again(): void {
    this.verdict = null;
    this.stage = "yours";
    notices.say(t("puzzle.your_turn"));
  }

  /** Give up: from the start, what was to be played. */
  show(): Promise<void> {
    return this.#do(async () => {
      const { line } = await solutionOf(this.puzzle.name, this.#asking.signal);
      progress.addWrongMove(this.puzzle.name);
      this.played = [];
      this.verdict = null;
      await this.#place();
      this.solution = line;
      this.stage = "shown";
      notices.say(t("puzzle.solution_is", { line: line.join(" ") }));
    });
  }

  close(): void {
    this.#asking.abort();
  }

  async #place(): Promise<void> {
    const { game } = this.puzzle;
    this.placed = await client.place({ game, moves: this.moves.join(" ") }, this.#asking.signal);
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, preferences.isStill ? 0 : BEAT));
  }

  async #do(work: () => Promise<void>): Promise<void> {
    try {
      this.#failure = null;
      await work();
    } catch (error) {
      if (this.#asking.signal.aborted) return;
      this.#failure = error;
      this.pending = null;
      if (this.stage === "judging") this.stage = "yours";
    }
  }
}
