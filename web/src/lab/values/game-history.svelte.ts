/** A game's values ply by ply. Each position is asked for once, however many moves are made while one looks on. */

import type { BodyOf } from "../../api/types";
import { Streaming } from "../streaming.svelte";
import type { Subject } from "../subject";
import { carriedOver, firstMissing, judged, type Points } from "./kept-values";
import type { Point } from "./types";

/** The player that values, its depth, and the seconds for each position. */
export type Valuing = Required<Pick<BodyOf<"/api/lab/history">, "strategy" | "depth" | "seconds">>;

/** Moves that come one after another are asked for together. */
const PATIENCE = 250;

export class GameHistory {
  readonly work = new Streaming<"/api/lab/history">();
  #points = $state.raw<Points>([]);
  #subject: Subject | null = null;
  #valuing: Valuing | null = null;
  /** The moves of the game that the work under way is about. */
  #asked: readonly string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The points found so far, in order. */
  get points(): Point[] {
    return this.#points.filter((point) => point != null);
  }

  /** The number of positions valued, whether or not something was found. */
  get done(): number {
    return this.#points.filter((point) => point !== undefined).length;
  }

  /** Look at *subject* from now on; what is known of it already stays. */
  follow(subject: Subject, valuing: Valuing): void {
    const before = this.#subject;
    const isSame =
      JSON.stringify([before?.game, before?.position, this.#valuing]) ===
      JSON.stringify([subject.game, subject.position, valuing]);
    this.#points = isSame ? carriedOver(this.#points, before!.moves, subject.moves) : [];
    [this.#subject, this.#valuing] = [subject, valuing];
    // Work on positions that this game has come through as well goes on.
    const isStillWanted = isSame && this.#asked.every((move, ply) => move === subject.moves[ply]);
    if (!isStillWanted) this.work.stop();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), PATIENCE);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.work.stop();
  }

  async #ask(): Promise<void> {
    const { game, position, moves } = this.#subject!;
    const first = firstMissing(this.#points, moves.length);
    if (first === null || this.work.isRunning) return;
    this.#asked = moves;
    const body = { game, position, moves: moves.join(" "), first, ...this.#valuing };
    let isDone = false;
    await this.work.run(
      "/api/lab/history",
      body,
      ({ point }) => this.#put(point.ply, judged(point, this.#subject!.moves[point.ply])),
      (answer) => {
        isDone = true;
        const found = new Set(answer.points.map(({ ply }) => ply));
        for (let ply = first; ply <= moves.length; ply++) if (!found.has(ply)) this.#put(ply, null);
      },
    );
    // Moves that were made meanwhile come next.
    if (isDone) await this.#ask();
  }

  #put(ply: number, point: Point | null | undefined): void {
    const points = [...this.#points];
    points[ply] = point;
    this.#points = points;
  }
}
