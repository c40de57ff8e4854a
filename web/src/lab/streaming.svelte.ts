/** One long piece of the server's work at a time: what it has said so far, and whether it goes on. */

import { Refused } from "../api/client";
import { stream } from "../api/stream";
import type { AnswerOf, BodyOf, ProgressOf, StreamPath } from "../api/types";
import { reasonOf } from "../app/failure";

const MOST_TRIES = 5;

export class Streaming<Path extends StreamPath> {
  isRunning = $state(false);
  #failure = $state.raw<unknown>(null);
  readonly failure = $derived(reasonOf(this.#failure));
  #asking: AbortController | null = null;

  /** Ask for *path*; what was asked for before is given up. */
  async run(
    path: Path,
    body: BodyOf<Path>,
    onProgress: (progress: ProgressOf<Path>) => void,
    done?: (answer: AnswerOf<Path>) => void,
  ): Promise<void> {
    this.stop();
    const asking = (this.#asking = new AbortController());
    this.isRunning = true;
    this.#failure = null;
    for (let tries = 1; ; tries++) {
      try {
        const answer = await stream(
          path,
          body,
          (progress) => asking === this.#asking && onProgress(progress),
          asking.signal,
        );
        if (asking === this.#asking) done?.(answer);
      } catch (error) {
        if (asking.signal.aborted) return;
        const wait = error instanceof Refused ? error.problem.retry_after : null;
        if (wait && tries < MOST_TRIES) {
          await new Promise((resolve) => setTimeout(resolve, wait * 1000));
          if (asking.signal.aborted) return;
          continue;
        }
        this.#failure = error;
      }
      break;
    }
    if (asking === this.#asking) this.isRunning = false;
  }

  stop(): void {
    this.#asking?.abort();
    this.#asking = null;
    this.isRunning = false;
  }
}
