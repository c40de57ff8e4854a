/** A tournament that is watched: asked for again as soon as something is new, until nobody looks any more. */

import { untrack } from "svelte";
import { Refused } from "../api/client";
import { reasonOf } from "../app/failure";
import { tournament, type Tournament } from "./api";

const LEAST = 300;
const AGAIN = 2000;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Following {
  now = $state.raw<Tournament | null>(null);
  failure = $state("");
  isAway = $state(false);

  /** Follow *id* until the function that is given back is called. */
  start(id: string): () => void {
    const leaving = new AbortController();
    // What is known now is where it begins; an effect is not to begin again whenever more is known.
    untrack(() => void this.#follow(id, leaving.signal));
    return () => leaving.abort();
  }

  async #follow(id: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const found = await tournament(id, this.isAway ? null : (this.now?.number ?? null), signal);
        this.now = found;
        this.isAway = false;
        await pause(LEAST);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Refused && error.problem.status < 429) {
          this.failure = reasonOf(error);
          return;
        }
        // The server is away or full: it will be back.
        this.isAway = true;
        await pause(AGAIN);
      }
    }
  }
}
